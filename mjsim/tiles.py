"""Kinds of tiles, their names, melds and hands.

A kind is a number: 0-8 萬, 9-17 筒, 18-26 條, 27-30 東南西北, 31-33 中發白, 34-37 春夏秋冬,
38-41 梅蘭竹菊. Games without flowers use the first 34 kinds, games with flowers all 42. A wild
is counted under its own kind.
"""

from collections.abc import Iterable
from enum import IntEnum
from itertools import groupby
from typing import Any, Literal, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mjsim.errors import InputError

__all__ = [
    "BAI",
    "EAST",
    "FA",
    "NORTH",
    "N_KINDS",
    "N_KINDS_FLOWERS",
    "PLUM",
    "SOUTH",
    "SPRING",
    "WEST",
    "ZHONG",
    "Hand",
    "Meld",
    "MeldType",
    "Script",
    "Suit",
    "copies",
    "counts_of",
    "format_tiles",
    "is_flower",
    "is_honor",
    "is_suited",
    "rank_of",
    "successor",
    "suit_of",
    "tile_code",
    "tile_unicode",
    "tile_zh",
]

N_KINDS = 34
"""Number of kinds in a game without flowers."""
N_KINDS_FLOWERS = 42
"""Number of kinds in a game with flowers."""

EAST, SOUTH, WEST, NORTH = range(27, 31)
ZHONG, FA, BAI = range(31, 34)
SPRING = 34
PLUM = 38

Script: TypeAlias = Literal["hant", "hans"]
"""Traditional (``"hant"``) or simplified (``"hans"``) characters."""


class Suit(IntEnum):
    """The seven groups that kinds fall into, in the order of the kinds.

    Examples
    --------
    >>> Suit.TONG, suit_of(9) is Suit.TONG
    (<Suit.TONG: 1>, True)
    """

    WAN = 0
    TONG = 1
    TIAO = 2
    WINDS = 3
    DRAGONS = 4
    SEASONS = 5
    PLANTS = 6


_FIRST = (0, 9, 18, EAST, ZHONG, SPRING, PLUM, N_KINDS_FLOWERS)  # of each suit, and the end
_SUIT = tuple(suit for suit in Suit for _ in range(_FIRST[suit], _FIRST[suit + 1]))

_CODE = tuple(
    [f"{rank}{letter}" for letter in "mps" for rank in range(1, 10)]
    + list("ESWNCFP")
    + [f"{rank}{letter}" for letter in "gf" for rank in range(1, 5)]
)
_NUMERALS = "一二三四五六七八九"
_ZH = {
    script: tuple([n + suit for suit in suits for n in _NUMERALS] + list(others))
    for script, suits, others in (
        ("hant", "萬筒條", "東南西北中發白春夏秋冬梅蘭竹菊"),
        ("hans", "万筒条", "东南西北中发白春夏秋冬梅兰竹菊"),
    )
}
# Unicode's block has the honours first, 條 before 筒, and the plants before the seasons.
_UNICODE = "".join(
    chr(0x1F000 + first + i)
    for first, n in ((0x07, 9), (0x19, 9), (0x10, 9), (0x00, 4), (0x04, 3), (0x26, 4), (0x22, 4))
    for i in range(n)
)


def _check(kind: int) -> None:
    """Raise InputError if `kind` is no kind; a negative index would pass silently."""
    if not 0 <= kind < N_KINDS_FLOWERS:
        raise InputError(f"kind {kind} is none of 0-{N_KINDS_FLOWERS - 1}")


def suit_of(kind: int) -> Suit:
    """Suit of a kind; winds, dragons, seasons and plants count as suits of their own.

    Parameters
    ----------
    kind : int
        A kind, 0-41.

    Returns
    -------
    Suit
        The suit.

    Raises
    ------
    InputError
        If there is no such kind.

    Examples
    --------
    >>> suit_of(4).name, suit_of(ZHONG).name
    ('WAN', 'DRAGONS')
    """
    _check(kind)
    return _SUIT[kind]


def rank_of(kind: int) -> int:
    """Rank of a kind within its suit, from 1.

    Parameters
    ----------
    kind : int
        A kind, 0-41.

    Returns
    -------
    int
        1-9 in 萬筒條; the place in 東南西北, 中發白, 春夏秋冬 or 梅蘭竹菊 otherwise.

    Raises
    ------
    InputError
        If there is no such kind.

    Examples
    --------
    >>> rank_of(4), rank_of(SOUTH), rank_of(PLUM)
    (5, 2, 1)
    """
    return kind - _FIRST[suit_of(kind)] + 1


def is_suited(kind: int) -> bool:
    """Whether a kind is one of 萬筒條, so that it can be in a sequence.

    Parameters
    ----------
    kind : int
        A kind, 0-41.

    Returns
    -------
    bool
        True for kinds 0-26.

    Raises
    ------
    InputError
        If there is no such kind.

    Examples
    --------
    >>> is_suited(26), is_suited(EAST)
    (True, False)
    """
    return suit_of(kind) <= Suit.TIAO


def is_honor(kind: int) -> bool:
    """Whether a kind is a wind or a dragon.

    Parameters
    ----------
    kind : int
        A kind, 0-41.

    Returns
    -------
    bool
        True for kinds 27-33.

    Raises
    ------
    InputError
        If there is no such kind.

    Examples
    --------
    >>> is_honor(BAI), is_honor(SPRING)
    (True, False)
    """
    return Suit.WINDS <= suit_of(kind) <= Suit.DRAGONS


def is_flower(kind: int) -> bool:
    """Whether a kind is a flower.

    Parameters
    ----------
    kind : int
        A kind, 0-41.

    Returns
    -------
    bool
        True for kinds 34-41.

    Raises
    ------
    InputError
        If there is no such kind.

    Examples
    --------
    >>> is_flower(PLUM), is_flower(BAI)
    (True, False)
    """
    return suit_of(kind) >= Suit.SEASONS


def copies(kind: int) -> int:
    """Tell how many tiles of a kind a set has: four, of a flower one.

    Parameters
    ----------
    kind : int
        A kind, 0-41.

    Returns
    -------
    int
        4 or 1.

    Raises
    ------
    InputError
        If there is no such kind.

    Examples
    --------
    >>> copies(0), copies(PLUM)
    (4, 1)
    """
    return 1 if is_flower(kind) else 4


def successor(kind: int) -> int:
    """Next kind in the cycle of its suit, as an indicator names it.

    Parameters
    ----------
    kind : int
        A kind, 0-33.

    Returns
    -------
    int
        The kind one rank up; the first of the suit after the last.

    Raises
    ------
    InputError
        If there is no such kind, or it is a flower: those have no order.

    Examples
    --------
    >>> [tile_code(successor(kind)) for kind in (0, 8, NORTH, ZHONG, BAI)]
    ['2m', '1m', 'E', 'F', 'C']
    """
    suit = suit_of(kind)
    if suit >= Suit.SEASONS:
        raise InputError(f"{_CODE[kind]} is a flower and has no successor")
    return kind + 1 if kind + 1 < _FIRST[suit + 1] else _FIRST[suit]


def tile_code(kind: int) -> str:
    """Name of a kind in the notation.

    Parameters
    ----------
    kind : int
        A kind, 0-41.

    Returns
    -------
    str
        A rank with one of ``mpsgf``, or one of ``ESWNCFP``.

    Raises
    ------
    InputError
        If there is no such kind.

    Examples
    --------
    >>> [tile_code(kind) for kind in (4, EAST, ZHONG, SPRING, PLUM)]
    ['5m', 'E', 'C', '1g', '1f']
    """
    _check(kind)
    return _CODE[kind]


def tile_zh(kind: int, script: Script = "hant") -> str:
    """Chinese name of a kind.

    Parameters
    ----------
    kind : int
        A kind, 0-41.
    script : {"hant", "hans"}, default "hant"
        Traditional or simplified characters.

    Returns
    -------
    str
        The name, of one or two characters.

    Raises
    ------
    InputError
        If there is no such kind or script.

    Examples
    --------
    >>> tile_zh(4), tile_zh(4, "hans"), tile_zh(FA), tile_zh(FA, script="hans")
    ('五萬', '五万', '發', '发')
    """
    _check(kind)
    names = _ZH.get(script)
    if names is None:
        raise InputError(f"script: {script!r} is neither 'hant' nor 'hans'")
    return names[kind]


def tile_unicode(kind: int) -> str:
    """Picture of a kind: its character in Unicode's block of mahjong tiles.

    Parameters
    ----------
    kind : int
        A kind, 0-41.

    Returns
    -------
    str
        One character.

    Raises
    ------
    InputError
        If there is no such kind.

    Examples
    --------
    >>> import unicodedata
    >>> unicodedata.name(tile_unicode(4))
    'MAHJONG TILE FIVE OF CHARACTERS'
    """
    _check(kind)
    return _UNICODE[kind]


def format_tiles(kinds: Iterable[int]) -> str:
    """Tiles in canonical notation: sorted, with one letter for a run of a suit.

    Parameters
    ----------
    kinds : iterable of int
        Kinds, 0-41, in any order.

    Returns
    -------
    str
        The notation, which `mjsim.notation.parse_tiles` reads back.

    Raises
    ------
    InputError
        If there is no such kind.

    Examples
    --------
    >>> format_tiles([9, 2, 0, 1, BAI, EAST, PLUM])
    '123m1pEP1f'
    """
    codes = [tile_code(kind) for kind in sorted(kinds)]
    # Ranks share their suit's letter; honours are letters already.
    runs = groupby(codes, key=lambda code: code[1:])
    return "".join("".join(code[0] for code in run) + letter for letter, run in runs)


class MeldType(IntEnum):
    """What a laid meld is; the numbers are those of the `melds` arrays.

    An added kong is an open one.

    Examples
    --------
    >>> MeldType.PONG, int(MeldType.CONCEALED_KONG)
    (<MeldType.PONG: 2>, 4)
    """

    NONE = 0
    CHI = 1
    PONG = 2
    OPEN_KONG = 3
    CONCEALED_KONG = 4


class Meld(NamedTuple):
    """A laid meld.

    Attributes
    ----------
    type : MeldType
        What it is.
    kind : int
        Its kind; the lowest one of a chi.

    Examples
    --------
    >>> str(Meld(MeldType.CHI, 4)), str(Meld(MeldType.CONCEALED_KONG, EAST))
    ('(567m)', '[EEEE]')
    """

    type: MeldType
    kind: int

    @property
    def kinds(self) -> tuple[int, ...]:
        """Kinds of its three or four tiles; empty for the type NONE.

        Examples
        --------
        >>> Meld(MeldType.CHI, 4).kinds
        (4, 5, 6)
        """
        kind = self.kind
        if self.type == MeldType.NONE:
            return ()
        if self.type == MeldType.CHI:
            return (kind, kind + 1, kind + 2)
        return (kind,) * (3 if self.type == MeldType.PONG else 4)

    def __str__(self) -> str:
        if self.type == MeldType.NONE:
            return ""
        tiles = format_tiles(self.kinds)
        return f"[{tiles}]" if self.type == MeldType.CONCEALED_KONG else f"({tiles})"


class _Hand(NamedTuple):
    tiles: tuple[int, ...]
    melds: tuple[Meld, ...]


class Hand(_Hand):
    """A hand: concealed tiles and laid melds, both kept in canonical (sorted) order.

    The order given does not matter, so equal hands compare and hash equal. How many tiles there
    may be, of a kind and in all, is for `mjsim.notation.parse_hand` and the games to say.

    Parameters
    ----------
    tiles : iterable of int
        Kinds of the concealed tiles.
    melds : iterable of Meld, default ()
        Laid melds.

    Raises
    ------
    InputError
        If a tile is no kind.

    Attributes
    ----------
    tiles : tuple of int
        Kinds of the concealed tiles, sorted.
    melds : tuple of Meld
        Laid melds, sorted by type and kind.

    Examples
    --------
    >>> hand = Hand([BAI, 2, 1, 0], [Meld(MeldType.PONG, 19)])
    >>> hand.tiles, str(hand)
    ((0, 1, 2, 33), '123mP(222s)')
    """

    __slots__ = ()

    def __new__(cls, tiles: Iterable[int], melds: Iterable[Meld] = ()) -> Self:
        """Sort, and refuse what is no kind."""
        concealed = tuple(sorted(map(int, tiles)))
        if concealed:
            _check(concealed[0])
            _check(concealed[-1])
        return super().__new__(cls, concealed, tuple(sorted(melds)))

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        # Of NamedTuple, and under its _replace: neither may leave the order behind.
        return cls(*iterable)

    @property
    def size(self) -> int:
        """Number of tiles as the rules count them: every meld, a kong too, as three.

        Examples
        --------
        >>> Hand([0, 1, 2, BAI], [Meld(MeldType.OPEN_KONG, 19)]).size
        7
        """
        return len(self.tiles) + 3 * len(self.melds)

    def counts(self, n_kinds: int = N_KINDS) -> NDArray[np.uint8]:
        """Count the concealed tiles by kind.

        Parameters
        ----------
        n_kinds : int, default 34
            Number of kinds: 34, or 42 in a game with flowers.

        Returns
        -------
        numpy.ndarray of uint8, shape (n_kinds,)
            Copies of each kind.

        Raises
        ------
        InputError
            If a tile is none of the first `n_kinds`.

        Examples
        --------
        >>> Hand([BAI, 0, 0]).counts()[[0, 1, 33]]
        array([2, 0, 1], dtype=uint8)
        """
        return np.frombuffer(counts_of(self, n_kinds), dtype=np.uint8)

    def __str__(self) -> str:
        return format_tiles(self.tiles) + "".join(map(str, self.melds))


def counts_of(hand: Hand, n_kinds: int = N_KINDS) -> bytearray:
    """Count the concealed tiles of a hand by kind, in the buffer that the kernels read.

    Parameters
    ----------
    hand : Hand
        The hand.
    n_kinds : int, default 34
        Number of kinds: 34, or 42 in a game with flowers.

    Returns
    -------
    bytearray
        Copies of each kind, `n_kinds` bytes.

    Raises
    ------
    InputError
        If a tile is none of the first `n_kinds`.

    Examples
    --------
    >>> counts_of(Hand([BAI, 0, 0]))[0]
    2
    """
    counts = bytearray(n_kinds)
    try:
        for kind in hand.tiles:
            counts[kind] += 1
    except IndexError:
        raise InputError(f"kind {kind} is none of 0-{n_kinds - 1}") from None
    return counts
