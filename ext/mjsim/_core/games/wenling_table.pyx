"""温岭麻将 at the table: showing and replacing, what is legal, the end of the wall (W3-W7)."""

from libc.string cimport memset

from mjsim._core.games.wenling cimport (
    AUTOMATIC, BAI, DEAL, DISCARD, DRAW, EAST, FIRST_DISCARD, FIRST_DRAW, N_ALL, REPLACEMENT,
    ROBBED, SPRING, ZHONG, Best, Options, read_table,
)
from mjsim._core.games.wenling cimport Table as Shown
from mjsim._core.games.wenling_pay cimport WenlingRow, settle
from mjsim._core.games.wenling_seat cimport (
    how_of, lacks, may_be_complete, reserve, score_seat, wind_of,
)
from mjsim._core.games.wenling_walls cimport INDICATOR, KIND, N_DEALT, N_TILES, SEAT, SHOW
from mjsim._core.table.actions cimport (
    DO_ADDED_KONG, DO_CHI, DO_CONCEALED_KONG, DO_DISCARD, DO_OPEN_KONG, DO_PASS, DO_PONG, DO_WIN,
    action,
)
from mjsim._core.table.choice cimport record_draw, record_show
from mjsim._core.table.invariants cimport CHECKED
from mjsim._core.table.luck cimport weigh_draw
from mjsim._core.table.supply cimport take_head, take_tail
from mjsim._core.table.table cimport GameOps, NOBODY, TAKEN, Table, Waits, give, take
from mjsim._core.table.view cimport ON_TURN, SEATS
from mjsim._core.types cimport N_KINDS, NO_KIND, PONG, u8, u16, u32, u64

__all__ = []


cdef inline const Options* _rules(const Table* t) noexcept nogil:
    return <const Options*>t.rules


cdef inline u64 _to_show(const Table* t) noexcept nogil:
    """Kinds that are shown on arrival, as bits (W4)."""
    return SHOW[_rules(t).naonao][t.view.indicator]


cdef inline int _reserve(const Table* t) noexcept nogil:
    return reserve(t, _rules(t).huang_stacks)


cdef void _note_left(Table* t) noexcept nogil:
    """Ordinary draws that are still to come."""
    t.view.left = <u8>max(t.there - _reserve(t), 0)


cdef u32 _automatic(const Table* t, int seat) noexcept nogil:
    """Automatic wins that a seat has, as a mask (W5)."""
    cdef Shown shown
    if t.view.barred[seat]:
        return 0
    if t.n_wilds[seat] == 3:
        return AUTOMATIC
    read_table(t.view.shown[seat], t.view.indicator, wind_of(t, seat), _rules(t), &shown)
    return shown.mask & AUTOMATIC


cdef void _deal_tiles(Table* t, u8* due, u8* pending) noexcept nogil:
    """The dealt tiles; those to be shown wait in ``pending[seat * N_ALL + kind]``."""
    cdef u64 show = _to_show(t)
    cdef int i, seat, kind
    for i in range(N_DEALT):
        t.gone[i] = TAKEN
        seat = (t.view.dealer + SEAT[i]) & 3
        kind = KIND[t.wall.tiles[i]]
        if show >> kind & 1:
            pending[seat * N_ALL + kind] += 1
            due[seat] += 1
        else:
            give(t, seat, kind)
            if seat == t.view.dealer:
                t.last = kind


cdef void _show_pending(Table* t, int seat, u8* pending) noexcept nogil:
    """A seat shows all that it must, at once."""
    cdef u8[17] kinds
    cdef int kind, n = 0, _i
    for kind in range(ZHONG, N_ALL):
        for _i in range(pending[kind]):
            kinds[n] = <u8>kind
            n += 1
        t.view.shown[seat][kind] += pending[kind]
        t.view.visible[kind] += pending[kind]
        pending[kind] = 0
    record_show(t, seat, kinds, n)


cdef void _replace_rounds(Table* t, u8* due, u8* pending) noexcept nogil:
    """Rounds from the dealer on, until nobody shows (W4)."""
    cdef u64 show = _to_show(t)
    cdef int i, seat, kind, n, _i
    while due[0] + due[1] + due[2] + due[3]:
        for i in range(SEATS):
            seat = (t.view.dealer + i) & 3
            n = due[seat]
            if n == 0:
                continue
            due[seat] = 0
            _show_pending(t, seat, pending + seat * N_ALL)
            for _i in range(n):
                kind = KIND[take_tail(t)]
                record_draw(t, seat, kind, True)
                if show >> kind & 1:
                    pending[seat * N_ALL + kind] += 1
                    due[seat] += 1
                else:
                    give(t, seat, kind)
                    if seat == t.view.dealer:
                        t.last = kind


cdef void _deal(Table* t) noexcept nogil:
    """Four hands, the tile turned up, the initial replacements, automatic wins (W3-W5)."""
    cdef u8[SEATS] due = [0, 0, 0, 0]
    cdef u8[SEATS * N_ALL] pending
    cdef int i, seat
    memset(pending, 0, sizeof(pending))
    t.view.indicator = KIND[t.wall.tiles[INDICATOR]]
    t.view.visible[t.view.indicator] = 1
    t.wild = t.wilds.wild[t.view.indicator]
    t.keep = &t.wilds.keep[t.view.indicator]
    # In 闹闹 at least one of 中 and 发 is not 得.
    t.view.shown_from = ZHONG if _to_show(t) >> ZHONG & 3 else BAI
    _deal_tiles(t, due, pending)
    t.gone[INDICATOR] = TAKEN
    t.head = INDICATOR + 1
    t.there = N_TILES - INDICATOR - 1
    _replace_rounds(t, due, pending)
    _note_left(t)
    for i in range(SEATS):
        seat = (t.view.dealer + i) & 3
        if _automatic(t, seat) and (t.winner == NOBODY or not _rules(t).multi_first):
            t.won[seat] = 1
            if t.winner == NOBODY:
                t.winner = seat
            t.over = t.unfinished = True
            t.how = DEAL


cdef bint _wins_at_once(Table* t, int seat) noexcept nogil:
    """End the hand if the seat has an automatic win."""
    if not _automatic(t, seat):
        return False
    t.over = t.unfinished = True
    t.won[seat] = 1
    t.winner = seat
    t.last = t.drawn
    t.how = REPLACEMENT if t.replacement else DRAW
    return True


cdef bint _draw(Table* t, int seat, bint replacement) noexcept nogil:
    """A tile, shown tiles replaced at once; False if the hand is drawn (W4, W5, W7)."""
    cdef u64 show = _to_show(t)
    cdef bint shown = False
    cdef u8 kind
    if not replacement and t.there <= _reserve(t):
        return False
    t.locked[seat] = 0
    kind = KIND[take_tail(t) if replacement else take_head(t)]
    while True:
        record_draw(t, seat, kind, replacement)
        if t.weigh:
            weigh_draw(t, seat, kind, replacement, show)
        t.drawn = kind
        t.replacement = replacement
        if not show >> kind & 1:
            break
        t.view.shown[seat][kind] += 1
        t.view.visible[kind] += 1
        record_show(t, seat, &kind, 1)
        shown = True
        if t.there == 0:
            # Only with next to no reserve: there is nothing to replace the tile with.
            _wins_at_once(t, seat)
            t.over = True
            return True
        kind = KIND[take_tail(t)]
        replacement = True
        t.did[seat].draws += 1
        t.did[seat].replacements += 1
    give(t, seat, kind)
    _note_left(t)
    # Draw, show and replace, then win (W6): the check comes after the last replacement.
    if shown or t.n_wilds[seat] == 3:
        _wins_at_once(t, seat)
    return True


cdef int _own_how(const Table* t, int seat) noexcept nogil:
    """How the last tile of a seat's own turn came, whatever the rules make of it (W8)."""
    if seat == t.view.dealer and t.n_discards == 0:
        return DEAL
    if seat != t.view.dealer and t.did[seat].turns == 1 and t.n_claims == 0 and t.n_kongs == 0:
        return FIRST_DRAW
    return REPLACEMENT if t.replacement else DRAW


cdef bint _completes(Table* t, int seat, int last, int how) noexcept nogil:
    """The seat's tiles, the last included, win."""
    cdef Best best
    return may_be_complete(t, seat) and score_seat(t, seat, last, how, _rules(t), &best)


cdef bint _wins_on(Table* t, int seat, int kind, int how) noexcept nogil:
    """Another's tile completes the seat's hand."""
    cdef bint wins
    if t.view.barred[seat]:
        return False
    give(t, seat, kind)
    wins = _completes(t, seat, kind, how)
    take(t, seat, kind)
    return wins


cdef int _kongs(const Table* t, int seat, u16* out) noexcept nogil:
    """Concealed and added kongs, whenever it is one's turn to discard (W6)."""
    cdef const u8* hand = t.hand[seat]
    cdef int kind, i, n = 0
    if t.there <= _reserve(t):
        return 0
    for kind in range(N_KINDS):
        out[n] = action(DO_CONCEALED_KONG, kind)
        n += hand[kind] == 4
    for kind in range(N_KINDS):
        if hand[kind] == 0:
            continue
        for i in range(t.view.n_melds[seat]):
            if t.view.melds[seat][i][0] == PONG and t.view.melds[seat][i][1] == kind:
                out[n] = action(DO_ADDED_KONG, kind)
                n += 1
    return n


cdef int _turn_actions(Table* t, int seat, int phase, u16* out) noexcept nogil:
    """Win, kong or discard; after a chi or pong no win (W6)."""
    cdef const u8* hand = t.hand[seat]
    cdef int kind, n = 0, last = t.drawn if t.drawn != NO_KIND else t.last
    if phase == ON_TURN and not t.view.barred[seat] and _completes(
            t, seat, last, DEAL if t.n_discards == 0 else DRAW):
        out[0] = action(DO_WIN, 0)
        n = 1
    n += _kongs(t, seat, out + n)
    for kind in range(N_ALL):
        # Without a branch: none can be foretold.
        out[n] = action(DO_DISCARD, kind)
        n += hand[kind] != 0
    return n


cdef int _chi(const u8* hand, const u8* wild, int kind, u16* out) noexcept nogil:
    """The sequences that a discard completes, with natural tiles only (W3)."""
    cdef int low, i, n = 0, rank = kind % 9
    cdef bint held
    if kind >= EAST:
        return 0
    for low in range(max(0, rank - 2), min(rank, 6) + 1):
        held = True
        for i in range(kind - rank + low, kind - rank + low + 3):
            held = held and (i == kind or (hand[i] > 0 and not wild[i]))
        if held:
            out[n] = action(DO_CHI, kind - rank + low)
            n += 1
    return n


cdef int _claim_actions(Table* t, int seat, u16* out) noexcept nogil:
    """Win, kong, pong and chi of a discard; never of 得 (W3, W6)."""
    cdef int kind = t.view.discard, n = 1
    if t.wild[kind]:
        return 0
    out[0] = action(DO_PASS, 0)
    if _wins_on(t, seat, kind, DISCARD):
        out[n] = action(DO_WIN, 0)
        n += 1
    if t.hand[seat][kind] >= 2:
        if t.hand[seat][kind] == 3 and t.there > _reserve(t):
            out[n] = action(DO_OPEN_KONG, kind)
            n += 1
        if not t.locked[seat] >> kind & 1:
            out[n] = action(DO_PONG, kind)
            n += 1
    if seat == (t.view.discarder + 1) & 3:
        n += _chi(t.hand[seat], t.wild, kind, out + n)
    return n if n > 1 else 0


cdef int _rob_actions(Table* t, int seat, u16* out) noexcept nogil:
    """抢杠: only a win."""
    if not _wins_on(t, seat, t.view.discard, ROBBED):
        return 0
    out[0] = action(DO_PASS, 0)
    out[1] = action(DO_WIN, 0)
    return 2


cdef void _discarded(Table* t, int seat, int kind) noexcept nogil:
    """Who discards 得 is barred from every win (W3)."""
    if t.wild[kind]:
        t.view.barred[seat] = 1


cdef void _win(Table* t, int seat) noexcept nogil:
    """A win on one's own tile, or on another's that was given to the winner."""
    t.over = True
    t.won[seat] = 1
    t.winner = seat
    if t.discarder == NOBODY:
        if t.drawn != NO_KIND:
            t.last = t.drawn
        t.how = _own_how(t, seat)
    elif t.robbed:
        t.how = ROBBED
    else:
        t.how = FIRST_DISCARD if t.n_discards == 1 else DISCARD
    if CHECKED and not _completes(t, seat, t.last, how_of(t, _rules(t))):
        t.broken = b"a win of a hand that is not complete"


cdef void _waits(Table* t, int seat, Waits* out) noexcept nogil:
    """The kinds that complete a hand of 3k + 1 tiles on its own draw."""
    cdef u64 show = _to_show(t)
    cdef int kind, live, missing = lacks(t, seat)
    cdef bint wins
    memset(out, 0, sizeof(Waits))
    for kind in range(N_ALL):
        if show >> kind & 1 or t.hand[seat][kind] == 4 or (kind >= SPRING and not t.wild[kind]):
            continue
        if missing > 1 and not (t.wild[kind] and t.n_wilds[seat] == 2):
            continue
        live = (4 if kind < SPRING else 1) - t.hand[seat][kind] - t.view.visible[kind]
        if kind >= SPRING and live == 0:
            continue
        give(t, seat, kind)
        # A third 得 wins at once.
        wins = t.n_wilds[seat] == 3 or _completes(t, seat, kind, DRAW)
        take(t, seat, kind)
        if wins:
            out.kinds += 1
            out.tiles += live
            out.winning += live


cdef double _worth(Table* t, int seat, int kind, bint replacement) noexcept nogil:
    """Points of a win on a tile that came now, 0 if it wins nothing; a third 得 is left aside."""
    cdef Best best
    cdef double points = 0
    if t.view.barred[seat]:
        return 0
    give(t, seat, kind)
    if may_be_complete(t, seat) and score_seat(
            t, seat, kind, REPLACEMENT if replacement else DRAW, _rules(t), &best):
        points = best.points
    take(t, seat, kind)
    return points


cdef double _multiplier(const Table* t, int a, int b) noexcept nogil:
    """The ratio is in the flows already."""
    return 1


cdef GameOps OPS
OPS.game = 1
OPS.n_tiles = N_TILES
OPS.n_kinds = N_ALL
OPS.melds = 5
OPS.row_size = sizeof(WenlingRow)
OPS.kind_of = KIND
OPS.deal = _deal
OPS.draw = _draw
OPS.turn_actions = _turn_actions
OPS.claim_actions = _claim_actions
OPS.rob_actions = _rob_actions
OPS.discarded = _discarded
OPS.win = _win
OPS.waits = _waits
OPS.worth = _worth
OPS.settle = settle
OPS.multiplier = _multiplier


cdef const GameOps* wenling_ops() noexcept nogil:
    return &OPS
