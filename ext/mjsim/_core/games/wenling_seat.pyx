"""A seat at the Wenling table as the scorer reads it, and the counts of the wall (W7, W8)."""

from mjsim._core.games.wenling cimport (
    FIRST_DRAW, REPLACEMENT, Best, Held, Options, read_held,
    read_table, score,
)
from mjsim._core.games.wenling cimport Table as Shown
from mjsim._core.suits cimport Suits, free_suits, need_of_keys
from mjsim._core.table.table cimport Table
from mjsim._core.types cimport u8

__all__ = []


cdef void read_seat(const Table* t, int seat, const Options* rules, Held* held,
                    Shown* shown) noexcept nogil:
    """Concealed tiles, melds and shown tiles of a seat."""
    cdef u8[10] melds
    cdef int i
    for i in range(5):
        melds[2 * i] = t.view.melds[seat][i][0] if i < t.view.n_melds[seat] else 0
        melds[2 * i + 1] = t.view.melds[seat][i][1]
    read_table(t.view.shown[seat], t.view.indicator, wind_of(t, seat), rules, shown)
    read_held(t.hand[seat], melds, t.view.shown[seat], t.view.indicator, shown, held)


cdef bint score_seat(const Table* t, int seat, int last, int how, const Options* rules,
                     Best* best) noexcept nogil:
    """Score a seat's tiles, the last included; False if they do not win."""
    cdef Held held
    cdef Shown shown
    read_seat(t, seat, rules, &held, &shown)
    return score(&held, &shown, last, t.view.indicator, how, wind_of(t, seat), rules, best)


cdef int lacks(const Table* t, int seat) noexcept nogil:
    """Tiles that a seat misses by shape, 得 helping: 0 complete."""
    cdef const Suits* s = free_suits()
    return max(need_of_keys(s, t.key[seat], 5 - t.view.n_melds[seat], 1) - t.n_wilds[seat], 0)


cdef bint may_be_complete(const Table* t, int seat) noexcept nogil:
    """Complete if laid tiles leave every copy free; the scorer knows about those too."""
    return lacks(t, seat) == 0


cdef int reserve(const Table* t, int stacks) noexcept nogil:
    """Tiles of so many stacks, and one more if an odd number was replaced (W7)."""
    return 2 * stacks + (t.from_tail & 1)


cdef int how_of(const Table* t, const Options* rules) noexcept nogil:
    """How the hand was won: as it was, whatever these rules make of it (W8).

    But a first draw that was shown and replaced is a replacement, which has its own fan, where
    the rules have no 地胡 for it.
    """
    if t.how == FIRST_DRAW and not rules.dihu_draw and t.replacement:
        return REPLACEMENT
    return t.how
