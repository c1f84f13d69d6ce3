"""Steps to a complete hand, and what each discard makes of them.

Of the discards that leave the fewest missing tiles, that one is best which leaves the most live
tiles that bring the hand nearer. The kinds of a suit lead to a few classes, so that the live
tiles of the other suits are counted by class, once for all discards that leave the same one.
"""

from mjsim._core.keys cimport Keyed, read_keys
from mjsim._core.suits cimport POW5, free_suits
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport View
from mjsim._core.types cimport N_KINDS, u8, u16, u32

__all__ = []

cdef int[4] PARTNER = [1, 0, 3, 2]


cdef void set_shape(Shape* s, const u32* key, int wilds, int melds, int pairs) noexcept nogil:
    """Look four keys up, for so many melds and pairs."""
    cdef int suit
    cdef size_t left, right
    s.suits = free_suits()
    s.plane = s.suits.need + (2 * melds + pairs) * s.suits.plane
    s.wilds = wilds
    for suit in range(4):
        s.key[suit] = key[suit]
        s.cls[suit] = class_of(s.suits, suit, key[suit])
    for suit in range(4):
        s.fold[suit] = s.suits.fold + (s.cls[PARTNER[suit]] << 8)
    left = s.fold[0][s.cls[0]]
    right = s.fold[2][s.cls[2]]
    s.base[0] = s.base[1] = s.plane + right * s.suits.n_folds
    s.base[2] = s.base[3] = s.plane + left * s.suits.n_folds


cdef int read_shape(const View* view, const Mind* mind, Shape* s) noexcept nogil:
    """Read the deciding seat's tiles; the number of melds that it has still to make."""
    cdef Keyed keyed
    cdef int melds = mind.melds - view.n_melds[view.seat]
    read_keys(view.hand, &mind.wilds.keep[view.indicator], &keyed)
    set_shape(s, keyed.key, keyed.wilds, melds, 1)
    return melds


cdef void read_live(const View* view, const u8* wild, Live* out) noexcept nogil:
    """Copies that the seat has not seen."""
    cdef int kind
    for kind in range(N_KINDS):
        # What is shown on arrival helps nobody.
        out.tiles[kind] = 0 if wild[kind] or kind >= view.shown_from else (
            4 - view.hand[kind] - view.visible[kind])
    out.tiles[N_KINDS] = out.tiles[N_KINDS + 1] = 0


cdef inline const u8* _classes(const Shape* s, int suit) noexcept nogil:
    return s.suits.honour if suit == 3 else s.suits.suit


cdef void read_draws(const Shape* s, const Live* live, int suit, Draws* out) noexcept nogil:
    """What each rank of a suit leads to; loops of nine without a branch are the fastest here."""
    cdef const u8* tiles = &live.tiles[9 * suit]
    cdef const u8* classes = _classes(s, suit)
    cdef const u16* fold = s.fold[suit]
    cdef u32 key = s.key[suit]
    cdef int rank
    for rank in range(9):
        # A dead kind's key may be none: it is not looked up, and its tiles are 0.
        out.cls[rank] = classes[key + (POW5[rank] if tiles[rank] else 0)]
        out.fold[rank] = fold[out.cls[rank]]
        out.live[rank] = tiles[rank]


cdef inline int _of_partner(const Draws* draws, const u8* base, const u16* fold,
                            int lacks) noexcept nogil:
    cdef int rank, live = 0
    for rank in range(9):
        live += draws.live[rank] if base[fold[draws.cls[rank]]] < lacks else 0
    return live


cdef inline int _of_other(const Draws* draws, const u8* base, int lacks) noexcept nogil:
    cdef int rank, live = 0
    for rank in range(9):
        live += draws.live[rank] if base[draws.fold[rank]] < lacks else 0
    return live


cdef int live_elsewhere(const Shape* s, const Draws* draws, int suit, int cls,
                        int lacks) noexcept nogil:
    """Live tiles of the other suits that help where one suit's class is `cls`."""
    cdef int partner = PARTNER[suit], other = 2 if suit < 2 else 0
    cdef const u8* base = s.plane + <size_t>s.fold[suit][cls] * s.suits.n_folds
    return (_of_partner(&draws[partner], s.base[suit], s.suits.fold + (cls << 8), lacks)
            + _of_other(&draws[other], base, lacks) + _of_other(&draws[other + 1], base, lacks))


cdef int live_here(const Shape* s, const Live* live, int suit, u32 key, int lacks) noexcept nogil:
    """Live tiles of the discard's own suit that help."""
    cdef const u8* tiles = &live.tiles[9 * suit]
    cdef const u8* base = s.base[suit]
    cdef const u16* fold = s.fold[suit]
    cdef const u8* classes = _classes(s, suit)
    cdef int rank, sum_ = 0
    for rank in range(9):
        sum_ += (tiles[rank] if base[fold[classes[key + (POW5[rank] if tiles[rank] else 0)]]]
                 < lacks else 0)
    return sum_


cdef int best_discard(const Shape* s, const Live* live, const u8* kinds, int n,
                      int* lacks) noexcept nogil:
    """The best of some natural kinds to discard, -1 if there are none; what lacks then."""
    cdef int[17] cls
    cdef int[17] lack
    cdef int[17] elsewhere
    cdef Draws[4] draws
    cdef int suit, i, j, best = FAR, ties = 0, sum_, most = -1, chosen = -1
    for i in range(n):
        suit = kinds[i] // 9
        cls[i] = class_of(s.suits, suit, s.key[suit] - POW5[kinds[i] % 9])
        lack[i] = missing_with(s, suit, cls[i])
        best = min(best, lack[i])
    for i in range(n):
        if lack[i] == best:
            ties += 1
            chosen = kinds[i]
    lacks[0] = best
    if ties < 2:
        return chosen
    for suit in range(4):
        read_draws(s, live, suit, &draws[suit])
    for i in range(n):
        if lack[i] != best:
            continue
        suit = kinds[i] // 9
        j = i - 1
        while j >= 0 and kinds[j] // 9 == suit and (cls[j] != cls[i] or lack[j] != best):
            j -= 1
        if j >= 0 and kinds[j] // 9 == suit:
            elsewhere[i] = elsewhere[j]
        else:
            elsewhere[i] = live_elsewhere(s, draws, suit, cls[i], best)
        sum_ = elsewhere[i] + live_here(s, live, suit, s.key[suit] - POW5[kinds[i] % 9], best)
        # Of equals the higher kind: honours before suits.
        if sum_ >= most:
            most = sum_
            chosen = kinds[i]
    return chosen
