# A seat at the Wenling table as the scorer reads it: see wenling_seat.pyx.

from mjsim._core.games.wenling cimport Best, Held, Options
from mjsim._core.games.wenling cimport Table as Shown
from mjsim._core.table.table cimport Table

cdef void read_seat(const Table* t, int seat, const Options* rules, Held* held,
                    Shown* shown) noexcept nogil
cdef bint score_seat(const Table* t, int seat, int last, int how, const Options* rules,
                     Best* best) noexcept nogil
cdef bint may_be_complete(const Table* t, int seat) noexcept nogil
cdef int lacks(const Table* t, int seat) noexcept nogil
cdef int reserve(const Table* t, int stacks) noexcept nogil
cdef int how_of(const Table* t, const Options* rules) noexcept nogil


cdef inline int wind_of(const Table* t, int seat) noexcept nogil:
    """A seat's own wind: 0 East, the dealer."""
    return (seat - t.view.dealer) & 3
