"""Whole walls, shuffled up front: what every rule, strategy and length of run sees alike.

A wall is 136 or 144 tile ids in the order in which they are dealt and drawn, and six dice. Both
come from the stream of the block that the hand belongs to, the wall first.
"""

from libc.string cimport memcpy

from numpy.random cimport bitgen_t

import numpy as np

from mjsim._core.rng cimport bitgen_of, draw, falling, swap_in
from mjsim._core.types cimport i64, u8, u64

__all__ = ["walls"]

cdef u64 MOST_PRODUCT = <u64>1 << 58    # so that a word is drawn again once in 64 or less


cdef void open_plan(int n_tiles, Plan* plan) noexcept nogil:
    """Split the n - 1 draws of a shuffle into words."""
    cdef int first = 0, k
    plan.n_tiles = n_tiles
    plan.n_batches = 0
    while first < n_tiles - 1:
        k = 1
        while (k < 16 and first + k < n_tiles - 1
               and falling(n_tiles - first, k) <= MOST_PRODUCT // (n_tiles - first - k)):
            k += 1
        plan.first[plan.n_batches] = first
        plan.k[plan.n_batches] = k
        plan.product[plan.n_batches] = falling(n_tiles - first, k)
        plan.n_batches += 1
        first += k


cdef inline void _roll(bitgen_t* bits, u8* dice) noexcept nogil:
    """Six dice out of one word; drawn as one number below 6**6."""
    cdef u64 number
    cdef int i
    draw(bits, 46656, 1, 46656, &number)
    for i in range(N_DICE):
        dice[i] = 1 + number % 6
        number //= 6


cdef inline void _batch(bitgen_t* bits, const Plan* plan, int i, int k,
                        u8* tiles) noexcept nogil:
    cdef u64[16] drawn
    draw(bits, plan.n_tiles - plan.first[i], k, plan.product[i], drawn)
    swap_in(tiles, plan.first[i], drawn, k)


cdef void shuffle(bitgen_t* bits, const Plan* plan, Wall* wall) noexcept nogil:
    """A fresh wall and its dice, the same whatever the wall held before."""
    cdef int i
    for i in range(plan.n_tiles):
        wall.tiles[i] = i
    for i in range(plan.n_batches):
        # The common numbers of draws are written out, so that their loops unroll.
        if plan.k[i] == 8:
            _batch(bits, plan, i, 8, wall.tiles)
        elif plan.k[i] == 9:
            _batch(bits, plan, i, 9, wall.tiles)
        elif plan.k[i] == 10:
            _batch(bits, plan, i, 10, wall.tiles)
        elif plan.k[i] == 11:
            _batch(bits, plan, i, 11, wall.tiles)
        else:
            _batch(bits, plan, i, plan.k[i], wall.tiles)
    _roll(bits, wall.dice)


cdef void move_tile(Wall* wall, int n_tiles, int tile, int place) noexcept nogil:
    """Exchange a tile with whatever lies at a place: uniform among walls with it there."""
    cdef int i
    for i in range(n_tiles):
        if wall.tiles[i] == tile:
            wall.tiles[i] = wall.tiles[place]
            wall.tiles[place] = tile
            return


def walls(bit_generator, int n_tiles, i64 n):
    """The first n walls of a block: tile ids uint8[n, n_tiles] and dice uint8[n, 6].

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
    n_tiles : int
        136 or 144.
    n : int
    """
    cdef bitgen_t* bits = bitgen_of(bit_generator)
    cdef u8[:, ::1] tiles, dice
    cdef Plan plan
    cdef Wall wall
    cdef i64 row
    if not 2 <= n_tiles <= MOST_TILES:
        raise ValueError("a wall has 2 to 144 tiles")
    tiles = np.empty((n, n_tiles), np.uint8)
    dice = np.empty((n, N_DICE), np.uint8)
    with bit_generator.lock, nogil:
        open_plan(n_tiles, &plan)
        for row in range(n):
            shuffle(bits, &plan, &wall)
            memcpy(&tiles[row, 0], wall.tiles, n_tiles)
            memcpy(&dice[row, 0], wall.dice, N_DICE)
    return np.asarray(tiles), np.asarray(dice)
