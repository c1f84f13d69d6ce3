"""The true wall, which shrinks: values by following every draw, and the model's play tried.

The model takes every draw from the tiles that are unseen now. Here a tile that was drawn is gone.
"""

from numpy.random cimport bitgen_t

from mjsim._core.odds.forward cimport COLUMNS, FIRST_BIT, READY, WON, WORTH
from mjsim._core.odds.graph cimport Edge, Graph, State, Win
from mjsim._core.odds.solve cimport MAKE_KONG, NOTHING, WIN, choose
from mjsim._core.rng cimport draw
from mjsim._core.types cimport i32, u8, u32, u64

__all__ = []

cdef enum:
    MOST_TILES = 144


cdef inline int _left_of(const Graph* g, int kind, const u8* drawn) noexcept nogil:
    """Tiles of a kind in the wall; of all wilds where they are alike."""
    if g.q.alike and g.q.wild[kind]:
        return g.q.live_wilds - drawn[g.wild_kinds[0]]
    return g.q.live[kind] - drawn[kind]


cdef inline int _slot(const Graph* g, int kind) noexcept nogil:
    """Where draws of a kind are counted."""
    return g.wild_kinds[0] if g.q.alike and g.q.wild[kind] else kind


cdef double _best(const Graph* g, const Edge* edge, i32 base, int left, u8* drawn, int n_drawn,
                  const double* quit, int draws) noexcept nogil:
    """The best that can be done with a drawn kind, which is counted as drawn."""
    cdef double best = 0, value
    cdef i32 i, hand
    if edge.win >= 0:
        best = g.wins[edge.win].reward
    if edge.forced:
        return best
    if edge.better >= 0:
        for i in range(g.nodes[edge.better].n):
            hand = g.hands[g.nodes[edge.better].first + i]
            best = max(best, true_value(g, hand, left - 1, drawn, n_drawn, quit, draws))
    if edge.change >= 0:
        for i in range(g.nodes[edge.change].n):
            hand = g.hands[g.nodes[edge.change].first + i]
            best = max(best, true_value(g, hand, left - 1, drawn, n_drawn, quit, draws))
    if edge.passes:
        best = max(best, true_value(g, base, left - 1, drawn, n_drawn, quit, draws))
    for i in range(edge.n_kongs):
        hand = g.kongs[edge.kong + i]
        value = _turn(g, hand, g.states[hand].base, left, drawn, n_drawn, quit, draws)
        best = max(best, value)
    return best


cdef double _turn(const Graph* g, i32 number, i32 base, int left, u8* drawn, int n_drawn,
                  const double* quit, int draws) noexcept nogil:
    """Mean over the next tile of the wall."""
    cdef const State* state = &g.states[number]
    cdef const Edge* edge = NULL
    cdef double total = 0, best
    cdef int kind, there, n = g.q.unseen - n_drawn, slot
    cdef i32 at = state.first, last = state.first + state.n
    cdef bint seen_wild = False
    if n <= 0:
        return 0
    for kind in range(g.q.n_kinds):
        if g.q.live[kind] == 0:
            continue
        if g.q.alike and g.q.wild[kind]:
            # The edge of the first wild stands for all.
            if seen_wild:
                continue
            seen_wild = True
        edge = NULL
        if at < last and g.edges[at].kind == kind:
            edge = &g.edges[at]
            at += 1
        there = _left_of(g, kind, drawn)
        if there <= 0:
            continue
        slot = _slot(g, kind)
        drawn[slot] += 1
        if edge == NULL:
            best = true_value(g, base, left - 1, drawn, n_drawn + 1, quit, draws)
        else:
            best = _best(g, edge, base, left, drawn, n_drawn + 1, quit, draws)
        drawn[slot] -= 1
        total += there * best
    return total / n


cdef double true_value(const Graph* g, i32 number, int left, u8* drawn, int n_drawn,
                       const double* quit, int draws) noexcept nogil:
    """Value of a hand with `left` draws to come, `drawn` being gone from the wall."""
    if left == 0:
        return 0
    return (1 - quit[draws - left]) * _turn(g, number, number, left, drawn, n_drawn, quit, draws)


cdef inline const Edge* _edge_of(const Graph* g, const State* state, int kind) noexcept nogil:
    """What a kind does to a hand, NULL if it is discarded."""
    cdef i32 i
    cdef int wanted = kind
    if g.q.alike and g.q.wild[kind]:
        wanted = -1
    for i in range(state.first, state.first + state.n):
        if g.edges[i].kind == wanted or (wanted < 0 and g.q.wild[g.edges[i].kind]):
            return &g.edges[i]
    return NULL


cdef void try_play(const Graph* g, i32 root, int draws, const double* values, const double* quit,
                   u64 n_trials, bitgen_t* bits, double* sums, double* squares) noexcept nogil:
    """Play on true walls as is best in the model; ``sums[draws + 1, COLUMNS]`` of what came.

    `squares` are those of what was won, by draws.
    """
    cdef u8[MOST_TILES] wall
    cdef u64 picked
    cdef int n = 0, kind, i, _i, turn, gone, other, bit, choice
    cdef u64 _trial
    cdef i32 at, base, to
    cdef const double* then
    cdef const double* now
    cdef const Edge* edge
    cdef const Win* win
    cdef double value
    cdef u32 mask
    cdef u8 tile
    cdef bint over
    cdef int ready_at, won_at
    for kind in range(g.q.n_kinds):
        for _i in range(g.q.live[kind]):
            wall[n] = <u8>kind
            n += 1
    for _trial in range(n_trials):
        at = root
        gone = 0
        ready_at = 0 if g.states[root].distance == 0 else -1
        won_at = -1
        win = NULL
        turn = 0
        over = False
        while turn < draws and not over:
            turn += 1
            now = values + (draws - turn + 1) * g.n_states
            then = values + (draws - turn) * g.n_states
            if quit[turn - 1] > 0 and (bits.next_uint64(bits.state) >> 11) * (
                    1.0 / 9007199254740992.0) < quit[turn - 1]:
                break
            base = at
            while True:
                if gone == n:
                    over = True
                    break
                draw(bits, n - gone, 1, n - gone, &picked)
                other = gone + <int>picked
                tile = wall[other]
                wall[other] = wall[gone]
                wall[gone] = tile
                gone += 1
                edge = _edge_of(g, &g.states[at], tile)
                if edge == NULL:
                    at = base
                    break
                choice = choose(g, edge, then, now, base, &value, &to)
                if choice == WIN:
                    win = &g.wins[to]
                    won_at = turn
                    over = True
                    break
                if choice == NOTHING:
                    over = True
                    break
                at = to
                if choice != MAKE_KONG:
                    break
                base = g.states[at].base
                if ready_at < 0 and g.states[at].distance == 0:
                    ready_at = turn
            if not over and ready_at < 0 and g.states[at].distance == 0:
                ready_at = turn
        if won_at >= 0 and ready_at < 0:
            ready_at = won_at
        for i in range(ready_at if ready_at >= 0 else draws + 1, draws + 1):
            sums[i * COLUMNS + READY] += 1
        if won_at < 0:
            continue
        for i in range(won_at, draws + 1):
            sums[i * COLUMNS + WON] += 1
            sums[i * COLUMNS + WORTH] += win.value
            squares[i] += win.value * win.value
            mask = win.mask
            bit = 0
            while mask:
                if mask & 1:
                    sums[i * COLUMNS + FIRST_BIT + bit] += 1
                mask >>= 1
                bit += 1
