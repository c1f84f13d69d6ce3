"""From the parts of a run of openings to its tidy results."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import polars as pl

from mjsim.exact import shanten_distribution
from mjsim.experiments.deals_exact import mean_of, wilds_distribution
from mjsim.experiments.labels import shanten_label, wilds_label
from mjsim.experiments.openings_counts import FAMILIES, ROLES, count_openings
from mjsim.experiments.tidy import Sheet, labelled_table
from mjsim.stats import MIN_EXPECTED, Estimate, mean_from_histogram, proportion
from mjsim.store import Column, RunReader

__all__ = ["RESULTS", "mean_over_seats", "results_of", "share_of_seats"]

RESULTS = labelled_table(
    Column("indicator", pl.String, "tile turned up in every hand; random: drawn in each"),
    Column("role", pl.String, "dealer: 14 tiles; other: 13, over the three seats; all"),
)
"""Results of openings."""

_TILES = {"dealer": 14, "other": 13}
_NAMES = {"dealer": "莊家", "other": "閒家"}
_LABELS: dict[str, Callable[[int], str]] = {"n_wilds": wilds_label, "shanten": shanten_label}


def results_of(run: RunReader, indicator: int | None) -> pl.DataFrame:
    """Estimate wilds and shanten of dealers and of the others, beside what is exact.

    Parameters
    ----------
    run : RunReader
        A run whose hands are all done.
    indicator : int or None
        The kind turned up in every hand; None: drawn in each.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`. The three seats that do not deal share a wall, so that they are no three
        trials: theirs is one number a hand, a share or a mean over the seats.
    """
    config = run.manifest.config
    n = run.n_hands_done
    sheet = Sheet(config, {"indicator": config.design["indicator"]})
    for role, counts in count_openings(run).items():
        exact = {
            "n_wilds": wilds_distribution(_TILES[role]),
            "shanten": shanten_distribution("tianjin", _TILES[role], indicator),
        }
        for family, values in FAMILIES.items():
            for value in values:
                chance = exact[family].get(value, Fraction(0))
                hits = counts.seats[family][value]
                if not chance and not any(hits):
                    continue
                name = f"{_NAMES[role]} {_LABELS[family](value)}"
                term = f"{family}={value}"
                if role == "dealer":
                    share = proportion(hits[1], n, exact=chance, seed=config.seed)
                    sheet.add(family, term, name, share, role=role)
                    continue
                share = share_of_seats(hits, ROLES[role], chance, config.seed)
                expected = n * ROLES[role] * min(chance, 1 - chance)
                tested = expected >= MIN_EXPECTED
                sheet.add(family, term, name, share, tested=tested, role=role)
        true = mean_of(exact["shanten"])
        mean = mean_over_seats(counts.total_shanten, ROLES[role], true, (-1, 8), config.seed)
        sheet.add("mean", "mean_shanten", f"{_NAMES[role]} 平均向聽數", mean, role=role)
    sheet.judge(n, role="all")
    return sheet.frame(RESULTS)


def mean_over_seats(
    totals: Counter[int], n_seats: int, exact: Fraction, bounds: tuple[int, int], seed: int
) -> Estimate:
    """Estimate a mean over seats from its total in each hand.

    Parameters
    ----------
    totals : Counter
        Hands by the total over the seats.
    n_seats : int
        Seats in a hand.
    exact : Fraction
        The exact mean of one seat.
    bounds : tuple of int
        Least and largest value of one seat.
    seed : int

    Returns
    -------
    Estimate
        With as many trials as hands: seats of a hand depend on each other.

    Examples
    --------
    >>> estimate = mean_over_seats(Counter({0: 600, 3: 400}), 3, Fraction(2, 5), (0, 1), 1)
    >>> print(estimate), estimate.n  # the error is that of 1000 hands, not of 3000 seats
    0.400 ± 0.015
    (None, 1000)
    """
    low, high = bounds
    total = mean_from_histogram(totals, bounds=(n_seats * low, n_seats * high), seed=seed)
    return replace(
        total,
        value=total.value / n_seats,
        se=total.se / n_seats,
        ci_low=max(low, total.ci_low / n_seats),
        ci_high=min(high, total.ci_high / n_seats),
        exact=exact,
        method=total.method if n_seats == 1 else f"{total.method} by hand",
    )


def share_of_seats(hits: Counter[int], n_seats: int, exact: Fraction, seed: int) -> Estimate:
    """Estimate a share of seats from the number of them in each hand.

    Parameters
    ----------
    hits : Counter
        Hands by how many of their seats count.
    n_seats, exact, seed
        As for `mean_over_seats`.

    Returns
    -------
    Estimate
        With the error of `mean_over_seats`, and Wilson's interval of the number of independent
        trials that would have the same error [1]_: a rare hit is no normal variable.

    References
    ----------
    .. [1] E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small
       expected number of positive counts estimated from survey data", Survey Methodology 24
       (1998), 193-201; there with the bounds of Clopper and Pearson.

    Examples
    --------
    >>> estimate = share_of_seats(Counter({0: 9996, 1: 4}), 3, Fraction(1, 6000), 1)
    >>> f"{estimate:ci}", estimate.method
    ('0.000133 [0.000052, 0.000343]', 'wilson by hand')
    """
    mean = mean_over_seats(hits, n_seats, exact, (0, 1), seed)
    if not mean.se > 0.0:  # nothing but hits, or none: bounded
        return mean
    trials = round(mean.value * (1.0 - mean.value) / mean.se**2)
    like = proportion(round(mean.value * trials), trials, level=mean.level)
    return replace(mean, ci_low=like.ci_low, ci_high=like.ci_high, method="wilson by hand")
