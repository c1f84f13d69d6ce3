# A game with its rules, ready to be played: see game.pyx.

from mjsim._core.keys cimport Wilds
from mjsim._core.table.table cimport GameOps

cdef enum:
    MOST_VARIANTS = 32

ctypedef const void* AnyOptions     # a game's options

cdef class TableGame:
    cdef const GameOps* ops
    cdef Wilds wilds
    cdef readonly list rules        # the ones played first, then those that are settled too
    cdef AnyOptions[MOST_VARIANTS] options
    cdef readonly int n_rules
