"""Experiment ``strategies``: who gains how much from whom, on the same walls in every rotation."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.experiments.cells import RESULTS, Cell, CellsTask, run_cells
from mjsim.experiments.luck import DRAWS, add_less_luck, draws_luck, fit_luck, worth
from mjsim.experiments.result import Result
from mjsim.experiments.sequences import held_together
from mjsim.experiments.tidy import Sheet
from mjsim.options import GameRules
from mjsim.playing.table import read_table
from mjsim.stats import jackknife, mean, paired
from mjsim.store import RunReader
from mjsim.strategies import Strategy, read_strategy
from mjsim.streams import check_game

__all__ = ["duel_cells", "results_of", "run_strategies"]

_PLAIN = ("payoff", "is_winner")
_SEATS = 4
_SHOWN = 0.1  # points a hand
_POWER = 1.959964 + 0.841621  # normal quantiles: 5 % two-sided, power 80 %
_LEAST = 400  # walls, for figures of the design
_LEVEL = 0.95


def duel_cells(
    game: str, players: Sequence[Strategy], rules: GameRules | None, sit: int
) -> list[Cell]:
    """Return one strategy among three of another, for every ordered pair and seat."""
    cells = []
    for one, other in permutations(players, 2):
        for seat in range(_SEATS):
            table = [other] * _SEATS
            table[seat] = one
            name = f"{one.label} / {other.label} @{seat}"
            cells.append(Cell(name, read_table(game, table, rules, sit), (seat,)))
    return cells


def run_strategies(
    out: Path | str,
    n: int,
    *,
    seed: int,
    game: str = "tianjin",
    strategies: Sequence[object] = ("speed", "value"),
    rules: GameRules | None = None,
    sit: int = 0,
    workers: int = 1,
    engine: str | Executor = "auto",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Compare strategies: each among three of each other, all rotations, on the same walls.

    Parameters
    ----------
    out : Path
        Run folder; what is there goes on.
    n : int
        Walls; each is played four times for every ordered pair.
    seed : int
    game : {"tianjin", "wenling"}
    strategies : sequence of two or more
        As for `mjsim.strategies.read_strategy`.
    rules : Rules, optional
    sit : int
    workers, engine, progress
        As for `mjsim.experiments.runner.fill`.

    Returns
    -------
    Result
        For each ordered pair the gain a hand of the one among three of the other, its error by
        wall, and the walls from which a gain of 0.1 is seen (5 % two-sided, power 80 %); the
        share of its hands that it wins; what the walls save: the variance of four independent
        hands over that of four rotations of one wall. From 2000 walls on also the gain less the
        luck of draws (`mjsim.experiments.luck`), and how much that lowers its variance; the luck
        of the deal cancels in the rotations. Of three strategies or more also ``contrast``: the
        gain of one among three of another, less that of a third in its place, on the same walls;
        these intervals hold together (Bonferroni).

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_strategies(folder, 1000, seed=1)
    >>> gains = result.results.filter(pl.col("family") == "gain")
    >>> gains.select("cell", pl.col("conf_low") > 0).rows()
    [('speed among value', False), ('value among speed', True)]
    """
    check_game(game)
    players = [read_strategy(each, game) for each in strategies]
    labels = [player.label for player in players]
    if len(set(labels)) < max(len(labels), 2):
        raise InputError(f"strategies: two or more that differ, not {', '.join(labels)}")
    cells = duel_cells(game, players, rules, sit)
    result = run_cells(
        "strategies",
        out,
        n,
        cells,
        [*_PLAIN, *DRAWS],
        seed=seed,
        results=results_of,
        workers=workers,
        engine=engine,
        progress=progress,
    )
    return replace(result, notes=_notes(result, cells, seed))


def _notes(result: Result, cells: Sequence[Cell], seed: int) -> tuple[str, ...]:
    """Say what taking luck out is worth for its computing time, from a sample that is timed."""
    gained = result.results.filter(pl.col("term") == "gain_luck_reduction")
    columns = ("hand_id", "seat", *_PLAIN)
    return worth(
        gained.select("cell", "estimate").iter_rows(),
        CellsTask(tuple(cells), seed, columns),
        CellsTask(tuple(cells), seed, (*columns, *DRAWS)),
    )


def _by_rotation(rows: pl.DataFrame, n_cells: int, column: str) -> NDArray[np.float64]:
    """Return values of the one strategy: by wall, pair and rotation."""
    values = rows[column].cast(pl.Float64).to_numpy()
    return values.reshape(-1, n_cells // _SEATS, _SEATS)


def _luck(rows: pl.DataFrame, n_cells: int) -> NDArray[np.float64]:
    """Return the mean luck of the one strategy's rotations: by wall, pair and what it did."""
    luck = draws_luck(rows).reshape(-1, n_cells // _SEATS, _SEATS, len(DRAWS))
    means: NDArray[np.float64] = luck.mean(axis=2)
    return means


def results_of(run: RunReader, cells: Sequence[Cell]) -> pl.DataFrame:
    """Estimate what `run_strategies` promises; walls are the trials."""
    config = run.manifest.config
    sheet = Sheet(config, {"role": "", "cell": ""})
    rows = run.scan().select("payoff", "is_winner", *DRAWS).collect()
    payoffs = _by_rotation(rows, len(cells), "payoff")
    wins = _by_rotation(rows, len(cells), "is_winner")
    luck = _luck(rows, len(cells))
    gains = payoffs.mean(axis=2)
    for pair, cell in enumerate(cells[::_SEATS]):
        one, other = cell.name.rsplit(" @", 1)[0].split(" / ")
        name = f"{one} among {other}"
        gain = mean(gains[:, pair], seed=config.seed)
        sheet.add("gain", "gain", "每盤得分", gain, cell=name)
        fitted = fit_luck(gains[:, pair], luck[:, pair], config.seed)
        add_less_luck(sheet, "gain", "每盤得分", fitted, seed=config.seed, cell=name)
        # Rotations share a wall: the error is that of the walls.
        share = mean(wins[:, pair].mean(axis=1), bounds=(0.0, 1.0), seed=config.seed)
        sheet.add("wins", "win_share", "胡牌率", share.within(0.0, 1.0), cell=name)
        if len(gains) >= _LEAST:
            saved = jackknife(_saved, payoffs[:, pair], seed=config.seed)
            sheet.add("design", "variance_reduction", "同牌輪換之效", saved, cell=name)
            needed = jackknife(_needed, payoffs[:, pair], seed=config.seed)
            sheet.add(
                "design", f"walls_for_{_SHOWN}", f"見得 {_SHOWN} 分所需牌牆", needed, cell=name
            )
    names = [cell.name.rsplit(" @", 1)[0] for cell in cells[::_SEATS]]
    _add_contrasts(sheet, dict(zip(names, gains.T, strict=True)), config.seed)
    return sheet.frame(RESULTS)


def _add_contrasts(sheet: Sheet, gains: Mapping[str, NDArray[np.float64]], seed: int) -> None:
    """Add what one gains less what another does among the same three, wall by wall."""
    among: dict[str, list[str]] = {}
    for name in gains:
        one, other = name.split(" / ")
        among.setdefault(other, []).append(one)
    pairs = [
        (first, second, other)
        for other, ones in among.items()
        for first, second in combinations(ones, 2)
    ]
    for first, second, other in pairs:
        own, less = gains[f"{first} / {other}"], gains[f"{second} / {other}"]
        found = paired(own, less, level=1.0 - (1.0 - _LEVEL) / len(pairs), seed=seed).difference
        sheet.add(
            "contrast",
            f"gain_less:{second}".replace("=", ":"),  # with a sign of equality it were a share
            f"每盤得分，減去 {second} 在其位者",
            held_together(found, len(pairs), _LEVEL),
            cell=f"{first} among {other}",
        )


def _saved(payoffs: NDArray[np.float64]) -> float:
    """Return the variance of four independent hands over that of four rotations of one wall."""
    apart = payoffs.var(axis=0, ddof=1).mean() / _SEATS
    return float(apart / payoffs.mean(axis=1).var(ddof=1))


def _needed(payoffs: NDArray[np.float64]) -> float:
    """Return the walls from which a gain of `_SHOWN` is seen as often as `_POWER` says."""
    variance = payoffs.mean(axis=1).var(ddof=1)
    return float((_POWER / _SHOWN) ** 2 * variance)
