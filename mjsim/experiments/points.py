"""Experiment ``points``: what hands of 温岭麻将 are worth, and what goes with it."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

from mjsim.experiments.cells import alike_cells, run_cells
from mjsim.experiments.points_results import COLUMNS, results_of
from mjsim.experiments.result import Result
from mjsim.options import GameRules
from mjsim.streams import check_game

__all__ = ["run_points"]


def run_points(
    out: Path | str,
    n: int,
    *,
    seed: int,
    game: str = "wenling",
    strategies: Sequence[object] = ("speed", "value"),
    rules: GameRules | None = None,
    workers: int = 1,
    engine: str | Executor = "auto",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Count points of winners and losers, 腊子, 包三家, 黄牌, 闹闹, 得 and shown tiles.

    Parameters
    ----------
    out : Path
        Run folder; what is there goes on.
    n : int
        Hands for each strategy, on the same walls; four of each strategy play.
    seed : int
    game : {"wenling"}
    strategies : sequence
        As for `mjsim.strategies.read_strategy`.
    rules : Rules, optional
    workers, engine, progress
        As for `mjsim.experiments.runner.fill`.

    Returns
    -------
    Result
        By strategy: the distribution of a winner's points and their mean, with 胡 and 番, the
        uncapped total and how often it is beyond 500; each 腊子 per hand and per win; points of
        those who did not win, in hands that somebody won; the share of hands that each kind of
        包三家 comes in, what the liable seat pays, and what it pays more than without; 黄牌;
        闹闹 less normal hands; payoff and 胡率 by 得 dealt and held, and by shown tiles. 闹闹,
        and the 得 of an opening, stand beside their exact chances. Hands are the trials. What
        was observed and not assigned (闹闹, 得, shown tiles) is an association.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> import polars as pl, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_points(folder, 1000, seed=1, strategies=["speed"])
    >>> row = result.results.row(by_predicate=pl.col("term") == "naonao", named=True)
    >>> row["label"], row["exact_fraction"], result.agrees
    ('闹闹', '5/36', True)
    """
    check_game(game, ("wenling",))
    return run_cells(
        "points",
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
