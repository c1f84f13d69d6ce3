"""Table of openings: a row for each hand and seat."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.blocks import Block
from mjsim.experiments.deals_tables import INDICATOR, KIND, TILES
from mjsim.experiments.seats import SEATS
from mjsim.store import Column, hands_table
from mjsim.tianjin.steps import shanten_batch
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import N_KINDS

__all__ = ["OPENINGS", "opening_rows"]

OPENINGS = hands_table(
    "openings",
    Column("seat", pl.Int8, "seat, 0 to 3", low=0, high=SEATS - 1),
    Column("is_dealer", pl.Boolean, "whether the seat deals, and so holds 14 tiles, not 13"),
    KIND,
    INDICATOR,
    # Counts and not notation: every reader makes an array of them, and none need parse.
    Column("tiles", pl.Array(pl.UInt8, N_KINDS), "copies of each kind held, kinds 0 to 33"),
    Column("n_wilds", pl.Int64, "wild tiles (混) held", high=7),
    Column("shanten", pl.Int8, "missing tiles less one; -1: complete", low=-1, high=8),
    key=("hand_id", "seat"),
)
"""A row for each hand and seat."""

_WILD = np.zeros((N_KINDS, N_KINDS), np.bool_)
for _kind in range(N_KINDS):
    _WILD[_kind, list(wild_kinds(_kind))] = True


def opening_rows(
    block: Block,
    hands: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    dealers: NDArray[np.uint8],
) -> pl.DataFrame:
    """Return the rows of a block's openings.

    Parameters
    ----------
    block : Block
    hands : uint8[n, 4, 34]
    indicators, dealers : uint8[n]

    Returns
    -------
    polars.DataFrame
        Of `OPENINGS`.
    """
    held = hands.reshape(-1, N_KINDS)
    shown = np.repeat(indicators, SEATS)
    seats = np.tile(np.arange(SEATS, dtype=np.int8), block.n_hands)
    numbers = np.arange(block.first_hand, block.first_hand + block.n_hands, dtype=np.int64)
    kinds = pl.Series("indicator_kind", shown)
    return pl.DataFrame(
        [
            pl.Series("hand_id", np.repeat(numbers, SEATS)),
            pl.Series("seat", seats),
            pl.Series("is_dealer", seats == np.repeat(dealers, SEATS)),
            kinds,
            TILES.gather(kinds),
            pl.Series("tiles", held, dtype=pl.Array(pl.UInt8, N_KINDS)),
            pl.Series("n_wilds", (held * _WILD[shown]).sum(axis=1, dtype=np.int64)),
            pl.Series("shanten", shanten_batch(held, shown)),
        ]
    )
