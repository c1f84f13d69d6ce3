"""Notation of tiles and hands, read and written.

``123m456p789s`` are 萬 筒 條, ``ESWN`` 東南西北, ``CFP`` 中發白, ``1g``-``4g`` 春夏秋冬 and
``1f``-``4f`` 梅蘭竹菊. Melds follow the concealed tiles: ``(567m)`` chi, ``(222s)`` pong,
``(2222s)`` open or added kong, ``[2222s]`` concealed kong. Chinese names of either script,
``1z``-``4z`` for the winds and full-width characters are read too, and white space between
tiles. All that cannot be read raises `mjsim.errors.InputError` with one line that names the
argument, the character (from 1) and what stands there.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from operator import eq
from typing import Literal, NamedTuple, TypeAlias

from mjsim.errors import InputError
from mjsim.tiles import (
    BAI,
    EAST,
    FA,
    N_KINDS,
    N_KINDS_FLOWERS,
    NORTH,
    PLUM,
    SOUTH,
    SPRING,
    WEST,
    ZHONG,
    Hand,
    Meld,
    MeldType,
    Script,
    counts_of,
    format_tiles,
    is_flower,
    rank_of,
    tile_code,
    tile_zh,
)

__all__ = [
    "Honors",
    "counts_of",
    "format_hand",
    "format_hand_zh",
    "format_tiles",
    "format_tiles_zh",
    "parse_hand",
    "parse_tile",
    "parse_tiles",
]

Honors: TypeAlias = Literal["tenhou", "chinese"]
"""What ``5z 6z 7z`` are: 白發中 (``"tenhou"``) or 中發白 (``"chinese"``)."""

# ---- vocabulary -------------------------------------------------------------------------

_RANKS = {digit: value for value, digit in enumerate("0123456789")}
_RANKS |= {numeral: value for value, numeral in enumerate("一二三四五六七八九", start=1)}
_RANKS |= {"两": 2, "兩": 2, "伍": 5}

# Every suit that takes ranks: the kind of its 1, and its highest rank.
_SUITS = {
    **dict.fromkeys("m萬万", (0, 9)),
    **dict.fromkeys("p筒餅饼", (9, 9)),
    **dict.fromkeys("s條条索束", (18, 9)),
    "z": (EAST, 7),
    "g": (SPRING, 4),
    "f": (PLUM, 4),
}

_NAMES = dict(zip("ESWNCFP", range(EAST, N_KINDS), strict=True))
for _kind, _characters in ((EAST, "東东"), (SOUTH, "南"), (WEST, "西"), (NORTH, "北")):
    _NAMES |= {c + suffix: _kind for c in _characters for suffix in ("", "風", "风")}
_NAMES |= dict.fromkeys(("中", "紅中", "红中"), ZHONG)
_NAMES |= {c + suffix: FA for c in "發发" for suffix in ("", "財", "财")}
_NAMES |= dict.fromkeys(("白", "白板"), BAI)
_NAMES |= dict(zip("春夏秋冬梅蘭竹菊", range(SPRING, N_KINDS_FLOWERS), strict=True))
_NAMES["兰"] = _NAMES["蘭"]

_DRAGONS: dict[object, tuple[int, int, int]] = {  # 5z, 6z, 7z
    "tenhou": (BAI, FA, ZHONG),
    "chinese": (ZHONG, FA, BAI),
}

# The full-width forms of ASCII, and the brackets that a Chinese keyboard gives for [ and ]. One
# character for one, so that positions stay.
_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord("【"): ord("["),
    ord("】"): ord("]"),
}

_SPACE = re.compile(r"\s+")
_TOKEN = re.compile(
    f"([{''.join(_RANKS)}]+)([{''.join(_SUITS)}]?)"  # a run: ranks, and the suit behind them
    f"|({'|'.join(sorted(_NAMES, key=len, reverse=True))})"  # 白板 before 白
)

_CLOSING = {"(": ")", "[": "]"}

# ---- what is read without the reader below ----------------------------------------------

# A scalar call must not spend its time on notation, and nearly all of it is plain: suits in
# order, then honours, then melds, in ASCII. Whatever this pattern or the functions under it
# decline goes to the reader, which alone knows the errors.
_PLAIN = re.compile(
    r"([1-9]{1,17}m)? ?([1-9]{1,17}p)? ?([1-9]{1,17}s)? ?([ESWNCFP]{1,17})?"
    r" ?((?:[(\[][1-9mpsESWNCFP]{3,5}[)\]]){1,5})?"
)
_PLAIN_MELD = re.compile(r"[(\[][^)\]]+[)\]]")
_PLAIN_TILES = {tile_code(kind): kind for kind in range(N_KINDS)}


# Digits of each suit, and the honours' letters, to kinds; a byte a tile.
_WAN, _TONG, _TIAO = (
    bytes.maketrans(b"123456789", bytes(range(first, first + 9))) for first in (0, 9, 18)
)
_HONOURS = bytes.maketrans(b"ESWNCFP", bytes(range(EAST, N_KINDS)))


@lru_cache(maxsize=1024)
def _plain_meld(text: str) -> tuple[Meld, tuple[int, ...]]:
    """Meld of a bracketed group, and its kinds; ValueError if it is none."""
    if text[-1] != _CLOSING[text[0]]:
        raise ValueError
    meld = _meld_of(text[0], [tile.kind for tile in _Reader(text[1:-1]).tiles()])
    return meld, meld.kinds


def _five_of_a_kind(kinds: list[int]) -> bool:
    """Whether sorted kinds, without flowers, hold five of one."""
    return len(kinds) > 4 and any(map(eq, kinds, kinds[4:]))


def _plain_hand(text: str) -> Hand | None:
    """Read plain notation; None if it is anything else or wrong."""
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    raw = b""
    wan, tong, tiao, honors, laid = match.groups()
    if wan:
        raw = wan[:-1].encode().translate(_WAN)
    if tong:
        raw += tong[:-1].encode().translate(_TONG)
    if tiao:
        raw += tiao[:-1].encode().translate(_TIAO)
    if honors:
        raw += honors.encode().translate(_HONOURS)
    kinds = sorted(raw)
    # The hand is made without its own sorting, which has been done.
    tiles = tuple(kinds)
    if not laid:
        if not tiles or _five_of_a_kind(kinds):
            return None
        return tuple.__new__(Hand, (tiles, ()))
    try:
        melds = [_plain_meld(group) for group in _PLAIN_MELD.findall(laid)]
    except ValueError:
        return None
    for _, laid_kinds in melds:
        kinds += laid_kinds
    kinds.sort()
    if _five_of_a_kind(kinds):
        return None
    melds.sort()
    return tuple.__new__(Hand, (tiles, tuple([meld for meld, _ in melds])))


# ---- the reader -------------------------------------------------------------------------


class _Tile(NamedTuple):
    """A tile read, and what it was read from."""

    kind: int
    at: int
    text: str


class _Reader:
    """Reads one text from left to right and knows where it stands."""

    def __init__(
        self,
        text: object,
        honors: Honors | None = None,
        flowers: bool = False,
        where: str = "tiles",
    ) -> None:
        if not isinstance(text, str):
            raise InputError(f"{where}: expected text, got {type(text).__name__}")
        if honors is not None and honors not in _DRAGONS:
            raise InputError(f"honors: {honors!r} is neither 'tenhou' nor 'chinese'")
        self.written = text
        self.text = text.translate(_HALF_WIDTH)
        self.honors = honors
        self.flowers = flowers
        self.where = where
        self.at = 0

    def error(self, at: int, text: str, why: str) -> InputError:
        """Make the one line that names the place."""
        if len(text) > 24:
            text = f"{text[:23]}…"
        return InputError(f"{self.where}, character {at + 1}: {text!r} {why}")

    def here(self) -> str:
        """Return the next character that is no white space, or nothing at the end."""
        if space := _SPACE.match(self.text, self.at):
            self.at = space.end()
        return self.text[self.at : self.at + 1]

    def tiles(self) -> list[_Tile]:
        """Read tiles up to a bracket or the end."""
        tiles: list[_Tile] = []
        while (character := self.here()) and character not in "()[]":
            token = _TOKEN.match(self.text, self.at)
            if token is None:
                raise self.error(self.at, self.written[self.at], _why_no_tile(character))
            ranks, suit, name = token.groups()
            written = self.written[self.at : token.end()]
            if name:
                tiles.append(self._allowed(_Tile(_NAMES[name], self.at, written)))
            elif suit:
                for i, rank in enumerate(ranks):
                    tiles.append(self._ranked(_RANKS[rank], suit, i, written[i] + written[-1]))
            else:
                raise self.error(self.at, written, "has no suit behind it (m p s, 萬 筒 條)")
            self.at = token.end()
        return tiles

    def _ranked(self, rank: int, suit: str, i: int, text: str) -> _Tile:
        """Tile number `i` of the run that starts here."""
        at = self.at + i
        first, highest = _SUITS[suit]
        if rank == 0 and highest == 9:
            raise self.error(at, text, f"is no tile: there are no red fives, write 5{suit}")
        if not 1 <= rank <= highest:
            raise self.error(at, text, f"is no tile: {suit} has ranks 1-{highest}")
        if suit == "z" and rank > 4:
            if self.honors is None:
                raise self.error(at, text, _WHICH_DRAGON)
            return _Tile(_DRAGONS[self.honors][rank - 5], at, text)
        return self._allowed(_Tile(first + rank - 1, at, text))

    def _allowed(self, tile: _Tile) -> _Tile:
        if tile.kind >= SPRING and not self.flowers:
            raise self.error(tile.at, tile.text, "is a flower, and this game has no flowers")
        return tile

    def only_tiles(self) -> list[_Tile]:
        """Read tiles up to the end."""
        tiles = self.tiles()
        if self.here():
            raise self.error(self.at, self.written[self.at], "has no place here: no melds expected")
        self.check_copies(tiles)
        return tiles

    def hand(self) -> Hand:
        """Read concealed tiles, then melds, up to the end."""
        concealed = self.tiles()
        everything = list(concealed)
        melds = []
        while self.here():
            meld, tiles = self._meld()
            melds.append(meld)
            everything += tiles
            for tile in self.tiles():
                raise self.error(tile.at, tile.text, "follows a meld: concealed tiles come first")
        if not everything:
            raise InputError(f"{self.where}: empty, expected tiles such as 123m456p789s")
        self.check_copies(everything)
        return Hand([tile.kind for tile in concealed], melds)

    def _meld(self) -> tuple[Meld, list[_Tile]]:
        """Read the meld that opens here."""
        start = self.at
        opening = self.text[start]
        if opening not in _CLOSING:
            raise self.error(start, self.written[start], "closes nothing")
        self.at += 1
        tiles = self.tiles()
        closing = self.here()
        if closing not in (")", "]"):
            raise self.error(start, self.written[start], "is not closed")
        if closing != _CLOSING[opening]:
            raise self.error(self.at, self.written[self.at], f"does not close {opening!r}")
        self.at += 1
        try:
            return _meld_of(opening, [tile.kind for tile in tiles]), tiles
        except ValueError as error:
            raise self.error(start, self.written[start : self.at], str(error)) from None

    def check_copies(self, tiles: list[_Tile]) -> None:
        """Raise at the first tile that is one more than there are of its kind."""
        seen = bytearray(N_KINDS_FLOWERS)
        for tile in tiles:
            seen[tile.kind] += 1
            if seen[tile.kind] > (4 if tile.kind < SPRING else 1):
                ordinal = "second" if is_flower(tile.kind) else "fifth"
                raise self.error(tile.at, tile.text, f"is a {ordinal} {tile_code(tile.kind)}")


_SEQUENCES = [[k, k + 1, k + 2] for k in range(EAST) if rank_of(k) <= 7]

_WHICH_DRAGON = (
    "means different tiles to different people: write C F P for 中 發 白, or name the order, "
    'honors="tenhou" (5z 白 6z 發 7z 中) or honors="chinese" (5z 中 6z 發 7z 白)'
)


def _why_no_tile(character: str) -> str:
    """Say what is wrong with a character that begins no tile."""
    if character in _SUITS:
        return "has no rank before it"
    if character.lower() in _SUITS:
        return "is no tile: the letters of suits are small"
    if character.upper() in _NAMES:
        return "is no tile: the letters of honours are capitals"
    return "is no tile"


def _meld_of(opening: str, kinds: list[int]) -> Meld:
    """Meld of the kinds in brackets; ValueError saying why if they are none."""
    kinds = sorted(kinds)
    if any(map(is_flower, kinds)):
        raise ValueError("is no meld: flowers form none")
    n = len(kinds) if len(set(kinds)) == 1 else 0  # of one kind
    if opening == "[":
        if n != 4:
            raise ValueError("is no meld: square brackets hold a concealed kong, four of a kind")
        return Meld(MeldType.CONCEALED_KONG, kinds[0])
    if n in (3, 4):
        return Meld(MeldType.PONG if n == 3 else MeldType.OPEN_KONG, kinds[0])
    if len(kinds) == 3 and kinds[0] >= EAST:
        raise ValueError("is no meld: honours form no chi")
    if kinds not in _SEQUENCES:
        raise ValueError("is no meld: neither a chi, a pong nor a kong")
    return Meld(MeldType.CHI, kinds[0])


# ---- what others call -------------------------------------------------------------------


def parse_tile(
    text: str, *, honors: Honors | None = None, flowers: bool = False, where: str = "tile"
) -> int:
    """Read one tile.

    Parameters
    ----------
    text : str
        The notation of one tile.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` are: 白發中 or 中發白. Without it they are refused.
    flowers : bool, default False
        Whether the game has flowers.
    where : str, default "tile"
        What to call the argument in an error.

    Returns
    -------
    int
        The kind.

    Raises
    ------
    InputError
        If the text is not exactly one tile of the game.

    Examples
    --------
    >>> parse_tile("5m"), parse_tile("五萬"), parse_tile("红中"), parse_tile("5z", honors="tenhou")
    (4, 4, 31, 33)
    >>> parse_tile("0m", where="last")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: last, character 1: '0m' is no tile: there are no red fives, write 5m
    """
    if honors is None:
        try:
            return _PLAIN_TILES[text]
        except (KeyError, TypeError):  # TypeError: no text, for the reader to say
            pass
    reader = _Reader(text, honors, flowers, where)
    tiles = reader.only_tiles()
    if not tiles:
        raise InputError(f"{where}: empty, expected one tile such as 5m")
    for extra in tiles[1:]:
        raise reader.error(extra.at, extra.text, "is one tile too many: expected one")
    return tiles[0].kind


def parse_tiles(
    text: str, *, honors: Honors | None = None, flowers: bool = False, where: str = "tiles"
) -> list[int]:
    """Read tiles that are no hand, such as those seen or shown; there may be none.

    Parameters
    ----------
    text : str
        The notation, without melds.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` are: 白發中 or 中發白. Without it they are refused.
    flowers : bool, default False
        Whether the game has flowers.
    where : str, default "tiles"
        What to call the argument in an error.

    Returns
    -------
    list of int
        The kinds in the order written.

    Raises
    ------
    InputError
        If the text cannot be read, holds a meld, or more tiles of a kind than there are.

    Examples
    --------
    >>> parse_tiles("9s12m 东")
    [26, 0, 1, 27]
    >>> parse_tiles("12m3", where="seen")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: seen, character 4: '3' has no suit behind it (m p s, 萬 筒 條)
    """
    if text == "" and honors is None:
        return []
    return [tile.kind for tile in _Reader(text, honors, flowers, where).only_tiles()]


def parse_hand(
    text: str, *, honors: Honors | None = None, flowers: bool = False, where: str = "hand"
) -> Hand:
    """Read a hand: concealed tiles, then melds.

    How many tiles there must be depends on the game and is not checked here.

    Parameters
    ----------
    text : str
        The notation.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` are: 白發中 or 中發白. Without it they are refused.
    flowers : bool, default False
        Whether the game has flowers.
    where : str, default "hand"
        What to call the argument in an error.

    Returns
    -------
    Hand
        The hand in canonical order.

    Raises
    ------
    InputError
        If the text is empty or cannot be read, or holds more tiles of a kind than there are.

    Examples
    --------
    >>> hand = parse_hand("五六万 1m CC (222s)")
    >>> hand.tiles, hand.melds
    ((0, 4, 5, 31, 31), (Meld(type=<MeldType.PONG: 2>, kind=19),))
    >>> parse_hand("5555m(567m)", where="row 3, hand")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: row 3, hand, character 7: '5m' is a fifth 5m
    """
    if honors is None:
        try:
            hand = _plain_hand(text)
        except TypeError:  # no text, for the reader to say
            hand = None
        if hand is not None:
            return hand
    return _Reader(text, honors, flowers, where).hand()


def format_hand(hand: Hand) -> str:
    """Write a hand in canonical notation.

    Parameters
    ----------
    hand : Hand
        The hand.

    Returns
    -------
    str
        The notation, which `parse_hand` reads back; the same as ``str(hand)``.

    Examples
    --------
    >>> format_hand(parse_hand("CC 6m 5m 1m (222s)"))
    '156mCC(222s)'
    """
    return str(hand)


def format_tiles_zh(kinds: Iterable[int], script: Script = "hant") -> str:
    """Write tiles in Chinese: sorted, with one character for a run of a suit.

    Parameters
    ----------
    kinds : iterable of int
        Kinds, 0-41, in any order.
    script : {"hant", "hans"}, default "hant"
        Traditional or simplified characters.

    Returns
    -------
    str
        The suits apart by a space, which `parse_tiles` reads back.

    Raises
    ------
    InputError
        If there is no such kind or script.

    Examples
    --------
    >>> format_tiles_zh([9, 2, 0, 1, BAI, EAST, PLUM], "hans")
    '一二三万 一筒 东白梅'
    """
    names = [tile_zh(kind, script) for kind in sorted(kinds)]
    # As in format_tiles: numerals share their suit's character, the others have none.
    runs = groupby(names, key=lambda name: name[1:])
    return " ".join("".join(name[0] for name in run) + suit for suit, run in runs)


def format_hand_zh(hand: Hand, script: Script = "hant") -> str:
    """Write a hand in Chinese.

    Parameters
    ----------
    hand : Hand
        The hand.
    script : {"hant", "hans"}, default "hant"
        Traditional or simplified characters.

    Returns
    -------
    str
        Suits and melds apart by spaces, which `parse_hand` reads back.

    Raises
    ------
    InputError
        If there is no such script.

    Examples
    --------
    >>> format_hand_zh(parse_hand("156mCC(222s)[9999p]"))
    '一五六萬 中中 (二二二條) [九九九九筒]'
    """
    parts = [format_tiles_zh(hand.tiles, script)] if hand.tiles else []
    for meld in hand.melds:
        opening, closing = "[]" if meld.type == MeldType.CONCEALED_KONG else "()"
        parts.append(opening + format_tiles_zh(meld.kinds, script) + closing)
    return " ".join(parts)
