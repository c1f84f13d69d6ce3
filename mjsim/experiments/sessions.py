"""Experiment ``sessions``: scores over consecutive hands, dealer streaks, ruin, who is ahead."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import polars as pl

from mjsim.blocks import Block
from mjsim.errors import InputError
from mjsim.experiments.cells import Cell, alike_cells
from mjsim.experiments.result import Result
from mjsim.experiments.runner import check_size, fill, how_run
from mjsim.experiments.sequences import as_looked_at
from mjsim.experiments.sessions_results import AMONG, RESULTS, results_of
from mjsim.options import GameRules
from mjsim.playing.sessions import SESSION_COLUMNS, SessionTask, session_task
from mjsim.playing.table import read_table
from mjsim.store import Column, RunConfig, RunFolder, hands_table, sha256_of
from mjsim.streams import RNG, Stream, check_game

__all__ = ["BANKROLL", "SESSIONS", "SessionsTask", "run_sessions"]

SESSIONS = hands_table(
    "sessions",
    Column("block", pl.Int64, "number of the session, which is a block", low=0),
    Column("cell", pl.Int16, "number of the cell, as the manifest lists them", low=0),
    Column("nth", SESSION_COLUMNS["nth"], "number of the hand in the session, from 0"),
    Column("seat", SESSION_COLUMNS["seat"], "seat, 0 to 3", high=3),
    Column("dealer", SESSION_COLUMNS["dealer"], "seat of the dealer", high=3),
    Column("streak", SESSION_COLUMNS["streak"], "hands that the dealer has dealt in a row", low=1),
    Column("payoff", SESSION_COLUMNS["payoff"], "what the seat gains in this hand"),
    Column("score", SESSION_COLUMNS["score"], "what it has gained so far"),
    key=("block", "cell", "nth", "seat"),
)
"""Hands of sessions: a row for each session, cell, hand and seat."""

BANKROLL = {"tianjin": 100.0, "wenling": 500.0}
"""Points that a seat can lose, by game."""

_BLOCKS_PER_PART = 256


@dataclass(frozen=True)
class SessionsTask:
    """Plays every cell's session on the walls of a block.

    Attributes
    ----------
    cells : tuple of SessionTask
    """

    cells: tuple[SessionTask, ...]

    @property
    def nogil(self) -> bool:
        """Whether sessions may run in threads."""
        return all(cell.nogil for cell in self.cells)

    def __call__(self, block: Block) -> pl.DataFrame:
        """Return the rows of a session, by cell, hand and seat."""
        names = [column.name for column in SESSIONS.columns]
        return pl.concat(
            cell(block)
            .rename({"session_id": "block"})
            .with_columns(pl.lit(number, pl.Int16).alias("cell"))
            .select(names)
            for number, cell in enumerate(self.cells)
        )


def run_sessions(
    out: Path | str,
    n: int,
    *,
    seed: int,
    game: str = "tianjin",
    strategies: Sequence[object] = ("speed", "value"),
    rules: GameRules | None = None,
    n_hands: int = 40,
    bankroll: float | None = None,
    sit: int | Sequence[int | None] | None = 0,
    pulls: int | Sequence[int | None] | None = 0,
    workers: int = 1,
    engine: str | Executor = "auto",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Play sessions of consecutive hands: four of each strategy, and each among three of another.

    Parameters
    ----------
    out : Path
        Run folder; what is there goes on.
    n : int
        Sessions of each cell. All are played on the same walls, session s on those of hands
        ``1000 s``, ``1000 s + 1`` …; its first dealer is seat s mod 4.
    seed : int
    game : {"tianjin", "wenling"}
    strategies : sequence
        As for `mjsim.strategies.read_strategy`.
    rules : Rules, optional
    n_hands : int
        Hands of a session, 1 to 1000.
    bankroll : float, optional
        Who falls so far below the start is ruined; `BANKROLL` if left out.
    sit, pulls
        As for `mjsim.play_sessions`.
    workers, engine, progress
        As for `mjsim.experiments.runner.fill`; a hand of theirs is a session.

    Returns
    -------
    Result
        With four of a strategy: quantiles, mean and standard deviation of the final score, by
        seat and of all; the largest drawdown (fall below the best so far, the start included);
        the chance of ruin; lengths of dealer streaks that ended, and the chance that the dealer
        stays after so many hands. With one (seat 0) among three of another: its score, the
        chance to be ahead (above 0) and to lead (above each other) after 10, 20, 40 … hands,
        and, where it is known to gain, the hands after which it is ahead with chance 0.95, by
        the normal approximation. Sessions are the trials.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_sessions(folder, 100, seed=1, n_hands=20)
    >>> rows = result.results.filter(pl.col("term") == "ahead_after=20")
    >>> rows.select("cell", "estimate", "n_trials").rows()
    [('speed among value', 0.16, 100), ('value among speed', 0.86, 100)]
    """
    check_game(game)
    check_size(n, "n")
    held = BANKROLL[game] if bankroll is None else bankroll
    if isinstance(held, bool) or not isinstance(held, int | float) or not held > 0:
        raise InputError(f"bankroll: a number above 0, not {held!r}")
    cells = alike_cells(game, strategies, rules)
    players = [cell.table.strategies[0] for cell in cells]
    for one, other in permutations(players, 2):
        table = read_table(game, [one, other, other, other], rules)
        cells.append(Cell(f"{one.label}{AMONG}{other.label}", table))
    task = SessionsTask(
        tuple(
            session_task(game, cell.table.strategies, n_hands, seed, cell.table.rules, sit, pulls)
            for cell in cells
        )
    )
    settings = [cell.settings() for cell in cells]
    config = RunConfig(
        experiment="sessions",
        game=game,
        design={
            "cells": settings,
            "n_hands": n_hands,
            "sit": task.cells[0].sit,
            "pulls": task.cells[0].pulls,
        },
        rules_sha256=sha256_of({"rules": settings[0]["rules"]}),
        seed=seed,
        stream=Stream.WALLS.name.lower(),
        rng=RNG,
        block_size=1,
    )
    with RunFolder.start(
        out,
        config,
        SESSIONS,
        n_hands=n,
        blocks_per_part=_BLOCKS_PER_PART,
        how=how_run(task, workers, engine),
    ) as run:
        fill(run, task, workers=workers, engine=engine, progress=progress)
        run.flush()
        with as_looked_at(run.manifest):
            run.write_results(results_of(run, cells, n_hands, held), RESULTS)
        return Result("sessions", run.path, run.results())
