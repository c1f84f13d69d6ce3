"""Strategy ``random``: every legal action alike."""

cimport cython

from mjsim._core.table.noise cimport below
from mjsim._core.table.player cimport Player
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport View
from mjsim._core.types cimport u16

__all__ = ["RandomPlayer"]


cdef int _choose(const View* view, const u16* actions, int n, Mind* mind) noexcept nogil:
    return below(&mind.noise, n)


@cython.final
@cython.auto_pickle(False)
cdef class RandomPlayer(Player):
    """Takes every legal action with the same chance."""

    def __init__(self):
        super().__init__()
        self.strategy.choose = _choose
