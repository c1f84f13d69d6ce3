# 温岭麻将: scoring of winners and losers, see wenling.pyx and wenling_losers.pyx.

from mjsim._core.types cimport i32, u8, u32

cdef enum:
    N_ALL = 42                      # kinds with flowers
    EAST = 27
    ZHONG = 31
    FA = 32
    BAI = 33
    SPRING = 34
    PLUM = 38
    HAND_TILES = 17
    MOST_POINTS = 500

cdef enum Category:
    ZIMO = 1 << 0
    DANDIAO = 1 << 1
    QIANDANG = 1 << 2
    KAOBING = 1 << 3
    BAIBAN = 1 << 4
    HUAPAI = 1 << 5
    HONGZHONG = 1 << 6
    FACAI = 1 << 7
    MENFENG = 1 << 8
    ZIPAI = 1 << 9
    QINGYISE = 1 << 10
    HUNYISE = 1 << 11
    DUIDUIHU = 1 << 12
    PANGHU = 1 << 13
    WUDE = 1 << 14
    LIANGDE = 1 << 15
    GANGKAI = 1 << 16
    QIANGGANGHU = 1 << 17
    ZIMODE = 1 << 18
    DEHUANYUAN = 1 << 19
    SANDE = 1 << 20
    SIBAIBAN = 1 << 21
    SIHONGHUA = 1 << 22
    SIHEIHUA = 1 << 23
    SIHONGZHONG = 1 << 24
    SIFACAI = 1 << 25
    TIANHU = 1 << 26
    DIHU = 1 << 27
    SIFENGHUIQI = 1 << 28
    SHUANGDEHUANYUAN = 1 << 29

cdef enum:
    AUTOMATIC = SANDE | SIBAIBAN | SIHONGHUA | SIHEIHUA | SIHONGZHONG | SIFACAI

cdef enum How:
    DRAW = 0
    DISCARD = 1
    REPLACEMENT = 2
    ROBBED = 3
    DEAL = 4
    FIRST_DISCARD = 5
    FIRST_DRAW = 6

cdef struct Options:
    bint ron_open
    bint pang_selfdraw
    bint restored_pair
    bint loser_sifeng
    bint dihu_discard
    bint dihu_draw
    int de_restore_fan
    int all_honours_fan
    int naonao                      # 0 seed, 1 with_winds, 2 always
    # What only a table reads.
    bint multi_first                # of several automatic wins at the deal the first seat's
    int ratio
    bint bao
    bint bao_dragons
    bint draw_keeps_dealer
    int huang_stacks
    int sheng_stacks

cdef enum Ratio:
    FLAT = 0
    DEALER_DOUBLE = 1
    IDLE_HALF = 2

cdef class WenlingRules:
    cdef Options options

# What the tiles shown and laid are worth, the same for winners and losers.
cdef struct Table:
    bint naonao
    int base                        # of shown tiles
    int fan                         # of the same
    u32 mask                        # their categories, automatic wins among them

# A hand read: natural kinds, wilds, melds.
cdef struct Held:
    u8[34] counts                   # natural concealed tiles
    u32[4] key
    int wilds
    int total                       # concealed tiles
    int melds
    u8[5] form
    u8[5] kind
    int restored                    # the wild's own kind, 255 if it is a flower
    bint four                       # some kind lies or is held four times

cdef bint is_wild(int indicator, int kind) noexcept nogil
cdef bint read_table(const u8* shown, int indicator, int seat, const Options* rules,
                     Table* out) noexcept nogil
cdef bint read_held(const u8* counts, const u8* melds, const u8* shown, int indicator,
                    const Table* table, Held* out) noexcept nogil
cdef int triplet_points(int kind, int form) noexcept nogil
cdef i32 rounded(i32 base, int fan) noexcept nogil

cdef struct Group:
    int form
    int first
    int wild                        # bit i: its i-th tile is a 得

# The best arrangement so far: by points, then mask, fan and base.
cdef struct Best:
    i32 points
    i32 base
    i32 fan
    u32 mask
    int n_groups
    Group[6] groups
    int last_group

cdef bint score(const Held* held, const Table* table, int last, int indicator, int how, int seat,
                const Options* rules, Best* best) noexcept nogil
