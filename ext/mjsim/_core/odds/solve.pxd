# Best play on a graph of hands: see solve.pyx.

from mjsim._core.odds.graph cimport Edge, Graph
from mjsim._core.types cimport i32

# What is best with one drawn kind, in the order in which ties fall.
cdef enum Choice:
    NOTHING = 0                     # there is nothing to do: the hand is lost
    WIN = 1
    BETTER = 2
    PASS = 3
    CHANGE = 4
    MAKE_KONG = 5

cdef int choose(const Graph* g, const Edge* edge, const double* then, const double* now,
                i32 base, double* value, i32* to) noexcept nogil
cdef i32 best_hand(const Graph* g, i32 node, const double* then) noexcept nogil
cdef void solve_turn(const Graph* g, double quit, const double* then, double* now,
                     double* nodes) noexcept nogil
