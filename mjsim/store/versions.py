"""Versions of what runs."""

import platform
from importlib.metadata import PackageNotFoundError, version

__all__ = ["library_versions", "mjsim_version"]


def mjsim_version() -> str:
    """Return the version of mjsim.

    Returns
    -------
    str
        Version, or ``"unknown"`` in a source tree that is not installed.

    Examples
    --------
    >>> mjsim_version() != ""
    True
    """
    try:
        return version("mjsim")
    except PackageNotFoundError:
        return "unknown"


def library_versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries that results pass through.

    Returns
    -------
    dict of str to str
        By name.

    Examples
    --------
    >>> sorted(library_versions())
    ['numpy', 'platform', 'polars', 'python', 'scipy']
    """
    libraries = {name: version(name) for name in ("numpy", "polars", "scipy")}
    return {"python": platform.python_version(), "platform": platform.platform(), **libraries}
