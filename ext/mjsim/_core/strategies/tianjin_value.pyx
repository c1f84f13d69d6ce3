"""Strategy ``value`` for 天津麻将: plans for a hand that may be declared, and for its kongs.

A position is worth an estimate of the fan that it brings: over the routes of a hand the fan, times
a chance for every tile that lacks beyond the next, times a chance for the next one by its live
tiles. Kong points are in the same unit: both are paid by each of the others.
"""

cimport cython
from libc.string cimport memcpy, memset

from mjsim._core.games.tianjin cimport DRAW, KONG, Hand, Options, may_win, read_hand, score
from mjsim._core.keys cimport read_present
from mjsim._core.strategies.tianjin_routes cimport (
    MOST_ROUTES, Routes, lacks_all, lacks_less, live_less, open_any, open_routes,
)
from mjsim._core.table.actions cimport (
    DO_ADDED_KONG, DO_CONCEALED_KONG, DO_DISCARD, DO_OPEN_KONG, DO_PULL, DO_WIN, kind_of, type_of,
)
from mjsim._core.table.player cimport Player
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport MOST_KINDS, ON_DISCARD, ON_STAKES, ON_TIAN_TING, View
from mjsim._core.types cimport N_KINDS, NO_KIND, i32, u8, u16, u32

__all__ = ["TianjinValuePlayer"]

cdef enum:
    MOST_LACKS = 16
    LATE = 16                       # tiles left, from which on no win is declined

cdef struct Params:
    double[MOST_LACKS] step         # by tiles that lack beyond the next
    double turns
    double share
    double risk
    double patience
    bint kong
    bint sit
    int pull
    bint pong
    bint decline


# How far a hand is on each route.
cdef struct Reach:
    int[MOST_ROUTES] lacks
    double[MOST_ROUTES] bound       # fan, times the chances for tiles that lack beyond the next
    double best                     # the largest of these


cdef inline double _turns(const View* view, const Params* params) noexcept nogil:
    """Own draws that are still to be expected."""
    return min(params.turns, view.left / 4.0)


cdef void _reach(const Routes* routes, const Params* params, int kind, Reach* out) noexcept nogil:
    """Look at a hand of 3k + 1 tiles: without one natural tile (kind < 0: as it is)."""
    cdef int i, beyond
    out.best = 0
    for i in range(routes.n):
        out.lacks[i] = lacks_less(&routes.of[i], kind) if kind >= 0 else lacks_all(&routes.of[i])
        beyond = min(max(out.lacks[i] - 1, 0), MOST_LACKS - 1)
        out.bound[i] = routes.of[i].fan * params.step[beyond]
        out.best = max(out.best, out.bound[i])


cdef double _worth(Routes* routes, const Params* params, double turns, int kind,
                   const Reach* reach) noexcept nogil:
    """Fan that the hand brings, by the live tiles of its next step on each route."""
    cdef double worth, most = 0, total = 0, live
    cdef int i
    for i in range(routes.n):
        # What is far behind adds nothing that would change a choice.
        if reach.bound[i] < 0.2 * reach.best:
            continue
        live = turns * live_less(routes, &routes.of[i], kind) / max(routes.unseen, 1)
        worth = reach.bound[i] * live / (1 + live)
        total += worth
        most = max(most, worth)
    return most + params.share * (total - most)


cdef double _worth_now(Routes* routes, const View* view, const Params* params) noexcept nogil:
    """What a hand of 3k + 1 tiles is worth."""
    cdef Reach reach
    _reach(routes, params, -1, &reach)
    return _worth(routes, params, _turns(view, params), -1, &reach)


cdef double _best_discard(Routes* routes, const View* view, const u8* wild, const u8* hand,
                          const Params* params, int* chosen) noexcept nogil:
    """The natural tile to discard, -1 if there is none, and what the rest is worth."""
    cdef double turns = _turns(view, params), best = -1, worth, far
    cdef int[17] kinds
    cdef Reach[17] reach
    cdef int kind, i, n = 0, first
    for kind in range(N_KINDS):
        kinds[n] = kind
        n += hand[kind] != 0 and not wild[kind]
    chosen[0] = -1
    if n == 0:
        return best
    first = 0
    for i in range(n):
        _reach(routes, params, kinds[i], &reach[i])
        if reach[i].best > reach[first].best:
            first = i
    # The tile with the best bound first, so that most others need no second look.
    far = (1 + params.share) * turns / (1 + turns)
    best = _worth(routes, params, turns, kinds[first], &reach[first])
    chosen[0] = kinds[first]
    for i in range(n):
        if i == first or reach[i].best * far < best:
            continue
        worth = _worth(routes, params, turns, kinds[i], &reach[i])
        # Of equals the higher kind: honours before suits.
        if worth > best or (worth == best and kinds[i] > chosen[0]):
            best = worth
            chosen[0] = kinds[i]
    return best


cdef double _after(const View* view, Mind* mind, const Params* params, const u8* hand, int melds,
                   bint discards, bint golden) noexcept nogil:
    """What other tiles would be worth, after the best discard or as they are."""
    cdef Routes routes
    cdef int chosen
    open_routes(view, mind, hand, melds, golden, &routes)
    if discards:
        return _best_discard(&routes, view, mind.wilds.wild[view.indicator], hand, params, &chosen)
    return _worth_now(&routes, view, params)


cdef double _kong_worth(const View* view, Mind* mind, const Params* params, int type,
                        int kind) noexcept nogil:
    """What a kong of one's own leaves, its points included."""
    cdef const Options* rules = <const Options*>mind.rules
    cdef u8[MOST_KINDS] hand
    cdef int melds = 4 - view.n_melds[view.seat]
    cdef bint golden
    memcpy(hand, view.hand, MOST_KINDS)
    if type == DO_ADDED_KONG:
        hand[kind] -= 1
        return 1 + _after(view, mind, params, hand, melds, False, False)
    hand[kind] -= 4
    golden = mind.wilds.wild[view.indicator][kind]
    return (rules.jin_gang_points if golden else 2) + _after(
        view, mind, params, hand, melds - 1, False, golden)


cdef int _claim(const View* view, const u16* actions, int n, Mind* mind,
                const Params* params) noexcept nogil:
    """Pong or kong where that is worth more than the hand as it is."""
    cdef u8[MOST_KINDS] hand
    cdef int melds = 4 - view.n_melds[view.seat], i, kind, chosen = 0
    cdef double best = _after(view, mind, params, view.hand, melds, False, False), worth
    for i in range(1, n):
        kind = kind_of(actions[i])
        memcpy(hand, view.hand, MOST_KINDS)
        if type_of(actions[i]) == DO_OPEN_KONG:
            if not params.kong:
                continue
            hand[kind] -= 3
            worth = 1 + _after(view, mind, params, hand, melds - 1, False, False)
        else:
            if not params.pong:
                continue
            hand[kind] -= 2
            worth = _after(view, mind, params, hand, melds - 1, True, False)
        if worth > best:
            best = worth
            chosen = i
    return chosen


cdef bint _score_of(const View* view, Mind* mind, const u8* counts, int last, int how,
                    double* fan) noexcept nogil:
    """Fan of the seat's melds with these concealed tiles, 0 if it may not be declared."""
    cdef const Options* rules = <const Options*>mind.rules
    cdef u8[8] melds
    cdef int i
    cdef Hand hand
    cdef u32 mask = 0, possible
    cdef i32 found
    memset(melds, 0, sizeof(melds))
    for i in range(view.n_melds[view.seat]):
        melds[2 * i] = view.melds[view.seat][i][0]
        melds[2 * i + 1] = view.melds[view.seat][i][1]
    fan[0] = 0
    if not read_hand(counts, melds, view.indicator, mind.wilds, rules, &hand):
        return False
    hand.last = last
    hand.how = how
    hand.kongs = 1
    hand.ting = False
    read_present(counts, &mind.wilds.keep[view.indicator], hand.present)
    found = score(&hand, mind.wilds, rules, &mask, &possible)
    if may_win(found, mask, rules):
        fan[0] = found
    return fan[0] > 0


cdef double _waiting(const View* view, Mind* mind, const Params* params, double now,
                     int discard) noexcept nogil:
    """What it is worth to throw a tile and to win later, until somebody else does."""
    cdef u8[N_KINDS] counts
    cdef double[2] gain = [0, 0]
    cdef double[2] chance = [0, 0]
    cdef double fan, best = 0, safe = 1 - params.risk
    cdef int kind, live, unseen = 0, i
    memcpy(counts, view.hand, N_KINDS)
    counts[discard] -= 1
    for kind in range(N_KINDS):
        live = 4 - view.hand[kind] - view.visible[kind]
        unseen += live
        if live == 0:
            continue
        counts[kind] += 1
        if _score_of(view, mind, counts, kind, DRAW, &fan):
            # Either every win is taken, or only one that is worth more than this.
            gain[0] += live * fan
            chance[0] += live
            if fan > now:
                gain[1] += live * fan
                chance[1] += live
        counts[kind] -= 1
    for i in range(2):
        if unseen:
            best = max(best, safe * gain[i] / (unseen - safe * (unseen - chance[i])))
    return best


cdef bint _declines(const View* view, Mind* mind, const Params* params) noexcept nogil:
    """A small win is better left for a larger one."""
    cdef const u8* wild = mind.wilds.wild[view.indicator]
    cdef double now
    cdef int kind
    # Late in the wall, and on the first draw, which may be a 地胡, every win is taken.
    if not params.decline or view.drawn == NO_KIND or view.left < LATE or (
            view.n_river[view.seat] == 0 and view.n_melds[view.seat] == 0):
        return False
    if not _score_of(view, mind, view.hand, view.drawn, KONG if view.replacement else DRAW, &now):
        # A win by 天聽 or 地胡 alone: it is taken.
        return False
    for kind in range(N_KINDS):
        if view.hand[kind] and not wild[kind] and _waiting(
                view, mind, params, now, kind) > params.patience * now:
            return True
    return False


cdef int _choose(const View* view, const u16* actions, int n, Mind* mind) noexcept nogil:
    cdef const Params* params = <const Params*>mind.strategy.params
    cdef const u8* wild = mind.wilds.wild[view.indicator]
    cdef Routes routes
    cdef int i, discard = -1, kong = -1, type, kind
    cdef double best, worth
    if view.phase == ON_STAKES:
        return params.pull if type_of(actions[0]) == DO_PULL else params.sit
    if type_of(actions[0]) == DO_WIN and not _declines(view, mind, params):
        return 0
    if view.phase == ON_DISCARD:
        return _claim(view, actions, n, mind, params)
    if view.phase == ON_TIAN_TING:
        open_any(view, mind, view.hand, 4, &routes)
        worth = _worth_now(&routes, view, params)
        return worth > _after(view, mind, params, view.hand, 4, False, False)
    open_routes(view, mind, view.hand, 4 - view.n_melds[view.seat], False, &routes)
    best = _best_discard(&routes, view, wild, view.hand, params, &discard)
    if discard < 0:
        return n - 1
    for i in range(n):
        type = type_of(actions[i])
        kind = kind_of(actions[i])
        if type == DO_DISCARD:
            if kind == discard:
                return i if kong < 0 else kong
        elif params.kong and (type == DO_CONCEALED_KONG or type == DO_ADDED_KONG):
            worth = _kong_worth(view, mind, params, type, kind)
            if worth > best:
                best = worth
                kong = i
    return -1


@cython.final
@cython.auto_pickle(False)
cdef class TianjinValuePlayer(Player):
    """Plays for the fan that a hand may bring.

    Parameters
    ----------
    step : float
        Chance taken for each tile that lacks beyond the next.
    turns : float
        Own draws that a hand is expected to last.
    share : float
        Weight of a hand's other routes beside its best.
    risk : float
        Chance that somebody else wins before the next own draw.
    patience : float
        A win is declined if waiting is worth so many times as much.
    pong, kong, decline : bool
    sit : bool
    pull : int
        坐莊 and 拉莊 where they are asked for.
    epsilon : float
    """

    cdef Params params

    def __init__(self, *, double step=0.15, double turns=6.0, double share=0.15, double risk=0.18,
                 double patience=1.0, bint pong=True, bint kong=True, bint decline=True,
                 bint sit=False, int pull=0, double epsilon=0.0):
        cdef int i
        super().__init__(epsilon=epsilon)
        self.params.step[0] = 1
        for i in range(1, MOST_LACKS):
            self.params.step[i] = step * self.params.step[i - 1]
        self.params.turns = turns
        self.params.share = share
        self.params.risk = risk
        self.params.patience = patience
        self.params.pong = pong
        self.params.kong = kong
        self.params.decline = decline
        self.params.sit = sit
        self.params.pull = pull
        self.strategy.params = &self.params
        self.strategy.choose = _choose
