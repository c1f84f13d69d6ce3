"""Correction of many p values for the share of false alarms."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.stats.holm import checked_p_values

__all__ = ["benjamini_hochberg"]


def benjamini_hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust p values so that comparing each with a rate bounds the share of false alarms.

    For long tables out of which some are to be looked at closer; a claim takes `holm`. The
    step-up method of [1]_ holds for independent and for positively dependent tests.

    Parameters
    ----------
    p_values : array_like of float, shape (m,)
        P values in [0, 1], in any order.

    Returns
    -------
    ndarray of float64, shape (m,)
        Adjusted p values in the same order, in [0, 1].

    Raises
    ------
    InputError
        If the input has not one dimension, or a value is outside [0, 1].

    References
    ----------
    .. [1] Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", Journal of
       the Royal Statistical Society B 57 (1995), 289-300.

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.5, 0.02])
    array([0.03, 0.5 , 0.03])
    """
    p = checked_p_values(p_values)
    order = np.argsort(p, kind="stable")[::-1]
    raised = p[order] * p.size / np.arange(p.size, 0, -1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.minimum.accumulate(raised), 1.0)
    return adjusted
