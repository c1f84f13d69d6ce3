"""All ways to arrange concealed Tianjin tiles into melds and a pair, wilds standing for anything.

A `Group` is a pair or a meld: what each of its tiles stands for, and which of them are wilds. An
arrangement is a tuple of groups. Natural tiles stand for themselves; which wild (there are two
kinds) fills which place is left open here, since any wild may stand for any tile.

The table of categories (T6) asks little of a group: whether it is a pair or a meld, whether it is
a 123, 456 or 789, where the last tile may be in it and which of the others are wilds. So
`arrangements` replaces every natural tile that is not the last, in a group that is none of these
nine sequences, by an anonymous one, and lists each different picture once. With ``literal=True``
it does not, and all-wild groups run through every meld and pair there is: far slower, and there
only to check that the pictures lose nothing.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

ANY = 99  # some tile that no category asks about
SEQUENCES = [(s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7)]
TRIPLETS = [(k, k, k) for k in range(34)]
PAIRS = [(k, k) for k in range(34)]
DRAGONS = [[(s + r, s + r + 1, s + r + 2) for r in (0, 3, 6)] for s in (0, 9, 18)]
DRAGON_SEQUENCES = {sequence for dragon in DRAGONS for sequence in dragon}
SUIT_STARTS = (0, 9, 18, 27)


class Group(NamedTuple):
    """A pair or a meld: what its tiles stand for, and which of them are wilds."""

    kinds: tuple[int, ...]
    wild: tuple[bool, ...]

    @property
    def is_pair(self):
        return len(self.kinds) == 2


def groups_around(kind, counts):
    """Groups that hold the natural tile `kind`, the lowest of the tiles in `counts` (a dict)."""
    for size in (2, 3):
        for naturals in range(1, min(size, counts[kind]) + 1):
            yield Group((kind,) * size, (False,) * naturals + (True,) * (size - naturals))
    for kinds in SEQUENCES:
        if kind in kinds:
            choices = [()]
            for k in kinds:
                # The lowest tile itself is natural; below it only wilds can be; above it a wild
                # may stand even where a natural tile is at hand.
                options = [False] if k == kind else [True, False] if counts.get(k, 0) else [True]
                choices = [(*wild, option) for wild in choices for option in options]
            for wild in choices:
                yield Group(kinds, wild)


@cache
def splits(naturals, melds, pairs, wilds):
    """Ways to put some natural tiles into groups, every group with at least one of them.

    `naturals` is a sorted tuple of kinds; at most so many melds, pairs and wilds are used.
    """
    if not naturals:
        return frozenset({()})
    counts = {kind: naturals.count(kind) for kind in naturals}
    found = set()
    for group in groups_around(naturals[0], counts):
        melds_left, pairs_left = melds - (not group.is_pair), pairs - group.is_pair
        wilds_left = wilds - sum(group.wild)
        if min(melds_left, pairs_left, wilds_left) < 0:
            continue
        rest = list(naturals)
        for kind, wild in zip(group.kinds, group.wild, strict=True):
            if not wild:
                rest.remove(kind)
        for others in splits(tuple(rest), melds_left, pairs_left, wilds_left):
            found.add(tuple(sorted((group, *others))))
    return frozenset(found)


def within_copies(groups, last=None):
    """Whether no kind is shown more than five times: a wild may be a fifth copy (T3).

    With `last`, what a category may fix is set apart first: in a suit every group can be one of
    四五六萬, a dragon or 混吊, or else be read otherwise; of the honours it is the last tile with
    nothing but wilds.
    """
    if last is not None:
        groups = [
            group
            for group in groups
            if group.kinds[0] >= 27 and not (group.kinds[0] == last and sum(group.wild) == 2)
        ]
    shown = [kind for group in groups for kind in group.kinds]
    return all(shown.count(kind) <= 5 for kind in shown)


@cache
def picture(group, last):
    """The group as the categories see it: natural tiles that nothing asks about are anonymous."""
    if group.kinds in DRAGON_SEQUENCES:
        return group
    slots = [
        (kind if kind == last and not wild else ANY, wild)
        for kind, wild in zip(group.kinds, group.wild, strict=True)
    ]
    return Group(*zip(*sorted(slots), strict=True))


@cache
def pictures(naturals, melds, pairs, wilds, last, apart):
    """The different pictures of `splits`, each with the melds, pairs and wilds it uses."""
    different = {
        tuple(sorted(picture(group, last) for group in groups))
        for groups in splits(naturals, melds, pairs, wilds)
        if within_copies(groups, last if apart else None)
    }
    return [with_totals(groups) for groups in different]


def with_totals(groups):
    """Groups, and how many melds, pairs and wilds are in them."""
    pairs = sum(group.is_pair for group in groups)
    return groups, len(groups) - pairs, pairs, sum(sum(group.wild) for group in groups)


def combined(parts, melds, pairs, wilds):
    """Choose one entry of every part such that melds, pairs and wilds suffice."""
    if not parts:
        yield (), melds, pairs
        return
    for groups, m, p, w in parts[0]:
        if m <= melds and p <= pairs and w <= wilds:
            for others, melds_left, pairs_left in combined(
                parts[1:], melds - m, pairs - p, wilds - w
            ):
                yield groups + others, melds_left, pairs_left


def arrangements(naturals, wilds, melds, last, *, literal=False, apart=False):
    """All arrangements of natural tiles and `wilds` wilds into `melds` melds and a pair.

    Parameters
    ----------
    naturals : iterable of int
        Kinds of the natural tiles, the last one included if it is natural.
    wilds, melds : int
        Numbers of wild tiles, and of melds to form.
    last : int
        Kind of the last tile, if natural, else any other number.
    literal : bool
        List every arrangement, not every different picture of one.
    apart : bool
        Do not count what a category fixes among the copies, see `within_copies`.

    Yields
    ------
    tuple of Group
    """
    parts = []
    for suit, start in enumerate(SUIT_STARTS):
        held = tuple(sorted(k for k in naturals if start <= k and min(k // 9, 3) == suit))
        if literal:
            ways = splits(held, melds, 1, wilds)
            parts.append(
                [with_totals(g) for g in ways if within_copies(g, last if apart else None)]
            )
        else:
            parts.append(pictures(held, melds, 1, wilds, last if last in held else ANY, apart))
    parts.sort(key=len)
    meld_choices = SEQUENCES + TRIPLETS if literal else [*sorted(DRAGON_SEQUENCES), (ANY,) * 3]
    pair_choices = PAIRS if literal else [(ANY,) * 2]
    for groups, melds_left, pairs_left in combined(parts, melds, 1, wilds):
        # The number of tiles makes the wilds not yet used just enough for what is missing.
        for wild_melds in combinations_with_replacement(meld_choices, melds_left):
            for wild_pairs in combinations_with_replacement(pair_choices, pairs_left):
                yield groups + tuple(
                    Group(kinds, (True,) * len(kinds)) for kinds in wild_melds + wild_pairs
                )


def forget():
    """Empty the caches, which grow with every new hand."""
    for cached in (splits, pictures):
        cached.cache_clear()
