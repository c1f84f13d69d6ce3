"""Comparing two finished runs of one experiment, term by term."""

from pathlib import Path

import numpy as np
import polars as pl

from mjsim.errors import InputError
from mjsim.experiments.tidy import VERDICT
from mjsim.stats import holm, normal_quantile, two_sided_p
from mjsim.store import read_results
from mjsim.store.manifest import read_manifest

__all__ = ["compare_runs"]

_VALUES = {
    "run_id", "estimate", "std_error", "conf_low", "conf_high", "conf_level", "method", "n_trials",
    "n_success", "exact", "exact_fraction", "z", "p_value", "p_adjusted", "label", "family",
}  # fmt: skip
_LEVEL = 0.95


def compare_runs(first: Path | str, second: Path | str) -> pl.DataFrame:
    """Compare what two runs of an experiment found.

    Parameters
    ----------
    first, second : Path
        Run folders with results.

    Returns
    -------
    polars.DataFrame
        A row for each term that both have: the design's columns, ``label``, ``first`` and
        ``second``, ``difference`` (second less first), ``std_error``, ``conf_low`` and
        ``conf_high`` (95 %), ``p_value``, ``p_adjusted`` (Holm) and ``method``. Runs of different
        seeds are independent. Runs of one seed share their walls, and the results alone do not
        say how much that is worth: there the error is the sum of both, which is never too small,
        whatever they have in common.

    Raises
    ------
    InputError
        If a folder holds no results, they are of different experiments or games, or no term is
        in both.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.experiments import EXPERIMENTS
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for seed in (1, 2):
    ...         run = EXPERIMENTS["strategies"](f"{folder}/{seed}", 500, seed=seed)
    ...     found = compare_runs(f"{folder}/1", f"{folder}/2")
    >>> found.filter(pl.col("term") == "gain")["method"].unique().to_list()
    ['independent runs']
    """
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
        .select(*keys, "label", *wanted)
        .join(frames[1].select(*keys, *wanted), on=keys, how="inner", suffix="_b", nulls_equal=True)
        .drop_nulls([*wanted, *(f"{name}_b" for name in wanted)])
    )
    if joined.is_empty():
        raise InputError("compare: no term with an error is in both")
    return _judged(joined, keys, same_walls=sides[0].seed == sides[1].seed)


def _judged(joined: pl.DataFrame, keys: list[str], *, same_walls: bool) -> pl.DataFrame:
    one, other = joined["std_error"].to_numpy(), joined["std_error_b"].to_numpy()
    error = one + other if same_walls else np.hypot(one, other)
    difference = joined["estimate_b"].to_numpy() - joined["estimate"].to_numpy()
    half = normal_quantile(_LEVEL) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = np.where(error > 0, difference / error, np.where(difference == 0, 0.0, np.inf))
    p_values = [two_sided_p(abs(float(score))) for score in scores]
    return joined.select(*keys, "label").with_columns(
        joined["estimate"].alias("first"),
        joined["estimate_b"].alias("second"),
        pl.Series("difference", difference),
        pl.Series("std_error", error),
        pl.Series("conf_low", difference - half),
        pl.Series("conf_high", difference + half),
        pl.Series("p_value", p_values),
        pl.Series("p_adjusted", holm(p_values)),
        pl.lit("same walls, error at most" if same_walls else "independent runs").alias("method"),
    )
