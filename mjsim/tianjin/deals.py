"""Blocks of deals of 天津麻将: openings of walls, and the dealer's first 14 tiles."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjsim._core import deal_rows, openings, tally_rows
from mjsim.blocks import Block
from mjsim.streams import Stream, bits_of
from mjsim.tianjin.categories import CATEGORIES
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.wilds import WILDS
from mjsim.tiles import N_KINDS

__all__ = ["DEAL_DTYPE", "Tally", "deal_block", "opening_block", "tally_block"]

NO_KIND = 255
MOST_WILDS = 7
MOST_SHANTEN = 8

DEAL_DTYPE = np.dtype(
    [
        ("indicator", np.uint8),
        ("n_wilds", np.uint8),
        ("shanten", np.int8),
        ("fan", np.int32),
        ("categories", np.uint16),
        ("possible", np.uint16),
    ]
)
"""A dealer's first 14 tiles: fan as 天胡, 0 if not complete; categories as a mask.

``possible``: the categories of any arrangement of that fan.
"""


class Tally(NamedTuple):
    """Counts of dealers' first 14 tiles.

    Attributes
    ----------
    shanten : int64[34, 8, 10]
        Hands by indicator, wilds held, and shanten + 1.
    masks : int64[34, 2048]
        Complete hands by indicator and mask of categories; all 0 if they were not scored.
    possible : int64[34, 2048]
        The same by the categories of any arrangement of equal fan.
    """

    shanten: NDArray[np.int64]
    masks: NDArray[np.int64]
    possible: NDArray[np.int64]

    @classmethod
    def empty(cls) -> "Tally":
        """Return a tally of nothing."""
        return cls(
            np.zeros((N_KINDS, MOST_WILDS + 1, MOST_SHANTEN + 2), np.int64),
            np.zeros((N_KINDS, 1 << len(CATEGORIES)), np.int64),
            np.zeros((N_KINDS, 1 << len(CATEGORIES)), np.int64),
        )

    def merge(self, other: "Tally") -> "Tally":
        """Return the sum of two tallies."""
        return Tally(
            self.shanten + other.shanten,
            self.masks + other.masks,
            self.possible + other.possible,
        )


def _code(indicator: int | None) -> int:
    return NO_KIND if indicator is None else indicator


def tally_block(
    seed: int, block: Block, indicator: int | None, rules: Rules, *, scored: bool = True
) -> Tally:
    """Deal and count a block's hands; the fixed indicator, or None for a random one."""
    tally = Tally.empty()
    tally_rows(
        bits_of(seed, Stream.TALLY, "tianjin", block.index),
        block.n_hands,
        _code(indicator),
        WILDS,
        rules.core,
        tally.shanten,
        tally.masks if scored else None,
        tally.possible if scored else None,
    )
    return tally


def deal_block(seed: int, block: Block, indicator: int | None, rules: Rules) -> NDArray[np.void]:
    """Return the hands that `tally_block` counts, one a row of `DEAL_DTYPE`."""
    out = np.empty(block.n_hands, DEAL_DTYPE)
    deal_rows(
        bits_of(seed, Stream.TALLY, "tianjin", block.index),
        _code(indicator),
        WILDS,
        rules.core,
        out["indicator"],
        out["n_wilds"],
        out["shanten"],
        out["fan"],
        out["categories"],
        out["possible"],
    )
    return out


def opening_block(
    seed: int,
    block: Block,
    indicator: int | None,
    hands: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    dealers: NDArray[np.uint8],
    dice: NDArray[np.uint8],
) -> None:
    """Fill the openings of a block's walls: uint8[n, 4, 34], [n], [n], [n, 6]."""
    openings(
        bits_of(seed, Stream.WALLS, "tianjin", block.index),
        block.first_hand,
        _code(indicator),
        hands,
        indicators,
        dealers,
        dice,
    )
