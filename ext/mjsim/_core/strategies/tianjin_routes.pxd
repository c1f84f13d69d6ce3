# Ways to a Tianjin hand that may be declared: see tianjin_routes.pyx.

from mjsim._core.strategies.steps cimport Draws, Live, Shape
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport View
from mjsim._core.types cimport u8

cdef enum:
    MOST_ROUTES = 8

cdef enum Goal:
    TO_SINGLE = 0                   # 混吊 with one wild in the pair
    TO_DOUBLE = 1                   # 混吊 with two wilds in a meld
    TO_FIVE = 2                     # 捉5
    TO_DRAGON = 3                   # 龍
    TO_NATURAL = 4                  # 素
    TO_ANY = 5                      # whatever is complete (min_fan 1)

# A goal's fixed tiles are taken out of the hand; the rest is a shape of melds and pairs.
cdef struct Route:
    int goal
    double fan
    Shape rest
    int fixed                       # fixed tiles that are not held
    int wanted                      # wilds that must be drawn for the goal itself
    int spare                       # wilds that may stand for what lacks
    int last                        # 1: the last tile is still to come, whatever is held
    int fixed_live                  # live tiles among the fixed ones that are not held
    Live live                       # without those
    u8[34] held                     # copies in the rest
    Draws[4] draws                  # grouped when first asked for
    bint grouped
    int seen                        # the suit and class whose other suits were counted last
    int seen_live

# The routes of one hand.
cdef struct Routes:
    int n
    Route[MOST_ROUTES] of
    int live_wilds                  # wilds that the seat has not seen
    int unseen                      # all tiles that it has not seen

cdef void open_routes(const View* view, const Mind* mind, const u8* hand, int melds,
                      bint golden, Routes* out) noexcept nogil
cdef void open_any(const View* view, const Mind* mind, const u8* hand, int melds,
                   Routes* out) noexcept nogil
cdef int lacks_less(const Route* route, int kind) noexcept nogil
cdef int lacks_all(const Route* route) noexcept nogil
cdef int live_less(Routes* routes, Route* route, int kind) noexcept nogil
