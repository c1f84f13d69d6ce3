"""Odds as a figure."""

from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from mjsim.errors import InputError
from mjsim.plots.style import COLORS, house_style
from mjsim.tiles import tile_zh

if TYPE_CHECKING:
    from mjsim.odds.answer import Discard, Odds

__all__ = ["figure_odds"]

_LINES: Final = ("observed", "exact", "alarm", "quiet", "text")
_WORDS: Final = {"hant": "聽和", "hans": "听和"}
_STYLES: Final = ("-", "--", ":")


def figure_odds(odds: "Odds", most: int = 5) -> Figure:
    """Draw the curves of the best discards.

    Parameters
    ----------
    odds : Odds
    most : int
        Discards to draw.

    Returns
    -------
    matplotlib.figure.Figure
        Chances to be ready and to have won, and what was won, over the draws.

    Raises
    ------
    InputError
        If no discard has odds.
    """
    shown = [each for each in odds.discards if each.curves is not None][: max(most, 1)]
    if not shown:
        raise InputError("figure: no discard has odds")
    with house_style():
        figure = Figure(figsize=(10.8, 3.9), layout=ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.06))
        panels = figure.subplots(1, 3)
        worth = odds._query.settings.facts.worth
        words = _WORDS[odds._query.settings.facts.script]
        titles = (f"{words[0]}　ready", f"{words[1]}　won", f"mean {worth} won")
        for axes, title, name in zip(panels, titles, ("ready", "won", "value"), strict=True):
            for number, each in enumerate(shown):
                axes.plot(
                    range(odds.draws + 1),
                    getattr(each.curves, name),
                    color=COLORS[_LINES[number % len(_LINES)]],
                    linestyle=_STYLES[number // len(_LINES) % len(_STYLES)],
                    label=_name(odds, each),
                )
            axes.set_title(title)
            axes.set_xlabel("draw")
            axes.set_xlim(0, odds.draws)
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.set_ylim(0, None if name == "value" else 1)
            axes.grid(axis="y")
        panels[0].legend(title="discard" if shown[0].kind is not None else None)
        figure.suptitle(
            f"{odds.hand}, indicator {odds.indicator}, goal {odds.goal}: exact in the model",
            x=0.01,
            ha="left",
        )
    return figure


def _name(odds: "Odds", each: "Discard") -> str:
    if each.kind is None:
        return "as it is"
    return f"{each.tile} {tile_zh(each.kind, odds._query.settings.facts.script)}"
