"""Distance of a Tianjin hand from one that may be declared, by bounded exhaustive search.

The distance of a hand that waits for a tile is one more than the least distance after a draw; the
distance of a hand with a drawn tile that may not be declared is the least after a discard or a
kong of one's own, the next draw after a kong being its replacement. A hand that may be declared
is at -1. A natural tile can only be drawn if the hand and its melds hold fewer than four of its
kind; wilds are never short, as in shanten, and what was discarded may be drawn again. So what
needs a fifth copy of a kind needs a wild for it, and is not 素.

The only pruning: no hand is nearer than its shanten.
"""

from functools import cache

from oracle.notation import CONCEALED_KONG, OPEN_KONG, PONG
from oracle.shanten import shanten
from oracle.tianjin import copies, score, wild_kinds


def counted(concealed):
    """Copies of each kind among concealed tiles, as a tuple."""
    return tuple(concealed.count(kind) for kind in range(34))


def listed(counts):
    """Kinds of the tiles in a tuple of counts."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def changed(counts, kind, by):
    """Counts with `by` more copies of a kind."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


@cache
def declarable(counts, melds, last, how, indicator, options):
    """Whether the hand, `last` in it and drawn last, may be declared."""
    if shanten(counts, wild_kinds(indicator)) > -1:
        return False
    held = listed(changed(counts, last, -1))
    worth = score(held, melds, last, indicator, how, False, options, checked=False)
    return worth is not None and worth.wins


def own_kongs(counts, melds, indicator, options):
    """Hands after a kong of one's own: concealed, added, or 金杠."""
    indicated, following = wild_kinds(indicator)
    for kind in range(34):
        if kind == indicated or (kind == following and not options.allow_jin_gang):
            continue
        if counts[kind] == 4:
            laid = tuple(sorted((*melds, (CONCEALED_KONG, kind))))
            yield changed(counts, kind, -4), laid
        if counts[kind] == 1 and (PONG, kind) in melds:
            others = [meld for meld in melds if meld != (PONG, kind)]
            yield changed(counts, kind, -1), tuple(sorted((*others, (OPEN_KONG, kind))))


@cache
def waiting_at_most(counts, melds, how, indicator, options, bound):
    """Whether a hand about to draw is no farther than `bound`."""
    wilds = wild_kinds(indicator)
    if shanten(counts, wilds) > bound:
        return False
    held = copies(listed(counts), melds, indicator)
    return any(
        drawn_at_most(changed(counts, kind, 1), melds, kind, how, indicator, options, bound - 1)
        for kind in range(34)
        if held[kind] < 4 or kind in wilds
    )


@cache
def drawn_at_most(counts, melds, last, how, indicator, options, bound):
    """Whether a hand that has drawn `last` is no farther than `bound`."""
    if shanten(counts, wild_kinds(indicator)) > bound:
        return False
    if declarable(counts, melds, last, how, indicator, options):
        return True
    return bound >= 0 and after_turn_at_most(counts, melds, indicator, options, bound)


def after_turn_at_most(counts, melds, indicator, options, bound):
    """Whether a hand is no farther than `bound` once it has discarded or laid a kong."""
    return any(
        waiting_at_most(changed(counts, kind, -1), melds, "draw", indicator, options, bound)
        for kind in range(34)
        if counts[kind]
    ) or any(
        waiting_at_most(*after, "kong", indicator, options, bound)
        for after in own_kongs(counts, melds, indicator, options)
    )


def distance_at_most(concealed, melds, indicator, options, bound):
    """Whether the distance of a hand of 3k + 1 or 3k + 2 concealed tiles is at most `bound`."""
    counts, melds = counted(concealed), tuple(sorted(melds))
    if len(concealed) % 3 == 1:
        return waiting_at_most(counts, melds, "draw", indicator, options, bound)
    if any(
        declarable(counts, melds, last, "draw", indicator, options)
        for last in sorted(set(concealed))
    ):
        return bound >= -1
    return bound >= 0 and after_turn_at_most(counts, melds, indicator, options, bound)


def distance(concealed, melds, indicator, options, limit=1):
    """The distance if it is at most `limit`, else None."""
    for bound in range(-1, limit + 1):
        if distance_at_most(concealed, melds, indicator, options, bound):
            return bound
    return None


def forget():
    """Empty the caches of the search."""
    for cached in (declarable, waiting_at_most, drawn_at_most):
        cached.cache_clear()
