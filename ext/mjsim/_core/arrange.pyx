"""Building one arrangement of tiles into melds and a pair, wilds where tiles lack.

No search: before a group is laid the tables say whether the rest can still be completed.
"""

from mjsim._core.suits cimport POW5, Suits, need_of
from mjsim._core.types cimport N_KINDS, u64

__all__ = []


cdef int size_of(int form) noexcept nogil:
    return 2 if form == PAIR else 3


cdef int kind_in(const Group* group, int i) noexcept nogil:
    return group.first + i if group.form == SEQUENCE else group.first


cdef bint take(Layout* layout, int form, int first, int wild) noexcept nogil:
    """Lay a group, a wild where a tile lacks or `wild` says so; False if the wilds run out."""
    cdef Group* group = &layout.groups[layout.n_groups]
    cdef int i, kind
    group.form = form
    group.first = first
    group.wild = 0
    group.last = False
    for i in range(size_of(form)):
        kind = kind_in(group, i)
        if not wild >> i & 1 and layout.counts[kind]:
            layout.counts[kind] -= 1
            layout.key[kind // 9] -= POW5[kind % 9]
        else:
            layout.wilds -= 1
            group.wild |= 1 << i
    layout.n_groups += 1
    return layout.wilds >= 0


cdef bint _completes(const Suits* t, const Layout* layout, int melds, int pairs) noexcept nogil:
    return need_of(t, t.suit[layout.key[0]], t.suit[layout.key[1]], t.suit[layout.key[2]],
                   t.honour[layout.key[3]], melds, pairs) <= layout.wilds


cdef bint _try(const Suits* t, Layout* layout, int form, int first, int melds,
               int pairs) noexcept nogil:
    """Lay a group if the rest stays complete."""
    cdef Layout tried = layout[0]
    if not take(&tried, form, first, 0):
        return False
    if not _completes(t, &tried, melds - (form != PAIR), pairs - (form == PAIR)):
        return False
    layout[0] = tried
    return True


cdef bint _lowest(const Suits* t, Layout* layout, int kind, int melds, int pairs) noexcept nogil:
    """Lay the group that the lowest tile left lies in."""
    cdef int first
    if melds:
        if kind < 27:
            for first in range(min(kind, kind // 9 * 9 + 6), max(kind - 2, kind // 9 * 9) - 1, -1):
                if _try(t, layout, SEQUENCE, first, melds, pairs):
                    return True
        if _try(t, layout, TRIPLET, kind, melds, pairs):
            return True
    return pairs and _try(t, layout, PAIR, kind, melds, pairs)


cdef int _unused(const Layout* layout) noexcept nogil:
    """A kind that no group and no meld shows, 東 if it can be: what wilds alone stand for."""
    cdef u64 shown = layout.shown
    cdef int group, i, kind
    for group in range(layout.n_groups):
        for i in range(size_of(layout.groups[group].form)):
            shown |= <u64>1 << kind_in(&layout.groups[group], i)
    for i in range(N_KINDS):
        kind = (27 + i) % N_KINDS
        if not shown >> kind & 1:
            return kind
    return 27


cdef bint fill(const Suits* t, Layout* layout, int melds, int pairs) noexcept nogil:
    """Lay all tiles that are left into so many melds and pairs; False if they do not fit."""
    cdef int kind = 0
    if layout.wilds < 0 or not _completes(t, layout, melds, pairs):
        return False
    while melds + pairs:
        while kind < N_KINDS and not layout.counts[kind]:
            kind += 1
        if kind == N_KINDS:
            take(layout, TRIPLET if melds else PAIR, _unused(layout), 7)
        elif not _lowest(t, layout, kind, melds, pairs):
            return False
        if layout.groups[layout.n_groups - 1].form == PAIR:
            pairs -= 1
        else:
            melds -= 1
    return layout.wilds == 0
