"""Exact counting: how many sets of tiles fall into each class of a suit, and what they miss.

The classes of the shanten kernel with their weights convolve suit by suit: no deal is listed.
"""

import numpy as np

from mjsim._core.suits cimport MELDS, POW5, Suits, free_suits, strict_suits
from mjsim._core.types cimport i64, u8, u64, u128

__all__ = ["class_weights", "need_weights"]

cdef enum:
    MOST = 17                       # tiles of the largest hand

CHOOSE4 = [1, 4, 6, 4, 1]


cdef i64 _choose(int copies, int held) noexcept nogil:
    cdef i64 ways = 1
    cdef int i
    for i in range(held):
        ways = ways * (copies - i) // (i + 1)
    return ways


cdef void walk_open(Walk* walk, const u8* copies, int ranks, int most) noexcept nogil:
    """Start at no tiles; at most `copies` of each rank and `most` in all."""
    cdef int i
    for i in range(9):
        walk.counts[i] = 0
        walk.copies[i] = copies[i] if i < ranks else 0
    walk.ranks = ranks
    walk.most = most
    walk.n = 0
    walk.key = 0


cdef bint walk_next(Walk* walk) noexcept nogil:
    """Go to the next counts; False after the last."""
    cdef int i
    for i in range(walk.ranks):
        if walk.counts[i] < walk.copies[i] and walk.n < walk.most:
            walk.counts[i] += 1
            walk.n += 1
            walk.key += POW5[i]
            return True
        walk.n -= walk.counts[i]
        walk.key -= walk.counts[i] * POW5[i]
        walk.counts[i] = 0
    return False


cdef i64 walk_weight(const Walk* walk) noexcept nogil:
    """Sets of tiles with these counts."""
    cdef i64 weight = 1
    cdef int i
    for i in range(walk.ranks):
        weight *= _choose(walk.copies[i], walk.counts[i])
    return weight


def class_weights(copies, *, bint strict=False):
    """Sets of tiles of one suit by class and number.

    Parameters
    ----------
    copies : sequence of int
        Copies in the deck of nine ranks (a suit) or seven (the honours), at most 4 each.
    strict : bool
        Classes of the strict family.

    Returns
    -------
    int64[n_classes, 18]
    """
    cdef const Suits* t = strict_suits() if strict else free_suits()
    cdef u8[9] held
    cdef int i, ranks = len(copies)
    cdef i64[:, ::1] out = np.zeros((t.n_classes, MOST + 1), np.int64)
    cdef const u8* table = t.suit if ranks == 9 else t.honour
    cdef Walk walk
    if ranks != 9 and ranks != 7:
        raise ValueError("a suit has nine ranks, the honours seven")
    for i in range(ranks):
        if not 0 <= copies[i] <= 4:
            raise ValueError("0 to 4 copies")
        held[i] = copies[i]
    with nogil:
        walk_open(&walk, held, ranks, MOST)
        while True:
            out[table[walk.key], walk.n] += walk_weight(&walk)
            if not walk_next(&walk):
                break
    return np.asarray(out)


cdef i64[:, ::1] _fold(const Suits* t, const i64[:, ::1] a, const i64[:, ::1] b):
    """Weights of two suits together, by fold and number: below C(72, 17) < 2**63."""
    cdef i64[:, ::1] out = np.zeros((t.n_folds, MOST + 1), np.int64)
    cdef int x, y, i, j, fold
    with nogil:
        for x in range(t.n_classes):
            for y in range(t.n_classes):
                fold = t.fold[x << 8 | y]
                for i in range(MOST + 1):
                    if a[x, i]:
                        for j in range(MOST + 1 - i):
                            out[fold, i + j] += a[x, i] * b[y, j]
    return out


def need_weights(const i64[:, ::1] man not None, const i64[:, ::1] pin not None,
                 const i64[:, ::1] sou not None, const i64[:, ::1] honours not None,
                 int melds, *, bint strict=False):
    """Sets of natural tiles by what they miss for so many melds and a pair, and by number.

    Parameters
    ----------
    man, pin, sou, honours : int64[n_classes, 18]
        From `class_weights`.
    melds : int
    strict : bool

    Returns
    -------
    list of 18 lists of int
        ``[missing][tiles]``; more than 64 bits where need be.
    """
    cdef const Suits* t = strict_suits() if strict else free_suits()
    cdef i64[:, ::1] left = _fold(t, man, pin), right = _fold(t, sou, honours)
    cdef u64[:, :, ::1] sums = np.zeros((MOST + 1, MOST + 1, 2), np.uint64)
    cdef u128 wide
    cdef int x, y, i, j, need
    if not 0 <= melds <= MELDS:
        raise ValueError("0 to 5 melds")
    with nogil:
        for x in range(t.n_folds):
            for y in range(t.n_folds):
                need = t.need[(2 * melds + 1) * t.plane + x * t.n_folds + y]
                for i in range(MOST + 1):
                    if left[x, i] == 0:
                        continue
                    for j in range(MOST + 1 - i):
                        wide = (<u128>sums[need, i + j, 1] << 64) | sums[need, i + j, 0]
                        wide += <u128>left[x, i] * <u128>right[y, j]
                        sums[need, i + j, 0] = <u64>wide
                        sums[need, i + j, 1] = <u64>(wide >> 64)
    return [[int(sums[i, j, 1]) << 64 | int(sums[i, j, 0]) for j in range(MOST + 1)]
            for i in range(MOST + 1)]
