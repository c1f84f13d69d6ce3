"""Tables of the dealer's first 14 tiles: a row a hand, or counts of like hands by block."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.blocks import Block
from mjsim.store import Column, hands_table
from mjsim.tianjin.categories import CATEGORIES
from mjsim.tiles import N_KINDS, tile_code

__all__ = [
    "COUNTS",
    "HANDS",
    "INDICATOR",
    "KIND",
    "TILES",
    "category_flags",
    "count_rows",
    "hand_rows",
]

TILE = pl.Enum([tile_code(kind) for kind in range(N_KINDS)])
TILES = pl.Series("indicator", TILE.categories, dtype=TILE)
_BITS = ", ".join(f"{name} {1 << bit}" for bit, name in enumerate(CATEGORIES))
_MOST = {"n_wilds": 7, "shanten": 8}

KIND = Column("indicator_kind", pl.UInt8, "kind turned up, 0 to 33", high=N_KINDS - 1)
INDICATOR = Column("indicator", TILE, "the same in notation")
_DEAL = (
    KIND,
    INDICATOR,
    Column("n_wilds", pl.Int64, "wild tiles (混) held", high=_MOST["n_wilds"]),
    Column("shanten", pl.Int8, "missing tiles less one; -1: complete", low=-1, high=8),
    Column("is_complete", pl.Boolean, "whether the 14 tiles are a complete hand"),
    Column("fan", pl.Int32, "fan as 天胡; 0: not complete", low=0),
    Column("categories", pl.UInt16, f"番種 as 天胡, a sum of {_BITS}", high=2047),
    Column("possible", pl.UInt16, "番種 of any arrangement of that fan, a like sum", high=2047),
)

HANDS = hands_table("deals", *_DEAL)
"""A row a hand."""

COUNTS = hands_table(
    "deals_counts",
    Column("block", pl.Int64, "number of the block", low=0),
    *_DEAL,
    Column("n_hands", pl.Int64, "hands of the block that are like this", low=1),
    key=("block", "indicator_kind", "n_wilds", "shanten", "categories", "possible"),
)
"""Like hands counted by block: the same columns, and how many."""


def hand_rows(block: Block, deals: NDArray[np.void]) -> pl.DataFrame:
    """Return a row of `HANDS` for each deal of a block."""
    hands = np.arange(block.first_hand, block.first_hand + block.n_hands, dtype=np.int64)
    return pl.DataFrame([pl.Series("hand_id", hands), *_columns(deals)])


def count_rows(block: Block, deals: NDArray[np.void]) -> pl.DataFrame:
    """Return the rows of `COUNTS` for the deals of a block.

    Examples
    --------
    >>> from mjsim.tianjin import Rules
    >>> from mjsim.tianjin.deals import deal_block
    >>> block = Block(0, 0, 1000)
    >>> deals = deal_block(1, block, 27, Rules.platform())
    >>> count_rows(block, deals).height, count_rows(block, deals)["n_hands"].sum()
    (25, 1000)
    """
    wilds, steps = _MOST["n_wilds"] + 1, _MOST["shanten"] + 2
    complete = deals["shanten"] < 0
    # Nearly all hands are incomplete: they are counted in one pass, without sorting.
    cell = (deals["indicator"].astype(np.int64) * wilds + deals["n_wilds"]) * steps
    cell += deals["shanten"] + 1
    by_cell = np.bincount(cell[~complete], minlength=N_KINDS * wilds * steps)
    cells = np.flatnonzero(by_cell)
    found = np.zeros(cells.size, deals.dtype)
    found["indicator"], rest = np.divmod(cells, wilds * steps)
    found["n_wilds"], found["shanten"] = np.divmod(rest, steps)
    found["shanten"] -= 1
    scored, times = np.unique(deals[complete], return_counts=True)
    return pl.DataFrame(
        [
            pl.Series("block", np.full(cells.size + scored.size, block.index, np.int64)),
            *_columns(np.concatenate([found, scored])),
            pl.Series("n_hands", np.concatenate([by_cell[cells], times]).astype(np.int64)),
        ]
    )


def category_flags() -> list[pl.Expr]:
    """Return expressions that take the mask of categories apart.

    Returns
    -------
    list of polars.Expr
        ``is_<category>`` in bit order, for ``frame.with_columns(...)``.

    Examples
    --------
    >>> frame = pl.DataFrame({"categories": [0b100100]}, schema={"categories": pl.UInt16})
    >>> [name for name, holds in frame.select(category_flags()).to_dicts()[0].items() if holds]
    ['is_zhuo5', 'is_su']
    """
    mask = pl.col("categories")
    return [((mask & (1 << bit)) != 0).alias(f"is_{name}") for bit, name in enumerate(CATEGORIES)]


def _columns(deals: NDArray[np.void]) -> list[pl.Series]:
    """Return the columns that both tables have."""
    kinds = pl.Series("indicator_kind", np.ascontiguousarray(deals["indicator"]))
    shanten = np.ascontiguousarray(deals["shanten"])
    return [
        kinds,
        TILES.gather(kinds),
        pl.Series("n_wilds", deals["n_wilds"].astype(np.int64)),
        pl.Series("shanten", shanten),
        pl.Series("is_complete", shanten < 0),
        pl.Series("fan", np.ascontiguousarray(deals["fan"])),
        pl.Series("categories", np.ascontiguousarray(deals["categories"])),
        pl.Series("possible", np.ascontiguousarray(deals["possible"])),
    ]
