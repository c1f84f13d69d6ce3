"""Control variates: noise taken out of a mean by quantities whose mean is known exactly."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError
from mjsim.stats.arrays import finite, same_length
from mjsim.stats.estimate import Estimate
from mjsim.stats.student import t_mean

__all__ = ["Controlled", "control_coefficients", "controlled_mean", "earlier_coefficients"]


@dataclass(frozen=True, slots=True)
class Controlled:
    """A mean with noise taken out, and what that gained.

    Attributes
    ----------
    estimate : Estimate
        The controlled mean.
    plain : Estimate
        The mean without controls, over the same units.
    variance_reduction : float
        Variance of the plain mean over that of the controlled one; below 1 the controls
        harmed. Infinite if nothing is left, nan if the plain values do not vary.
    efficiency : float or None
        The same for equal computing time, if the seconds were given.

    Examples
    --------
    >>> controlled_mean([1, 2, 3, 4], [1, 2, 2, 4], 2, 1).variance_reduction
    6.67
    """

    estimate: Estimate
    plain: Estimate
    variance_reduction: float
    efficiency: float | None


def controlled_mean(
    y: ArrayLike,
    x: ArrayLike,
    known: ArrayLike,
    coefficients: ArrayLike,
    *,
    level: float = 0.95,
    seconds_with: float | None = None,
    seconds_without: float | None = None,
    seed: int | None = None,
) -> Controlled:
    """Estimate the mean of y with controls x of exactly known means.

    Parameters
    ----------
    y : array_like of bool, int or float, shape (n,)
        One value an independent unit.
    x : array_like of bool, int or float, shape (n,) or (n, k)
        The unit's controls.
    known : array_like of float, shape () or (k,)
        Exact means of the controls.
    coefficients : array_like of float, shape (), (k,) or (n, k)
        What each control is multiplied with: fixed, or from other units
        (`control_coefficients` of an earlier run, `earlier_coefficients`). Coefficients fitted
        to these same rows would bias the mean and flatter its error.
    level : float, default 0.95
        Confidence level, for an `n` fixed in advance.
    seconds_with, seconds_without : float, optional
        Computing time of these units with the controls, and of as many without.
    seed : int, optional
        Root seed of the sample.

    Returns
    -------
    Controlled
        With the mean of ``y - (x - known) @ coefficients``; its `method` is
        ``"controlled t"``, with more than 1000 degrees of freedom ``"controlled normal"``.

    Raises
    ------
    InputError
        If shapes do not fit, a value is not finite, the level is not in (0, 1), or of the two
        times one is missing or none is positive.

    Examples
    --------
    >>> c = controlled_mean([1, 2, 3, 4], [1, 2, 2, 4], 2, 1, seconds_with=2, seconds_without=1)
    >>> print(c.estimate), print(c.plain), c.efficiency
    2.25 ± 0.25
    2.50 ± 0.65
    (None, None, 3.33)
    """
    values, controls = finite(y, "y"), _controls(x)
    same_length(values, controls, "x")
    n, k = controls.shape
    centre = finite(np.atleast_1d(known), "known")
    factor = np.atleast_1d(coefficients)
    factor = finite(factor, "coefficients", ndim=factor.ndim)
    if centre.shape != (k,):
        raise InputError(f"known: shape {centre.shape} for {k} controls")
    if factor.shape not in ((k,), (n, k)):
        raise InputError(f"coefficients: shape {factor.shape} for {n} rows of {k} controls")
    left = values - ((controls - centre) * factor).sum(axis=1)
    scale = float(np.abs(values).max(initial=0.0))
    plain = t_mean(values, scale, "mean", level=level, seed=seed)
    estimate = t_mean(left, scale, "controlled", level=level, seed=seed)
    reduction = math.nan
    if plain.se > 0.0:
        reduction = (plain.se / estimate.se) ** 2 if estimate.se > 0.0 else math.inf
    return Controlled(
        estimate, plain, reduction, _per_time(reduction, seconds_with, seconds_without)
    )


def control_coefficients(y: ArrayLike, x: ArrayLike) -> NDArray[np.float64]:
    """Fit coefficients by least squares, for units other than these.

    Parameters
    ----------
    y : array_like of bool, int or float, shape (n,)
        Values of earlier units.
    x : array_like of bool, int or float, shape (n,) or (n, k)
        Their controls.

    Returns
    -------
    ndarray of float64, shape (k,)
        Slopes of y on x; of the shortest solution where controls depend on each other, and 0
        below two units.

    Raises
    ------
    InputError
        If shapes do not fit or a value is not finite.

    Examples
    --------
    >>> control_coefficients([1, 3, 5], [0, 1, 2])
    array([2.])
    """
    values, controls = finite(y, "y"), _controls(x)
    same_length(values, controls, "x")
    if values.size < 2:
        return np.zeros(controls.shape[1])
    return _slopes(values - values.mean(), controls - controls.mean(axis=0))


def earlier_coefficients(y: ArrayLike, x: ArrayLike, blocks: ArrayLike) -> NDArray[np.float64]:
    """Fit coefficients for each block of units to the blocks before it alone.

    Parameters
    ----------
    y : array_like of bool, int or float, shape (n,)
        Values in their order.
    x : array_like of bool, int or float, shape (n,) or (n, k)
        Their controls.
    blocks : array_like of int, shape (n,)
        Number of each row's block, never falling.

    Returns
    -------
    ndarray of float64, shape (n, k)
        Coefficients of each row, 0 in the first block; for `controlled_mean`.

    Raises
    ------
    InputError
        If shapes do not fit, a value is not finite, or the block numbers fall.

    Examples
    --------
    >>> earlier_coefficients([1, 3, 5, 6], [0, 1, 2, 3], [0, 0, 0, 1]).ravel()
    array([0., 0., 0., 2.])
    """
    values, controls, block = finite(y, "y"), _controls(x), finite(blocks, "blocks")
    same_length(values, controls, "x")
    same_length(values, block, "blocks")
    if np.any(np.diff(block) < 0.0):
        raise InputError(f"blocks: row {int(np.argmax(np.diff(block) < 0.0)) + 1} goes back")
    result = np.zeros_like(controls)
    starts = (np.flatnonzero(np.diff(block)) + 1).tolist()
    for start, end in pairwise([*starts, values.size]):
        result[start:end] = control_coefficients(values[:start], controls[:start])
    return result


def _controls(x: ArrayLike) -> NDArray[np.float64]:
    """Return controls as a table; one control may come as a plain array."""
    table = finite(x, "x", ndim=1 if np.ndim(x) == 1 else 2)
    return table[:, np.newaxis] if table.ndim == 1 else table


def _slopes(values: NDArray[np.float64], controls: NDArray[np.float64]) -> NDArray[np.float64]:
    """Least squares on centred columns."""
    slopes = np.linalg.lstsq(controls, values, rcond=None)[0]
    return slopes.astype(np.float64)


def _per_time(reduction: float, with_: float | None, without: float | None) -> float | None:
    """Variance reduction for equal time."""
    if with_ is None and without is None:
        return None
    if with_ is None or without is None or not (with_ > 0.0 and without > 0.0):
        raise InputError("seconds: both times are wanted, and positive")
    return reduction * without / with_
