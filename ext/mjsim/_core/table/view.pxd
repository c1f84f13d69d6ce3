# What a seat may know when it decides.

from mjsim._core.types cimport u8, u16

cdef enum:
    SEATS = 4
    MOST_KINDS = 42
    MOST_MELDS = 5
    MOST_RIVER = 48                 # a seat has 21 turns without claims, 20 more with every claim

cdef enum Phase:
    ON_TURN = 0                     # after a draw, and the dealer's first turn
    ON_CLAIMED = 1                  # after a pong or chi
    ON_DISCARD = 2                  # another's discard
    ON_TIAN_TING = 3                # the dealer's first discard
    ON_ROBBING = 4                  # another's added kong
    ON_STAKES = 5                   # before the deal

# Packed, so that NumPy's dtype of it has no gaps. `phase` to `hand` are set for each decision; the
# rest is public.
cdef packed struct View:
    double[SEATS] score             # running scores of a session; 0 outside one
    u16 nth                         # number of the hand in its session, from 0
    u16 n_hands                     # hands of the session; 0 outside one
    u8 game
    u8 phase
    u8 seat
    u8 drawn                        # tile just drawn; 255: none, or the dealer's first turn
    u8 replacement                  # it is a replacement
    u8[MOST_KINDS] hand             # concealed tiles, the drawn one included
    u8 dealer
    u8 indicator
    u8 discard                      # tile decided on, else 255
    u8 discarder                    # whose it is, else 255
    u8 left                         # tiles that ordinary draws can still take
    u8 shown_from                   # kinds from here on are shown and replaced, wild ones apart
    u8 sit
    u8[SEATS] pulls
    u8[SEATS] barred                # discarded a wild: cannot win
    u8[SEATS] ting                  # declared 天聽
    u8[MOST_KINDS] visible          # melds, discards, tiles shown and the indicator
    u8[SEATS] n_concealed
    u8[SEATS] n_melds
    u8[SEATS][MOST_MELDS][3] melds  # type, kind, seat that it was taken from
    u8[SEATS] n_river
    u8[SEATS][MOST_RIVER] river     # discards in order, claimed ones too
    u8[SEATS][MOST_KINDS] shown     # tiles shown and replaced
