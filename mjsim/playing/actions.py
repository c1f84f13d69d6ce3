"""Actions: what a seat may do, as codes and as words."""

from enum import IntEnum
from typing import NamedTuple, Self

from mjsim.errors import InputError
from mjsim.notation import parse_tile
from mjsim.tiles import tile_code

__all__ = ["Action", "ActionType", "Phase"]


class ActionType(IntEnum):
    """Types of actions; lists of legal actions are sorted by them, then by kind."""

    PASS = 0
    WIN = 1
    TIAN_TING = 2
    CONCEALED_KONG = 3
    ADDED_KONG = 4
    OPEN_KONG = 5
    PONG = 6
    CHI = 7
    """Its kind is the sequence's lowest."""
    DISCARD = 8
    SIT = 9
    """坐莊; the kind is 0 or 1."""
    PULL = 10
    """拉莊; the kind is 0, 1 or 2."""


class Phase(IntEnum):
    """When a seat is asked."""

    TURN = 0
    """After a draw; the dealer's first turn."""
    AFTER_PONG = 1
    """After one's own pong or chi."""
    DISCARD = 2
    """Another's discard may be claimed."""
    TIAN_TING = 3
    """天聽 may be declared on the dealer's first discard (T10)."""
    ROBBING = 4
    """Another's added kong may be robbed."""
    STAKES = 5
    """Before the deal."""


_BARE = {ActionType.PASS, ActionType.WIN, ActionType.TIAN_TING}
_NUMBERED = {ActionType.SIT, ActionType.PULL}


class Action(NamedTuple):
    """An action: type and kind, which are code ``type << 8 | kind`` for the engine.

    Examples
    --------
    >>> Action.of(ActionType.DISCARD << 8 | 4)
    Action(type=<ActionType.DISCARD: 8>, kind=4)
    >>> print(Action.of(ActionType.DISCARD << 8 | 4))
    discard 5m
    >>> Action.parse("open_kong 5p").code == ActionType.OPEN_KONG << 8 | 13
    True
    """

    type: ActionType
    kind: int

    @classmethod
    def of(cls, code: int) -> Self:
        """Return the action of a code."""
        return cls(ActionType(code >> 8), code & 255)

    @classmethod
    def parse(cls, words: str) -> Self:
        """Return the action of words as `str` gives them, or raise an InputError."""
        name, _, tile = words.partition(" ")
        try:
            type_ = ActionType[name.upper()]
        except KeyError:
            raise InputError(f"action: no action {name!r}") from None
        if type_ in _BARE:
            if tile:
                raise InputError(f"action: {name} takes no tile, not {tile!r}")
            return cls(type_, 0)
        if type_ in _NUMBERED:
            if tile not in ("0", "1", "2"):
                raise InputError(f"action: {name} takes a number, not {tile!r}")
            return cls(type_, int(tile))
        return cls(type_, parse_tile(tile, where="action", flowers=True))

    @property
    def code(self) -> int:
        """Number by which strategies and the engine know it."""
        return self.type << 8 | self.kind

    def __str__(self) -> str:
        name = self.type.name.lower()
        if self.type in _BARE:
            return name
        return f"{name} {self.kind if self.type in _NUMBERED else tile_code(self.kind)}"
