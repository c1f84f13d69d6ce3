"""Seeded random Tianjin hands that reach every category and combination often.

About half of the hands are composed to be complete: melds laid and concealed, dragons and
456萬 more often than chance would have them, wilds put in the place of some tiles, and the last
tile picked where it matters. Others are composed and then spoilt by a tile or two, or drawn at
random from a wall rich or not in wilds.
"""

import random
from typing import NamedTuple

from oracle.notation import CONCEALED_KONG, OPEN_KONG, PONG, write_hand, write_tiles
from oracle.tianjin import ZHUO5, copies, wild_kinds
from oracle.tianjin_arrange import DRAGONS, PAIRS, SEQUENCES, TRIPLETS

HOW = ("draw", "kong", "deal", "first")
WILD_CHANCES = (30, 26, 22, 12, 6, 2, 1, 1)  # of 0 to 7 wilds in a composed hand


class Hand(NamedTuple):
    """A hand before its last tile, and how that comes."""

    concealed: tuple[int, ...]
    melds: tuple[tuple[int, int], ...]
    last: int
    indicator: int
    how: str
    tian_ting: bool

    @property
    def text(self):
        """Notation of the hand before its last tile."""
        return write_hand(self.concealed, self.melds)

    def __str__(self):
        extra = " 天聽" if self.tian_ting else ""
        last, indicator = write_tiles([self.last]), write_tiles([self.indicator])
        return f"{self.text} | {last}, indicator {indicator}, {self.how}{extra}"


def random_hand(rng):
    """One hand of any sort."""
    while True:
        recipe = rng.random()
        if recipe < 0.42:
            hand = composed(rng)
        elif recipe < 0.6:
            hand = spoilt(composed(rng), rng)
        else:
            hand = dealt(rng)
        if hand is not None:
            return hand


def random_hands(seed, n):
    """A list of n hands; the same seed gives the same list."""
    rng = random.Random(seed)
    return [random_hand(rng) for _ in range(n)]


def random_indicator(rng):
    """An indicator, more often in 萬 than chance would have it."""
    return rng.randrange(9) if rng.random() < 0.3 else rng.randrange(34)


def random_melds(rng, indicator, n):
    """So many laid melds: pongs and kongs of natural tiles, now and then a 金杠."""
    wilds = wild_kinds(indicator)
    melds = []
    types = (PONG, OPEN_KONG, CONCEALED_KONG) if n == 1 else (PONG, PONG, OPEN_KONG, CONCEALED_KONG)
    for kind in rng.sample([k for k in range(34) if k not in wilds], n):
        melds.append((rng.choice(types), kind))
    if melds and rng.random() < 0.1:
        melds[0] = CONCEALED_KONG, wilds[1]
    return tuple(melds)


def random_how(rng, melds):
    """How the last tile comes, and whether 天聽 was declared: what the melds allow."""
    if any(meld_type != PONG for meld_type, _ in melds):
        return rng.choice(("draw", "kong")), False
    if melds:
        return "draw", False
    how = rng.choices(HOW, (60, 2, 20, 18))[0]
    return how, how in ("draw", "first") and rng.random() < 0.3


def fits(concealed, melds, indicator):
    """Whether there are no more than four of a kind."""
    return max(copies(concealed, melds, indicator)) <= 4


def composed(rng):
    """A complete hand out of four melds and a pair, or None if this one cannot be."""
    indicator = random_indicator(rng)
    n_melds = rng.choices(range(5), (45, 29, 12, 8, 6))[0]
    melds = random_melds(rng, indicator, n_melds)
    groups = random_groups(rng, indicator, 4 - n_melds)
    tiles = with_wilds(rng, groups, indicator, melds)
    if tiles is None or not fits([t for group in tiles for t in group], melds, indicator):
        return None
    last = random_last(rng, groups, tiles, wild_kinds(indicator))
    concealed = [tile for group in tiles for tile in group]
    concealed.remove(last)
    return Hand(tuple(concealed), melds, last, indicator, *random_how(rng, melds))


def random_groups(rng, indicator, n_melds):
    """What the concealed tiles stand for: melds and a pair."""
    groups = []
    if n_melds >= 3 and rng.random() < 0.5:
        suit = indicator // 9 if indicator < 27 and rng.random() < 0.5 else rng.randrange(3)
        groups += DRAGONS[suit]
    if len(groups) < n_melds and rng.random() < 0.35:
        groups.append(ZHUO5)
    while len(groups) < n_melds:
        groups.append(rng.choice(SEQUENCES if rng.random() < 0.6 else TRIPLETS))
    return [*groups, rng.choice(PAIRS)]


def with_wilds(rng, groups, indicator, melds):
    """The tiles of the groups, some of them replaced by wilds, or None if it cannot be."""
    indicated, following = wild_kinds(indicator)
    left = [indicated] * 3 + [following] * (4 if (CONCEALED_KONG, following) not in melds else 0)
    tiles = [list(kinds) for kinds in groups]
    slots = [(g, i) for g, kinds in enumerate(groups) for i in range(len(kinds))]
    # Where a group stands for wild kinds, the tiles there are these wilds themselves.
    for g, i in list(slots):
        if tiles[g][i] in (indicated, following):
            if tiles[g][i] not in left:
                return None
            left.remove(tiles[g][i])
            slots.remove((g, i))
    rng.shuffle(left)
    n_wilds = min(rng.choices(range(8), WILD_CHANCES)[0], len(left), len(slots))
    if rng.random() < 0.3:
        # Fill one group, or all of it but a tile, first: 混吊, or a meld of wilds.
        g = rng.randrange(len(groups))
        slots.sort(key=lambda slot: (slot[0] != g, rng.random()))
    else:
        rng.shuffle(slots)
    for (g, i), wild in zip(slots[:n_wilds], left, strict=False):
        tiles[g][i] = wild
    return tiles


def random_last(rng, groups, tiles, wilds):
    """The last tile: the 5 of 456萬, a tile beside wilds, a wild, or any."""
    spots = [(g, i) for g, kinds in enumerate(groups) for i in range(len(kinds))]
    fives = [(g, i) for g, i in spots if groups[g] == ZHUO5 and i == 1]
    beside = [
        (g, i) for g, i in spots if all(tile in wilds for j, tile in enumerate(tiles[g]) if j != i)
    ]
    for chosen, chance in ((fives, 0.5), (beside, 0.5)):
        if chosen and rng.random() < chance:
            spots = chosen
            break
    g, i = rng.choice(spots)
    return tiles[g][i]


def spoilt(hand, rng):
    """The hand with one or two concealed tiles replaced at random."""
    if hand is None:
        return None
    concealed = list(hand.concealed)
    for _ in range(min(rng.choice((1, 1, 2)), len(concealed))):
        concealed[rng.randrange(len(concealed))] = rng.randrange(34)
    if not fits([*concealed, hand.last], hand.melds, hand.indicator):
        return None
    return hand._replace(concealed=tuple(concealed))


def dealt(rng):
    """A hand drawn from a wall that may be short of natural tiles, or hold few suits."""
    indicator = random_indicator(rng)
    n_melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
    melds = random_melds(rng, indicator, n_melds)
    held = copies([], melds, indicator)
    suits = rng.choice(((0, 1, 2, 3), (0, 1, 2, 3), (0, 3), (0, 1)))
    wilds = wild_kinds(indicator)
    wall = [
        kind
        for kind in range(34)
        if min(kind // 9, 3) in suits or kind in wilds
        for _ in range(4 - held[kind])
    ]
    extra = rng.choice((0, 0, 0, 1, 2, 3))
    drawn = rng.sample(wall, 14 - 3 * n_melds)
    wilds_left = [kind for kind in wall if kind in wilds]
    for kind in drawn:
        if kind in wilds:
            wilds_left.remove(kind)
    naturals = [i for i, kind in enumerate(drawn) if kind not in wilds]
    rng.shuffle(wilds_left)
    for i, wild in zip(naturals[:extra], wilds_left, strict=False):
        drawn[i] = wild
    rng.shuffle(drawn)
    how, tian_ting = random_how(rng, melds)
    return Hand(tuple(drawn[1:]), melds, drawn[0], indicator, how, tian_ting)
