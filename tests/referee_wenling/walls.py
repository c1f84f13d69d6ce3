"""Walls with prescribed hands, draws, replacements and indicator, the rest at random."""

from oracle.wenling import kinds_to_show, wild_kinds
from oracle.wenling_hands import read_tiles
from oracle.wenling_options import Options

from referee_wenling.tiles import FULL_SET, KINDS, NAMES
from referee_wenling.wall import INDICATOR, PLACES, TAIL, hand_places

HIDDEN = range(100, 132)
"""Behind the first 34 ordinary draws and the first 12 replacements, if there are no others."""


def random_dice(rng):
    return [rng.randint(1, 6) for _ in range(4)]


def compose(
    rng,
    hands=("", "", "", ""),
    draws="",
    tail="",
    indicator=None,
    bury="",
    places=None,
    naonao="seed",
):
    """A wall and its dice.

    Parameters
    ----------
    rng : random.Random
    hands : sequence of str
        Tiles of each hand in the order of play from the dealer on; random ones fill it up.
    draws, tail : str
        The first ordinary draws and the first replacements, those of the deal included, as tiles
        with a blank between them; ``?`` is a random one.
    indicator : str or None
        If given, tiles to show and 得 that are not prescribed lie at `HIDDEN`.
    bury : str
        Kinds of which all other copies lie there, too.
    places : dict of int to str
        Other prescribed tiles.
    naonao : str
        The option, for what has to be shown.

    Returns
    -------
    tuple of (list of str, list of int)
    """
    fixed = {place: KINDS[name] for place, name in (places or {}).items()}
    hidden = set(read_tiles(bury))
    if indicator is not None:
        kind = fixed[INDICATOR] = KINDS[indicator]
        hidden |= {*wild_kinds(kind), *kinds_to_show(kind, Options(naonao=naonao))}
    for offset, text in enumerate(hands):
        kinds = read_tiles(text)
        free = [place for place in hand_places(offset) if place not in fixed]
        if len(kinds) > len(free):
            raise ValueError(f"too many tiles: {text}")
        fixed.update(zip(rng.sample(free, len(kinds)), kinds, strict=True))
    for order, names in ((range(INDICATOR + 1, PLACES), draws), (TAIL, tail)):
        for place, name in zip(order, names.split(), strict=False):
            if name != "?" and fixed.setdefault(place, KINDS[name]) != KINDS[name]:
                raise ValueError(f"two tiles at place {place}")
    left = list(FULL_SET)
    for kind in fixed.values():
        left.remove(kind)
    # The hidden kinds first, then all others anywhere.
    for area, wanted in ((HIDDEN, True), (range(PLACES), False)):
        kinds = [kind for kind in left if (kind in hidden) == wanted]
        free = [place for place in area if place not in fixed]
        fixed.update(zip(rng.sample(free, len(kinds)), kinds, strict=True))
    return [NAMES[fixed[place]] for place in range(PLACES)], random_dice(rng)
