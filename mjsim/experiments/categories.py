"""Experiment ``categories``: how often each 番種 comes, per hand and per win, and what wins are."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

from mjsim.experiments.categories_results import COLUMNS, results_of
from mjsim.experiments.cells import alike_cells, run_cells
from mjsim.experiments.result import Result
from mjsim.options import GameRules
from mjsim.streams import check_game

__all__ = ["run_categories"]


def run_categories(
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
    """Count 番種, fan or points, drawn hands and turns of the win; four of each strategy play.

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
        By strategy: the share of hands that are drawn; of hands, and of wins, that each 番種
        comes in (of the arrangement reported; in 天津麻将 also of those that are possible in
        some arrangement of equal fan); the distribution and mean of fan or points; the mean turn
        of the win; the share of wins that the dealer has, and each seat, and winners by the wilds
        that they held at the end (association). 天胡 of players who take every win stands beside
        its exact chance.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> import polars as pl, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_categories(folder, 2000, seed=1, strategies=["speed"])
    >>> row = result.results.row(by_predicate=pl.col("term") == "per_win=zhuo5", named=True)
    >>> row["label"], round(row["estimate"], 3), round(row["std_error"], 3)
    ('捉5', 0.13, 0.008)
    """
    check_game(game)
    return run_cells(
        "categories",
        out,
        n,
        alike_cells(game, strategies, rules),
        COLUMNS[game],
        seed=seed,
        results=results_of,
        workers=workers,
        engine=engine,
        progress=progress,
    )
