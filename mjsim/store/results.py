"""The tidy results table: one row for each estimate."""

import math
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl

from mjsim.errors import InputError
from mjsim.stats import Estimate
from mjsim.store.column import Column
from mjsim.store.parquet import read_table
from mjsim.store.schema import Check, Table

__all__ = ["RESULTS", "estimate_of", "read_results", "result_row", "results_table"]

_KEYS = (
    Column("run_id", pl.String, "digest of the run's configuration"),
    Column("game", pl.String, "game"),
    Column("experiment", pl.String, "experiment"),
    Column("variant", pl.String, "what is compared: rules, strategy or stake; empty if nothing"),
)
_VALUES = (
    Column("term", pl.String, "the quantity"),
    Column("estimate", pl.Float64, "estimate; null without trials", nullable=True),
    Column("std_error", pl.Float64, "standard error; null if unknown", nullable=True, low=0),
    Column("conf_low", pl.Float64, "lower end of the interval, may be -inf"),
    Column("conf_high", pl.Float64, "upper end of the interval, may be inf"),
    Column("conf_level", pl.Float64, "level of the interval", low=0, high=1),
    Column("method", pl.String, "how the interval was made"),
    Column("n_trials", pl.Int64, "independent trials"),
    Column("n_success", pl.Int64, "hits; null unless a proportion", nullable=True),
    Column("exact", pl.Float64, "exact value, rounded; null if unknown", nullable=True),
    Column("exact_fraction", pl.String, "exact value as a/b; null if unknown", nullable=True),
    Column("z", pl.Float64, "score; null where p_value is binomial", nullable=True),
    Column("p_value", pl.Float64, "two-sided, against exact; null without", nullable=True),
)
_CHECKS = (
    Check("conf_low <= conf_high", pl.col("conf_low") <= pl.col("conf_high")),
    Check("n_success <= n_trials", pl.col("n_success") <= pl.col("n_trials")),
    Check(
        "exact and exact_fraction both or neither",
        pl.col("exact").is_null() == pl.col("exact_fraction").is_null(),
    ),
)


def results_table(*design: Column) -> Table:
    """Declare the results table of an experiment.

    Parameters
    ----------
    *design : Column
        One column for each thing the experiment varies, placed after the keys.

    Returns
    -------
    Table
        Key: ``run_id game experiment variant``, the design, ``term``. Then ``estimate std_error
        conf_low conf_high conf_level method n_trials n_success exact exact_fraction z p_value``.

    Raises
    ------
    ValueError
        If a design column is nullable or named as another column.

    Examples
    --------
    >>> table = results_table(Column("stake", pl.Int64, "sitting stake"))
    >>> table.key
    ('run_id', 'game', 'experiment', 'variant', 'stake', 'term')
    """
    key = tuple(column.name for column in (*_KEYS, *design, _VALUES[0]))
    return Table("mjsim.results/1", (*_KEYS, *design, *_VALUES), key, _CHECKS)


RESULTS = results_table()
"""Results table of an experiment that varies nothing."""


def result_row(
    estimate: Estimate,
    *,
    run_id: str,
    game: str,
    experiment: str,
    term: str,
    variant: str = "",
    design: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Make one row of results out of an estimate.

    Parameters
    ----------
    estimate : Estimate
        The number with its error.
    run_id, game, experiment, term, variant : str
        Keys of the row.
    design : mapping of str to object, optional
        Values of the design columns.

    Returns
    -------
    dict of str to object
        For `Table.frame` of the experiment's results table. nan has become None.

    Examples
    --------
    >>> from mjsim.stats import proportion
    >>> row = result_row(proportion(30, 100, exact=Fraction(1, 3)), run_id="3f", game="tianjin",
    ...                  experiment="deals", term="p_long")
    >>> row["estimate"], row["exact_fraction"], RESULTS.frame([row]).height
    (0.3, '1/3', 1)
    """
    exact = estimate.exact
    comparison = estimate.comparison
    return {
        "run_id": run_id,
        "game": game,
        "experiment": experiment,
        "variant": variant,
        **(design or {}),
        "term": term,
        "estimate": _known(estimate.value),
        "std_error": _known(estimate.se),
        "conf_low": estimate.ci_low,
        "conf_high": estimate.ci_high,
        "conf_level": estimate.level,
        "method": estimate.method,
        "n_trials": estimate.n,
        "n_success": estimate.n_success,
        "exact": None if exact is None else float(exact),
        "exact_fraction": None if exact is None else f"{exact.numerator}/{exact.denominator}",
        "z": None if comparison is None else comparison.z,
        "p_value": None if comparison is None else comparison.p_value,
    }


def estimate_of(row: Mapping[str, Any]) -> Estimate:
    """Make the estimate of a row of results again.

    Parameters
    ----------
    row : mapping of str to object
        A row, as from ``frame.iter_rows(named=True)``.

    Returns
    -------
    Estimate
        Equal to the one the row was made from, but for its seed, which is the file's.

    Examples
    --------
    >>> from mjsim.stats import proportion
    >>> e = proportion(30, 100, exact=Fraction(1, 3))
    >>> row = result_row(e, run_id="3f", game="tianjin", experiment="deals", term="p_long")
    >>> estimate_of(RESULTS.frame([row]).row(0, named=True)) == e
    True
    """
    fraction = row["exact_fraction"]
    return Estimate(
        math.nan if row["estimate"] is None else row["estimate"],
        math.nan if row["std_error"] is None else row["std_error"],
        row["conf_low"],
        row["conf_high"],
        row["conf_level"],
        row["method"],
        row["n_trials"],
        exact=None if fraction is None else Fraction(fraction),
        n_success=row["n_success"],
    )


def read_results(path: Path | str) -> pl.DataFrame:
    """Read the results of any experiment.

    Parameters
    ----------
    path : Path or str
        A run folder, or a results file.

    Returns
    -------
    polars.DataFrame
        The columns of `RESULTS`, with the experiment's design columns in their place.

    Raises
    ------
    InputError
        If there is no such file, or it is broken or no table of results.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.store.parquet import write_table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_table(RESULTS.empty(), RESULTS, Path(folder) / "results.parquet")
    ...     read_results(Path(folder)).height
    0
    """
    path = Path(path)
    file = path / "results.parquet" if path.is_dir() else path
    try:
        schema = dict(pl.read_parquet_schema(file)) if file.exists() else {}
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError(f"{file}: is broken") from error
    names = list(schema)
    # What lies between the keys and the values is the design.
    between = names[len(_KEYS) : -len(_VALUES)] if len(names) > len(RESULTS.columns) else []
    try:
        design = [Column(name, schema[name], "varied by the experiment") for name in between]
        table = results_table(*design)
    except ValueError as error:
        raise InputError(f"{file}: is no table of results: {error}") from None
    return read_table(file, table)


def _known(number: float) -> float | None:
    return None if math.isnan(number) else number
