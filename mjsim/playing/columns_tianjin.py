"""Columns of 天津麻将 beside the common ones."""

import polars as pl

from mjsim.playing.column import COMMON, LUCK, WAITS, Column
from mjsim.tianjin.categories import CATEGORIES, LABELS
from mjsim.tianjin.inputs import HOWS

__all__ = ["TIANJIN", "TIANJIN_HOW"]

TIANJIN_HOW = pl.Enum(list(HOWS))
"""How a win came."""

_OWN: dict[str, Column] = {
    "how": Column(
        TIANJIN_HOW, "result", "how this seat's last tile came; null: it did not win", "how"
    ),
    "fan": Column(pl.Int32, "result", "fan of this seat's win, kong points left out", "how"),
    "categories": Column(pl.UInt32, "result", "mask of this seat's categories", "how"),
    "possible": Column(
        pl.UInt32, "result", "mask of the categories of any arrangement of equal fan", "how"
    ),
    "kong_points": Column(pl.Int32, "result", "points of this seat's kongs"),
    "n_jin_gang": Column(pl.UInt8, "result", "金杠"),
    "is_chan": Column(pl.Boolean, "result", "鏟 is due in this hand"),
    "is_ting": Column(pl.Boolean, "result", "this seat declared 天聽"),
}

TIANJIN: dict[str, Column] = {
    **COMMON,
    **_OWN,
    **WAITS,
    **LUCK,
    **{
        f"is_{name}": Column(pl.Boolean, "flags", f"this seat won with {LABELS[name].zh}")
        for name in CATEGORIES
    },
}
"""Columns by name, in the order of a frame."""
