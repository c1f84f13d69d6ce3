"""Walls as transcripts tell them: tiles in order, dice, the break, who is dealt what."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjsim._core import walls
from mjsim.errors import InputError
from mjsim.inputs import whole
from mjsim.options import GameRules
from mjsim.streams import BLOCK_SIZE, Stream, bits_of
from mjsim.tianjin.rules import Rules as TianjinRules
from mjsim.tiles import N_KINDS, N_KINDS_FLOWERS

__all__ = ["Wall", "wall_of_hand"]

_FOUR = {"tianjin": 48, "wenling": 64}  # tiles dealt four a time
_DEALT = {"tianjin": 53, "wenling": 65}
_DICE = {"tianjin": 6, "wenling": 4}
_COPIES = {
    "tianjin": [4] * N_KINDS,
    "wenling": [4] * N_KINDS + [1] * (N_KINDS_FLOWERS - N_KINDS),
}
_N_PLAIN = 4 * N_KINDS  # ids below are 4 * kind + copy, flowers follow


class Wall:
    """A wall and the dice thrown at it.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    tiles : sequence of int
        Kinds in the order of the wall: the tile at place 0 is dealt first.
    dice : sequence of int
        天津: the dealer's two; those of the seat that they name (traditional); the opposite
        seat's. 温岭: the two throws of two.

    Raises
    ------
    InputError
        If these are not the tiles of the game, or no dice.
    """

    def __init__(self, game: str, tiles: Sequence[int] | NDArray[Any], dice: Sequence[int]) -> None:
        self.game = game
        self.tiles: NDArray[np.uint8] = np.array(tiles, np.uint8)
        copies = _COPIES[game]
        found = np.bincount(self.tiles, minlength=len(copies))
        if found.tolist() != copies:
            flowers = " and one of each flower" if game == "wenling" else ""
            raise InputError(f"wall: {sum(copies)} tiles, four of each kind{flowers}")
        thrown = [whole("dice", die, 1, 6) for die in dice]
        if len(thrown) != _DICE[game]:
            raise InputError(f"dice: {_DICE[game]}, not {len(thrown)}")
        self.dice = thrown

    @property
    def ids(self) -> NDArray[np.uint8]:
        """Tiles as the engine takes them."""
        kinds = self.tiles.astype(np.int64)
        return np.where(kinds < N_KINDS, 4 * kinds, _N_PLAIN + kinds - N_KINDS).astype(np.uint8)

    @property
    def six_dice(self) -> NDArray[np.uint8]:
        """Dice as the engine takes them; those that a game does not throw are 1."""
        return np.array(self.dice + [1] * (6 - len(self.dice)), np.uint8)

    @property
    def indicator(self) -> int:
        """Kind turned up (T3, W3)."""
        if self.game == "wenling":
            return int(self.tiles[_DEALT["wenling"]])
        return int(self.tiles[len(self.tiles) - 2 * (self.dice[4] + self.dice[5])])

    def breaking(self, dealer: int, rules: GameRules) -> tuple[int, int]:
        """Seat and stack at which dealing starts.

        Stacks are counted from the right end of that seat's wall, 1 the first; a count beyond
        its end goes on in the wall to its left. In 天津麻将 dealing starts with the stack (T3,
        option ``wall_break``), in 温岭麻将 after it (W2).

        Examples
        --------
        >>> wall_of_hand("tianjin", 1, 0).breaking(0, TianjinRules.platform())
        (0, 13)
        """
        first = self.dice[0] + self.dice[1]
        if self.game == "wenling":
            return (dealer + first - 1) % 4, sum(self.dice)
        if isinstance(rules, TianjinRules) and rules.wall_break == "traditional":
            return (dealer + first - 1) % 4, sum(self.dice[:4])
        return dealer, first + 1

    def dealt(self, dealer: int) -> list[list[int]]:
        """Kinds dealt to each seat, sorted, before any is shown (T3, W2)."""
        hands: list[list[int]] = [[], [], [], []]
        four = _FOUR[self.game]
        for i in range(_DEALT[self.game]):
            owner = i // 4 % 4 if i < four else i % 4
            hands[(dealer + owner) % 4].append(int(self.tiles[i]))
        return [sorted(hand) for hand in hands]


def wall_of_hand(game: str, seed: int, hand: int) -> Wall:
    """Return the wall of a hand of a seed, which all rules and strategies see."""
    block, row = divmod(hand, BLOCK_SIZE[Stream.WALLS])
    bits = bits_of(seed, Stream.WALLS, game, block)
    ids, dice = walls(bits, sum(_COPIES[game]), row + 1)
    tiles = ids[row].astype(np.int64)
    kinds = np.where(tiles < _N_PLAIN, tiles // 4, N_KINDS + tiles - _N_PLAIN)
    return Wall(game, kinds, dice[row][: _DICE[game]].tolist())
