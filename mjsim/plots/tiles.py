"""Hands drawn as tiles."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyBboxPatch, PathPatch, Polygon
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from mjsim.errors import InputError
from mjsim.notation import parse_hand
from mjsim.plots.style import house_style
from mjsim.tiles import (
    ZHONG,
    Hand,
    Meld,
    MeldType,
    Suit,
    is_flower,
    suit_of,
    tile_unicode,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path as Outline

__all__ = ["FONT", "draw_hand", "figure_hand", "hand_width"]

FONT: Final = Path(__file__).parent / "fonts" / "NotoSansSymbols2-Mahjong.ttf"
"""The glyphs of tiles: of Noto Sans Symbols 2, under the SIL Open Font License."""

_BACK: Final = "\U0001f02b"
_SIZE: Final = 100.0
_LEFT, _BELOW, _WIDE, _HIGH = 3.0, -2.6, 54.3, 71.9  # of a tile in the font, at that size
_HEIGHT: Final = _HIGH / _WIDE  # of a tile, its width being 1
_GAP: Final = 0.35  # before melds, flowers and the tile drawn
_INK: Final = {
    Suit.WAN: "#22272e",
    Suit.TONG: "#0b5394",
    Suit.TIAO: "#00664b",
    Suit.WINDS: "#22272e",
    Suit.DRAGONS: "#22272e",
    Suit.SEASONS: "#7a4b00",
    Suit.PLANTS: "#7a4b00",
}
_RED: Final = "#b3261e"
_FACE: Final = "#fffdf5"
_BACK_FACE: Final = "#dfe7e2"
_WILD: Final = "#e69f00"


class _Tile(NamedTuple):
    """A tile and where it stands."""

    kind: int | None
    """None lies face down."""
    x: float


def draw_hand(
    axes: "Axes",
    hand: Hand | str,
    *,
    x: float = 0.0,
    y: float = 0.0,
    wild: Iterable[int] = (),
    flowers: Sequence[int] = (),
    drawn: int | None = None,
) -> float:
    """Draw a hand into axes whose units are widths of a tile.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Its limits and aspect stay as they are; a tile is 1 wide and about 1.32 high.
    hand : Hand or str
        Concealed tiles and melds; in notation, if it is text.
    x, y : float
        Lower left corner.
    wild : iterable of int
        Kinds that are wild: tiles of these have a coloured corner, if they lie face up.
    flowers : sequence of int
        Kinds that were shown, drawn last.
    drawn : int, optional
        A kind among the concealed tiles that stands apart, as the tile drawn last.

    Returns
    -------
    float
        The width of what was drawn.

    Raises
    ------
    InputError
        If the notation is none, a kind does not exist, or the hand has not the tile drawn.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_hand(Figure().subplots(), "123m55pEE(222s)")
    10.35
    """
    held = parse_hand(hand, flowers=True) if isinstance(hand, str) else hand
    wilds = frozenset(wild)
    for kind in (*wilds, *flowers):
        suit_of(kind)  # refuses what is none
    tiles, width = _placed(held, flowers, drawn)
    for tile in tiles:
        _draw_tile(axes, tile.kind, x + tile.x, y, marked=tile.kind in wilds)
    return width


def hand_width(hand: Hand | str, *, flowers: Sequence[int] = (), drawn: int | None = None) -> float:
    """Return the width of a hand in widths of a tile, as `draw_hand` does.

    Examples
    --------
    >>> hand_width("123m55pEE"), hand_width("123m55pEE[1111s]")
    (7.0, 11.35)
    """
    held = parse_hand(hand, flowers=True) if isinstance(hand, str) else hand
    return _placed(held, flowers, drawn)[1]


def figure_hand(
    hand: Hand | str,
    *,
    wild: Iterable[int] = (),
    flowers: Sequence[int] = (),
    drawn: int | None = None,
    inches: float = 0.22,
) -> Figure:
    """Draw a hand as a figure of its own.

    Parameters
    ----------
    hand, wild, flowers, drawn
        As for `draw_hand`.
    inches : float
        Width of a tile.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    InputError
        As `draw_hand`.
    """
    width = hand_width(hand, flowers=flowers, drawn=drawn) + 0.1
    height = _HEIGHT + 0.1
    with house_style(paper=True):
        figure = Figure(figsize=(width * inches, height * inches))
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(-0.05, width - 0.05)
        axes.set_ylim(-0.05, height - 0.05)
        draw_hand(axes, hand, wild=wild, flowers=flowers, drawn=drawn)
    return figure


def _placed(hand: Hand, flowers: Sequence[int], drawn: int | None) -> tuple[list[_Tile], float]:
    """Return the tiles in their places, and the width of all."""
    tiles = list(hand.tiles)
    for kind in flowers:
        if not is_flower(kind):
            raise InputError(f"flowers: {kind} is no flower's kind")
    if drawn is not None:
        if drawn not in tiles:
            raise InputError(f"drawn: {drawn} is none of the hand's concealed tiles")
        tiles.remove(drawn)
    placed = [_Tile(kind, float(i)) for i, kind in enumerate(tiles)]
    end = float(len(tiles))
    if drawn is not None:
        end += _GAP if tiles else 0.0
        placed.append(_Tile(drawn, end))
        end += 1.0
    for group in (*map(_shown, hand.melds), tuple(flowers)):
        if not group:
            continue
        end += _GAP if end else 0.0
        placed += [_Tile(kind, end + i) for i, kind in enumerate(group)]
        end += len(group)
    return placed, end


def _shown(meld: Meld) -> tuple[int | None, ...]:
    """Return the tiles of a meld; a concealed kong's outer ones lie face down."""
    if meld.type == MeldType.CONCEALED_KONG:
        return (None, meld.kind, meld.kind, None)
    return meld.kinds


@cache
def _outline(character: str) -> "Outline":
    """Return a glyph of the font as a path, from 0 to 1 across."""
    font = FontProperties(fname=str(FONT))
    path = TextPath((0.0, 0.0), character, size=_SIZE, prop=font)
    moved = Affine2D().translate(-_LEFT, -_BELOW).scale(1.0 / _WIDE)
    return moved.transform_path(path)


def _draw_tile(axes: "Axes", kind: int | None, x: float, y: float, *, marked: bool = False) -> None:
    """Draw a tile: a face with round corners, and the glyph, which has the edge in it."""
    place = Affine2D().scale(0.96).translate(x + 0.02, y) + axes.transData
    face = FancyBboxPatch(
        (0.06, 0.06),
        0.88,
        _HEIGHT - 0.12,
        boxstyle="round,pad=0.06,rounding_size=0.1",
        facecolor=_BACK_FACE if kind is None else _FACE,
        linewidth=0,
        transform=place,
        zorder=2,
    )
    axes.add_patch(face)
    if marked:
        corner = [(0.55, _HEIGHT - 0.02), (0.98, _HEIGHT - 0.02), (0.98, _HEIGHT - 0.45)]
        wild = Polygon(corner, facecolor=_WILD, linewidth=0, transform=place, zorder=2.5)
        wild.set_clip_path(face)
        axes.add_patch(wild)
    glyph = PathPatch(
        _outline(_BACK if kind is None else tile_unicode(kind)),
        facecolor=_ink(kind),
        linewidth=0,
        transform=place,
        zorder=3,
    )
    glyph.set_gid("tile back" if kind is None else f"tile {kind}{' wild' if marked else ''}")
    axes.add_patch(glyph)


def _ink(kind: int | None) -> str:
    if kind is None:
        return "#5b6f66"
    return _RED if kind == ZHONG else _INK[suit_of(kind)]
