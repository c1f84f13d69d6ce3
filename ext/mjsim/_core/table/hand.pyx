"""One hand from the deal to its end: what both games share of a turn.

A game says what is legal, what a draw and a discard bring, and what a win is; this file moves
tiles and asks seats.
"""

from libc.string cimport memset

from mjsim._core.suits cimport Suits, free_suits, need_of_keys
from mjsim._core.table.actions cimport (
    DO_ADDED_KONG, DO_CONCEALED_KONG, DO_OPEN_KONG, DO_PASS, DO_PONG, DO_PULL,
    DO_SIT, DO_WIN, MOST_ACTIONS, action, kind_of, type_of,
)
from mjsim._core.table.choice cimport decide
from mjsim._core.table.invariants cimport CHECKED, check
from mjsim._core.table.luck cimport count_unseen
from mjsim._core.table.table cimport NOBODY, Ready, Table, Waits, give, take
from mjsim._core.table.view cimport ON_CLAIMED, ON_DISCARD, ON_ROBBING, ON_STAKES, ON_TURN, SEATS
from mjsim._core.types cimport (
    CHI, CONCEALED_KONG, NO_KIND, OPEN_KONG, PONG, i8, i16, u8, u16, u64,
)

__all__ = []


cdef void open_hand(Table* t) noexcept nogil:
    """Forget the last hand, and tell the strategies that another begins; the dealer is set."""
    cdef int seat
    memset(t.gone, 0, sizeof(t.gone))
    memset(t.hand, 0, sizeof(t.hand))
    memset(t.key, 0, sizeof(t.key))
    memset(t.n_wilds, 0, sizeof(t.n_wilds))
    memset(t.did, 0, sizeof(t.did))
    memset(t.ready, 0, sizeof(t.ready))
    memset(t.luck, 0, sizeof(t.luck))
    memset(t.view.barred, 0, sizeof(t.view.barred))
    memset(t.view.ting, 0, sizeof(t.view.ting))
    memset(t.view.visible, 0, sizeof(t.view.visible))
    memset(t.view.n_concealed, 0, sizeof(t.view.n_concealed))
    memset(t.view.n_melds, 0, sizeof(t.view.n_melds))
    memset(t.view.melds, 0, sizeof(t.view.melds))
    memset(t.view.n_river, 0, sizeof(t.view.n_river))
    memset(t.view.river, 0, sizeof(t.view.river))
    memset(t.view.shown, 0, sizeof(t.view.shown))
    memset(t.won, 0, sizeof(t.won))
    memset(t.locked, 0, sizeof(t.locked))
    t.view.discard = t.view.discarder = t.view.indicator = t.view.shown_from = NO_KIND
    t.view.left = 0
    for seat in range(SEATS):
        t.ready[seat].turn = t.ready[seat].able = -1
    t.head = t.tail = t.from_tail = t.reserved = 0
    t.there = t.ops.n_tiles
    t.kongs = t.n_discards = t.n_claims = t.n_kongs = 0
    t.over = t.flag = t.replacement = t.robbed = t.unfinished = False
    t.winner = t.discarder = t.failed = NOBODY
    t.last = t.drawn = NO_KIND
    t.how = 0
    t.broken = NULL
    t.turn = t.view.dealer
    if t.record != NULL:
        t.record.n_events = t.record.n_listed = 0
    for seat in range(SEATS):
        if t.minds[seat].strategy.new_hand != NULL and not t.minds[seat].strategy.new_hand(
                &t.minds[seat]):
            t.failed = seat
            return


cdef void _follow(Table* t, int seat, bint unchanged) noexcept nogil:
    """Note the first turn on which a hand is ready, by shape and with a kind that may win."""
    cdef const Suits* suits = free_suits()
    cdef Ready* ready = &t.ready[seat]
    cdef Waits waits
    # A hand that was ready and unable is so again if it has not changed: live tiles only fall.
    if ready.able >= 0 or (ready.turn >= 0 and unchanged):
        return
    if need_of_keys(suits, t.key[seat], t.ops.melds - t.view.n_melds[seat],
                    1) > t.n_wilds[seat] + 1:
        return
    t.ops.waits(t, seat, &waits)
    if ready.turn < 0:
        ready.turn = <i16>t.did[seat].turns
        ready.at_ready = waits
    if waits.winning and not t.view.barred[seat]:
        ready.able = <i16>t.did[seat].turns
        ready.at_able = waits


cdef void _waits_at_win(Table* t, int seat) noexcept nogil:
    """What the hand waited for before the tile just drawn."""
    take(t, seat, t.drawn)
    t.ops.waits(t, seat, &t.ready[seat].at_win)
    give(t, seat, t.drawn)


cdef void _lay(Table* t, int seat, int form, int kind, int source) noexcept nogil:
    """Lay a meld of tiles that have left the hand."""
    cdef u8* meld = t.view.melds[seat][t.view.n_melds[seat]]
    meld[0] = <u8>form
    meld[1] = <u8>kind
    meld[2] = <u8>source
    t.view.n_melds[seat] += 1


cdef void _show(Table* t, int seat, int kind, int n) noexcept nogil:
    """n tiles out of a hand, for all to see."""
    cdef int _i
    for _i in range(n):
        take(t, seat, kind)
    t.view.visible[kind] += n


cdef void _own_kong(Table* t, int seat, int type, int kind) noexcept nogil:
    """A concealed or an added kong, before its replacement."""
    cdef int i
    if type == DO_CONCEALED_KONG:
        _show(t, seat, kind, 4)
        _lay(t, seat, CONCEALED_KONG, kind, seat)
        t.did[seat].concealed_kongs += 1
    else:
        _show(t, seat, kind, 1)
        for i in range(t.view.n_melds[seat]):
            if t.view.melds[seat][i][0] == PONG and t.view.melds[seat][i][1] == kind:
                t.view.melds[seat][i][0] = OPEN_KONG
        t.did[seat].added_kongs += 1
    t.n_kongs += 1
    t.kongs += 1


cdef void _draw(Table* t, int seat, bint replacement) noexcept nogil:
    """A tile for a seat, or the end of the hand."""
    if not t.ops.draw(t, seat, replacement):
        t.over = True
        return
    t.did[seat].draws += 1
    if replacement:
        t.did[seat].replacements += 1
    else:
        t.did[seat].turns += 1


cdef int _claimed(Table* t, int seat, int type, int kind) noexcept nogil:
    """Carry out a claim; the phase that follows."""
    cdef int from_seat = t.view.discarder, discard = t.view.discard, i
    t.n_claims += 1
    t.did[seat].turns += 1
    t.turn = seat
    t.kongs = 0
    t.drawn = NO_KIND
    t.replacement = False
    t.view.discard = t.view.discarder = NO_KIND
    if type == DO_OPEN_KONG:
        _show(t, seat, kind, 3)
        _lay(t, seat, OPEN_KONG, kind, from_seat)
        t.did[seat].open_kongs += 1
        t.n_kongs += 1
        t.kongs = 1
        _draw(t, seat, True)
        return ON_TURN
    if type == DO_PONG:
        _show(t, seat, kind, 2)
        _lay(t, seat, PONG, kind, from_seat)
        t.did[seat].pongs += 1
    else:
        for i in range(kind, kind + 3):
            if i != discard:
                _show(t, seat, i, 1)
        _lay(t, seat, CHI, kind, from_seat)
        t.did[seat].chis += 1
    return ON_CLAIMED


cdef inline bint _has_pong(const u16* actions, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        if type_of(actions[i]) == DO_PONG:
            return True
    return False


cdef inline int _rank(int type) noexcept nogil:
    """Order of claims: a win, then kongs and pongs, then chi."""
    if type == DO_WIN:
        return 3
    if type == DO_OPEN_KONG or type == DO_PONG:
        return 2
    return 0 if type == DO_PASS else 1


cdef void _win_on(Table* t, int seat, int discarder, int kind) noexcept nogil:
    """A win on another's tile, which lies on the table: it goes to the winner."""
    if t.track:
        t.ops.waits(t, seat, &t.ready[seat].at_win)
    t.discarder = discarder
    t.last = kind
    t.view.visible[kind] -= 1
    give(t, seat, kind)
    t.ops.win(t, seat)


cdef bint _robbed(Table* t, int seat, int kind) noexcept nogil:
    """Ask the others whether they win on an added kong; True if one did (W6)."""
    cdef u16[MOST_ACTIONS] actions
    cdef int i, other, n, robber = NOBODY
    t.view.discard = <u8>kind
    t.view.discarder = <u8>seat
    for i in range(1, SEATS):
        other = (seat + i) & 3
        n = t.ops.rob_actions(t, other, actions)
        if n < 2:
            continue
        if type_of(decide(t, other, ON_ROBBING, actions, n)) == DO_WIN and robber == NOBODY:
            robber = other
        if t.failed >= 0:
            return True
    if robber == NOBODY:
        t.view.discard = t.view.discarder = NO_KIND
        return False
    # The kong is a pong again.
    for i in range(t.view.n_melds[seat]):
        if t.view.melds[seat][i][0] == OPEN_KONG and t.view.melds[seat][i][1] == kind:
            t.view.melds[seat][i][0] = PONG
    t.did[seat].added_kongs -= 1
    t.n_kongs -= 1
    t.kongs -= 1
    t.robbed = True
    _win_on(t, robber, seat, kind)
    return True


cdef int _after_discard(Table* t, int seat, int kind, bint unchanged) noexcept nogil:
    """A discard's consequences: all seats are asked, then the first of the best claims holds."""
    cdef u16[MOST_ACTIONS] actions
    cdef u16 answer, best = 0
    cdef int i, other, n, claimant = NOBODY
    t.view.discard = <u8>kind
    t.view.discarder = <u8>seat
    t.ops.discarded(t, seat, kind)
    if t.failed >= 0:
        return ON_TURN
    if t.track:
        _follow(t, seat, unchanged)
        for i in range(1, SEATS):
            # A declaration on the first discard may have made a ready hand able.
            other = (seat + i) & 3
            if t.n_discards == 1 and t.view.ting[other]:
                _follow(t, other, False)
    for i in range(1, SEATS):
        other = (seat + i) & 3
        n = t.ops.claim_actions(t, other, actions)
        if n < 2:
            continue
        answer = decide(t, other, ON_DISCARD, actions, n)
        if t.failed >= 0:
            return ON_TURN
        if _rank(type_of(answer)) < 2 and _has_pong(actions, n):
            t.locked[other] |= <u64>1 << kind
        if type_of(answer) == DO_PASS:
            continue
        if claimant == NOBODY or _rank(type_of(answer)) > _rank(type_of(best)):
            claimant = other
            best = answer
    if claimant == NOBODY:
        t.view.discard = t.view.discarder = NO_KIND
        t.turn = (seat + 1) & 3
        t.kongs = 0
        _draw(t, t.turn, False)
        return ON_TURN
    if type_of(best) == DO_WIN:
        _win_on(t, claimant, seat, kind)
        return ON_TURN
    return _claimed(t, claimant, type_of(best), kind_of(best))


cdef void ask_stakes(Table* t, const i8* sit, const i8* pulls) noexcept nogil:
    """坐莊 by the dealer, which is seen, then 拉莊 by the others at once (T2).

    By seat: what is set, or -1 for what the strategy is asked for.
    """
    cdef u16[3] actions
    cdef u8[SEATS] chosen = [0, 0, 0, 0]
    cdef int i, seat = t.view.dealer
    t.view.sit = 0
    for i in range(SEATS):
        t.view.pulls[i] = 0
    for i in range(3):
        actions[i] = action(DO_SIT, i)
    t.view.sit = <u8>(sit[seat] if sit[seat] >= 0 else kind_of(
        decide(t, seat, ON_STAKES, actions, 2)))
    for i in range(3):
        actions[i] = action(DO_PULL, i)
    for i in range(1, SEATS):
        if t.failed >= 0:
            return
        seat = (t.view.dealer + i) & 3
        chosen[seat] = <u8>(pulls[seat] if pulls[seat] >= 0 else kind_of(
            decide(t, seat, ON_STAKES, actions, 3)))
    for seat in range(SEATS):
        t.view.pulls[seat] = chosen[seat]


cdef void play_hand(Table* t) noexcept nogil:
    """Play an opened hand to its end; on a failed strategy `failed` says whose."""
    cdef u16[MOST_ACTIONS] actions
    cdef int phase = ON_TURN, n, seat, type, kind
    cdef bint unchanged
    cdef u16 act
    if t.failed >= 0:
        return
    t.ops.deal(t)
    if t.weigh:
        count_unseen(t)
    for seat in range(SEATS):
        t.did[seat].dealt_wilds = <u8>t.n_wilds[seat]
        if t.track and seat != t.view.dealer and not t.over:
            _follow(t, seat, False)
    t.did[t.turn].turns = 1
    while not t.over:
        if CHECKED:
            check(t)
            if t.broken != NULL:
                return
        seat = t.turn
        n = t.ops.turn_actions(t, seat, phase, actions)
        act = decide(t, seat, phase, actions, n)
        if t.failed >= 0:
            return
        type = type_of(act)
        kind = kind_of(act)
        if type == DO_WIN:
            if t.track and t.drawn != NO_KIND:
                _waits_at_win(t, seat)
            t.ops.win(t, seat)
        elif type == DO_CONCEALED_KONG or type == DO_ADDED_KONG:
            _own_kong(t, seat, type, kind)
            if type == DO_ADDED_KONG and t.ops.rob_actions != NULL and _robbed(t, seat, kind):
                if t.failed >= 0:
                    return
                continue
            phase = ON_TURN
            _draw(t, seat, True)
        else:
            unchanged = kind == t.drawn and t.kongs == 0
            _show(t, seat, kind, 1)
            t.view.river[seat][t.view.n_river[seat]] = <u8>kind
            t.view.n_river[seat] += 1
            t.did[seat].discards += 1
            t.n_discards += 1
            phase = _after_discard(t, seat, kind, unchanged)
            if t.failed >= 0:
                return
    if CHECKED:
        check(t)
