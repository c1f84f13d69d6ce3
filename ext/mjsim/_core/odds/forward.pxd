# What best play comes to, draw by draw: see forward.pyx.

from mjsim._core.odds.graph cimport Graph
from mjsim._core.types cimport i32, u8

cdef enum:
    READY = 0                       # columns of the outcome of a draw
    WON = 1
    WORTH = 2
    FIRST_BIT = 3                   # categories, by bit
    COLUMNS = 35                    # FIRST_BIT and 32 bits

# Hands that plays from several roots may be at, with their chances.
cdef struct Spread:
    int n_roots
    double* mass                    # [n_states, 2, n_roots]: never ready, and ready once
    double* next_mass
    i32* at                         # states with any
    i32* next_at
    size_t n
    size_t next_n
    u8* listed                      # [n_states] in next_at
    double* out                     # [n_roots, draws + 1, COLUMNS]
    int draws

cdef void follow(const Graph* g, const i32* roots, const double* values, const double* quit,
                 Spread* spread) noexcept nogil
