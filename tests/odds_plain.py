"""Odds of the simplest solitary hand, by a recursion that shares nothing with any other.

Natural tiles alone (all wilds are seen elsewhere), any complete shape wins, no kongs: no kind may
be there four times, in hand and wall together. Draws are with replacement, but no more tiles of a
kind are held than there are. Best play among discards that bring the hand a tile nearer, or give
back what came.
"""

from functools import cache

SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))


@cache
def blocks(suit):
    """Melds, partial melds and whether there is a pair, in every way worth keeping.

    Parameters
    ----------
    suit : tuple of int
        Copies of nine ranks, or of the seven honours.

    Returns
    -------
    frozenset of (int, int, int)
        Melds, two tiles of a meld, and pairs set aside, 0 or 1.
    """
    at = next((i for i, n in enumerate(suit) if n), None)
    if at is None:
        return frozenset({(0, 0, 0)})
    shapes = [((at,), 0, 0, 0), ((at,) * 3, 1, 0, 0), ((at,) * 2, 0, 1, 0), ((at,) * 2, 0, 0, 1)]
    if len(suit) == 9:
        shapes.append(((at, at + 1, at + 2), 1, 0, 0))
        shapes.append(((at, at + 1), 0, 1, 0))
        shapes.append(((at, at + 2), 0, 1, 0))
    found = set()
    for used, m, t, p in shapes:
        left = list(suit)
        for rank in used:
            if rank >= len(left) or not left[rank]:
                break
            left[rank] -= 1
        else:
            for melds, partial, pairs in blocks(tuple(left)):
                if p + pairs <= 1:
                    found.add((m + melds, t + partial, p + pairs))
    return frozenset(
        one
        for one in found
        if not any(o != one and all(a >= b for a, b in zip(o, one, strict=True)) for o in found)
    )


@cache
def together(first, second, most):
    """The blocks of two parts of a hand, no more than it can use."""
    found = set()
    for m, t, p in first:
        for melds, partial, pairs in second:
            if p + pairs <= 1:
                whole = min(m + melds, most)
                found.add((whole, min(t + partial, most - whole), p + pairs))
    return frozenset(found)


def steps(counts):
    """Tiles missing for melds and a pair, less one, of a hand without four of a kind."""
    most = sum(counts) // 3
    found = blocks(tuple(counts[27:34]))
    for start, end in SUITS[:3]:
        found = together(found, blocks(tuple(counts[start:end])), most)
    return min(2 * (most - m) - t - p for m, t, p in found)


def chance(counts, live, draws):
    """Chances to win within 1, 2, ... draws under best play.

    Parameters
    ----------
    counts : sequence of 34 int
        Concealed tiles, 3k + 1 of them, at most three of a kind in hand and wall together.
    live : sequence of 34 int
        Copies of each kind that can be drawn.
    draws : int

    Returns
    -------
    list of float
        ``draws`` of them.
    """
    if any(c + n > 3 for c, n in zip(counts, live, strict=True)):
        raise ValueError("four of a kind, which could be a kong")
    total = sum(live)
    most = [c + n for c, n in zip(counts, live, strict=True)]
    known = {}

    def nearer(hand, away, kind):
        """Hands that a drawn kind leads to; None if it completes the hand."""
        more = list(hand)
        more[kind] += 1
        if steps(more) >= away:
            return []
        if away == 0:
            return None
        after = []
        for e in range(34):
            if more[e] and e != kind:
                more[e] -= 1
                if steps(more) == away - 1:
                    after.append(tuple(more))
                more[e] += 1
        return after

    def values(hand, away, n):
        """Chances within 0 to n draws."""
        if hand in known and len(known[hand]) > n:
            return known[hand]
        wins, ways, idle = 0, [], 0
        for kind in range(34):
            if not live[kind]:
                continue
            after = nearer(hand, away, kind) if hand[kind] < most[kind] else []
            if after is None:
                wins += live[kind]
            elif after and n > 1:
                best = [values(each, away - 1, n - 1) for each in after]
                ways.append((live[kind], best))
            else:
                idle += live[kind]
        found = [0.0]
        for t in range(1, n + 1):
            here = wins + idle * found[t - 1]
            for weight, best in ways:
                here += weight * max(found[t - 1], *(each[t - 1] for each in best))
            found.append(here / total)
        known[hand] = found
        return found

    hand = tuple(counts)
    return values(hand, steps(counts), draws)[1 : draws + 1]
