"""天津麻将: the categories of all complete 14-tile deals, counted exactly (T6).

Of one suit only its profile matters: its number of tiles, and for every (melds, pairs) whether
all its tiles fit into them with wilds in the gaps ("fits"), or all but one ("spares"), as it is
and with the groups of 捉5 and of 龍 taken out. Profiles with their weights convolve suit by suit;
a hand of 14 tiles whose tiles all fit has just the wilds that its gaps need, so that wilds never
need to be counted. At the deal any tile may be the last one: 混吊 asks for one tile to spare (or
for none, a wild being the last), 捉5 for a 四五六萬.

Nothing here is shared with the scorer but the classes of suits.
"""

import numpy as np

from mjsim._core.games.tianjin cimport (
    BENHUNLONG, FIVE_BIT, FOUR_BIT, HUNDIAO, LONG, N_MASKS, SIX_BIT, SU, SUBENLONG,
    TIANHU, TILIU, ZHUO5, Best, offer,
)
from mjsim._core.keys cimport BITS, DRAGON_KEY
from mjsim._core.suits cimport POW5, TARGETS, Suits, free_suits
from mjsim._core.tallymap cimport Map, map_add, map_close, map_open
from mjsim._core.types cimport i64, u8, u32, u64
from mjsim._core.weights cimport Walk, walk_next, walk_open, walk_weight

__all__ = ["deal_masks"]

cdef enum:
    DEALT = 14
    GRID = 10                       # (melds 0-4, pairs 0-1), bit 2 melds + pairs
    ALL = (1 << GRID) - 1
    UNPAIRED = 0b0101010101         # cells without a pair
    # Fields of a profile: tiles, then grids of cells.
    FITS = 4
    SPARES = 14
    # 筒 條 and honours:
    DRAGON_FITS = 24                # (melds 0-1, pairs 0-1): 龍 out of a suit without wilds
    DRAGON_SPARES = 28
    BEN_FITS = 32                   # 龍 out of the wild suit
    BEN_SPARES = 36
    # 萬:
    CATCH = 24                      # 四五六 taken out
    FIVE_OUT = 34                   # a 五 taken out
    OWN_FITS = 44                   # its 龍 taken out
    OWN_SPARES = 48
    OWN_FIVE_OUT = 52               # a 五, then its 龍

# What single numbers of wilds must be split by: 素本龍 holds one of each wild kind.
cdef enum:
    ONE_OF_EACH = 12                # 3 copies of the indicator's kind, 4 of its successor
    TWO_OF_SEVEN = 21


cdef inline u64 _cells(const Suits* t, const u8* table, u32 key, int n, int waste) noexcept nogil:
    """Cells into which n tiles fit but for `waste` of them."""
    cdef const u8* missing = t.vectors + table[key] * TARGETS
    cdef u64 cells = 0
    cdef int cell
    for cell in range(GRID):
        # 3 melds + 2 pairs places, of which `missing` stay empty.
        if n - (3 * (cell >> 1) + 2 * (cell & 1) - missing[cell]) <= waste:
            cells |= <u64>1 << cell
    return cells


cdef inline u32 _held(const Walk* walk) noexcept nogil:
    cdef u32 ranks = 0
    cdef int i
    for i in range(9):
        if walk.counts[i]:
            ranks |= <u32>1 << i
    return ranks


cdef int _suit_profiles(const Suits* t, const u8* copies, bint ben, Map* out) except -1 nogil:
    """Profiles of 筒 or 條."""
    cdef Walk walk
    cdef u64 profile, fits, spares
    cdef u32 ranks
    cdef int left
    walk_open(&walk, copies, 9, DEALT)
    while True:
        profile = _cells(t, t.suit, walk.key, walk.n, 0)
        if profile:
            ranks = _held(&walk)
            left = walk.n - BITS[ranks]
            fits = _cells(t, t.suit, walk.key - DRAGON_KEY[ranks], left, 0) & 15
            spares = _cells(t, t.suit, walk.key - DRAGON_KEY[ranks], left, 1) & 15
            profile = (<u64>walk.n | profile << FITS
                       | _cells(t, t.suit, walk.key, walk.n, 1) << SPARES
                       | fits << (BEN_FITS if ben else DRAGON_FITS)
                       | spares << (BEN_SPARES if ben else DRAGON_SPARES))
            map_add(out, profile, walk_weight(&walk))
        if not walk_next(&walk):
            return 0


cdef int _honour_profiles(const Suits* t, const u8* copies, Map* out) except -1 nogil:
    cdef Walk walk
    cdef u64 fits
    walk_open(&walk, copies, 7, DEALT)
    while True:
        fits = _cells(t, t.honour, walk.key, walk.n, 0)
        if fits:
            map_add(out, <u64>walk.n | fits << FITS
                    | _cells(t, t.honour, walk.key, walk.n, 1) << SPARES, walk_weight(&walk))
        if not walk_next(&walk):
            return 0


cdef int _man_profiles(const Suits* t, const u8* copies, Map* out) except -1 nogil:
    cdef Walk walk
    cdef u64 profile
    cdef u32 ranks, taken, key
    cdef int left
    walk_open(&walk, copies, 9, DEALT)
    while True:
        profile = _cells(t, t.suit, walk.key, walk.n, 0)
        if profile:
            ranks = _held(&walk)
            left = walk.n - BITS[ranks]
            profile = (<u64>walk.n | profile << FITS
                       | _cells(t, t.suit, walk.key, walk.n, 1) << SPARES
                       | (_cells(t, t.suit, walk.key - DRAGON_KEY[ranks], left, 0) & 15) << OWN_FITS
                       | (_cells(t, t.suit, walk.key - DRAGON_KEY[ranks], left, 1)
                          & 15) << OWN_SPARES)
            taken = ranks & (FOUR_BIT | FIVE_BIT | SIX_BIT)
            profile |= _cells(t, t.suit, walk.key - DRAGON_KEY[taken], walk.n - BITS[taken],
                              0) << CATCH
            if ranks & FIVE_BIT:
                key = walk.key - POW5[4]
                profile |= _cells(t, t.suit, key, walk.n - 1, 0) << FIVE_OUT
                taken = ranks if walk.counts[4] > 1 else ranks & ~<u32>FIVE_BIT
                profile |= (_cells(t, t.suit, key - DRAGON_KEY[taken],
                                   walk.n - 1 - BITS[taken], 0) & 3) << OWN_FIVE_OUT
            map_add(out, profile, walk_weight(&walk))
        if not walk_next(&walk):
            return 0


cdef inline u64 _grid(u64 profile, int field) noexcept nogil:
    return profile >> field & ALL


cdef inline u64 _small(u64 profile, int field) noexcept nogil:
    return profile >> field & 15


cdef inline u64 _sum(u64 a, u64 b, u64 within) noexcept nogil:
    """Cells that are a cell of a and a cell of b together."""
    cdef u64 out = 0
    cdef int cell = 0
    while b:
        if b & 1:
            out |= (a & UNPAIRED if cell & 1 else a) << cell
        b >>= 1
        cell += 1
    return out & within


cdef inline bint _meet(u64 a, u64 b, int melds, int pairs) noexcept nogil:
    """Whether a cell of a and a cell of b make so many melds and pairs."""
    return _sum(a, b, ALL) >> (2 * melds + pairs) & 1


cdef inline u64 _join(u64 a, u64 b) noexcept nogil:
    """The profile of two suits (萬 not among them) together."""
    cdef u64 fits_a = _grid(a, FITS), fits_b = _grid(b, FITS)
    cdef u64 spares_a = _grid(a, SPARES), spares_b = _grid(b, SPARES)
    cdef u64 out = (a & 15) + (b & 15)
    cdef int kind, fits, spares
    cdef u64 da, db, sa, sb
    out |= _sum(fits_a, fits_b, ALL) << FITS
    out |= (_sum(spares_a, fits_b, ALL) | _sum(fits_a, spares_b, ALL)) << SPARES
    for kind in range(2):
        fits = BEN_FITS if kind else DRAGON_FITS
        spares = fits + DRAGON_SPARES - DRAGON_FITS
        da = _small(a, fits)
        db = _small(b, fits)
        sa = _small(a, spares)
        sb = _small(b, spares)
        out |= (_sum(da, fits_b, 15) | _sum(fits_a, db, 15)) << fits
        out |= (_sum(sa, fits_b, 15) | _sum(da, spares_b, 15)
                | _sum(fits_a, sb, 15) | _sum(spares_a, db, 15)) << spares
    return out


cdef int _fold(const Map* a, const Map* b, Map* out) except -1 nogil:
    cdef size_t i, j
    cdef u64 joined
    for i in range(a.size):
        if not a.keys[i]:
            continue
        for j in range(b.size):
            if b.keys[j] and (a.keys[i] & 15) + (b.keys[j] & 15) <= DEALT:
                joined = _join(a.keys[i], b.keys[j])
                if _grid(joined, FITS):
                    map_add(out, joined, a.weights[i] * b.weights[j])
    return 0


cdef bint _offer_all(u64 man, u64 rest, bint own_ben, Best* best) noexcept nogil:
    """Offer the arrangements of a complete hand, without 素, 天胡 and 素本龍.

    Whether there is a 本混龍.
    """
    cdef u64 fits = _grid(man, FITS), others = _grid(rest, FITS)
    cdef u64 spares = _grid(man, SPARES), others_spare = _grid(rest, SPARES)
    cdef u64 five_out = _grid(man, FIVE_OUT), catch = _grid(man, CATCH)
    cdef u64 own_fits = _small(man, OWN_FITS), own_spares = _small(man, OWN_SPARES)
    cdef u64 dragon, spare
    cdef bint zhuo, single, double, both
    cdef bint own, ben
    cdef bint own_dragon = False
    cdef u32 bit
    cdef int factor, other
    offer(best, 1, TILIU)
    # Without 龍. What is spared is a tile beside a wild or two, or a wild itself.
    single = _meet(spares, others, 4, 0) or _meet(fits, others_spare, 4, 0)
    double = _meet(spares, others, 3, 1) or _meet(fits, others_spare, 3, 1)
    both = _meet(five_out, others, 3, 1) or _meet(fits, others, 3, 1)
    if single or double:
        offer(best, 2, HUNDIAO)
    if _meet(catch, others, 3, 1):
        offer(best, 3, ZHUO5)
    if both:
        offer(best, 6, ZHUO5 | HUNDIAO)
    for other in range(3):
        # 龍 in 萬, in the wild suit of the others, in another.
        own = other == 0
        ben = own_ben if own else other == 1
        factor = 2 if ben else 1
        bit = BENHUNLONG if ben else LONG
        dragon = _small(rest, BEN_FITS if ben else DRAGON_FITS)
        spare = _small(rest, BEN_SPARES if ben else DRAGON_SPARES)
        if own:
            if not _meet(own_fits, others, 1, 1):
                continue
            # Its own 5 is the last tile.
            zhuo = True
            single = _meet(own_spares, others, 1, 0) or _meet(own_fits, others_spare, 1, 0)
            double = _meet(own_spares, others, 0, 1) or _meet(own_fits, others_spare, 0, 1)
            both = (_meet(man >> OWN_FIVE_OUT & 3, others, 0, 1)
                    or _meet(own_fits, others, 0, 1))
        else:
            if not _meet(fits, dragon, 1, 1):
                continue
            zhuo = _meet(catch, dragon, 0, 1)
            single = _meet(spares, dragon, 1, 0) or _meet(fits, spare, 1, 0)
            double = _meet(spares, dragon, 0, 1) or _meet(fits, spare, 0, 1)
            both = _meet(five_out, dragon, 0, 1) or _meet(fits, dragon, 0, 1)
        if ben:
            own_dragon = True
        offer(best, 4 * factor, bit)
        if zhuo:
            offer(best, 7 * factor, bit | ZHUO5)
        if single or double:
            offer(best, 8 * factor, bit | HUNDIAO)
        if both:
            offer(best, 14 * factor, bit | HUNDIAO | ZHUO5)
    return own_dragon


cdef int _count(const Map* man, const Map* rest, bint own_ben, bint sub,
                i64* masks, i64* possible) except -1 nogil:
    """Add all complete hands to masks[mask], possible[mask]; `sub`: 素本龍 counts."""
    cdef size_t i, j
    cdef u64 a, b
    cdef i64 weight
    cdef u32 mask, more
    cdef int wilds
    cdef bint own_dragon
    cdef Best best
    cdef i64[8] ways = [1, 7, 21, 35, 35, 21, 7, 1]
    for i in range(man.size):
        a = man.keys[i]
        if not a:
            continue
        for j in range(rest.size):
            b = rest.keys[j]
            if not b:
                continue
            wilds = DEALT - <int>(a & 15) - <int>(b & 15)
            if not 0 <= wilds <= 7 or not _meet(_grid(a, FITS), _grid(b, FITS), 4, 1):
                continue
            best.value = 0
            own_dragon = _offer_all(a, b, own_ben, &best)
            weight = man.weights[i] * rest.weights[j]
            more = TIANHU | (SU if wilds == 0 else 0)
            if sub and own_dragon and wilds == 2:
                # Both wilds stand in the dragon: as themselves if they differ.
                masks[best.mask | more] += weight * (TWO_OF_SEVEN - ONE_OF_EACH)
                possible[best.possible | more] += weight * (TWO_OF_SEVEN - ONE_OF_EACH)
                mask = SUBENLONG | more | (best.mask & ZHUO5)
                masks[mask] += weight * ONE_OF_EACH
                possible[mask] += weight * ONE_OF_EACH
            else:
                masks[best.mask | more] += weight * ways[wilds]
                possible[best.possible | more] += weight * ways[wilds]
    return 0


def deal_masks(copies, int wild_suit, *, bint su_ben_long):
    """Complete deals of 14 tiles by mask of categories, as 天胡.

    Parameters
    ----------
    copies : uint8[34]
        Copies of each kind that is no wild; seven wilds lie beside them.
    wild_suit : int
        0-2, or 3 where the wilds are honours.
    su_ben_long : bool
        Whether 素本龍 counts.

    Returns
    -------
    int64[2, 2048]
        Sets of 14 tiles, by mask, and by the categories of any arrangement of equal fan. All
        deals together are C(135, 14) < 2**63.
    """
    cdef const Suits* t = free_suits()
    cdef const u8[::1] held = np.ascontiguousarray(copies, np.uint8)
    cdef i64[:, ::1] out = np.zeros((2, N_MASKS), np.int64)
    cdef Map[4] suits
    cdef Map pair, rest
    cdef int i
    if held.shape[0] != 34 or not 0 <= wild_suit <= 3:
        raise ValueError("34 copies and a suit")
    with nogil:
        for i in range(4):
            map_open(&suits[i], 1 << 12)
        map_open(&pair, 1 << 12)
        map_open(&rest, 1 << 12)
        _man_profiles(t, &held[0], &suits[0])
        _suit_profiles(t, &held[9], wild_suit == 1, &suits[1])
        _suit_profiles(t, &held[18], wild_suit == 2, &suits[2])
        _honour_profiles(t, &held[27], &suits[3])
        _fold(&suits[2], &suits[3], &pair)
        _fold(&suits[1], &pair, &rest)
        _count(&suits[0], &rest, wild_suit == 0, su_ben_long, &out[0, 0], &out[1, 0])
    for i in range(4):
        map_close(&suits[i])
    map_close(&pair)
    map_close(&rest)
    return np.asarray(out)
