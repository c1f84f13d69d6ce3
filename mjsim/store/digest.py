"""Digest of a table's content, whatever the file it came from."""

import hashlib
import struct

import numpy as np
import polars as pl

from mjsim.errors import InputError
from mjsim.store.schema import Table

__all__ = ["table_digest"]


def table_digest(frame: pl.DataFrame, table: Table) -> str:
    """Digest the content of a table.

    The digest depends on the columns' names and types and on the values in the order of the
    table's key; not on the order of rows, nor on the library or version that wrote the file.
    Floats count bit by bit, but for the two zeros, which are one. An Enum counts as its text.

    Parameters
    ----------
    frame : polars.DataFrame
        Frame of the table.
    table : Table
        Its declaration; the frame is checked.

    Returns
    -------
    str
        SHA-256, 64 hexadecimal digits.

    Raises
    ------
    InputError
        If the frame is not one of the table, or a type has no digest (only Boolean, numbers,
        String, Enum, and Array or List of these have).

    Examples
    --------
    >>> from mjsim.store.schema import hands_table
    >>> table = hands_table("demo")
    >>> one, other = table.frame({"hand_id": [0, 1]}), table.frame({"hand_id": [1, 0]})
    >>> table_digest(one, table) == table_digest(other, table)
    True
    """
    table.check(frame)
    ordered = frame.sort(table.key)
    digest = hashlib.sha256()
    for name in ordered.columns:
        series = ordered[name]
        _text(digest, name)
        _series(digest, series)
    return digest.hexdigest()


def _text(digest: "hashlib._Hash", text: str) -> None:
    """Add a text and its length: without it "ab", "c" would be "a", "bc"."""
    data = text.encode()
    digest.update(struct.pack("<q", len(data)) + data)


def _series(digest: "hashlib._Hash", series: pl.Series) -> None:
    """Add type, length, missing values and values of a column."""
    kind = series.dtype
    if isinstance(kind, pl.Enum):
        series, kind = series.cast(pl.String), pl.String()
    digest.update(struct.pack("<q", len(series)))
    digest.update(np.packbits(series.is_null().to_numpy()).tobytes())
    if isinstance(kind, (pl.Array, pl.List)):
        _text(digest, "list")
        lists = series.cast(pl.List(kind.inner)) if isinstance(kind, pl.Array) else series
        lengths = lists.list.len().fill_null(0)
        digest.update(lengths.to_numpy().astype("<i8").tobytes())
        kept = lists.filter(lengths > 0)
        _series(digest, kept.explode() if len(kept) else pl.Series([], dtype=kind.inner))
    elif kind == pl.String():
        _text(digest, "string")
        full = series.fill_null("")
        digest.update(full.str.len_bytes().to_numpy().astype("<i8").tobytes())
        digest.update("".join(full.to_list()).encode())
    elif kind == pl.Boolean():
        _text(digest, "bool")
        digest.update(np.packbits(series.fill_null(value=False).to_numpy()).tobytes())
    elif kind.is_integer() or kind.is_float():
        values = series.fill_null(0).to_numpy()
        if kind.is_float():
            values = values + 0.0  # -0.0 becomes 0.0
        code = values.dtype.newbyteorder("<")
        _text(digest, code.str)
        digest.update(values.astype(code).tobytes())
    else:
        raise InputError(f"column {series.name}: {kind} has no digest")
