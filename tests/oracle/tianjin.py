"""Brute-force scorer of Tianjin hands: every arrangement, every place of the last tile (T5-T8)."""

from functools import cache
from itertools import product
from typing import NamedTuple

from oracle.notation import CONCEALED_KONG, OPEN_KONG, PONG
from oracle.tianjin_arrange import DRAGONS, arrangements
from oracle.tianjin_options import Options

CATEGORIES = (
    "tiliu",
    "hundiao",
    "zhuo5",
    "long",
    "benhunlong",
    "su",
    "subenlong",
    "gangkai",
    "tianhu",
    "dihu",
    "tianting",
)
BIT = {name: 1 << position for position, name in enumerate(CATEGORIES)}
ZHUO5 = (3, 4, 5)  # the sequence 四五六萬


class Score(NamedTuple):
    """What a complete hand is worth."""

    fan: int
    categories: frozenset[str]
    kong_points: int
    wins: bool
    possible: frozenset[str]  # categories of any arrangement of this fan


class Wait(NamedTuple):
    """A kind that completes a hand on a self-draw, and how many copies of it are left."""

    kind: int
    left: int
    score: Score


def successor(kind):
    """The kind after `kind`: 1 to 9 to 1, 東南西北 and 中發白 in circles (T3)."""
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    if kind < 31:
        return 27 if kind == 30 else kind + 1
    return 31 if kind == 33 else kind + 1


def wild_kinds(indicator):
    """The two wild kinds: the indicator's own and its successor."""
    return indicator, successor(indicator)


def mask_of(categories):
    """Categories as a bit mask."""
    return sum(BIT[name] for name in categories)


def names_of(mask):
    """The set of categories in a bit mask."""
    return frozenset(name for name in CATEGORIES if mask & BIT[name])


def copies(concealed, melds, indicator):
    """Copies of each kind among concealed tiles, melds and the tile turned up."""
    counts = [0] * 34
    for kind in concealed:
        counts[kind] += 1
    for meld_type, kind in melds:
        counts[kind] += 3 if meld_type == PONG else 4
    counts[indicator] += 1
    return counts


def check(concealed, melds, indicator, how, options):
    """Refuse what cannot be held: `concealed` has the last tile in it."""
    if len(concealed) != 14 - 3 * len(melds):
        raise ValueError("wrong number of tiles")
    if max(copies(concealed, melds, indicator)) > 4:
        raise ValueError("more than four of a kind")
    for meld_type, kind in melds:
        if meld_type not in (PONG, OPEN_KONG, CONCEALED_KONG):
            raise ValueError("no such meld")
        if kind in wild_kinds(indicator) and not (
            meld_type == CONCEALED_KONG and options.allow_jin_gang
        ):
            raise ValueError("a melded wild")
    if how not in ("draw", "kong", "deal", "first"):
        raise ValueError(f"unknown how: {how!r}")
    if melds and how in ("deal", "first"):
        raise ValueError("melds before the first turn")


def kong_points(melds, indicator, options):
    """Points of the laid kongs (T8): 明杠 1, 暗杠 2, 金杠 as the option says."""
    points = 0
    for meld_type, kind in melds:
        if meld_type == OPEN_KONG:
            points += 1
        elif meld_type == CONCEALED_KONG:
            points += options.jin_gang_points if kind in wild_kinds(indicator) else 2
    return points


@cache
def fan_of(mask, tianhu):
    """Fan of a set of categories (T7)."""
    has = {name: bool(mask & BIT[name]) for name in CATEGORIES}
    dragon = has["long"] or has["benhunlong"] or has["subenlong"]
    fan = (3 * has["zhuo5"] + 4 * dragon) or 1
    for name, factor in (
        ("su", 2),
        ("hundiao", 2),
        ("benhunlong", 2),
        ("subenlong", 4),
        ("gangkai", 2),
        ("tianhu", tianhu),
        ("dihu", tianhu),
        ("tianting", 2),
    ):
        if has[name]:
            fan *= factor
    return fan


def dragons(groups):
    """Every choice of three groups that are 123, 456 and 789 of one suit, as (suit, indices)."""
    found = []
    for suit, sequences in enumerate(DRAGONS):
        where = [[i for i, g in enumerate(groups) if g.kinds == kinds] for kinds in sequences]
        found.extend((suit, chosen) for chosen in product(*where))
    return found


def places(groups, last, last_is_wild):
    """Where the last tile may be: (group, slot) holding a wild, or a natural tile of its kind."""
    return [
        (g, slot)
        for g, group in enumerate(groups)
        for slot, (kind, wild) in enumerate(zip(group.kinds, group.wild, strict=True))
        if (wild if last_is_wild else kind == last and not wild)
    ]


def is_pure_dragon(groups, chosen, wilds, place, last):
    """素本龍: both wilds stand for themselves in the dragon, the last one too if it is a wild."""
    inside = sorted(
        kind
        for g in chosen
        for kind, wild in zip(groups[g].kinds, groups[g].wild, strict=True)
        if wild
    )
    if inside != sorted(wilds):
        return False
    g, slot = place
    return last not in wilds or (g in chosen and groups[g].kinds[slot] == last)


def arrangement_masks(groups, last, wilds, one_of_each):
    """Categories of one arrangement, for each place of the last tile and each choice of 龍.

    Parameters
    ----------
    groups : tuple of Group
    last : int
    wilds : tuple of int
        The two wild kinds.
    one_of_each : bool
        素本龍 is played, and the winner holds exactly one tile of each wild kind.
    """
    choices = dragons(groups) or [(None, ())]
    for g, slot in places(groups, last, last in wilds):
        group = groups[g]
        with_wilds_only = all(group.wild[:slot] + group.wild[slot + 1 :])
        for suit, chosen in choices:
            mask = 0
            if with_wilds_only and g not in chosen:
                mask |= BIT["hundiao"]
            if group.kinds == ZHUO5 and slot == 1:
                mask |= BIT["zhuo5"]
            if suit is not None:
                if suit != wilds[0] // 9:
                    mask |= BIT["long"]
                elif one_of_each and is_pure_dragon(groups, chosen, wilds, (g, slot), last):
                    mask |= BIT["subenlong"]
                else:
                    mask |= BIT["benhunlong"]
            yield mask or BIT["tiliu"]


def score(
    concealed,
    melds,
    last,
    indicator,
    how="draw",
    tian_ting=False,
    options=None,
    *,
    literal=False,
    checked=True,
):
    """Score a hand by trying everything.

    Parameters
    ----------
    concealed : list of int
        Kinds of the concealed tiles before the last one.
    melds : list of (type, kind)
        Type 2 pong, 3 open or added kong, 4 concealed kong.
    last, indicator : int
        Kinds of the last tile and of the tile turned up.
    how : {"draw", "kong", "deal", "first"}
    tian_ting : bool
        天聽 was declared.
    options : Options
    literal : bool
        See `arrangements`.
    checked : bool
        Raise ValueError for a hand that cannot be held.

    Returns
    -------
    Score or None
        None if the hand is not complete.
    """
    options = options or Options()
    tiles = [*concealed, last]
    if checked:
        check(tiles, melds, indicator, how, options)
    wilds = wild_kinds(indicator)
    naturals = [kind for kind in tiles if kind not in wilds]
    melded_wild = any(kind in wilds for _, kind in melds)
    one_of_each = (
        options.su_ben_long and not melded_wild and all(tiles.count(kind) == 1 for kind in wilds)
    )

    always = 0
    if len(naturals) == len(tiles) and not melded_wild:
        always |= BIT["su"]
    if how == "kong":
        always |= BIT["gangkai"]
    if how == "deal":
        always |= BIT["tianhu"]
    if how == "first" and options.dihu:
        always |= BIT["dihu"]
    if tian_ting and options.tian_ting:
        always |= BIT["tianting"]
    any_last = how == "deal" or (how == "first" and options.dihu)

    wild_tiles = len(tiles) - len(naturals)
    if next(iter(arrangements(naturals, wild_tiles, 4 - len(melds), last)), None) is None:
        return None
    best = None
    possible = {}
    for this_last in sorted(set(tiles)) if any_last else [last]:
        masks = set()
        for groups in arrangements(
            naturals, wild_tiles, 4 - len(melds), this_last, literal=literal, apart=True
        ):
            masks.update(arrangement_masks(groups, this_last, wilds, one_of_each))
        for mask in masks:
            worth = fan_of(mask | always, options.tianhu), mask | always
            possible[worth[0]] = possible.get(worth[0], 0) | worth[1]
            if best is None or worth > best:
                best = worth
    if best is None:
        return None
    fan, mask = best
    categories = names_of(mask)
    wins = fan >= options.min_fan or bool(categories & options.min_fan_exempt)
    points = kong_points(melds, indicator, options)
    return Score(fan, categories, points, wins, names_of(possible[fan]))


def waits(concealed, melds, indicator, seen=(), options=None):
    """Kinds that complete a hand on a self-draw, with the copies left.

    A kind whose four copies are all in the hand, its melds or turned up cannot be drawn: it is
    not listed.
    """
    held = copies(concealed, melds, indicator)
    found = []
    for kind in range(34):
        if held[kind] < 4:
            worth = score(concealed, melds, kind, indicator, "draw", False, options)
            if worth is not None:
                left = 4 - held[kind] - list(seen).count(kind)
                found.append(Wait(kind, left, worth))
    return found
