"""A map from non-zero 64-bit profiles to weights that add up (open addressing)."""

from libc.stdlib cimport calloc, free

from mjsim._core.types cimport i64, u64

__all__ = []


cdef int map_open(Map* map, size_t size) except -1 nogil:
    map.size = size
    map.used = 0
    map.keys = <u64*>calloc(size, sizeof(u64))
    map.weights = <i64*>calloc(size, sizeof(i64))
    if map.keys == NULL or map.weights == NULL:
        map_close(map)
        with gil:
            raise MemoryError
    return 0


cdef void map_close(Map* map) noexcept nogil:
    free(map.keys)
    free(map.weights)
    map.keys = NULL
    map.weights = NULL


cdef int map_add(Map* map, u64 key, i64 weight) except -1 nogil:
    cdef size_t at
    cdef Map larger
    if 2 * map.used >= map.size:
        map_open(&larger, 4 * map.size)
        for at in range(map.size):
            if map.keys[at]:
                map_add(&larger, map.keys[at], map.weights[at])
        map_close(map)
        map[0] = larger
    at = (key * <u64>0x9E3779B97F4A7C15 >> 20) & (map.size - 1)
    while map.keys[at] and map.keys[at] != key:
        at = (at + 1) & (map.size - 1)
    if not map.keys[at]:
        map.keys[at] = key
        map.used += 1
    map.weights[at] += weight
    return 0
