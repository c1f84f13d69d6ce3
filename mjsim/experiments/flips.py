"""Conclusions that turn over from one strategy to another."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

import polars as pl

from mjsim.experiments.sessions_results import AMONG
from mjsim.experiments.tidy import ERROR_RATE, MIN_TRIALS
from mjsim.stats import holm, normal_quantile, t_quantile, two_sided_p, two_sided_t

__all__ = ["FINDINGS", "SIGNED", "flips"]

SIGNED: Mapping[str, Mapping[str, str]] = {
    "openings": {"slope": ""},
    "points": {"naonao": r"_less_normal$"},
    "rules": {"difference": ""},
    "sessions": {"score": r"^score_mean$"},
    "stakes": {"edge": r"^edge$", "equilibrium": r"^value$"},
    "strategies": {"gain": r"^gain$"},
}
"""Terms whose sign is a conclusion: by experiment and family, what their names match.

In ``stakes`` a flow is the edge with the other sign, and what a choice is worth so many flows:
neither says anything more.
"""

FINDINGS = ("flip", "decided only", "agree", "undecided")
"""What is found about a term."""

_VALUES = ("estimate", "std_error", "conf_low", "conf_high")
_COLUMNS = {
    "family": pl.String,
    "term": pl.String,
    "player": pl.String,
    "strategy": pl.String,
    "label": pl.String,
    **dict.fromkeys(_VALUES, pl.Float64),
    "n_trials": pl.Int64,
    "p_adjusted": pl.Float64,
    "sign": pl.Int8,
    "finding": pl.String,
}
_APART = {"run_id", "game", "experiment", "cell", "how", *_COLUMNS}
_JACKKNIFE = re.compile(r"jackknife over (\d+) groups")
_MOST_DF = 1000


def flips(results: pl.DataFrame) -> pl.DataFrame:
    """Say of each signed term whether its sign is the same under every strategy.

    Terms are those of `SIGNED` that two strategies or more have with the same role and whatever
    else the experiment varies. Where one strategy sits among three of another, the one is the
    `player`, and it is the others that are varied.

    Parameters
    ----------
    results : polars.DataFrame
        Results of a run.

    Returns
    -------
    polars.DataFrame
        A row for each term and strategy: ``family``, ``term``, the design's columns, ``player``
        (empty where all seats are alike), ``strategy``; ``label``, ``estimate``, ``std_error``,
        ``conf_low``, ``conf_high`` and ``n_trials`` as in the results; ``p_adjusted``; ``sign``,
        1 or -1 where it is decided and else 0; and ``finding``, which is one for the whole term:

        ``flip``
            Above 0 under one strategy, and below 0 under another.
        ``decided only``
            Decided under some, all with one sign, and not under the others; which may be for
            want of hands, and says nothing of a difference between the strategies.
        ``agree``
            The same sign under all.
        ``undecided``
            No sign under any.

        No rows where nothing can be compared.

    Notes
    -----
    A sign is decided if its p value, corrected by Holm for all terms and strategies here, is at
    most 0.01. The chance that any sign is wrong, and so that any flip is none, is at most that,
    whatever the terms have to do with each other. P values are those of the law that the interval
    is of: Student's where that is what it has, or where a jackknife made the error. Of an interval
    that holds at every look the width is taken for that of a normal one of its level, which is on
    the safe side further out. Fewer than 400 trials decide nothing.

    Examples
    --------
    >>> rows = {"experiment": "stakes", "role": "place1", "family": "edge", "label": "下家",
    ...         "term": "edge", "conf_level": 0.95, "method": "normal", "n_trials": 1000}
    >>> frame = pl.DataFrame([
    ...     rows | {"cell": cell, "estimate": x, "std_error": 0.01, "conf_low": x - 0.0196,
    ...             "conf_high": x + 0.0196}
    ...     for cell, x in (("speed", 0.12), ("value", -0.05))])
    >>> flips(frame).select("strategy", "sign", "finding").rows()
    [('speed', 1, 'flip'), ('value', -1, 'flip')]
    """
    varied = _design(results)
    order = ["family", "term", *varied, *list(_COLUMNS)[2:]]
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in _signed(results):
        key = (row["family"], row["term"], row["player"], *(row[name] for name in varied))
        groups.setdefault(key, []).append(row)
    compared = [group for group in groups.values() if len(group) > 1]
    adjusted = iter(holm([_p_value(row) for group in compared for row in group]).tolist())
    found = []
    for group in compared:
        for row in group:
            row["p_adjusted"] = next(adjusted)
            decided = row["p_adjusted"] <= ERROR_RATE
            row["sign"] = (1 if row["estimate"] > 0 else -1) if decided else 0
        finding = _finding({row["sign"] for row in group})
        found += [{name: (row | {"finding": finding})[name] for name in order} for row in group]
    schema = {name: _COLUMNS.get(name, results.schema.get(name)) for name in order}
    return pl.DataFrame(found, schema=schema)


def _design(results: pl.DataFrame) -> list[str]:
    """Return the columns that tell the rows of a term apart."""
    before = results.columns[: results.columns.index("term")]
    return [name for name in before if name not in _APART]


def _signed(results: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield the rows whose sign is a conclusion, with their player and strategy."""
    if "cell" not in results.columns:
        return
    for row in results.iter_rows(named=True):
        pattern = SIGNED.get(row["experiment"], {}).get(row["family"])
        if pattern is not None and re.search(pattern, row["term"]):
            player, among, other = row["cell"].partition(AMONG)
            seated = (player, other) if among else ("", player)
            yield row | dict(zip(("player", "strategy"), seated, strict=True))


def _finding(signs: set[int]) -> str:
    flip, only, agree, undecided = FINDINGS
    if {1, -1} <= signs:
        return flip
    if signs == {0}:
        return undecided
    return only if 0 in signs else agree


def _p_value(row: Mapping[str, Any]) -> float:
    """Return the two-sided p value against 0; 1 where nothing is known."""
    value, error = row["estimate"], row["std_error"]
    if not value or not error or row["n_trials"] < MIN_TRIALS:
        return 1.0
    half = value - row["conf_low"] if value > 0 else row["conf_high"] - value
    if not isfinite(half) or half <= 0:
        return 1.0
    level = row["conf_level"]
    groups = _JACKKNIFE.search(row["method"])
    if groups is not None:
        return two_sided_t(value / error, int(groups[1]) - 1)
    if row["method"].endswith(" t"):
        return two_sided_t(value / error, _df(half / error, level))
    return two_sided_p(normal_quantile(level) * value / half)


def _df(quantile: float, level: float) -> int:
    """Return the degrees of freedom of a Student interval by its half-width in errors.

    Examples
    --------
    >>> _df(t_quantile(0.95, 17), 0.95)
    17
    """
    wide = quantile * (1 + 1e-9)
    return 1 + bisect_left(range(1, _MOST_DF), -wide, key=lambda df: -t_quantile(level, df))
