# Scoring of Tianjin hands: see tianjin.pyx.

from mjsim._core.keys cimport Keyed, WildTable
from mjsim._core.types cimport i32, u8, u32

cdef enum Category:
    TILIU = 1 << 0
    HUNDIAO = 1 << 1
    ZHUO5 = 1 << 2
    LONG = 1 << 3
    BENHUNLONG = 1 << 4
    SU = 1 << 5
    SUBENLONG = 1 << 6
    GANGKAI = 1 << 7
    TIANHU = 1 << 8
    DIHU = 1 << 9
    TIANTING = 1 << 10
    N_MASKS = 1 << 11

cdef enum:
    FIVE = 4                        # 五萬
    FOUR_BIT = 1 << 3               # of the ranks of 四五六萬
    FIVE_BIT = 1 << 4
    SIX_BIT = 1 << 5

cdef enum How:
    DRAW = 0
    KONG = 1
    DEAL = 2
    FIRST = 3

cdef struct Options:
    int tianhu
    int min_fan
    u32 exempt                      # categories that may win below min_fan
    bint dihu
    bint tian_ting
    bint su_ben_long
    bint gangkai_stack
    bint allow_jin_gang
    # What only a table reads.
    int jin_gang_points
    bint kong_points_on_draw
    int chan_points
    int base
    int last_claim_free_tiles
    bint draw_rotates
    int dead_wall

cdef class TianjinRules:
    cdef Options options

# A hand to be scored, its counts read already.
cdef struct Hand:
    const u8* counts                # [34] concealed, the last tile included
    Keyed keyed
    u32[3] present                  # natural ranks held of 萬 筒 條
    int melds                       # laid
    int indicator
    int last
    int how
    int kongs                       # in a row before the last tile
    bint jin_gang
    bint ting

# The best of the candidates offered: by value, then by mask.
cdef struct Best:
    int value
    u32 mask
    u32 possible                    # categories of any candidate of this value

cdef inline void offer(Best* best, int value, u32 mask) noexcept nogil:
    if value > best.value:
        best.value = value
        best.mask = best.possible = mask
    elif value == best.value:
        best.mask = max(best.mask, mask)
        best.possible |= mask

cdef i32 score(const Hand* hand, const WildTable* wilds, const Options* rules, u32* mask,
               u32* possible) noexcept nogil
cdef bint may_win(i32 fan, u32 mask, const Options* rules) noexcept nogil
cdef bint read_hand(const u8* counts, const u8* melds, int indicator, const WildTable* wilds,
                    const Options* rules, Hand* hand) noexcept nogil
