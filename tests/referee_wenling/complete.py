"""Whether tiles are complete, or one short of it: a filter before the brute-force scorer.

Suit by suit it lists how many melds and pairs the natural tiles can be put into if 得 fill what is
missing. No kind is there more than five times; melds and pairs of nothing but 得 can always be
some other kind.
"""

from functools import cache

MELDS = 5
MOST_FILLED = 4
"""Three 得, and the one tile that a hand may lack."""


@cache
def ways(counts):
    """Pairs (melds, pairs) that use all the natural tiles of a suit, as a frozenset.

    A kind is needed by the sequences begun on the two ranks before and on its own, by triplets
    and by the pair: at least as often as there are natural tiles of it, at most five times.
    """
    honours = len(counts) == 7
    states = {(0, 0, 0, 0, 0)}  # sequences begun two ranks ago, one ago; melds; pairs; filled
    for rank, count in enumerate(counts):
        after = set()
        for two_ago, one_ago, melds, pairs, filled in states:
            most = min(5, count + MOST_FILLED - filled)
            for begun in range(1 if honours or rank > 6 else MELDS + 1 - melds):
                for triplet in range(min(2, MELDS + 1 - melds - begun)):
                    for pair in range(2 - pairs):
                        need = two_ago + one_ago + begun + 3 * triplet + 2 * pair
                        if count <= need <= most:
                            sums = melds + begun + triplet, pairs + pair, filled + need - count
                            after.add((one_ago, begun, *sums))
        states = after
    return frozenset((melds, pairs) for _, _, melds, pairs, _ in states)


@cache
def joined(parts, melds):
    """Whether one way of every suit can be had with so many melds and one pair in all."""
    sums = {(0, 0)}
    for part in parts:
        sums = {
            (m + more_m, p + more_p)
            for m, p in sums
            for more_m, more_p in part
            if m + more_m <= melds and p + more_p <= 1
        }
    return bool(sums)


def fits(counts, wilds, laid, extra=None):
    """Whether concealed tiles are complete (3k + 2 of them) or lack one tile (3k + 1).

    There are as many places as tiles, or one more, and 得 fill what the natural tiles lack: their
    number needs no look.

    Parameters
    ----------
    counts : list of int
        Copies of each of the 42 kinds, 得 included.
    wilds : tuple of int
        The kinds that are 得.
    laid : int
        Number of melds laid down.
    extra : int or None
        A natural tile more.
    """
    naturals = counts[:34]
    for kind in wilds:
        if kind < 34:
            naturals[kind] = 0
    if extra is not None:
        naturals[extra] += 1
    parts = []
    for start in (0, 9, 18, 27):
        part = ways(tuple(naturals[start : start + 9]))
        if not part:
            return False
        parts.append(part)
    return joined(tuple(parts), MELDS - laid)
