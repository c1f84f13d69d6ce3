"""Experiment ``stakes``: what 坐莊 and 拉莊 do, for every setting, on the same walls."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from mjsim.blocks import Block
from mjsim.errors import InputError
from mjsim.experiments.cells import Cell, CellsTask, alike_cells, run_cells
from mjsim.experiments.luck import DRAWS, worth
from mjsim.experiments.result import Result
from mjsim.experiments.runner import check_size
from mjsim.experiments.stakes_payoffs import payoffs_of
from mjsim.experiments.stakes_results import BETWEEN, Asked, results_of
from mjsim.experiments.stakes_ruin import read_bankrolls
from mjsim.experiments.stakes_settings import Setting, read_settings, seatings
from mjsim.options import GameRules
from mjsim.playing.table import TableTask, read_table
from mjsim.streams import check_game

__all__ = ["run_stakes"]

_FLOWS = ("dealer", "flow_0", "flow_1", "flow_2", "flow_3")
_COLUMNS = (*_FLOWS, *DRAWS)
_SAMPLE = 250  # hands of the check
_CHECKED = ((1, (2, 0, 1, 2)), (0, (1, 2, 2, 0)))  # by seat; alike neither for seats nor places


def run_stakes(
    out: Path | str,
    n: int,
    *,
    seed: int,
    game: str = "tianjin",
    strategies: Sequence[object] = ("speed", "value"),
    rules: GameRules | None = None,
    settings: Sequence[str] | None = None,
    bankrolls: Sequence[float] = (50, 200),
    n_hands: int = 100,
    workers: int = 1,
    engine: str | Executor = "auto",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Compare all 54 settings of 坐莊 and 拉莊 in 天津麻将, on the same walls (T2).

    Payments are linear in the stakes. If a strategy does not read them, its hands are played
    once, and the flows between each pair of seats at unit stake say what every setting pays
    (settled); in each run some hands are played again under two settings and must pay the same.
    If a strategy reads stakes, every setting is played (replayed).

    Parameters
    ----------
    out : Path
        Run folder; what is there goes on.
    n : int
        Hands for each strategy, and each setting that is played; four of each strategy play.
    seed : int
    game : {"tianjin"}
        温岭麻将 has no stakes.
    strategies : sequence
        As for `mjsim.strategies.read_strategy`.
    rules : Rules, optional
    settings : sequence of str, optional
        Those to list, such as ``"sit1:pulls0,1,2"``, pulls by place after the dealer; all 54 if
        left out. Strategies that read stakes play no others, and what needs others is left out:
        single choices, plans, and the stake game, which needs all.
    bankrolls : sequence of float
        Points that a seat can lose before it is ruined.
    n_hands : int
        Hands within which it is asked for ruin. The model: consecutive hands of the run, dealt
        by each seat in turn whoever wins (``sessions`` has the succession of dealers); disjoint
        stretches of them are the trials.
    workers, engine, progress
        As for `mjsim.experiments.runner.fill`.

    Returns
    -------
    Result
        By strategy and role (the dealer, and the others by their place after it), by family:
        ``method``: settled or replayed, and the share of hands on which both ways agree.
        ``mean``, ``sd``, ``loses``: payoff, its deviation, and the chance to lose a hand, for
        each setting. ``flow``: what a stake multiplies, at unit stake; ``edge``: how much better
        the role would have to be for its stake to break even. ``choice``, ``choice_others``,
        ``choice_sd``, ``choice_loses``: differences that one choice makes
        (`mjsim.experiments.stakes_choices.add_choices`). ``ruin``: by bankroll and plan of the
        table (`mjsim.experiments.stakes_ruin.PLANS`). ``best_reply``, ``equilibrium``,
        ``profile``: the stake game, in which the dealer sits or not and the others, who see it,
        pull at once (`mjsim.experiments.stakes_game.add_games`): by backward induction, with
        what is not known at an error of 5 % over all comparisons of the run marked 未定. Intervals
        of best replies and advantages hold for all choices that are compared in them together.
        Notes say what taking luck out of edges is worth for its computing time.

    Raises
    ------
    InputError
        If an argument can't be; if stakes change what a strategy plays, although it declares
        not to read them.

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
    check_size(n, "n")
    listed = read_settings(settings)
    held, stretch = read_bankrolls(bankrolls), check_size(n_hands, "n_hands")
    cells: list[Cell] = []
    checked: dict[str, tuple[int, int]] = {}
    for cell in alike_cells(game, strategies, rules):
        if cell.table.strategies[0].reads_stakes:
            cells += _replayed(cell, listed)
        else:
            cells.append(cell)
            checked[cell.name] = _check_linear(cell, seed, min(n, _SAMPLE))
    result = run_cells(
        "stakes",
        out,
        n,
        cells,
        _COLUMNS,
        seed=seed,
        results=partial(results_of, asked=Asked(listed, held, stretch, checked)),
        workers=workers,
        engine=engine,
        progress=progress,
    )
    settled = [cell for cell in cells if cell.name in checked]
    return replace(result, notes=_notes(result, settled, seed))


def _notes(result: Result, cells: Sequence[Cell], seed: int) -> tuple[str, ...]:
    """Say what taking luck out of the edges is worth, of the cells that no stake changes."""
    gained = result.results.filter(pl.col("term") == "edge_luck_reduction")
    columns = ("hand_id", "seat", *_FLOWS)
    return worth(
        [
            (f"{cell}, {role}", gain)
            for cell, role, gain in gained.select("cell", "role", "estimate").iter_rows()
        ],
        CellsTask(tuple(cells), seed, columns),
        CellsTask(tuple(cells), seed, (*columns, *DRAWS)),
    )


def _replayed(cell: Cell, settings: Sequence[Setting]) -> Iterator[Cell]:
    """Yield the tables at which a strategy meets the settings."""
    table = cell.table
    for sit, pulls in seatings(settings):
        name = f"{cell.name}{BETWEEN}sit{sit}:seats{','.join(map(str, pulls))}"
        yield Cell(name, read_table(table.game, table.strategies, table.rules, sit, pulls))


def _check_linear(cell: Cell, seed: int, n: int) -> tuple[int, int]:
    """Play some hands under settings, and see that the flows say the same.

    Returns how many hands were played so and paid the same, and how many were played.
    """
    table = cell.table
    block = Block(0, 0, n)
    plain = TableTask(table, seed, ("hand_id", "seat", *_FLOWS))(block)
    flows = plain.select("flow_0", "flow_1", "flow_2", "flow_3").to_numpy().reshape(-1, 4, 4)
    dealers = plain["dealer"].to_numpy()[::4].astype(np.int64)
    same = np.ones(n, np.bool_)
    for sit, pulls in _CHECKED:
        staked = read_table(table.game, table.strategies, table.rules, sit, pulls)
        task = TableTask(staked, seed, ("hand_id", "seat", "payoff"))
        played = task(block)["payoff"].to_numpy().reshape(-1, 4)
        by_seat = np.tile(np.array(pulls), (n, 1))
        same &= (payoffs_of(flows, dealers, sit, by_seat) == played).all(axis=1)
    if not same.all():
        raise InputError(
            f"stakes: {cell.name}: plays hand {int(np.argmin(same))} otherwise for other stakes, "
            "although the strategy declares not to read them"
        )
    return int(same.sum()), n
