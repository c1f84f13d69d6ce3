"""Columns of 温岭麻将 beside the common ones."""

import polars as pl

from mjsim.playing.column import COMMON, LUCK, WAITS, Column
from mjsim.wenling.categories import CATEGORIES, LABELS, LIMITS
from mjsim.wenling.inputs import HOWS

__all__ = ["WENLING", "WENLING_HOW", "WENLING_LIMIT", "WENLING_WHY"]

WENLING_HOW = pl.Enum(list(HOWS))
"""How a win came."""

WENLING_LIMIT = pl.Enum(list(LIMITS))
"""腊子 of a win, the first in bit order."""

WENLING_WHY = pl.Enum(["shengpai", "zhongfa"])
"""Why a seat pays for all: 生牌, or 中 and 发 (W10)."""

_OWN: dict[str, Column] = {
    "n_chi": Column(pl.UInt8, "result", "chi claimed"),
    "how": Column(
        WENLING_HOW, "result", "how this seat's last tile came; null: it did not win", "how"
    ),
    "points": Column(
        pl.Int32, "result", "a winner's total, another's points before liability; 0 if drawn"
    ),
    "base": Column(pl.Int32, "result", "胡 of this seat's win; 0 of an automatic one", "how"),
    "fan": Column(pl.Int32, "result", "fan of this seat's win; 0 of an automatic one", "how"),
    "uncapped": Column(
        pl.Int32,
        "result",
        "(base + 20) x 2^fan of this seat's win, rounded up to ten; 0 of an automatic one",
        "how",
    ),
    "limit": Column(WENLING_LIMIT, "result", "腊子 of this seat's win; null: none", "limit"),
    "categories": Column(pl.UInt32, "result", "mask of this seat's categories", "how"),
    "discarder": Column(
        pl.Int8, "result", "seat whose tile was won on; null: nobody's", "discarder"
    ),
    "liable": Column(pl.Int8, "result", "seat that pays for all; null: nobody", "liable"),
    "why": Column(WENLING_WHY, "result", "why it pays for all", "liable"),
    "n_shown": Column(pl.UInt8, "result", "tiles that this seat showed"),
    "is_naonao": Column(pl.Boolean, "result", "闹闹"),
    "is_sheng": Column(pl.Boolean, "result", "the hand ended in the 生牌 stage"),
}

WENLING: dict[str, Column] = {
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
