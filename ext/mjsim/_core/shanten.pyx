"""Shanten of many hands at once: missing tiles - 1 for melds and a pair."""

from mjsim._core.keys cimport Keyed, Wilds, read_keys
from mjsim._core.suits cimport Suits, free_suits, need_of, strict_suits
from mjsim._core.types cimport NO_KIND, i8, u8

__all__ = ["shanten_rows"]


def shanten_rows(const u8[:, ::1] counts not None, const u8[::1] indicators not None,
                 Wilds wilds not None, i8[::1] out not None, *, int most=17, bint strict=False):
    """Fill ``out[n]`` with the shanten of ``counts[n, 34 or 42]``.

    Parameters
    ----------
    counts : uint8[n, 34] or uint8[n, 42]
        Concealed tiles; melds are inferred from their number, 3k + 1 or 3k + 2.
    indicators : uint8[n] or uint8[1]
        The kind turned up, 255 for none.
    wilds : Wilds
        The game's wild kinds.
    out : int8[n]
    most : int
        The largest number of tiles.
    strict : bool
        No kind is asked for more than four times; otherwise five, since a wild may be a fifth.

    Returns
    -------
    int
        The first row that is no hand, -1 if there is none. Rows behind it are not filled.
    """
    cdef Py_ssize_t row, n = counts.shape[0], step = 0 if indicators.shape[0] == 1 else 1
    cdef const Suits* suits = strict_suits() if strict else free_suits()
    cdef Keyed hand
    cdef int kind, shown, flower
    if counts.shape[1] not in (34, 42) or out.shape[0] != n or (step and indicators.shape[0] != n):
        raise ValueError("shapes of counts, indicators and out do not fit")
    with nogil:
        for row in range(n):
            kind = indicators[row * step]
            shown = 0
            if kind == NO_KIND:
                kind = 42
            elif kind >= wilds.n_indicators:
                break
            elif counts.shape[1] > kind:
                shown = counts[row, kind]
            read_keys(&counts[row, 0], &wilds.table.keep[kind], &hand)
            # Flowers are no tiles of a hand, unless they are wild.
            for flower in range(34, counts.shape[1]):
                if counts[row, flower] > wilds.table.wild[kind][flower]:
                    hand.many = True
                hand.wilds += counts[row, flower]
                hand.total += counts[row, flower]
            if hand.many or shown > 3 or hand.total > most or hand.total % 3 == 0:
                break
            out[row] = <i8>(need_of(suits, suits.suit[hand.key[0]], suits.suit[hand.key[1]],
                                    suits.suit[hand.key[2]], suits.honour[hand.key[3]],
                                    hand.total // 3, 1) - hand.wilds - 1)
        else:
            row = -1
    return row
