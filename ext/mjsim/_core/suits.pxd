# Suit classes and their folds: see suits.pyx.

from mjsim._core.types cimport u8, u16, u32, u64

cdef enum:
    MELDS = 5                       # melds of the largest hand (17 tiles)
    TARGETS = 2 * (MELDS + 1)       # (melds, pairs) with 0-5 melds and 0-1 pairs
    SUIT_KEYS = 1953125             # 5**9
    HONOUR_KEYS = 78125             # 5**7

# One family of classes. `cls` of a key is at most 255; folds are numbered apart.
cdef struct Suits:
    u8* suit                        # [SUIT_KEYS] class of a suit's key
    u8* honour                      # [HONOUR_KEYS] class of the honours' key
    u16* fold                       # [256 * 256] class, class -> fold
    u8* need                        # [TARGETS * n_folds * n_folds] fold, fold -> missing tiles
    u8* vectors                     # [n_classes * TARGETS] missing tiles of one class
    int n_classes
    int n_folds
    size_t plane                    # n_folds * n_folds

cdef const Suits* free_suits() noexcept nogil   # at most five of a kind: a wild may be the fifth
cdef const Suits* strict_suits() except NULL        # at most four of a kind; built when first asked

# The classes of a suit in which no wild kind may stand (素): by the wild pair's lower rank.
cdef struct Barred:
    const Suits* suits              # strict; its folds and needs cover the barred classes too
    u16* suit                       # [9 * 5**7] wild pair (r, r+1), key of the other 7 ranks
    u16* honour                     # [7 * HONOUR_KEYS] indicator 27..33, key with the wilds at 0
    u16* fold                       # [n * 256] barred class, strict class -> fold

cdef const Barred* barred_suits() except NULL

cdef u32[9] POW5


cdef inline u64 load8(const u8* p) noexcept nogil:
    """Eight bytes from any address, first byte lowest."""
    cdef u64 x = 0
    cdef int i
    for i in range(8):
        x |= <u64>p[i] << (8 * i)
    return x


cdef inline u32 key8(u64 x) noexcept nogil:
    """Base-5 number of eight bytes of 0-4, the first byte the lowest digit."""
    x = (x & <u64>0x00FF00FF00FF00FF) + 5 * ((x >> 8) & <u64>0x00FF00FF00FF00FF)
    x = (x & <u64>0x0000FFFF0000FFFF) + 25 * ((x >> 16) & <u64>0x0000FFFF0000FFFF)
    return <u32>((x & <u64>0xFFFFFFFF) + 625 * (x >> 32))


cdef inline int byte_sum(u64 x) noexcept nogil:
    """Sum of eight bytes, each small enough that the sum stays below 256."""
    return <int>((x * <u64>0x0101010101010101) >> 56)


cdef inline int need_of(const Suits* t, u32 c0, u32 c1, u32 c2, u32 c3,
                        int melds, int pairs) noexcept nogil:
    """Tiles missing from four classes for so many melds and pairs."""
    cdef size_t left = t.fold[c0 << 8 | c1], right = t.fold[c2 << 8 | c3]
    return t.need[(2 * melds + pairs) * t.plane + left * t.n_folds + right]


cdef inline int need_of_keys(const Suits* t, const u32* key, int melds, int pairs) noexcept nogil:
    """Tiles missing from the four keys of a hand."""
    return need_of(t, t.suit[key[0]], t.suit[key[1]], t.suit[key[2]], t.honour[key[3]],
                   melds, pairs)


# The same without tables, for any number of copies of each rank: 10 us a suit.
cdef void vector_of(const u8* counts, int ranks, const u8* copies, u8* out) noexcept nogil
cdef void min_plus(const u8* a, const u8* b, u8* out) noexcept nogil
