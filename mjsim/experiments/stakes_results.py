"""From the hands of ``stakes`` to its tidy results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import polars as pl

from mjsim.experiments.cells import RESULTS, Cell
from mjsim.experiments.stakes_choices import add_choices, add_flows
from mjsim.experiments.stakes_game import Game, add_games, game_of
from mjsim.experiments.stakes_luck import add_edges_less_luck
from mjsim.experiments.stakes_payoffs import (
    Payoffs,
    Replayed,
    Settled,
    payoffs_of,
    replayed_of,
    settled_of,
)
from mjsim.experiments.stakes_ruin import add_ruin
from mjsim.experiments.stakes_settings import ROLES, ZH, Setting
from mjsim.experiments.table_counts import CellSheet, Floats
from mjsim.experiments.tidy import Sheet
from mjsim.stats import jackknife, mean, proportion
from mjsim.store import RunReader

__all__ = ["BETWEEN", "Asked", "payoffs_of", "results_of"]

BETWEEN = " · "
"""Stands between a strategy that reads stakes and the stakes by seat in the name of a cell."""

_LEAST = 400  # hands, for the error of a standard deviation


@dataclass(frozen=True)
class Asked:
    """What is asked of a run, and what was seen before it.

    Attributes
    ----------
    settings : tuple of Setting
    bankrolls : tuple of float
    n_hands : int
        Of a stretch, for ruin.
    checked : mapping of str to (int, int)
        By strategy that reads no stakes: hands that were replayed and paid as was settled, and
        hands that were replayed.
    less_luck : bool
        Whether edges are given less luck, too: wants hands from the first of the run on, none
        left out.
    """

    settings: tuple[Setting, ...]
    bankrolls: tuple[float, ...]
    n_hands: int
    checked: Mapping[str, tuple[int, int]]
    less_luck: bool = True


def results_of(run: RunReader, cells: Sequence[Cell], *, asked: Asked) -> pl.DataFrame:
    """Estimate what `mjsim.experiments.stakes.run_stakes` promises.

    Parameters
    ----------
    run : RunReader
    cells : sequence of Cell
        One for each strategy that reads no stakes, several in a row for each that does.
    asked : Asked

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`; hands are the trials.
    """
    config = run.manifest.config
    sheet = Sheet(config, {"role": ""})
    games: list[tuple[CellSheet, Game]] = []
    n_hands = 0
    for strategy, group in groupby(enumerate(cells), key=lambda pair: _strategy(pair[1])):
        numbered = dict(group)
        own = CellSheet(sheet, config.seed, cell=strategy)
        payoffs = _read(run, numbered, asked.settings)
        n_hands = len(payoffs.dealers)
        _add_method(own, payoffs, asked.checked.get(strategy, (0, 0)), config.seed)
        add_flows(own, payoffs, config.seed)
        if asked.less_luck and isinstance(payoffs, Settled):
            add_edges_less_luck(own, run, next(iter(numbered)), payoffs, config.seed)
        add_choices(own, payoffs, config.seed)
        add_ruin(own, payoffs, asked.bankrolls, asked.n_hands)
        for setting in asked.settings:
            _add_setting(own, setting, payoffs.of(setting), config.seed)
        game = game_of(payoffs, config.seed)
        if game is not None:
            games.append((own, game))
    add_games(games, n_hands)
    return sheet.frame(RESULTS)


def _strategy(cell: Cell) -> str:
    return cell.table.strategies[0].label


def _read(
    run: RunReader, cells: Mapping[int, Cell], settings: Sequence[Setting]
) -> Settled | Replayed:
    number, cell = next(iter(cells.items()))
    if cell.table.strategies[0].reads_stakes:
        return replayed_of(run, cells, settings)
    return settled_of(run, number)


def _add_method(own: CellSheet, payoffs: Payoffs, checked: tuple[int, int], seed: int) -> None:
    """Say how settings came to be known, and how far the two ways agree."""
    if isinstance(payoffs, Replayed):
        alike = proportion(int(payoffs.alike.sum()), len(payoffs.alike), seed=seed)
        own.put("method", "replayed", "各賭注重打：各種賭注下打法皆同之盤", alike)
    else:
        share = proportion(*checked, seed=seed)
        own.put("method", "settled", "同一手按各賭注結算：抽樣重打而得分相符之盤", share)


def _add_setting(own: CellSheet, setting: Setting, payoffs: Floats, seed: int) -> None:
    """Add mean, standard deviation and the chance to lose a hand, by role."""
    for place, role in enumerate(ROLES):
        mine = payoffs[:, place]
        zh = f"{ZH[place]} {setting.zh}"
        average = mean(mine, seed=seed)
        own.put("mean", f"mean {setting.name}", f"{zh} 均值", average, role=role)
        if len(mine) >= _LEAST:
            spread = jackknife(_deviation, mine, seed=seed)
            own.put("sd", f"sd {setting.name}", f"{zh} 標準差", spread, role=role)
        lost = proportion(int((mine < 0).sum()), len(mine), seed=seed)
        own.put("loses", f"loses {setting.name}", f"{zh} 輸一盤", lost, role=role)


def _deviation(values: Floats) -> float:
    return float(values.std(ddof=1))
