"""Proportions of independent trials and their intervals."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError
from mjsim.stats.estimate import Estimate
from mjsim.stats.normal import normal_quantile
from mjsim.stats.rational import rational

__all__ = ["Proportions", "proportion", "proportions"]


class Proportions(NamedTuple):
    """Estimates of many proportions, as arrays of one shape.

    Attributes
    ----------
    value : ndarray of float64
        Hits per trial; nan without trials.
    se : ndarray of float64
        Standard errors; nan without trials.
    ci_low, ci_high : ndarray of float64
        Ends of the intervals, in [0, 1].
    method : ndarray of str
        ``"wilson"``, ``"clopper-pearson"`` (no hits, or nothing but hits) or ``"no trials"``.

    Examples
    --------
    >>> proportions([1, 2], 4).value
    array([0.25, 0.5 ])
    """

    value: NDArray[np.float64]
    se: NDArray[np.float64]
    ci_low: NDArray[np.float64]
    ci_high: NDArray[np.float64]
    method: NDArray[np.str_]


def proportions(n_success: ArrayLike, n: ArrayLike, *, level: float = 0.95) -> Proportions:
    """Estimate many proportions at once.

    Parameters
    ----------
    n_success : array_like of int
        Hits, any shape.
    n : array_like of int
        Independent trials; broadcast against the hits.
    level : float, default 0.95
        Confidence level of each interval.

    Returns
    -------
    Proportions
        Arrays of the broadcast shape.

    Raises
    ------
    InputError
        If a count is not a whole number, is negative, or exceeds its trials (the message
        gives the place), or if the level is not in (0, 1).

    See Also
    --------
    proportion : one of them, with the definitions and the papers.

    Examples
    --------
    >>> p = proportions([0, 30], [100, 100])
    >>> p.ci_high.round(4), p.method.tolist()
    (array([0.0362, 0.3958]), ['clopper-pearson', 'wilson'])
    """
    hits, trials = np.broadcast_arrays(_counts(n_success, "n_success"), _counts(n, "n"))
    if np.any(hits > trials):
        at = np.unravel_index(int(np.argmax(hits > trials)), hits.shape)
        place = f" (at {', '.join(map(str, at))})" if at else ""
        raise InputError(f"n_success: {hits[at]} of {trials[at]} trials{place}")
    quantile = normal_quantile(level)
    known = trials > 0
    size = np.where(known, trials, 1).astype(np.float64)
    share = hits / size

    centre = (share + quantile**2 / (2 * size)) / (1 + quantile**2 / size)
    half = (
        quantile
        / (1 + quantile**2 / size)
        * np.sqrt(share * (1 - share) / size + quantile**2 / (4 * size**2))
    )
    low, high = centre - half, centre + half
    # At the edges the exact bounds have a closed form: (1 - p)^n = (1 - level) / 2.
    gap = -np.expm1(np.log((1 - level) / 2) / size)
    none, every = known & (hits == 0), known & (hits == trials)
    low, high = np.where(none | ~known, 0.0, low), np.where(every | ~known, 1.0, high)
    low, high = np.where(every, 1 - gap, low), np.where(none, gap, high)

    # There the plain error is 0, which no sample shows: that of (hits + 1) / (n + 2) instead.
    edge = none | every
    inner = np.where(edge, (hits + 1) / (size + 2), share)
    se = np.sqrt(inner * (1 - inner) / np.where(edge, size + 3, size))
    method = np.where(edge, "clopper-pearson", np.where(known, "wilson", "no trials"))
    return Proportions(
        np.where(known, share, np.nan),
        np.where(known, se, np.nan),
        np.clip(low, 0.0, 1.0),
        np.clip(high, 0.0, 1.0),
        method,
    )


def proportion(
    n_success: int,
    n: int,
    *,
    level: float = 0.95,
    exact: Fraction | int | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate a proportion from independent trials.

    Parameters
    ----------
    n_success : int
        Hits, ``0 <= n_success <= n``.
    n : int
        Independent trials. Rows that share a hand, a wall or a session are not independent.
    level : float, default 0.95
        Confidence level of the interval, which holds for an `n` fixed in advance.
    exact : Fraction or int, optional
        The exact probability, to stand beside the estimate.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Estimate
        With `method` ``"wilson"`` [1]_, or ``"clopper-pearson"`` [2]_ if there were no hits
        or nothing but hits. Without trials the value is nan and the interval [0, 1].

    Raises
    ------
    InputError
        If the counts, the level or the exact probability are out of range.

    Notes
    -----
    The standard error is that of the observed proportion. If there were no hits or nothing
    but hits it is that of ``(n_success + 1) / (n + 2)``, about ``1 / n``: never 0.

    References
    ----------
    .. [1] E. B. Wilson, "Probable inference, the law of succession, and statistical
       inference", Journal of the American Statistical Association 22 (1927), 209-212.
    .. [2] C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits
       illustrated in the case of the binomial", Biometrika 26 (1934), 404-413.

    Examples
    --------
    >>> from fractions import Fraction
    >>> e = proportion(312, 1000, exact=Fraction(1, 3))
    >>> f"{e:ci}", e.method, round(e.z, 2)
    ('0.312 [0.284, 0.341]', 'wilson', -1.43)
    >>> print(proportion(0, 1_000_000))
    ≤ 3.7e-06
    """
    chance = rational(exact)
    if chance is not None and not 0 <= chance <= 1:
        raise InputError(f"exact: {exact} is not a probability")
    many = proportions(n_success, n, level=level)
    if many.value.ndim:
        raise InputError("n_success: one count is wanted here; proportions() takes arrays")
    return Estimate(
        float(many.value),
        float(many.se),
        float(many.ci_low),
        float(many.ci_high),
        float(level),
        str(many.method),
        int(n),
        exact=chance,
        n_success=int(n_success),
        seed=seed,
    )


def _counts(numbers: ArrayLike, name: str) -> NDArray[np.int64]:
    """Whole numbers from 0 up, as int64."""
    array = np.asarray(numbers)
    if array.dtype.kind not in "iu":
        raise InputError(f"{name}: whole numbers are wanted, not {array.dtype}")
    if array.size and (array.min() < 0 or array.max() > np.iinfo(np.int64).max):
        raise InputError(f"{name}: {array.min()} to {array.max()} is out of range")
    return array.astype(np.int64)
