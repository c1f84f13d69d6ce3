"""The jackknife: an error for any figure of independent units."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.stats.estimate import Estimate
from mjsim.stats.normal import check_level
from mjsim.stats.student import t_quantile

__all__ = ["jackknife"]


def jackknife(
    figure: Callable[[NDArray[np.float64]], float],
    samples: NDArray[np.float64],
    *,
    groups: int = 20,
    level: float = 0.95,
    seed: int | None = None,
) -> Estimate:
    """Estimate a smooth figure of units and its error, leaving out one group after another [1]_.

    Parameters
    ----------
    figure : callable
        Takes an array of units and returns the figure.
    samples : float64[n, ...]
        Independent units along the first axis, at least two for each group.
    groups : int
        Units are cut into so many consecutive groups.
    level : float
    seed : int, optional
        Kept in the estimate.

    Returns
    -------
    Estimate
        With Student's interval: the error of so many groups has one degree of freedom less.

    Raises
    ------
    InputError
        If there are too few units.

    References
    ----------
    .. [1] B. Efron and C. Stein, "The jackknife estimate of variance", Annals of Statistics 9
       (1981), 586-596.

    Examples
    --------
    >>> values = np.arange(1000.0) % 7
    >>> print(jackknife(lambda x: float(x.var(ddof=1)), values))
    3.999 ± 0.015
    """
    check_level(level)
    n = len(samples)
    if groups < 2 or n < 2 * groups:
        raise InputError(f"samples: {n} are too few for {groups} groups of the jackknife")
    bounds = np.linspace(0, n, groups + 1).astype(np.int64)
    value = figure(samples)
    without = np.array(
        [figure(np.concatenate([samples[:low], samples[high:]])) for low, high in pairwise(bounds)]
    )
    se = float(np.sqrt((groups - 1) / groups * ((without - without.mean()) ** 2).sum()))
    half = t_quantile(level, groups - 1) * se
    method = f"jackknife over {groups} groups"
    return Estimate(value, se, value - half, value + half, level, method, n, seed=seed)
