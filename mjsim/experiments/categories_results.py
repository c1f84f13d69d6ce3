"""From the hands of ``categories`` to its tidy results."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.exact import deal_fan_distribution
from mjsim.experiments.cells import RESULTS, Cell
from mjsim.experiments.tidy import Sheet
from mjsim.hands import Label
from mjsim.stats import Estimate, proportion, ratio
from mjsim.store import RunReader
from mjsim.strategies import Speed, Value
from mjsim.tianjin import categories as tianjin
from mjsim.tianjin.rules import Rules as TianjinRules
from mjsim.wenling import categories as wenling

__all__ = ["COLUMNS", "results_of"]

_COMMON = ["is_winner", "dealer", "categories", "win_turn", "n_wilds"]

COLUMNS = {
    "tianjin": [*_COMMON, "possible", "fan"],
    "wenling": [*_COMMON, "points", "fan"],
}
"""What is kept of each hand, by game."""

_LABELS: Mapping[str, Mapping[str, Label]] = {"tianjin": tianjin.LABELS, "wenling": wenling.LABELS}
_FEW = 100
_WORTH = {"tianjin": ("fan", "番"), "wenling": ("points", "分")}


class _Hands:
    """The hands of one cell: one number a hand for whatever is asked."""

    def __init__(self, run: RunReader, cell: int) -> None:
        winners = run.scan().filter((pl.col("cell") == cell) & pl.col("is_winner")).collect()
        self.n = run.n_hands_done
        self.winners = winners
        self._hand = winners["hand_id"].to_numpy()
        self.wins = self.total(np.ones(len(winners)))

    def total(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sum over the winners of each hand; a drawn hand has none."""
        return np.bincount(self._hand, weights=values, minlength=self.n).astype(np.float64)

    def share(self, hit: NDArray[np.bool_], seed: int) -> Estimate:
        """Return the share of wins that are hit: a ratio of two random counts.

        Where few are, or few are not, the normal interval of a ratio is none: given the number
        of wins these are trials, and Wilson's interval or the exact bound is theirs.
        """
        hits = int(hit.sum())
        if min(hits, len(hit) - hits) < _FEW:
            return proportion(hits, len(hit), seed=seed)
        return ratio(self.total(hit.astype(float)), self.wins, seed=seed)


def results_of(run: RunReader, cells: Sequence[Cell]) -> pl.DataFrame:
    """Estimate what `run_categories` promises.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`. Hands are the trials. What is counted among wins is a ratio of two counts
        that are both random, by the delta method. What is possible in some arrangement of equal
        fan has rows of its own only where that differs.
    """
    config = run.manifest.config
    sheet = Sheet(config, {"role": ""})
    for number, cell in enumerate(cells):
        hands = _Hands(run, number)
        drawn = int((hands.wins == 0).sum())
        sheet.add(
            "hand", "drawn", "流局", proportion(drawn, hands.n, seed=config.seed), cell=cell.name
        )
        _add_categories(sheet, hands, cell, config.seed)
        _add_worth(sheet, hands, cell, config.seed)
        _add_winners(sheet, hands, cell, config.seed)
    sheet.judge(run.n_hands_done, cell="")
    return sheet.frame(RESULTS)


def _exact(cell: Cell) -> dict[str, Fraction]:
    """Return chances per hand that are known, for players who take every win."""
    rules = cell.table.rules
    sure = all(
        isinstance(each, (Speed, Value)) and not each.epsilon for each in cell.table.strategies
    )
    if not sure or not isinstance(rules, TianjinRules):
        return {}
    fans = deal_fan_distribution("tianjin", rules=rules)
    return {"tianhu": sum((p for fan, p in fans.items() if fan >= rules.min_fan), Fraction(0))}


def _add_categories(sheet: Sheet, hands: _Hands, cell: Cell, seed: int) -> None:
    game = cell.table.game
    known = _exact(cell)
    masks = hands.winners["categories"].cast(pl.Int64).to_numpy()
    possible = masks
    if game == "tianjin":
        possible = hands.winners["possible"].cast(pl.Int64).to_numpy()
    for bit, (name, label) in enumerate(_LABELS[game].items()):
        had = masks >> bit & 1 != 0
        n_hands = int((hands.total(had.astype(float)) > 0).sum())
        share = proportion(n_hands, hands.n, exact=known.get(name), seed=seed)
        sheet.add("per_hand", f"per_hand={name}", label.zh, share, cell=cell.name)
        sheet.add("per_win", f"per_win={name}", label.zh, hands.share(had, seed), cell=cell.name)
        could = possible >> bit & 1 != 0
        if (could != had).any():
            zh = f"{label.zh}（可作）"
            share = hands.share(could, seed)
            sheet.add("possible", f"possible_per_win={name}", zh, share, cell=cell.name)


def _add_worth(sheet: Sheet, hands: _Hands, cell: Cell, seed: int) -> None:
    column, zh = _WORTH[cell.table.game]
    worth = hands.winners[column].to_numpy()
    for value in np.unique(worth).tolist():
        share = hands.share(worth == value, seed)
        sheet.add(column, f"{column}={value}", f"{value} {zh}", share, cell=cell.name)
    average = ratio(hands.total(worth.astype(float)), hands.wins, seed=seed)
    sheet.add("mean", f"mean_{column}", f"平均{zh}數", average, cell=cell.name)
    turns = ratio(hands.total(hands.winners["win_turn"].to_numpy() * 1.0), hands.wins, seed=seed)
    sheet.add("mean", "mean_win_turn", "平均胡牌巡", turns, cell=cell.name)


def _add_winners(sheet: Sheet, hands: _Hands, cell: Cell, seed: int) -> None:
    """Add who wins, and with how many wilds."""
    for name, zh, hit in _who(hands.winners):
        share = hands.share(hit, seed)
        sheet.add("winner", f"winner={name}", zh, share, cell=cell.name, role=name)
    wilds = hands.winners["n_wilds"].to_numpy()
    worth = hands.winners[_WORTH[cell.table.game][0]].to_numpy()
    for held in np.unique(wilds).tolist():
        those = (wilds == held).astype(float)
        share = hands.share(wilds == held, seed)
        sheet.add("wilds", f"wilds={held}", f"和牌時 {held} 混", share, cell=cell.name)
        average = ratio(hands.total(those * worth), hands.total(those), seed=seed)
        sheet.add("wilds", f"mean_with_wilds:{held}", f"{held} 混之均值", average, cell=cell.name)


def _who(winners: pl.DataFrame) -> Iterator[tuple[str, str, NDArray[np.bool_]]]:
    seats = winners["seat"].to_numpy()
    places = (seats - winners["dealer"].to_numpy().astype(int)) % 4
    yield "dealer", "莊家", places == 0
    for seat in range(4):
        yield f"seat{seat}", f"座{seat}", seats == seat
    for place, zh in ((1, "下家"), (2, "對家"), (3, "上家")):
        yield f"place{place}", f"莊之{zh}", places == place
