"""The seats of a hand: counted by hand, since they share a wall."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjsim.stats import MIN_EXPECTED, Estimate, mean_from_histogram, proportion

__all__ = [
    "ROLES",
    "SEATS",
    "Share",
    "count_seats",
    "count_values",
    "mean_over_seats",
    "seats_alike",
    "share_of_role",
    "share_of_seats",
]

SEATS: Final = 4

ROLES: Final = {"dealer": 1, "other": SEATS - 1}
"""How many seats of a hand have each role."""


class Share(NamedTuple):
    """A share of seats, and whether its score may be tested.

    Attributes
    ----------
    estimate : Estimate
    tested : bool
        False where seats are pooled and too few hits are expected for a normal score.
    """

    estimate: Estimate
    tested: bool


def seats_alike(values: NDArray[np.int64], among: Sequence[int]) -> NDArray[np.int64]:
    """Count in each hand the seats that have each value.

    Parameters
    ----------
    values : int64[n, k]
        By hand and seat.
    among : sequence of int
        Values to look for, one after another without a gap.

    Returns
    -------
    int64[n, len(among)]

    Examples
    --------
    >>> seats_alike(np.array([[0, 1, 1], [2, 0, 9]]), range(3))
    array([[1, 2, 0],
           [1, 0, 1]])
    """
    n, size = len(values), len(among)
    place = values - among[0]
    place[(place < 0) | (place >= size)] = size
    place += (size + 1) * np.arange(n)[:, np.newaxis]
    found = np.bincount(place.ravel(), minlength=n * (size + 1))
    return found.reshape(n, size + 1)[:, :size]


def count_seats(
    alike: NDArray[np.int64],
    n_seats: int,
    groups: NDArray[np.int64] | None = None,
    n_groups: int = 1,
) -> NDArray[np.int64]:
    """Count hands by group, column, and the number of seats in that column.

    Parameters
    ----------
    alike : int64[n, m]
        Seats by hand and column, as from `seats_alike`.
    n_seats : int
        The most there can be.
    groups : int64[n], optional
        Group of each hand.
    n_groups : int

    Returns
    -------
    int64[n_groups, m, n_seats + 1]

    Examples
    --------
    >>> count_seats(np.array([[1, 2], [1, 0]]), 3)
    array([[[0, 2, 0, 0],
            [1, 0, 1, 0]]])
    """
    n_columns = alike.shape[1]
    cell = np.arange(n_columns) * (n_seats + 1) + alike
    if groups is not None:
        cell += groups[:, np.newaxis] * (n_columns * (n_seats + 1))
    found = np.bincount(cell.ravel(), minlength=n_groups * n_columns * (n_seats + 1))
    return found.reshape(n_groups, n_columns, n_seats + 1)


def count_values(values: NDArray[np.int64]) -> Counter[int]:
    """Count how often each value comes.

    Examples
    --------
    >>> count_values(np.array([3, -1, 3]))
    Counter({3: 2, -1: 1})
    """
    which, times = np.unique(values, return_counts=True)
    return Counter(dict(zip(which.tolist(), times.tolist(), strict=True)))


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


def share_of_role(hits: Counter[int], role: str, exact: Fraction, seed: int) -> Share:
    """Estimate a share of the seats of one role.

    Parameters
    ----------
    hits : Counter
        Hands by how many of the role's seats count; every hand is in it.
    role : {"dealer", "other"}
    exact : Fraction
    seed : int

    Returns
    -------
    Share
        The dealer's: independent trials. The others': by hand, as `share_of_seats`.

    Examples
    --------
    >>> hits = Counter({0: 940, 1: 60})
    >>> for role in ROLES:
    ...     estimate, tested = share_of_role(hits, role, Fraction(1, 50), 1)
    ...     print(f"{estimate:ci}", estimate.method, tested)
    0.0600 [0.0469, 0.0765] wilson True
    0.0200 [0.0155, 0.0254] wilson by hand True
    """
    n, n_seats = hits.total(), ROLES[role]
    if n_seats == 1:
        return Share(proportion(hits[1], n, exact=exact, seed=seed), tested=True)
    expected = n * n_seats * min(exact, 1 - exact)
    return Share(share_of_seats(hits, n_seats, exact, seed), tested=expected >= MIN_EXPECTED)
