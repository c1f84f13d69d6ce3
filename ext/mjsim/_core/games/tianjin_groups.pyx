"""天津麻将: an arrangement in which the categories of a score hold (T6)."""

from libc.string cimport memcpy

from mjsim._core.arrange cimport (
    PAIR, SEQUENCE, Group, Layout, fill, kind_in, size_of, take,
)
from mjsim._core.games.tianjin cimport BENHUNLONG, FIVE, HUNDIAO, LONG, SUBENLONG, ZHUO5
from mjsim._core.keys cimport Keyed, Wilds, read_keys
from mjsim._core.suits cimport Suits, free_suits
from mjsim._core.types cimport N_KINDS, u8, u32, u64

__all__ = ["arrange"]

cdef enum:
    FOUR_FIVE_SIX = 3               # the sequence's first kind
    NOWHERE = -1

# What `arrange` returns is put together from these.
cdef tuple FORMS = ("sequence", "triplet", "pair")
cdef list KINDS = [
    [(kind, kind + 1, kind + 2) for kind in range(N_KINDS)],
    [(kind, kind, kind) for kind in range(N_KINDS)],
    [(kind, kind) for kind in range(N_KINDS)],
]
cdef list WILD_TUPLES = [
    [tuple(bool(wild >> place & 1) for place in range(size)) for wild in range(1 << size)]
    for size in range(4)
]


cdef bint _dragon(Layout* layout, int suit, int wild) noexcept nogil:
    """Three sequences of a suit; bit r of `wild`: rank r is a wild."""
    cdef int part
    for part in range(3):
        if not take(layout, SEQUENCE, 9 * suit + 3 * part, wild >> (3 * part) & 7):
            return False
    return True


cdef bint _place_last(Layout* layout, int last, bint wild) noexcept nogil:
    """Mark a group that holds the last tile, where no category says which."""
    cdef int group, i
    cdef Group* at
    for group in range(layout.n_groups):
        at = &layout.groups[group]
        for i in range(size_of(at.form)):
            if (at.wild >> i & 1) == wild and (wild or kind_in(at, i) == last):
                at.last = True
                return True
    return False


cdef bint _own_dragon(const Suits* t, const Layout* hand, int indicator, int last, bint wild,
                      u32 mask, int melds, Layout* out) noexcept nogil:
    """素本龍: both wilds inside the dragon, as themselves."""
    cdef int suit = indicator // 9, rank = indicator % 9
    cdef int own = 1 << rank | 1 << (rank + 1 if rank < 8 else 0)
    out[0] = hand[0]
    if not _dragon(out, suit, own):
        return False
    if mask & ZHUO5 and suit:
        if not (take(out, SEQUENCE, FOUR_FIVE_SIX, 0) and out.wilds == 0):
            return False
        out.groups[3].last = True
        return fill(t, out, melds - 4, 1)
    if not fill(t, out, melds - 3, 1):
        return False
    if mask & ZHUO5:
        out.groups[1].last = True
        return True
    if wild:
        out.groups[(0 if last % 9 < 3 else 1 if last % 9 < 6 else 2)].last = True
        return True
    return _place_last(out, last, False)


cdef bint _with_suit(const Suits* t, const Layout* hand, int suit, int last, bint wild, u32 mask,
                     int melds, Layout* out) noexcept nogil:
    """An arrangement with the dragon in this suit (NOWHERE: none) and the rest of the mask."""
    cdef int form, left = melds - (0 if suit == NOWHERE else 3)
    if mask & HUNDIAO:
        for form in range(PAIR, SEQUENCE, -1):
            out[0] = hand[0]
            if mask & ZHUO5:
                if form == PAIR or not take(out, SEQUENCE, FOUR_FIVE_SIX, 7 if wild else 5):
                    continue
            elif not take(out, form, last, 7 if wild else 6):
                continue
            out.groups[0].last = True
            if suit != NOWHERE and not _dragon(out, suit, 0):
                continue
            if left - (form != PAIR) >= 0 and fill(t, out, left - (form != PAIR), form != PAIR):
                return True
        return False
    if mask & ZHUO5:
        # Through the dragon's own middle, or through another sequence.
        for form in range(2):
            out[0] = hand[0]
            if form == 0:
                if suit != 0 or not _dragon(out, 0, 1 << 4 if wild else 0):
                    continue
                out.groups[1].last = True
                if fill(t, out, left, 1):
                    return True
            else:
                if not left or not take(out, SEQUENCE, FOUR_FIVE_SIX, 2 if wild else 0):
                    continue
                out.groups[0].last = True
                if suit != NOWHERE and not _dragon(out, suit, 0):
                    continue
                if fill(t, out, left - 1, 1):
                    return True
        return False
    out[0] = hand[0]
    if suit != NOWHERE and not _dragon(out, suit, 0):
        return False
    return fill(t, out, left, 1) and _place_last(out, last, wild)


cdef bint _arrange(const Suits* t, const Layout* hand, int last, bint wild, int indicator,
                   u32 mask, int melds, Layout* out) noexcept nogil:
    cdef int ben = indicator // 9 if indicator < 27 else NOWHERE, suit
    if mask & ZHUO5 and last != FIVE and (not wild or mask & SUBENLONG):
        return False
    if mask & SUBENLONG:
        return _own_dragon(t, hand, indicator, last, wild, mask, melds, out)
    if mask & BENHUNLONG:
        return _with_suit(t, hand, ben, last, wild, mask, melds, out)
    if mask & LONG:
        for suit in range(3):
            if suit != ben and _with_suit(t, hand, suit, last, wild, mask, melds, out):
                return True
        return False
    return _with_suit(t, hand, NOWHERE, last, wild, mask, melds, out)


def arrange(const u8[::1] counts not None, const u8[::1] melds not None, int last, int indicator,
            bint any_last, u32 mask, Wilds wilds not None):
    """Groups of the concealed tiles in which the categories of a mask hold.

    Parameters
    ----------
    counts : buffer of 34 bytes
        Concealed tiles, the last included.
    melds : buffer of 8 bytes
        Four pairs of type and kind.
    last, indicator : int
    any_last : bool
        Any tile may be the last one.
    mask : int
        As scored.
    wilds

    Returns
    -------
    list of (form, kinds, wilds, last)
        form "sequence", "triplet" or "pair"; kinds (tuple of int) that the tiles stand for; which
        of them are wilds (tuple of bool); whether the last tile is in the group.

    Raises
    ------
    ValueError
        If there is no such arrangement.
    """
    cdef const Suits* t = free_suits()
    cdef Keyed keyed
    cdef Layout hand, out
    cdef int kind, i, n_melds = 0
    cdef bint found = False
    cdef Group* group
    if counts.shape[0] != N_KINDS or melds.shape[0] != 8 or (
            not 0 <= last < N_KINDS or not 0 <= indicator < N_KINDS):
        raise ValueError("34 counts, 8 bytes of melds and two kinds")
    hand.shown = 0
    for i in range(4):
        if melds[2 * i]:
            n_melds += 1
            hand.shown |= <u64>1 << melds[2 * i + 1]
    read_keys(&counts[0], &wilds.table.keep[indicator], &keyed)
    memcpy(hand.counts, &counts[0], N_KINDS)
    memcpy(hand.key, keyed.key, sizeof(hand.key))
    hand.wilds = keyed.wilds
    hand.n_groups = 0
    for kind in range(N_KINDS):
        if wilds.table.wild[indicator][kind]:
            hand.counts[kind] = 0
    if any_last:
        for kind in range(N_KINDS):
            if counts[kind] and _arrange(t, &hand, kind,
                                         wilds.table.wild[indicator][kind], indicator, mask,
                                         4 - n_melds, &out):
                found = True
                break
    else:
        found = _arrange(t, &hand, last, wilds.table.wild[indicator][last], indicator,
                         mask, 4 - n_melds, &out)
    if not found:
        raise ValueError("no arrangement with these categories")
    groups = []
    for i in range(out.n_groups):
        group = &out.groups[i]
        groups.append((FORMS[group.form], KINDS[group.form][group.first],
                       WILD_TUPLES[size_of(group.form)][group.wild], bool(group.last)))
    return groups
