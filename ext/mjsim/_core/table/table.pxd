# The state of a hand at the table, and what a game fills in.

from mjsim._core.keys cimport Keep, WildTable
from mjsim._core.suits cimport POW5
from mjsim._core.table.noise cimport Noise
from mjsim._core.table.view cimport MOST_KINDS, SEATS, View
from mjsim._core.types cimport i16, u8, u16, u32, u64
from mjsim._core.walls cimport MOST_TILES, Wall

cdef enum Place:
    THERE = 0                       # a tile lies in the wall
    RESERVED = 1                    # it does, and serves kongs only
    TAKEN = 2

cdef enum:
    NOBODY = -1
    MOST_EVENTS = 768               # twice what a hand with every question and tile shown has
    MOST_LISTED = 8192

# A seat's strategy: one signature for all, compiled or not.
cdef struct Mind
ctypedef int (*Choose)(const View* view, const u16* actions, int n, Mind* mind) noexcept nogil

ctypedef bint (*NewHand)(Mind* mind) noexcept nogil

cdef struct Strategy:
    Choose choose                   # an index into the actions, -1 if it failed
    NewHand new_hand                # NULL, or called before a hand; False if it failed
    const void* params
    double epsilon                  # chance of a random action instead

cdef struct Mind:
    const Strategy* strategy
    const void* rules               # the game's options
    const WildTable* wilds
    int melds                       # of a whole hand
    Noise noise

cdef enum EventType:
    EVENT_DRAW = 0
    EVENT_CHOICE = 1
    EVENT_SHOW = 2                  # kinds are listed as the legal actions of a choice are

cdef struct Event:
    u8 type
    u8 seat
    u8 kind                         # the tile drawn, or decided on
    u8 phase                        # of a choice
    u8 tail                         # a draw from the tail
    u8 left                         # tiles in the wall after a draw
    u16 first                       # of the legal actions listed
    u16 n
    u16 chosen

cdef struct Record:
    int n_events
    int n_listed
    Event[MOST_EVENTS] events
    u16[MOST_LISTED] listed

# What a seat did in the hand.
cdef struct Doings:
    u8 turns
    u8 draws                        # replacements included
    u8 replacements
    u8 discards
    u8 chis
    u8 pongs
    u8 open_kongs
    u8 added_kongs
    u8 concealed_kongs
    u8 dealt_wilds

cdef struct Waits:
    u8 kinds                        # that complete the hand
    u8 tiles                        # live copies of them, as far as the seat can see
    u8 winning                      # of these, copies that may win when drawn

# When a seat was ready first, and with what; turn -1: never.
cdef struct Ready:
    i16 turn                        # by shape
    i16 able                        # with a kind that may win
    Waits at_ready
    Waits at_able
    Waits at_win

# Sums of the luck of draws, by what a tile could do: see luck.pyx.
cdef enum:
    LUCK_WIN = 0                    # complete a ready hand
    LUCK_READY = 1                  # make a hand ready
    LUCK_NEAR = 2                   # bring it to one from ready
    LUCK_FAR = 3                    # bring it a step nearer before that
    LUCK_WILD = 4                   # be a wild
    LUCKS = 5

# What is noted beside the results, as it costs time.
cdef enum:
    NOTE_WAITS = 1
    NOTE_LUCK = 2

cdef struct GameOps

cdef struct Table:
    const GameOps* ops
    const void* rules
    const WildTable* wilds
    const u8* wild                  # [42] of this indicator
    const Keep* keep
    Wall wall
    u8[MOST_TILES] gone             # by place
    int head                        # where the next ordinary draw is looked for
    int tail                        # places from the tail that were looked at
    int from_tail                   # tiles drawn from there
    int there                       # tiles in the wall
    int reserved                    # of them, those for kongs only
    View view                       # what is public is kept up to date here
    u8[SEATS][MOST_KINDS] hand
    u32[SEATS][4] key               # natural tiles
    int[SEATS] n_wilds
    Mind[SEATS] minds
    Doings[SEATS] did
    Ready[SEATS] ready
    bint track                      # fill `ready`
    bint weigh                      # fill `luck`
    double[SEATS][LUCKS] luck
    u8[MOST_KINDS] unseen           # of the tiles in the wall, if `weigh`
    int n_unseen
    int drawn                       # tile just drawn by the seat whose turn it is, else NO_KIND
    bint replacement                # it is a replacement
    int turn                        # seat whose turn it is
    int streak                      # hands that the dealer has dealt in a row
    int kongs                       # in a row before the tile just drawn
    int n_discards                  # of all seats
    int n_claims                    # chi, pong and open kong of all seats
    int n_kongs                     # of all seats
    bint over
    int winner                      # of several the first, counted from the dealer
    u8[SEATS] won
    int discarder                   # of the tile won on, or of the kong robbed
    bint robbed
    bint unfinished                 # an automatic win, complete or not
    int last                        # the tile won with
    int how
    bint flag                       # a game's own: in Tianjin, 鏟 is due
    u64[SEATS] locked               # kinds whose pong the seat passed on
    int failed                      # seat whose strategy failed, else -1
    const char* broken              # an invariant that does not hold, else NULL
    Record* record                  # NULL: not wanted

# One way to settle a finished hand: who gets how much from whom, at unit stake.
cdef struct Settled:
    double[SEATS][SEATS] flow       # [a][b]: to a from b
    int next_dealer

cdef struct GameOps:
    int game
    int n_tiles
    int n_kinds
    int melds                       # of a whole hand
    int row_size                    # bytes of a game's own part of a row
    const u8* kind_of               # [n_tiles] kind by tile id
    void (*deal)(Table* t) noexcept nogil
    bint (*draw)(Table* t, int seat, bint replacement) noexcept nogil
    int (*turn_actions)(Table* t, int seat, int phase, u16* out) noexcept nogil
    int (*claim_actions)(Table* t, int seat, u16* out) noexcept nogil
    int (*rob_actions)(Table* t, int seat, u16* out) noexcept nogil     # NULL: no robbing
    void (*discarded)(Table* t, int seat, int kind) noexcept nogil
    void (*win)(Table* t, int seat) noexcept nogil
    void (*waits)(Table* t, int seat, Waits* out) noexcept nogil
    # What a win on a tile would be worth (fan or points) if it came now; 0: no win.
    double (*worth)(Table* t, int seat, int kind, bint replacement) noexcept nogil
    # Settles under any rules that allow the same play, and fills the game's part of four rows.
    void (*settle)(const Table* t, const void* rules, Settled* out, void* rows,
                   size_t stride) noexcept nogil
    double (*multiplier)(const Table* t, int a, int b) noexcept nogil


cdef inline void give(Table* t, int seat, int kind) noexcept nogil:
    """A tile into a hand; flowers, which no key holds, stay with the game."""
    t.hand[seat][kind] += 1
    t.view.n_concealed[seat] += 1
    if t.wild[kind]:
        t.n_wilds[seat] += 1
    else:
        t.key[seat][kind // 9] += POW5[kind % 9]


cdef inline void take(Table* t, int seat, int kind) noexcept nogil:
    """A tile out of a hand."""
    t.hand[seat][kind] -= 1
    t.view.n_concealed[seat] -= 1
    if t.wild[kind]:
        t.n_wilds[seat] -= 1
    else:
        t.key[seat][kind // 9] -= POW5[kind % 9]
