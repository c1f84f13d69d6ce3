"""Experiments at the table: settings that are played on the same walls, block by block."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from mjsim.blocks import Block
from mjsim.errors import InputError
from mjsim.experiments.result import Result
from mjsim.experiments.runner import check_size, fill, how_run
from mjsim.experiments.sequences import as_looked_at
from mjsim.experiments.tidy import labelled_table
from mjsim.options import GameRules
from mjsim.playing.columns import COLUMNS
from mjsim.playing.table import Table as Seated
from mjsim.playing.table import TableTask, read_table
from mjsim.store import Column, RunConfig, RunFolder, RunReader, Table, hands_table, sha256_of
from mjsim.strategies import read_strategy
from mjsim.streams import BLOCK_SIZE, RNG, Stream

__all__ = ["RESULTS", "Cell", "CellsTask", "alike_cells", "cells_table", "run_cells"]

RESULTS = labelled_table(
    Column("cell", pl.String, "what was played: strategies, rules or stakes"),
    Column("role", pl.String, "whose: dealer, other, a strategy, a seat; empty: the hand's"),
)
"""Results of experiments at the table."""

_BLOCKS_PER_PART = 32


@dataclass(frozen=True)
class Cell:
    """A setting that is played.

    Attributes
    ----------
    name : str
    table : mjsim.playing.table.Table
        Who plays what, and for how much.
    seats : tuple of int
        Whose rows are kept.
    settled : bool
        It is not played: its rules settle the hands of the last cell before it that is, and
        all else is as there.
    """

    name: str
    table: Seated
    seats: tuple[int, ...] = (0, 1, 2, 3)
    settled: bool = False

    def settings(self) -> dict[str, Any]:
        """Return what makes the setting, as plain JSON values."""
        return {
            "name": self.name,
            "strategies": [strategy.label for strategy in self.table.strategies],
            "rules": self.table.rules.to_dict(),
            "sit": self.table.sit,
            "pulls": list(self.table.pulls),
            "settled": self.settled,
        }


def alike_cells(
    game: str,
    strategies: Sequence[object],
    rules: GameRules | None,
    sit: int = 0,
    pulls: Sequence[int] = (0, 0, 0, 0),
) -> list[Cell]:
    """Return a cell for each strategy, which sits on all four seats."""
    players = [read_strategy(each, game) for each in strategies]
    labels = [player.label for player in players]
    if len(set(labels)) < max(len(labels), 1):
        raise InputError(f"strategies: one or more that differ, not {', '.join(labels) or 'none'}")
    return [
        Cell(player.label, read_table(game, [player] * 4, rules, sit, pulls)) for player in players
    ]


def cells_table(experiment: str, game: str, columns: Sequence[str]) -> Table:
    """Declare the hands of an experiment: a row for each hand, cell and seat.

    Counters are Int64, as in every table of a run.
    """
    own = [
        Column(
            name,
            pl.Int64 if name.startswith("n_") else COLUMNS[game][name].dtype,
            COLUMNS[game][name].meaning,
            nullable=COLUMNS[game][name].null is not None,
        )
        for name in columns
        if name not in ("hand_id", "seat")
    ]
    return hands_table(
        experiment,
        Column("cell", pl.Int16, "number of the cell, as the manifest lists them", low=0),
        Column("seat", pl.UInt8, "seat, 0 to 3", high=3),
        *own,
        key=("hand_id", "cell", "seat"),
    )


@dataclass(frozen=True)
class CellsTask:
    """Plays every cell on the walls of a block.

    Attributes
    ----------
    cells : tuple of Cell
    seed : int
    columns : tuple of str
    """

    cells: tuple[Cell, ...]
    seed: int
    columns: tuple[str, ...]

    @property
    def nogil(self) -> bool:
        """Whether blocks may run in threads."""
        return all(cell.table.compiled for cell in self.cells)

    def __call__(self, block: Block) -> pl.DataFrame:
        """Return the block's rows, by hand, cell and seat."""
        frames = [
            TableTask(
                replace(group[0].table, variants=tuple(cell.table.rules for cell in group[1:])),
                self.seed,
                self.columns,
                tuple(cell.name for cell in group),
            )(block)
            .filter(pl.col("seat").is_in(group[0].seats))
            .with_columns(
                pl.col("variant").to_physical().cast(pl.Int16) + pl.lit(first, pl.Int16)
                if len(group) > 1
                else pl.lit(first, pl.Int16).alias("variant"),
                pl.col("^n_.*$").cast(pl.Int64),
            )
            .rename({"variant": "cell"})
            for first, group in self._groups()
        ]
        order = ["hand_id", "cell", "seat"]
        rest = [name for name in self.columns if name not in order]
        joined = pl.concat(frames) if len(frames) > 1 else frames[0]
        if len(frames) > 1:
            joined = joined.sort(order)
        return joined.select(*order, *rest)

    def _groups(self) -> list[tuple[int, tuple[Cell, ...]]]:
        """Return each cell that is played, its number, and with it those that settle its hands."""
        played = [i for i, cell in enumerate(self.cells) if not cell.settled]
        ends = [*played[1:], len(self.cells)]
        return [(i, self.cells[i:end]) for i, end in zip(played, ends, strict=True)]


def run_cells(
    experiment: str,
    out: Path | str,
    n: int,
    cells: Sequence[Cell],
    columns: Sequence[str],
    *,
    seed: int,
    results: Callable[[RunReader, Sequence[Cell]], pl.DataFrame],
    table: Table = RESULTS,
    workers: int = 1,
    engine: str | Executor = "auto",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Play cells into a run folder, and write their results.

    Parameters
    ----------
    experiment : str
        Its name.
    out : Path
        Run folder; what is there goes on.
    n : int
        Hands of each cell.
    cells : sequence of Cell
        All of one game; they see the same walls.
    columns : sequence of str
        Names of ``mjsim.playing.COLUMNS[game]`` that are kept.
    seed : int
    results : callable
        Makes rows of `table` out of the finished run.
    table : Table
        Of the results.
    workers, engine, progress
        As for `mjsim.experiments.runner.fill`.

    Returns
    -------
    Result
    """
    check_size(n, "n")
    game = cells[0].table.game
    order = ("hand_id", "seat")
    wanted = (*order, *(name for name in columns if name not in order))
    task = CellsTask(tuple(cells), seed, wanted)
    settings = [cell.settings() for cell in cells]
    config = RunConfig(
        experiment=experiment,
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
        cells_table(experiment, game, wanted),
        n_hands=n,
        blocks_per_part=_BLOCKS_PER_PART,
        how=how_run(task, workers, engine),
    ) as run:
        fill(run, task, workers=workers, engine=engine, progress=progress)
        run.flush()
        with as_looked_at(run.manifest):
            run.write_results(results(run, cells), table)
        return Result(experiment, run.path, run.results())
