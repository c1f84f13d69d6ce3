"""Tidy results with labels, and the verdict over all that is known exactly."""

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import polars as pl

from mjsim.experiments.sequences import looked_at
from mjsim.stats import Estimate, agreement, holm, mean_from_histogram, proportion
from mjsim.store import Column, RunConfig, Table, result_row, results_table

__all__ = ["ERROR_RATE", "MIN_TRIALS", "VERDICT", "Sheet", "labelled_table"]

K = TypeVar("K", bound=Hashable)

ERROR_RATE = 0.01
"""Accepted chance that a run is said to disagree although every exact value holds."""

MIN_TRIALS = 400
"""Trials from which a mean is compared with its exact value.

Fans are skewed, and the error of a handful of them may be far off.
"""

VERDICT = "agreement"
"""Family of the verdict, and its term."""

_LABELS = (
    Column("family", pl.String, "which terms belong together; agreement: the verdict on them"),
    Column("label", pl.String, "Chinese name of the term"),
    Column(
        "p_adjusted",
        pl.Float64,
        "p_value corrected for all tests of the run (Holm); 1 where there is no test",
        low=0,
        high=1,
    ),
)


def labelled_table(*design: Column) -> Table:
    """Declare a results table with families, labels and corrected p values.

    Parameters
    ----------
    *design : Column
        One column for each thing that the experiment varies.

    Returns
    -------
    Table
        As from `mjsim.store.results_table`; the three columns more are no part of the key.

    Examples
    --------
    >>> table = labelled_table(Column("indicator", pl.String, "tile turned up"))
    >>> table.key[4:], list(table.schema)[4:9]
    (('indicator', 'term'), ['indicator', 'family', 'label', 'p_adjusted', 'term'])
    """
    table = results_table(*design, *_LABELS)
    ours = {column.name for column in _LABELS}
    key = tuple(name for name in table.key if name not in ours)
    return Table(table.name, table.columns, key, table.checks)


class Sheet:
    """Rows of results under construction.

    Parameters
    ----------
    config : RunConfig
        What makes the run.
    design : mapping of str to object
        Values of the design columns in every row.

    Examples
    --------
    >>> from mjsim.stats import proportion
    >>> from mjsim.store import sha256_of
    >>> config = RunConfig(experiment="demo", game="tianjin", rules_sha256=sha256_of({}),
    ...                    seed=7, stream="demo", block_size=10)
    >>> sheet = Sheet(config, {})
    >>> sheet.add("coin", "coin=head", "正", proportion(480, 1000, exact=Fraction(1, 2)))
    >>> sheet.judge(1000)
    >>> frame = sheet.frame(labelled_table())
    >>> frame["term"].to_list(), frame["estimate"].to_list()
    (['coin=head', 'agreement'], [0.48, 1.0])
    """

    def __init__(self, config: RunConfig, design: Mapping[str, Any]) -> None:
        self._config = config
        self._design = dict(design)
        self._rows: list[dict[str, Any]] = []

    def add(
        self,
        family: str,
        term: str,
        label: str,
        estimate: Estimate,
        *,
        tested: bool = True,
        **design: Any,
    ) -> None:
        """Add an estimate; `design` overrides the sheet's.

        Without `tested`, without trials, and for a mean of fewer than `MIN_TRIALS`, there is no
        score.
        """
        estimate, sequence = looked_at(estimate)
        row = self._row(family, term, label, estimate, **design)
        # Scores are for a number of hands that was fixed.
        tested = tested and not sequence
        least = MIN_TRIALS if estimate.n_success is None else 1
        if not tested or estimate.n < least:
            row |= {"z": None, "p_value": None}
        self._rows.append(row)

    def add_shares(
        self,
        family: str,
        n: int,
        observed: Mapping[K, int],
        exact: Mapping[K, Fraction] | None,
        names: Iterable[tuple[K, str]],
        **design: Any,
    ) -> None:
        """Add the share of each value among n independent trials.

        `names` gives the values in order, with their labels. What `exact` does not name has
        chance 0; nothing is known without it.
        """
        for value, label in names:
            chance = None if exact is None else exact.get(value, Fraction(0))
            hits = observed.get(value, 0)
            share = proportion(hits, n, exact=chance, seed=self._config.seed)
            self.add(family, f"{family}={value}", label, share, **design)

    def add_mean(
        self,
        term: str,
        label: str,
        histogram: Mapping[int, int],
        among: Iterable[int],
        exact: Fraction | None,
        **design: Any,
    ) -> None:
        """Add the mean of independent trials, whose values are all `among` these and those seen."""
        values = {*histogram, *among}
        bounds = (min(values), max(values))
        mean = mean_from_histogram(histogram, exact=exact, bounds=bounds, seed=self._config.seed)
        self.add("mean", term, label, mean, **design)

    def add_chi_square(
        self,
        family: str,
        label: str,
        observed: Mapping[int, int],
        exact: Mapping[int, Fraction],
        **design: Any,
    ) -> None:
        """Add the test of a family of disjoint cells taken together, if there are enough hands."""
        hits: dict[Hashable, int] = dict(observed.items())
        chances: dict[Hashable, Fraction | float] = dict(exact.items())
        whole = agreement(hits, chances)
        if whole.chi2 is None or whole.chi2_p is None:
            return
        method = f"chi-square on {whole.df} df"
        estimate = Estimate(whole.chi2, 0.0, 0.0, float("inf"), 0.95, method, whole.n)
        row = self._row(VERDICT, f"chi2:{family}", label, estimate, **design)
        self._rows.append(row | {"std_error": None, "p_value": whole.chi2_p})

    def judge(self, n_hands: int, **design: Any) -> None:
        """Correct the p values for their number and add the verdict.

        Holm's correction over every test there is, so that the chance of a false alarm is at
        most `ERROR_RATE`, whatever the tests have to do with each other.
        """
        tested = [row for row in self._rows if row["p_value"] is not None]
        adjusted = holm([row["p_value"] for row in tested]).tolist()
        for row, p_adjusted in zip(tested, adjusted, strict=True):
            row["p_adjusted"] = p_adjusted
        worst = min(adjusted, default=1.0)
        estimate = Estimate(
            float(worst > ERROR_RATE),
            0.0,
            0.0,
            1.0,
            1.0 - ERROR_RATE,
            f"holm over {len(tested)} tests",
            n_hands,
        )
        row = self._row(VERDICT, VERDICT, "與精確值相符", estimate, **design)
        self._rows.append(row | {"std_error": None, "p_value": worst, "p_adjusted": worst})

    def frame(self, table: Table) -> pl.DataFrame:
        """Return the rows as a checked frame."""
        return table.frame(self._rows)

    def _row(
        self, family: str, term: str, label: str, estimate: Estimate, **design: Any
    ) -> dict[str, Any]:
        return result_row(
            estimate,
            run_id=self._config.run_id,
            game=self._config.game,
            experiment=self._config.experiment,
            term=term,
            design={
                **self._design,
                **design,
                "family": family,
                "label": label,
                "p_adjusted": 1.0,
            },
        )
