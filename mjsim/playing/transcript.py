"""Transcripts: everything that happened in one hand, as lines of JSON.

The first line is the hand (rules, stakes, dice, break, indicator, the whole wall), the second
what was dealt; then draws and choices in order of play, each choice with all that was legal; the
last line is the end.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from mjsim._core import FailedHand, Player, play_walls, row_dtype, walls
from mjsim.errors import InputError
from mjsim.inputs import read_kind, whole
from mjsim.options import GameRules
from mjsim.playing.actions import Action, Phase
from mjsim.playing.table import Table, failed, read_table
from mjsim.streams import BLOCK_SIZE, Stream, bits_of
from mjsim.tianjin.categories import categories_of
from mjsim.tianjin.inputs import HOWS
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import format_tiles, tile_code

if TYPE_CHECKING:
    from mjsim.tianjin.rules import Rules

__all__ = ["VERSION", "Wall", "record", "record_wall", "transcribe", "wall_of_hand"]

Line = dict[str, Any]

VERSION = 1
"""Of the format; a transcript states it."""

N_TILES = 136
N_DEALT = 53
_NO_TILE = 255


class Wall:
    """A wall and the dice thrown at it.

    Attributes
    ----------
    tiles : uint8[136]
        Kinds in the order of the wall: the tile at place 0 is dealt first.
    dice : uint8[6]
        The dealer's two; those of the seat that they name (traditional); the opposite seat's.
    """

    def __init__(self, tiles: Sequence[int], dice: Sequence[int]) -> None:
        self.tiles: NDArray[np.uint8] = np.array(tiles, np.uint8)
        if self.tiles.shape != (N_TILES,) or (np.bincount(self.tiles, minlength=34) != 4).any():
            raise InputError(f"wall: {N_TILES} tiles, four of each kind")
        thrown = [whole("dice", die, 1, 6) for die in dice]
        if len(thrown) != 6:
            raise InputError(f"dice: six, not {len(thrown)}")
        self.dice: NDArray[np.uint8] = np.array(thrown, np.uint8)

    @property
    def indicator_place(self) -> int:
        """Place of the tile turned up (T3)."""
        return N_TILES - 2 * int(self.dice[4] + self.dice[5])

    def breaking(self, dealer: int, wall_break: str) -> tuple[int, int]:
        """Seat and stack at which dealing starts (T3, `wall_break`).

        Stacks are counted from the right end of that seat's wall, 1 the first; a count beyond
        its 17 goes on in the wall to its left.

        Examples
        --------
        >>> wall_of_hand(1, 0).breaking(0, "platform")
        (0, 13)
        """
        dice = [int(die) for die in self.dice]
        seat, stack = dealer, dice[0] + dice[1] + 1
        if wall_break == "traditional":
            seat, stack = (dealer + dice[0] + dice[1] - 1) % 4, sum(dice[:4])
        return seat, stack


def wall_of_hand(seed: int, hand: int) -> Wall:
    """Return the wall of a hand of a seed, which all rules and strategies see."""
    block, row = divmod(hand, BLOCK_SIZE[Stream.WALLS])
    tiles, dice = walls(bits_of(seed, Stream.WALLS, "tianjin", block), N_TILES, row + 1)
    return Wall(tiles[row] // 4, dice[row])


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
    game : {"tianjin"}
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
    number = whole("hand", hand, 0)
    wall = wall_of_hand(seed, number)
    return transcribe(table, wall, number % 4, seed=seed, hand=number)


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
    tiles : sequence of 136 int or str
        In the order of the wall: the tile dealt first comes first.
    dice : sequence of 6 int
    dealer : int
    seed : int
        Of the strategies' noise.

    Returns
    -------
    list of dict
    """
    table = read_table(game, strategies, rules, sit, pulls)
    wall = Wall([read_kind(tile, f"wall, tile {i}") for i, tile in enumerate(tiles)], dice)
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
    opening = [_header(table, wall, dealer, seed, hand), _dealt(wall, dealer)]
    try:
        told = play_walls(
            (wall.tiles * 4)[None],
            wall.dice[None],
            np.array([dealer], np.uint8),
            noise,
            skip if noisy else 0,
            number,
            core,
            players or table.players(),
            table.sit,
            np.array(table.pulls, np.uint8),
            False,
            rows,
            recorded=True,
        )
    except FailedHand as error:
        if players is None:
            raise failed(error, table, seed) from error.args[2]
        raise FailedHand(*error.args[:3], opening + _events(error.args[3])) from error
    return opening + _events(told[0]) + [_end(rows.view(dtype)[0, 0, :, 0])]


def _header(table: Table, wall: Wall, dealer: int, seed: int | None, hand: int | None) -> Line:
    rules = cast("Rules", table.rules)
    seat, stack = wall.breaking(dealer, rules.wall_break)
    indicator = int(wall.tiles[wall.indicator_place])
    return {
        "type": "hand",
        "version": VERSION,
        "game": table.game,
        "seed": seed if hand is not None else None,
        "hand": hand,
        "rules": rules.to_dict(),
        "dealer": dealer,
        "sit": table.sit,
        "pulls": [0 if i == dealer else pull for i, pull in enumerate(table.pulls)],
        "strategies": [strategy.label for strategy in table.strategies],
        "dice": wall.dice.tolist(),
        "break": {"seat": seat, "stack": stack},
        "indicator": tile_code(indicator),
        "wilds": [tile_code(kind) for kind in wild_kinds(indicator)],
        "wall": [tile_code(int(kind)) for kind in wall.tiles],
    }


def _owner(i: int) -> int:
    """Whose the i-th tile dealt is, counted from the dealer: four a time, then one each (T3)."""
    return i // 4 % 4 if i < 48 else i % 4


def _dealt(wall: Wall, dealer: int) -> Line:
    hands: list[list[int]] = [[], [], [], []]
    for i in range(N_DEALT):
        hands[(dealer + _owner(i)) % 4].append(int(wall.tiles[i]))
    return {"type": "deal", "hands": [format_tiles(sorted(hand)) for hand in hands]}


def _events(told: Sequence[tuple[Any, ...]]) -> list[Line]:
    lines: list[Line] = []
    for event in told:
        if event[0] == "draw":
            _, seat, kind, tail, left = event
            origin = "tail" if tail else "wall"
            lines.append(
                {
                    "type": "draw",
                    "seat": seat,
                    "tile": tile_code(kind),
                    "from": origin,
                    "left": left,
                }
            )
        else:
            _, seat, phase, kind, actions, chosen = event
            lines.append(
                {
                    "type": "choice",
                    "seat": seat,
                    "on": Phase(phase).name.lower(),
                    "tile": None if kind == _NO_TILE else tile_code(kind),
                    "legal": [str(Action.of(code)) for code in actions],
                    "action": str(Action.of(chosen)),
                }
            )
    return lines


_HOW_OF_CODE = {code: name for name, code in HOWS.items()}


def _end(rows: NDArray[Any]) -> Line:
    """Return the end line, out of four rows."""
    winner = int(rows["winner"][0])
    won = rows[winner] if winner >= 0 else None
    return {
        "type": "end",
        "winner": None if won is None else winner,
        "how": None if won is None else _HOW_OF_CODE[int(won["how"])],
        "fan": 0 if won is None else int(won["fan"]),
        "categories": [] if won is None else list(categories_of(int(won["categories"]))),
        "kong_points": rows["kong_points"].tolist(),
        "chan": bool(rows["is_chan"][0]),
        "payoffs": [int(payoff) for payoff in rows["payoff"]],
    }
