"""Differences between alternatives that were tried on the same units."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError
from mjsim.stats.arrays import finite, same_length
from mjsim.stats.estimate import Estimate
from mjsim.stats.holm import holm
from mjsim.stats.student import t_mean, t_quantile, two_sided_t

__all__ = ["Contrast", "Contrasts", "Paired", "contrasts", "paired"]


@dataclass(frozen=True, slots=True)
class Paired:
    """A difference of two means over the same units, and what the pairing gained.

    Attributes
    ----------
    difference : Estimate
        Mean of ``a - b``; its `n` counts units.
    sd : float
        Standard deviation of the units' differences; nan below two units.
    correlation : float
        Of the two values of a unit; nan if either does not vary.
    variance_reduction : float
        Variance of a difference of two unpaired samples of n units each, over that of the
        paired one: above 1 pairing helped. Infinite if only the unpaired one varies, nan if
        neither does.
    p_value : float
        Two-sided p value for a difference of 0; 1 if the error is unknown.

    Examples
    --------
    >>> p = paired([1, 5, 3, 8], [0, 4, 3, 6])
    >>> round(p.variance_reduction, 1), round(p.correlation, 3)
    (22.8, 0.971)
    """

    difference: Estimate
    sd: float
    correlation: float
    variance_reduction: float
    p_value: float


def paired(a: ArrayLike, b: ArrayLike, *, level: float = 0.95, seed: int | None = None) -> Paired:
    """Estimate the difference of two means over the same units.

    Parameters
    ----------
    a, b : array_like of bool, int or float, shape (n,)
        Both values of each unit (a wall, all its rotations taken together); units are
        independent of each other.
    level : float, default 0.95
        Confidence level of the interval, which holds for an `n` fixed in advance.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Paired
        The difference with `method` ``"paired t"``, with more than 1000 degrees of freedom
        ``"paired normal"``, and ``"unbounded"`` (error nan) if all differences are equal;
        without units ``"no trials"``.

    Raises
    ------
    InputError
        If the arrays do not fit, a value is not finite, or the level is not in (0, 1).

    Examples
    --------
    >>> print(paired([1, 5, 3, 8], [0, 4, 3, 6]).difference)
    1.00 ± 0.41
    """
    first, second = finite(a, "a"), finite(b, "b")
    same_length(first, second, "b")
    n = first.size
    difference = _difference(first, second, level, seed)
    if n < 2:
        return Paired(difference, math.nan, math.nan, math.nan, 1.0)
    var_a, var_b = _variance(first), _variance(second)
    sd = difference.se * math.sqrt(n) if difference.se > 0.0 else 0.0
    correlation = math.nan
    if var_a > 0.0 and var_b > 0.0:
        covariance = float(np.cov(first, second)[0, 1])
        correlation = max(-1.0, min(1.0, covariance / math.sqrt(var_a * var_b)))
    apart = var_a + var_b
    reduction = math.inf if apart > 0.0 else math.nan
    if sd > 0.0:
        reduction = apart / sd**2
    return Paired(difference, sd, correlation, reduction, _p_value(difference))


@dataclass(frozen=True, slots=True)
class Contrast:
    """One pair out of several alternatives.

    Attributes
    ----------
    first, second : hashable
        Labels.
    difference : Estimate
        Mean of the first minus mean of the second; the interval is this pair's own.
    simultaneous : Estimate
        The same difference with the interval that holds for all pairs together.
    p_value : float
        Two-sided, for a difference of 0; 1 if the error is unknown.
    p_adjusted : float
        Corrected for the number of pairs, by `holm`.

    Examples
    --------
    >>> contrasts([[1, 2], [3, 5], [0, 0]], ["a", "b"]).pairs[0].first
    'a'
    """

    first: Hashable
    second: Hashable
    difference: Estimate
    simultaneous: Estimate
    p_value: float
    p_adjusted: float


@dataclass(frozen=True, slots=True)
class Contrasts:
    """Several alternatives on the same units.

    Attributes
    ----------
    labels : tuple of hashable
        The alternatives.
    means : tuple of Estimate
        Mean of each, with its own error.
    covariance : ndarray of float64, shape (k, k)
        Joint covariance of the means; nan below two units.
    pairs : tuple of Contrast
        All pairs, in the order of the labels.

    Examples
    --------
    >>> contrasts([[1, 2], [3, 5], [0, 0]], ["a", "b"]).labels
    ('a', 'b')
    """

    labels: tuple[Hashable, ...]
    means: tuple[Estimate, ...]
    covariance: NDArray[np.float64]
    pairs: tuple[Contrast, ...]


def contrasts(
    values: ArrayLike,
    labels: Sequence[Hashable],
    *,
    level: float = 0.95,
    seed: int | None = None,
) -> Contrasts:
    """Compare alternatives that were all tried on the same units.

    Parameters
    ----------
    values : array_like of bool, int or float, shape (n, k)
        A row a unit, a column an alternative. Rows are independent.
    labels : sequence of hashable, length k
        Names of the alternatives, all different.
    level : float, default 0.95
        Confidence level of each interval, and of the simultaneous ones together.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Contrasts
        Means with their joint covariance, and all ``k (k - 1) / 2`` differences. Methods are
        ``"mean t"``, ``"paired t"`` and ``"paired t, Bonferroni"``, with ``normal`` for ``t``
        above 1000 degrees of freedom; without rows ``"no trials"``.

    Raises
    ------
    InputError
        If the shape does not fit the labels, labels repeat, there are fewer than two, a value
        is not finite, or the level is not in (0, 1).

    Notes
    -----
    The simultaneous intervals are Bonferroni's, each at ``1 - (1 - level) / m`` for m pairs:
    valid whatever the dependence, and a little wide. `holm` may reject pairs whose
    simultaneous interval holds 0.

    Examples
    --------
    >>> c = contrasts([[1, 2, 4], [3, 5, 4], [0, 0, 1], [2, 3, 2]], ["a", "b", "c"])
    >>> [print(p.first, p.second, p.difference) for p in c.pairs][0]
    a b -1.00 ± 0.41
    a c -1.25 ± 0.63
    b c -0.25 ± 0.75
    >>> c.pairs[0].simultaneous.method
    'paired t, Bonferroni'
    """
    table = finite(values, "values", ndim=2)
    n, k = table.shape
    names = tuple(labels)
    if len(names) != k:
        raise InputError(f"labels: {len(names)} for {k} columns")
    if k < 2:
        raise InputError(f"labels: at least two are wanted, not {k}")
    if len(set(names)) != k:
        raise InputError("labels: one comes twice")
    zero = np.zeros(n)
    means = tuple(_difference(table[:, i], zero, level, seed, "mean") for i in range(k))
    covariance = np.full((k, k), np.nan)
    if n > 1:
        covariance = np.cov(table, rowvar=False) / n
    places = [(i, j) for i in range(k) for j in range(i + 1, k)]
    differences = [_difference(table[:, i], table[:, j], level, seed) for i, j in places]
    p_values = [_p_value(difference) for difference in differences]
    pairs = tuple(
        Contrast(names[i], names[j], difference, _widened(difference, len(places)), p, adjusted)
        for (i, j), difference, p, adjusted in zip(
            places, differences, p_values, holm(p_values).tolist(), strict=True
        )
    )
    return Contrasts(names, means, covariance, pairs)


def _variance(values: NDArray[np.float64]) -> float:
    """Sample variance, 0 where all values are one."""
    return float(values.var(ddof=1)) if values.min() < values.max() else 0.0


def _difference(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    level: float,
    seed: int | None,
    name: str = "paired",
) -> Estimate:
    """Mean difference with its error."""
    largest = (float(np.abs(x).max(initial=0.0)) for x in (first, second))
    return t_mean(first - second, max(largest), name, level=level, seed=seed)


def _p_value(difference: Estimate) -> float:
    """P value for a difference of 0; an unknown error shows nothing."""
    if not difference.se > 0.0:
        return 1.0
    return two_sided_t(difference.value / difference.se, difference.n - 1)


def _widened(difference: Estimate, n_pairs: int) -> Estimate:
    """Bonferroni's interval; the level stays that of all pairs together."""
    if not difference.se > 0.0:
        return difference
    half = difference.se * t_quantile(1.0 - (1.0 - difference.level) / n_pairs, difference.n - 1)
    return replace(
        difference,
        ci_low=difference.value - half,
        ci_high=difference.value + half,
        method=f"{difference.method}, Bonferroni",
    )
