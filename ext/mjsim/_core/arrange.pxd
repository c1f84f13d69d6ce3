# Building one arrangement of tiles into groups: see arrange.pyx.

from mjsim._core.suits cimport Suits
from mjsim._core.types cimport N_KINDS, u8, u32, u64

cdef enum Form:
    SEQUENCE = 0
    TRIPLET = 1
    PAIR = 2

cdef struct Group:
    int form
    int first                       # kind of its first tile
    int wild                        # bit i: its i-th tile is a wild
    bint last                       # the last tile is in it

# Tiles that lie in no group yet, and the groups so far.
cdef struct Layout:
    u8[N_KINDS] counts              # natural tiles
    u32[4] key                      # of the same
    int wilds
    u64 shown                       # kinds of laid melds, a bit each
    int n_groups
    Group[6] groups

cdef int size_of(int form) noexcept nogil
cdef int kind_in(const Group* group, int i) noexcept nogil
cdef bint take(Layout* layout, int form, int first, int wild) noexcept nogil
cdef bint fill(const Suits* t, Layout* layout, int melds, int pairs) noexcept nogil
