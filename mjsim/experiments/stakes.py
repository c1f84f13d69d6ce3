"""Experiment ``stakes``: what 坐莊 and 拉莊 do, for every setting, from the same hands."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

import numpy as np

from mjsim.blocks import Block
from mjsim.errors import InputError
from mjsim.experiments.cells import Cell, alike_cells, run_cells
from mjsim.experiments.result import Result
from mjsim.experiments.stakes_results import payoffs_of, results_of
from mjsim.options import GameRules
from mjsim.playing.table import TableTask, read_table
from mjsim.streams import check_game

__all__ = ["run_stakes"]

_COLUMNS = ["dealer", "flow_0", "flow_1", "flow_2", "flow_3"]
_SAMPLE = 250  # hands of the check
_CHECKED = (1, (2, 0, 1, 2))  # a setting that is neither the first nor alike for all seats


def run_stakes(
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
    """Settle the same hands of 天津麻将 under all 54 settings of 坐莊 and 拉莊 (T2).

    Payments are linear in the stakes, and the strategies do not read them: the flows between
    each pair of seats at unit stake say what every setting pays. That is checked in each run by
    playing some hands again under one setting.

    Parameters
    ----------
    out : Path
        Run folder; what is there goes on.
    n : int
        Hands for each strategy, on the same walls; four of each strategy play.
    seed : int
    game : {"tianjin"}
        温岭麻将 has no stakes.
    strategies : sequence
        As for `mjsim.strategies.read_strategy`; none that reads stakes.
    rules : Rules, optional
    workers, engine, progress
        As for `mjsim.experiments.runner.fill`.

    Returns
    -------
    Result
        By strategy, setting and role (the dealer, and the others by their place after it):
        expected payoff, standard deviation and chance to lose a hand. By role: the flow that a
        stake multiplies at unit stake, and the edge, that is how much better it would have to
        be for the stake to break even. A setting is ``sit1:pulls0,1,2``, pulls by place.
        The equilibrium: as no stake changes the play, 拉 two pays exactly if the flow from the
        dealer is above 0 and else none does, whatever the others choose; 坐 pays if what the
        dealer then wins from them, multiplied, is above 0.

    Raises
    ------
    InputError
        If an argument can't be, or a strategy reads stakes.

    Examples
    --------
    >>> import polars as pl, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_stakes(folder, 1000, seed=1, strategies=["speed"])
    >>> rows = result.results.filter(pl.col("term") == "mean sit1:pulls2,2,2")
    >>> round(sum(rows["estimate"]), 9), rows.height
    (0.0, 4)
    """
    check_game(game, ("tianjin",))
    cells = alike_cells(game, strategies, rules)
    for cell in cells:
        for strategy in cell.table.strategies:
            if strategy.reads_stakes:
                raise InputError(f"stakes: strategy {strategy.label} reads stakes")
        _check_linear(cell, seed)
    return run_cells(
        "stakes",
        out,
        n,
        cells,
        _COLUMNS,
        seed=seed,
        results=results_of,
        workers=workers,
        engine=engine,
        progress=progress,
    )


def _check_linear(cell: Cell, seed: int) -> None:
    """Play some hands under a setting, and see that the flows say the same."""
    sit, pulls = _CHECKED
    table = cell.table
    staked = read_table("tianjin", table.strategies, table.rules, sit, pulls)
    block = Block(0, 0, _SAMPLE)
    columns = ("hand_id", "seat", "payoff", *_COLUMNS)
    plain = TableTask(table, seed, columns)(block)
    played = TableTask(staked, seed, columns)(block)["payoff"].to_numpy().reshape(-1, 4)
    flows = plain.select("flow_0", "flow_1", "flow_2", "flow_3").to_numpy().reshape(-1, 4, 4)
    dealers = plain["dealer"].to_numpy()[::4].astype(np.int64)
    by_seat = np.tile(np.array(pulls), (len(dealers), 1))
    if not np.array_equal(payoffs_of(flows, dealers, sit, by_seat), played):
        raise AssertionError(f"stakes: {cell.name} plays otherwise for other stakes")
