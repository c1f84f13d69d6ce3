"""What holds after every action, checked in debug builds: a violation stops the run.

A violated invariant is a defect of the engine, never of a strategy.
"""

from mjsim._core.suits cimport POW5, Suits, free_suits, need_of_keys
from mjsim._core.table.table cimport NOBODY, TAKEN, Table
from mjsim._core.table.view cimport MOST_KINDS, SEATS
from mjsim._core.types cimport N_KINDS, u32

__all__ = []

cdef int[5] MELD_TILES = [0, 3, 3, 4, 4]


cdef const char* _tiles(Table* t) noexcept nogil:
    """Every tile is in one place, and there are no more of a kind than there are."""
    cdef int[MOST_KINDS] seen
    cdef int seat, kind, i, total = t.there, concealed, laid, places = 0
    for kind in range(MOST_KINDS):
        seen[kind] = t.view.visible[kind]
        total += t.view.visible[kind]
    for seat in range(SEATS):
        concealed = 0
        for kind in range(MOST_KINDS):
            concealed += t.hand[seat][kind]
            seen[kind] += t.hand[seat][kind]
        total += concealed
        if concealed != t.view.n_concealed[seat]:
            return b"the number of concealed tiles is wrong"
        laid = 0
        for i in range(t.view.n_melds[seat]):
            laid += MELD_TILES[t.view.melds[seat][i][0]] - 3
        # Who won on another's tile holds it.
        if seat != t.turn and not t.won[seat] and (
                concealed + 3 * t.view.n_melds[seat] != 3 * t.ops.melds + 1):
            return b"a hand has a wrong number of tiles"
        if laid > t.n_kongs:
            return b"a kong was not counted"
    if total != t.ops.n_tiles:
        return b"tiles were lost or made"
    for kind in range(MOST_KINDS):
        if seen[kind] > (4 if kind < N_KINDS else 1):
            return b"more tiles of a kind than there are"
        if t.weigh and kind < t.ops.n_kinds and (
                seen[kind] + t.unseen[kind] != (4 if kind < N_KINDS else 1)):
            return b"the tiles unseen are not those of the wall"
    for i in range(t.ops.n_tiles):
        places += t.gone[i] != TAKEN
    if places != t.there:
        return b"the wall does not hold what it should"
    return NULL


cdef const char* _keys(Table* t) noexcept nogil:
    """The keys are those of the counts."""
    cdef u32[4] key
    cdef int seat, kind, i, wilds
    for seat in range(SEATS):
        key = [0, 0, 0, 0]
        wilds = 0
        for kind in range(MOST_KINDS):
            if t.wild[kind]:
                wilds += t.hand[seat][kind]
            elif t.hand[seat][kind]:
                key[kind // 9] += t.hand[seat][kind] * POW5[kind % 9]
        if wilds != t.n_wilds[seat]:
            return b"the number of wilds is wrong"
        for i in range(4):
            if key[i] != t.key[seat][i]:
                return b"a key is not that of its tiles"
    return NULL


cdef const char* _winner(Table* t) noexcept nogil:
    """The winner's hand is complete, and may win."""
    cdef const Suits* suits = free_suits()
    if t.view.barred[t.winner]:
        return b"a barred seat won"
    if need_of_keys(suits, t.key[t.winner], t.ops.melds - t.view.n_melds[t.winner],
                    1) > t.n_wilds[t.winner] and not t.unfinished:
        return b"the winner's hand is not complete"
    return NULL


cdef void check(Table* t) noexcept nogil:
    """Set `broken` to what does not hold, if anything."""
    cdef int seat, replacements = 0
    if t.broken == NULL:
        t.broken = _tiles(t)
    if t.broken == NULL:
        t.broken = _keys(t)
    if t.broken == NULL and t.over and t.winner != NOBODY:
        t.broken = _winner(t)
    for seat in range(SEATS):
        replacements += t.did[seat].replacements
    if t.broken == NULL and replacements < t.n_kongs:
        t.broken = b"a kong without a replacement"
