"""Tables of openings of 温岭麻将: a row a hand and seat, or hands counted by block."""

from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.blocks import Block
from mjsim.experiments.seats import (
    ROLES,
    SEATS,
    count_seats,
    count_values,
    seats_alike,
)
from mjsim.store import Column, hands_table
from mjsim.tiles import N_KINDS_FLOWERS, tile_code
from mjsim.wenling.deals import (
    AUTOMATIC,
    N_THROWN,
    automatic_wins,
    de_kinds,
    is_naonao,
    opening_block,
)
from mjsim.wenling.rules import Rules
from mjsim.wenling.scoring import score_batch
from mjsim.wenling.steps import shanten_batch

__all__ = ["COUNTS", "FAMILIES", "HANDS", "MOST_SHOWN", "count_rows", "counts_of", "hand_rows"]

TILE = pl.Enum([tile_code(kind) for kind in range(N_KINDS_FLOWERS)])
TILES = pl.Series("indicator", TILE.categories, dtype=TILE)
_BITS = ", ".join(f"{name} {1 << bit}" for bit, name in enumerate(AUTOMATIC))

MOST_SHOWN: Final = 10
"""In counts this many tiles shown stands for more, too."""

FAMILIES: Final = {
    "n_de": range(4),
    "shanten": range(-1, 11),
    "n_shown": range(MOST_SHOWN + 1),
}
"""Columns that are counted for the dealer and for the others, and their values."""

_TOTALS: Final = ("shanten", "n_shown")

HANDS = hands_table(
    "deals_wenling",
    Column("seat", pl.Int8, "seat, 0 to 3", low=0, high=SEATS - 1),
    Column("is_dealer", pl.Boolean, "whether the seat deals, and so holds 17 tiles, not 16"),
    Column("indicator_kind", pl.UInt8, "kind turned up, 0 to 41", high=N_KINDS_FLOWERS - 1),
    Column("indicator", TILE, "the same in notation"),
    Column("is_naonao", pl.Boolean, "whether it is 闹闹"),
    Column("n_de", pl.Int64, "得 held", high=3),
    Column("shanten", pl.Int8, "missing tiles less one; -1: complete", low=-1, high=10),
    Column("n_shown", pl.Int64, "tiles shown and replaced", high=20),
    Column("is_complete", pl.Boolean, "whether the dealer's 17 tiles are a complete hand"),
    Column("automatic", pl.UInt8, f"automatic wins (W5), a sum of {_BITS}", high=63),
    Column(
        "points",
        pl.Int32,
        "points of a complete hand as a self-draw of whichever of its tiles gives most, 500 if it "
        "wins automatically too; 0: not complete",
        low=0,
        high=500,
    ),
    key=("hand_id", "seat"),
)
"""A row a hand and seat."""

_ROLES: Final = [*ROLES, "all"]
_FAMILIES: Final = [
    *FAMILIES,
    *(f"total_{name}" for name in _TOTALS),
    *("automatic", "is_automatic", "tianhu", "points"),
]
_ROLE_NAMES = pl.Series("role", _ROLES, dtype=pl.Enum(_ROLES))
_FAMILY_NAMES = pl.Series("family", _FAMILIES, dtype=pl.Enum(_FAMILIES))

COUNTS = hands_table(
    "deals_wenling_counts",
    Column("block", pl.Int64, "number of the block", low=0),
    Column("is_naonao", pl.Boolean, "whether it is 闹闹"),
    Column("role", _ROLE_NAMES.dtype, "which seats: dealer, other (the three), all"),
    Column(
        "family",
        _FAMILY_NAMES.dtype,
        "what is counted: a column of the hands; total_: its sum over the seats; automatic: the "
        "bit of a win; is_automatic: 1, any win; tianhu: 1, complete and nobody wins "
        "automatically",
    ),
    Column("value", pl.Int64, f"its value; n_shown {MOST_SHOWN}: or more"),
    Column("n_seats", pl.Int64, "seats of the hand with this value", low=1, high=SEATS),
    Column("n_hands", pl.Int64, "hands of the block with so many such seats", low=1),
    key=("block", "is_naonao", "role", "family", "value", "n_seats"),
)
"""Hands of a block by how many of their seats are alike; without those that have none."""

_IS_DE = np.zeros((N_KINDS_FLOWERS, N_KINDS_FLOWERS), np.uint8)
for _kind in range(N_KINDS_FLOWERS):
    _IS_DE[_kind, list(de_kinds(_kind))] = 1


def hand_rows(seed: int, block: Block, indicator: int | None, rules: Rules) -> pl.DataFrame:
    """Deal the openings of a block and return their rows of `HANDS`.

    Examples
    --------
    >>> hand_rows(1, Block(0, 0, 2), None, Rules.seed()).select("seat", "n_de", "shanten").rows()
    [(0, 0, 3), (1, 0, 4), (2, 0, 3), (3, 0, 4), (0, 1, 2), (1, 2, 1), (2, 0, 6), (3, 0, 3)]
    """
    n = block.n_hands
    held = np.empty((n, SEATS, N_KINDS_FLOWERS), np.uint8)
    shown = np.empty_like(held)
    turned, dealers = np.empty(n, np.uint8), np.empty(n, np.uint8)
    dice = np.empty((n, N_THROWN), np.uint8)  # where the wall breaks changes no distribution
    opening_block(seed, block, indicator, held, shown, turned, dealers, dice, naonao=rules.naonao)
    wins = automatic_wins(held, shown, turned, rules.naonao)
    bits = np.left_shift(np.uint8(1), np.arange(len(AUTOMATIC), dtype=np.uint8))
    mask = (wins * bits).sum(axis=-1, dtype=np.uint8)
    hands, tables = held.reshape(-1, N_KINDS_FLOWERS), shown.reshape(-1, N_KINDS_FLOWERS)
    kinds = np.repeat(turned, SEATS)
    steps = shanten_batch(hands, kinds)
    seats = np.tile(np.arange(SEATS, dtype=np.int8), n)
    deals = seats == np.repeat(dealers, SEATS)
    complete = steps < 0
    points = np.zeros(n * SEATS, np.int32)
    if complete.any():
        points[complete] = _points(hands[complete], tables[complete], kinds[complete], rules)
    naonao = np.array([is_naonao(kind, rules.naonao) for kind in range(N_KINDS_FLOWERS)])
    numbers = np.arange(block.first_hand, block.first_hand + n, dtype=np.int64)
    turned_up = pl.Series("indicator_kind", kinds)
    return pl.DataFrame(
        [
            pl.Series("hand_id", np.repeat(numbers, SEATS)),
            pl.Series("seat", seats),
            pl.Series("is_dealer", deals),
            turned_up,
            TILES.gather(turned_up),
            pl.Series("is_naonao", naonao[kinds]),
            pl.Series("n_de", (hands * _IS_DE[kinds]).sum(axis=1, dtype=np.int64)),
            pl.Series("shanten", steps),
            pl.Series("n_shown", tables.sum(axis=1, dtype=np.int64)),
            pl.Series("is_complete", complete),
            pl.Series("automatic", mask.ravel()),
            pl.Series("points", points),
        ]
    )


def count_rows(block: Block, rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of `COUNTS` for the rows of a block.

    Examples
    --------
    >>> block = Block(0, 0, 1000)
    >>> counts = count_rows(block, hand_rows(1, block, None, Rules.seed()))
    >>> counts.filter(family="n_de", role="dealer").group_by("value").agg(
    ...     pl.col("n_hands").sum()).sort("value").rows()
    [(0, 668), (1, 281), (2, 49), (3, 2)]
    """
    found = counts_of(rows)
    return found.select(pl.lit(block.index, pl.Int64).alias("block"), *found.columns)


def counts_of(rows: pl.DataFrame) -> pl.DataFrame:
    """Count whole hands as `COUNTS` does, without a block.

    Parameters
    ----------
    rows : polars.DataFrame
        Of `HANDS`, the four seats of a hand one after another.
    """
    deals = rows["is_dealer"].to_numpy()
    modes = rows["is_naonao"].to_numpy()[::SEATS].astype(np.int64)
    columns = {name: rows[name].to_numpy().astype(np.int64) for name in FAMILIES}
    complete = rows["is_complete"].to_numpy()[deals]
    points = rows["points"].to_numpy()[deals].astype(np.int64)
    mask = rows["automatic"].to_numpy()
    wins = (mask[:, np.newaxis] >> np.arange(len(AUTOMATIC), dtype=np.uint8)) & 1
    found: list[NDArray[np.int64]] = []

    def add(role: str, family: str, *cells: NDArray[np.int64]) -> None:
        rows = np.empty((2 + len(cells), len(cells[0])), np.int64)
        rows[0], rows[1] = _ROLES.index(role), _FAMILIES.index(family)
        rows[2:] = cells
        found.append(rows)

    def add_seats(role: str, family: str, first: int, alike: NDArray[np.int64]) -> None:
        counts = count_seats(alike, SEATS, modes, 2)
        counts[..., 0] = 0
        mode, value, n_seats = np.nonzero(counts)
        add(role, family, mode, value + first, n_seats, counts[mode, value, n_seats])

    def add_values(
        role: str, family: str, n_seats: int, values: NDArray[np.int64], among: NDArray[np.bool_]
    ) -> None:
        for mode in (0, 1):
            seen = count_values(values[among & (modes == mode)])
            if seen:
                value, times = np.array(list(seen)), np.array(list(seen.values()))
                same = np.ones_like(value)
                add(role, family, mode * same, value, n_seats * same, times)

    every = np.ones(len(modes), np.bool_)
    for role, n_seats in ROLES.items():
        seats = deals if role == "dealer" else ~deals
        for name, among in FAMILIES.items():
            values = columns[name][seats].reshape(-1, n_seats)
            if name in _TOTALS:
                add_values(role, f"total_{name}", n_seats, values.sum(axis=1), every)
            add_seats(role, name, among[0], seats_alike(np.minimum(values, among[-1]), among))
        by_hand = wins[seats].reshape(-1, n_seats, len(AUTOMATIC))
        add_seats(role, "automatic", 0, by_hand.sum(axis=1, dtype=np.int64))
    by_hand = wins.reshape(-1, SEATS, len(AUTOMATIC))
    winners = by_hand.any(axis=2).sum(axis=1, dtype=np.int64)
    add_seats("all", "automatic", 0, by_hand.sum(axis=1, dtype=np.int64))
    add_seats("all", "is_automatic", 1, winners[:, np.newaxis])
    tianhu = (complete & (winners == 0)).astype(np.int64)
    add_seats("dealer", "tianhu", 1, tianhu[:, np.newaxis])
    add_values("dealer", "points", 1, points, complete)
    role_code, family_code, mode, value, n_alike, n_hands = np.concatenate(found, axis=1)
    return pl.DataFrame(
        [
            pl.Series("is_naonao", mode.astype(np.bool_)),
            _ROLE_NAMES.gather(role_code),
            _FAMILY_NAMES.gather(family_code),
            pl.Series("value", value),
            pl.Series("n_seats", n_alike),
            pl.Series("n_hands", n_hands),
        ]
    )


def _points(
    hands: NDArray[np.uint8], shown: NDArray[np.uint8], turned: NDArray[np.uint8], rules: Rules
) -> NDArray[np.int32]:
    """Return the points of complete hands of dealers, the last tile being the best of them."""
    row, last = np.nonzero(hands)
    found = score_batch(
        hands[row], last, turned[row], how="draw", seat=0, shown=shown[row], rules=rules
    )
    most = np.zeros(len(hands), np.int32)
    np.maximum.at(most, row, found["points"])
    return most
