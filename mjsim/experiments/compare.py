"""Comparing two finished runs of one experiment, term by term."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.experiments.paired_runs import FEWEST, GROUPS, PairedErrors, paired_errors
from mjsim.experiments.remake import remake
from mjsim.experiments.tidy import VERDICT
from mjsim.stats import holm, normal_quantile, t_quantile, two_sided_p, two_sided_t
from mjsim.store import RunConfig, read_results
from mjsim.store.manifest import read_manifest

__all__ = ["compare_runs"]

_VALUES = {
    "run_id", "estimate", "std_error", "conf_low", "conf_high", "conf_level", "method", "n_trials",
    "n_success", "exact", "exact_fraction", "z", "p_value", "p_adjusted", "label", "family",
}  # fmt: skip
_LEVEL = 0.95
_NORMAL = 0  # stands for as many degrees of freedom as one likes
_ROUGH = ("woodruff by session",)  # quantiles jump: what a group moves is no error of theirs

Floats = NDArray[np.float64]


def compare_runs(
    first: Path | str,
    second: Path | str,
    *,
    groups: int = GROUPS,
    progress: Callable[[int], object] | None = None,
) -> pl.DataFrame:
    """Compare what two runs of an experiment found.

    Parameters
    ----------
    first, second : Path
        Run folders with results.
    groups : int
        Runs of one seed play the same walls. Their differences get the error of a jackknife over
        so many groups of whole blocks, 20 at least, for which results are made twice for each
        group; 0: they do not.
    progress : callable, optional
        Called with 1 each time that results were made: ``2 * groups + 2`` times for runs of
        equal length.

    Returns
    -------
    polars.DataFrame
        A row for each term that both have: the design's columns, ``label``, ``first`` and
        ``second``, ``difference`` (second less first), ``std_error``, ``conf_low`` and
        ``conf_high`` (95 %), ``p_value``, ``p_adjusted`` (Holm), ``method``, and ``gain``: the
        variance of the difference of runs on other walls over that of these; null where that is
        not known. Methods:

        ``independent``
            Runs of different seeds.
        ``paired by walls, jackknife over G groups``
            Runs of one seed, as `mjsim.experiments.paired_runs.paired_errors`, with Student's
            interval and p value.
        ``sum of errors``
            Runs of one seed where that error is not to be had: the experiment's results cannot
            be made again (`mjsim.experiments.remake`), there are fewer than 20 blocks in common,
            the term is a quantile, it is missing without some group, or no group moves the
            difference. The error is at most the sum of both, whatever the runs have in common.

    Raises
    ------
    InputError
        If a folder holds no results, they are of different experiments or games, or no term is
        in both; if groups can't be.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.experiments import EXPERIMENTS
    >>> from mjsim.tianjin import Rules
    >>> with tempfile.TemporaryDirectory() as out:
    ...     for fan in (2, 3):
    ...         rules = Rules(min_fan=fan)
    ...         run = EXPERIMENTS["sessions"](f"{out}/{fan}", 60, seed=1, n_hands=10, rules=rules)
    ...     found = compare_runs(f"{out}/2", f"{out}/3", groups=20)
    >>> found.filter(pl.col("term") == "streak_mean")["method"].unique().to_list()
    ['paired by walls, jackknife over 20 groups']
    """
    if groups and groups < FEWEST:
        raise InputError(f"groups: 0, or {FEWEST} at least, not {groups}")
    sides = [read_manifest(Path(each)).config for each in (first, second)]
    for what in ("experiment", "game"):
        one, other = (getattr(side, what) for side in sides)
        if one != other:
            raise InputError(f"compare: runs of different {what}s, {one} and {other}")
    frames = [read_results(Path(each) / "results.parquet") for each in (first, second)]
    keys = [name for name in frames[0].columns if name not in _VALUES]
    if keys != [name for name in frames[1].columns if name not in _VALUES]:
        raise InputError("compare: results of different designs")
    wanted = ["estimate", "std_error"]
    joined = (
        frames[0]
        .filter(pl.col("family") != VERDICT)
        .select(*keys, "label", *wanted, "method")
        .join(
            frames[1].select(*keys, *wanted, "method"),
            on=keys,
            how="inner",
            suffix="_b",
            nulls_equal=True,
            maintain_order="left",
        )
        .drop_nulls([*wanted, *(f"{name}_b" for name in wanted)])
    )
    if joined.is_empty():
        raise InputError("compare: no term with an error is in both")
    same_walls = sides[0].seed == sides[1].seed
    found = None
    if same_walls and groups and _walls(sides[0]) == _walls(sides[1]):
        runs = [made for each in (first, second) if (made := remake(Path(each))) is not None]
        if len(runs) == 2:
            rows = joined.select(*keys, "estimate", "estimate_b")
            found = paired_errors(runs, rows, groups=groups, progress=progress)
    return _judged(joined, keys, found, same_walls=same_walls)


def _walls(config: RunConfig) -> tuple[object, ...]:
    """Return what says which walls a run plays, block by block."""
    return config.stream, config.rng, config.block_size


def _judged(
    joined: pl.DataFrame, keys: list[str], found: PairedErrors | None, *, same_walls: bool
) -> pl.DataFrame:
    one, other = joined["std_error"].to_numpy(), joined["std_error_b"].to_numpy()
    apart = np.hypot(one, other)
    error = one + other if same_walls else apart
    method = np.full(len(joined), "sum of errors" if same_walls else "independent", object)
    df = np.full(len(joined), _NORMAL)
    gain = np.full(len(joined), np.nan)
    if found is not None:
        smooth = ~joined.select(pl.col("method", "method_b").is_in(_ROUGH)).to_numpy().any(axis=1)
        paired = np.isfinite(found.std_error) & smooth
        error = np.where(paired, found.std_error, error)
        df = np.where(paired, found.df, df)
        gain[paired] = (apart[paired] / error[paired]) ** 2
        method[paired] = f"paired by walls, jackknife over {found.groups} groups"
    difference = joined["estimate_b"].to_numpy() - joined["estimate"].to_numpy()
    half = np.array([_quantile(each) for each in df.tolist()]) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = np.where(error > 0, difference / error, np.where(difference == 0, 0.0, np.inf))
    p_values = [
        two_sided_p(abs(score)) if each == _NORMAL else two_sided_t(score, each)
        for score, each in zip(scores.tolist(), df.tolist(), strict=True)
    ]
    return joined.select(*keys, "label").with_columns(
        joined["estimate"].alias("first"),
        joined["estimate_b"].alias("second"),
        pl.Series("difference", difference),
        pl.Series("std_error", error),
        pl.Series("conf_low", difference - half),
        pl.Series("conf_high", difference + half),
        pl.Series("p_value", p_values),
        pl.Series("p_adjusted", holm(p_values)),
        pl.Series("method", method.tolist()),
        pl.Series("gain", gain).fill_nan(None),
    )


def _quantile(df: int) -> float:
    return normal_quantile(_LEVEL) if df == _NORMAL else t_quantile(_LEVEL, df)
