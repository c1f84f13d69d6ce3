"""天津麻将: the fan and the categories of complete hands (T6, T7).

Each combination of 捉5, 龍 and 混吊 fixes some groups: these are taken out of the counts, a wild
for each tile that lacks, and one question about the rest (so many melds, so many pairs, so many
wilds) decides whether an arrangement with that combination exists. A natural tile is never
worse than a wild in a fixed group: exchange the two, and the wild stands where the tile stood.
The best combination is the one with the highest fan, then the largest mask.

A hand is complete if its concealed tiles can be arranged with at most five of a kind. What a
category fixes is set apart first; the limit holds for the tiles that are left.
"""

cimport cython
from libc.string cimport memcpy

from mjsim._core.keys cimport BITS, DRAGON_KEY, Keyed, Wilds, WildTable, read_keys, read_present
from mjsim._core.suits cimport POW5, Suits, free_suits, need_of_keys
from mjsim._core.types cimport (
    CHI, CONCEALED_KONG, N_KINDS, PONG, i32, u8, u32,
)

__all__ = ["CATEGORY_BITS", "TianjinRules", "score_one", "score_rows", "wait_rows"]

CATEGORY_BITS = {
    "tiliu": TILIU, "hundiao": HUNDIAO, "zhuo5": ZHUO5, "long": LONG, "benhunlong": BENHUNLONG,
    "su": SU, "subenlong": SUBENLONG, "gangkai": GANGKAI, "tianhu": TIANHU, "dihu": DIHU,
    "tianting": TIANTING,
}

cdef enum:
    IMPOSSIBLE = 99


@cython.final
@cython.auto_pickle(False)
cdef class TianjinRules:
    """The options as C values.

    Parameters
    ----------
    tianhu, min_fan : int
    exempt : int
        Mask of the categories that may win below `min_fan`.
    dihu, tian_ting, su_ben_long, gangkai_stack, allow_jin_gang : bool
    jin_gang_points, chan_points, base, last_claim_free_tiles, dead_wall : int
        What only a table reads, as `kong_points_on_draw` and `draw_rotates`.
    kong_points_on_draw, draw_rotates : bool
    """

    def __init__(self, *, int tianhu, int min_fan, u32 exempt, bint dihu, bint tian_ting,
                 bint su_ben_long, bint gangkai_stack, bint allow_jin_gang,
                 int jin_gang_points, bint kong_points_on_draw, int chan_points, int base,
                 int last_claim_free_tiles, bint draw_rotates, int dead_wall):
        self.options = Options(
            tianhu=tianhu, min_fan=min_fan, exempt=exempt, dihu=dihu, tian_ting=tian_ting,
            su_ben_long=su_ben_long, gangkai_stack=gangkai_stack, allow_jin_gang=allow_jin_gang,
            jin_gang_points=jin_gang_points, kong_points_on_draw=kong_points_on_draw,
            chan_points=chan_points, base=base, last_claim_free_tiles=last_claim_free_tiles,
            draw_rotates=draw_rotates, dead_wall=dead_wall)


# A hand without its last tile, which is what 捉5 and 混吊 ask about.
cdef struct Before:
    u32[4] key
    u32[3] present
    int wilds
    bint wild_last
    bint five                       # the last is a 五萬 or may stand for one
    bint fifth                      # the last is a natural kind's fifth copy: it can't be drawn


cdef inline void _take_last(const Hand* hand, int last, bint wild, Before* b) noexcept nogil:
    cdef int suit = last // 9, rank = last % 9
    memcpy(b.key, hand.keyed.key, sizeof(b.key))
    memcpy(b.present, hand.present, sizeof(b.present))
    b.wilds = hand.keyed.wilds
    b.wild_last = wild
    b.five = wild or last == FIVE
    b.fifth = False
    if wild:
        b.wilds -= 1
        return
    b.key[suit] -= POW5[rank]
    if suit < 3 and hand.counts[last] == 1:
        b.present[suit] &= ~(<u32>1 << rank)
    b.fifth = hand.counts[last] > 4


cdef int _need_fifth(const Suits* t, const Before* b, const u32* taken, int last,
                     int melds, int pairs) noexcept nogil:
    """As `_need` with the last tile too, where its kind has more copies than a key can hold.

    The last tile is put into each group that it can belong to; `taken` are the keys without it.
    """
    cdef u32[4] key
    cdef int suit = last // 9, rank = last % 9, least = IMPOSSIBLE, need, first, lacks, other
    memcpy(key, taken, sizeof(key))
    if pairs:
        key[suit] = taken[suit] - POW5[rank]
        least = need_of_keys(t, key, melds, 0)
    if melds:
        key[suit] = taken[suit] - 2 * POW5[rank]
        least = min(least, need_of_keys(t, key, melds - 1, pairs))
        if suit < 3:
            for first in range(max(0, rank - 2), min(rank, 6) + 1):
                key[suit] = taken[suit]
                lacks = 0
                for other in range(first, first + 3):
                    if other == rank:
                        continue
                    if key[suit] // POW5[other] % 5:
                        key[suit] -= POW5[other]
                    else:
                        lacks += 1
                need = lacks + need_of_keys(t, key, melds - 1, pairs)
                least = min(least, need)
    return least


cdef void _dragons(const Suits* t, const Hand* hand, const Before* b, int last, int melds,
                   int ben, bint sub, Best* best) noexcept nogil:
    """Offer the candidates with three sequences 123 456 789 of one suit."""
    cdef int suit, lacks, before, need, factor, rest = melds - 3
    cdef u32[4] key
    cdef u32 bit, ranks
    cdef bint zhuo, single, double
    for suit in range(3):
        lacks = 9 - BITS[hand.present[suit]]
        if lacks > hand.keyed.wilds:
            continue
        memcpy(key, hand.keyed.key, sizeof(key))
        if b.fifth and last // 9 != suit:
            memcpy(key, b.key, sizeof(key))
            key[suit] -= DRAGON_KEY[b.present[suit]]
            need = _need_fifth(t, b, key, last, rest, 1)
        else:
            # A fifth copy lies in the dragon: without it the key is a key again.
            key[suit] -= DRAGON_KEY[hand.present[suit]]
            need = need_of_keys(t, key, rest, 1)
        if need > hand.keyed.wilds - lacks:
            continue
        factor = 2 if suit == ben else 1
        bit = BENHUNLONG if suit == ben else LONG
        offer(best, 4 * factor, bit)
        if sub and suit == ben:
            offer(best, 16, SUBENLONG)
        before = 9 - BITS[b.present[suit]]
        if b.five:
            zhuo = False
            if suit == 0:
                # Another 四五六萬 beside this dragon can exchange its 5 with the dragon's.
                ranks = b.present[0] & ~<u32>FIVE_BIT
                lacks = 8 - BITS[ranks]
                if lacks <= b.wilds:
                    memcpy(key, b.key, sizeof(key))
                    key[0] -= DRAGON_KEY[ranks]
                    zhuo = need_of_keys(t, key, rest, 1) <= b.wilds - lacks
            elif rest:
                ranks = b.present[0] & (FOUR_BIT | SIX_BIT)
                lacks = before + 2 - BITS[ranks]
                if lacks <= b.wilds:
                    memcpy(key, b.key, sizeof(key))
                    key[suit] -= DRAGON_KEY[b.present[suit]]
                    key[0] -= DRAGON_KEY[ranks]
                    zhuo = need_of_keys(t, key, 0, 1) <= b.wilds - lacks
            if zhuo:
                offer(best, 7 * factor, bit | ZHUO5)
                # Standing for itself, a wild is the 5 only if it is a 五萬.
                if sub and suit == ben and last == FIVE:
                    offer(best, 28, SUBENLONG | ZHUO5)
        if before < b.wilds:
            memcpy(key, b.key, sizeof(key))
            key[suit] -= DRAGON_KEY[b.present[suit]]
            single = need_of_keys(t, key, rest, 0) <= b.wilds - before - 1
            double = (rest and b.wilds - before >= 2
                      and need_of_keys(t, key, 0, 1) <= b.wilds - before - 2)
            if single or double:
                offer(best, 8 * factor, bit | HUNDIAO)
            if double and b.five:
                offer(best, 14 * factor, bit | HUNDIAO | ZHUO5)


cdef bint _offer_all(const Suits* t, const Hand* hand, int last, bint wild, int ben, bint sub,
                     Best* best) noexcept nogil:
    """Offer the candidates of a hand with this last tile; False if it is not complete."""
    cdef Before b
    cdef int melds = 4 - hand.melds, lacks
    cdef u32[4] key
    cdef u32 ranks
    cdef bint double
    _take_last(hand, last, wild, &b)
    if (_need_fifth(t, &b, b.key, last, melds, 1) if b.fifth
            else need_of_keys(t, hand.keyed.key, melds, 1)) > hand.keyed.wilds:
        return False
    offer(best, 1, TILIU)
    double = melds and b.wilds >= 2 and need_of_keys(t, b.key, melds - 1, 1) <= b.wilds - 2
    if double or (b.wilds and need_of_keys(t, b.key, melds, 0) <= b.wilds - 1):
        offer(best, 2, HUNDIAO)
    if b.five and melds:
        ranks = b.present[0] & (FOUR_BIT | SIX_BIT)
        lacks = 2 - BITS[ranks]
        if lacks <= b.wilds:
            memcpy(key, b.key, sizeof(key))
            key[0] -= DRAGON_KEY[ranks]
            if need_of_keys(t, key, melds - 1, 1) <= b.wilds - lacks:
                offer(best, 3, ZHUO5)
        if double:
            offer(best, 6, ZHUO5 | HUNDIAO)
    if melds >= 3:
        _dragons(t, hand, &b, last, melds, ben, sub, best)
    return True


cdef i32 score(const Hand* hand, const WildTable* wilds, const Options* rules, u32* mask,
               u32* possible) noexcept nogil:
    """Fan, mask and possible categories of a hand; 0 if it is not complete."""
    cdef const Suits* t = free_suits()
    cdef const u8* wild = wilds.wild[hand.indicator]
    cdef int ben = hand.indicator // 9 if hand.indicator < 27 else -1
    cdef int kind, _more
    cdef bint sub = False
    cdef u32 more = 0
    cdef Best best
    cdef i32 fan
    mask[0] = possible[0] = 0
    best.value = 0
    best.mask = best.possible = 0
    if rules.su_ben_long and ben >= 0 and hand.keyed.wilds == 2 and not hand.jin_gang:
        # Two wilds and one is the indicator's kind once: then the other is the successor.
        sub = hand.counts[hand.indicator] == 1
    if hand.how == DEAL or (hand.how == FIRST and rules.dihu):
        for kind in range(N_KINDS):
            if hand.counts[kind] and not _offer_all(t, hand, kind, wild[kind], ben, sub, &best):
                return 0
    elif not _offer_all(t, hand, hand.last, wild[hand.last], ben, sub, &best):
        return 0
    fan = best.value
    if hand.keyed.wilds == 0 and not hand.jin_gang:
        fan *= 2
        more |= SU
    if hand.how == KONG:
        fan *= 2
        more |= GANGKAI
        if rules.gangkai_stack:
            for _more in range(1, hand.kongs):
                fan *= 2
    elif hand.how == DEAL:
        fan *= rules.tianhu
        more |= TIANHU
    elif hand.how == FIRST and rules.dihu:
        fan *= rules.tianhu
        more |= DIHU
    if hand.ting and rules.tian_ting:
        fan *= 2
        more |= TIANTING
    mask[0] = best.mask | more
    possible[0] = best.possible | more
    return fan


cdef bint may_win(i32 fan, u32 mask, const Options* rules) noexcept nogil:
    return fan >= rules.min_fan or (fan and mask & rules.exempt)


cdef bint _read_melds(const u8* melds, const u8* counts, const WildTable* wilds,
                      const Options* rules, Hand* hand) noexcept nogil:
    """Lay the melds; False if they are none of this game's."""
    cdef u8[N_KINDS] held
    cdef int i, kind, form
    memcpy(held, counts, N_KINDS)
    for i in range(4):
        form = melds[2 * i]
        kind = melds[2 * i + 1]
        if form == 0:
            continue
        if form == CHI or form > CONCEALED_KONG or kind >= N_KINDS:
            return False
        held[kind] += 3 if form == PONG else 4
        if held[kind] > 4:
            return False
        if wilds.wild[hand.indicator][kind]:
            # Of the indicator's kind one lies face up, so that a kong is the successor's.
            if form != CONCEALED_KONG or kind == hand.indicator or not rules.allow_jin_gang:
                return False
            hand.jin_gang = True
        hand.melds += 1
    return True


cdef bint read_hand(const u8* counts, const u8* melds, int indicator, const WildTable* wilds,
                    const Options* rules, Hand* hand) noexcept nogil:
    """Read counts and melds, whatever their number; False if they can't be."""
    if indicator >= N_KINDS:
        return False
    hand.counts = counts
    hand.indicator = indicator
    hand.melds = 0
    hand.jin_gang = False
    read_keys(counts, &wilds.keep[indicator], &hand.keyed)
    if hand.keyed.many or counts[indicator] > 3:
        return False
    return melds == NULL or _read_melds(melds, counts, wilds, rules, hand)


cdef inline bint _read(const u8* counts, const u8* melds, int indicator, const WildTable* wilds,
                       const Options* rules, int more, Hand* hand) noexcept nogil:
    """As `read_hand`, of a hand that lacks so many tiles of a whole one."""
    return (read_hand(counts, melds, indicator, wilds, rules, hand)
            and hand.keyed.total + more == 14 - 3 * hand.melds)


cdef inline bint _score_row(const u8* counts, const u8* melds, int last, int indicator, int how,
                            bint ting, int kongs, const WildTable* wilds, const Options* rules,
                            i32* fan, u32* mask, u32* possible) noexcept nogil:
    """Score one hand, its last tile included; False if it is no hand."""
    cdef Hand hand
    if last >= N_KINDS or how > FIRST or counts[last] == 0:
        return False
    if not _read(counts, melds, indicator, wilds, rules, 0, &hand):
        return False
    if hand.melds and (how == DEAL or how == FIRST):
        return False
    hand.last = last
    hand.how = how
    hand.ting = ting
    hand.kongs = kongs
    read_present(counts, &wilds.keep[indicator], hand.present)
    fan[0] = score(&hand, wilds, rules, mask, possible)
    return True


def score_rows(const u8[:, ::1] counts not None, const u8[::1] last not None,
               const u8[::1] indicators not None, const u8[:, :, ::1] melds,
               const u8[::1] how not None, const u8[::1] ting not None, int kongs,
               Wilds wilds not None, TianjinRules rules not None,
               i32[:] fan not None, u32[:] mask not None):
    """Score ``counts[n, 34]``; the arrays of length 1 hold for every row.

    Parameters
    ----------
    counts : uint8[n, 34]
        Concealed tiles, the last included.
    last, indicators, how, ting : uint8[n] or uint8[1]
    melds : uint8[n, 4, 2] or None
    kongs : int
        Kongs in a row before the last tile.
    wilds, rules
    fan : int32[n]
    mask : uint32[n]
        Filled; 0 where not complete.

    Returns
    -------
    int
        The first row that is no hand, -1 if there is none. Rows behind it are not filled.
    """
    cdef Py_ssize_t row, n = counts.shape[0]
    cdef Py_ssize_t a = last.shape[0] > 1, b = indicators.shape[0] > 1
    cdef Py_ssize_t c = how.shape[0] > 1, d = ting.shape[0] > 1
    cdef const u8* laid = NULL
    cdef u32 possible
    if n == 0:
        return -1
    if counts.shape[1] != N_KINDS or fan.shape[0] != n or mask.shape[0] != n or (
            melds is not None and (melds.shape[0] != n or melds.shape[1] != 4
                                   or melds.shape[2] != 2)):
        raise ValueError("shapes of counts, melds, fan and mask do not fit")
    for size in (last.shape[0], indicators.shape[0], how.shape[0], ting.shape[0]):
        if size != 1 and size != n:
            raise ValueError("an array holds neither one entry nor one a row")
    with nogil:
        for row in range(n):
            if melds is not None:
                laid = &melds[row, 0, 0]
            if not _score_row(&counts[row, 0], laid, last[row * a], indicators[row * b],
                              how[row * c], ting[row * d], kongs, &wilds.table, &rules.options,
                              &fan[row], &mask[row], &possible):
                break
        else:
            row = -1
    return row


def score_one(const u8[::1] counts not None, const u8[::1] melds not None, int last,
              int indicator, int how, bint ting, int kongs, Wilds wilds not None,
              TianjinRules rules not None):
    """Score one hand as `score_rows` does a row.

    Parameters
    ----------
    counts : buffer of 34 bytes
    melds : buffer of 8 bytes
    last, indicator, how, ting, kongs, wilds, rules

    Returns
    -------
    tuple of int or None
        Fan, mask, and the categories of any arrangement of that fan; None if it is no hand.
    """
    cdef i32 fan = 0
    cdef u32 mask = 0, possible = 0
    if counts.shape[0] != N_KINDS or melds.shape[0] != 8:
        raise ValueError("34 counts and 8 bytes of melds")
    if not (0 <= last < N_KINDS and 0 <= indicator < N_KINDS and 0 <= how <= FIRST):
        return None
    if not _score_row(&counts[0], &melds[0], last, indicator, how, ting, kongs, &wilds.table,
                      &rules.options, &fan, &mask, &possible):
        return None
    return fan, mask, possible


def wait_rows(const u8[:, ::1] counts not None, const u8[::1] indicators not None,
              const u8[:, :, ::1] melds, Wilds wilds not None, TianjinRules rules not None,
              i32[:, ::1] fan not None, u32[:, ::1] mask not None):
    """Fan and mask of ``counts[n, 34]`` with each kind drawn as the last tile.

    Parameters
    ----------
    counts : uint8[n, 34]
        Concealed tiles before the draw.
    indicators : uint8[n] or uint8[1]
    melds : uint8[n, 4, 2] or None
    wilds, rules
    fan : int32[n, 34]
    mask : uint32[n, 34]
        Filled; 0 where the kind does not complete the hand. A kind held four times is scored
        as if a fifth copy came.

    Returns
    -------
    int
        The first row that is no hand, -1 if there is none.
    """
    cdef Py_ssize_t row, n = counts.shape[0], b = indicators.shape[0] > 1
    cdef const u8* laid = NULL
    cdef Hand hand
    cdef Keyed keyed
    cdef u8[N_KINDS + 6] held
    cdef u32 possible
    cdef int kind
    if n == 0:
        return -1
    if counts.shape[1] != N_KINDS or fan.shape[0] != n or mask.shape[0] != n or (
            fan.shape[1] != N_KINDS or mask.shape[1] != N_KINDS) or (
            melds is not None and (melds.shape[0] != n or melds.shape[1] != 4
                                   or melds.shape[2] != 2)) or (
            indicators.shape[0] != 1 and indicators.shape[0] != n):
        raise ValueError("shapes of counts, indicators, melds, fan and mask do not fit")
    with nogil:
        hand.how = DRAW
        hand.ting = False
        hand.kongs = 0
        for row in range(n):
            if melds is not None:
                laid = &melds[row, 0, 0]
            if not _read(&counts[row, 0], laid, indicators[row * b], &wilds.table,
                         &rules.options, 1, &hand):
                break
            memcpy(held, &counts[row, 0], N_KINDS)
            hand.counts = held
            keyed = hand.keyed
            for kind in range(N_KINDS):
                held[kind] += 1
                hand.last = kind
                if wilds.table.wild[hand.indicator][kind]:
                    hand.keyed.wilds += 1
                else:
                    hand.keyed.key[kind // 9] += POW5[kind % 9]
                read_present(held, &wilds.table.keep[hand.indicator], hand.present)
                fan[row, kind] = score(&hand, &wilds.table, &rules.options, &mask[row, kind],
                                       &possible)
                held[kind] -= 1
                hand.keyed = keyed
        else:
            row = -1
    return row
