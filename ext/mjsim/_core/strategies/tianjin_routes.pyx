"""Ways to a hand of 天津麻将 that may be declared, and how far along each of them a hand is.

A route fixes some tiles (the 4 and 6 of 捉5, the nine of a 龍, the wilds of 混吊); the rest of the
hand is a shape of melds and pairs, so that every question is a look-up as for a plain hand. The
last tile of 捉5 and 混吊 is still to come, whatever is held. 素 counts what a hand without wilds
lacks; a tile that only a wild kind could bring counts like another.
"""

from libc.string cimport memcpy

from mjsim._core.games.tianjin cimport HUNDIAO, SU, TILIU, Options, may_win
from mjsim._core.keys cimport Keyed, read_keys
from mjsim._core.strategies.steps cimport (
    Live, class_of, read_draws, live_elsewhere, live_here, missing, missing_less, set_shape,
)
from mjsim._core.suits cimport POW5
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport View
from mjsim._core.types cimport N_KINDS, u8, u32

__all__ = []

cdef enum:
    FOUR = 3                        # 四萬
    SIX = 5
    FAR_DRAGON = 4


cdef void _fix(Route* route, int kind, const u8* wild) noexcept nogil:
    """One natural copy of a kind belongs to the goal itself."""
    if route.held[kind] and not wild[kind]:
        route.held[kind] -= 1
        route.rest.key[kind // 9] -= POW5[kind % 9]
    else:
        route.fixed += 1
        # What only a wild can bring is no live tile of its own.
        route.fixed_live += route.live.tiles[kind]
        route.live.tiles[kind] = 0


cdef Route* _open(Routes* out, int goal, double fan, const Keyed* keyed, const u8* hand,
                  const Live* live) noexcept nogil:
    cdef Route* route = &out.of[out.n]
    out.n += 1
    route.goal = goal
    route.fan = fan
    memcpy(route.rest.key, keyed.key, sizeof(keyed.key))
    memcpy(route.held, hand, N_KINDS)
    route.live = live[0]
    route.fixed = route.wanted = route.last = route.fixed_live = 0
    route.spare = keyed.wilds
    route.grouped = False
    route.seen = -1
    return route


cdef void _close(Route* route, int melds, int pairs) noexcept nogil:
    """Look the rest up, now that the fixed tiles are out of its keys."""
    cdef u32[4] key
    memcpy(key, route.rest.key, sizeof(key))
    set_shape(&route.rest, key, 0, melds, pairs)


cdef void _see(const View* view, const Mind* mind, Live* live, Routes* out) noexcept nogil:
    """What the seat has not seen."""
    cdef const u8* wild = mind.wilds.wild[view.indicator]
    cdef int kind, left
    out.n = out.live_wilds = out.unseen = 0
    for kind in range(N_KINDS):
        left = 4 - view.hand[kind] - view.visible[kind]
        live.tiles[kind] = 0 if wild[kind] else left
        out.unseen += left
        out.live_wilds += left if wild[kind] else 0
    live.tiles[N_KINDS] = live.tiles[N_KINDS + 1] = 0


cdef bint _any_wild_laid(const View* view, const u8* wild) noexcept nogil:
    cdef int i
    for i in range(view.n_melds[view.seat]):
        if wild[view.melds[view.seat][i][1]]:
            return True
    return False


cdef void open_any(const View* view, const Mind* mind, const u8* hand, int melds,
                   Routes* out) noexcept nogil:
    """The one route to a complete hand of any kind, which 天聽 makes worth 2, or 4 as 素."""
    cdef Keyed keyed
    cdef Live live
    read_keys(hand, &mind.wilds.keep[view.indicator], &keyed)
    _see(view, mind, &live, out)
    _close(_open(out, TO_ANY, 4 if keyed.wilds == 0 else 2, &keyed, hand, &live), melds, 1)


cdef void open_routes(const View* view, const Mind* mind, const u8* hand, int melds,
                      bint golden, Routes* out) noexcept nogil:
    """The routes of a hand with so many melds to make.

    `hand` may be the seat's own tiles changed; the view says what is seen. `golden`: a 金杠 is
    to be laid too.
    """
    cdef const u8* wild = mind.wilds.wild[view.indicator]
    cdef const Options* rules = <const Options*>mind.rules
    cdef int suit, rank, ben = view.indicator // 9 if view.indicator < 27 else -1, lack
    cdef double natural
    cdef bint pure
    cdef Keyed keyed
    cdef Live live
    cdef Route* route
    read_keys(hand, &mind.wilds.keep[view.indicator], &keyed)
    _see(view, mind, &live, out)
    # A 金杠 counts as wilds (T6).
    pure = keyed.wilds == 0 and not golden and not _any_wild_laid(view, wild)
    natural = 2 if pure else 1
    if may_win(1, TILIU, rules):
        _close(_open(out, TO_ANY, natural, &keyed, hand, &live), melds, 1)
    if may_win(2, HUNDIAO, rules):
        route = _open(out, TO_SINGLE, 2, &keyed, hand, &live)
        route.wanted = 1 if keyed.wilds < 1 else 0
        route.spare = max(keyed.wilds - 1, 0)
        route.last = 1
        _close(route, melds, 0)
        if melds and keyed.wilds:
            route = _open(out, TO_DOUBLE, 2, &keyed, hand, &live)
            route.wanted = 1 if keyed.wilds < 2 else 0
            route.spare = max(keyed.wilds - 2, 0)
            route.last = 1
            _close(route, melds - 1, 1)
    if pure and may_win(2, TILIU | SU, rules):
        _close(_open(out, TO_NATURAL, 2, &keyed, hand, &live), melds, 1)
    if melds:
        route = _open(out, TO_FIVE, 3 * natural, &keyed, hand, &live)
        _fix(route, FOUR, wild)
        _fix(route, SIX, wild)
        route.last = 1
        _close(route, melds - 1, 1)
    if melds < 3:
        return
    for suit in range(3):
        lack = -keyed.wilds
        for rank in range(9):
            lack += 1 if hand[9 * suit + rank] == 0 or wild[9 * suit + rank] else 0
        # A dragon that lacks more is no plan.
        if lack > FAR_DRAGON:
            continue
        route = _open(out, TO_DRAGON, 4 * natural * (2 if suit == ben else 1), &keyed, hand, &live)
        for rank in range(9):
            _fix(route, 9 * suit + rank, wild)
        _close(route, melds - 3, 1)


cdef inline int _lacks(const Route* route, int need, int fixed) noexcept nogil:
    return route.last + route.wanted + max(need + fixed - route.spare, 0)


cdef int lacks_all(const Route* route) noexcept nogil:
    """Tiles that a hand misses on this route, the last included."""
    return _lacks(route, missing(&route.rest), route.fixed)


cdef int lacks_less(const Route* route, int kind) noexcept nogil:
    """The same without one natural tile."""
    if route.held[kind]:
        return _lacks(route, missing_less(&route.rest, kind, 1), route.fixed)
    return _lacks(route, missing(&route.rest), route.fixed + 1)


cdef int live_less(Routes* routes, Route* route, int kind) noexcept nogil:
    """Live tiles that bring the hand nearer, without one natural tile; kind < 0: with all."""
    cdef int suit = kind // 9 if kind >= 0 else 0, cls, need, live, fixed = route.fixed, other
    cdef u32 key = route.rest.key[suit]
    cdef bint extra = False
    if kind >= 0:
        if route.held[kind]:
            key -= POW5[kind % 9]
        else:
            fixed += 1
            extra = True
    cls = class_of(route.rest.suits, suit, key)
    need = route.rest.base[suit][route.rest.fold[suit][cls]]
    if need + fixed <= route.spare and route.wanted == 0:
        # Only the last tile is to come.
        if route.goal == TO_FIVE:
            return routes.live_wilds + route.live.tiles[4]
        return routes.unseen
    # A wild stands for whatever lacks, and ends 素.
    live = 0 if route.goal == TO_NATURAL else routes.live_wilds
    if need + fixed <= route.spare:
        return live
    if not route.grouped:
        for other in range(4):
            read_draws(&route.rest, &route.live, other, &route.draws[other])
        route.grouped = True
    if route.seen != (suit << 8 | cls):
        route.seen = suit << 8 | cls
        route.seen_live = live_elsewhere(&route.rest, route.draws, suit, cls, need)
    live += route.seen_live
    live += live_here(&route.rest, &route.live, suit, key, need)
    live += route.fixed_live
    if extra and route.live.tiles[kind] and route.rest.base[suit][route.rest.fold[suit][class_of(
            route.rest.suits, suit, key + POW5[kind % 9])]] >= need:
        # The kind itself is wanted again; where it helps the rest too it was counted there.
        live += route.live.tiles[kind]
    return live
