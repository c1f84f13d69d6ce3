# Walking through all counts of a suit with their numbers of tiles: see weights.pyx.

from mjsim._core.types cimport i64, u8, u32

cdef i64[5] CHOOSE4                 # ways to hold so many of four copies

# All counts of a suit in turn.
cdef struct Walk:
    u8[9] counts
    u8[9] copies
    int ranks
    int most                        # tiles
    int n                           # tiles held
    u32 key

cdef void walk_open(Walk* walk, const u8* copies, int ranks, int most) noexcept nogil
cdef bint walk_next(Walk* walk) noexcept nogil
cdef i64 walk_weight(const Walk* walk) noexcept nogil
