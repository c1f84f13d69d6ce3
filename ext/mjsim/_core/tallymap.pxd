# A map from 64-bit profiles to weights that add up: see tallymap.pyx.

from mjsim._core.types cimport i64, u64

cdef struct Map:
    u64* keys                       # 0: free
    i64* weights
    size_t size                     # a power of two
    size_t used

cdef int map_open(Map* map, size_t size) except -1 nogil
cdef void map_close(Map* map) noexcept nogil
cdef int map_add(Map* map, u64 key, i64 weight) except -1 nogil
