# Decisions and their record: see choice.pyx.

from mjsim._core.table.table cimport Table
from mjsim._core.types cimport u8, u16

cdef u16 decide(Table* t, int seat, int phase, const u16* actions, int n) noexcept nogil
cdef void record_draw(Table* t, int seat, int kind, bint tail) noexcept nogil
cdef void record_show(Table* t, int seat, const u8* kinds, int n) noexcept nogil
