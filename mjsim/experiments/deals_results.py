"""From the parts of a run of deals to its tidy results."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

import polars as pl

from mjsim.errors import InputError
from mjsim.experiments.deals_exact import ExactDeals, mean_of
from mjsim.experiments.design import RulesName
from mjsim.experiments.labels import fan_label, shanten_label, wilds_label
from mjsim.experiments.tidy import Sheet, labelled_table
from mjsim.stats import proportion
from mjsim.store import Column, RunReader
from mjsim.store.parts import HANDS as FOLDER
from mjsim.tianjin.categories import CATEGORIES, LABELS, categories_of

__all__ = ["RESULTS", "count_deals", "results_of"]

RESULTS = labelled_table(
    Column("indicator", pl.String, "tile turned up in every hand; random: drawn in each"),
    Column("rules", pl.String, "preset, and the options changed"),
)
"""Results of deals."""

_CELL = ("n_wilds", "shanten", "fan", "categories", "possible")


def count_deals(run: RunReader) -> pl.DataFrame:
    """Count like hands over all parts of a run, whichever table they are of.

    Parameters
    ----------
    run : RunReader

    Returns
    -------
    polars.DataFrame
        ``n_wilds shanten fan categories possible n_hands``, a row for each kind of hand that came.

    Raises
    ------
    InputError
        If a part does not hold as many hands as it says.
    """
    found = []
    # One part at a time: the hands of a long run do not fit into memory.
    for part in run.parts:
        rows = pl.scan_parquet(run.path / FOLDER / part.name, hive_partitioning=False)
        if "n_hands" not in run.table.schema:
            rows = rows.with_columns(n_hands=pl.lit(1, pl.Int64))
        counted = _summed(rows).collect(engine="streaming")
        if counted["n_hands"].sum() != part.n_hands:
            raise InputError(f"{run.path / FOLDER / part.name}: holds not {part.n_hands} hands")
        found.append(counted)
    return _summed(pl.concat(found).lazy()).sort(_CELL).collect()


def _summed(rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.group_by(_CELL).agg(pl.col("n_hands").sum())


def results_of(run: RunReader, exact: ExactDeals) -> pl.DataFrame:
    """Estimate everything from the parts of a run, beside what is exact.

    Parameters
    ----------
    run : RunReader
        A run whose hands are all done.
    exact : ExactDeals
        What they should be.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`. Hands are independent, so proportions have Wilson's interval. The mean fan
        of the complete hands is a ratio of two random counts; given how many are complete their
        fans are independent, so it has the error of a mean of that many, which is also what the
        delta method gives for the ratio.
    """
    config = run.manifest.config
    counts = count_deals(run)
    n = int(counts["n_hands"].sum())
    wilds, steps, fans = (_histogram(counts, name) for name in ("n_wilds", "shanten", "fan"))
    rules = RulesName(config.design["rules"], config.design["changes"])
    sheet = Sheet(config, {"indicator": config.design["indicator"], "rules": str(rules)})

    sheet.add_shares("n_wilds", n, wilds, exact.n_wilds, _names(wilds, exact.n_wilds, wilds_label))
    sheet.add_shares(
        "shanten", n, steps, exact.shanten, _names(steps, exact.shanten, shanten_label)
    )
    complete = proportion(steps[-1], n, exact=exact.shanten.get(-1, Fraction(0)), seed=config.seed)
    sheet.add("is_complete", "is_complete", "起手成和", complete)
    sheet.add_shares("fan", n, fans, exact.fan, _names(fans, exact.fan, fan_label))
    by_category = _by_category(counts, "categories")
    present = [name for name in CATEGORIES if name in exact.category or by_category[name]]
    sheet.add_shares(
        "category", n, by_category, exact.category, [(name, LABELS[name].zh) for name in present]
    )
    # Where arrangements of equal fan differ: what holds in some one of them.
    by_possible = _by_category(counts, "possible")
    differ = [name for name in present if exact.possible.get(name) != exact.category.get(name)]
    sheet.add_shares(
        "possible",
        n,
        by_possible,
        exact.possible,
        [(name, f"{LABELS[name].zh} 可作") for name in differ],
    )
    sheet.add_mean("mean_shanten", "平均向聽數", steps, exact.shanten, mean_of(exact.shanten))
    scored = {fan: hands for fan, hands in fans.items() if fan}
    sheet.add_mean(
        "mean_fan_complete", "成和者平均番數", scored, {*exact.fan} - {0}, exact.mean_fan
    )
    sheet.add_chi_square("n_wilds", "混數分佈", wilds, exact.n_wilds)
    sheet.add_chi_square("shanten", "向聽分佈", steps, exact.shanten)
    sheet.add_chi_square("fan", "番數分佈", fans, exact.fan)
    sheet.judge(n)
    return sheet.frame(RESULTS)


def _histogram(counts: pl.DataFrame, column: str) -> Counter[int]:
    """Hands by value of a column."""
    grouped = counts.group_by(column).agg(pl.col("n_hands").sum())
    return Counter(dict(grouped.select(column, "n_hands").iter_rows()))


def _by_category(counts: pl.DataFrame, column: str) -> Counter[str]:
    """Hands by category; a hand counts under each that it has."""
    found: Counter[str] = Counter()
    for mask, hands in _histogram(counts, column).items():
        for name in categories_of(mask):
            found[name] += hands
    return found


def _names(
    observed: Iterable[int], exact: Iterable[int], label: Callable[[int], str]
) -> list[tuple[int, str]]:
    """Label all values that came or might have."""
    return [(value, label(value)) for value in sorted({*observed, *exact})]
