"""Whether tiles are complete, or one short of it: a filter before the brute-force scorer.

Suit by suit it lists how many melds and pairs the natural tiles can be put into if wilds fill
what is missing. No kind is shown more than five times; melds and pairs of nothing but wilds can
always be some other kind.
"""

from functools import cache


@cache
def ways(counts):
    """Pairs (melds, pairs) that use all the natural tiles of a suit, as a frozenset.

    A kind is shown by the sequences begun on the two ranks before and on its own, by triplets and
    by the pair, at least as often as there are natural tiles of it, at most five times.
    """
    honours = len(counts) == 7
    states = {(0, 0, 0, 0)}  # sequences begun two ranks ago and one ago; melds; pairs
    for rank, count in enumerate(counts):
        after = set()
        for two_ago, one_ago, melds, pairs in states:
            for begun in range(1 if honours or rank > 6 else 5 - melds):
                for triplet in range(min(2, 5 - melds - begun)):
                    for pair in range(2 - pairs):
                        shown = two_ago + one_ago + begun + 3 * triplet + 2 * pair
                        if count <= shown <= 5:
                            after.add((one_ago, begun, melds + begun + triplet, pairs + pair))
        states = after
    return frozenset((melds, pairs) for _, _, melds, pairs in states)


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


def fits(counts, wilds, laid):
    """Whether concealed tiles are complete (3k + 2 of them) or lack one tile (3k + 1).

    Wilds fill what the natural tiles lack; there are as many places as tiles, or one more, so
    their number needs no look.

    Parameters
    ----------
    counts : list of int
        Copies of each of the 34 kinds, the wild tiles included.
    wilds : tuple of int
        The two wild kinds.
    laid : int
        Number of melds laid down.
    """
    one, other = wilds
    held = counts[one], counts[other]
    counts[one] = counts[other] = 0
    parts = (
        ways(tuple(counts[:9])),
        ways(tuple(counts[9:18])),
        ways(tuple(counts[18:27])),
        ways(tuple(counts[27:])),
    )
    counts[one], counts[other] = held
    return joined(parts, 4 - laid)
