"""Correction of many p values."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError

__all__ = ["checked_p_values", "holm"]


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Adjust p values so that comparing each with a rate bounds the chance of any false alarm.

    Holm's step-down method [1]_; it holds whatever the dependence between the tests.

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
    .. [1] S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
       Journal of Statistics 6 (1979), 65-70.

    Examples
    --------
    >>> holm([0.01, 0.5, 0.02])
    array([0.03, 0.5 , 0.04])
    """
    p = checked_p_values(p_values)
    order = np.argsort(p, kind="stable")
    raised = p[order] * np.arange(p.size, 0, -1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(raised), 1.0)
    return adjusted


def checked_p_values(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return p values as an array, or say which is none.

    Parameters
    ----------
    p_values : array_like of float, shape (m,)
        P values in [0, 1].

    Returns
    -------
    ndarray of float64, shape (m,)
        The same values.

    Raises
    ------
    InputError
        If the input has not one dimension, or a value is outside [0, 1].

    Examples
    --------
    >>> checked_p_values([0.5])
    array([0.5])
    """
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1:
        raise InputError(f"p_values: one dimension is wanted, not {p.ndim}")
    # Written so that nan fails too.
    bad = np.flatnonzero(~((p >= 0.0) & (p <= 1.0)))
    if bad.size:
        raise InputError(f"p_values: row {bad[0]} is {p[bad[0]]}, outside 0 to 1")
    return p
