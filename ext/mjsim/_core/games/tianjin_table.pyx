"""天津麻将 at the table: what is legal, what a draw and a discard bring, who pays (T3-T5, T8-T10)."""

from libc.string cimport memset

from mjsim._core.games.tianjin cimport (
    DEAL, DRAW, FIRST, KONG, Hand, Options, may_win, score,
)
from mjsim._core.games.tianjin_walls cimport N_DEALT, N_TILES, SEAT, indicator_place
from mjsim._core.keys cimport read_present, word
from mjsim._core.suits cimport POW5, Suits, free_suits, need_of_keys
from mjsim._core.table.actions cimport (
    DO_ADDED_KONG, DO_CONCEALED_KONG, DO_DISCARD, DO_OPEN_KONG, DO_PASS, DO_PONG, DO_TIAN_TING,
    DO_WIN, action, type_of,
)
from mjsim._core.table.choice cimport decide, record_draw
from mjsim._core.table.invariants cimport CHECKED
from mjsim._core.table.luck cimport weigh_draw
from mjsim._core.table.supply cimport reserve_tail, take_head, take_tail
from mjsim._core.table.table cimport GameOps, NOBODY, Settled, TAKEN, Table, Waits, give, take
from mjsim._core.table.view cimport ON_TIAN_TING, ON_TURN, SEATS
from mjsim._core.types cimport (
    CONCEALED_KONG, N_KINDS, OPEN_KONG, PONG, i8, i32, u8, u16, u32, u64,
)

__all__ = []

cdef void _deal(Table* t) noexcept nogil:
    """Four hands and the indicator; the dealer's first turn is as after a draw (T3, T4)."""
    cdef const Options* rules = <const Options*>t.rules
    cdef int i, place = indicator_place(&t.wall)
    t.view.indicator = t.wall.tiles[place] >> 2
    t.view.visible[t.view.indicator] = 1
    t.wild = t.wilds.wild[t.view.indicator]
    t.keep = &t.wilds.keep[t.view.indicator]
    for i in range(N_DEALT):
        t.gone[i] = TAKEN
        give(t, (t.view.dealer + SEAT[i]) & 3, t.wall.tiles[i] >> 2)
    t.gone[place] = TAKEN
    t.head = N_DEALT
    t.there = N_TILES - N_DEALT - 1
    t.view.left = <u8>t.there
    t.view.shown_from = N_KINDS
    if rules.dead_wall:
        reserve_tail(t, rules.dead_wall)


cdef bint _draw(Table* t, int seat, bint replacement) noexcept nogil:
    """A tile; False if the hand is drawn: an ordinary draw is due and none is left (T4)."""
    cdef int kind
    if replacement:
        kind = take_tail(t) >> 2
    elif t.view.left == 0:
        return False
    else:
        kind = take_head(t) >> 2
    if t.weigh:
        weigh_draw(t, seat, kind, replacement, 0)
    t.drawn = kind
    t.replacement = replacement
    give(t, seat, kind)
    record_draw(t, seat, kind, replacement)
    return True


cdef int _how(const Table* t, int seat) noexcept nogil:
    """How the last tile came, by what has happened so far (T6)."""
    if t.replacement:
        return KONG
    if seat == t.view.dealer:
        return DEAL if t.n_discards == 0 else DRAW
    if (t.did[seat].draws == 1 and t.n_claims == 0 and t.n_kongs == 0
            and (<const Options*>t.rules).dihu):
        return FIRST
    return DRAW


cdef void _read(const Table* t, int seat, int last, int how, Hand* hand) noexcept nogil:
    """A seat's hand for the scorer, its last tile included."""
    cdef int i
    hand.counts = t.hand[seat]
    hand.keyed.key[0] = t.key[seat][0]
    hand.keyed.key[1] = t.key[seat][1]
    hand.keyed.key[2] = t.key[seat][2]
    hand.keyed.key[3] = t.key[seat][3]
    hand.keyed.wilds = t.n_wilds[seat]
    hand.keyed.total = t.view.n_concealed[seat]
    hand.melds = t.view.n_melds[seat]
    hand.indicator = t.view.indicator
    hand.last = last
    hand.how = how
    hand.kongs = t.kongs
    hand.ting = t.view.ting[seat]
    hand.jin_gang = False
    for i in range(hand.melds):
        if t.wild[t.view.melds[seat][i][1]]:
            hand.jin_gang = True
    read_present(hand.counts, t.keep, hand.present)


cdef bint _may_win(const Table* t, int seat) noexcept nogil:
    """The tile just drawn completes a hand that may be declared (T5)."""
    cdef Hand hand
    cdef u32 mask = 0, possible
    cdef i32 fan
    if t.view.barred[seat] or need_of_keys(
            free_suits(), t.key[seat], 4 - t.view.n_melds[seat], 1) > t.n_wilds[seat]:
        return False
    _read(t, seat, t.drawn, _how(t, seat), &hand)
    fan = score(&hand, t.wilds, <const Options*>t.rules, &mask, &possible)
    return may_win(fan, mask, <const Options*>t.rules)


cdef double _worth(Table* t, int seat, int kind, bint replacement) noexcept nogil:
    """Fan of a win on a tile that came now; 0 if it may not be declared."""
    cdef Hand hand
    cdef u32 mask = 0, possible
    cdef i32 fan = 0
    cdef int drawn = t.drawn
    cdef bint replaced = t.replacement
    if t.view.barred[seat]:
        return 0
    t.drawn = kind
    t.replacement = replacement
    t.did[seat].draws += 1
    give(t, seat, kind)
    _read(t, seat, kind, _how(t, seat), &hand)
    fan = score(&hand, t.wilds, <const Options*>t.rules, &mask, &possible)
    if not may_win(fan, mask, <const Options*>t.rules):
        fan = 0
    take(t, seat, kind)
    t.did[seat].draws -= 1
    t.drawn = drawn
    t.replacement = replaced
    return fan


cdef inline bint _any_four(const u8* hand) noexcept nogil:
    """Some kind is held four times."""
    cdef u64 four = <u64>0x0404040404040404
    return ((word(hand) | word(hand + 8) | word(hand + 16) | word(hand + 24)) & four) != 0 or (
        (hand[32] | hand[33]) & 4) != 0


cdef int _kongs(const Table* t, int seat, u16* out) noexcept nogil:
    """Kongs in one's own turn: concealed ones, 金杠, added ones (T4)."""
    cdef const u8* hand = t.hand[seat]
    cdef int kind, i, n = 0
    cdef int pongs = 0
    if t.there == 0:
        return 0
    for kind in range(N_KINDS if _any_four(hand) else 0):
        # Of the indicator's kind there are three, so that four wilds are the successor's.
        if hand[kind] == 4 and (not t.wild[kind] or (<const Options*>t.rules).allow_jin_gang):
            out[n] = action(DO_CONCEALED_KONG, kind)
            n += 1
    for i in range(t.view.n_melds[seat]):
        pongs += (t.view.melds[seat][i][0] == PONG and hand[t.view.melds[seat][i][1]] > 0)
    if pongs:
        for kind in range(N_KINDS):
            if hand[kind] == 0:
                continue
            for i in range(t.view.n_melds[seat]):
                if t.view.melds[seat][i][0] == PONG and t.view.melds[seat][i][1] == kind:
                    out[n] = action(DO_ADDED_KONG, kind)
                    n += 1
    return n


cdef int _turn_actions(Table* t, int seat, int phase, u16* out) noexcept nogil:
    """In one's own turn: win, kong or discard; after a pong only discard (T4, T10)."""
    cdef const u8* hand = t.hand[seat]
    cdef int kind, n = 0
    cdef bint wins
    if phase == ON_TURN:
        wins = _may_win(t, seat)
        if wins:
            out[0] = action(DO_WIN, 0)
            n = 1
        if t.view.ting[seat]:
            if not wins:
                out[0] = action(DO_DISCARD, t.drawn)
            return 1
        n += _kongs(t, seat, out + n)
    for kind in range(N_KINDS):
        # Without a branch: half of the kinds are held, and none can be foretold.
        out[n] = action(DO_DISCARD, kind)
        n += hand[kind] != 0
    return n


cdef int _claim_actions(Table* t, int seat, u16* out) noexcept nogil:
    """Pong and open kong of a discard (T4)."""
    cdef int kind = t.view.discard, n = 1
    if t.hand[seat][kind] < 2 or t.wild[kind] or t.view.ting[seat] or (
            t.view.left <= (<const Options*>t.rules).last_claim_free_tiles):
        return 0
    out[0] = action(DO_PASS, 0)
    if t.hand[seat][kind] == 3 and t.there:
        out[1] = action(DO_OPEN_KONG, kind)
        n = 2
    out[n] = action(DO_PONG, kind)
    return n + 1


cdef void _ask_tian_ting(Table* t) noexcept nogil:
    """天聽: every ready non-dealer is asked, then all are shown (T10)."""
    cdef u16[2] actions = [action(DO_PASS, 0), action(DO_TIAN_TING, 0)]
    cdef u8[SEATS] declared = [0, 0, 0, 0]
    cdef int i, seat
    for i in range(1, SEATS):
        seat = (t.view.dealer + i) & 3
        if need_of_keys(free_suits(), t.key[seat], 4, 1) <= t.n_wilds[seat] + 1:
            declared[seat] = type_of(decide(t, seat, ON_TIAN_TING, actions, 2)) == DO_TIAN_TING
            if t.failed >= 0:
                return
    for seat in range(SEATS):
        t.view.ting[seat] = declared[seat]


cdef void _discarded(Table* t, int seat, int kind) noexcept nogil:
    """What a discard brings before anyone claims it: 小相公, 天聽, 鏟 (T4, T9, T10)."""
    cdef int other
    if t.wild[kind]:
        t.view.barred[seat] = 1
    if t.n_discards == 1 and (<const Options*>t.rules).tian_ting:
        _ask_tian_ting(t)
    elif t.n_discards == SEATS and t.n_claims == 0:
        t.flag = True
        for other in range(SEATS):
            t.flag = t.flag and t.view.river[other][0] == kind


cdef void _waits(Table* t, int seat, Waits* out) noexcept nogil:
    """The kinds that complete a hand of 3k + 1 tiles on an ordinary draw."""
    cdef const Suits* s = free_suits()
    cdef const Options* rules = <const Options*>t.rules
    cdef u32* key = t.key[seat]
    cdef int kind, live, melds = 4 - t.view.n_melds[seat], need, wilds = t.n_wilds[seat]
    cdef int with_wild = need_of_keys(s, key, melds, 1)
    cdef Hand hand
    cdef u32 mask = 0, possible
    cdef i32 fan
    memset(out, 0, sizeof(Waits))
    _read(t, seat, 0, DRAW, &hand)
    for kind in range(N_KINDS):
        if t.hand[seat][kind] == 4:
            # A fifth copy can't be drawn; whether it would complete the hand is left aside.
            continue
        elif t.wild[kind]:
            need = with_wild - 1
        else:
            key[kind // 9] += POW5[kind % 9]
            need = need_of_keys(s, key, melds, 1)
            key[kind // 9] -= POW5[kind % 9]
        if need > wilds:
            continue
        out.kinds += 1
        live = 4 - t.hand[seat][kind] - t.view.visible[kind]
        out.tiles += live
        if live == 0:
            continue
        t.hand[seat][kind] += 1
        hand.last = kind
        hand.keyed.key[0] = key[0]
        hand.keyed.key[1] = key[1]
        hand.keyed.key[2] = key[2]
        hand.keyed.key[3] = key[3]
        hand.keyed.wilds = wilds + t.wild[kind]
        if not t.wild[kind]:
            hand.keyed.key[kind // 9] += POW5[kind % 9]
        read_present(hand.counts, t.keep, hand.present)
        # On its own line: the mask is read after it is written.
        fan = score(&hand, t.wilds, rules, &mask, &possible)
        if may_win(fan, mask, rules):
            out.winning += live
        t.hand[seat][kind] -= 1


cdef void _win(Table* t, int seat) noexcept nogil:
    """A win on the tile just drawn."""
    t.over = True
    t.won[seat] = 1
    t.winner = seat
    t.last = t.drawn
    t.how = _how(t, seat)
    if CHECKED and not _may_win(t, seat):
        t.broken = b"a win that may not be declared"


cdef int _kong_points(const Table* t, int seat, const Options* rules, u8* golden) noexcept nogil:
    """T8: 明杠 1, 暗杠 2, 金杠 by option."""
    cdef int i, points = 0
    cdef const u8* meld
    golden[0] = 0
    for i in range(t.view.n_melds[seat]):
        meld = t.view.melds[seat][i]
        if meld[0] == OPEN_KONG:
            points += 1
        elif meld[0] == CONCEALED_KONG:
            if t.wild[meld[1]]:
                golden[0] += 1
                points += rules.jin_gang_points
            else:
                points += 2
    return points


cdef void _settle(const Table* t, const void* options, Settled* out, void* rows,
                  size_t stride) noexcept nogil:
    """Flows at unit stake (T8, T9) and each seat's row."""
    cdef const Options* rules = <const Options*>options
    cdef int[SEATS] due
    cdef int a, b, flow, dealer = t.view.dealer
    cdef Hand hand
    cdef u32 mask = 0, possible = 0
    cdef u8 golden = 0
    cdef TianjinRow* row
    for a in range(SEATS):
        row = <TianjinRow*>(<char*>rows + a * stride)
        row.how = -1
        row.fan = 0
        row.categories = row.possible = 0
        row.kong_points = _kong_points(t, a, rules, &golden)
        row.n_jin_gang = golden
        row.is_chan = t.flag
        row.is_ting = t.view.ting[a]
        due[a] = 0
        if t.winner != NOBODY or rules.kong_points_on_draw:
            due[a] = row.kong_points
        if a == t.winner:
            _read(t, a, t.last, t.how, &hand)
            row.how = <i8>t.how
            row.fan = score(&hand, t.wilds, rules, &mask, &possible)
            row.categories = mask
            row.possible = possible
            due[a] += row.fan
    for a in range(SEATS):
        for b in range(SEATS):
            flow = due[a] - due[b]
            if t.flag and a != b:
                if a == dealer:
                    flow -= rules.chan_points
                elif b == dealer:
                    flow += rules.chan_points
            out.flow[a][b] = flow * rules.base
    out.next_dealer = dealer
    if t.winner == NOBODY:
        out.next_dealer = (dealer + rules.draw_rotates) & 3
    elif t.winner != dealer:
        out.next_dealer = (dealer + 1) & 3


cdef double _multiplier(const Table* t, int a, int b) noexcept nogil:
    """T2: payments with the dealer are multiplied by 2**(sit + pull)."""
    if a == t.view.dealer:
        return 1 << (t.view.sit + t.view.pulls[b])
    if b == t.view.dealer:
        return 1 << (t.view.sit + t.view.pulls[a])
    return 1


cdef u8[N_TILES] KIND
for _i in range(N_TILES):
    KIND[_i] = _i >> 2

cdef GameOps OPS
OPS.game = 0
OPS.n_tiles = N_TILES
OPS.n_kinds = N_KINDS
OPS.melds = 4
OPS.row_size = sizeof(TianjinRow)
OPS.kind_of = KIND
OPS.deal = _deal
OPS.draw = _draw
OPS.turn_actions = _turn_actions
OPS.claim_actions = _claim_actions
OPS.rob_actions = NULL
OPS.discarded = _discarded
OPS.win = _win
OPS.waits = _waits
OPS.worth = _worth
OPS.settle = _settle
OPS.multiplier = _multiplier


cdef const GameOps* tianjin_ops() noexcept nogil:
    return &OPS
