# Ways to a goal: see ways.pyx.

from mjsim._core.odds.hold cimport Hold
from mjsim._core.suits cimport Barred
from mjsim._core.types cimport u8, u32, u64

cdef enum:
    MOST_WAYS = 64
    FAR = 99

# Some tiles are fixed by the goal and taken out of the hand; the rest is a shape.
cdef struct Way:
    u32[4] key                      # of the rest
    int melds
    int pairs
    int spare                       # wilds that stand for what lacks
    int plus                        # tiles that are to come whatever is held
    int fixed                       # fixed tiles that are not held
    u64 fixed_kinds                 # kinds of which one tile is fixed
    int least                       # of what the rest lacks
    int quad                        # kind of the kong to make, or -1; `plus` counts what it lacks
    int need                        # that the rest lacks, wilds and fixed tiles left aside
    int lacks                       # tiles in all

# The way of natural tiles alone (素), which has tables of its own.
cdef struct Natural:
    const Barred* bar
    u32[4] key
    u32 others                      # key of the ranks of the wilds' suit that are not wild
    int suit                        # the wilds' suit, and the lower of their ranks
    int rank
    int melds
    int lacks

cdef struct Ways:
    int n
    Way[MOST_WAYS] of
    bint natural                    # there is that way, too
    Natural by_nature

cdef void clear_ways(Ways* ways) noexcept nogil
cdef void add_way(Ways* ways, const Way* way, int bound) noexcept nogil
cdef void add_natural(Ways* ways, const Barred* bar, const Hold* hold, int indicator, int melds,
                      int bound) noexcept nogil
cdef int least_lacks(const Ways* ways) noexcept nogil
cdef int lacks_with(const Ways* ways, const u8* counts, int kind) noexcept nogil
cdef int lacks_without(const Ways* ways, const u8* counts, int kind) noexcept nogil
