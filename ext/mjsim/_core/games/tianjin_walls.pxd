# Where the tiles of a Tianjin wall go: see tianjin_walls.pyx.

from mjsim._core.types cimport u8
from mjsim._core.walls cimport Wall

cdef enum:
    N_TILES = 136
    N_DEALT = 53

cdef u8[N_DEALT] SEAT               # whose the i-th tile is, counted from the dealer


cdef inline int indicator_place(const Wall* wall) noexcept nogil:
    """The upper tile of the d-th stack from the tail, d by the opposite seat's two dice."""
    return N_TILES - 2 * (wall.dice[4] + wall.dice[5])
