"""Tables to Parquet files and back, checked both ways."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from mjsim.errors import InputError
from mjsim.store.files import atomic_path
from mjsim.store.schema import Table

__all__ = ["read_metadata", "read_table", "write_table"]

SCHEMA = "mjsim.schema"
"""Metadata key of the table's name."""


def write_table(
    frame: pl.DataFrame, table: Table, path: Path, *, metadata: Mapping[str, str] | None = None
) -> None:
    """Check a frame and write it; the file is complete or not there.

    Parameters
    ----------
    frame : polars.DataFrame
        Frame of the table.
    table : Table
        Its declaration.
    path : Path
        File to write; one of that name is replaced.
    metadata : mapping of str to str, optional
        Key-value metadata of the file, beside ``mjsim.schema``, the table's name.

    Raises
    ------
    InputError
        If the frame is not one of the table.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.store.schema import hands_table
    >>> table = hands_table("demo")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "a.parquet"
    ...     write_table(table.frame({"hand_id": [0, 1]}), table, path, metadata={"mjsim.seed": "7"})
    ...     read_table(path, table).height, read_metadata(path)["mjsim.seed"]
    (2, '7')
    """
    table.check(frame, where=path.name)
    with atomic_path(path) as temporary:
        frame.write_parquet(temporary, metadata={SCHEMA: table.name, **(metadata or {})})


def read_table(path: Path, table: Table) -> pl.DataFrame:
    """Read a file and check it.

    Parameters
    ----------
    path : Path
        File to read.
    table : Table
        Declaration of the table it should hold.

    Returns
    -------
    polars.DataFrame
        With the table's schema.

    Raises
    ------
    InputError
        If the file is missing, broken, or of another table, naming it.

    Examples
    --------
    >>> from mjsim.store.schema import hands_table
    >>> read_table(Path("nowhere.parquet"), hands_table("demo"))
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: nowhere.parquet: there is no such file
    """
    name = read_metadata(path).get(SCHEMA)
    if name != table.name:
        raise InputError(f"{path}: holds table {name}, not {table.name}")
    try:
        frame = pl.read_parquet(path, hive_partitioning=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError(f"{path}: is broken: {_first_line(error)}") from error
    return table.check(frame, where=str(path))


def read_metadata(path: Path) -> dict[str, str]:
    """Read the key-value metadata of a Parquet file.

    Parameters
    ----------
    path : Path
        File to read.

    Returns
    -------
    dict of str to str
        All pairs, those of the writing library included.

    Raises
    ------
    InputError
        If the file is missing or broken, naming it.

    Examples
    --------
    >>> read_metadata(Path("nowhere.parquet"))
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: nowhere.parquet: there is no such file
    """
    try:
        return pl.read_parquet_metadata(path)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError(f"{path}: is broken: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return str(error).split("\n")[0]
