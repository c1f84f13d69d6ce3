"""Means of counted or listed values and their intervals."""

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from mjsim.errors import InputError
from mjsim.stats.estimate import Estimate
from mjsim.stats.normal import check_level, normal_quantile
from mjsim.stats.rational import rational

__all__ = ["mean", "mean_from_counts", "mean_from_histogram"]


def mean_from_histogram(
    histogram: Mapping[int, int],
    *,
    level: float = 0.95,
    exact: Fraction | int | None = None,
    bounds: tuple[float, float] | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate a mean from a histogram of whole numbers.

    Parameters
    ----------
    histogram : mapping of int to int
        How often each value came in independent trials.
    level : float, default 0.95
        Confidence level of the interval, which holds for a number of trials fixed in advance.
    exact : Fraction or int, optional
        The exact mean, to stand beside the estimate.
    bounds : tuple of float, optional
        Least and largest possible value. Used where all trials gave the same value.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Estimate
        With `method` ``"normal"``: value, standard error (divisor n - 1) and the interval of
        the normal approximation, which wants a few hundred trials, more if large values are
        rare. If all trials gave one value the standard error is unknown (nan); the interval is
        then ``"bounded"`` by `bounds`, or ``"unbounded"`` without them.

    Raises
    ------
    InputError
        If a value or count is not a whole number, a count is negative, the level is not in
        (0, 1), or a value lies outside the bounds.

    Notes
    -----
    Sums are taken in whole numbers of any size, so nothing cancels.

    The ``"bounded"`` interval: let q be the probability of any other value. All n trials miss
    it with probability ``(1 - q)**n``; at the largest q for which that is at least
    ``(1 - level) / 2``, all other values at a bound move the mean by ``q * (bound - value)``.

    Examples
    --------
    >>> e = mean_from_histogram({0: 700, 8: 300})
    >>> print(e), e.n
    2.40 ± 0.12
    (None, 1000)
    >>> e = mean_from_histogram({0: 1000}, bounds=(0, 100))
    >>> e.method, round(e.ci_high, 3)
    ('bounded', 0.368)
    """
    check_level(level)
    counts: dict[int, int] = {}
    for value, count in histogram.items():
        whole, times = _whole(value, "value"), _whole(count, "count")
        if times < 0:
            raise InputError(f"count: {times} for the value {whole} is negative")
        if times:
            counts[whole] = counts.get(whole, 0) + times
    n = sum(counts.values())
    first = sum(value * count for value, count in counts.items())
    second = sum(value * value * count for value, count in counts.items())
    low, high = (min(counts), max(counts)) if counts else (math.nan, math.nan)
    return _estimate(
        first / n if n else math.nan,
        math.sqrt(Fraction(n * second - first * first, n * n * (n - 1))) if n > 1 else 0.0,
        (low, high),
        n,
        level=level,
        exact=exact,
        bounds=bounds,
        seed=seed,
    )


def mean_from_counts(
    values: ArrayLike,
    counts: ArrayLike,
    *,
    level: float = 0.95,
    exact: Fraction | int | None = None,
    bounds: tuple[float, float] | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate a mean from an array of whole numbers and an array of their counts.

    Parameters
    ----------
    values : array_like of int, shape (k,)
        The values; a value may come twice.
    counts : array_like of int, shape (k,)
        How often each came in independent trials.
    level, exact, bounds, seed
        As in `mean_from_histogram`.

    Returns
    -------
    Estimate
        As from `mean_from_histogram`.

    Raises
    ------
    InputError
        As `mean_from_histogram`, and if the two are not of one length.

    Examples
    --------
    >>> import numpy as np
    >>> print(mean_from_counts(np.arange(3), [50, 25, 25]))
    0.750 ± 0.083
    """
    value, count = np.asarray(values), np.asarray(counts)
    if value.ndim != 1 or value.shape != count.shape:
        raise InputError(f"counts: shape {count.shape} for values of shape {value.shape}")
    histogram: dict[int, int] = {}
    for x, times in zip(value.tolist(), count.tolist(), strict=True):
        histogram[x] = histogram.get(x, 0) + times
    return mean_from_histogram(histogram, level=level, exact=exact, bounds=bounds, seed=seed)


def mean(
    samples: ArrayLike,
    *,
    level: float = 0.95,
    exact: Fraction | int | None = None,
    bounds: tuple[float, float] | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate a mean from independent samples.

    Parameters
    ----------
    samples : array_like of int or float, shape (n,)
        One value a trial. Whole numbers are summed exactly, floats in float64.
    level, exact, bounds, seed
        As in `mean_from_histogram`.

    Returns
    -------
    Estimate
        As from `mean_from_histogram`.

    Raises
    ------
    InputError
        As `mean_from_histogram`; if the samples are no numbers, not of one dimension, or not
        finite (the message names the row).

    Examples
    --------
    >>> print(mean([1.5, 2.5, 3.5, 4.5]))
    3.00 ± 0.65
    """
    array = np.asarray(samples)
    if array.ndim != 1:
        raise InputError(f"samples: one dimension is wanted, not {array.ndim}")
    if array.dtype.kind in "iu":
        values, counts = np.unique(array, return_counts=True)
        return mean_from_counts(values, counts, level=level, exact=exact, bounds=bounds, seed=seed)
    if array.dtype.kind != "f":
        raise InputError(f"samples: numbers are wanted, not {array.dtype}")
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        raise InputError(f"samples: row {bad[0]} is {array[bad[0]]}")
    check_level(level)
    array = array.astype(np.float64)
    n = array.size
    low, high = (float(array.min()), float(array.max())) if n else (math.nan, math.nan)
    # A single value has spread 0, whatever rounding makes of the sums.
    spread = float(array.std(ddof=1)) / math.sqrt(n) if low < high else 0.0
    return _estimate(
        (float(array.mean()) if low < high else low),
        spread,
        (low, high),
        n,
        level=level,
        exact=exact,
        bounds=bounds,
        seed=seed,
    )


def _estimate(
    value: float,
    se: float,
    seen: tuple[float, float],
    n: int,
    *,
    level: float,
    exact: Fraction | int | None,
    bounds: tuple[float, float] | None,
    seed: int | None,
) -> Estimate:
    """Put the interval around a mean; `seen` are the smallest and the largest sample."""
    low, high = (-math.inf, math.inf) if bounds is None else map(float, bounds)
    if n and (seen[0] < low or seen[1] > high):
        raise InputError(f"bounds: values from {seen[0]} to {seen[1]} leave {low} to {high}")
    if se > 0.0:
        half = normal_quantile(level) * se
        low, high, method = value - half, value + half, "normal"
    else:
        se = math.nan
        method = "unbounded" if bounds is None else "bounded"
        if n and bounds is not None:
            other = -math.expm1(math.log((1.0 - level) / 2.0) / n)
            low, high = value - other * (value - low), value + other * (high - value)
    return Estimate(
        value,
        se,
        low,
        high,
        float(level),
        method,
        n,
        exact=rational(exact),
        seed=seed,
    )


def _whole(number: object, name: str) -> int:
    """Return a whole number of Python or NumPy, or refuse."""
    if isinstance(number, (bool, np.bool_)) or not isinstance(number, (int, np.integer)):
        raise InputError(f"{name}: {number!r} is not a whole number")
    return int(number)
