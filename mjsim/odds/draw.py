"""Odds as a figure."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from mjsim.errors import InputError
from mjsim.plots.marks import plain_axis, shares_axis, whole_axis
from mjsim.plots.page import Page, width_of
from mjsim.plots.style import COLORS, CYCLE, INCHES, MARKERS, house_style
from mjsim.plots.tiles import draw_hand, hand_width
from mjsim.plots.words import Lang, Words
from mjsim.tiles import tile_zh

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mjsim.odds.answer import Discard, Odds

__all__ = ["figure_odds"]

_STYLES: Final = ("-", "--", ":")
_CURVES: Final = ("ready", "won", "value")
_TILES: Final = 0.42  # inches, of the row with the hand
_TILE: Final = 0.24  # of a tile, at most


def figure_odds(odds: "Odds", most: int = 5, lang: Lang = "zh", *, wide: bool = True) -> "Figure":
    """Draw a hand, and the curves of its best discards.

    Parameters
    ----------
    odds : Odds
    most : int
        Discards to draw.
    lang : {"zh", "en"}
    wide : bool
        Curves side by side, two columns of a page wide, not one above the other.

    Returns
    -------
    matplotlib.figure.Figure
        The hand and its indicator as tiles; chances to be ready and to have won, and what was
        won, over the draws. They are exact in the model, and have no intervals.

    Raises
    ------
    InputError
        If no discard has odds.
    """
    shown = [each for each in odds.discards if each.curves is not None][: max(most, 1)]
    if not shown:
        raise InputError("figure: no discard has odds")
    words = Words(odds.game, lang)
    facts = odds._query.settings.facts
    with house_style(paper=True):
        page = Page(
            f"{words(odds.game)} · {_goal(words, odds)}",
            words("exact_in_model"),
            1.75 if wide else 3 * 1.5,
            wide=wide,
            strip=_TILES,
            handles=[
                Line2D([], [], label=_name(words, facts.script, each), **_style(number, 1))
                for number, each in enumerate(shown)
            ],
        )
        panels = page.figure.subplots(*((1, 3) if wide else (3, 1)))
        # Not among the figure's axes, nor in its layout.
        strip = Axes(page.figure, page.strip)
        strip.set_in_layout(False)
        page.figure.add_artist(strip)
        _draw_tiles(strip, odds, words, INCHES[wide])
        for axes, name in zip(panels, _CURVES, strict=True):
            every = -(-odds.draws // 6)
            for number, each in enumerate(shown):
                (line,) = axes.plot(
                    range(odds.draws + 1), getattr(each.curves, name), **_style(number, every)
                )
                line.set_clip_on(False)  # markers at the edges are whole
                line.set_gid(f"{name} {each.tile}")
            axes.set_xlim(-0.02 * odds.draws, 1.02 * odds.draws)
            whole_axis(axes, most=6)
            axes.set_xlabel(words("draw"))
            if name == "value":
                axes.set_ylim(0.0, None)
                plain_axis(axes)
            else:
                shares_axis(axes, 1.03)
            axes.set_title(words(f"value_{facts.worth}" if name == "value" else f"{name}_by"))
    return page.figure


def _style(number: int, every: int) -> dict[str, Any]:
    return {
        "color": CYCLE[number % len(CYCLE)],
        "linestyle": _STYLES[number // len(CYCLE) % len(_STYLES)],
        "marker": MARKERS[number % len(MARKERS)],
        "markersize": 3,
        "markevery": every,
    }


def _draw_tiles(axes: Axes, odds: "Odds", words: Words, room: float) -> None:
    """Draw the hand, and behind it the indicator."""
    query = odds._query
    inner = hand_width(query.hand)
    word = words("indicator")
    tile = min(_TILE, (room - width_of(word) - 0.6) / (inner + 2.0))
    axes.set_axis_off()
    axes.set_anchor("W")
    axes.set_aspect("equal")
    axes.set_xlim(0.0, (room - 0.12) / tile)
    axes.set_ylim(-0.1, 1.4)
    wild = query.wild
    draw_hand(axes, query.hand, wild=wild)
    end = inner + 0.9 + width_of(word) / tile
    style: dict[str, Any] = {"ha": "right", "va": "center", "fontsize": 7.0}
    axes.text(end - 0.3, 0.66, word, color=COLORS["quiet"], **style)
    draw_hand(axes, type(query.hand)([query.indicator]), x=end, wild=wild)


def _goal(words: Words, odds: "Odds") -> str:
    """Name the goal."""
    if odds.goal in ("win", "value"):
        return words(f"goal_{odds.goal}")
    labels = import_module(f"mjsim.{odds.game}").LABELS
    return words.category(odds.goal, labels[odds.goal].zh)


def _name(words: Words, script: Any, each: "Discard") -> str:
    if each.kind is None:
        return words("as_it_is")
    tile = tile_zh(each.kind, script) if words.lang == "zh" else each.tile
    return f"{words('discard')} {tile}"
