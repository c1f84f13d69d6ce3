"""Shanten by definition: missing tiles minus one, wilds filling what is missing."""

from functools import cache

NUMBER_GROUPS = (
    [(r, r, r) for r in range(9)]
    + [(r, r + 1, r + 2) for r in range(7)]
    + [(r, r) for r in range(9)]
)
HONOUR_GROUPS = [(r, r, r) for r in range(7)] + [(r, r) for r in range(7)]


@cache
def most_used(counts, melds, pairs):
    """Most tiles of one suit that so many melds and pairs of it can use, copies unlimited."""
    best = 0
    for group in NUMBER_GROUPS if len(counts) == 9 else HONOUR_GROUPS:
        m, p = (melds, pairs - 1) if len(group) == 2 else (melds - 1, pairs)
        if min(m, p) < 0:
            continue
        left = list(counts)
        used = 0
        for rank in group:
            if left[rank]:
                left[rank] -= 1
                used += 1
        if used:
            best = max(best, used + most_used(tuple(left), m, p))
    return best


@cache
def most_used_strict(counts, melds, pairs, wanted=None, start=0):
    """As `most_used`, for melds and a pair that have no kind more than four times in all."""
    groups = NUMBER_GROUPS if len(counts) == 9 else HONOUR_GROUPS
    wanted = wanted or (0,) * len(counts)
    best = 0
    for index in range(start, len(groups)):
        group = groups[index]
        m, p = (melds, pairs - 1) if len(group) == 2 else (melds - 1, pairs)
        more = list(wanted)
        for rank in group:
            more[rank] += 1
        if min(m, p) < 0 or max(more) > 4:
            continue
        used = sum(min(a, c) - min(b, c) for a, b, c in zip(more, wanted, counts, strict=True))
        if used:
            best = max(best, used + most_used_strict(counts, m, p, tuple(more), index))
    return best


def shanten(counts, wilds=(), *, strict=False):
    """Missing tiles minus one.

    Parameters
    ----------
    counts : sequence of int
        Copies of each of the 34 kinds, 3k + 1 or 3k + 2 tiles: k melds and a pair are wanted.
    wilds : sequence of int
        The wild kinds.
    strict : bool
        No kind more than four times in what is wanted.
    """
    used_by = most_used_strict if strict else most_used
    melds = sum(counts) // 3
    naturals = [0 if kind in wilds else count for kind, count in enumerate(counts)]
    suits = [tuple(naturals[a:b]) for a, b in ((0, 9), (9, 18), (18, 27), (27, 34))]
    best = {(0, 0): 0}
    for suit in suits:
        more = {}
        for (m, p), used in best.items():
            for melds_here in range(melds - m + 1):
                for pairs_here in range(2 - p):
                    total = used + used_by(suit, melds_here, pairs_here)
                    key = m + melds_here, p + pairs_here
                    more[key] = max(more.get(key, 0), total)
        best = more
    missing = 3 * melds + 2 - best[melds, 1] - sum(counts[kind] for kind in wilds)
    return max(missing, 0) - 1
