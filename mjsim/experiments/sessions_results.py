"""From the hands of ``sessions`` to its tidy results."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import exp

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.experiments.cells import RESULTS, Cell
from mjsim.experiments.seats import SEATS
from mjsim.experiments.table_counts import CellSheet, Floats
from mjsim.experiments.tidy import Sheet
from mjsim.stats import (
    Estimate,
    clustered_quantile,
    jackknife,
    mean,
    normal_quantile,
    proportion,
)
from mjsim.store import RunReader

__all__ = ["AMONG", "RESULTS", "drawdowns", "results_of"]

AMONG = " among "
"""Stands between the one and the other strategy in the name of a cell."""

_QUANTILES = (5, 25, 50, 75, 95)  # percent
_LEAST = 100  # sessions, for quantiles and standard deviations
_FIRST = 10  # hands until it is first asked who is ahead
_SURE = 0.95
_LONGEST = 6


def results_of(
    run: RunReader, cells: Sequence[Cell], n_hands: int, bankroll: float
) -> pl.DataFrame:
    """Estimate what `mjsim.experiments.sessions.run_sessions` promises.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`. Sessions are the trials.
    """
    config = run.manifest.config
    sheet = Sheet(config, {"role": ""})
    for number, cell in enumerate(cells):
        rows = run.scan().filter(pl.col("cell") == number).select("score", "streak").collect()
        scores = rows["score"].to_numpy().reshape(-1, n_hands, SEATS)
        streaks = rows["streak"].to_numpy().reshape(-1, n_hands, SEATS)[:, :, 0].astype(np.int64)
        own = CellSheet(sheet, config.seed, cell=cell.name)
        if AMONG in cell.name:
            _add_one(own, scores, bankroll, config.seed)
        else:
            _add_alike(own, scores, bankroll, config.seed)
        if n_hands > 1:
            _add_streaks(own, streaks)
    return sheet.frame(RESULTS)


def drawdowns(scores: Floats) -> Floats:
    """Return how far each seat falls below its best so far, at most.

    Parameters
    ----------
    scores : float64[n, hands, k]
        After each hand; the start is 0.

    Returns
    -------
    float64[n, k]

    Examples
    --------
    >>> drawdowns(np.array([[[-2.0], [3.0], [-1.0], [0.0]]]))
    array([[4.]])
    """
    best = np.maximum.accumulate(np.maximum(scores, 0.0), axis=1)
    falls: Floats = (best - scores).max(axis=1)
    return falls


def _add_spread(own: CellSheet, what: str, zh: str, values: Floats, seed: int, role: str) -> None:
    """Add mean, standard deviation and quantiles of what each session's seats have."""
    totals = values.mean(axis=1)
    if totals.any():  # scores of the four seats sum to zero
        own.put(what, f"{what}_mean", f"{zh} 平均", mean(totals, seed=seed), role=role)
    if len(values) < _LEAST:
        return
    spread = jackknife(lambda x: float(x.std()), values, seed=seed)
    own.put(what, f"{what}_sd", f"{zh} 標準差", spread, role=role)
    for percent in _QUANTILES:
        found = clustered_quantile(values, percent / 100, seed=seed)
        own.put(what, f"{what}_q{percent:02d}", f"{zh} {percent} % 分位", found, role=role)


def _add_risks(
    own: CellSheet, scores: Floats, bankroll: float, seed: int, role: str, zh: str
) -> None:
    """Add drawdowns and the chance of ruin."""
    _add_spread(own, "drawdown", f"{zh}最大回撤", drawdowns(scores), seed, role)
    ruined = scores.min(axis=1) <= -bankroll
    term = f"ruin({bankroll:g})"
    every = np.ones_like(ruined)
    own.share("ruin", term, f"{zh}輸盡 {bankroll:g} 分", ruined, every, role=role)


def _add_alike(own: CellSheet, scores: Floats, bankroll: float, seed: int) -> None:
    final = scores[:, -1, :]
    _add_spread(own, "score", "終局得分", final, seed, "")
    for seat in range(SEATS):
        zh = f"座{seat} 終局得分"
        _add_spread(own, "score", zh, final[:, seat : seat + 1], seed, f"seat{seat}")
    _add_risks(own, scores, bankroll, seed, "", "")


def _looks(n_hands: int) -> Iterator[int]:
    """Yield 10, 20, 40 … hands, and the last."""
    hands = _FIRST
    while hands < n_hands:
        yield hands
        hands *= 2
    yield n_hands


def _add_one(own: CellSheet, scores: Floats, bankroll: float, seed: int) -> None:
    """Add how the one at seat 0 does among three of another."""
    sessions, n_hands, _ = scores.shape
    mine, best_other = scores[:, :, 0], scores[:, :, 1:].max(axis=2)
    _add_spread(own, "score", "座0 終局得分", scores[:, -1, :1], seed, "seat0")
    _add_risks(own, scores[:, :, :1], bankroll, seed, "seat0", "座0 ")
    for hands in _looks(n_hands):
        ahead = int((mine[:, hands - 1] > 0).sum())
        leads = int((mine[:, hands - 1] > best_other[:, hands - 1]).sum())
        share = partial(proportion, n=sessions, seed=seed)
        term, zh = f"after={hands}", f"座0 {hands} 盤後"
        own.put("ahead", f"ahead_{term}", f"{zh}得分為正", share(ahead), role="seat0")
        own.put("leads", f"leads_{term}", f"{zh}領先三家", share(leads), role="seat0")
    final = mine[:, -1]
    gain = mean(final, seed=seed)
    if sessions >= _LEAST and gain.ci_low > 0.0:
        hands_needed = _exponential(partial(_log_needed, n_hands=n_hands), final, seed)
        label = f"座0 得分為正達 {_SURE:.0%} 所需盤數"
        own.put("until_ahead", f"hands_until_ahead:{_SURE}", label, hands_needed, role="seat0")


def _log_needed(final: NDArray[np.float64], n_hands: int) -> float:
    """Return the log of the hands after which a normal score is above 0 with chance 0.95."""
    z = normal_quantile(2.0 * _SURE - 1.0)
    drift, variance = final.mean() / n_hands, final.var(ddof=1) / n_hands
    return float(np.log(z * z * variance / drift**2))


def _exponential(figure: Callable[[Floats], float], samples: Floats, seed: int) -> Estimate:
    """Return the exponential of a figure, with the interval of the figure's."""
    found = jackknife(figure, samples, seed=seed)
    value = exp(found.value)
    return replace(
        found,
        value=value,
        se=value * found.se,
        ci_low=exp(found.ci_low),
        ci_high=exp(found.ci_high),
        method=f"{found.method}, of the log",
    )


def _add_streaks(own: CellSheet, streaks: NDArray[np.int64]) -> None:
    """Add how long dealers stay; the last streak of a session is cut off, and not counted."""
    now, then = streaks[:, :-1], streaks[:, 1:]
    ended = then == 1
    stayed, every = ~ended, np.ones_like(ended)
    own.share("streak", "stays", "連莊率", stayed, every)
    own.mean("streak", "streak_mean", "連莊盤數平均（已完者）", now * ended, ended)
    longest = streaks.max(axis=1)
    own.mean("streak", "streak_longest", "一場最長連莊", longest, np.ones_like(longest))
    for length in range(1, _LONGEST + 1):
        last = length == _LONGEST
        those = now >= length if last else now == length
        name, zh = (f"{length}+", f"{length} 盤以上") if last else (str(length), f"{length} 盤")
        own.share("streak", f"streak={name}", f"連莊 {zh}（已完者）", those & ended, ended)
        own.share("streak", f"stays|streak={name}", f"連莊 {zh}後再連", stayed & those, those)
