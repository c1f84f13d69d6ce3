"""Experiment ``openings``: what a seat is dealt, and what becomes of it at the table."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl

from mjsim.blocks import Block
from mjsim.experiments.cells import RESULTS, CellsTask, alike_cells
from mjsim.experiments.openings_association import results_of
from mjsim.experiments.openings_features import FEATURES, features_of, naonao_of
from mjsim.experiments.result import Result
from mjsim.experiments.runner import check_size, fill, how_run
from mjsim.experiments.seats import SEATS
from mjsim.experiments.sequences import as_looked_at
from mjsim.options import GameRules
from mjsim.store import Column, RunConfig, RunFolder, Table, hands_table, sha256_of
from mjsim.streams import BLOCK_SIZE, RNG, Stream, check_game

__all__ = ["TABLES", "PlayedOpenings", "run_openings"]

_DOCS: Final = {
    "shanten": "missing tiles less one, as dealt; -1: complete",
    "n_wilds": "混 or 得 dealt",
    "n_pairs": "natural kinds dealt twice or more, wild kinds left out",
    "n_shown": "tiles shown and replaced at the deal",
    "n_flowers": "flowers among them",
    "n_bai": "白 among them",
}
_BLOCKS_PER_PART = 32


def _table(game: str) -> Table:
    return hands_table(
        f"openings_{game}",
        Column("cell", pl.Int16, "number of the cell, as the manifest lists them", low=0),
        Column("seat", pl.UInt8, "seat, 0 to 3", high=SEATS - 1),
        Column("is_dealer", pl.Boolean, "whether the seat deals, and so holds one tile more"),
        *(
            Column(name, pl.Int64 if name.startswith("n_") else pl.Int8, _DOCS[name])
            for name in FEATURES[game]
        ),
        Column("is_winner", pl.Boolean, "this seat won"),
        Column("payoff", pl.Float64, "what the seat gains"),
        key=("hand_id", "cell", "seat"),
    )


TABLES: Final = {game: _table(game) for game in FEATURES}
"""A row for each hand, cell and seat, by game."""


@dataclass(frozen=True)
class PlayedOpenings:
    """Plays every cell on the walls of a block, and joins what the seats were dealt.

    Attributes
    ----------
    played : CellsTask
        All cells of one game and of the same rules, their four seats kept.

    Examples
    --------
    >>> cells = tuple(alike_cells("tianjin", ["speed", "value"], None))
    >>> task = PlayedOpenings(CellsTask(cells, 1, ("hand_id", "seat", "is_winner", "payoff")))
    >>> task(Block(0, 0, 1)).select("cell", "seat", "shanten", "is_winner").rows()[:5]
    [(0, 0, 2, True), (0, 1, 5, False), (0, 2, 5, False), (0, 3, 6, False), (1, 0, 2, True)]
    """

    played: CellsTask

    @property
    def nogil(self) -> bool:
        """Whether blocks may run in threads."""
        return self.played.nogil

    def __call__(self, block: Block) -> pl.DataFrame:
        """Return the block's rows, by hand, cell and seat."""
        cells = self.played.cells
        table = cells[0].table
        dealt = features_of(table.game, self.played.seed, block, naonao_of(table.rules))
        schema = TABLES[table.game].schema
        hands = self.played(block).with_columns(
            pl.Series(name, np.repeat(values, len(cells), axis=0).ravel()).cast(schema[name])
            for name, values in dealt.items()
        )
        return hands.select(schema.names())


def run_openings(
    out: Path | str,
    n: int,
    *,
    seed: int,
    game: str = "tianjin",
    strategies: Sequence[object] = ("speed", "value"),
    rules: GameRules | None = None,
    workers: int = 1,
    engine: str | Executor = "auto",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Relate wins and payoffs to what a seat is dealt: shanten, wilds, pairs; associations.

    Four of each strategy play. Nothing is chosen before the deal, so that all cells are dealt
    the same; but who is dealt wilds is also nearer to a win, and neither is held fixed unless a
    term says so: these are associations, not what a wild by itself brings about.

    Parameters
    ----------
    out : Path
        Run folder; what is there goes on.
    n : int
        Hands for each strategy, on the same walls, whose openings are those of `mjsim.deal`.
    seed : int
    game : {"tianjin", "wenling"}
        温岭麻将 has also what was shown: ``n_shown`` (10: or more), and of that ``n_flowers`` and
        ``n_bai``.
    strategies : sequence
        As for `mjsim.strategies.read_strategy`.
    rules : Rules, optional
    workers, engine, progress
        As for `mjsim.experiments.runner.fill`.

    Returns
    -------
    Result
        By role: the dealer, the others, all. Hands are the trials of everything; their seats
        share a wall.

        Of the deal, in cell ``dealt``, being the same for all: shares ``shanten=k``,
        ``n_wilds=k`` (混 or 得), ``n_pairs=k`` (natural kinds held twice or more, wild kinds left
        out), their means, and ``ready=dealt``: complete or one tile from it by shape, the dealer
        with a tile to discard. Each stands beside its exact value, with the verdict,
        ``agreement``.

        By strategy: win rates ``win|shanten=k`` and mean payoffs ``payoff|shanten:k``, by each
        feature, by shanten and wilds together, and whatever was dealt (``dealt=any``); means only
        where 100 hands have such a seat. Slopes ``win_slope|shanten=-1`` and
        ``payoff_slope|n_wilds:+1`` of the line of least squares: the difference that goes with
        one shanten less, or one wild more; with a second feature ``=0``, that one held fixed.
        Of all seats, dealer and others are compared each with their own.

    Raises
    ------
    InputError
        If an argument can't be, or the folder holds another run.
    BlockError
        If a block fails.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_openings(folder, 1000, seed=1, strategies=["speed"])
    >>> result.agrees
    True
    >>> rows = result.results.filter(pl.col("family") == "win_by_wilds", pl.col("role") == "all")
    >>> rows.select("term", pl.col("estimate").round(2)).rows()[:4]
    [('win|n_wilds=0', 0.16), ('win|n_wilds=1', 0.26), ('win|n_wilds=2', 0.48),
     ('win|n_wilds=3', 0.71)]
    """
    check_game(game)
    check_size(n, "n")
    cells = alike_cells(game, strategies, rules)
    task = PlayedOpenings(CellsTask(tuple(cells), seed, ("hand_id", "seat", "is_winner", "payoff")))
    settings = [cell.settings() for cell in cells]
    config = RunConfig(
        experiment="openings",
        game=game,
        design={"cells": settings},
        rules_sha256=sha256_of({"rules": [cell["rules"] for cell in settings]}),
        seed=seed,
        stream=Stream.WALLS.name.lower(),
        rng=RNG,
        block_size=BLOCK_SIZE[Stream.WALLS],
    )
    with RunFolder.start(
        out,
        config,
        TABLES[game],
        n_hands=n,
        blocks_per_part=_BLOCKS_PER_PART,
        how=how_run(task, workers, engine),
    ) as run:
        fill(run, task, workers=workers, engine=engine, progress=progress)
        run.flush()
        with as_looked_at(run.manifest):
            run.write_results(results_of(run, cells), RESULTS)
        return Result("openings", run.path, run.results())
