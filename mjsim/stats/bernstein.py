"""Means of bounded values, with intervals that hold at every look without any approximation."""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError
from mjsim.stats.arrays import finite
from mjsim.stats.estimate import Estimate
from mjsim.stats.normal import check_level
from mjsim.stats.rational import rational

__all__ = ["BernsteinSequence", "mean_sequence_bernstein"]

_LARGEST_BET = 0.5


class BernsteinSequence:
    """A mean of bounded independent values, fed block by block in their order.

    Parameters
    ----------
    bounds : tuple of float
        Least and largest possible value, derived from the rules and not from the sample.
    level : float, default 0.95
        Probability that the intervals of all looks hold together, at least.
    tuned_n : int, optional
        Where the interval is to be tightest, chosen before the run. Without it the interval is
        fair at all n, there wider by a quarter to a half.
    exact : Fraction or int, optional
        The exact mean, to stand beside the estimate.
    seed : int, optional
        Root seed of the sample.

    Raises
    ------
    InputError
        If the bounds are not finite and in order, the level is not in (0, 1), or `tuned_n` is
        below 1.

    Notes
    -----
    The empirical Bernstein sequence with predictable plug-ins [1]_: each value is weighed by
    a bet that only earlier values decide. The order of the values matters, their cutting into
    blocks does not. The value is the plain mean, which need not be the interval's middle. The
    width goes with the standard deviation once n exceeds a few times ``(high - low) / sd``
    squared.

    References
    ----------
    .. [1] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by
       betting", Journal of the Royal Statistical Society B 86 (2024), 1-27, theorem 2.

    Examples
    --------
    >>> s = BernsteinSequence((0, 28))
    >>> s.add([0, 8, 0, 2] * 1000)
    >>> s.add([0, 8, 0, 2] * 1000)
    >>> e = s.estimate()
    >>> print(f"{e:ci}"), e.method
    2.500 [2.364, 2.637]
    (None, 'empirical Bernstein sequence')
    """

    __slots__ = ("_bounds", "_exact", "_level", "_n", "_seed", "_sums", "_tuned_n")

    def __init__(
        self,
        bounds: tuple[float, float],
        *,
        level: float = 0.95,
        tuned_n: int | None = None,
        exact: Fraction | int | None = None,
        seed: int | None = None,
    ) -> None:
        low, high = map(float, bounds)
        if not (math.isfinite(high - low) and low < high):
            raise InputError(f"bounds: {low} to {high} is no range")
        if tuned_n is not None and tuned_n < 1:
            raise InputError("tuned_n: at least 1 is wanted")
        self._bounds, self._tuned_n = (low, high), tuned_n
        self._level, self._exact, self._seed = check_level(level), rational(exact), seed
        self._n = 0
        # Running sums, scaled to 0 to 1: values, squares, squared deviations from the mean so
        # far; then bets, bets times values, and the price of the bets.
        self._sums = (0.0,) * 6

    @property
    def n(self) -> int:
        """Values so far."""
        return self._n

    def add(self, block: ArrayLike) -> None:
        """Take the next values.

        Parameters
        ----------
        block : array_like of bool, int or float, shape (m,)
            The values that follow those taken so far.

        Raises
        ------
        InputError
            If a value is not finite or leaves the bounds (the message gives the row); nothing
            is taken then.
        """
        values = finite(block, "block")
        low, high = self._bounds
        bad = np.flatnonzero((values < low) | (values > high))
        if bad.size:
            raise InputError(f"block: row {bad[0]} is {values[bad[0]]}, outside {low} to {high}")
        if not values.size:
            return
        x = (values - low) / (high - low)
        t = np.arange(self._n + 1, self._n + x.size + 1, dtype=np.float64)
        first, second, spread, bets, hits, price = self._sums
        # cumsum adds in order: how the values are cut into blocks changes no bit.
        total = _running(first, x)
        mean = (0.5 + total) / (np.append(t[0] - 1.0, t) + 1.0)
        deviation = _running(spread, (x - mean[1:]) ** 2)
        variance = (0.25 + deviation[:-1]) / t
        horizon = t * np.log1p(t) if self._tuned_n is None else float(self._tuned_n)
        doubt = math.log(2.0 / (1.0 - self._level))
        bet = np.minimum(np.sqrt(2.0 * doubt / (variance * horizon)), _LARGEST_BET)
        cost = (x - mean[:-1]) ** 2 * (-np.log1p(-bet) - bet)
        self._n += x.size
        self._sums = (
            float(total[-1]),
            float(_running(second, x * x)[-1]),
            float(deviation[-1]),
            float(_running(bets, bet)[-1]),
            float(_running(hits, bet * x)[-1]),
            float(_running(price, cost)[-1]),
        )

    def estimate(self) -> Estimate:
        """Mean, error and interval of the values so far.

        Returns
        -------
        Estimate
            With `method` ``"empirical Bernstein sequence"``; the standard error is the plain
            one, nan while all values are one. Without values the interval is the bounds.
        """
        low, high = self._bounds
        width, n = high - low, self._n
        value = se = math.nan
        ci_low, ci_high = low, high
        if n:
            first, second, _, bets, hits, price = self._sums
            value = min(max(low + width * first / n, low), high)
            square = second - first * first / n
            if n > 1 and square > 1e-12 * second:
                se = width * math.sqrt(square / (n - 1) / n)
            half = (math.log(2.0 / (1.0 - self._level)) + price) / bets
            ci_low = max(low, low + width * (hits / bets - half))
            ci_high = min(high, low + width * (hits / bets + half))
        return Estimate(
            value,
            se,
            ci_low,
            ci_high,
            self._level,
            "empirical Bernstein sequence",
            n,
            exact=self._exact,
            seed=self._seed,
        )


def mean_sequence_bernstein(
    samples: ArrayLike,
    bounds: tuple[float, float],
    *,
    level: float = 0.95,
    tuned_n: int | None = None,
    exact: Fraction | int | None = None,
    seed: int | None = None,
) -> Estimate:
    """Estimate a mean of bounded independent samples, looked at as often as one likes.

    Parameters
    ----------
    samples : array_like of bool, int or float, shape (n,)
        All samples so far, in their order.
    bounds, level, tuned_n, exact, seed
        As in `BernsteinSequence`, which takes samples block by block.

    Returns
    -------
    Estimate
        With `method` ``"empirical Bernstein sequence"``.

    Raises
    ------
    InputError
        As `BernsteinSequence`.

    Examples
    --------
    >>> e = mean_sequence_bernstein([0, 1] * 1000, (0, 1))
    >>> print(f"{e:ci}")
    0.500 [0.452, 0.547]
    """
    sequence = BernsteinSequence(bounds, level=level, tuned_n=tuned_n, exact=exact, seed=seed)
    sequence.add(samples)
    return sequence.estimate()


def _running(start: float, parts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return running sums from a start, which comes first."""
    sums: NDArray[np.float64] = np.cumsum(np.concatenate(((start,), parts)))
    return sums
