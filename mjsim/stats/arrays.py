"""Arrays as they come in, checked."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError

__all__ = ["finite", "same_length"]


def finite(array: ArrayLike, name: str, *, ndim: int = 1) -> NDArray[np.float64]:
    """Return numbers as float64, or say which row is none.

    Parameters
    ----------
    array : array_like of bool, int or float
        The numbers.
    name : str
        The argument's name, for the message.
    ndim : int, default 1
        Dimensions wanted.

    Returns
    -------
    ndarray of float64
        The same numbers.

    Raises
    ------
    InputError
        If there are no numbers, another number of dimensions, or a value is not finite.

    Examples
    --------
    >>> finite([True, False], "is_win")
    array([1., 0.])
    """
    given = np.asarray(array)
    if given.ndim != ndim:
        raise InputError(f"{name}: {ndim} dimensions are wanted, not {given.ndim}")
    if given.dtype.kind not in "biuf":
        raise InputError(f"{name}: numbers are wanted, not {given.dtype}")
    numbers = given.astype(np.float64)
    bad = np.argwhere(~np.isfinite(numbers))
    if bad.size:
        raise InputError(f"{name}: row {bad[0][0]} is {numbers[tuple(bad[0])]}")
    return numbers


def same_length(first: NDArray[np.float64], second: NDArray[np.float64], name: str) -> None:
    """Refuse two arrays of different length.

    Parameters
    ----------
    first, second : ndarray
        Arrays whose rows belong together.
    name : str
        The second argument's name, for the message.

    Raises
    ------
    InputError
        If they differ in length.

    Examples
    --------
    >>> same_length(np.zeros(2), np.ones(2), "b")
    """
    if len(first) != len(second):
        raise InputError(f"{name}: {len(second)} rows beside {len(first)}")
