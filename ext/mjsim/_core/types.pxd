# The C types of the core, in one place.

from libc.stdint cimport (
    int8_t as i8, int16_t as i16, int32_t as i32, int64_t as i64,
    uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64,
)

cdef extern from *:
    """
    typedef unsigned __int128 mjsim_u128;
    """
    # Cython has no 128-bit type; C sees the real one.
    ctypedef unsigned long long u128 "mjsim_u128"

cdef enum:
    N_KINDS = 34        # 萬筒條 and honours; flowers take no part in a complete hand
    N_RANKS = 9
    N_HONOURS = 7
    NO_KIND = 255       # "no indicator" in an array of kinds

cdef enum MeldType:
    CHI = 1                         # the kind is its lowest
    PONG = 2
    OPEN_KONG = 3                   # added ones too
    CONCEALED_KONG = 4
