"""The odds of a hand that is played alone: the door to the solitary model."""

cimport cython
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from numpy.random cimport bitgen_t

import numpy as np

from mjsim._core.games.tianjin cimport TianjinRules
from mjsim._core.games.wenling cimport WenlingRules
from mjsim._core.keys cimport Wilds
from mjsim._core.odds.forward cimport COLUMNS, Spread, follow
from mjsim._core.odds.graph cimport (
    Edge, Graph, Node, State, Win, expand, free_graph, open_graph, root_of,
)
from mjsim._core.odds.hold cimport Hold, drop, put
from mjsim._core.odds.query cimport MOST_MELDS
from mjsim._core.odds.solve cimport solve_turn
from mjsim._core.odds.trial cimport true_value, try_play
from mjsim._core.odds.tianjin_query cimport fill_tianjin
from mjsim._core.odds.wenling_query cimport fill_wenling
from mjsim._core.rng cimport bitgen_of
from mjsim._core.types cimport N_KINDS, i32, u8, u64

__all__ = ["Solo"]

cdef enum:
    MOST_BYTES = 1 << 28            # of the chances that are carried forward at once


@cython.final
@cython.auto_pickle(False)
cdef class Solo:
    """A hand and all that it can come to, played alone.

    Parameters
    ----------
    rules : TianjinRules or WenlingRules
    wilds : Wilds
    hand : uint8[34 or 42]
        Concealed tiles, 3k + 1 or 3k + 2.
    roots : list of int
        Kinds to discard first, each held; -1 for a hand of 3k + 1 tiles.
    melds : uint8[n, 2]
        Type and kind.
    indicator : int
    live : uint8[34 or 42]
        Copies that may be drawn.
    goal : int
        -1 to win, -2 what a win is worth, or a category's bit.
    depth : int
        Changes of the hand that are allowed.
    seat : int
    shown : uint8[42]
    most_states : int
    """

    cdef Graph graph
    cdef bint opened
    cdef object rules
    cdef object tables
    cdef double* values
    cdef double* nodes
    cdef double* quit
    cdef readonly int draws
    cdef readonly list roots
    cdef int solved                 # turns that are valued

    def __cinit__(self):
        memset(&self.graph, 0, sizeof(Graph))
        self.values = self.nodes = self.quit = NULL

    def __init__(self, rules not None, Wilds wilds not None, const u8[::1] hand not None,
                 list roots not None, const u8[:, ::1] melds not None, int indicator,
                 const u8[::1] live not None, *, int goal, int depth, int seat=0,
                 const u8[::1] shown=None, size_t most_states=1 << 21):
        cdef Graph* g = &self.graph
        cdef Hold hold, root
        cdef int i, _i, kind
        cdef i32 number
        if self.opened:
            raise ValueError("asked before")
        self.rules = rules
        self.tables = wilds
        if melds.shape[0] > MOST_MELDS or not 0 <= depth <= 7:
            raise ValueError("too many melds, or a depth that can't be")
        g.depth = depth
        g.most_states = most_states
        g.q.indicator = indicator
        g.q.goal = goal
        g.q.seat = seat
        g.q.n_laid = melds.shape[0]
        for i in range(g.q.n_laid):
            g.q.laid[2 * i] = melds[i, 0]
            g.q.laid[2 * i + 1] = melds[i, 1]
        if isinstance(rules, WenlingRules):
            fill_wenling(&g.q, <WenlingRules>rules, wilds)
        else:
            fill_tianjin(&g.q, <TianjinRules?>rules, wilds)
        if hand.shape[0] != g.q.n_kinds or live.shape[0] != g.q.n_kinds:
            raise ValueError("counts of a wrong length")
        memset(&hold, 0, sizeof(hold))
        hold.melds = g.q.n_laid
        for kind in range(g.q.n_kinds):
            if shown is not None:
                g.q.shown[kind] = shown[kind]
            for _i in range(hand[kind]):
                put(&hold, kind, g.q.wild)
            g.q.live[kind] = live[kind]
            g.q.most[kind] = live[kind] + hand[kind]
            g.q.unseen += live[kind]
            g.q.copies[kind] = (4 if kind < N_KINDS else 1) - (kind == indicator)
            if g.q.wild[kind]:
                g.q.live_wilds += live[kind]
                g.q.most_wilds += live[kind] + hand[kind]
        open_graph(g)
        self.opened = True
        self.roots = []
        for kind in roots:
            root = hold
            if kind >= 0:
                if kind >= N_KINDS or not hand[kind]:
                    raise ValueError("a root that is not held")
                drop(&root, kind, 1, g.q.wild)
            number = root_of(g, &root)
            if number < 0:
                raise MemoryError
            self.roots.append(number)

    def __dealloc__(self):
        if self.opened:
            free_graph(&self.graph)
        free(self.values)
        free(self.nodes)
        free(self.quit)

    @property
    def n_states(self):
        """Hands found so far (int)."""
        return self.graph.n_states

    @property
    def n_left(self):
        """Hands whose draws are still to be followed (int)."""
        return self.graph.n_states - self.graph.expanded

    @property
    def n_nodes(self):
        """Sets of discards found so far (int)."""
        return self.graph.n_nodes

    @property
    def n_edges(self):
        """Draws that change something, found so far (int)."""
        return self.graph.n_edges

    @property
    def n_bytes(self):
        """Memory that is held (int)."""
        cdef const Graph* g = &self.graph
        return (g.room_states * sizeof(State) + g.room_edges * sizeof(Edge)
                + g.room_nodes * (sizeof(Node) + 2 * sizeof(u64)) + g.room_wins * sizeof(Win)
                + (g.room_hands + g.room_kongs + g.n_table) * sizeof(i32)
                + ((self.draws + 1) * g.n_states + g.n_nodes) * sizeof(double) * (
                    self.values != NULL))

    def distances(self):
        """Distance of each root (list of int)."""
        return [self.graph.states[<i32>root].distance for root in self.roots]

    def grow(self, size_t most):
        """Follow the draws of so many hands more; False if there is no room for them.

        Parameters
        ----------
        most : int

        Returns
        -------
        bool
        """
        with nogil:
            expand(&self.graph, most)
        return not self.graph.full

    def begin(self, const double[::1] quit not None):
        """Get ready to solve, when every hand is followed.

        Parameters
        ----------
        quit : float64[draws]
            Chance before each draw that somebody else wins.
        """
        cdef int i
        if self.n_left or self.graph.full or self.values != NULL:
            raise ValueError("the graph is not finished, or was solved")
        self.draws = quit.shape[0]
        self.values = <double*>calloc((self.draws + 1) * self.graph.n_states, sizeof(double))
        self.nodes = <double*>malloc((self.graph.n_nodes + 1) * sizeof(double))
        self.quit = <double*>malloc((self.draws + 1) * sizeof(double))
        if self.values == NULL or self.nodes == NULL or self.quit == NULL:
            raise MemoryError
        for i in range(self.draws):
            self.quit[i] = quit[i]
        self.solved = 0

    def solve(self):
        """Value one draw more to come; the number of those that are valued (int)."""
        cdef size_t n = self.graph.n_states
        cdef int left = self.solved + 1
        if self.values == NULL or self.solved == self.draws:
            raise ValueError("there is nothing to solve")
        with nogil:
            solve_turn(&self.graph, self.quit[self.draws - left],
                       self.values + (left - 1) * n, self.values + left * n, self.nodes)
        self.solved = left
        return left

    def root_values(self):
        """Value of each root by draws to come: float64[n_roots, draws + 1]."""
        cdef double[:, ::1] out = np.zeros((len(self.roots), self.draws + 1))
        cdef int i, left
        for i in range(len(self.roots)):
            for left in range(self.solved + 1):
                out[i, left] = self.values[left * self.graph.n_states + <i32>self.roots[i]]
        return np.asarray(out)

    def curves(self):
        """What best play from each root has come to after each draw.

        Returns
        -------
        float64[n_roots, draws + 1, 3 + 32]
            Chance to have been ready, to have won, what was won on average, and the chance to
            have won with each category, by bit.
        """
        cdef double[:, :, ::1] out = np.zeros((len(self.roots), self.draws + 1, COLUMNS))
        cdef i32[::1] numbers = np.array(self.roots, np.int32)
        cdef int first, n_roots = len(self.roots), most
        if self.values == NULL or self.solved != self.draws:
            raise ValueError("not solved")
        # As many roots at once as there is room for.
        most = max(1, <int>min(n_roots, <size_t>MOST_BYTES // (self.graph.n_states * 32)))
        for first in range(0, n_roots, most):
            self._follow(numbers[first:], out[first:], min(most, n_roots - first))
        return np.asarray(out)

    cdef int _follow(self, i32[::1] numbers, double[:, :, ::1] out, int n_roots) except -1:
        cdef size_t n = self.graph.n_states
        cdef Spread s
        s.n_roots = n_roots
        s.draws = self.draws
        s.out = &out[0, 0, 0]
        s.mass = <double*>calloc(2 * n * n_roots, sizeof(double))
        s.next_mass = <double*>calloc(2 * n * n_roots, sizeof(double))
        s.at = <i32*>malloc(n * sizeof(i32))
        s.next_at = <i32*>malloc(n * sizeof(i32))
        s.listed = <u8*>calloc(n, 1)
        try:
            if s.mass == NULL or s.next_mass == NULL or s.at == NULL or s.next_at == NULL or (
                    s.listed == NULL):
                raise MemoryError
            with nogil:
                follow(&self.graph, &numbers[0], self.values, self.quit, &s)
        finally:
            free(s.mass)
            free(s.next_mass)
            free(s.at)
            free(s.next_at)
            free(s.listed)
        return 0

    def true_values(self, int left):
        """Value of each root on the true wall: float64[n_roots].

        Parameters
        ----------
        left : int
            Draws to come, three at most, and no more than `begin` was told of.
        """
        cdef double[::1] out = np.zeros(len(self.roots))
        cdef u8[42] drawn
        cdef int i
        cdef i32 number
        if self.values == NULL or not 0 <= left <= min(3, self.draws):
            raise ValueError("draws that can't be followed one by one")
        memset(drawn, 0, sizeof(drawn))
        for i in range(len(self.roots)):
            number = self.roots[i]
            with nogil:
                out[i] = true_value(&self.graph, number, left, drawn, 0, self.quit, self.draws)
        return np.asarray(out)

    def try_play(self, int root, bits, u64 n_trials):
        """Play on true walls as is best in the model, and sum up what comes.

        Parameters
        ----------
        root : int
            Its place in the list.
        bits : numpy.random.BitGenerator
        n_trials : int

        Returns
        -------
        float64[draws + 1, 3 + 32], float64[draws + 1]
            Sums of what `curves` gives the chances of, and of the squares of what was won.
        """
        cdef double[:, ::1] sums = np.zeros((self.draws + 1, COLUMNS))
        cdef double[::1] squares = np.zeros(self.draws + 1)
        cdef bitgen_t* generator = bitgen_of(bits)
        cdef i32 number = self.roots[root]
        if self.values == NULL or self.solved != self.draws:
            raise ValueError("not solved")
        with bits.lock, nogil:
            try_play(&self.graph, number, self.draws, self.values, self.quit, n_trials, generator,
                     &sums[0, 0], &squares[0])
        return np.asarray(sums), np.asarray(squares)
