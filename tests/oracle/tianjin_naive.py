"""A second scorer, hopelessly slow: every tile by itself, every wild as each of the 34 kinds.

It is for hands of few wilds, and checks `oracle.tianjin.score`, with which it shares the names of
the categories and the fan of a set of them, but neither arrangements nor conditions.
"""

from itertools import combinations, permutations, product
from typing import NamedTuple

from oracle.tianjin import BIT, fan_of, names_of, wild_kinds


class Tile(NamedTuple):
    """One tile: where it lies, its kind, and what it stands for."""

    index: int
    kind: int
    stands: int


def is_meld(kinds):
    """A triplet or a sequence."""
    a, b, c = sorted(kinds)
    if a == b == c:
        return True
    return c < 27 and a // 9 == c // 9 and (b, c) == (a + 1, a + 2)


def groupings(tiles, paired=False):
    """Ways to part tiles into melds and one pair."""
    if not tiles:
        yield ()
        return
    first, rest = tiles[0], tiles[1:]
    for size in (1, 2):
        if size == 1 and paired:
            continue
        for others in combinations(rest, size):
            group = (first, *others)
            kinds = [tile.stands for tile in group]
            if len(set(kinds)) == 1 if size == 1 else is_meld(kinds):
                left = [tile for tile in rest if tile not in others]
                for more in groupings(left, paired or size == 1):
                    yield (group, *more)


def can_group(kinds, paired=False):
    """Whether kinds can be parted into melds and one pair."""
    if not kinds:
        return True
    a, rest = kinds[0], list(kinds[1:])
    for others in [(a,)] * (not paired) + [(a, a)] + [(a + 1, a + 2)]:
        if len(others) == 2 and not is_meld((a, *others)):
            continue
        left = list(rest)
        if all(left.count(kind) >= others.count(kind) for kind in others):
            for kind in others:
                left.remove(kind)
            if can_group(left, paired or len(others) == 1):
                return True
    return False


def dragons_of(groups):
    """Choices of three melds that are 1 to 9 of one suit, in order."""
    runs = [g for g in groups if len(g) == 3 and len({tile.stands for tile in g}) == 3]
    for three in permutations(runs, 3):
        ranks = [rank for group in three for rank in sorted(tile.stands for tile in group)]
        if ranks[0] % 9 == 0 and ranks == list(range(ranks[0], ranks[0] + 9)):
            yield three


def masks_of(groups, last, wilds, pure):
    """Categories that depend on the arrangement; `last` is a tile's index."""
    group = next(g for g in groups if last in [tile.index for tile in g])
    tile = next(t for t in group if t.index == last)
    others = [t for t in group if t.index != last]
    for dragon in list(dragons_of(groups)) or [()]:
        has = set()
        if all(t.kind in wilds for t in others) and group not in dragon:
            has.add("hundiao")
        if tile.stands == 4 and sorted(t.stands for t in group) == [3, 4, 5]:
            has.add("zhuo5")
        if dragon:
            inside = [t for g in dragon for t in g if t.kind in wilds]
            if dragon[0][0].stands // 9 != (wilds[0] // 9 if wilds[0] < 27 else None):
                has.add("long")
            elif pure and len(inside) == 2 and all(t.kind == t.stands for t in inside):
                has.add("subenlong")
            else:
                has.add("benhunlong")
        yield sum(BIT[name] for name in has or {"tiliu"})


def naive_fan(concealed, melds, last, indicator, how, tian_ting, options):
    """Fan and categories, or None."""
    wilds = wild_kinds(indicator)
    kinds = [*concealed, last]
    laid = [kind for _, kind in melds]
    held = [kind for kind in kinds + laid if kind in wilds]
    pure = options.su_ben_long and sorted(held) == sorted(wilds) and not set(laid) & set(wilds)
    always = 0
    for name, holds in (
        ("su", not held),
        ("gangkai", how == "kong"),
        ("tianhu", how == "deal"),
        ("dihu", how == "first" and options.dihu),
        ("tianting", tian_ting and options.tian_ting),
    ):
        always |= BIT[name] * holds
    any_last = always & (BIT["tianhu"] | BIT["dihu"])
    masks = set()
    meanings = [range(34) if kind in wilds else (kind,) for kind in kinds]
    for stands in product(*meanings):
        if can_group(sorted(stands)):
            tiles = [Tile(i, *pair) for i, pair in enumerate(zip(kinds, stands, strict=True))]
            for groups in groupings(tiles):
                for index in range(len(tiles)) if any_last else [len(tiles) - 1]:
                    masks.update(masks_of(groups, index, wilds, pure))
    if not masks:
        return None
    fan, mask = max((fan_of(mask | always, options.tianhu), mask | always) for mask in masks)
    return fan, names_of(mask)
