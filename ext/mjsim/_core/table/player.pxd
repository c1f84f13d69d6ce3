# A strategy as the engine takes it; each strategy file derives its own.

from mjsim._core.table.table cimport Strategy

cdef class Player:
    cdef Strategy strategy
    cdef object failure(self)
