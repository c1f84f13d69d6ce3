"""A hand as it was played: its steps, what was answered, what was shown."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from mjsim.playing.actions import Action, ActionType
from mjsim.tiles import Hand

__all__ = ["Answer", "Came", "Showing", "Step", "Story"]

Came = Literal["dealt", "wall", "tail", "pong", "chi", "open_kong"]
"""How the tile of a step came."""


class Answer(NamedTuple):
    """What a seat said to a discard, or to a kong that might be robbed.

    Attributes
    ----------
    seat : int
    action : Action
    claims : tuple of ActionType
        All that it might have said instead of passing.
    holds : bool
        False of a claim that another outdoes.
    """

    seat: int
    action: Action
    claims: tuple[ActionType, ...]
    holds: bool


class Showing(NamedTuple):
    """Tiles that a seat shows after the deal, and those that replace them (W4).

    Attributes
    ----------
    round : int
        From 1.
    seat : int
    shown, drawn : list of int
    """

    round: int
    seat: int
    shown: list[int]
    drawn: list[int]


@dataclass
class Step:
    """A tile that came and what its owner did; a turn with a replacement has several.

    Attributes
    ----------
    turn : int
        Number of the turn in the hand, from 1; a claim begins one.
    seat : int
    came : str
        See `Came`.
    tile : int or None
        The kind that came; None for the dealer's first turn.
    left : int or None
        Tiles left in the wall after a draw.
    act : Action or None
        None for an open kong or a tile shown, whose replacement is the next step, and where the
        tile wins by itself.
    answers : list of Answer
        To the discard or the kong.
    declared : bool
        The seat declared 天聽 before.
    barred : bool
        The discard is the seat's first wild: from here on it may not win.
    shown : bool
        The tile was shown.
    """

    turn: int
    seat: int
    came: Came
    tile: int | None = None
    left: int | None = None
    act: Action | None = None
    answers: list[Answer] = field(default_factory=list)
    declared: bool = False
    barred: bool = False
    shown: bool = False


class Story(NamedTuple):
    """A hand as it was played.

    Attributes
    ----------
    steps : list of Step
        None if a hand ends at the deal.
    hands : list of 4 Hand
        At the end, by seat; the winner's is as before the last tile, or all of it if dealt.
    declared : frozenset of int
        Seats that declared 天聽.
    barred : frozenset of int
        Seats that discarded a wild.
    last : int or None
        The winner's last tile; None without a winner, if it was dealt or if it was shown.
    kongs : int
        Kongs in a row before it, 1 at least.
    showings : list of Showing
        After the deal.
    opening : list of 4 list of int
        Tiles in hand before the first turn.
    shown : list of 4 list of int
        All that each seat showed.
    """

    steps: list[Step]
    hands: list[Hand]
    declared: frozenset[int]
    barred: frozenset[int]
    last: int | None
    kongs: int
    showings: list[Showing]
    opening: list[list[int]]
    shown: list[list[int]]
