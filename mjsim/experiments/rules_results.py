"""From the hands of ``rules`` to differences between options and their defaults."""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from mjsim.experiments.cells import Cell
from mjsim.experiments.table_counts import CellSheet, Floats, SeatValues, difference, mean_among
from mjsim.experiments.tidy import Sheet, labelled_table
from mjsim.stats import jackknife, paired, proportion
from mjsim.store import Column, RunReader

__all__ = ["BETWEEN", "COLUMNS", "RESULTS", "results_of"]

BETWEEN = " · "
"""Stands between strategy and option in the name of a cell."""

_WORTH = {"tianjin": ("fan", "平均番數"), "wenling": ("points", "平均分數")}

COLUMNS = {game: ("dealer", "payoff", "is_winner", worth) for game, (worth, _) in _WORTH.items()}
"""What is kept of each hand, by game."""

RESULTS = labelled_table(
    Column("cell", pl.String, "strategy on all four seats"),
    Column("role", pl.String, "whose: dealer, winner, seat; empty: the hand's"),
    Column("option", pl.String, "option and its value; default: the rules compared with"),
    Column(
        "how",
        pl.String,
        "rescored: settled at the end of the default's hands; replayed on its walls; "
        "played: the default",
    ),
)
"""Results of rules."""

_HOW = {"rescored": "重算", "replayed": "重打"}
_LEAST = 400  # hands, for a standard deviation
_FEWEST = 40  # hands that differ, for what the pairing gains


def results_of(run: RunReader, cells: Sequence[Cell]) -> pl.DataFrame:
    """Estimate what `mjsim.experiments.rules.run_rules` promises.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`. Hands are the trials.
    """
    config = run.manifest.config
    sheet = Sheet(config, {"role": ""})
    base: SeatValues | None = None
    for number, cell in enumerate(cells):
        rows = SeatValues.of_cell(run, number)
        strategy, _, option = cell.name.partition(BETWEEN)
        if not option:
            base = rows
        how = "rescored" if cell.settled else "replayed" if option else "played"
        own = CellSheet(sheet, config.seed, cell=strategy, option=option or "default", how=how)
        _add_values(own, rows, config.game, config.seed)
        if option and base is not None:
            _add_differences(own, rows, base, config.game, config.seed, _HOW[how])
    return sheet.frame(RESULTS)


def _means(
    rows: SeatValues, game: str
) -> Mapping[str, tuple[str, str, tuple[ArrayLike, ArrayLike]]]:
    """Return by term: label, role, and a mean as the sum of what among how many."""
    worth, worth_zh = _WORTH[game]
    won, dealt, payoffs = rows["is_winner"], rows.is_dealer, rows["payoff"]
    hands = np.ones(rows.n)
    return {
        "dealer_payoff": ("莊家每盤得分", "dealer", (payoffs * dealt, hands)),
        "winner_payoff": ("胡者每胡得分", "winner", (payoffs * won, won)),
        f"mean_{worth}": (worth_zh, "winner", (rows[worth] * won, won)),
        "drawn": ("流局率", "", ((~won.any(axis=1)).astype(np.float64), hands)),
    }


def _squares(rows: SeatValues) -> Floats:
    """Return the mean square of the four payoffs, which sum to zero."""
    squares: Floats = (rows["payoff"] ** 2).mean(axis=1)
    return squares


def _root(squares: Floats) -> float:
    return float(np.sqrt(squares.mean()))


def _wider(squares: Floats) -> float:
    """Return how much larger the deviation of the first column is than that of the second."""
    one, other = np.sqrt(squares.mean(axis=0))
    return float(one - other)


def _add_values(own: CellSheet, rows: SeatValues, game: str, seed: int) -> None:
    for term, (label, role, pair) in _means(rows, game).items():
        if term == "drawn":
            drawn = int(np.sum(pair[0]))
            own.put("value", term, label, proportion(drawn, rows.n, seed=seed), role=role)
        else:
            own.put("value", term, label, mean_among(*pair, seed=seed), role=role)
    if rows.n >= _LEAST:
        spread = jackknife(_root, _squares(rows), seed=seed)
        own.put("value", "sd_payoff", "一家得分之標準差", spread, role="seat")


def _add_differences(
    own: CellSheet, rows: SeatValues, base: SeatValues, game: str, seed: int, how: str
) -> None:
    defaults = _means(base, game)
    for term, (label, role, pair) in _means(rows, game).items():
        if not (np.any(pair[1]) and np.any(defaults[term][2][1])):
            continue  # without a win there is nothing to compare
        found = difference(pair, defaults[term][2], seed=seed).difference
        own.put("difference", f"{term}_less_default", f"{label}之差（{how}）", found, role=role)
    changed = int((rows["payoff"] != base["payoff"]).any(axis=1).sum())
    share = proportion(changed, rows.n, seed=seed)
    own.put("changed", "changed", f"得分有別之盤（{how}）", share)
    if rows.n < _LEAST or not changed:
        return
    squares = np.column_stack([_squares(rows), _squares(base)])
    wider = jackknife(_wider, squares, seed=seed)
    label = f"一家得分標準差之差（{how}）"
    own.put("difference", "sd_payoff_less_default", label, wider, role="seat")
    dealers = np.column_stack(
        [(each["payoff"] * each.is_dealer).sum(axis=1) for each in (rows, base)]
    )
    if (dealers[:, 0] != dealers[:, 1]).sum() >= _FEWEST:
        gained = jackknife(_gained, dealers, seed=seed)
        own.put("pairing", "variance_reduction", "同牌之效", gained, role="dealer")


def _gained(values: Floats) -> float:
    return paired(values[:, 0], values[:, 1]).variance_reduction
