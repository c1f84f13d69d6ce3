"""Slopes of what seats gain on what they are dealt; seats of a hand share a wall."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.experiments.table_counts import Floats
from mjsim.stats import Estimate, ratio

__all__ = ["slope"]

_NOTHING = 1e-9
"""Part of the spread that is left where it is none but for rounding."""


def slope(
    values: ArrayLike,
    on: ArrayLike,
    roles: Sequence[NDArray[np.bool_]],
    *,
    beside: ArrayLike | None = None,
    seed: int,
) -> Estimate:
    """Estimate the slope of the line of least squares over seats, and its error by hand.

    An association: seats that were dealt more may differ in other ways, too.

    Parameters
    ----------
    values, on : array_like [n, k]
        By hand and seat.
    roles : sequence of bool[n, k]
        Seats that are compared with each other only: each role has a level of its own, and all
        have one slope. Seats in none of them are left out.
    beside : array_like [n, k], optional
        Held fixed: the slope is that of a line in both.
    seed : int
        Kept in the estimate.

    Returns
    -------
    Estimate
        The ratio of two sums over hands, by `mjsim.stats.ratio`. Its residuals are what each
        hand adds to the normal equations, so that the error is that of the sandwich by cluster
        [1]_, with m / (m - 1) for m hands. ``"no trials"`` if nothing varies.

    References
    ----------
    .. [1] K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear
       models", Biometrika 73 (1986), 13-22.

    Examples
    --------
    >>> on = np.arange(800).reshape(-1, 4) % 5
    >>> everyone = np.ones((200, 4), np.bool_)
    >>> estimate = slope(2.0 * on + np.arange(800).reshape(-1, 4) % 3, on, [everyone], seed=1)
    >>> print(estimate)
    2.002 ± 0.020
    """
    y, x = _centred(values, roles), _centred(on, roles)
    spread = float((x * x).sum())
    if beside is not None:
        # Frisch, Waugh and Lovell: a line in both is a line in what the other leaves.
        z = _centred(beside, roles)
        apart = float((z * z).sum())
        if apart > 0.0:
            x = x - z * (float((x * z).sum()) / apart)
            y = y - z * (float((y * z).sum()) / apart)
    if float((x * x).sum()) <= _NOTHING * spread:
        x = np.zeros_like(x)
    return ratio((x * y).sum(axis=1), (x * x).sum(axis=1), seed=seed)


def _centred(values: ArrayLike, roles: Sequence[NDArray[np.bool_]]) -> Floats:
    """Return values less the mean of their role; 0 for seats of none."""
    array = np.asarray(values, np.float64)
    found = np.zeros_like(array)
    for seats in roles:
        own = array[seats]
        if own.size:
            found[seats] = own - own.mean()
    return found
