"""From the hands of ``points`` to its tidy results."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.exact.wenling_deals import de_distribution, naonao_probability
from mjsim.experiments.cells import RESULTS, Cell
from mjsim.experiments.labels import de_label, shown_label
from mjsim.experiments.table_counts import CellSheet, SeatValues, difference
from mjsim.experiments.tidy import Sheet
from mjsim.experiments.wenling_exact import TILES
from mjsim.playing.columns_wenling import WENLING_WHY
from mjsim.stats import proportion
from mjsim.store import RunReader
from mjsim.wenling import settle
from mjsim.wenling.categories import CATEGORIES, LABELS, LIMITS
from mjsim.wenling.rules import Rules

__all__ = ["COLUMNS", "results_of"]

COLUMNS = (
    "dealer", "payoff", "is_winner", "points", "base", "fan", "uncapped", "categories", "liable",
    "why", "n_shown", "is_naonao", "n_wilds_dealt", "n_wilds",
)  # fmt: skip
"""What is kept of each hand."""

_STEPS = (0, 10, 20, 30, 50, 100, 150, 200, 300, 400, 500)  # the first of each step
_LEAST_WIN = 20
_CAP = 500
_MOST_SHOWN = 8
_ROLES = {"dealer": "庄家", "other": "闲家"}
_WHY = {"shengpai": "生牌", "zhongfa": "中发"}
_N_DE = 3

Bools = NDArray[np.bool_]


def results_of(run: RunReader, cells: Sequence[Cell]) -> pl.DataFrame:
    """Estimate what `mjsim.experiments.points.run_points` promises.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`.
    """
    config = run.manifest.config
    sheet = Sheet(config, {"role": ""})
    for number, cell in enumerate(cells):
        rows = SeatValues.of_cell(run, number)
        rules = cell.table.rules
        assert isinstance(rules, Rules)
        own = CellSheet(sheet, config.seed, cell=cell.name)
        _add_winners(own, rows)
        _add_limits(own, rows, config.seed)
        _add_losers(own, rows)
        _add_liable(own, rows, rules, config.seed)
        _add_naonao(own, rows, rules, config.seed)
        _add_de(own, rows, rules)
        _add_shown(own, rows)
    sheet.judge(run.n_hands_done, cell="")
    return sheet.frame(RESULTS)


def _steps(points: NDArray[Any], least: int = 0) -> Iterator[tuple[str, Bools]]:
    """Yield the steps of points from the least that there are, each with who has so many."""
    firsts = [step for step in _STEPS if step >= least]
    for first, after in zip(firsts, (*firsts[1:], None), strict=True):
        if after is None:
            yield str(first), points >= first
        else:
            last = after - 10  # points are tens
            name = str(first) if first == last else f"{first}-{last}"
            yield name, (points >= first) & (points < after)


def _add_winners(own: CellSheet, rows: SeatValues) -> None:
    """Add what a win is worth."""
    won, points, uncapped = rows["is_winner"], rows["points"], rows["uncapped"]
    scored, beyond = won & (uncapped > 0), won & (uncapped > _CAP)
    for name, those in _steps(points, _LEAST_WIN):
        own.share("winner_points", f"winner_points={name}", f"胡者 {name} 分", won & those, won)
    own.mean("mean", "winner_points", "胡者平均分数", points * won, won)
    for column, zh in (("base", "胡数"), ("fan", "番数"), ("uncapped", "不封顶分数")):
        label = f"胡者平均{zh}（自动腊子除外）"
        own.mean("mean", f"winner_{column}", label, rows[column] * scored, scored)
    own.share("beyond", "beyond_cap", f"胡者不封顶逾 {_CAP} 分", beyond, won)
    own.mean("mean", "uncapped_beyond_cap", f"逾 {_CAP} 者之平均", uncapped * beyond, beyond)
    own.mean("mean", "winner_payoff", "胡者每胡得分", rows["payoff"] * won, won, role="winner")


def _add_limits(own: CellSheet, rows: SeatValues, seed: int) -> None:
    """Add how often each 腊子 comes; a win may have several."""
    won, masks = rows["is_winner"], rows["categories"]
    drawn = int((~won.any(axis=1)).sum())
    own.put("hand", "drawn", "黄牌", proportion(drawn, rows.n, seed=seed))
    first = CATEGORIES.index(LIMITS[0])
    named = [(name, LABELS[name].zh, CATEGORIES.index(name)) for name in LIMITS]
    found = [(name, zh, won & ((masks >> bit) & 1 != 0)) for name, zh, bit in named]
    for name, zh, hit in [("any", "任一腊子", won & (masks >> first != 0)), *found]:
        hands = int(hit.any(axis=1).sum())
        own.put("limit_per_hand", f"per_hand={name}", zh, proportion(hands, rows.n, seed=seed))
        own.share("limit_per_win", f"per_win={name}", zh, hit, won)


def _add_losers(own: CellSheet, rows: SeatValues) -> None:
    """Add the points of those who did not win, in hands that somebody won."""
    won, points = rows["is_winner"], rows["points"]
    lost = ~won & won.any(axis=1, keepdims=True)
    for name, those in _steps(points):
        own.share("loser_points", f"loser_points={name}", f"未胡者 {name} 分", lost & those, lost)
    own.mean("mean", "loser_points", "未胡者平均分数", points * lost, lost)
    own.mean("mean", "loser_payoff", "未胡者得分", rows["payoff"] * lost, lost, role="loser")


def _add_liable(own: CellSheet, rows: SeatValues, rules: Rules, seed: int) -> None:
    """Add how often a seat pays for all, why, and what that costs it."""
    pays = rows["liable"] == rows["seat"]
    more = _paid_more(rows, pays, rules)
    which = {"any": ("", pays)} | {
        name: (_WHY[name], pays & (rows["why"] == code))
        for code, name in enumerate(WENLING_WHY.categories)
    }
    for name, (zh, those) in which.items():
        hands = int(those.any(axis=1).sum())
        share = proportion(hands, rows.n, seed=seed)
        own.put("bao", f"bao={name}", f"包三家 {zh}".rstrip(), share)
        paid = -rows["payoff"] * those
        own.mean(
            "bao_paid", f"bao_paid={name}", f"包三家所付 {zh}".rstrip(), paid, those, role="liable"
        )
        label = f"包三家多付 {zh}".rstrip()
        own.mean("bao_paid", f"bao_cost={name}", label, more * those, those, role="liable")


def _paid_more(rows: SeatValues, pays: Bools, rules: Rules) -> NDArray[np.float64]:
    """Return what each liable seat pays beyond its share without 包三家."""
    more = np.zeros(pays.shape)
    for hand, seat in np.argwhere(pays):
        winners = np.flatnonzero(rows["is_winner"][hand]).tolist()
        points, dealer = rows["points"][hand].tolist(), int(rows["dealer"][hand, 0])
        otherwise = settle(points, winners=winners, dealer=dealer, rules=rules)
        more[hand, seat] = float(otherwise[seat]) - rows["payoff"][hand, seat]
    return more


def _add_naonao(own: CellSheet, rows: SeatValues, rules: Rules, seed: int) -> None:
    """Add 闹闹 less normal hands: what goes with it, among walls as they come."""
    naonao = rows["is_naonao"][:, :1]
    exact = naonao_probability(rules.naonao)
    share = proportion(int(naonao.sum()), rows.n, exact=exact, seed=seed)
    own.put("hand", "naonao", "闹闹", share)
    won, payoffs = rows["is_winner"], rows["payoff"]
    hands = np.ones((rows.n, 1), np.bool_)
    lost = ~won & won.any(axis=1, keepdims=True)
    drawn = ~won.any(axis=1, keepdims=True)
    dealt = (payoffs * rows.is_dealer).sum(axis=1, keepdims=True)
    asked = (
        ("winner_points", "胡者平均分数", rows["points"], won),
        ("winner_payoff", "胡者每胡得分", payoffs, won),
        ("winner_limit", "胡者腊子", rows["categories"] >> CATEGORIES.index(LIMITS[0]) != 0, won),
        ("loser_points", "未胡者平均分数", rows["points"], lost),
        ("dealer_payoff", "庄家每盘得分", dealt, hands),
        ("drawn", "黄牌", drawn, hands),
        ("dispersion", "一家得分之均方", (payoffs**2).mean(axis=1, keepdims=True), hands),
    )
    for term, zh, values, among in asked:
        noisy, quiet = among & naonao, among & ~naonao
        own.mean("naonao", f"{term}|naonao", f"闹闹 {zh}", values * noisy, noisy)
        own.mean("naonao", f"{term}|normal", f"平常 {zh}", values * quiet, quiet)
        if noisy.any() and quiet.any():
            more = difference((values * noisy, noisy), (values * quiet, quiet), seed=seed)
            label = f"{zh} 闹闹之差（相关）"
            own.put("naonao", f"{term}|naonao_less_normal", label, more.difference)


def _add_by(own: CellSheet, rows: SeatValues, of: str, name: str, zh: str, those: Bools) -> None:
    """Add payoff and chance to win of the seats that have something."""
    payoffs, won = rows["payoff"], rows["is_winner"]
    own.mean(of, f"payoff|{name}", f"{zh} 平均得分（相关）", payoffs * those, those)
    own.share(of, f"win|{name}", f"{zh} 胡率（相关）", won & those, those)


def _add_de(own: CellSheet, rows: SeatValues, rules: Rules) -> None:
    """Add the 得 of the opening, and what goes with them and with those held at the end."""
    dealt, held, won = rows["n_wilds_dealt"], rows["n_wilds"], rows["is_winner"]
    for de in range(_N_DE + 1):
        for role, seats in (("dealer", rows.is_dealer), ("other", ~rows.is_dealer)):
            chance = de_distribution(TILES[role], naonao=rules.naonao).get(de)
            label = f"{_ROLES[role]} 起手{de_label(de)}"
            hit = (dealt == de) & seats
            own.share("de_dealt", f"de_dealt={de}", label, hit, seats, exact=chance, role=role)
        _add_by(own, rows, "de", f"de_dealt={de}", f"起手{de_label(de)}", dealt == de)
        _add_by(own, rows, "de", f"de={de}", f"终局{de_label(de)}", held == de)
        own.share("de", f"de={de}|win", f"胡者{de_label(de)}", won & (held == de), won)


def _add_shown(own: CellSheet, rows: SeatValues) -> None:
    """Add what goes with the number of tiles that a seat showed."""
    shown = np.minimum(rows["n_shown"], _MOST_SHOWN)
    for tiles in range(_MOST_SHOWN + 1):
        those, name = shown == tiles, f"{tiles}+" if tiles == _MOST_SHOWN else str(tiles)
        zh = shown_label(tiles, _MOST_SHOWN)
        own.share("shown", f"shown={name}", zh, those, rows.everyone)
        _add_by(own, rows, "shown", f"shown={name}", zh, those)
    own.mean("mean", "shown", "平均亮牌", rows["n_shown"], rows.everyone)
