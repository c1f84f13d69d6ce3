"""温岭麻将: the opening of a hand out of its wall, initial replacements included (W2-W4)."""

from libc.string cimport memset

from numpy.random cimport bitgen_t

from mjsim._core.games.wenling cimport BAI, EAST, N_ALL, SPRING, ZHONG, is_wild
from mjsim._core.rng cimport bitgen_of
from mjsim._core.types cimport NO_KIND, i64, u8, u64
from mjsim._core.walls cimport Plan, Wall, move_tile, open_plan, shuffle, tail_place

__all__ = ["wenling_openings"]

# Four rounds of four, and one more.
for _i in range(N_DEALT):
    SEAT[_i] = _i // 4 % 4

for _i in range(N_TILES):
    KIND[_i] = _i // 4 if _i < N_PLAIN else SPRING + _i - N_PLAIN

for _i in range(N_NAONAO):
    for _indicator in range(N_ALL):
        SHOW[_i][_indicator] = 0
        for _kind in range(ZHONG if _indicator >= [ZHONG, EAST, 0][_i] else BAI, N_ALL):
            if not is_wild(_indicator, _kind):
                SHOW[_i][_indicator] |= <u64>1 << _kind

# An opening in the making.
cdef struct Opening:
    u8* counts[2]                   # of hands, of tiles shown: by seat and kind
    u64 show
    int[4] due                      # replacements that a seat has to draw


cdef inline void _give(Opening* opening, int seat, int kind) noexcept nogil:
    cdef int shown = opening.show >> kind & 1
    opening.counts[shown][seat * N_ALL + kind] += 1
    opening.due[seat] += shown


cdef void _open(const Wall* wall, int dealer, const u64* show, Opening* opening) noexcept nogil:
    """Deal, turn a tile up, and replace round by round until nobody shows."""
    cdef int drawn = 0, i, seat, due
    opening.show = show[KIND[wall.tiles[INDICATOR]]]
    opening.due = [0, 0, 0, 0]
    memset(opening.counts[0], 0, 4 * N_ALL)
    memset(opening.counts[1], 0, 4 * N_ALL)
    for i in range(N_DEALT):
        _give(opening, (dealer + SEAT[i]) & 3, KIND[wall.tiles[i]])
    while opening.due[0] + opening.due[1] + opening.due[2] + opening.due[3]:
        for i in range(4):
            seat = (dealer + i) & 3
            due = opening.due[seat]
            opening.due[seat] = 0
            for _ in range(due):
                _give(opening, seat, KIND[wall.tiles[tail_place(N_TILES, drawn)]])
                drawn += 1


def wenling_openings(bit_generator, i64 first, int indicator, int naonao,
                     u8[:, :, ::1] hands not None, u8[:, :, ::1] shown not None,
                     u8[::1] indicators not None, u8[::1] dealers not None,
                     u8[:, ::1] dice not None):
    """Openings of the first n hands of a block, after the initial replacements.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
    first : int
        The block's first hand; the dealer of hand i is seat i mod 4.
    indicator : int
        A kind of 0-41, or 255 to take what the wall shows.
    naonao : int
        What makes it 闹闹: 0 the seed's rule, 1 winds too, 2 always.
    hands : uint8[n, 4, 42]
        Counts by seat: the dealer's 17 tiles, the others' 16.
    shown : uint8[n, 4, 42]
        Tiles shown and replaced.
    indicators, dealers : uint8[n]
    dice : uint8[n, 4]
        The two throws of two.
    """
    cdef bitgen_t* bits = bitgen_of(bit_generator)
    cdef Py_ssize_t row, n = hands.shape[0]
    cdef Plan plan
    cdef Wall wall
    cdef Opening opening
    cdef int i, dealer
    if hands.shape[1] != 4 or hands.shape[2] != N_ALL or dice.shape[1] != N_THROWN or (
            shown.shape[1] != 4 or shown.shape[2] != N_ALL):
        raise ValueError("hands and shown have shape (n, 4, 42), dice (n, 4)")
    for size in (shown.shape[0], indicators.shape[0], dealers.shape[0], dice.shape[0]):
        if size != n:
            raise ValueError("arrays of different lengths")
    if not 0 <= naonao < N_NAONAO:
        raise ValueError("naonao is 0, 1 or 2")
    if indicator != NO_KIND and not 0 <= indicator < N_ALL:
        raise ValueError("an indicator is 0 to 41, or 255")
    with bit_generator.lock, nogil:
        open_plan(N_TILES, &plan)
        for row in range(n):
            shuffle(bits, &plan, &wall)
            if indicator != NO_KIND:
                move_tile(&wall, N_TILES,
                          4 * indicator if indicator < SPRING else N_PLAIN + indicator - SPRING,
                          INDICATOR)
            dealer = (first + row) % 4
            opening.counts[0] = &hands[row, 0, 0]
            opening.counts[1] = &shown[row, 0, 0]
            _open(&wall, dealer, SHOW[naonao], &opening)
            indicators[row] = KIND[wall.tiles[INDICATOR]]
            dealers[row] = dealer
            for i in range(N_THROWN):
                dice[row, i] = wall.dice[i]
