"""Columns of hands at a table: what they mean, their types, and how rows become a frame."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.tianjin.categories import CATEGORIES, LABELS
from mjsim.tianjin.inputs import HOWS
from mjsim.tiles import N_KINDS, tile_code

__all__ = ["COLUMNS", "GROUPS", "Column", "frame_of", "read_columns", "schema_of", "tracks"]


class Column(NamedTuple):
    """A column.

    Attributes
    ----------
    dtype : polars data type
    group : str
        ``result``, ``waits`` or ``flags``.
    meaning : str
    null : str or None
        The column is null where this field of the rows is negative.
    """

    dtype: Any
    group: str
    meaning: str
    null: str | None = None


HOW = pl.Enum(list(HOWS))
"""How a win came."""

TILE = pl.Enum([tile_code(kind) for kind in range(N_KINDS)])
"""A kind in notation."""

_NAMES = {
    "how": pl.Series(HOW.categories, dtype=HOW),
    "indicator": pl.Series(TILE.categories, dtype=TILE),
}

_READY = "by shape: one tile from complete, whatever it is worth"
_ABLE = "with a live tile that may win on an ordinary draw"

COLUMNS: dict[str, Column] = {
    "hand_id": Column(pl.Int64, "result", "number of the hand"),
    "seat": Column(pl.UInt8, "result", "seat, 0-3"),
    "payoff": Column(pl.Float64, "result", "what the seat gains, stakes and base included"),
    "dealer": Column(pl.UInt8, "result", "seat of the dealer"),
    "indicator": Column(TILE, "result", "tile turned up"),
    "winner": Column(pl.Int8, "result", "seat of the winner; null: drawn hand", "winner"),
    "is_winner": Column(pl.Boolean, "result", "this seat won"),
    "how": Column(HOW, "result", "how this seat's last tile came; null: it did not win", "how"),
    "fan": Column(pl.Int32, "result", "fan of this seat's win, kong points left out", "how"),
    "categories": Column(pl.UInt32, "result", "mask of this seat's categories", "how"),
    "possible": Column(
        pl.UInt32, "result", "mask of the categories of any arrangement of equal fan", "how"
    ),
    "win_turn": Column(pl.Int16, "result", "this seat's own turn on which it won", "win_turn"),
    "kong_points": Column(pl.Int32, "result", "points of this seat's kongs"),
    "n_open_kong": Column(pl.UInt8, "result", "明杠 claimed from a discard"),
    "n_added_kong": Column(pl.UInt8, "result", "明杠 added to a pong"),
    "n_concealed_kong": Column(pl.UInt8, "result", "暗杠, 金杠 included"),
    "n_jin_gang": Column(pl.UInt8, "result", "金杠"),
    "n_pong": Column(pl.UInt8, "result", "pongs claimed"),
    "is_chan": Column(pl.Boolean, "result", "鏟 is due in this hand"),
    "is_ting": Column(pl.Boolean, "result", "this seat declared 天聽"),
    "is_barred": Column(pl.Boolean, "result", "this seat discarded a wild (小相公)"),
    "n_wilds_dealt": Column(pl.UInt8, "result", "wilds among this seat's dealt tiles"),
    "n_wilds": Column(pl.UInt8, "result", "wilds among its concealed tiles at the end"),
    "n_turns": Column(pl.UInt8, "result", "own turns: draws and claims, not replacements"),
    "n_draws": Column(pl.UInt8, "result", "tiles drawn, replacements included"),
    "n_replacements": Column(pl.UInt8, "result", "replacements drawn after kongs"),
    "n_discards": Column(pl.UInt8, "result", "tiles discarded"),
    "n_left": Column(pl.UInt8, "result", "tiles that ordinary draws could still take"),
    "next_dealer": Column(pl.UInt8, "result", "who would deal the next hand (T2)"),
    "flow_0": Column(pl.Float64, "result", "gain from seat 0 at unit stake, base included"),
    "flow_1": Column(pl.Float64, "result", "gain from seat 1"),
    "flow_2": Column(pl.Float64, "result", "gain from seat 2"),
    "flow_3": Column(pl.Float64, "result", "gain from seat 3"),
    "ready_turn": Column(
        pl.Int16,
        "waits",
        f"own turn after which it was ready first, {_READY}; 0: as dealt",
        "ready_turn",
    ),
    "ready_kinds": Column(pl.UInt8, "waits", "kinds waited for then", "ready_turn"),
    "ready_tiles": Column(pl.UInt8, "waits", "live tiles of them, as the seat saw", "ready_turn"),
    "ready_win_tiles": Column(
        pl.UInt8, "waits", "those that may win on an ordinary draw", "ready_turn"
    ),
    "able_turn": Column(
        pl.Int16, "waits", f"own turn after which it was ready first {_ABLE}", "able_turn"
    ),
    "able_kinds": Column(pl.UInt8, "waits", "kinds waited for then", "able_turn"),
    "able_tiles": Column(pl.UInt8, "waits", "live tiles of them", "able_turn"),
    "able_win_tiles": Column(pl.UInt8, "waits", "those that may win", "able_turn"),
    "win_kinds": Column(pl.UInt8, "waits", "kinds waited for before the winning tile", "win_wait"),
    "win_tiles": Column(pl.UInt8, "waits", "live tiles of them", "win_wait"),
    "win_win_tiles": Column(pl.UInt8, "waits", "those that may win", "win_wait"),
    **{
        f"is_{name}": Column(pl.Boolean, "flags", f"this seat won with {LABELS[name].zh}")
        for name in CATEGORIES
    },
}
"""Columns by name, in the order of a frame."""

GROUPS = ("result", "waits", "flags")
"""Groups of columns, which may be asked for by name."""

DEFAULT = ("result",)


def read_columns(asked: Sequence[str] | str | None) -> list[str]:
    """Return the columns asked for, by name or group; those of ``result`` if None.

    Raises
    ------
    InputError
        If there is no such column.

    Examples
    --------
    >>> read_columns(["payoff", "is_zhuo5"])
    ['hand_id', 'seat', 'payoff', 'is_zhuo5']
    >>> read_columns("waist")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: columns: no column or group 'waist'; did you mean 'waits'?
    """
    names = DEFAULT if asked is None else [asked] if isinstance(asked, str) else asked
    chosen = {"hand_id", "seat"}
    for name in names:
        if name in GROUPS:
            chosen.update(other for other, column in COLUMNS.items() if column.group == name)
        elif name in COLUMNS:
            chosen.add(name)
        else:
            close = get_close_matches(str(name), [*COLUMNS, *GROUPS], 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise InputError(f"columns: no column or group {name!r}{hint}")
    return [name for name in COLUMNS if name in chosen]


def tracks(columns: Sequence[str]) -> bool:
    """Whether some column asks for waits, which cost time while hands are played."""
    return any(COLUMNS[name].group == "waits" for name in columns)


def schema_of(columns: Sequence[str]) -> dict[str, Any]:
    """Return the types of a frame's columns."""
    return {name: COLUMNS[name].dtype for name in columns}


_BITS = {f"is_{name}": bit for bit, name in enumerate(CATEGORIES)}


def _values(rows: NDArray[Any], name: str) -> pl.Series:
    column = COLUMNS[name]
    if name in _BITS:
        return pl.Series(name, (rows["categories"] >> _BITS[name]) & 1 != 0)
    values = np.ascontiguousarray(rows[name])
    if name in _NAMES:
        return _NAMES[name].gather(np.maximum(values, 0).astype(np.uint32)).alias(name)
    if column.dtype == pl.Boolean:
        return pl.Series(name, values != 0)
    return pl.Series(name, values, dtype=column.dtype)


def _missing(rows: NDArray[Any], null: str) -> NDArray[np.bool_]:
    if null == "win_wait":
        # 天胡 and drawn hands have no wait before the winning tile.
        missing: NDArray[np.bool_] = (rows["win_turn"] < 0) | (rows["how"] == HOWS["deal"])
        return missing
    return np.asarray(rows[null] < 0)


def frame_of(rows: NDArray[Any], columns: Sequence[str]) -> pl.DataFrame:
    """Return rows of the engine as a frame.

    Parameters
    ----------
    rows : structured array [n]
    columns : sequence of str
        Names, as `read_columns` returns them.
    """
    series = []
    masks: dict[str, pl.Series] = {}
    for name in columns:
        values = _values(rows, name)
        null = COLUMNS[name].null
        if null is not None:
            if null not in masks:
                masks[null] = pl.Series(_missing(rows, null))
            values = values.set(masks[null], None)
        series.append(values)
    return pl.DataFrame(series)
