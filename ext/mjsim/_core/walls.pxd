# Whole walls: see walls.pyx.

from numpy.random cimport bitgen_t

from mjsim._core.types cimport u8, u64

cdef enum:
    MOST_TILES = 144
    MOST_BATCHES = 32
    N_DICE = 6

# How a wall is shuffled: so many draws out of each word.
cdef struct Plan:
    int n_tiles
    int n_batches
    int[MOST_BATCHES] first
    int[MOST_BATCHES] k
    u64[MOST_BATCHES] product

# A wall in the order in which it is dealt and drawn; tile ids, four to a kind.
cdef struct Wall:
    u8[MOST_TILES] tiles
    u8[N_DICE] dice                 # 1-6


cdef inline int tail_place(int n_tiles, int i) noexcept nogil:
    """The i-th place from the tail: last stack first, upper tile (the even place) first."""
    return (n_tiles - 1 - i) ^ 1


cdef void open_plan(int n_tiles, Plan* plan) noexcept nogil
cdef void shuffle(bitgen_t* bits, const Plan* plan, Wall* wall) noexcept nogil
cdef void move_tile(Wall* wall, int n_tiles, int tile, int place) noexcept nogil
