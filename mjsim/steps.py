"""Shanten of any game's hands: one, or many at once."""

from collections.abc import Callable
from typing import TypeAlias, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim._core import Wilds, shanten_rows
from mjsim.errors import InputError
from mjsim.inputs import as_counts, as_kinds, read_hand, read_kind
from mjsim.notation import Honors
from mjsim.tiles import Hand, counts_of

__all__ = ["Game", "shanten_of", "shanten_of_many"]

_NONE = np.array([255], np.uint8)

Why: TypeAlias = Callable[[NDArray[np.uint8], int], str]
"""Says what is wrong with counts that the kernel refuses, under an indicator (255: none)."""


class Game(TypedDict):
    """What differs between the games.

    Attributes
    ----------
    n_kinds : int
        34, or 42 with flowers.
    most : int
        Tiles of a whole hand.
    wilds : Wilds
    why : callable
    """

    n_kinds: int
    most: int
    wilds: Wilds
    why: Why


def shanten_of(
    hand: str | Hand,
    indicator: str | int | None,
    *,
    n_kinds: int,
    most: int,
    wilds: Wilds,
    why: Why,
    strict: bool,
    honors: Honors | None,
    check: Callable[[Hand, int | None], None] | None = None,
) -> int:
    """Return the shanten of a hand of at most so many tiles.

    ``check`` refuses melds that can't be held with the tiles.
    """
    hand = read_hand(hand, honors, n_kinds=n_kinds)
    counts = np.frombuffer(counts_of(hand, n_kinds), np.uint8).reshape(1, n_kinds)
    turned = _NONE
    if indicator is not None:
        kind = read_kind(indicator, "indicator", honors, n_kinds=n_kinds)
        turned = np.array([kind], np.uint8)
    if hand.melds:
        if check is not None:
            check(hand, None if indicator is None else int(turned[0]))
        if hand.size not in (most - 1, most):
            raise InputError(
                f"hand: {hand.size} tiles with melds; there must be {most - 1} or {most}"
            )
    out = np.empty(1, np.int8)
    if shanten_rows(counts, turned, wilds, out, most=most, strict=strict) >= 0:
        raise InputError(f"hand: {why(counts[0], int(turned[0]))}")
    return int(out[0])


def shanten_of_many(
    counts: ArrayLike,
    indicator: ArrayLike | str | None,
    *,
    n_kinds: int,
    most: int,
    wilds: Wilds,
    why: Why,
    strict: bool,
    honors: Honors | None,
) -> NDArray[np.int8]:
    """Return the shanten of the rows of counts, or name the first that is no hand."""
    hands = as_counts(counts, "counts", n_kinds=n_kinds)
    n = len(hands)
    turned = _NONE
    if indicator is not None:
        turned = as_kinds(indicator, n, "indicator", honors, n_kinds=n_kinds)
    out = np.empty(n, np.int8)
    row = shanten_rows(hands, turned, wilds, out, most=most, strict=strict)
    if row >= 0:
        kind = int(turned[row if len(turned) > 1 else 0])
        raise InputError(f"row {row}: {why(hands[row], kind)}")
    return out
