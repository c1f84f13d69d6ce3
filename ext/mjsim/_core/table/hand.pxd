# One hand from the deal to its end: see hand.pyx.

from mjsim._core.table.table cimport Table

cdef void play_hand(Table* t) noexcept nogil
