# 天津麻将 at the table: see tianjin_table.pyx.

from mjsim._core.table.table cimport GameOps
from mjsim._core.types cimport i8, i32, u8, u32

# A game's own part of a row; `how` to `possible` speak of this seat's win.
cdef packed struct TianjinRow:
    i8 how                          # -1: no win
    i32 fan
    u32 categories
    u32 possible                    # categories of any arrangement of equal fan
    i32 kong_points
    u8 n_jin_gang
    u8 is_chan                      # 鏟 is due in this hand
    u8 is_ting                      # declared 天聽

cdef const GameOps* tianjin_ops() noexcept nogil
