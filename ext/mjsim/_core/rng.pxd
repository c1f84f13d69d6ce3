# Bounded draws over NumPy's bitgen_t.

from numpy.random cimport bitgen_t

from mjsim._core.types cimport u8, u64, u128

cdef bitgen_t* bitgen_of(object bit_generator) except NULL


cdef inline void draw(bitgen_t* bits, u64 n, int k, u64 product, u64* out) noexcept nogil:
    """out[i] uniform in [0, n - i), i < k, out of one 64-bit word; product = n (n-1) ... (n-k+1).

    Lemire's multiply-and-reject, carried through k bounds at once (Brackett-Rozinsky and Lemire,
    "Batched Ranged Random Integer Generation", 2024): the low half of each product is the
    fraction that the next bound multiplies, and one comparison rejects for all of them.
    """
    cdef u64 fraction = bits.next_uint64(bits.state), least
    cdef u128 wide
    cdef int i
    for i in range(k):
        wide = <u128>fraction * (n - i)
        out[i] = <u64>(wide >> 64)
        fraction = <u64>wide
    if fraction < product:
        least = (<u64>0 - product) % product
        while fraction < least:
            fraction = bits.next_uint64(bits.state)
            for i in range(k):
                wide = <u128>fraction * (n - i)
                out[i] = <u64>(wide >> 64)
                fraction = <u64>wide


cdef inline u64 falling(u64 n, int k) noexcept nogil:
    """n (n-1) ... (n-k+1)."""
    cdef u64 product = 1
    cdef int i
    for i in range(k):
        product *= n - i
    return product


cdef inline void swap_in(u8* tiles, int first, const u64* drawn, int k) noexcept nogil:
    """Steps first .. first + k - 1 of a Fisher-Yates shuffle, from the front."""
    cdef int i
    cdef u64 other
    cdef u8 tile
    for i in range(first, first + k):
        other = i + drawn[i - first]
        tile = tiles[other]
        tiles[other] = tiles[i]
        tiles[i] = tile
