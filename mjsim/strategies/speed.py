"""Strategy ``speed``."""

from typing import ClassVar

from mjsim._core import Player, SpeedPlayer
from mjsim.options import GameRules
from mjsim.strategies.base import Chance, Pull, Strategy

__all__ = ["Speed"]


class Speed(Strategy, frozen=True, kw_only=True):
    """Plays for the fewest steps to a complete hand, then for the most live tiles.

    It wins when it may, never throws a wild while it holds anything else, and asks neither what
    a hand is worth nor whether it may be declared. Of discards that are alike in steps and live
    tiles it takes the highest kind, honours before suits.

    Parameters
    ----------
    pong, chi : bool
        Pong and chi where that is a step nearer; of several claims the nearest.
    kong : bool
        Kong where that is no step back (a 金杠 never).
    declare : bool
        Declare 天聽 when asked.
    sit : bool
    pull : int
        坐莊, and 拉莊 from 0 to 2, where a session asks for them.
    epsilon : float
        Chance of a uniformly random legal action instead, 0 to 1.

    Examples
    --------
    >>> Speed(epsilon=2)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: strategy speed: epsilon: expected `float` <= 1.0
    """

    NAME: ClassVar[str] = "speed"

    GAMES: ClassVar[tuple[str, ...]] = ("tianjin", "wenling")

    pong: bool = True
    chi: bool = True
    kong: bool = True
    declare: bool = True
    sit: bool = False
    pull: Pull = 0
    epsilon: Chance = 0.0

    def player(self, rules: GameRules) -> Player:
        """Return the strategy as the engine takes it."""
        return SpeedPlayer(**self.parameters())
