# The luck of draws: see luck.pyx.

from mjsim._core.table.table cimport Table
from mjsim._core.types cimport u64

cdef void count_unseen(Table* t) noexcept nogil
cdef void weigh_draw(Table* t, int seat, int kind, bint replacement, u64 shown) noexcept nogil
