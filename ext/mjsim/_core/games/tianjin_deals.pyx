"""The dealer's first 14 tiles by the million, scored as 天胡: counted, or row by row.

Fifteen of 136 tiles are drawn, the first of them the indicator (or fourteen of the 135 that a
fixed indicator leaves), out of two 64-bit words. A tile adds a constant, which depends on the
indicator, to two words that hold the four suit keys and the number of wilds; so nothing is
counted before a hand turns out to be complete.
"""

from libc.string cimport memcpy, memset

from numpy.random cimport bitgen_t

from mjsim._core.games.tianjin cimport DEAL, N_MASKS, Hand, Options, TianjinRules, score
from mjsim._core.keys cimport Wilds, WildTable, read_present
from mjsim._core.rng cimport bitgen_of, draw, falling, swap_in
from mjsim._core.suits cimport POW5, Suits, free_suits, need_of
from mjsim._core.types cimport N_KINDS, NO_KIND, i8, i32, i64, u8, u16, u32, u64

__all__ = ["calibrate", "deal_rows", "tally_rows"]

cdef enum:
    DECK = 136
    DEALT = 14
    SHIFT = 32                      # of the second key in a word
    WILD = 52                       # of the number of wilds in the second word
    N_WILDS = 8
    N_SHANTEN = 10                  # -1 .. 8, as far as 14 tiles can be


cdef struct Added:
    u64 first                       # 萬, 筒
    u64 second                      # 條, honours, wilds

cdef struct Table:
    Added[N_KINDS][N_KINDS] of      # indicator, kind

cdef struct Deck:
    u8[DECK] tiles
    bint fixed                      # the first tile stays
    u64 product                     # of the bounds of the first word's draws
    u64 rest                        # of the second word's

cdef struct Dealt:
    int indicator
    u32[4] key
    int wilds


cdef void _open_table(const WildTable* wilds, Table* table) noexcept nogil:
    cdef int indicator, kind, suit
    cdef Added* cell
    for indicator in range(N_KINDS):
        for kind in range(N_KINDS):
            cell = &table.of[indicator][kind]
            suit = kind // 9
            cell.first = cell.second = 0
            if wilds.wild[indicator][kind]:
                cell.second = <u64>1 << WILD
            elif suit < 2:
                cell.first = <u64>POW5[kind % 9] << (SHIFT * suit)
            else:
                cell.second = <u64>POW5[kind % 9] << (SHIFT * (suit - 2))


cdef void _open_deck(int indicator, Deck* deck) noexcept nogil:
    cdef int i
    for i in range(DECK):
        deck.tiles[i] = i >> 2
    deck.fixed = indicator != NO_KIND
    if deck.fixed:
        deck.tiles[0] = indicator
        deck.tiles[4 * indicator] = 0
    deck.product = falling(DECK - deck.fixed, 7 + (not deck.fixed))
    deck.rest = falling(DECK - 8, 7)


cdef inline void _deal(bitgen_t* bits, Deck* deck, const Table* table, Dealt* out) noexcept nogil:
    """Indicator and 14 tiles to the front of the deck, whatever its order was."""
    cdef u64[8] drawn
    cdef u64[7] more
    cdef u64 first = 0, second = 0
    cdef const Added* added
    cdef int i
    if deck.fixed:
        draw(bits, DECK - 1, 7, deck.product, drawn)
        draw(bits, DECK - 8, 7, deck.rest, more)
        swap_in(deck.tiles, 1, drawn, 7)
    else:
        draw(bits, DECK, 8, deck.product, drawn)
        draw(bits, DECK - 8, 7, deck.rest, more)
        swap_in(deck.tiles, 0, drawn, 8)
    swap_in(deck.tiles, 8, more, 7)
    out.indicator = deck.tiles[0]
    added = &table.of[out.indicator][0]
    for i in range(1, 1 + DEALT):
        first += added[deck.tiles[i]].first
        second += added[deck.tiles[i]].second
    out.key[0] = <u32>first
    out.key[1] = <u32>(first >> SHIFT)
    out.key[2] = <u32>second
    out.key[3] = <u32>(second >> SHIFT) & ((1 << (WILD - SHIFT)) - 1)
    out.wilds = second >> WILD


cdef inline int _shanten(const Suits* t, const Dealt* dealt) noexcept nogil:
    return need_of(t, t.suit[dealt.key[0]], t.suit[dealt.key[1]], t.suit[dealt.key[2]],
                   t.honour[dealt.key[3]], 4, 1) - dealt.wilds - 1


cdef i32 _score(const Deck* deck, const Dealt* dealt, const WildTable* wilds, const Options* rules,
                u32* mask, u32* possible) noexcept nogil:
    """Fan of a complete deal as 天胡."""
    cdef u8[N_KINDS] counts
    cdef Hand hand
    cdef int i
    memset(counts, 0, N_KINDS)
    for i in range(1, 1 + DEALT):
        counts[deck.tiles[i]] += 1
    hand.counts = counts
    memcpy(hand.keyed.key, dealt.key, sizeof(dealt.key))
    hand.keyed.wilds = dealt.wilds
    hand.keyed.total = DEALT
    hand.indicator = dealt.indicator
    hand.melds = 0
    hand.how = DEAL
    hand.kongs = 0
    hand.jin_gang = False
    hand.ting = False
    hand.last = deck.tiles[DEALT]
    read_present(counts, &wilds.keep[dealt.indicator], hand.present)
    return score(&hand, wilds, rules, mask, possible)


def tally_rows(bit_generator, i64 n, int indicator, Wilds wilds not None,
               TianjinRules rules not None, i64[:, :, ::1] shanten not None,
               i64[:, ::1] masks=None, i64[:, ::1] possible=None):
    """Deal n hands from a block's stream and add them to the counts.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
    n : int
    indicator : int
        A kind, or 255 for a random one.
    wilds, rules
    shanten : int64[34, 8, 10]
        Hands by indicator, wilds held and shanten + 1.
    masks : int64[34, 2048], optional
        Complete hands by indicator and mask of categories; not scored if left out.
    possible : int64[34, 2048], optional
        Complete hands by the categories of any arrangement of equal fan; goes with `masks`.
    """
    cdef bitgen_t* bits = bitgen_of(bit_generator)
    cdef const Suits* t = free_suits()
    cdef Table table
    cdef Deck deck
    cdef Dealt dealt
    cdef i64 _hand
    cdef int steps
    cdef u32 mask = 0, any_best = 0
    if shanten.shape[0] != N_KINDS or shanten.shape[1] != N_WILDS or (
            shanten.shape[2] != N_SHANTEN):
        raise ValueError("shanten has shape (34, 8, 10)")
    if (masks is None) != (possible is None):
        raise ValueError("masks and possible go together")
    if masks is not None and (masks.shape[0] != N_KINDS or masks.shape[1] != N_MASKS
                              or possible.shape[0] != N_KINDS or possible.shape[1] != N_MASKS):
        raise ValueError("masks and possible have shape (34, 2048)")
    with bit_generator.lock, nogil:
        _open_table(&wilds.table, &table)
        _open_deck(indicator, &deck)
        for _hand in range(n):
            _deal(bits, &deck, &table, &dealt)
            steps = _shanten(t, &dealt)
            shanten[dealt.indicator, dealt.wilds, steps + 1] += 1
            if steps < 0 and masks is not None:
                _score(&deck, &dealt, &wilds.table, &rules.options, &mask, &any_best)
                masks[dealt.indicator, mask] += 1
                possible[dealt.indicator, any_best] += 1


def deal_rows(bit_generator, int indicator, Wilds wilds not None, TianjinRules rules not None,
              u8[:] indicators not None, u8[:] n_wilds not None, i8[:] shanten not None,
              i32[:] fan not None, u16[:] masks not None, u16[:] possible not None):
    """The hands that `tally_rows` counts, one a row.

    Parameters
    ----------
    bit_generator, indicator, wilds, rules
        As for `tally_rows`.
    indicators, n_wilds : uint8[n]
    shanten : int8[n]
    fan : int32[n]
        As 天胡; 0 if not complete.
    masks, possible : uint16[n]
    """
    cdef bitgen_t* bits = bitgen_of(bit_generator)
    cdef const Suits* t = free_suits()
    cdef Table table
    cdef Deck deck
    cdef Dealt dealt
    cdef Py_ssize_t hand, n = indicators.shape[0]
    cdef u32 mask, any_best
    for size in (n_wilds.shape[0], shanten.shape[0], fan.shape[0], masks.shape[0],
                 possible.shape[0]):
        if size != n:
            raise ValueError("arrays of different lengths")
    with bit_generator.lock, nogil:
        _open_table(&wilds.table, &table)
        _open_deck(indicator, &deck)
        for hand in range(n):
            _deal(bits, &deck, &table, &dealt)
            indicators[hand] = dealt.indicator
            n_wilds[hand] = dealt.wilds
            shanten[hand] = _shanten(t, &dealt)
            mask = any_best = 0
            fan[hand] = 0
            if shanten[hand] < 0:
                fan[hand] = _score(&deck, &dealt, &wilds.table, &rules.options, &mask, &any_best)
            masks[hand] = mask
            possible[hand] = any_best


def calibrate(bit_generator, i64 n):
    """The fixed loop that speeds are compared with: 14 of 136 tiles, one 64-bit draw a tile.

    A partial Fisher-Yates shuffle by Lemire's method, nothing looked up.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
    n : int
        Hands.

    Returns
    -------
    int
        A checksum, so that no compiler drops the work.
    """
    cdef bitgen_t* bits = bitgen_of(bit_generator)
    cdef u8[DECK] tiles
    cdef u64 drawn
    cdef i64 _hand, total = 0
    cdef int i
    with bit_generator.lock, nogil:
        for i in range(DECK):
            tiles[i] = i >> 2
        for _hand in range(n):
            for i in range(DEALT):
                draw(bits, DECK - i, 1, DECK - i, &drawn)
                swap_in(tiles, i, &drawn, 1)
            total += tiles[DEALT - 1]
    return total
