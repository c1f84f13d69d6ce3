"""Exact distribution of shanten over all deals."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from mjsim._core import class_weights, need_weights
from mjsim.errors import InputError
from mjsim.exact.decks import Deck, deck_of, decks_of
from mjsim.inputs import read_kind
from mjsim.notation import Honors

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
    honors: Honors | None = None,
) -> dict[int, Fraction]:
    """Exact distribution of the shanten of n tiles drawn at random.

    Parameters
    ----------
    game : {"tianjin", None}
        None: 136 tiles and no wild.
    n_tiles : {13, 14, 16, 17}
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    strict : bool
        No kind is asked for more than four times, as other tools count.
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
    """
    if n_tiles not in _SIZES:
        raise InputError(f"n_tiles: 13, 14, 16 or 17, not {n_tiles!r}")
    if indicator is None:
        decks = list(decks_of(game))
    else:
        decks = [deck_of(game, read_kind(indicator, "indicator", honors))]
    total: Counter[int] = Counter()
    for deck in decks:
        total.update(_shanten(deck, n_tiles, strict))
    every = sum(total.values())
    return {steps: Fraction(total[steps], every) for steps in sorted(total)}
