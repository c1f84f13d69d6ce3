"""Packages that an extra brings."""

from importlib import import_module
from typing import Any

from mjsim.errors import InputError

__all__ = ["require"]


def require(module: str, who: str, extra: str) -> Any:
    """Import a module that not every installation has, or say how to get it.

    Parameters
    ----------
    module : str
    who : str
        What needs it, for the message.
    extra : str
        Of mjsim, that brings it.

    Raises
    ------
    InputError
        If it is not installed.

    Examples
    --------
    >>> require("json", "odds", "none").loads("[1]")
    [1]
    >>> require("no_such_module", "engine dask", "dask")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: engine dask: needs pip install "mjsim[dask]"
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise InputError(f'{who}: needs pip install "mjsim[{extra}]"') from error
