# Who pays whom at the Wenling table: see wenling_pay.pyx.

from mjsim._core.table.table cimport Settled, Table
from mjsim._core.types cimport i8, i32, u8, u32

# A game's own part of a row.
cdef packed struct WenlingRow:
    i8 how                          # -1: no win
    i32 points                      # a winner's total, another's points before liability
    i32 base                        # of a win; 0 in automatic ones
    i32 fan
    i32 uncapped                    # (base + 20) x 2^fan, rounded up to ten; 0 in automatic wins
    u32 categories
    i8 discarder                    # seat whose tile was won on, -1: none
    i8 liable                       # seat that pays for all, -1: none
    u8 why                          # 0: nobody; 1: 生牌; 2: 中 or 发
    u8 n_shown                      # tiles that the seat showed
    u8 is_naonao
    u8 is_sheng                     # the hand ended in the 生牌 stage

cdef void settle(const Table* t, const void* options, Settled* out, void* rows,
                 size_t stride) noexcept nogil
