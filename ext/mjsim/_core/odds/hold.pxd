# A hand of the solitary model: the concealed tiles, and what was laid.

from mjsim._core.suits cimport POW5
from mjsim._core.types cimport u8, u32, u64

cdef struct Hold:
    u8[42] counts                   # concealed tiles
    u32[4] key                      # the natural ones
    int wilds
    int melds                       # laid, kongs that the model made among them
    u64 kongs                       # kinds of which the model made a kong


cdef inline void put(Hold* hold, int kind, const u8* wild) noexcept nogil:
    """A tile into a hand."""
    hold.counts[kind] += 1
    if wild[kind]:
        hold.wilds += 1
    else:
        hold.key[kind // 9] += POW5[kind % 9]


cdef inline void drop(Hold* hold, int kind, int n, const u8* wild) noexcept nogil:
    """n like tiles out of a hand."""
    hold.counts[kind] -= n
    if wild[kind]:
        hold.wilds -= n
    else:
        hold.key[kind // 9] -= n * POW5[kind % 9]
