"""Strategies written in Python: one more function behind the engine's signature."""

cimport cython
from libc.string cimport memcpy, memset

import operator

import numpy as np

from mjsim._core.table.player cimport Player
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport MOST_KINDS, MOST_MELDS, MOST_RIVER, SEATS, View
from mjsim._core.types cimport u8, u16

__all__ = ["VIEW", "PythonPlayer", "view_probe"]

# The codes of all actions as Python's numbers, made once.
cdef tuple CODES = tuple(range(16 << 8))


VIEW = np.dtype([
    ("score", "<f8", SEATS), ("nth", "<u2"), ("n_hands", "<u2"),
    ("game", "u1"), ("phase", "u1"), ("seat", "u1"), ("drawn", "u1"), ("replacement", "u1"),
    ("hand", "u1", MOST_KINDS), ("dealer", "u1"), ("indicator", "u1"), ("discard", "u1"),
    ("discarder", "u1"), ("left", "u1"), ("shown_from", "u1"), ("sit", "u1"),
    ("pulls", "u1", SEATS),
    ("barred", "u1", SEATS), ("ting", "u1", SEATS), ("visible", "u1", MOST_KINDS),
    ("n_concealed", "u1", SEATS), ("n_melds", "u1", SEATS),
    ("melds", "u1", (SEATS, MOST_MELDS, 3)), ("n_river", "u1", SEATS),
    ("river", "u1", (SEATS, MOST_RIVER)), ("shown", "u1", (SEATS, MOST_KINDS)),
])


def view_probe():
    """A view whose i-th field was set in C to i, from 1 on, in its last cell (bytes)."""
    cdef View view
    memset(&view, 0, sizeof(View))
    view.score[3] = 1
    view.nth = 2
    view.n_hands = 3
    view.game = 4
    view.phase = 5
    view.seat = 6
    view.drawn = 7
    view.replacement = 8
    view.hand[MOST_KINDS - 1] = 9
    view.dealer = 10
    view.indicator = 11
    view.discard = 12
    view.discarder = 13
    view.left = 14
    view.shown_from = 15
    view.sit = 16
    view.pulls[3] = 17
    view.barred[3] = 18
    view.ting[3] = 19
    view.visible[MOST_KINDS - 1] = 20
    view.n_concealed[3] = 21
    view.n_melds[3] = 22
    view.melds[3][MOST_MELDS - 1][2] = 23
    view.n_river[3] = 24
    view.river[3][MOST_RIVER - 1] = 25
    view.shown[3][MOST_KINDS - 1] = 26
    return (<u8*>&view)[:sizeof(View)]


cdef int _choose(const View* view, const u16* actions, int n, Mind* mind) noexcept nogil:
    with gil:
        return (<PythonPlayer>mind.strategy.params).ask(view, actions, n)


cdef bint _new_hand(Mind* mind) noexcept nogil:
    with gil:
        return (<PythonPlayer>mind.strategy.params).begin()


@cython.final
@cython.auto_pickle(False)
cdef class PythonPlayer(Player):
    """An object with ``new_hand()`` and ``choose(view, actions)``.

    Parameters
    ----------
    chooser : object
    epsilon : float
    """

    cdef object choose
    cdef object new_hand
    cdef object record
    cdef object error
    cdef u8[::1] cells

    def __init__(self, chooser, *, double epsilon=0.0):
        super().__init__(epsilon=epsilon)
        self.choose = chooser.choose
        self.new_hand = chooser.new_hand
        # The record looks into memory of NumPy's, so that it is safe to keep, if not of use.
        memory = np.zeros(1, VIEW)
        self.cells = memory.view(np.uint8)
        seen = memory.view(np.recarray)
        seen.flags.writeable = False
        self.record = seen[0]
        self.strategy.params = <void*>self
        self.strategy.choose = _choose
        self.strategy.new_hand = _new_hand

    cdef int ask(self, const View* view, const u16* actions, int n) noexcept:
        cdef int i, chosen
        memcpy(&self.cells[0], view, sizeof(View))
        try:
            legal = tuple([CODES[actions[i]] for i in range(n)])
            answer = operator.index(self.choose(self.record, legal))
            if not 0 <= answer < n:
                raise ValueError(f"choose returned {answer}: not an index into {n} legal actions")
            chosen = answer
        except BaseException as error:
            self.error = error
            return -1
        return chosen

    cdef bint begin(self) noexcept:
        try:
            self.new_hand()
        except BaseException as error:
            self.error = error
            return False
        return True

    cdef object failure(self):
        error = self.error
        self.error = None
        return error
