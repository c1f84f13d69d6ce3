"""Ways from a hand to a goal, and what each tile more or less changes.

A way fixes some tiles, so that what is left is a shape of melds and a pair, for which the suit
classes know how many tiles it lacks. One natural tile changes one suit: three look-ups a way.
"""

from libc.string cimport memcpy

from mjsim._core.suits cimport (
    HONOUR_KEYS, POW5, Barred, Suits, free_suits, need_of, need_of_keys,
)
from mjsim._core.types cimport u8, u32

__all__ = []


cdef void clear_ways(Ways* ways) noexcept nogil:
    ways.n = 0
    ways.natural = False
    ways.by_nature.lacks = FAR


cdef inline int _total(const Way* way, int need, int fixed, int plus) noexcept nogil:
    return plus + max(way.least, need + fixed - way.spare)


cdef void add_way(Ways* ways, const Way* way, int bound) noexcept nogil:
    """Look a way up, and keep it if it lacks no more than `bound` tiles."""
    cdef Way* kept = &ways.of[ways.n]
    if way.melds < 0:
        return
    kept[0] = way[0]
    kept.need = need_of_keys(free_suits(), way.key, way.melds, way.pairs)
    kept.lacks = _total(kept, kept.need, kept.fixed, kept.plus)
    if kept.lacks <= bound and ways.n < MOST_WAYS - 1:
        ways.n += 1


cdef inline int _place(const Natural* way, int rank) noexcept nogil:
    """Which of the ranks that are not wild this is."""
    if way.rank == 8:
        return rank - 1
    return rank if rank < way.rank else rank - 2


cdef int _natural_need(const Natural* way, const u32* key, u32 others) noexcept nogil:
    """Tiles that natural tiles lack, at most four of a kind, none of a wild kind."""
    cdef const Suits* s = way.bar.suits
    cdef u32 shut
    cdef u32[3] cls
    cdef int suit, n = 0
    cdef size_t left, right
    for suit in range(4):
        if suit != way.suit:
            cls[n] = s.honour[key[3]] if suit == 3 else s.suit[key[suit]]
            n += 1
    shut = (way.bar.honour[way.rank * HONOUR_KEYS + key[3]] if way.suit == 3
            else way.bar.suit[way.rank * HONOUR_KEYS + others])
    left = way.bar.fold[shut << 8 | cls[0]]
    right = s.fold[cls[1] << 8 | cls[2]]
    return s.need[(2 * way.melds + 1) * s.plane + left * s.n_folds + right]


cdef void add_natural(Ways* ways, const Barred* bar, const Hold* hold, int indicator, int melds,
                      int bound) noexcept nogil:
    """The way of natural tiles alone, which a hand with a wild has not: none is discarded."""
    cdef Natural* way = &ways.by_nature
    cdef int rank
    if hold.wilds:
        return
    way.bar = bar
    way.suit = indicator // 9
    way.rank = indicator % 9
    way.melds = melds
    memcpy(way.key, hold.key, sizeof(hold.key))
    way.others = 0
    if way.suit < 3:
        for rank in range(9):
            if hold.counts[9 * way.suit + rank]:
                way.others += hold.counts[9 * way.suit + rank] * POW5[_place(way, rank)]
    way.lacks = _natural_need(way, way.key, way.others)
    if way.lacks <= bound:
        ways.natural = True
    else:
        way.lacks = FAR


cdef int _natural_changed(const Natural* way, int kind, int more) noexcept nogil:
    """Tiles that it lacks with a natural tile more, or less."""
    cdef u32[4] key
    cdef u32 others = way.others
    cdef int suit = kind // 9
    memcpy(key, way.key, sizeof(key))
    key[suit] += more * POW5[kind - 9 * suit]
    if suit == way.suit and suit < 3:
        others += more * POW5[_place(way, kind - 9 * suit)]
    return _natural_need(way, key, others)


cdef int least_lacks(const Ways* ways) noexcept nogil:
    """Tiles that the nearest way lacks."""
    cdef int i, best = ways.by_nature.lacks
    for i in range(ways.n):
        best = min(best, ways.of[i].lacks)
    return best


cdef inline int _need(const Way* way, int suit, u32 changed) noexcept nogil:
    """What the rest lacks with another key of one suit."""
    cdef const Suits* s = free_suits()
    cdef u32 a = s.suit[way.key[0] if suit != 0 else changed]
    cdef u32 b = s.suit[way.key[1] if suit != 1 else changed]
    cdef u32 c = s.suit[way.key[2] if suit != 2 else changed]
    cdef u32 d = s.honour[way.key[3] if suit != 3 else changed]
    return need_of(s, a, b, c, d, way.melds, way.pairs)


cdef int lacks_with(const Ways* ways, const u8* counts, int kind) noexcept nogil:
    """Tiles that the nearest way lacks with one natural tile more."""
    cdef int i, best = FAR, suit = kind // 9, lacks
    cdef const Way* way
    for i in range(ways.n):
        way = &ways.of[i]
        if kind == way.quad:
            lacks = way.lacks - 1
        elif way.fixed_kinds >> kind & 1 and counts[kind] == 0:
            lacks = _total(way, way.need, way.fixed - 1, way.plus)
        else:
            lacks = _total(way, _need(way, suit, way.key[suit] + POW5[kind - 9 * suit]),
                           way.fixed, way.plus)
        best = min(best, lacks)
    if ways.natural and best > ways.by_nature.lacks - 1:
        best = min(best, _natural_changed(&ways.by_nature, kind, 1))
    return best


cdef int lacks_without(const Ways* ways, const u8* counts, int kind) noexcept nogil:
    """Tiles that the nearest way lacks with one natural tile less."""
    cdef int i, best = FAR, suit = kind // 9, lacks
    cdef const Way* way
    for i in range(ways.n):
        way = &ways.of[i]
        if kind == way.quad:
            lacks = way.lacks + 1
        elif way.fixed_kinds >> kind & 1 and counts[kind] == 1:
            lacks = _total(way, way.need, way.fixed + 1, way.plus)
        else:
            lacks = _total(way, _need(way, suit, way.key[suit] - POW5[kind - 9 * suit]),
                           way.fixed, way.plus)
        best = min(best, lacks)
    if ways.natural and best > ways.by_nature.lacks:
        best = min(best, _natural_changed(&ways.by_nature, kind, -1))
    return best
