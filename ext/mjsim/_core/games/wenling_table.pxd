# 温岭麻将 at the table: see wenling_table.pyx.

from mjsim._core.table.table cimport GameOps

cdef const GameOps* wenling_ops() noexcept nogil
