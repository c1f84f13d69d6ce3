"""Student's law, for errors that are themselves estimated from few units."""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.stats.estimate import Estimate
from mjsim.stats.normal import check_level, normal_quantile, two_sided_p
from mjsim.stats.rational import rational

__all__ = ["MANY", "ROUNDING", "t_estimate", "t_mean", "t_quantile", "two_sided_t"]

MANY = 1000
"""Degrees of freedom above which the normal law stands in (its quantile is 0.1 % smaller)."""

ROUNDING = 32 * float(np.finfo(np.float64).eps)
"""Relative spread that is taken for rounding of one value."""


def t_quantile(level: float, df: int) -> float:
    """Half-width, in standard errors, of the two-sided Student interval.

    Parameters
    ----------
    level : float
        Confidence level, strictly between 0 and 1.
    df : int
        Degrees of freedom, at least 1. Above 1000 the normal quantile is returned.

    Returns
    -------
    float
        The quantile at ``(1 + level) / 2``.

    Raises
    ------
    InputError
        If the level is not strictly between 0 and 1, or `df` is below 1.

    Examples
    --------
    >>> round(t_quantile(0.95, 9), 4)
    2.2622
    """
    normal = normal_quantile(level)
    if df < 1:
        raise InputError(f"df: {df} is below 1")
    if df > MANY:
        return normal
    from scipy.special import stdtrit

    return -float(stdtrit(df, (1.0 - level) / 2.0))


def two_sided_t(t: float, df: int) -> float:
    """Two-sided p value of a Student score.

    Parameters
    ----------
    t : float
        The score.
    df : int
        Degrees of freedom, at least 1. Above 1000 the normal law is used.

    Returns
    -------
    float
        Probability of a score at least as far from 0, in [0, 1].

    Raises
    ------
    InputError
        If `df` is below 1.

    Examples
    --------
    >>> round(two_sided_t(2.2622, 9), 4)
    0.05
    """
    if df < 1:
        raise InputError(f"df: {df} is below 1")
    if df > MANY:
        return two_sided_p(t)
    from scipy.special import stdtr

    return 2.0 * float(stdtr(df, -abs(t)))


def t_estimate(
    value: float,
    se: float,
    n: int,
    name: str,
    *,
    df: int,
    level: float,
    exact: Fraction | int | None = None,
    seed: int | None = None,
) -> Estimate:
    """Put Student's interval around a value.

    Parameters
    ----------
    value, se : float
        The estimate and its standard error. An error of 0 is unknown: no sample shows it.
    n : int
        Independent units.
    name : str
        What was done, for the `method`.
    df : int
        Degrees of freedom of the error; below 1 it is unknown.
    level : float
        Confidence level.
    exact : Fraction or int, optional
        The exact value.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Estimate
        With `method` ``"<name> t"``, above 1000 degrees of freedom ``"<name> normal"``, and
        ``"unbounded"`` with an infinite interval if the error is unknown.

    Examples
    --------
    >>> t_estimate(1.0, 0.5, 10, "paired", df=9, level=0.95).method
    'paired t'
    """
    quantile = t_quantile(level, max(df, 1))
    known = df >= 1 and se > 0.0
    half = quantile * se if known else math.inf
    method = f"{name} {'t' if df <= MANY else 'normal'}" if known else "unbounded"
    return Estimate(
        value,
        se if known else math.nan,
        value - half,
        value + half,
        float(level),
        method,
        n,
        exact=rational(exact),
        seed=seed,
    )


def t_mean(
    values: NDArray[np.float64], scale: float, name: str, *, level: float, seed: int | None = None
) -> Estimate:
    """Put Student's interval around a mean of independent values.

    Parameters
    ----------
    values : ndarray of float64, shape (n,)
        Finite values.
    scale : float
        Largest size of the numbers from which the values were computed: a spread within its
        rounding is none.
    name : str
        What was done, for the `method`.
    level : float
        Confidence level.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Estimate
        As `t_estimate`; without values ``"no trials"``.

    Examples
    --------
    >>> print(t_mean(np.array([1.0, 2.0, 3.0]), 3.0, "mean", level=0.95))
    2.00 ± 0.58
    """
    n = values.size
    if n == 0:
        check_level(level)
        nan, inf = math.nan, math.inf
        return Estimate(nan, nan, -inf, inf, float(level), "no trials", 0, seed=seed)
    low, high = float(values.min()), float(values.max())
    value, se = low, 0.0
    if high - low > ROUNDING * scale:
        value, se = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(n)
    return t_estimate(value, se, n, name, df=n - 1, level=level, seed=seed)
