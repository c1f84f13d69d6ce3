"""What best play comes to, draw by draw: chances to have been ready, to have won, and with what.

The chance of every hand is carried forward through the draws, by the choices that are best for
the draws still to come; they are the same from whatever root a hand was reached, so that all
roots are followed at once. A hand that was ready once counts as such from then on.
"""

from libc.string cimport memset

from mjsim._core.odds.graph cimport Edge, Graph, State, Win
from mjsim._core.odds.solve cimport MAKE_KONG, NOTHING, WIN, choose
from mjsim._core.types cimport i32, u32

__all__ = []


cdef inline double* _at(const Spread* s, int root, int draw) noexcept nogil:
    return s.out + (root * (s.draws + 1) + draw) * COLUMNS


cdef void _reach(const Graph* g, Spread* s, i32 state, const double* mass, double p,
                 bint counted, int draw) noexcept nogil:
    """Add to the chance of a hand after this draw; `counted`: it was ready by now, and noted."""
    cdef int n = s.n_roots, i
    cdef double* to = s.next_mass + <size_t>state * 2 * n
    if not s.listed[state]:
        s.listed[state] = 1
        s.next_at[s.next_n] = state
        s.next_n += 1
    if g.states[state].distance and not counted:
        for i in range(2 * n):
            to[i] += p * mass[i]
        return
    for i in range(n):
        to[n + i] += p * (mass[i] + mass[n + i])
    if not counted:
        _note_ready(s, mass, p, draw)


cdef void _note_ready(Spread* s, const double* mass, double p, int draw) noexcept nogil:
    """What was never ready is so now."""
    cdef int i
    for i in range(s.n_roots):
        if mass[i]:
            _at(s, i, draw)[READY] += p * mass[i]


cdef void _won(const Win* win, Spread* s, const double* mass, double p, bint counted,
               int draw) noexcept nogil:
    cdef int n = s.n_roots, i, bit
    cdef double chance
    cdef double* out
    cdef u32 mask
    for i in range(n):
        chance = p * (mass[i] + mass[n + i])
        if chance == 0:
            continue
        out = _at(s, i, draw)
        if not counted:
            out[READY] += p * mass[i]
        out[WON] += chance
        out[WORTH] += chance * win.value
        mask = win.mask
        bit = 0
        while mask:
            if mask & 1:
                out[FIRST_BIT + bit] += chance
            mask >>= 1
            bit += 1


cdef void _draw(const Graph* g, Spread* s, i32 number, i32 base, const double* mass, double p,
                bint counted, const double* then, const double* now, int draw) noexcept nogil:
    """Carry the chance of a hand through a draw, and through the replacements of its kongs.

    A hand that has laid a kong is ready if it is so before the replacement.
    """
    cdef const State* state = &g.states[number]
    cdef const Edge* edge
    cdef double rest = 1, value
    cdef i32 i, to
    cdef int choice
    cdef bint ready
    for i in range(state.first, state.first + state.n):
        edge = &g.edges[i]
        rest -= g.chance[edge.kind]
        choice = choose(g, edge, then, now, base, &value, &to)
        if choice == WIN:
            _won(&g.wins[to], s, mass, p * g.chance[edge.kind], counted, draw)
        elif choice == MAKE_KONG:
            ready = g.states[to].distance == 0
            if ready and not counted:
                _note_ready(s, mass, p * g.chance[edge.kind], draw)
            _draw(g, s, to, g.states[to].base, mass, p * g.chance[edge.kind], counted or ready,
                  then, now, draw)
        elif choice != NOTHING:
            _reach(g, s, to, mass, p * g.chance[edge.kind], counted, draw)
    if rest > 1e-15:
        _reach(g, s, base, mass, p * rest, counted, draw)


cdef void follow(const Graph* g, const i32* roots, const double* values, const double* quit,
                 Spread* s) noexcept nogil:
    """Fill `out`: what has come about after each draw, from each root.

    `values` are those of the hands by draws to come; the arrays of `s` are zero.
    """
    cdef int draw, column, i, n = s.n_roots
    cdef size_t k
    cdef i32 state
    cdef double* mass
    cdef double* swap
    cdef i32* swap_at
    cdef const double* then
    cdef const double* now
    s.n = 0
    for i in range(n):
        state = roots[i]
        if not s.listed[state]:
            s.listed[state] = 1
            s.at[s.n] = state
            s.n += 1
        column = 0 if g.states[state].distance else n
        s.mass[<size_t>state * 2 * n + column + i] = 1
        _at(s, i, 0)[READY] = 1 if column else 0
    for k in range(s.n):
        s.listed[s.at[k]] = 0
    for draw in range(1, s.draws + 1):
        now = values + (s.draws - draw + 1) * g.n_states
        then = values + (s.draws - draw) * g.n_states
        for i in range(n):
            for column in range(COLUMNS):
                _at(s, i, draw)[column] = _at(s, i, draw - 1)[column]
        s.next_n = 0
        for k in range(s.n):
            state = s.at[k]
            mass = s.mass + <size_t>state * 2 * n
            _draw(g, s, state, state, mass, 1 - quit[draw - 1], False, then, now, draw)
            memset(mass, 0, 2 * n * sizeof(double))
        for k in range(s.next_n):
            s.listed[s.next_at[k]] = 0
        swap = s.mass
        s.mass = s.next_mass
        s.next_mass = swap
        swap_at = s.at
        s.at = s.next_at
        s.next_at = swap_at
        s.n = s.next_n
