"""Exact distribution of shanten over all deals."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from mjsim._core import class_weights, need_weights
from mjsim.errors import InputError
from mjsim.exact.decks import N_KINDS_OF, Deck, deck_of, decks_of
from mjsim.inputs import read_kind
from mjsim.notation import Honors
from mjsim.tiles import N_KINDS
from mjsim.wenling.deals import Naonao

__all__ = ["shanten_distribution"]

_SIZES = (13, 14, 16, 17)


@lru_cache(maxsize=256)
def _class_weights(copies: tuple[int, ...], strict: bool) -> NDArray[np.int64]:
    return class_weights(copies, strict=strict)


@lru_cache(maxsize=64)
def _needs(deck: Deck, melds: int, strict: bool) -> list[list[int]]:
    """Return the sets of natural tiles by [missing][tiles]."""
    man, pin, sou = (_class_weights(copies, strict) for copies in deck.suits)
    return need_weights(man, pin, sou, _class_weights(deck.honours, strict), melds, strict=strict)


def _shanten(deck: Deck, n_tiles: int, strict: bool) -> Counter[int]:
    """Return the number of hands by shanten."""
    needs = _needs(deck.canonical(), n_tiles // 3, strict)
    hands: Counter[int] = Counter()
    for wilds in range(min(deck.wilds, n_tiles) + 1):
        for missing, by_tiles in enumerate(needs):
            ways = by_tiles[n_tiles - wilds] * comb(deck.wilds, wilds)
            if ways:
                hands[missing - wilds - 1] += ways
    return hands


def shanten_distribution(
    game: str | None,
    n_tiles: int,
    indicator: str | int | None = None,
    *,
    strict: bool = False,
    naonao: Naonao | None = None,
    honors: Honors | None = None,
) -> dict[int, Fraction]:
    """Exact distribution of the shanten of n tiles drawn at random.

    Parameters
    ----------
    game : {"tianjin", "wenling", None}
        In 温岭麻将 the tiles that a seat holds after the initial replacements. None: 136 tiles
        and no wild.
    n_tiles : {13, 14, 16, 17}
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    strict : bool
        No kind is asked for more than four times, as other tools count.
    naonao : {"seed", "with_winds", "always"}, optional
        温岭麻将: what makes it 闹闹; ``"seed"`` if left out.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    dict of int to Fraction
        Probability by shanten, ascending; they sum to 1. Exact: every deal is counted.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> complete = shanten_distribution("tianjin", 14)[-1]
    >>> complete, round(1 / complete)
    (Fraction(46547374190386781, 129634303389630588000), 2785)
    >>> round(1 / shanten_distribution("wenling", 17)[-1])
    29572
    """
    if n_tiles not in _SIZES:
        raise InputError(f"n_tiles: 13, 14, 16 or 17, not {n_tiles!r}")
    if game != "wenling" and naonao is not None:
        raise InputError(f"naonao: {game} has no 闹闹")
    option = naonao if naonao is not None else "seed"
    if indicator is None:
        tiles = Counter[Deck]()
        for deck, turned_up in decks_of(game, option):
            tiles[deck.canonical()] += turned_up
    else:
        n_kinds = N_KINDS_OF.get(game or "", N_KINDS)
        kind = read_kind(indicator, "indicator", honors, n_kinds=n_kinds)
        tiles = Counter({deck_of(game, kind, option): 1})
    total: dict[int, Fraction] = {}
    for deck, weight in tiles.items():
        deals = comb(deck.size, n_tiles) * tiles.total()
        for steps, hands in _shanten(deck, n_tiles, strict).items():
            total[steps] = total.get(steps, Fraction(0)) + Fraction(hands * weight, deals)
    return dict(sorted(total.items()))
