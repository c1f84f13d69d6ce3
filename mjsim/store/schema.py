"""Tables: a name, exact column types and checks, declared once and checked on every way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from mjsim.errors import InputError
from mjsim.store.column import Column

__all__ = ["Check", "Table", "hands_table"]


@dataclass(frozen=True, slots=True)
class Check:
    """A condition that every row of a table meets.

    Attributes
    ----------
    text : str
        The condition, for the error message.
    holds : polars expression
        Boolean for each row; null passes.

    Examples
    --------
    >>> Check("low <= high", pl.col("low") <= pl.col("high")).text
    'low <= high'
    """

    text: str
    holds: pl.Expr = field(compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A declared table.

    Attributes
    ----------
    name : str
        Name and version of the schema, such as ``"mjsim.results/1"``.
    columns : tuple of Column
        In their order.
    key : tuple of str
        Columns that identify a row, and its place in sorted order.
    checks : tuple of Check
        Conditions beyond types, ranges, missing values and the key.

    Raises
    ------
    ValueError
        If two columns share a name, or a key column is missing or nullable.

    Examples
    --------
    >>> table = Table("example/1", (Column("hand_id", pl.Int64, "number of the hand"),
    ...                             Column("wait_s", pl.Float64, "wait", nullable=True)),
    ...               key=("hand_id",))
    >>> frame = table.frame({"hand_id": [0, 1], "wait_s": [None, None]})
    >>> frame.dtypes
    [Int64, Float64]
    >>> table.check(frame.with_columns(pl.col("hand_id").cast(pl.Int32)))
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: table example/1: column hand_id is Int32, not Int64
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    checks: tuple[Check, ...] = ()

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        if len(set(names)) < len(names):
            raise ValueError(f"table {self.name}: two columns share a name")
        solid = {column.name for column in self.columns if not column.nullable}
        if not self.key or not solid.issuperset(self.key):
            raise ValueError(f"table {self.name}: key {self.key} is not of non-null columns")

    @property
    def schema(self) -> pl.Schema:
        """Names and exact types of the columns, as polars has them."""
        return pl.Schema({column.name: column.dtype for column in self.columns})

    def empty(self) -> pl.DataFrame:
        """Return the table without rows.

        Returns
        -------
        polars.DataFrame
            No rows, the table's schema.

        Examples
        --------
        >>> table = hands_table("demo", Column("is_win", pl.Boolean, "whether it was won"))
        >>> table.empty().columns
        ['hand_id', 'is_win']
        """
        return pl.DataFrame(schema=self.schema)

    def frame(self, data: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> pl.DataFrame:
        """Make a frame of this table and check it.

        Parameters
        ----------
        data : mapping of str to array_like, or sequence of mappings
            Columns by name, or rows. Values are brought to the declared types if that loses
            nothing; nan becomes null in nullable columns.

        Returns
        -------
        polars.DataFrame
            With the table's schema, and checked.

        Raises
        ------
        InputError
            If columns are missing or unknown, a value does not fit its type, or a check fails.

        Examples
        --------
        >>> import numpy as np
        >>> table = hands_table("demo", Column("n_waits", pl.Int64, "kinds waited for"))
        >>> counts = np.array([3, 0], dtype=np.uint8)
        >>> table.frame({"hand_id": range(2), "n_waits": counts}).rows()
        [(0, 3), (1, 0)]
        """
        if not isinstance(data, Mapping):
            data = _transpose(self, data)
        _same_names(self, list(data), ordered=False)
        series = [self._series(column, data[column.name]) for column in self.columns]
        if len({len(one) for one in series}) > 1:
            lengths = {one.name: len(one) for one in series}
            raise InputError(f"table {self.name}: columns differ in length: {lengths}")
        return self.check(pl.DataFrame(series))

    def _series(self, column: Column, values: Any) -> pl.Series:
        """Bring values to a column's type, or refuse."""
        where = f"table {self.name}: column {column.name}"
        try:
            if isinstance(values, (list, tuple)):
                series = pl.Series(column.name, values, dtype=column.dtype, strict=True)
            else:
                series = pl.Series(column.name, values)
                if series.dtype.is_float() and column.dtype.is_integer():
                    raise InputError(f"{where} is {series.dtype}, not {column.dtype}")
                series = series.cast(column.dtype, strict=True)
        except (TypeError, OverflowError, pl.exceptions.PolarsError) as error:
            reason = str(error).split("\n")[0]
            raise InputError(f"{where} does not fit {column.dtype}: {reason}") from error
        if column.nullable and column.dtype.is_float():
            series = series.fill_nan(None)
        return series

    def check(self, frame: pl.DataFrame, *, where: str = "") -> pl.DataFrame:
        """Check a frame: names, order, exact types, missing values, ranges, key, conditions.

        Parameters
        ----------
        frame : polars.DataFrame
            Frame to check.
        where : str, optional
            File or place, for the error message.

        Returns
        -------
        polars.DataFrame
            The same frame.

        Raises
        ------
        InputError
            Naming the table, the column and the first bad row.

        Examples
        --------
        >>> table = hands_table("demo", Column("p_win", pl.Float64, "chance of winning"))
        >>> table.check(pl.DataFrame({"hand_id": [7, 8], "p_win": [0.5, 1.5]}))
        Traceback (most recent call last):
        ...
        mjsim.errors.InputError: table mjsim.hands.demo/1: row 1: p_win above 1
        """
        self.check_schema(frame.schema, where=where)
        conditions = self._conditions()
        failed = frame.select(
            (~holds).fill_null(value=False).any().alias(str(i))
            for i, (_, holds) in enumerate(conditions)
        ).row(0)
        for (text, holds), bad in zip(conditions, failed, strict=True):
            if bad:
                row = frame.select((~holds).fill_null(value=False).arg_max()).item()
                raise InputError(f"{self._at(where)}: row {row}: {text}")
        return frame

    def check_schema(self, schema: Mapping[str, pl.DataType], *, where: str = "") -> None:
        """Check names, order and exact types.

        Parameters
        ----------
        schema : mapping of str to polars data type
            Schema to check.
        where : str, optional
            File or place, for the error message.

        Raises
        ------
        InputError
            Naming the table and the columns.

        Examples
        --------
        >>> hands_table("demo").check_schema({"hand": pl.Int64()}, where="a.parquet")
        Traceback (most recent call last):
        ...
        mjsim.errors.InputError: a.parquet: table mjsim.hands.demo/1: no column hand_id;
        unknown column hand
        """
        _same_names(self, list(schema), ordered=True, where=where)
        for column in self.columns:
            found = schema[column.name]
            if found != column.dtype:
                raise InputError(
                    f"{self._at(where)}: column {column.name} is {found}, not {column.dtype}"
                )

    def _at(self, where: str) -> str:
        return f"{where}: table {self.name}" if where else f"table {self.name}"

    def _conditions(self) -> list[tuple[str, pl.Expr]]:
        """List what holds in each row of a good frame, with what to say where it does not."""
        found: list[tuple[str, pl.Expr]] = []
        for column in self.columns:
            values = pl.col(column.name)
            if not column.nullable:
                found.append((f"{column.name} is missing", values.is_not_null()))
            if column.dtype.is_float():
                found.append((f"{column.name} is nan", values.is_not_nan()))
            if column.low is not None:
                found.append((f"{column.name} below {column.low}", values >= column.low))
            if column.high is not None:
                found.append((f"{column.name} above {column.high}", values <= column.high))
        key = pl.col(self.key[0]) if len(self.key) == 1 else pl.struct(self.key)
        found.append((f"key ({', '.join(self.key)}) comes twice", key.is_unique()))
        found += [(f"not {check.text}", check.holds) for check in self.checks]
        return found


def hands_table(
    experiment: str,
    *columns: Column,
    key: Sequence[str] = ("hand_id",),
    checks: Sequence[Check] = (),
    version: int = 1,
) -> Table:
    """Declare the hands table of an experiment.

    A column ``hand_id`` (Int64: number of the hand in the run, which ties rows to blocks) comes
    first of itself. A table of counts by block declares ``block`` in its key instead.

    Parameters
    ----------
    experiment : str
        Name of the experiment.
    *columns : Column
        Its columns.
    key : sequence of str, default ("hand_id",)
        Columns that identify a row.
    checks : sequence of Check, optional
        Conditions that every row meets.
    version : int, default 1
        To be raised whenever the columns change.

    Returns
    -------
    Table
        Named ``mjsim.hands.EXPERIMENT/VERSION``.

    Raises
    ------
    ValueError
        As `Table` and `Column`.

    Examples
    --------
    >>> seat = Column("seat", pl.Int8, "seat, 0 to 3", low=0, high=3)
    >>> table = hands_table("play", seat, key=("hand_id", "seat"))
    >>> table.name, list(table.schema)
    ('mjsim.hands.play/1', ['hand_id', 'seat'])
    >>> block = Column("block", pl.Int64, "number of the block", low=0)
    >>> list(hands_table("deals", block, key=("block",)).schema)
    ['block']
    """
    declared = {column.name for column in columns}
    if "hand_id" not in declared and "block" not in declared:
        hand = Column("hand_id", pl.Int64, "number of the hand in the run", low=0)
        columns = (hand, *columns)
    return Table(f"mjsim.hands.{experiment}/{version}", columns, tuple(key), tuple(checks))


def _transpose(table: Table, rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Turn rows into columns; each row has them all."""
    names = [column.name for column in table.columns]
    for i, row in enumerate(rows):
        if row.keys() != set(names):
            odd = sorted(row.keys() ^ set(names))
            raise InputError(f"table {table.name}: row {i}: missing or unknown: {', '.join(odd)}")
    return {name: [row[name] for row in rows] for name in names}


def _same_names(table: Table, found: list[str], *, ordered: bool, where: str = "") -> None:
    """Refuse column names that are not the table's."""
    wanted = [column.name for column in table.columns]
    faults = [f"no column {name}" for name in wanted if name not in found]
    faults += [f"unknown column {name}" for name in found if name not in wanted]
    if not faults and ordered and found != wanted:
        faults = [f"columns in the order {', '.join(found)}"]
    if faults:
        at = f"{where}: table {table.name}" if where else f"table {table.name}"
        raise InputError(f"{at}: {'; '.join(faults)}")
