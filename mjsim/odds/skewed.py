"""Means of few values of which most are small: intervals that a rare large one does not break."""

import math

import numpy as np
from numpy.typing import NDArray

from mjsim.stats import Estimate, mean
from mjsim.streams import Stream, bits_of

__all__ = ["mean_of_chances", "mean_of_values"]

_LEVEL = 0.95
_BETS = 24
_LARGEST_BET = 0.99
_STEPS = 40  # halvings of an end's bracket
_RESAMPLES = 2000
_TINY = 1e-9  # a mean that is not told from 0
_BATCH = 200  # resamples at once


def mean_of_chances(samples: NDArray[np.float64], *, seed: int | None = None) -> Estimate:
    """Estimate a mean of values from 0 to 1 that are drawn with or without replacement.

    Parameters
    ----------
    samples : ndarray of float64, shape (n,)
        At least one value; their order does not matter.
    seed : int, optional
        Root seed of the sample, for the record.

    Returns
    -------
    Estimate
        With `method` ``"betting"``; the standard error is the plain one of a mean, nan while
        all values are one.

    Notes
    -----
    The lower end is the least m against which no bettor becomes rich [1]_: a capital of 1 is bet
    in equal parts at fixed shares b, so that it becomes the mean of the products of
    ``1 + b (x - m) / m``. If m is the mean that is expected to be 1 at most, also for values
    drawn without replacement (Maclaurin's inequality), so that it reaches 40 with a chance of
    2.5 % at most (Markov's). The upper end is that of ``1 - x``. So the level is 95 % at least
    for any law of the values and any n; the interval is about twice as wide as the usual one.

    References
    ----------
    .. [1] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by
       betting", Journal of the Royal Statistical Society B 86 (2024), 1-27.

    Examples
    --------
    >>> found = mean_of_chances(np.array([0.0, 0.2, 0.1, 0.9] * 50))
    >>> print(f"{found:ci}"), found.method
    0.300 [0.224, 0.390]
    (None, 'betting')
    """
    values = np.clip(np.asarray(samples, np.float64), 0.0, 1.0)
    plain = mean(values, level=_LEVEL, seed=seed)
    shares = np.geomspace(min(0.5, 1.0 / len(values)), _LARGEST_BET, _BETS)
    low = _end(values, shares, plain.value)
    high = 1.0 - _end(1.0 - values, shares, 1.0 - plain.value)
    return Estimate(plain.value, plain.se, low, high, _LEVEL, "betting", plain.n, seed=seed)


def _end(values: NDArray[np.float64], shares: NDArray[np.float64], inside: float) -> float:
    """Return the lower end of the interval, below a mean that is inside."""
    out = 0.0
    for _ in range(_STEPS):
        middle = (out + inside) / 2.0
        if middle <= _TINY or _rich(values, shares, middle):
            out = middle
        else:
            inside = middle
    return out if out > _TINY else 0.0


def _rich(values: NDArray[np.float64], shares: NDArray[np.float64], m: float) -> bool:
    """Whether bets that the mean is larger than m make 1 into 40."""
    capital = np.log1p(shares[:, None] * ((values - m) / m)).sum(axis=1)
    together = float(np.logaddexp.reduce(capital)) - math.log(len(shares))
    return together >= math.log(2.0 / (1.0 - _LEVEL))


def mean_of_values(samples: NDArray[np.float64], *, seed: int, game: str) -> Estimate:
    """Estimate a mean of values that nothing bounds usefully, by the bootstrap-t.

    Parameters
    ----------
    samples : ndarray of float64, shape (n,)
        At least two values.
    seed : int
        Root seed of the sample and of the resamples.
    game : {"tianjin", "wenling"}

    Returns
    -------
    Estimate
        With `method` ``"bootstrap t"``; ``"unbounded"``, with an infinite interval and an unknown
        error, while all values are one.

    Notes
    -----
    Student's score of 2000 resamples stands for that of the sample, so that the interval is as
    skewed as the values. It is no guarantee: what the sample lacks, resamples lack too, and where
    rare completions are worth much the interval holds the mean less often than 95 %.

    Examples
    --------
    >>> found = mean_of_values(np.array([0.0, 0.0, 0.0, 3.0] * 50), seed=1, game="tianjin")
    >>> print(found), found.ci_high - 0.75 > 0.75 - found.ci_low
    0.750 ± 0.092
    (None, True)
    """
    values = np.asarray(samples, np.float64)
    plain = mean(values, level=_LEVEL, seed=seed)
    if not math.isfinite(plain.se):
        return plain
    rng = np.random.Generator(bits_of(seed, Stream.ODDS, game, 1))
    n = len(values)
    scores: list[NDArray[np.float64]] = []
    for _ in range(_RESAMPLES // _BATCH):
        taken = values[rng.integers(0, n, (_BATCH, n))]
        errors = taken.std(axis=1, ddof=1) / math.sqrt(n)
        off = taken.mean(axis=1) - plain.value
        # A resample of one value has no error: it lies beyond all others, where it lies.
        beyond = np.where(off > 0, np.inf, np.where(off < 0, -np.inf, 0.0))
        scores.append(np.divide(off, errors, out=beyond, where=errors > 0))
    tail = (1.0 - _LEVEL) / 2.0
    scored = np.concatenate(scores)
    least = float(np.quantile(scored, tail, method="lower"))
    most = float(np.quantile(scored, 1.0 - tail, method="higher"))
    return Estimate(
        plain.value,
        plain.se,
        plain.value - most * plain.se,
        plain.value - least * plain.se,
        _LEVEL,
        "bootstrap t",
        n,
        seed=seed,
    )
