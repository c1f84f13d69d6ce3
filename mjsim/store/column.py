"""A column of a table: its type, its range, what it means."""

import re
from dataclasses import dataclass

import polars as pl

__all__ = ["Column"]

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PREFIXES: dict[str, pl.DataType] = {
    "is_": pl.Boolean(),
    "has_": pl.Boolean(),
    "n_": pl.Int64(),
    "p_": pl.Float64(),
}


@dataclass(frozen=True, slots=True)
class Column:
    """Declaration of one column.

    A prefix fixes the type: ``is_`` and ``has_`` Boolean, ``n_`` Int64 from 0 up (a counter),
    ``p_`` Float64 in [0, 1] (a probability).

    Parameters
    ----------
    name : str
        Lower-case ASCII with underscores; a unit goes into the name, as in ``elapsed_s``.
    dtype : polars data type
        Exact type, as a class or an instance.
    doc : str
        What the column means, in one line.
    nullable : bool, default False
        Whether values may be missing. nan never stands for a missing value.
    low, high : float, optional
        Least and largest value allowed.

    Raises
    ------
    ValueError
        If the name or its prefix's type is broken: a mistake in code, not in input.

    Examples
    --------
    >>> Column("n_waits", pl.Int64, "kinds that complete the hand", high=34).low
    0
    >>> Column("is_win", pl.UInt8, "whether the seat won")
    Traceback (most recent call last):
    ...
    ValueError: column is_win: Boolean is wanted by its prefix, not UInt8
    """

    name: str
    dtype: pl.DataType
    doc: str
    nullable: bool = False
    low: float | None = None
    high: float | None = None

    def __init__(
        self,
        name: str,
        dtype: pl.DataType | type[pl.DataType],
        doc: str,
        *,
        nullable: bool = False,
        low: float | None = None,
        high: float | None = None,
    ) -> None:
        if not _NAME.fullmatch(name):
            raise ValueError(f"column {name!r}: lower-case ASCII letters, digits, underscores")
        exact = dtype() if isinstance(dtype, type) else dtype
        for prefix, wanted in _PREFIXES.items():
            if name.startswith(prefix) and exact != wanted:
                raise ValueError(f"column {name}: {wanted} is wanted by its prefix, not {exact}")
        if name.startswith(("n_", "p_")):
            low = 0 if low is None else low
        if name.startswith("p_"):
            high = 1 if high is None else high
        for field, value in {
            "name": name,
            "dtype": exact,
            "doc": doc,
            "nullable": nullable,
            "low": low,
            "high": high,
        }.items():
            object.__setattr__(self, field, value)
