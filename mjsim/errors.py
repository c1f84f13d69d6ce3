"""The one error that bad input raises."""

__all__ = ["InputError"]


class InputError(ValueError):
    """Malformed or impossible input.

    The message is one line and names the place: the character of a notation, the argument,
    and in a batch the row.

    Examples
    --------
    >>> raise InputError("row 3: five of 5m")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: row 3: five of 5m
    """
