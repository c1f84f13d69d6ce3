"""Strategy ``random``."""

from typing import ClassVar

from mjsim._core import Player, RandomPlayer
from mjsim.options import GameRules
from mjsim.strategies.base import Strategy

__all__ = ["Random"]


class Random(Strategy, frozen=True, kw_only=True):
    """Takes every legal action with the same chance; reads nothing.

    Examples
    --------
    >>> Random().label
    'random'
    """

    NAME: ClassVar[str] = "random"
    GAMES: ClassVar[tuple[str, ...]] = ("tianjin", "wenling")

    @property
    def noisy(self) -> bool:
        """Whether it draws noise: always."""
        return True

    def player(self, rules: GameRules) -> Player:
        """Return the strategy as the engine takes it."""
        return RandomPlayer()
