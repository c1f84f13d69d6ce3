# Best play on walls that shrink: see trial.pyx.

from numpy.random cimport bitgen_t

from mjsim._core.odds.graph cimport Graph
from mjsim._core.types cimport i32, u8, u64

cdef double true_value(const Graph* g, i32 number, int left, u8* drawn, int n_drawn,
                       const double* quit, int draws) noexcept nogil
cdef void try_play(const Graph* g, i32 root, int draws, const double* values, const double* quit,
                   u64 n_trials, bitgen_t* bits, double* sums, double* squares) noexcept nogil
