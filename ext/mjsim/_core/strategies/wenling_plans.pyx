"""Plans for a hand of 温岭麻将: how far it is from each kind of complete hand, and its points.

A plan keeps the tiles that serve it: all of them, one suit with or without honours, or the copies
of a kind for 对对胡. Points are an estimate of (base + 20) x 2^fan (W8) from what is laid, shown
and held: triplets, own wind and dragons, 得, and what the plan itself adds.
"""

from libc.string cimport memcpy

from mjsim._core.games.wenling cimport EAST, MOST_POINTS, N_ALL, ZHONG, Options, read_table
from mjsim._core.games.wenling cimport Table as Shown
from mjsim._core.games.wenling cimport triplet_points
from mjsim._core.keys cimport Keyed, read_keys
from mjsim._core.strategies.steps cimport (
    class_of, live_elsewhere, live_here, missing, missing_less, read_draws, read_live,
    set_shape,
)
from mjsim._core.suits cimport POW5
from mjsim._core.table.table cimport Mind
from mjsim._core.table.view cimport MOST_KINDS, View
from mjsim._core.types cimport CHI, N_KINDS, u8, u32

__all__ = []

cdef enum:
    HONOURS = 3                     # the fourth suit of keys

cdef double[17] POWER
for _i in range(17):
    POWER[_i] = 2.0 ** _i


cdef void _add(Plans* out, int aim, int suit, double fan, const Keyed* keyed) noexcept nogil:
    """A plan that keeps one suit, with honours or without, or everything."""
    cdef Plan* plan = &out.of[out.n]
    cdef u32[4] key
    cdef int i
    out.n += 1
    plan.aim = aim
    plan.suit = suit
    plan.fan = fan
    plan.grouped = False
    for i in range(4):
        key[i] = keyed.key[i]
        if aim != AIM_ANY and i != suit and not (aim == AIM_MIXED and i == HONOURS):
            key[i] = 0
    set_shape(&plan.rest, key, 0, out.melds, 1)


cdef void _laid(const View* view, Plans* out, u32* suits, bint* chi) noexcept nogil:
    """What melds are worth, and which suits they are of."""
    cdef const u8* meld
    cdef int i, kind, wind = (view.seat - view.dealer) & 3
    suits[0] = 0
    chi[0] = False
    for i in range(view.n_melds[view.seat]):
        meld = view.melds[view.seat][i]
        kind = meld[1]
        suits[0] |= <u32>1 << (kind // 9)
        if meld[0] == CHI:
            chi[0] = True
            continue
        out.base += triplet_points(kind, meld[0])
        out.fan += kind == EAST + wind or kind >= ZHONG


cdef void open_plans(const View* view, const Mind* mind, const u8* hand, int melds,
                     Plans* out) noexcept nogil:
    """The plans of a hand with so many melds to make.

    `hand` may be the seat's own tiles changed; the view says what is seen.
    """
    cdef const Options* rules = <const Options*>mind.rules
    cdef Keyed keyed
    cdef Shown shown
    cdef u32 suits
    cdef bint chi
    cdef int kind, suit, left
    read_keys(hand, &mind.wilds.keep[view.indicator], &keyed)
    out.n = 0
    out.wild = mind.wilds.wild[view.indicator]
    out.melds = melds
    memcpy(out.hand, hand, MOST_KINDS)
    # Flowers that are 得 stand in no key.
    out.wilds = keyed.wilds
    out.live_wilds = out.unseen = 0
    for kind in range(N_ALL):
        left = (4 if kind < N_KINDS else 1) - view.hand[kind] - view.visible[kind]
        out.unseen += left
        if out.wild[kind]:
            out.live_wilds += left
            if kind >= N_KINDS:
                out.wilds += hand[kind]
    read_live(view, out.wild, &out.live)
    read_table(view.shown[view.seat], view.indicator, (view.seat - view.dealer) & 3, rules, &shown)
    out.base = shown.base
    out.fan = shown.fan
    out.wild_fan = 1 if out.wilds != 1 else 0
    out.wind = EAST + ((view.seat - view.dealer) & 3)
    out.n_sets = 0
    for kind in range(N_KINDS):
        if hand[kind] >= 2 and not out.wild[kind] and out.n_sets < 8:
            out.sets[out.n_sets] = <u8>kind
            out.n_sets += 1
    _laid(view, out, &suits, &chi)
    _add(out, AIM_ANY, 0, 0, &keyed)
    for suit in range(3):
        if suits & ~(<u32>1 << suit | <u32>1 << HONOURS):
            continue
        _add(out, AIM_MIXED, suit, 2, &keyed)
        if not suits & <u32>1 << HONOURS:
            _add(out, AIM_PURE, suit, 3, &keyed)
    if not chi:
        _add(out, AIM_TRIPLETS, 0, 2, &keyed)


cdef int _triplets_lack(const u8* hand, const u8* wild, int melds, int wilds) noexcept nogil:
    """Tiles missing for so many triplets and a pair."""
    cdef int[4] held = [0, 0, 0, 0]     # kinds held once, twice, three times and more
    cdef int kind, take, lacks = 0
    for kind in range(N_KINDS):
        if hand[kind] and not wild[kind]:
            held[min(hand[kind], <u8>3)] += 1
    take = min(held[3], melds)
    melds -= take
    held[3] -= take
    take = min(held[2], melds)
    melds -= take
    held[2] -= take
    lacks += take
    take = min(held[1], melds)
    melds -= take
    held[1] -= take
    lacks += 2 * take + 3 * melds
    if held[3] == 0 and held[2] == 0:
        lacks += 1 if held[1] else 2
    return max(lacks - wilds, 0)


cdef inline bint _serves(const Plan* plan, int kind) noexcept nogil:
    """A tile of this kind is one of those that the plan keeps."""
    return plan.aim == AIM_ANY or kind // 9 == plan.suit or (
        plan.aim == AIM_MIXED and kind >= EAST)


cdef int lacks_for(const Plans* plans, const Plan* plan, int kind) noexcept nogil:
    """Tiles that a hand misses, without one natural tile (kind < 0: as it is)."""
    cdef u8[MOST_KINDS] hand
    if plan.aim == AIM_TRIPLETS:
        memcpy(hand, plans.hand, MOST_KINDS)
        if kind >= 0:
            hand[kind] -= 1
        return _triplets_lack(hand, plans.wild, plans.melds, plans.wilds)
    if kind < 0 or not _serves(plan, kind):
        return max(missing(&plan.rest) - plans.wilds, 0)
    return max(missing_less(&plan.rest, kind, 1) - plans.wilds, 0)


cdef int live_for(const Plans* plans, Plan* plan, int kind, int lacks) noexcept nogil:
    """Live tiles that bring the hand nearer."""
    cdef u8[MOST_KINDS] hand
    cdef Live live
    cdef int other, found = plans.live_wilds, suit = kind // 9 if kind >= 0 else 0, need
    cdef u32 key = plan.rest.key[suit]
    if plan.aim == AIM_TRIPLETS:
        memcpy(hand, plans.hand, MOST_KINDS)
        if kind >= 0:
            hand[kind] -= 1
        for other in range(N_KINDS):
            # A kind that is not held would be worth a pair at best.
            if plans.live.tiles[other] and hand[other]:
                hand[other] += 1
                if _triplets_lack(hand, plans.wild, plans.melds, plans.wilds) < lacks:
                    found += plans.live.tiles[other]
                hand[other] -= 1
        return found
    live = plans.live
    for other in range(N_KINDS):
        if not _serves(plan, other):
            live.tiles[other] = 0
    if not plan.grouped:
        for other in range(4):
            read_draws(&plan.rest, &live, other, &plan.draws[other])
        plan.grouped = True
    if kind >= 0 and _serves(plan, kind):
        key -= POW5[kind % 9]
    need = class_of(plan.rest.suits, suit, key)
    other = plan.rest.base[suit][plan.rest.fold[suit][need]]
    found += live_elsewhere(&plan.rest, plan.draws, suit, need, other)
    return found + live_here(&plan.rest, &live, suit, key, other)


cdef double _power(double points, double fan) noexcept nogil:
    """points x 2^fan, at most the cap; between two powers on a straight line: an estimate."""
    cdef int whole = <int>min(fan, 15.0)
    return min(points * POWER[whole] * (1 + min(fan, 15.0) - whole), <double>MOST_POINTS)


cdef double points_for(const Plans* plans, const Plan* plan, int kind) noexcept nogil:
    """Points that a win on this plan may be worth, without one natural tile (kind < 0: all)."""
    cdef int i, other, held
    cdef double base = plans.base + 6, fan = plans.fan + plans.wild_fan + plan.fan
    for i in range(plans.n_sets):
        other = plans.sets[i]
        held = plans.hand[other] - (other == kind)
        if held < 2 or not (plan.aim == AIM_TRIPLETS or _serves(plan, other)):
            continue
        if other == plans.wind or other >= ZHONG:
            # A pair of these is nearly half a fan.
            fan += 1 if held >= 3 else 0.4
            base += 2
        if held >= 3:
            base += triplet_points(other, 0)
    return _power(base + 20, fan)


cdef double losing_points(const Plans* plans, int kind) noexcept nogil:
    """Points of the hand if somebody else wins now, wilds left aside (W9)."""
    cdef int i, other, held
    cdef double base = plans.base, fan = plans.fan
    for i in range(plans.n_sets):
        other = plans.sets[i]
        held = plans.hand[other] - (other == kind)
        if other == plans.wind or other >= ZHONG:
            fan += held >= 3
            base += 2 if held == 2 else 0
        if held >= 3:
            base += triplet_points(other, 0)
    return _power(base, fan)
