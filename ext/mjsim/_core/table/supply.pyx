"""Tiles out of the wall: ordinary draws from the head, replacements from the tail (T3, W2)."""

from mjsim._core.table.table cimport RESERVED, TAKEN, THERE, Table
from mjsim._core.types cimport u8
from mjsim._core.walls cimport tail_place

__all__ = []


cdef void reserve_tail(Table* t, int n) noexcept nogil:
    """Keep the first n tiles from the tail for kongs."""
    cdef int i = 0, place
    while n and i < t.ops.n_tiles:
        place = tail_place(t.ops.n_tiles, i)
        if t.gone[place] == THERE:
            t.gone[place] = RESERVED
            t.reserved += 1
            n -= 1
        i += 1
    t.view.left = <u8>(t.there - t.reserved)


cdef inline int _taken(Table* t, int place) noexcept nogil:
    t.gone[place] = TAKEN
    t.there -= 1
    t.view.left = <u8>(t.there - t.reserved)
    return t.wall.tiles[place]


cdef int take_head(Table* t) noexcept nogil:
    """The next tile of an ordinary draw (its id); there is one."""
    while t.gone[t.head] != THERE:
        t.head += 1
    return _taken(t, t.head)


cdef int take_tail(Table* t) noexcept nogil:
    """The next replacement (its id); there is one."""
    cdef int place = tail_place(t.ops.n_tiles, t.tail)
    while t.gone[place] == TAKEN:
        t.tail += 1
        place = tail_place(t.ops.n_tiles, t.tail)
    t.from_tail += 1
    if t.gone[place] == RESERVED:
        t.reserved -= 1
    return _taken(t, place)
