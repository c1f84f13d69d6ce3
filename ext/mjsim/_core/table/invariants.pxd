# What holds after every action: see invariants.pyx.

from mjsim._core.table.table cimport Table

cdef extern from *:
    """
    #ifdef MJSIM_CHECKED
    #define MJSIM_CHECKED_VALUE 1
    #else
    #define MJSIM_CHECKED_VALUE 0
    #endif
    """
    bint CHECKED "MJSIM_CHECKED_VALUE"

cdef void check(Table* t) noexcept nogil
