# Plans for a Wenling hand: see wenling_plans.pyx.

from mjsim._core.strategies.steps cimport Draws, Live, Shape
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport MOST_KINDS, View
from mjsim._core.types cimport u8

cdef enum:
    MOST_PLANS = 8

cdef enum Aim:
    AIM_ANY = 0                     # whatever is complete
    AIM_MIXED = 1                   # 混一色
    AIM_PURE = 2                    # 清一色
    AIM_TRIPLETS = 3                # 对对胡

cdef struct Plan:
    int aim
    int suit
    double fan                      # that the aim adds
    Shape rest                      # of the tiles that serve it
    Draws[4] draws
    bint grouped

cdef struct Plans:
    int n
    Plan[MOST_PLANS] of
    u8[MOST_KINDS] hand
    const u8* wild
    Live live
    int melds                       # still to make
    int wilds
    int live_wilds
    int unseen
    int n_sets                      # natural kinds held twice or more
    u8[8] sets
    int wind                        # the seat's own wind
    # What is laid and shown: base points, and fan that losers have too.
    double base
    double fan
    double wild_fan                 # of winners: no 得, or two

cdef void open_plans(const View* view, const Mind* mind, const u8* hand, int melds,
                     Plans* out) noexcept nogil
cdef int lacks_for(const Plans* plans, const Plan* plan, int kind) noexcept nogil
cdef int live_for(const Plans* plans, Plan* plan, int kind, int lacks) noexcept nogil
cdef double points_for(const Plans* plans, const Plan* plan, int kind) noexcept nogil
cdef double losing_points(const Plans* plans, int kind) noexcept nogil
