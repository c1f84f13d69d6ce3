# Where the tiles of a Wenling wall go, and which are shown: see wenling_walls.pyx.

from mjsim._core.games.wenling cimport N_ALL
from mjsim._core.types cimport u8, u64

cdef enum:
    N_TILES = 144
    N_PLAIN = 136                   # ids below are 4 * kind + copy, the others flowers in order
    N_DEALT = 65
    INDICATOR = 65                  # place of the tile turned up: the one under the 17th
    N_THROWN = 4                    # dice of the two throws
    N_NAONAO = 3

cdef u8[N_DEALT] SEAT               # whose the i-th tile is, counted from the dealer
cdef u8[N_TILES] KIND
cdef u64[N_NAONAO][N_ALL] SHOW      # kinds to be shown, as bits, by option `naonao` and indicator
