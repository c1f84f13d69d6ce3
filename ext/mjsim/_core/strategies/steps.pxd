# Steps to a complete hand, and what each discard makes of them: see steps.pyx.

from mjsim._core.suits cimport POW5, Suits
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport View
from mjsim._core.types cimport N_KINDS, u8, u16, u32

cdef enum:
    FAR = 99

ctypedef const u16* Folds           # of one class, by the other class
ctypedef const u8* Needs            # of one fold, by the other fold

# A seat's concealed tiles for so many melds and pairs: what one suit's change makes of them is
# two look-ups, `base[suit][fold[suit][class]]`.
cdef struct Shape:
    const Suits* suits
    const u8* plane                 # tiles missing by fold and fold
    u32[4] key
    int[4] cls
    Folds[4] fold                   # by class: the fold with the other suit of the pair
    Needs[4] base                   # by that fold: tiles missing
    int wilds

# Copies of each kind that the seat has not seen; 0 at wild kinds, and after the honours, so that
# every suit has nine.
cdef struct Live:
    u8[N_KINDS + 2] tiles

# The ranks of one suit: class and fold that each leads to, and its live tiles.
cdef struct Draws:
    u8[9] cls
    u16[9] fold
    u8[9] live


cdef inline int class_of(const Suits* t, int suit, u32 key) noexcept nogil:
    return t.honour[key] if suit == 3 else t.suit[key]


cdef inline int missing_with(const Shape* s, int suit, int cls) noexcept nogil:
    """Tiles missing with one suit's class exchanged."""
    return s.base[suit][s.fold[suit][cls]]


cdef inline int missing(const Shape* s) noexcept nogil:
    return missing_with(s, 0, s.cls[0])


cdef inline int missing_less(const Shape* s, int kind, int n) noexcept nogil:
    """Tiles missing without n natural copies of a kind."""
    cdef int suit = kind // 9
    return missing_with(s, suit, class_of(s.suits, suit, s.key[suit] - n * POW5[kind % 9]))


cdef void set_shape(Shape* s, const u32* key, int wilds, int melds, int pairs) noexcept nogil
cdef int read_shape(const View* view, const Mind* mind, Shape* s) noexcept nogil
cdef void read_live(const View* view, const u8* wild, Live* out) noexcept nogil
cdef int best_discard(const Shape* s, const Live* live, const u8* kinds, int n,
                      int* lacks) noexcept nogil
cdef void read_draws(const Shape* s, const Live* live, int suit, Draws* out) noexcept nogil
cdef int live_elsewhere(const Shape* s, const Draws* draws, int suit, int cls,
                        int lacks) noexcept nogil
cdef int live_here(const Shape* s, const Live* live, int suit, u32 key, int lacks) noexcept nogil
