"""Steps to a complete hand, and what each discard makes of them.

Of the discards that leave the fewest missing tiles, that one is best which leaves the most live
tiles that bring the hand nearer. The kinds of a suit lead to a few classes, so that the live
tiles of the other suits are counted by class, once for all discards that leave the same one.
"""

from mjsim._core.keys cimport Keyed, read_keys
from mjsim._core.suits cimport POW5, free_suits
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport MOST_KINDS, View
from mjsim._core.types cimport u8, u16, u32

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


cdef int read_shape(const View* view, const Mind* mind, int whole, Shape* s) noexcept nogil:
    """Read the deciding seat's tiles; the number of melds that it has still to make."""
    cdef Keyed keyed
    cdef int melds = whole - view.n_melds[view.seat]
    read_keys(view.hand, &mind.wilds.keep[view.indicator], &keyed)
    set_shape(s, keyed.key, keyed.wilds, melds, 1)
    return melds


cdef void read_live(const View* view, const u8* wild, Live* out) noexcept nogil:
    """Copies that the seat has not seen."""
    cdef int kind
    for kind in range(MOST_KINDS):
        out.tiles[kind] = 0 if wild[kind] else 4 - view.hand[kind] - view.visible[kind]


# Live tiles of one suit by the class that they lead to.
cdef struct Draws:
    int n
    int[9] cls
    int[9] fold
    int[9] live


cdef void _draws(const Shape* s, const Live* live, int suit, Draws* out) noexcept nogil:
    """Group the kinds of a suit; those that change no class can't help."""
    cdef int rank, cls, i, tiles
    cdef int ranks = 7 if suit == 3 else 9
    out.n = 0
    for rank in range(ranks):
        tiles = live.tiles[9 * suit + rank]
        if tiles == 0:
            continue
        cls = class_of(s.suits, suit, s.key[suit] + POW5[rank])
        if cls == s.cls[suit]:
            continue
        for i in range(out.n):
            if out.cls[i] == cls:
                out.live[i] += tiles
                break
        else:
            out.cls[out.n] = cls
            out.fold[out.n] = s.fold[suit][cls]
            out.live[out.n] = tiles
            out.n += 1


cdef inline int _of_partner(const Draws* draws, const u8* base, const u16* fold,
                            int lacks) noexcept nogil:
    cdef int i, live = 0
    for i in range(draws.n):
        live += draws.live[i] if base[fold[draws.cls[i]]] < lacks else 0
    return live


cdef inline int _of_other(const Draws* draws, const u8* base, int lacks) noexcept nogil:
    cdef int i, live = 0
    for i in range(draws.n):
        live += draws.live[i] if base[draws.fold[i]] < lacks else 0
    return live


cdef int _live_elsewhere(const Shape* s, const Draws* draws, int suit, int cls,
                         int lacks) noexcept nogil:
    """Live tiles of the other suits that help where one suit's class is `cls`."""
    cdef int partner = PARTNER[suit], other = 2 if suit < 2 else 0
    cdef const u8* base = s.plane + <size_t>s.fold[suit][cls] * s.suits.n_folds
    return (_of_partner(&draws[partner], s.base[suit], s.suits.fold + (cls << 8), lacks)
            + _of_other(&draws[other], base, lacks) + _of_other(&draws[other + 1], base, lacks))


cdef int _live_here(const Shape* s, const Live* live, int suit, u32 key,
                    int lacks) noexcept nogil:
    """Live tiles of the discard's own suit that help."""
    cdef const u8* tiles = &live.tiles[9 * suit]
    cdef const u8* base = s.base[suit]
    cdef const u16* fold = s.fold[suit]
    cdef const u8* classes = s.suits.honour if suit == 3 else s.suits.suit
    cdef int rank, sum_ = 0
    cdef int ranks = 7 if suit == 3 else 9
    cdef u32 with_it
    for rank in range(ranks):
        # A dead kind's key may be none: it is not looked up.
        with_it = key + (POW5[rank] if tiles[rank] else 0)
        sum_ += tiles[rank] if base[fold[classes[with_it]]] < lacks else 0
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
        _draws(s, live, suit, &draws[suit])
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
            elsewhere[i] = _live_elsewhere(s, draws, suit, cls[i], best)
        sum_ = elsewhere[i] + _live_here(s, live, suit, s.key[suit] - POW5[kinds[i] % 9], best)
        # Of equals the higher kind: honours before suits.
        if sum_ >= most:
            most = sum_
            chosen = kinds[i]
    return chosen
