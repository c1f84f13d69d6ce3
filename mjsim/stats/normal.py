"""The normal law, from the standard library: scipy takes most of a second to import."""

import math
from statistics import NormalDist

from mjsim.errors import InputError

__all__ = ["check_level", "normal_quantile", "two_sided_p"]


def check_level(level: float) -> float:
    """Return a confidence level, or say why it is none.

    Parameters
    ----------
    level : float
        Confidence level, strictly between 0 and 1.

    Returns
    -------
    float
        The same level.

    Raises
    ------
    InputError
        If the level is not strictly between 0 and 1.

    Examples
    --------
    >>> check_level(0.95)
    0.95
    >>> check_level(95)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: level: 95 is not between 0 and 1
    """
    if not 0.0 < level < 1.0:
        raise InputError(f"level: {level} is not between 0 and 1")
    return float(level)


def normal_quantile(level: float) -> float:
    """Half-width, in standard errors, of the two-sided normal interval.

    Parameters
    ----------
    level : float
        Confidence level, strictly between 0 and 1.

    Returns
    -------
    float
        The quantile of the standard normal law at ``(1 + level) / 2``.

    Raises
    ------
    InputError
        If the level is not strictly between 0 and 1.

    Examples
    --------
    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    # From the lower tail: 1 - level is exact near 1, (1 + level) / 2 would round.
    return -NormalDist().inv_cdf((1.0 - check_level(level)) / 2.0)


def two_sided_p(z: float) -> float:
    """Two-sided p value of a standard normal score.

    Parameters
    ----------
    z : float
        The score.

    Returns
    -------
    float
        Probability of a score at least as far from 0, in [0, 1].

    Examples
    --------
    >>> round(two_sided_p(-1.959964), 4)
    0.05
    """
    return math.erfc(abs(z) / math.sqrt(2.0))
