# Rows of finished hands: see rows.pyx.

from mjsim._core.table.table cimport Table
from mjsim._core.types cimport i8, i16, i64, u8, u16

# What both games say of a seat in a hand; a game's own part follows it.
cdef packed struct Row:
    i64 hand_id
    double payoff
    double score                    # of the session so far, this hand included
    double flow_0                   # to this seat from seat 0, at unit stake
    double flow_1
    double flow_2
    double flow_3
    double luck_win                 # see luck.pyx
    double luck_ready
    double luck_near
    double luck_far
    double luck_wild
    u16 nth                         # in its session, from 0
    u16 streak                      # hands that the dealer has dealt in a row, this one included
    u8 sit
    u8 pull                         # this seat's own
    u8 variant
    u8 seat
    u8 dealer
    u8 indicator
    i8 winner                       # -1: a drawn hand; of several the first from the dealer on
    u8 is_winner
    u8 next_dealer
    u8 n_left                       # tiles that ordinary draws could still take
    u8 is_barred                    # discarded a wild
    u8 n_wilds_dealt
    u8 n_wilds                      # among the concealed tiles at the end
    u8 n_turns
    u8 n_draws
    u8 n_replacements
    u8 n_discards
    u8 n_chi
    u8 n_pong
    u8 n_open_kong                  # claimed from a discard
    u8 n_added_kong
    u8 n_concealed_kong
    i16 win_turn                    # -1: did not win
    i16 ready_turn                  # -1: never
    i16 able_turn
    u8 ready_kinds
    u8 ready_tiles
    u8 ready_win_tiles
    u8 able_kinds
    u8 able_tiles
    u8 able_win_tiles
    u8 win_kinds
    u8 win_tiles
    u8 win_win_tiles

cdef void fill_rows(Table* t, i64 hand, const void** rules, int n_rules, u8* out) noexcept nogil
