"""Means over units that come in clusters, and ratios of two sums."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError
from mjsim.stats.arrays import finite, same_length
from mjsim.stats.estimate import Estimate
from mjsim.stats.normal import check_level
from mjsim.stats.rational import rational
from mjsim.stats.student import ROUNDING, t_estimate

__all__ = ["clustered_mean", "ratio"]


def clustered_mean(
    sums: ArrayLike,
    sizes: ArrayLike,
    *,
    level: float = 0.95,
    exact: Fraction | int | None = None,
    bounds: tuple[float, float] | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate the mean over units that come in independent clusters.

    Seats of a hand, rotations of a wall, hands of a session depend on each other; the
    clusters do not. The error is taken over clusters.

    Parameters
    ----------
    sums : array_like of bool, int or float, shape (n,)
        Sum of the units' values in each cluster.
    sizes : array_like of int or float, shape (n,), or one number
        Number of units in each cluster; 0 is allowed.
    level : float, default 0.95
        Confidence level of the interval, which holds for a number of clusters fixed in
        advance.
    exact : Fraction or int, optional
        The exact mean, to stand beside the estimate.
    bounds : tuple of float, optional
        Least and largest possible value of a unit. Used where all clusters have one mean.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Estimate
        Its `n` counts clusters. `method` is ``"clustered t"``, with more than 1000 degrees of
        freedom ``"clustered normal"``. If all clusters have the same mean, or there is one
        only, the error is unknown (nan) and the interval ``"bounded"``, or ``"unbounded"``
        without `bounds`. Without units: ``"no trials"``, the value nan.

    Raises
    ------
    InputError
        If the arrays do not fit, a value is not finite, a size is negative, the level is not
        in (0, 1), the bounds are no range, or a cluster's mean lies outside them.

    See Also
    --------
    ratio : the same estimate where both sums are random, with the formula.

    Notes
    -----
    The ``"bounded"`` interval is that of `mean_from_histogram` with clusters for trials where
    all clusters are of one size; with several sizes it is `bounds`.

    Examples
    --------
    >>> e = clustered_mean([4, 0, 2, 2, 1, 3], 4)
    >>> print(e), e.method, e.n
    0.50 ± 0.14
    (None, 'clustered t', 6)
    """
    total = finite(sums, "sums")
    size = np.asarray(sizes)
    size = finite(np.full(total.size, size) if size.ndim == 0 else size, "sizes")
    same_length(total, size, "sizes")
    estimate = _ratio(total, size, "clustered", "sizes", level, exact, seed)
    if bounds is None:
        return estimate
    low, high = map(float, bounds)
    if not (math.isfinite(high - low) and low <= high):
        raise InputError(f"bounds: {low} to {high} is no range")
    slack = ROUNDING * max(abs(low), abs(high)) * size
    bad = np.flatnonzero((total < low * size - slack) | (total > high * size + slack))
    if bad.size:
        raise InputError(f"bounds: row {bad[0]} leaves {low} to {high}")
    if math.isfinite(estimate.ci_high):
        return estimate
    if estimate.n and math.isfinite(estimate.value) and size.min() == size.max():
        other = -math.expm1(math.log((1.0 - level) / 2.0) / estimate.n)
        value = estimate.value
        low, high = value - other * (value - low), value + other * (high - value)
    method = estimate.method if math.isnan(estimate.value) else "bounded"
    return replace(estimate, ci_low=low, ci_high=high, method=method)


def ratio(
    numerators: ArrayLike,
    denominators: ArrayLike,
    *,
    level: float = 0.95,
    exact: Fraction | int | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate a ratio of two sums over independent units, such as fan per win.

    Parameters
    ----------
    numerators : array_like of bool, int or float, shape (n,)
        Each unit's part of the upper sum.
    denominators : array_like of bool, int or float, shape (n,)
        Each unit's part of the lower sum, not negative.
    level : float, default 0.95
        Confidence level of the interval, which holds for a number of units fixed in advance.
    exact : Fraction or int, optional
        The exact ratio of the means.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Estimate
        Its `n` counts all units. `method` is ``"ratio t"``, with more than 1000 degrees of
        freedom ``"ratio normal"``; ``"unbounded"`` if the spread is unknown. If the
        denominators sum to 0: ``"no trials"``, the value nan and the interval infinite.

    Raises
    ------
    InputError
        If the arrays do not fit, a value is not finite, a denominator is negative, or the
        level is not in (0, 1).

    Notes
    -----
    Linearised (the delta method) [1]_: with ``R = sum(y) / sum(x)`` and the residuals
    ``d = y - R x``, the variance is ``m / (m - 1) * sum(d**2) / sum(x)**2``. Units with
    ``x = y = 0`` have no part in R; m counts the others and the degrees of freedom are
    m - 1, so that with denominators 0 and 1 this is Student's interval over the trials.

    References
    ----------
    .. [1] W. G. Cochran, Sampling Techniques, 3rd edition (1977), chapter 6.

    Examples
    --------
    >>> e = ratio([0, 3, 0, 5, 4], [0, 1, 0, 1, 1])
    >>> print(e), e.method
    4.00 ± 0.58
    (None, 'ratio t')
    >>> ratio([0, 0], [0, 0]).method
    'no trials'
    """
    upper, lower = finite(numerators, "numerators"), finite(denominators, "denominators")
    same_length(upper, lower, "denominators")
    return _ratio(upper, lower, "ratio", "denominators", level, exact, seed)


def _ratio(
    upper: NDArray[np.float64],
    lower: NDArray[np.float64],
    name: str,
    lower_name: str,
    level: float,
    exact: Fraction | int | None,
    seed: int | None,
) -> Estimate:
    """Ratio of the sums with its linearised error."""
    check_level(level)
    bad = np.flatnonzero(lower < 0.0)
    if bad.size:
        raise InputError(f"{lower_name}: row {bad[0]} is {lower[bad[0]]:g}, below 0")
    n, total = lower.size, float(lower.sum())
    if total == 0.0:
        return Estimate(
            math.nan,
            math.nan,
            -math.inf,
            math.inf,
            float(level),
            "no trials",
            n,
            exact=rational(exact),
            seed=seed,
        )
    value = float(upper.sum()) / total
    residual = upper - value * lower
    units = int(np.count_nonzero((upper != 0.0) | (lower != 0.0)))
    se = 0.0
    if units > 1 and np.abs(residual).max() > ROUNDING * np.abs(upper).max():
        se = math.sqrt(units / (units - 1) * float(np.square(residual).sum())) / total
    return t_estimate(value, se, n, name, df=units - 1, level=level, exact=exact, seed=seed)
