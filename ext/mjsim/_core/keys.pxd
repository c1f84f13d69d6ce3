# Keys of a hand's four suits out of its 34 counts, wild kinds left out: see keys.pyx.

from libc.string cimport memcpy

from mjsim._core.suits cimport POW5, byte_sum, key8
from mjsim._core.types cimport u8, u32, u64

cdef enum:
    N_KEEP = 43                     # an indicator of 0-41, or none

# What of a hand is natural under one indicator: bytes 0xFF where it is, 0 at wild kinds.
cdef struct Keep:
    u64[4] word                     # ranks 1-8 of 萬 筒 條; the honours from the second byte on
    u8[4] ninth                     # rank 9 of 萬 筒 條

cdef struct WildTable:
    Keep[N_KEEP] keep
    u8[N_KEEP][42] wild

cdef class Wilds:
    cdef WildTable table
    cdef readonly int n_indicators

# A hand read: natural keys and how many tiles there are.
cdef struct Keyed:
    u32[4] key
    int total
    int wilds
    bint many                       # more than four of a kind


cdef inline u64 word(const u8* p) noexcept nogil:
    cdef u64 x
    memcpy(&x, p, 8)
    return x


cdef inline void read_keys(const u8* counts, const Keep* keep, Keyed* out) noexcept nogil:
    """Keys, total and wilds of 34 counts."""
    cdef u64 a = word(counts), b = word(counts + 9), c = word(counts + 18)
    cdef u64 d = word(counts + 26) & ~<u64>0xFF
    cdef u64 many = 0
    cdef u32 e = counts[8], f = counts[17], g = counts[26]
    cdef u64 low = <u64>0x7F7F7F7F7F7F7F7F, over = <u64>0x7B7B7B7B7B7B7B7B
    many = (((a & low) + over) | a | ((b & low) + over) | b
            | ((c & low) + over) | c | ((d & low) + over) | d)
    out.many = (many & <u64>0x8080808080808080) != 0 or e > 4 or f > 4 or g > 4
    out.total = byte_sum(a + b + c + d) + e + f + g
    a &= keep.word[0]
    b &= keep.word[1]
    c &= keep.word[2]
    d &= keep.word[3]
    e &= keep.ninth[0]
    f &= keep.ninth[1]
    g &= keep.ninth[2]
    out.wilds = out.total - (byte_sum(a + b + c + d) + e + f + g)
    out.key[0] = key8(a) + 390625 * e
    out.key[1] = key8(b) + 390625 * f
    out.key[2] = key8(c) + 390625 * g
    out.key[3] = key8(d >> 8)


cdef u32[512] DRAGON_KEY            # sum of 5**r over the set bits
cdef u8[512] BITS                   # number of set bits


cdef inline u32 present(u64 eight, u32 ninth) noexcept nogil:
    """Nine bits: which ranks hold a tile."""
    eight = ((eight + <u64>0x7F7F7F7F7F7F7F7F) >> 7) & <u64>0x0101010101010101
    return <u32>((eight * <u64>0x0102040810204080) >> 56) | (<u32>256 if ninth else 0)


cdef inline void read_present(const u8* counts, const Keep* keep, u32* out) noexcept nogil:
    """Which natural ranks of 萬 筒 條 a hand holds."""
    out[0] = present(word(counts) & keep.word[0], counts[8] & keep.ninth[0])
    out[1] = present(word(counts + 9) & keep.word[1], counts[17] & keep.ninth[1])
    out[2] = present(word(counts + 18) & keep.word[2], counts[26] & keep.ninth[2])
