"""Best play on a graph of hands: values backward, then what that play comes to, forward.

A value with t draws to come asks those with t - 1 only, but for kongs, whose replacement belongs
to the same turn: the hands that take one are valued first, those with more kongs before others.
"""

from mjsim._core.odds.graph cimport Edge, Graph, Node, State
from mjsim._core.types cimport i32

__all__ = []

cdef enum:
    MOST_KONGS = 6

# Values that differ by less are equal, and the first in order is taken.
cdef double SAME = 1e-12


cdef inline bint _above(double a, double b) noexcept nogil:
    return a > b + SAME * (1.0 + (b if b > 0 else -b))


cdef i32 best_hand(const Graph* g, i32 node, const double* then) noexcept nogil:
    """The hand of a node that is worth most; of equals the one without the lowest kind."""
    cdef const Node* of = &g.nodes[node]
    cdef i32 i, best = g.hands[of.first]
    for i in range(1, of.n):
        if _above(then[g.hands[of.first + i]], then[best]):
            best = g.hands[of.first + i]
    return best


cdef int choose(const Graph* g, const Edge* edge, const double* then, const double* now,
                i32 base, double* value, i32* to) noexcept nogil:
    """What is best with a drawn kind: the choice, its value, and the win or hand it leads to.

    `then`: values with a draw less to come; `now`: those of hands that take a replacement.
    """
    cdef int choice = NOTHING
    cdef double best = 0
    cdef i32 hand, i
    to[0] = -1
    if edge.win >= 0:
        best = g.wins[edge.win].reward
        choice = WIN
        to[0] = edge.win
    if edge.forced:
        value[0] = best
        return choice
    if edge.better >= 0:
        hand = best_hand(g, edge.better, then)
        if choice == NOTHING or _above(then[hand], best):
            best = then[hand]
            choice = BETTER
            to[0] = hand
    if edge.passes and (choice == NOTHING or _above(then[base], best)):
        best = then[base]
        choice = PASS
        to[0] = base
    if edge.change >= 0:
        hand = best_hand(g, edge.change, then)
        if choice == NOTHING or _above(then[hand], best):
            best = then[hand]
            choice = CHANGE
            to[0] = hand
    for i in range(edge.n_kongs):
        hand = g.kongs[edge.kong + i]
        if choice == NOTHING or _above(now[hand], best):
            best = now[hand]
            choice = MAKE_KONG
            to[0] = hand
    value[0] = best
    return choice


cdef double _value(const Graph* g, const State* state, i32 base, const double* nodes,
                   const double* then, const double* now) noexcept nogil:
    """Mean over the draw of the best that can be done with it."""
    cdef const Edge* edge
    cdef double total = 0, rest = 1, best
    cdef i32 i, j
    for i in range(state.first, state.first + state.n):
        edge = &g.edges[i]
        rest -= g.chance[edge.kind]
        best = then[base] if edge.passes else 0
        if edge.win >= 0 and (edge.forced or g.wins[edge.win].reward > best):
            best = g.wins[edge.win].reward
        if edge.better >= 0 and nodes[edge.better] > best:
            best = nodes[edge.better]
        if edge.change >= 0 and nodes[edge.change] > best:
            best = nodes[edge.change]
        for j in range(edge.n_kongs):
            if now[g.kongs[edge.kong + j]] > best:
                best = now[g.kongs[edge.kong + j]]
        total += g.chance[edge.kind] * best
    return total + rest * then[base]


cdef void solve_turn(const Graph* g, double quit, const double* then, double* now,
                     double* nodes) noexcept nogil:
    """Values with one draw more to come than `then`; `nodes` is for its use."""
    cdef size_t i
    cdef i32 j
    cdef double best
    cdef const Node* node
    cdef const i32* hands
    cdef int kongs
    for i in range(g.n_nodes):
        node = &g.nodes[i]
        hands = g.hands + node.first
        best = 0
        for j in range(node.n):
            if then[hands[j]] > best:
                best = then[hands[j]]
        nodes[i] = best
    kongs = MOST_KONGS
    while kongs > 0:
        for i in range(g.n_states):
            if g.states[i].row and g.states[i].n_kongs == kongs:
                now[i] = _value(g, &g.states[i], g.states[i].base, nodes, then, now)
        kongs -= 1
    for i in range(g.n_states):
        if g.states[i].row == 0:
            now[i] = (1 - quit) * _value(g, &g.states[i], <i32>i, nodes, then, now)
