"""天津麻将: the opening of a hand out of its wall (T3)."""

from libc.string cimport memset

from numpy.random cimport bitgen_t

from mjsim._core.rng cimport bitgen_of
from mjsim._core.types cimport N_KINDS, NO_KIND, i64, u8
from mjsim._core.walls cimport N_DICE, Plan, Wall, move_tile, open_plan, shuffle

__all__ = ["openings"]

# Three rounds of four, one each, and the dealer a second.
for _i in range(48):
    SEAT[_i] = _i // 4 % 4
for _i in range(48, N_DEALT):
    SEAT[_i] = _i % 4


def openings(bit_generator, i64 first, int indicator, u8[:, :, ::1] hands not None,
             u8[::1] indicators not None, u8[::1] dealers not None, u8[:, ::1] dice not None):
    """Openings of the first n hands of a block.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
    first : int
        The block's first hand; the dealer of hand i is seat i mod 4.
    indicator : int
        A kind, or 255 to take what the wall shows.
    hands : uint8[n, 4, 34]
        Counts by seat: the dealer's 14 tiles, the others' 13.
    indicators, dealers : uint8[n]
    dice : uint8[n, 6]
        The dealer's two; those of the seat that they name (traditional); the opposite seat's.
    """
    cdef bitgen_t* bits = bitgen_of(bit_generator)
    cdef Py_ssize_t row, n = hands.shape[0]
    cdef Plan plan
    cdef Wall wall
    cdef u8* counts
    cdef int i, dealer
    if hands.shape[1] != 4 or hands.shape[2] != N_KINDS or dice.shape[1] != N_DICE:
        raise ValueError("hands has shape (n, 4, 34), dice (n, 6)")
    for size in (indicators.shape[0], dealers.shape[0], dice.shape[0]):
        if size != n:
            raise ValueError("arrays of different lengths")
    with bit_generator.lock, nogil:
        open_plan(N_TILES, &plan)
        for row in range(n):
            shuffle(bits, &plan, &wall)
            if indicator != NO_KIND:
                move_tile(&wall, N_TILES, 4 * indicator, indicator_place(&wall))
            dealer = (first + row) % 4
            counts = &hands[row, 0, 0]
            memset(counts, 0, 4 * N_KINDS)
            for i in range(N_DEALT):
                counts[(dealer + SEAT[i]) % 4 * N_KINDS + (wall.tiles[i] >> 2)] += 1
            indicators[row] = wall.tiles[indicator_place(&wall)] >> 2
            dealers[row] = dealer
            for i in range(N_DICE):
                dice[row, i] = wall.dice[i]
