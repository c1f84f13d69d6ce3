"""What scores and waits consist of, the same in every game."""

from typing import NamedTuple

__all__ = ["Group", "Label", "Wait"]


class Label(NamedTuple):
    """Names of a category."""

    zh: str
    en: str


class Group(NamedTuple):
    """A group of an arrangement.

    Attributes
    ----------
    type : str
        sequence, triplet, pair; chi, pong, open kong, concealed kong where laid.
    kinds : tuple of int
        What each tile stands for.
    wilds : tuple of bool
        Which of them are wilds.
    last : bool
        Whether the last tile is among them.
    """

    type: str
    kinds: tuple[int, ...]
    wilds: tuple[bool, ...]
    last: bool


class Wait(NamedTuple):
    """A kind that completes a hand.

    Attributes
    ----------
    kind : int
    tile : str
        Its notation.
    left : int
        Copies not in the hand, its melds, what it has shown, the tiles seen or the indicator;
        0 too.
    value : int
        Of the win by an ordinary draw: fan in 天津麻将, points in 温岭麻将.
    categories : tuple of str
    wins : bool
        Whether the win may be declared.
    """

    kind: int
    tile: str
    left: int
    value: int
    categories: tuple[str, ...]
    wins: bool
