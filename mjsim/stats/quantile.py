"""Quantiles of values that come in clusters."""

import numpy as np
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.stats.estimate import Estimate
from mjsim.stats.normal import check_level, normal_quantile

__all__ = ["clustered_quantile"]


def clustered_quantile(
    values: NDArray[np.float64], share: float, *, level: float = 0.95, seed: int | None = None
) -> Estimate:
    """Estimate a quantile of values whose clusters are independent of each other.

    Parameters
    ----------
    values : float64[n, k]
        By cluster: a session, a hand; and its values.
    share : float
        Of the values that lie below, in (0, 1).
    level : float
    seed : int, optional
        Kept in the estimate.

    Returns
    -------
    Estimate
        With Woodruff's interval [1]_: the quantiles at the ends of the interval of the share;
        the error is what a normal interval of this width has.

    Raises
    ------
    InputError
        If there are fewer than two clusters, or the share or level is not in (0, 1).

    References
    ----------
    .. [1] R. S. Woodruff, "Confidence intervals for medians and other position measures",
       Journal of the American Statistical Association 47 (1952), 635-646.

    Examples
    --------
    >>> print(f"{clustered_quantile(np.arange(1000.0)[:, np.newaxis], 0.5):ci}")
    500 [469, 530]
    """
    check_level(level)
    if not 0.0 < share < 1.0:
        raise InputError(f"share: between 0 and 1, not {share}")
    if len(values) < 2:
        raise InputError(f"values: {len(values)} clusters are too few for a quantile")
    value = float(np.quantile(values, share))
    below = (values <= value).mean(axis=1)
    wide = normal_quantile(level)
    half = wide * float(below.std(ddof=1)) / np.sqrt(len(values))
    low, high = np.quantile(values, np.clip([share - half, share + half], 0.0, 1.0)).tolist()
    spread = (high - low) / (2.0 * wide)
    return Estimate(value, spread, low, high, level, "woodruff by session", len(values), seed=seed)
