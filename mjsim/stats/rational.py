"""Exact values are rational: a float would not be the exact value."""

from fractions import Fraction

from mjsim.errors import InputError

__all__ = ["rational"]


def rational(exact: Fraction | int | None) -> Fraction | None:
    """Return an exact value as a fraction.

    Parameters
    ----------
    exact : Fraction or int or None
        The value; None where it is not known.

    Returns
    -------
    Fraction or None
        The same value.

    Raises
    ------
    InputError
        If the value is anything else, a float above all.

    Examples
    --------
    >>> rational(1)
    Fraction(1, 1)
    >>> rational(0.1)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: exact: a Fraction is wanted, not float
    """
    if exact is None:
        return None
    if not isinstance(exact, (Fraction, int)):
        raise InputError(f"exact: a Fraction is wanted, not {type(exact).__name__}")
    return Fraction(exact)
