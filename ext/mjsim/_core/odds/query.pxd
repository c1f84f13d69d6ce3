# What is asked of the solitary model, and what a game fills in.

from mjsim._core.keys cimport WildTable
from mjsim._core.odds.hold cimport Hold
from mjsim._core.odds.ways cimport Ways
from mjsim._core.suits cimport Barred
from mjsim._core.types cimport u8, u32, u64

cdef enum:
    MOST_MELDS = 5
    TO_WIN = -1                     # goals; a category's bit from 0 on
    TO_VALUE = -2

cdef struct Query

# Fills the ways to the goal that lack no more than `bound` tiles.
ctypedef void (*OpenWays)(const Query* q, const Hold* hold, int bound, Ways* out) noexcept nogil
# Whether a hand wins with its last tile, replacement number `row` of its turn (0: an own draw).
ctypedef bint (*Wins)(const Query* q, const Hold* hold, int last, int row, double* value,
                      u32* mask) noexcept nogil

cdef struct Query:
    OpenWays open
    Wins wins
    const void* rules               # the game's options
    const WildTable* table
    const Barred* bar               # Tianjin's, for 素
    const u8* wild                  # [42] of this indicator
    int indicator
    int n_kinds
    int whole                       # melds of a whole hand
    bint by_kong                    # the goal is a win on a kong's replacement
    u64 kongable                    # kinds of which a kong may be made
    int automatic                   # wilds that win at once; more than there are: never
    int n_row                       # most kongs in a row that are told apart
    int seat                        # where it counts
    int goal
    u32 allowed                     # a game's own: which wins may be declared
    u8[2 * MOST_MELDS] laid         # melds given: type and kind
    int n_laid
    u8[42] shown
    u8[42] live                     # copies that may be drawn
    u8[42] most                     # of a kind that the hand and its new kongs can hold
    u8[42] copies                   # of a kind, wherever they are
    int unseen                      # sum of live
    int live_wilds
    int most_wilds                  # that the hand can hold
    bint alike                      # which wild kind a wild is of does not matter
