"""天津麻将: tiles that a hand misses, less one, for a win that may be declared (T5-T7).

The last tile of 捉5 and 混吊 is still to come, so it counts as missing even where its kind is
held. The fourth copy for a kong counts as missing, and so does the replacement that wins. 素 asks
for natural tiles: at most four of a kind, none of a wild kind. 杠開 counts as one doubling.
"""

from libc.string cimport memcpy, memset

from mjsim._core.games.tianjin cimport (
    DRAW, FOUR_BIT, GANGKAI, HUNDIAO, SIX_BIT, SU, TILIU, Hand, Options, TianjinRules, may_win,
    read_hand, score,
)
from mjsim._core.keys cimport BITS, DRAGON_KEY, Keep, Wilds, WildTable, read_present, word
from mjsim._core.suits cimport (
    HONOUR_KEYS, POW5, TARGETS, Barred, Suits, barred_suits, free_suits, key8, min_plus, need_of,
    vector_of,
)
from mjsim._core.types cimport N_KINDS, PONG, i8, i32, u8, u32, u64

__all__ = ["distance_rows"]

cdef enum:
    FAR = 99


cdef inline int _missing(const Suits* t, const u32* key, int wilds, int melds,
                         int pairs) noexcept nogil:
    cdef int need = need_of(t, t.suit[key[0]], t.suit[key[1]], t.suit[key[2]], t.honour[key[3]],
                            melds, pairs)
    return max(need - wilds, 0)


cdef int _zhuo5(const Suits* t, const Hand* hand, int melds) noexcept nogil:
    """捉5: the 5 itself is drawn last."""
    cdef u32[4] key
    cdef u32 ranks = hand.present[0] & (FOUR_BIT | SIX_BIT)
    cdef int lacks = 2 - BITS[ranks]
    if not melds:
        return FAR
    memcpy(key, hand.keyed.key, sizeof(key))
    key[0] -= DRAGON_KEY[ranks]
    return 1 + _missing(t, key, hand.keyed.wilds - lacks, melds - 1, 1)


cdef int _dragon(const Suits* t, const Hand* hand, int melds) noexcept nogil:
    """龍 in the nearest suit."""
    cdef u32[4] key
    cdef int suit, lacks, best = FAR
    if melds < 3:
        return FAR
    for suit in range(3):
        lacks = 9 - BITS[hand.present[suit]]
        memcpy(key, hand.keyed.key, sizeof(key))
        key[suit] -= DRAGON_KEY[hand.present[suit]]
        best = min(best, _missing(t, key, hand.keyed.wilds - lacks, melds - 3, 1))
    return best


cdef int _hundiao(const Suits* t, const u32* key, int wilds, int melds) noexcept nogil:
    """混吊: one wild, or two, beside the last tile; wilds that are not held must be drawn."""
    cdef int best = 1 + max(1 - wilds, 0) + _missing(t, key, max(wilds - 1, 0), melds, 0)
    if melds:
        best = min(best, 1 + max(2 - wilds, 0)
                   + _missing(t, key, max(wilds - 2, 0), melds - 1, 1))
    return best


cdef int _su(const Barred* bar, const u8* counts, int indicator, const Keep* keep,
             int melds) noexcept nogil:
    """素: natural tiles alone, by the tables."""
    cdef const Suits* t = bar.suits
    cdef u64[3] eight
    cdef u32[3] ninth
    cdef u32[4] cls
    cdef u64 low, seven
    cdef u32 shut, honours
    cdef int suit, rank, a, b, c
    cdef size_t left, right
    for suit in range(3):
        eight[suit] = word(counts + 9 * suit) & keep.word[suit]
        ninth[suit] = counts[9 * suit + 8] & keep.ninth[suit]
        cls[suit] = t.suit[key8(eight[suit]) + 390625 * ninth[suit]]
    honours = key8((word(counts + 26) & keep.word[3]) >> 8)
    cls[3] = t.honour[honours]
    suit = indicator // 9
    rank = indicator % 9
    if suit == 3:
        shut = bar.honour[rank * HONOUR_KEYS + honours]
    else:
        # The key of the seven ranks that are not wild.
        if rank == 8:
            seven = eight[suit] >> 8
        else:
            low = (<u64>1 << (8 * rank)) - 1
            seven = (eight[suit] & low) | ((eight[suit] >> 16 | <u64>ninth[suit] << 48) & ~low)
        shut = bar.suit[rank * HONOUR_KEYS + key8(seven)]
    a = 1 if suit == 0 else 0
    b = 1 if suit == 2 or suit == 3 else 2
    c = 2 if suit == 3 else 3
    left = bar.fold[shut << 8 | cls[a]]
    right = t.fold[cls[b] << 8 | cls[c]]
    return t.need[(2 * melds + 1) * t.plane + left * t.n_folds + right]


cdef int _su_limited(const Barred* bar, const u8* counts, const u8* wild, const u8* limits,
                     int melds) noexcept nogil:
    """素 where laid melds use up copies: at most `limits` of each kind, no wild kind."""
    cdef const Suits* t = bar.suits
    cdef u8[TARGETS] total, one, sum_
    cdef u8[9] held, copies
    cdef int suit, rank, ranks, kind
    cdef u32 key
    cdef bint plain
    memset(total, FAR, TARGETS)
    total[0] = 0
    for suit in range(4):
        ranks = 7 if suit == 3 else 9
        key = 0
        plain = True
        for rank in range(ranks):
            kind = 9 * suit + rank
            copies[rank] = 0 if wild[kind] else limits[kind]
            held[rank] = min(counts[kind], copies[rank])
            key += held[rank] * POW5[rank]
            plain = plain and copies[rank] == 4
        if plain:
            # Nothing is used up here: the tables know.
            memcpy(one, t.vectors + (t.honour[key] if suit == 3 else t.suit[key]) * TARGETS,
                   TARGETS)
        else:
            vector_of(held, ranks, copies, one)
        min_plus(total, one, sum_)
        memcpy(total, sum_, TARGETS)
    return total[2 * melds + 1]


cdef void _limits(const u8* melds, u8* out) noexcept nogil:
    """Copies of each kind that melds leave."""
    cdef int i
    memset(out, 4, N_KINDS)
    if melds != NULL:
        for i in range(4):
            if melds[2 * i]:
                out[melds[2 * i + 1]] -= 3 if melds[2 * i] == PONG else 4


cdef struct Allowed:
    # Which wins may be declared; 捉5 (3) and 龍 (4) always, min_fan being 3 or less.
    bint plain
    bint su
    bint hundiao
    bint gangkai
    bint su_gangkai
    bint hundiao_gangkai


cdef int _by_kong(const Suits* t, const Barred* bar, const Hand* hand, const u8* wild,
                  const Keep* keep, const u8* limits, int kind, bint laid, int melds,
                  const Allowed* allowed, int best) noexcept nogil:
    """杠開 with a kong of this kind, concealed or added to a laid pong, if nearer than `best`."""
    cdef int held = hand.counts[kind], drawn, wilds = hand.keyed.wilds, rest
    cdef u32[4] key
    cdef u8[N_KINDS + 6] counts
    cdef u8[N_KINDS] left
    drawn = 1 - held if laid else 4 - held
    # The replacement itself is missing, whatever is held.
    if drawn + 1 >= best:
        return best
    rest = melds - (not laid)
    memcpy(key, hand.keyed.key, sizeof(key))
    if wild[kind]:
        wilds -= held
    else:
        key[kind // 9] -= held * POW5[kind % 9]
    if allowed.gangkai:
        best = min(best, drawn + max(1, _missing(t, key, wilds, rest, 1)))
    if allowed.hundiao_gangkai:
        best = min(best, drawn + _hundiao(t, key, wilds, rest))
    if allowed.su_gangkai and not hand.jin_gang and not wild[kind]:
        memcpy(counts, hand.counts, N_KINDS)
        counts[kind] = 0
        # The tables do not know what kongs and melds use up: first a bound, then the number.
        if drawn + max(1, _su(bar, counts, hand.indicator, keep, rest)) < best:
            memcpy(left, limits, N_KINDS)
            left[kind] = 0
            best = min(best, drawn + max(1, _su_limited(bar, counts, wild, left, rest)))
    return best


cdef int _distance(const Barred* bar, const Hand* hand, const u8* melds, const WildTable* wilds,
                   const Options* rules, const Allowed* allowed) noexcept nogil:
    cdef const Suits* t = free_suits()
    cdef const u8* wild = wilds.wild[hand.indicator]
    cdef const Keep* keep = &wilds.keep[hand.indicator]
    cdef int concealed = 4 - hand.melds, best, kind, i
    cdef u32 mask = 0, possible
    cdef i32 fan
    cdef u8[N_KINDS] limits
    cdef Hand tried
    best = _missing(t, hand.keyed.key, hand.keyed.wilds, concealed, 1)
    if allowed.plain:
        return best - 1
    if best == 0:
        tried = hand[0]
        for kind in range(N_KINDS):
            if hand.counts[kind]:
                tried.last = kind
                # On its own line: the mask is read after it is written.
                fan = score(&tried, wilds, rules, &mask, &possible)
                if may_win(fan, mask, rules):
                    return -1
    best = min(_zhuo5(t, hand, concealed), _dragon(t, hand, concealed))
    if allowed.hundiao:
        best = min(best, _hundiao(t, hand.keyed.key, hand.keyed.wilds, concealed))
    _limits(melds, limits)
    if allowed.su and not hand.jin_gang:
        i = _su(bar, hand.counts, hand.indicator, keep, concealed)
        if i < best and hand.melds and melds != NULL:
            i = _su_limited(bar, hand.counts, wild, limits, concealed)
        best = min(best, i)
    if allowed.gangkai or allowed.su_gangkai or allowed.hundiao_gangkai:
        if concealed:
            for kind in range(N_KINDS):
                if kind == hand.indicator or (wild[kind] and not rules.allow_jin_gang):
                    continue
                best = _by_kong(t, bar, hand, wild, keep, limits, kind, False, concealed,
                                allowed, best)
        if melds != NULL:
            for i in range(4):
                if melds[2 * i] == PONG:
                    best = _by_kong(t, bar, hand, wild, keep, limits, melds[2 * i + 1], True,
                                    concealed, allowed, best)
    return best - 1


def distance_rows(const u8[:, ::1] counts not None, const u8[::1] indicators not None,
                  const u8[:, :, ::1] melds, Wilds wilds not None, TianjinRules rules not None,
                  i8[::1] out not None):
    """Fill ``out[n]`` with the distance of ``counts[n, 34]`` to a win that may be declared.

    Parameters
    ----------
    counts : uint8[n, 34]
        Concealed tiles, 3k + 1 or 3k + 2.
    indicators : uint8[n] or uint8[1]
    melds : uint8[n, 4, 2] or None
        None: as many as the number of tiles says, and none to be made a kong of.
    wilds, rules
        `min_fan` is 3 at most.
    out : int8[n]

    Returns
    -------
    int
        The first row that is no hand, -1 if there is none.
    """
    cdef Py_ssize_t row, n = counts.shape[0], b = indicators.shape[0] > 1
    cdef const Barred* bar = barred_suits()
    cdef const u8* laid = NULL
    cdef Allowed allowed
    cdef Hand hand
    cdef int more
    cdef bint any_number = melds is None
    if n == 0:
        return -1
    if counts.shape[1] != N_KINDS or out.shape[0] != n or (
            melds is not None and (melds.shape[0] != n or melds.shape[1] != 4
                                   or melds.shape[2] != 2)) or (
            indicators.shape[0] != 1 and indicators.shape[0] != n):
        raise ValueError("shapes of counts, indicators, melds and out do not fit")
    if rules.options.min_fan > 3:
        raise ValueError("min_fan is 1, 2 or 3")
    allowed.plain = may_win(1, TILIU, &rules.options)
    allowed.su = may_win(2, TILIU | SU, &rules.options)
    allowed.hundiao = may_win(2, HUNDIAO, &rules.options)
    allowed.gangkai = may_win(2, TILIU | GANGKAI, &rules.options)
    allowed.su_gangkai = not allowed.gangkai and may_win(4, TILIU | SU | GANGKAI, &rules.options)
    allowed.hundiao_gangkai = not allowed.gangkai and may_win(4, HUNDIAO | GANGKAI, &rules.options)
    with nogil:
        for row in range(n):
            if melds is not None:
                laid = &melds[row, 0, 0]
            if not read_hand(&counts[row, 0], laid, indicators[row * b], &wilds.table,
                             &rules.options, &hand):
                break
            if any_number:
                if hand.keyed.total > 14 or hand.keyed.total % 3 == 0:
                    break
                hand.melds = 4 - hand.keyed.total // 3
            else:
                more = 14 - 3 * hand.melds - hand.keyed.total
                if more != 0 and more != 1:
                    break
            hand.how = DRAW
            hand.ting = False
            hand.kongs = 0
            read_present(hand.counts, &wilds.table.keep[hand.indicator], hand.present)
            out[row] = <i8>_distance(bar, &hand, laid, &wilds.table,
                                     &rules.options, &allowed)
        else:
            row = -1
    return row
