"""The luck of draws: what a tile did for a hand, less what it would have done on average.

Given all four hands and all that lies on the table, every tile of the wall that has not been
drawn is equally likely to be the next, whatever the seats have done. A number that depends on
the tile and on what was known before, less its mean over these tiles, therefore has mean 0, and
so has the sum of such differences over a hand. None of them depends on what comes after it.

Five sums are kept for each seat. ``win``: the worth of a win on the tile (fan or points). The
others tell of a hand that is not ready: whether the tile brought it a step nearer, by how far it
was, and whether it was a wild; they are weighted by the share of the wall that is left, since a
step is worth less late in a hand. Tiles that are shown and replaced bring no step.
"""

from mjsim._core.suits cimport POW5, Suits, free_suits, need_of
from mjsim._core.table.invariants cimport CHECKED
from mjsim._core.table.table cimport (
    LUCK_FAR, LUCK_NEAR, LUCK_READY, LUCK_WILD, LUCK_WIN, TAKEN, Table,
)
from mjsim._core.types cimport u32, u64
from mjsim._core.table.view cimport MOST_KINDS

__all__ = []


cdef void count_unseen(Table* t) noexcept nogil:
    """Count the tiles of the wall by kind, after the deal."""
    cdef int i
    for i in range(MOST_KINDS):
        t.unseen[i] = 0
    for i in range(t.ops.n_tiles):
        if t.gone[i] != TAKEN:
            t.unseen[t.ops.kind_of[t.wall.tiles[i]]] += 1
    t.n_unseen = t.there


cdef inline int _step(int lacks) noexcept nogil:
    """Which sum a step goes to, by the tiles that a hand of 3k + 1 lacks."""
    return LUCK_READY if lacks == 2 else LUCK_NEAR if lacks == 3 else LUCK_FAR


cdef void weigh_draw(Table* t, int seat, int kind, bint replacement, u64 shown) noexcept nogil:
    """Add the luck of a tile that a seat is about to get; kinds that are shown as bits.

    The tile has left the wall, and is still among those unseen.
    """
    cdef const Suits* s = free_suits()
    cdef const u32* key = t.key[seat]
    cdef u32 a = s.suit[key[0]], b = s.suit[key[1]], c = s.suit[key[2]], d = s.honour[key[3]], x
    cdef int melds = t.ops.melds - t.view.n_melds[seat], wilds = t.n_wilds[seat]
    cdef int lacks = need_of(s, a, b, c, d, melds, 1) - wilds
    cdef int k, suit, need, nearer = 0, wild = 0, steps = 0, wilds_got = 0
    cdef u32 changed
    cdef double value, mean = 0, got = 0, weight
    if CHECKED and t.unseen[kind] == 0:
        t.broken = b"a tile was drawn that the wall did not hold"
    for k in range(t.ops.n_kinds):
        if t.unseen[k] == 0 or shown >> k & 1:
            continue
        if t.wild[k]:
            need = lacks - 1
            wild += t.unseen[k]
            wilds_got += k == kind
        else:
            suit = k // 9
            changed = key[suit] + POW5[k - 9 * suit]
            x = s.honour[changed] if suit == 3 else s.suit[changed]
            need = need_of(s, x if suit == 0 else a, x if suit == 1 else b,
                           x if suit == 2 else c, x if suit == 3 else d, melds, 1) - wilds
        if need >= lacks:
            continue
        if lacks == 1:
            value = t.ops.worth(t, seat, k, replacement)
            mean += value * t.unseen[k]
            if k == kind:
                got = value
        else:
            nearer += t.unseen[k]
            steps += k == kind
    if lacks == 1:
        t.luck[seat][LUCK_WIN] += got - mean / t.n_unseen
    else:
        weight = <double>t.n_unseen / t.ops.n_tiles
        t.luck[seat][_step(lacks)] += weight * (steps - <double>nearer / t.n_unseen)
        t.luck[seat][LUCK_WILD] += weight * (wilds_got - <double>wild / t.n_unseen)
    t.unseen[kind] -= 1
    t.n_unseen -= 1
