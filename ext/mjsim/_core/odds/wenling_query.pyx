"""温岭麻将 in the solitary model: the one way, which is shape, and wins (W3-W8)."""

from libc.string cimport memcpy

from mjsim._core.games.wenling cimport (
    DRAW, N_ALL, REPLACEMENT, Best, Held, Options, Table, WenlingRules, read_held, read_table,
    score,
)
from mjsim._core.keys cimport Wilds
from mjsim._core.odds.hold cimport Hold
from mjsim._core.odds.query cimport MOST_MELDS, Query
from mjsim._core.odds.ways cimport Way, Ways, add_way, clear_ways
from mjsim._core.suits cimport free_suits, need_of_keys
from mjsim._core.types cimport CONCEALED_KONG, N_KINDS, OPEN_KONG, PONG, u8, u32, u64

__all__ = []

cdef enum:
    AT_ONCE = 3                     # 得 that win, complete or not


cdef void _open(const Query* q, const Hold* hold, int bound, Ways* out) noexcept nogil:
    cdef Way way
    clear_ways(out)
    memcpy(way.key, hold.key, sizeof(hold.key))
    way.melds = q.whole - hold.melds
    way.pairs = 1
    way.spare = hold.wilds
    way.plus = way.fixed = way.least = 0
    way.fixed_kinds = 0
    way.quad = -1
    add_way(out, &way, bound)


cdef bint _wins(const Query* q, const Hold* hold, int last, int row, double* value,
                u32* mask) noexcept nogil:
    cdef const Options* rules = <const Options*>q.rules
    cdef u8[2 * MOST_MELDS] melds
    cdef int i, n = q.n_laid, kind
    cdef Held held
    cdef Table table
    cdef Best best
    if hold.wilds != AT_ONCE and need_of_keys(
            free_suits(), hold.key, q.whole - hold.melds, 1) > hold.wilds:
        return False
    for i in range(2 * MOST_MELDS):
        melds[i] = q.laid[i]
    for i in range(n):
        if melds[2 * i] == PONG and hold.kongs >> melds[2 * i + 1] & 1:
            melds[2 * i] = OPEN_KONG
    for kind in range(N_KINDS):
        if hold.kongs >> kind & 1 and not _laid(q, kind) and n < MOST_MELDS:
            melds[2 * n] = CONCEALED_KONG
            melds[2 * n + 1] = <u8>kind
            n += 1
    read_table(q.shown, q.indicator, q.seat, rules, &table)
    if not read_held(hold.counts, melds, q.shown, q.indicator, &table, &held):
        return False
    if not score(&held, &table, last, q.indicator, REPLACEMENT if row else DRAW, q.seat, rules,
                 &best):
        return False
    value[0] = best.points
    mask[0] = best.mask
    return True


cdef bint _laid(const Query* q, int kind) noexcept nogil:
    """A pong of this kind was laid before."""
    cdef int i
    for i in range(q.n_laid):
        if q.laid[2 * i] == PONG and q.laid[2 * i + 1] == kind:
            return True
    return False


cdef int fill_wenling(Query* q, WenlingRules rules, Wilds wilds) except -1:
    """Fill what is the game's own; indicator, goal, tiles, melds and the seat are set."""
    cdef int kind
    q.open = _open
    q.wins = _wins
    q.rules = &rules.options
    q.table = &wilds.table
    q.bar = NULL
    q.wild = wilds.table.wild[q.indicator]
    q.n_kinds = N_ALL
    q.whole = 5
    q.automatic = AT_ONCE
    q.n_row = 1
    q.kongable = 0
    for kind in range(N_KINDS):
        if kind != q.indicator and not q.wild[kind]:
            q.kongable |= <u64>1 << kind
    q.allowed = 0
    q.by_kong = False
    q.alike = True
    return 0
