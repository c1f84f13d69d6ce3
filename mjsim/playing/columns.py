"""Columns of hands at a table by game, and how rows of the engine become a frame."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.inputs import several
from mjsim.playing.column import LUCK, WAITS, Column
from mjsim.playing.columns_tianjin import TIANJIN
from mjsim.playing.columns_wenling import WENLING
from mjsim.tianjin.categories import CATEGORIES as TIANJIN_CATEGORIES
from mjsim.tianjin.inputs import HOWS as TIANJIN_HOWS
from mjsim.wenling.categories import CATEGORIES as WENLING_CATEGORIES
from mjsim.wenling.categories import LIMITS
from mjsim.wenling.inputs import HOWS as WENLING_HOWS

__all__ = ["COLUMNS", "GROUPS", "Column", "frame_of", "notes", "read_columns", "schema_of"]

COLUMNS: dict[str, dict[str, Column]] = {"tianjin": TIANJIN, "wenling": WENLING}
"""Columns by game and name, in the order of a frame."""

_AUTOMATIC = sum(
    1 << WENLING_CATEGORIES.index(name)
    for name in ("sande", "sibaiban", "sihonghua", "siheihua", "sihongzhong", "sifacai")
)

DEAL = {"tianjin": TIANJIN_HOWS["deal"], "wenling": WENLING_HOWS["deal"]}

GROUPS = ("result", "waits", "luck", "flags")
"""Groups of columns, which may be asked for by name."""

DEFAULT = ("result",)


def read_columns(asked: Sequence[str] | str | None, game: str) -> list[str]:
    """Return the columns asked for, by name or group; those of ``result`` if None.

    Raises
    ------
    InputError
        If there is no such column.

    Examples
    --------
    >>> read_columns(["payoff", "is_zhuo5"], "tianjin")
    ['hand_id', 'seat', 'payoff', 'is_zhuo5']
    >>> read_columns("waist", "tianjin")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: columns: no column or group 'waist'; did you mean 'waits'?
    """
    if isinstance(asked, str):
        asked = [asked]
    names = DEFAULT if asked is None else several("columns", asked)
    columns = COLUMNS[game]
    chosen = {"hand_id", "seat"}
    for name in names:
        if name in GROUPS:
            chosen.update(other for other, column in columns.items() if column.group == name)
        elif name in columns:
            chosen.add(name)
        else:
            close = get_close_matches(str(name), [*columns, *GROUPS], 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise InputError(f"columns: no column or group {name!r}{hint}")
    return [name for name in columns if name in chosen]


def notes(columns: Sequence[str]) -> int:
    """Return what the engine is to note for the columns, as bits: 1 waits, 2 luck.

    Both cost time while hands are played.
    """
    return any(name in WAITS for name in columns) | any(name in LUCK for name in columns) << 1


def schema_of(columns: Sequence[str], game: str) -> dict[str, Any]:
    """Return the types of a frame's columns."""
    return {name: COLUMNS[game][name].dtype for name in columns}


_BITS = {
    "tianjin": {f"is_{name}": bit for bit, name in enumerate(TIANJIN_CATEGORIES)},
    "wenling": {f"is_{name}": bit for bit, name in enumerate(WENLING_CATEGORIES)},
}

_FIRST_LIMIT = WENLING_CATEGORIES.index(LIMITS[0])


def _limits(rows: NDArray[Any]) -> NDArray[np.int64]:
    """Return the number of each row's first limit, -1 if it has none."""
    masks = rows["categories"].astype(np.int64) >> _FIRST_LIMIT
    lowest = masks & -masks
    return np.where(masks > 0, np.log2(np.maximum(lowest, 1)).astype(np.int64), -1)


def _codes(rows: NDArray[Any], name: str) -> NDArray[np.int64]:
    """Codes of a column that names things."""
    if name == "limit":
        return _limits(rows)
    codes = rows[name].astype(np.int64)
    return codes - 1 if name == "why" else codes  # 0 is nobody


def _values(rows: NDArray[Any], name: str, game: str) -> pl.Series:
    dtype = COLUMNS[game][name].dtype
    bit = _BITS[game].get(name)
    if bit is not None:
        return pl.Series(name, (rows["categories"] >> bit) & 1 != 0)
    if isinstance(dtype, pl.Enum):
        names = pl.Series(name, dtype.categories, dtype=dtype)
        return names.gather(np.maximum(_codes(rows, name), 0))
    values = np.ascontiguousarray(rows[name])
    if dtype == pl.Boolean:
        return pl.Series(name, values != 0)
    return pl.Series(name, values, dtype=dtype)


def _missing(rows: NDArray[Any], null: str, game: str) -> NDArray[np.bool_]:
    if null == "win_wait":
        # A win of the dealt tiles had no wait before its last tile, a drawn hand had no win.
        missing: NDArray[np.bool_] = (rows["win_turn"] < 0) | (rows["how"] == DEAL[game])
        if game == "wenling":
            missing |= rows["categories"] & _AUTOMATIC != 0  # complete or not
        return missing
    if null == "limit":
        return np.asarray(_limits(rows) < 0)
    return np.asarray(rows[null] < 0)


def frame_of(rows: NDArray[Any], columns: Sequence[str], game: str) -> pl.DataFrame:
    """Return rows of the engine as a frame.

    Parameters
    ----------
    rows : structured array [n]
    columns : sequence of str
        Names, as `read_columns` returns them.
    game : str
    """
    series = []
    masks: dict[str, pl.Series] = {}
    for name in columns:
        values = _values(rows, name, game)
        null = COLUMNS[game][name].null
        if null is not None:
            if null not in masks:
                masks[null] = pl.Series(_missing(rows, null, game))
            values = values.set(masks[null], None)
        series.append(values)
    return pl.DataFrame(series)
