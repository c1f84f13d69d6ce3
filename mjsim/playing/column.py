"""What a column of hands at a table is."""

from typing import Any, NamedTuple

import polars as pl

from mjsim.tiles import N_KINDS_FLOWERS, tile_code

__all__ = ["COMMON", "LUCK", "TILE", "WAITS", "Column"]


class Column(NamedTuple):
    """A column.

    Attributes
    ----------
    dtype : polars data type
    group : str
        ``result``, ``waits``, ``luck`` or ``flags``.
    meaning : str
    null : str or None
        The column is null where this field of the rows is negative; ``win_wait``: where there
        was no wait before a winning tile.
    """

    dtype: Any
    group: str
    meaning: str
    null: str | None = None


TILE = pl.Enum([tile_code(kind) for kind in range(N_KINDS_FLOWERS)])
"""A kind in notation."""

_READY = "by shape: one tile from complete, whatever it is worth"
_ABLE = "with a live tile that may win on an ordinary draw"

COMMON: dict[str, Column] = {
    "hand_id": Column(pl.Int64, "result", "number of the hand"),
    "seat": Column(pl.UInt8, "result", "seat, 0-3"),
    "payoff": Column(pl.Float64, "result", "what the seat gains, stakes and base included"),
    "dealer": Column(pl.UInt8, "result", "seat of the dealer"),
    "indicator": Column(TILE, "result", "tile turned up"),
    "winner": Column(
        pl.Int8, "result", "seat of the winner, of several the first; null: drawn hand", "winner"
    ),
    "is_winner": Column(pl.Boolean, "result", "this seat won"),
    "win_turn": Column(pl.Int16, "result", "this seat's own turn on which it won", "win_turn"),
    "n_open_kong": Column(pl.UInt8, "result", "明杠 claimed from a discard"),
    "n_added_kong": Column(pl.UInt8, "result", "明杠 added to a pong"),
    "n_concealed_kong": Column(pl.UInt8, "result", "暗杠, 金杠 included"),
    "n_pong": Column(pl.UInt8, "result", "pongs claimed"),
    "is_barred": Column(pl.Boolean, "result", "this seat discarded a wild, and may not win"),
    "n_wilds_dealt": Column(pl.UInt8, "result", "wilds that the seat holds before the first turn"),
    "n_wilds": Column(pl.UInt8, "result", "wilds among its concealed tiles at the end"),
    "n_turns": Column(pl.UInt8, "result", "own turns: draws and claims, not replacements"),
    "n_draws": Column(pl.UInt8, "result", "tiles drawn in play, replacements included"),
    "n_replacements": Column(pl.UInt8, "result", "replacements drawn in play"),
    "n_discards": Column(pl.UInt8, "result", "tiles discarded"),
    "n_left": Column(pl.UInt8, "result", "tiles that ordinary draws could still take"),
    "next_dealer": Column(pl.UInt8, "result", "who would deal the next hand (T2, W2)"),
    "flow_0": Column(pl.Float64, "result", "gain from seat 0 at unit stake"),
    "flow_1": Column(pl.Float64, "result", "gain from seat 1"),
    "flow_2": Column(pl.Float64, "result", "gain from seat 2"),
    "flow_3": Column(pl.Float64, "result", "gain from seat 3"),
}
"""Columns of both games that tell how a hand went."""

WAITS: dict[str, Column] = {
    "ready_turn": Column(
        pl.Int16,
        "waits",
        f"own turn after which it was ready first, {_READY}; 0: as dealt",
        "ready_turn",
    ),
    "ready_kinds": Column(
        pl.UInt8,
        "waits",
        "kinds waited for then, those left out of which the seat itself holds four",
        "ready_turn",
    ),
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
}
"""Columns of both games that tell what was waited for."""

_STEP = "times the share of the wall left, over draws of hands that lacked"

LUCK: dict[str, Column] = {
    name: Column(pl.Float64, "luck", f"{meaning}: drawn less expected, own less the others' mean")
    for name, meaning in {
        "luck_win": "fan or points of wins on tiles drawn when ready",
        "luck_ready": f"steps, {_STEP} two tiles",
        "luck_near": f"steps, {_STEP} three tiles",
        "luck_far": f"steps, {_STEP} more tiles",
        "luck_wild": f"wilds, {_STEP} two tiles or more",
    }.items()
}
"""Columns of both games that tell of the luck of draws; each has mean 0 whatever is played.

Given all hands, a tile that is drawn is any of the wall's with equal chances. A sum is of what
the tile did for its hand, less the mean of that over these tiles.
"""
