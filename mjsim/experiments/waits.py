"""Experiment ``waits``: what is waited for when first ready, when first able, before the win."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

from mjsim.experiments.cells import alike_cells, run_cells
from mjsim.experiments.result import Result
from mjsim.experiments.waits_results import COLUMNS, results_of
from mjsim.options import GameRules
from mjsim.streams import check_game

__all__ = ["run_waits"]


def run_waits(
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
    """Count kinds and live tiles of waits; four of each strategy play.

    Ready is by shape: one tile from complete, whatever it is worth. Able is ready with a live
    tile that may win on an ordinary draw. Live tiles are those that the seat does not see.

    Parameters
    ----------
    out : Path
        Run folder; what is there goes on.
    n : int
        Hands for each strategy, on the same walls.
    seed : int
    game : {"tianjin", "wenling"}
    strategies : sequence
        As for `mjsim.strategies.read_strategy`.
    rules : Rules, optional
    workers, engine, progress
        As for `mjsim.experiments.runner.fill`.

    Returns
    -------
    Result
        By strategy, at each moment (``ready``, ``able``, ``win``): mean kinds, live tiles, and
        those that may win; the distribution of kinds. Live tiles and kinds before the win by
        番種 and by the wilds that the winner held at the end, at first ready by the wilds that
        were dealt, and by the turn (associations). When a seat is ready and able first, by role,
        and how often it ever is; beside the exact chance to be ready as dealt in 天津麻將. The
        chance to win, given ready or able, by kinds and by turn. Hands are the trials; whatever
        is given something is a ratio of two random counts.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> import polars as pl, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_waits(folder, 1000, seed=1, strategies=["speed"])
    >>> rows = result.results.filter(pl.col("family") == "mean", pl.col("term") == "ready_kinds")
    >>> rows.select("label", pl.col("estimate").round(1), "n_trials").rows()
    [('初聽 平均種數', 5.7, 1000)]
    """
    check_game(game)
    return run_cells(
        "waits",
        out,
        n,
        alike_cells(game, strategies, rules),
        COLUMNS,
        seed=seed,
        results=results_of,
        workers=workers,
        engine=engine,
        progress=progress,
    )
