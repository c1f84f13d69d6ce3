"""Strategy ``speed``: the fewest steps to a complete hand, whatever the hand is worth."""

cimport cython

from mjsim._core.strategies.steps cimport (
    FAR, Live, Shape, best_discard, missing, missing_less, read_live, read_shape, set_shape,
)
from mjsim._core.suits cimport POW5
from mjsim._core.table.actions cimport (
    DO_CHI, DO_CONCEALED_KONG, DO_DISCARD, DO_OPEN_KONG, DO_PONG, DO_PULL, DO_WIN, MOST_ACTIONS,
    kind_of, type_of,
)
from mjsim._core.table.player cimport Player
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport ON_DISCARD, ON_ROBBING, ON_STAKES, ON_TIAN_TING, View
from mjsim._core.types cimport N_KINDS, u8, u16, u32

__all__ = ["SpeedPlayer"]

cdef struct Params:
    bint sit
    int pull
    bint pong
    bint chi
    bint kong
    bint declare


cdef int _after_claim(const Shape* s, const View* view, const u8* wild, int melds,
                      const int* taken) noexcept nogil:
    """Tiles missing after two tiles were claimed away, and the best discard."""
    cdef Shape rest
    cdef u32[4] key = [s.key[0], s.key[1], s.key[2], s.key[3]]
    cdef int other, best = FAR
    key[taken[0] // 9] -= POW5[taken[0] % 9]
    key[taken[1] // 9] -= POW5[taken[1] % 9]
    set_shape(&rest, key, s.wilds, melds - 1, 1)
    for other in range(N_KINDS):
        if view.hand[other] > (other == taken[0]) + (other == taken[1]) and not wild[other]:
            best = min(best, missing_less(&rest, other, 1))
    return best


cdef int _after_kong(const Shape* s, int melds, int kind, int n) noexcept nogil:
    """Tiles missing after n natural copies became a meld, before the replacement."""
    cdef Shape rest
    cdef u32[4] key = [s.key[0], s.key[1], s.key[2], s.key[3]]
    key[kind // 9] -= n * POW5[kind % 9]
    set_shape(&rest, key, s.wilds, melds - 1, 1)
    return missing(&rest)


cdef int _claim(const View* view, const u16* actions, int n, const Params* params,
                const u8* wild, const Shape* s, int melds) noexcept nogil:
    """Win; kong what does not throw the hand back; pong and chi what brings it nearest."""
    cdef int best = missing(s), i, type, kind, chosen = 0, lacks
    cdef int[2] taken
    for i in range(n):
        type = type_of(actions[i])
        kind = kind_of(actions[i])
        if type == DO_WIN:
            return i
        if type == DO_OPEN_KONG and params.kong and _after_kong(s, melds, kind, 3) <= best:
            return i
        if (type == DO_PONG and params.pong) or (type == DO_CHI and params.chi):
            taken = [kind, kind]
            if type == DO_CHI:
                # The two tiles of the sequence that are not the discard.
                taken = [kind + (kind == view.discard), kind + 2 - (kind + 2 == view.discard)]
            lacks = _after_claim(s, view, wild, melds, taken)
            if lacks < best:
                best = lacks
                chosen = i
    return chosen


cdef int _choose(const View* view, const u16* actions, int n, Mind* mind) noexcept nogil:
    cdef const Params* params = <const Params*>mind.strategy.params
    cdef const u8* wild = mind.wilds.wild[view.indicator]
    cdef u8[MOST_ACTIONS] kinds
    cdef int i, first, kind, discard, melds, lacks, n_kinds = 0
    cdef Shape s
    cdef Live live
    if view.phase == ON_STAKES:
        return params.pull if type_of(actions[0]) == DO_PULL else params.sit
    if type_of(actions[0]) == DO_WIN:
        return 0
    if view.phase == ON_TIAN_TING:
        return params.declare
    melds = read_shape(view, mind, &s)
    if view.phase == ON_ROBBING:
        return n - 1
    if view.phase == ON_DISCARD:
        return _claim(view, actions, n, params, wild, &s, melds)
    first = 0
    while type_of(actions[first]) != DO_DISCARD:
        first += 1
    for i in range(first, n):
        kind = kind_of(actions[i])
        kinds[n_kinds] = <u8>kind
        n_kinds += not wild[kind]
    if n_kinds == 0:
        return n - 1
    read_live(view, wild, &live)
    discard = best_discard(&s, &live, kinds, n_kinds, &lacks)
    if params.kong:
        for i in range(first):
            kind = kind_of(actions[i])
            # Four wilds are worth more than a step.
            if not wild[kind] and (
                    _after_kong(&s, melds, kind, 4) if type_of(actions[i]) == DO_CONCEALED_KONG
                    else missing_less(&s, kind, 1)) <= lacks:
                return i
    for i in range(first, n):
        if kind_of(actions[i]) == discard:
            return i
    return -1


@cython.final
@cython.auto_pickle(False)
cdef class SpeedPlayer(Player):
    """Wins when it may; otherwise plays for the fewest steps to a complete hand.

    Parameters
    ----------
    pong, chi, kong : bool
        Pong and chi where that is a step; kong where it costs none.
    declare : bool
        Declare 天聽 when asked.
    sit : bool
    pull : int
        坐莊 and 拉莊 where they are asked for.
    epsilon : float
    """

    cdef Params params

    def __init__(self, *, bint pong=True, bint chi=True, bint kong=True, bint declare=True,
                 bint sit=False, int pull=0, double epsilon=0.0):
        super().__init__(epsilon=epsilon)
        self.params = Params(pong=pong, chi=chi, kong=kong, declare=declare, sit=sit,
                             pull=pull)
        self.strategy.params = &self.params
        self.strategy.choose = _choose
