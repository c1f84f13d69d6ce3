# One hand from the deal to its end: see hand.pyx.

from mjsim._core.table.table cimport Table
from mjsim._core.types cimport i8

cdef void open_hand(Table* t) noexcept nogil
cdef void ask_stakes(Table* t, const i8* sit, const i8* pulls) noexcept nogil
cdef void play_hand(Table* t) noexcept nogil
