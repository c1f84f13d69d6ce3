"""Intervals that hold at every look at once: a run may stop when it likes."""

import math
from dataclasses import replace
from fractions import Fraction

from numpy.typing import ArrayLike

from mjsim.errors import InputError
from mjsim.stats.estimate import Estimate
from mjsim.stats.mean import mean
from mjsim.stats.normal import check_level
from mjsim.stats.proportion import proportion

__all__ = ["asymptotic_sequence", "mean_sequence_asymptotic", "proportion_sequence"]


def proportion_sequence(
    n_success: int,
    n: int,
    *,
    level: float = 0.95,
    exact: Fraction | int | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate a proportion from independent trials, looked at as often as one likes.

    Parameters
    ----------
    n_success : int
        Hits among the first `n` trials.
    n : int
        Trials so far, in their order.
    level : float, default 0.95
        Probability that the intervals of all looks hold together, at least.
    exact : Fraction or int, optional
        The exact probability, to stand beside the estimate.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Estimate
        As `proportion`, with `method` ``"beta-binomial sequence"``; without trials the
        interval is [0, 1].

    Raises
    ------
    InputError
        As `proportion`.

    Notes
    -----
    The likelihood mixed over the law beta(1/2, 1/2), divided by the likelihood at p, is a
    martingale of mean 1 under p; the interval holds all p at which it is below
    ``1 / (1 - level)`` [1]_ [2]_. It needs no state and no number of looks.

    References
    ----------
    .. [1] H. Robbins, "Statistical methods related to the law of the iterated logarithm",
       Annals of Mathematical Statistics 41 (1970), 1397-1409.
    .. [2] S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, "Time-uniform, nonparametric,
       nonasymptotic confidence sequences", Annals of Statistics 49 (2021), 1055-1080.

    Examples
    --------
    >>> e = proportion_sequence(312, 1000)
    >>> f"{e:ci}", e.method
    ('0.312 [0.260, 0.367]', 'beta-binomial sequence')
    >>> print(proportion_sequence(0, 1_000_000))
    ≤ 1.1e-05
    """
    estimate = proportion(n_success, n, level=level, exact=exact, seed=seed)
    hits, misses = int(n_success), int(n) - int(n_success)
    low, high = 0.0, 1.0
    if n:
        # log of the mixture over the likelihood at hits / n, then the bound on n KL(hits/n, p).
        mixture = _excess(hits) + _excess(misses) - _stirling(int(n)) - math.log(math.pi)
        limit = -math.log(1.0 - level) - mixture
        low = _lower(hits, misses, limit)
        high = 1.0 - _lower(misses, hits, limit)
        if hits == 0:
            high = -math.expm1(-limit / n)
    return replace(estimate, ci_low=low, ci_high=high, method="beta-binomial sequence")


def mean_sequence_asymptotic(
    samples: ArrayLike,
    *,
    level: float = 0.95,
    tuned_n: int = 100_000,
    first_look: int = 1000,
    exact: Fraction | int | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate a mean from independent samples, looked at as often as one likes.

    Parameters
    ----------
    samples : array_like of int or float, shape (n,)
        All samples so far, in their order.
    level, tuned_n, first_look
        As in `asymptotic_sequence`.
    exact : Fraction or int, optional
        The exact mean.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Estimate
        With `method` ``"asymptotic sequence"``.

    Raises
    ------
    InputError
        As `mean` and `asymptotic_sequence`.

    Examples
    --------
    >>> e = mean_sequence_asymptotic([0, 8] * 5000)
    >>> print(f"{e:ci}"), e.method
    4.000 [3.846, 4.154]
    (None, 'asymptotic sequence')
    """
    return asymptotic_sequence(
        mean(samples, level=level, exact=exact, seed=seed), tuned_n=tuned_n, first_look=first_look
    )


def asymptotic_sequence(
    estimate: Estimate, *, tuned_n: int = 100_000, first_look: int = 1000
) -> Estimate:
    """Replace an interval for a fixed number of units by one that holds at every look.

    For means, clustered means, ratios and paired differences: whatever has an error of the
    order ``1 / sqrt(n)`` over n independent units.

    Parameters
    ----------
    estimate : Estimate
        What the first n units gave, in their order.
    tuned_n : int, default 100_000
        Where the interval is to be tightest; chosen before the run.
    first_look : int, default 1000
        Units before which the interval is infinite; chosen before the run.

    Returns
    -------
    Estimate
        The same value and error, the wider interval and the `method`
        ``"asymptotic sequence"``: its level holds in the limit of late first looks [1]_, as a
        normal interval's does for large n.

    Raises
    ------
    InputError
        If `tuned_n` or `first_look` is below 1, or the estimate is a proportion
        (`proportion_sequence` needs no limit).

    Notes
    -----
    What is rare wants a late first look: after a hundred hits or so.

    With r = rho**2 tuned as in [1]_ the half-width is
    ``se * sqrt(2 (n r + 1) / (n r) * log(sqrt(n r + 1) / (1 - level)))``.

    References
    ----------
    .. [1] I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform
       central limit theory and asymptotic confidence sequences", Annals of Statistics 52
       (2024), 2613-2640, theorem 2.2.

    Examples
    --------
    >>> e = Estimate(1.0, 0.01, 0.98, 1.02, 0.95, "normal", 100_000)
    >>> print(f"{asymptotic_sequence(e):ci}")
    1.000 [0.970, 1.030]
    """
    if tuned_n < 1 or first_look < 1:
        raise InputError("tuned_n, first_look: at least 1 is wanted")
    if estimate.n_success is not None:
        raise InputError("estimate: a proportion has its own sequence, proportion_sequence")
    check_level(estimate.level)
    n, half = estimate.n, math.inf
    if n >= first_look and estimate.se > 0.0:
        doubt = -2.0 * math.log(1.0 - estimate.level)
        r = n * (doubt + math.log1p(doubt)) / tuned_n
        half = estimate.se * math.sqrt((r + 1.0) / r * (math.log1p(r) + doubt))
    centre = estimate.value if math.isfinite(half) else 0.0
    return replace(
        estimate, ci_low=centre - half, ci_high=centre + half, method="asymptotic sequence"
    )


_LARGE = 1000


def _excess(x: int) -> float:
    """``lgamma(x + 1/2) - x log x + x``, where both sides are huge too."""
    if x == 0:
        return 0.5 * math.log(math.pi)
    if x < _LARGE:
        return math.lgamma(x + 0.5) - x * math.log(x) + x
    return 0.5 * math.log(2.0 * math.pi) - 1.0 / (24.0 * x) + 7.0 / (2880.0 * x**3)


def _stirling(x: int) -> float:
    """``log(x!) - x log x + x`` for x above 0."""
    if x < _LARGE:
        return math.lgamma(x + 1.0) - x * math.log(x) + x
    return 0.5 * math.log(2.0 * math.pi * x) + 1.0 / (12.0 * x) - 1.0 / (360.0 * x**3)


def _lower(hits: int, misses: int, limit: float) -> float:
    """Least p with ``n KL(hits / n, p) <= limit``, by bisection on its logarithm."""
    if hits == 0:
        return 0.0
    n = hits + misses
    if misses == 0:
        return math.exp(-limit / n)
    share = hits / n

    def divergence(p: float) -> float:
        gap = share - p
        return hits * math.log1p(gap / p) + misses * math.log1p(-gap / (1.0 - p))

    outside, inside = math.log(share), math.log(share)
    while divergence(math.exp(outside)) < limit:
        outside -= 1.0 + (inside - outside)
    while inside - outside > 1e-13 * max(1.0, -outside):
        middle = 0.5 * (inside + outside)
        if divergence(math.exp(middle)) < limit:
            inside = middle
        else:
            outside = middle
    return math.exp(outside)
