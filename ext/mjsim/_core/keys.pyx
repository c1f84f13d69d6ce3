"""Reading 34 counts: suit keys with the wild kinds left out, totals, and what is wild.

The counts are read eight at a time; a base-5 key of eight ranks takes three multiplications.
Which kinds are wild under which indicator is a game's data, held by `Wilds`.
"""

import sys

cimport cython

import numpy as np

from mjsim._core.suits cimport POW5
from mjsim._core.types cimport u8, u64

__all__ = ["Wilds", "count_tiles"]

if sys.byteorder != "little":
    raise ImportError("mjsim reads counts eight at a time and needs a little-endian machine")

DRAGON_KEY[0] = BITS[0] = 0
for _set in range(1, 512):
    # The set without its lowest rank came before.
    _rank = (_set & -_set).bit_length() - 1
    DRAGON_KEY[_set] = DRAGON_KEY[_set & (_set - 1)] + POW5[_rank]
    BITS[_set] = BITS[_set & (_set - 1)] + 1


def count_tiles(tuple tiles not None, int last):
    """Counts of 34 kinds (bytearray): of concealed tiles and the last one.

    Raises ValueError for a kind that there is not.
    """
    cdef bytearray counts = bytearray(34)
    cdef u8* cell = <u8*><char*>counts
    cdef int kind
    for kind in tiles:
        if not 0 <= kind < 34:
            raise ValueError(f"no kind {kind}")
        cell[kind] += 1
    if not 0 <= last < 34:
        raise ValueError(f"no kind {last}")
    cell[last] += 1
    return counts


@cython.final
@cython.auto_pickle(False)
cdef class Wilds:
    """The wild kinds under each indicator.

    Parameters
    ----------
    table : bool[n, 34] or bool[n, 42]
        True where the kind is wild under that indicator, n at most 42.
    """

    def __init__(self, table):
        cdef const u8[:, ::1] wild = np.ascontiguousarray(table, dtype=np.uint8)
        cdef int row, kind, suit, rank
        cdef bint natural
        if wild.shape[1] not in (34, 42) or wild.shape[0] >= N_KEEP:
            raise ValueError("the table of wilds has up to 42 rows of 34 or 42 kinds")
        self.n_indicators = wild.shape[0]
        for row in range(N_KEEP):
            self.table.keep[row].word = [0, 0, 0, 0]
            self.table.keep[row].ninth = [0, 0, 0, 0]
            for kind in range(34, 42):
                self.table.wild[row][kind] = (
                    row < self.n_indicators and kind < wild.shape[1] and wild[row, kind])
            for kind in range(34):
                natural = row >= self.n_indicators or not wild[row, kind]
                self.table.wild[row][kind] = not natural
                if not natural:
                    continue
                suit = kind // 9
                rank = kind % 9
                if suit == 3:
                    self.table.keep[row].word[3] |= <u64>0xFF << (8 * (rank + 1))
                elif rank == 8:
                    self.table.keep[row].ninth[suit] = 0xFF
                else:
                    self.table.keep[row].word[suit] |= <u64>0xFF << (8 * rank)

    def kinds(self, int indicator):
        """The wild kinds under an indicator (list of int)."""
        return [kind for kind in range(42) if self.table.wild[indicator][kind]]
