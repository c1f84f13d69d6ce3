# Noise of one seat in one hand: SFC64 (Doty-Humphrey), seeded by three random words.

from mjsim._core.types cimport u32, u64, u128

cdef struct Noise:
    u64 a
    u64 b
    u64 c
    u64 counter


cdef inline u64 next_word(Noise* s) noexcept nogil:
    cdef u64 out = s.a + s.b + s.counter
    s.counter += 1
    s.a = s.b ^ (s.b >> 11)
    s.b = s.c + (s.c << 3)
    s.c = ((s.c << 24) | (s.c >> 40)) + out
    return out


cdef inline void seed_noise(Noise* s, u64 a, u64 b, u64 c) noexcept nogil:
    cdef int _i
    s.a = a
    s.b = b
    s.c = c
    s.counter = 1
    for _i in range(12):
        next_word(s)


cdef inline u32 below(Noise* s, u32 n) noexcept nogil:
    """Uniform in [0, n), by Lemire's multiply and reject."""
    cdef u128 wide = <u128>next_word(s) * n
    cdef u64 least
    if <u64>wide < n:
        least = (<u64>0 - n) % n
        while <u64>wide < least:
            wide = <u128>next_word(s) * n
    return <u32>(wide >> 64)


cdef inline double unit(Noise* s) noexcept nogil:
    """Uniform in [0, 1), 53 bits."""
    return (next_word(s) >> 11) * (1.0 / 9007199254740992.0)
