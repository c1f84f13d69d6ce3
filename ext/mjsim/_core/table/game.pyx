"""A game with its rules, ready to be played: where the two games come in."""

cimport cython

import numpy as np

from mjsim._core.games.tianjin cimport TianjinRules
from mjsim._core.games.tianjin_table cimport TianjinRow, tianjin_ops
from mjsim._core.keys cimport Wilds

__all__ = ["TableGame"]


@cython.final
@cython.auto_pickle(False)
cdef class TableGame:
    """Rules of one game: those that are played, and more under which hands are settled too.

    Parameters
    ----------
    rules : list of TianjinRules
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
        for i, each in enumerate(rules):
            if not isinstance(each, TianjinRules):
                raise TypeError("rules that no table knows")
            self.options[i] = &(<TianjinRules>each).options
        self.ops = tianjin_ops()

    def fields(self):
        """Fields of the game's own part of a row (list of name and dtype)."""
        cdef TianjinRow row
        cdef TianjinRow[::1] one = <TianjinRow[:1]>&row
        dtype = np.asarray(one).dtype
        return [(name, dtype[name]) for name in dtype.names]
