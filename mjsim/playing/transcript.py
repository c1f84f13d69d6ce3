"""Transcripts: everything that happened in one hand, as lines of JSON.

The first line is the hand (rules, stakes, dice, break, indicator, the whole wall), the second
what was dealt; then draws and choices in order of play, each choice with all that was legal; the
last line is the end.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np

from mjsim._core import FailedHand, Player, play_walls, row_dtype
from mjsim.errors import InputError
from mjsim.inputs import read_kind, several, whole
from mjsim.options import GameRules
from mjsim.playing.lines import Line, dealt_line, end_line, event_lines, hand_line
from mjsim.playing.table import Table, failed, read_table
from mjsim.playing.walls import Wall, wall_of_hand
from mjsim.streams import BLOCK_SIZE, Stream, bits_of
from mjsim.tiles import N_KINDS_FLOWERS

__all__ = ["read_number", "record", "record_wall", "transcribe"]

_MOST_HAND = (BLOCK_SIZE[Stream.WALLS] << 32) - 1  # the number of a block has 32 bits


def record(
    game: str,
    strategies: object,
    hand: int,
    *,
    seed: int,
    rules: GameRules | None = None,
    sit: int = 0,
    pulls: Sequence[int] = (0, 0, 0, 0),
) -> list[Line]:
    """Play one hand, as `mjsim.play` with the same arguments plays it, and tell it.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    strategies : str, mapping, type, Strategy or sequence of 4
    hand : int
        Number of the hand.
    seed, rules, sit, pulls
        As for `mjsim.play`.

    Returns
    -------
    list of dict
        The lines of the transcript.

    Raises
    ------
    InputError
        If an argument can't be.
    StrategyError
        If a strategy fails.

    Examples
    --------
    >>> lines = record("tianjin", "speed", 3, seed=1)
    >>> lines[0]["indicator"], lines[0]["dealer"], lines[-1]["winner"], lines[-1]["categories"]
    ('8p', 3, 1, ['hundiao'])
    """
    table = read_table(game, strategies, rules, sit, pulls)
    number = read_number(hand)
    wall = wall_of_hand(table.game, seed, number)
    return transcribe(table, wall, number % 4, seed=seed, hand=number)


def read_number(hand: object) -> int:
    """Return the number of a hand of a seed, or raise an InputError."""
    if isinstance(hand, bool):
        raise InputError(f"hand: a whole number, not {hand!r}")
    return whole("hand", hand, 0, _MOST_HAND)


def record_wall(
    game: str,
    strategies: object,
    tiles: Sequence[int | str],
    dice: Sequence[int],
    *,
    dealer: int = 0,
    seed: int = 0,
    rules: GameRules | None = None,
    sit: int = 0,
    pulls: Sequence[int] = (0, 0, 0, 0),
) -> list[Line]:
    """Play one hand on a wall of one's own, and tell it.

    Parameters
    ----------
    game, strategies, rules, sit, pulls
        As for `record`.
    tiles : sequence of 136 or 144 int or str
        In the order of the wall: the tile dealt first comes first.
    dice : sequence of 6 or 4 int
    dealer : int
    seed : int
        Of the strategies' noise.

    Returns
    -------
    list of dict
    """
    table = read_table(game, strategies, rules, sit, pulls)
    kinds = [
        read_kind(tile, f"wall, tile {i}", n_kinds=N_KINDS_FLOWERS)
        for i, tile in enumerate(several("wall", tiles))
    ]
    wall = Wall(table.game, kinds, several("dice", dice))
    bits_of(seed, Stream.NOISE, table.game, 0)  # refuses a seed that can't be
    return transcribe(table, wall, whole("dealer", dealer, 0, 3), seed=seed, hand=None)


def transcribe(
    table: Table,
    wall: Wall,
    dealer: int,
    *,
    seed: int | None,
    hand: int | None,
    players: list[Player] | None = None,
) -> list[Line]:
    """Play a hand on a wall and tell it; `players` may take the strategies' places.

    Raises
    ------
    StrategyError
        If a strategy fails; a `FailedHand` if it is one of `players`.
    """
    core = table.core()
    dtype = row_dtype(core)
    rows = np.zeros((1, core.n_rules, 4, dtype.itemsize), np.uint8)
    number = hand or 0
    block, skip = divmod(number, BLOCK_SIZE[Stream.NOISE])
    noisy = table.noisy and seed is not None and players is None
    noise = bits_of(cast("int", seed), Stream.NOISE, table.game, block) if noisy else None
    opening = [hand_line(table, wall, dealer, seed, hand), dealt_line(wall, dealer)]
    try:
        told = play_walls(
            wall.ids[None],
            wall.six_dice[None],
            np.array([dealer], np.uint8),
            noise,
            skip if noisy else 0,
            number,
            core,
            players or table.players(),
            table.sit,
            np.array(table.pulls, np.uint8),
            0,
            rows,
            recorded=True,
        )
    except FailedHand as error:
        if players is None:
            raise failed(error, table, seed) from error.args[2]
        raise FailedHand(*error.args[:3], opening + event_lines(error.args[3])) from error
    return opening + event_lines(told[0]) + [end_line(table.game, rows.view(dtype)[0, 0, :, 0])]
