"""Walls with prescribed hands, draws, replacements and indicator, the rest at random."""

from oracle.notation import read_tiles

from referee.tiles import FULL_SET, KINDS, NAMES
from referee.wall import DEALT, PLACES, indicator_place, tail_order


def hand_places(offset):
    """Places dealt to a player: 0 is the dealer, who has one more."""
    places = [16 * deal + 4 * offset + i for deal in range(3) for i in range(4)]
    return [*places, 48 + offset, *([52] if offset == 0 else [])]


def random_dice(rng):
    return [rng.randint(1, 6) for _ in range(6)]


def compose(
    rng,
    hands=("", "", "", ""),
    draws="",
    tail="",
    last="",
    indicator=None,
    bury="",
    dice=None,
    set_apart=0,
):
    """A wall and its dice.

    Parameters
    ----------
    rng : random.Random
    hands : sequence of str
        Tiles of each hand in the order of play from the dealer on; random ones fill it up.
    draws, tail, last : str
        The first ordinary draws, the first replacements and the very last ordinary draws, as
        tiles with a blank between them; ``?`` is a random one.
    indicator : str or None
    bury : str
        Kinds of which all other copies lie behind the deal.
    dice : list of int or None
    set_apart : int
        Tail tiles that ordinary draws will not get, for the place of `last`: the dead wall, or
        the kongs.

    Returns
    -------
    tuple of (list of str, list of int)
    """
    dice = dice or random_dice(rng)
    turned_up = indicator_place(dice)
    order = tail_order(turned_up)
    ordinary = [place for place in range(DEALT, PLACES) if place != turned_up]
    kept = [place for place in ordinary if place not in order[:set_apart]]
    fixed = {}
    if indicator is not None:
        fixed[turned_up] = KINDS[indicator]
    for offset, text in enumerate(hands):
        kinds = read_tiles(text)
        places = hand_places(offset)
        if len(kinds) > len(places):
            raise ValueError(f"too many tiles: {text}")
        fixed.update(zip(rng.sample(places, len(kinds)), kinds, strict=True))
    ends = last.split()
    for places, names in (
        (kept, draws.split()),
        (order, tail.split()),
        (kept[len(kept) - len(ends) :], ends),
    ):
        for place, name in zip(places, names, strict=False):
            if name != "?" and fixed.setdefault(place, KINDS[name]) != KINDS[name]:
                raise ValueError(f"two tiles at place {place}")
    left = list(FULL_SET)
    for kind in fixed.values():
        left.remove(kind)
    # The buried kinds first, behind the deal; then all others anywhere.
    for buried in (True, False):
        kinds = [kind for kind in left if (kind in read_tiles(bury)) == buried]
        places = [p for p in range(DEALT if buried else 0, PLACES) if p not in fixed]
        fixed.update(zip(rng.sample(places, len(kinds)), kinds, strict=True))
    return [NAMES[fixed[place]] for place in range(PLACES)], dice


def junk_draws(rng, offset, n, junk="123456789m"):
    """Draws without claims or kongs in which a player gets none but some kinds for n draws."""
    supply = read_tiles(junk) * 4
    mine = iter(rng.sample(supply, (n + 3) // 4))
    names = [NAMES[next(mine)] if (1 + i) % 4 == offset else "?" for i in range(n)]
    return " ".join(names)
