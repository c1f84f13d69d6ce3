# Tiles out of the wall: see supply.pyx.

from mjsim._core.table.table cimport Table

cdef void reserve_tail(Table* t, int n) noexcept nogil
cdef int take_head(Table* t) noexcept nogil
cdef int take_tail(Table* t) noexcept nogil
