"""A game with its rules, ready to be played: where the two games come in."""

cimport cython

import numpy as np

from mjsim._core.games.tianjin cimport TianjinRules
from mjsim._core.games.tianjin_table cimport TianjinRow, tianjin_ops
from mjsim._core.games.wenling cimport WenlingRules
from mjsim._core.games.wenling_pay cimport WenlingRow
from mjsim._core.games.wenling_table cimport wenling_ops
from mjsim._core.keys cimport Wilds

__all__ = ["TableGame"]


@cython.final
@cython.auto_pickle(False)
cdef class TableGame:
    """Rules of one game: those that are played, and more under which hands are settled too.

    Parameters
    ----------
    rules : list of TianjinRules or of WenlingRules
        The first are played.
    wilds : Wilds
    """

    def __init__(self, list rules not None, Wilds wilds not None):
        cdef int i
        if not 1 <= len(rules) <= MOST_VARIANTS:
            raise ValueError("1 to 32 rules")
        self.wilds = wilds
        self.rules = list(rules)
        self.n_rules = len(rules)
        self.ops = wenling_ops() if isinstance(rules[0], WenlingRules) else tianjin_ops()
        for i, each in enumerate(rules):
            if self.ops == wenling_ops():
                self.options[i] = &(<WenlingRules?>each).options
            else:
                self.options[i] = &(<TianjinRules?>each).options

    def fields(self):
        """Fields of the game's own part of a row (list of name and dtype)."""
        cdef TianjinRow tianjin
        cdef WenlingRow wenling
        cdef TianjinRow[::1] one
        cdef WenlingRow[::1] other
        if self.ops == wenling_ops():
            other = <WenlingRow[:1]>&wenling
            dtype = np.asarray(other).dtype
        else:
            one = <TianjinRow[:1]>&tianjin
            dtype = np.asarray(one).dtype
        return [(name, dtype[name]) for name in dtype.names]
