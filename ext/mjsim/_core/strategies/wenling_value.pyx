"""Strategy ``value`` for 温岭麻将: plans for points, and keeps clear of liability.

A position is worth an estimate of the points that it wins: over the plans of a hand its points,
times a chance for every tile that lacks beyond the next, times a chance for the next one by its
live tiles, which others may discard too. A ready hand is scored exactly for every tile that it
waits for.
"""

cimport cython
from libc.string cimport memcpy

from mjsim._core.games.wenling cimport (
    DISCARD, FA, ZHONG, Best, Held, Options, read_held, read_table, score,
)
from mjsim._core.games.wenling cimport Table as Shown
from mjsim._core.strategies.wenling_plans cimport (
    AIM_ANY, MOST_PLANS, Plans, lacks_for, live_for, losing_points, open_plans, points_for,
)
from mjsim._core.table.actions cimport (
    DO_ADDED_KONG, DO_CHI, DO_CONCEALED_KONG, DO_DISCARD, DO_OPEN_KONG, DO_PONG, DO_WIN, kind_of,
    type_of,
)
from mjsim._core.table.player cimport Player
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport MOST_KINDS, MOST_MELDS, ON_DISCARD, ON_ROBBING, SEATS, View
from mjsim._core.types cimport CHI, CONCEALED_KONG, N_KINDS, OPEN_KONG, PONG, u8, u16

__all__ = ["WenlingValuePlayer"]

cdef enum:
    MOST_LACKS = 20

cdef struct Params:
    double[MOST_LACKS] step         # by tiles that lack beyond the next
    double turns
    double share
    double faith
    double weight
    double first
    double losing
    double eager
    double danger
    bint pong
    bint chi
    bint kong


# What live tiles usually come to, by tiles that lack.
cdef double[5] USUAL = [0.3, 0.3, 0.5, 0.6, 0.65]


cdef inline double _turns(const View* view, const Params* params) noexcept nogil:
    """Tiles of all seats that are still to be expected, of which any may be the one."""
    return min(params.turns, view.left / 4.0)


cdef double _exactly(const View* view, Mind* mind, const Plans* plans, int kind,
                     int* tiles) noexcept nogil:
    """Mean points of a ready hand over the live tiles that complete it, and their number."""
    cdef const Options* rules = <const Options*>mind.rules
    cdef u8[MOST_KINDS] counts
    cdef u8[2 * MOST_MELDS] melds
    cdef Held held
    cdef Shown shown
    cdef Best best
    cdef int i, last, wind = (view.seat - view.dealer) & 3
    cdef double total = 0
    memcpy(counts, plans.hand, MOST_KINDS)
    if kind >= 0:
        counts[kind] -= 1
    for i in range(MOST_MELDS):
        melds[2 * i] = view.melds[view.seat][i][0] if i < view.n_melds[view.seat] else 0
        melds[2 * i + 1] = view.melds[view.seat][i][1]
    read_table(view.shown[view.seat], view.indicator, wind, rules, &shown)
    tiles[0] = 0
    for last in range(N_KINDS):
        if plans.live.tiles[last] == 0:
            continue
        counts[last] += 1
        if read_held(counts, melds, view.shown[view.seat], view.indicator, &shown, &held) and (
                score(&held, &shown, last, view.indicator, DISCARD, wind, rules, &best)):
            tiles[0] += plans.live.tiles[last]
            total += plans.live.tiles[last] * best.points
        counts[last] -= 1
    return total / tiles[0] if tiles[0] else 0


cdef double _worth(Plans* plans, const View* view, Mind* mind, const Params* params,
                   double turns, int kind, bint laid) noexcept nogil:
    """What a hand of 3k + 1 tiles brings, without one natural tile (kind < 0: as it is).

    In points paid: three others pay a winner, and a loser settles with two. `laid`: the view's
    melds are the hand's own, so that a ready hand can be scored.
    """
    cdef int[MOST_PLANS] lacks
    cdef double[MOST_PLANS] bound
    cdef double best = 0, worth, most = 0, total = 0, live, points, chance = 0
    cdef int i, tiles
    for i in range(plans.n):
        lacks[i] = lacks_for(plans, &plans.of[i], kind)
        bound[i] = points_for(plans, &plans.of[i], kind) * params.step[
            min(max(lacks[i] - 1, 0), MOST_LACKS - 1)]
        if plans.of[i].aim != AIM_ANY:
            bound[i] *= params.faith
        best = max(best, bound[i])
    for i in range(plans.n):
        # What is far behind adds nothing that would change a choice.
        if bound[i] < 0.3 * best:
            continue
        tiles = live_for(plans, &plans.of[i], kind, lacks[i])
        points = bound[i]
        if laid and lacks[i] <= 1 and plans.of[i].aim == AIM_ANY:
            points = _exactly(view, mind, plans, kind, &tiles)
            tiles += plans.live_wilds
        live = turns * tiles / max(plans.unseen, 1)
        live = live / (1 + live) / USUAL[min(max(lacks[i], 1), 4)]
        live = live if lacks[i] <= 1 else 1 + params.weight * (live - 1)
        worth = points * live
        total += worth
        if worth > most:
            most = worth
            chance = params.first * live * params.step[min(max(lacks[i] - 1, 0), MOST_LACKS - 1)]
    return (3 * params.first * (most + params.share * (total - most))
            + 2 * (1 - min(chance, 0.9)) * params.losing * losing_points(plans, kind))


cdef bint _is_fresh(const View* view, int kind) noexcept nogil:
    """Nobody has discarded the kind, and it lies in no open meld: a 生牌 (W10)."""
    cdef int seat, i
    for seat in range(SEATS):
        for i in range(view.n_river[seat]):
            if view.river[seat][i] == kind:
                return False
        for i in range(view.n_melds[seat]):
            if view.melds[seat][i][0] == CHI:
                if view.melds[seat][i][1] <= kind <= view.melds[seat][i][1] + 2:
                    return False
            elif view.melds[seat][i][0] != CONCEALED_KONG and view.melds[seat][i][1] == kind:
                return False
    return True


cdef double _price(const View* view, Mind* mind, const Params* params, int kind,
                   int far) noexcept nogil:
    """Points that a discard may cost by making its seat liable."""
    cdef const Options* rules = <const Options*>mind.rules
    if not rules.bao or params.danger == 0:
        return 0
    if view.left <= 2 * (rules.sheng_stacks - rules.huang_stacks) and _is_fresh(view, kind):
        return params.danger
    if rules.bao_dragons and view.shown_from > ZHONG and far > 2 and (
            kind == ZHONG or kind == FA) and _is_fresh(view, kind):
        return params.danger / 4
    return 0


cdef double _best_discard(Plans* plans, const View* view, Mind* mind, const Params* params,
                          bint laid, int* chosen) noexcept nogil:
    """The natural tile to discard, -1 if there is none, and what the rest is worth."""
    cdef double turns = _turns(view, params), best = -1e9, worth
    cdef int kind
    chosen[0] = -1
    for kind in range(N_KINDS):
        if plans.hand[kind] == 0 or plans.wild[kind]:
            continue
        worth = _worth(plans, view, mind, params, turns, kind, laid) - _price(
            view, mind, params, kind, lacks_for(plans, &plans.of[0], kind))
        # Of equals the higher kind: honours before suits.
        if worth >= best:
            best = worth
            chosen[0] = kind
    return best


cdef double _after(const View* view, Mind* mind, const Params* params, const u8* hand, int melds,
                   bint discards) noexcept nogil:
    """What other tiles are worth, after the best discard or as they are."""
    cdef Plans plans
    cdef int chosen
    cdef bint laid = melds == mind.melds - view.n_melds[view.seat]
    open_plans(view, mind, hand, melds, &plans)
    if discards:
        return _best_discard(&plans, view, mind, params, laid, &chosen)
    return _worth(&plans, view, mind, params, _turns(view, params), -1, laid)


cdef double _after_claim(const View* view, Mind* mind, const Params* params, int type,
                         int kind) noexcept nogil:
    """What a pong, chi or kong leaves, the points of its meld included."""
    cdef u8[MOST_KINDS] hand
    cdef View seen = view[0]
    cdef int melds = mind.melds - view.n_melds[view.seat], i, n = view.n_melds[view.seat]
    memcpy(hand, view.hand, MOST_KINDS)
    if type == DO_CHI:
        for i in range(kind, kind + 3):
            if i != view.discard:
                hand[i] -= 1
    elif type == DO_ADDED_KONG:
        hand[kind] -= 1
        melds += 1
        for i in range(n):
            if seen.melds[view.seat][i][0] == PONG and seen.melds[view.seat][i][1] == kind:
                seen.melds[view.seat][i][0] = OPEN_KONG
        return _after(&seen, mind, params, hand, melds - 1, False)
    else:
        hand[kind] -= 2 if type == DO_PONG else 3 if type == DO_OPEN_KONG else 4
    seen.melds[view.seat][n][0] = <u8>(
        CHI if type == DO_CHI else PONG if type == DO_PONG
        else OPEN_KONG if type == DO_OPEN_KONG else CONCEALED_KONG)
    seen.melds[view.seat][n][1] = <u8>kind
    seen.n_melds[view.seat] = <u8>(n + 1)
    # The tiles are in the meld now, neither live nor in the hand; what is seen stays the same.
    return _after(&seen, mind, params, hand, melds - 1, type == DO_PONG or type == DO_CHI)


cdef int _claim(const View* view, const u16* actions, int n, Mind* mind,
                const Params* params) noexcept nogil:
    """Win, or claim where that is worth more than the hand as it is."""
    cdef int i, type, chosen = 0
    cdef double best, worth
    for i in range(n):
        if type_of(actions[i]) == DO_WIN:
            return i
    best = _after(view, mind, params, view.hand, mind.melds - view.n_melds[view.seat], False)
    for i in range(1, n):
        type = type_of(actions[i])
        if (type == DO_PONG and not params.pong) or (type == DO_CHI and not params.chi) or (
                type == DO_OPEN_KONG and not params.kong):
            continue
        worth = params.eager * _after_claim(view, mind, params, type, kind_of(actions[i]))
        if worth > best:
            best = worth
            chosen = i
    return chosen


cdef int _choose(const View* view, const u16* actions, int n, Mind* mind) noexcept nogil:
    cdef const Params* params = <const Params*>mind.strategy.params
    cdef Plans plans
    cdef int i, discard = -1, kong = -1, type, kind
    cdef double best, worth
    if type_of(actions[0]) == DO_WIN:
        return 0
    if view.phase == ON_ROBBING:
        return n - 1
    if view.phase == ON_DISCARD:
        return _claim(view, actions, n, mind, params)
    open_plans(view, mind, view.hand, mind.melds - view.n_melds[view.seat], &plans)
    best = _best_discard(&plans, view, mind, params, True, &discard)
    if discard < 0:
        return n - 1
    for i in range(n):
        type = type_of(actions[i])
        kind = kind_of(actions[i])
        if type == DO_DISCARD:
            if kind == discard:
                return i if kong < 0 else kong
        elif params.kong and (type == DO_CONCEALED_KONG or type == DO_ADDED_KONG):
            worth = _after_claim(view, mind, params, type, kind)
            if worth > best:
                best = worth
                kong = i
    return -1


@cython.final
@cython.auto_pickle(False)
cdef class WenlingValuePlayer(Player):
    """Plays for the points that a hand may bring.

    Parameters
    ----------
    first : float
        Chance to win of a ready hand with the usual live tiles.
    step : float
        Chance taken for each tile that lacks beyond the next.
    turns : float
        Rounds of the table that count for a live tile.
    weight : float
        Weight of live tiles while a hand is not ready.
    share : float
        Weight of a hand's other plans beside its best.
    faith : float
        Weight of plans for 混一色, 清一色 and 对对胡 beside any complete hand.
    losing : float
        Weight of the points that a hand is worth if somebody else wins.
    eager : float
        What a claim leaves counts so much beside the hand as it is.
    danger : float
        Points that a discard costs which may make its seat liable.
    pong, chi, kong : bool
    epsilon : float
    """

    cdef Params params

    def __init__(self, *, double first=0.45, double step=0.4, double turns=12.0,
                 double weight=0.6, double share=0.15, double faith=0.5, double losing=0.8,
                 double eager=0.9, double danger=12.0, bint pong=True, bint chi=True,
                 bint kong=True,
                 double epsilon=0.0):
        cdef int i
        super().__init__(epsilon=epsilon)
        self.params.step[0] = 1
        for i in range(1, MOST_LACKS):
            self.params.step[i] = step * self.params.step[i - 1]
        self.params.turns = turns
        self.params.share = share
        self.params.danger = danger
        self.params.faith = faith
        self.params.weight = weight
        self.params.first = first
        self.params.losing = losing
        self.params.eager = eager
        self.params.pong = pong
        self.params.chi = chi
        self.params.kong = kong
        self.strategy.params = &self.params
        self.strategy.choose = _choose
