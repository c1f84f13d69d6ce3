# Points of those who did not win: see wenling_losers.pyx.

from mjsim._core.games.wenling cimport Held, Options, Table
from mjsim._core.types cimport i32

cdef i32 loser_points(const Held* held, const Table* table, int seat,
                      const Options* rules) noexcept nogil
