"""Pages: a title, a legend and a note around panels, at a size that is printed."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Final

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.textpath import TextPath

from mjsim.plots.style import COLORS, CYCLE, INCHES, MARKERS, family

if TYPE_CHECKING:
    from matplotlib.artist import Artist

    from mjsim.plots.data import Run

__all__ = ["LINE", "Page", "handle", "note_of", "width_of", "wrapped"]

LINE: Final = 0.145
"""Height of a line, in inches."""

_EDGE: Final = 0.06
_SIZE: Final = 7.0
_TITLE: Final = 8.5
_KEY: Final = 0.34  # inches of a sample and its gaps in the legend


class Page:
    """A figure with a title above, a legend under it, and a note at the bottom.

    Parameters
    ----------
    title : str
    note : str
        What was run, and what intervals are.
    height : float
        Of the panels with their labels, in inches.
    wide : bool
        Two columns of a page wide, not one.
    handles : sequence of matplotlib.artist.Artist
        Samples for the legend; it has as many columns as there is room for.
    strip : float
        Height of what is left empty above the panels, in inches.

    Attributes
    ----------
    figure : matplotlib.figure.Figure
    strip : tuple of float
        Left, bottom, width and height of that, as shares of the figure.
    """

    def __init__(
        self,
        title: str,
        note: str,
        height: float,
        *,
        wide: bool = False,
        handles: "Sequence[Artist]" = (),
        strip: float = 0.0,
    ) -> None:
        width = INCHES[wide]
        room = width - 2 * _EDGE
        head = wrapped(title, room, _TITLE)
        foot = wrapped(note, room, _SIZE)
        n_columns = _columns([str(each.get_label()) for each in handles], room)
        n_rows = math.ceil(len(handles) / n_columns) if handles else 0
        above = _EDGE + 0.17 * len(head) + 0.17 * n_rows + 0.02
        below = 0.04 + LINE * len(foot)
        whole = height + strip + above + below
        self.strip = (_EDGE / width, (height + below) / whole, room / width, strip / whole)
        engine = ConstrainedLayoutEngine(
            rect=(0.0, below / whole, 1.0, height / whole),
            w_pad=_EDGE,
            h_pad=0.04,
            wspace=0.02,
            hspace=0.02,
        )
        self.figure = Figure(figsize=(width, whole), layout=engine)
        left = _EDGE / width
        self.figure.text(
            left, 1 - _EDGE / whole, "\n".join(head), fontsize=_TITLE, va="top", linespacing=1.15
        )
        self.figure.text(
            left,
            0.05 / whole,
            "\n".join(foot),
            fontsize=_SIZE,
            color=COLORS["quiet"],
            va="bottom",
            linespacing=1.15,
        )
        if handles:
            self.figure.legend(
                handles=list(handles),
                loc="upper left",
                bbox_to_anchor=(left, 1 - (_EDGE + 0.17 * len(head) + 0.02) / whole),
                ncols=n_columns,
                fontsize=_SIZE,
                borderaxespad=0.0,
                borderpad=0.1,
                handlelength=1.6,
                handletextpad=0.4,
                columnspacing=1.0,
                labelspacing=0.3,
            )


def note_of(run: "Run", level: float | None, *more: str) -> str:
    """Say what was run and what intervals are.

    Parameters
    ----------
    run : Run
    level : float or None
        Of the intervals drawn; None if there are none.
    *more : str
        What else is to be said.
    """
    units = run.words(run.unit, n=f"{run.n:,}")
    if level is None:
        said = run.words("note_plain", units=units, seed=run.seed)
    else:
        said = run.words("note", units=units, seed=run.seed, level=f"{100 * level:g} %")
    return " · ".join([said, *more])


def handle(number: int, label: str, *, hollow: bool = False, **more: Any) -> Line2D:
    """Return a sample of the marks of what has this number among those compared."""
    color = CYCLE[number % len(CYCLE)]
    style: dict[str, Any] = {
        "marker": MARKERS[number % len(MARKERS)],
        "markersize": 4,
        "color": color,
        "markerfacecolor": "white" if hollow else color,
        "markeredgewidth": 0.9,
    }
    return Line2D([], [], label=label, **style | more)


@lru_cache(maxsize=4096)
def width_of(text: str, size: float = _SIZE) -> float:
    """Return the width of a line of text in inches.

    Examples
    --------
    >>> 0.3 < width_of("天津麻將", 7.0) < 0.5
    True
    """
    if not text.strip():
        return 0.0
    path = TextPath((0, 0), text, size=size, prop=FontProperties(family=list(family())))
    # Of the control points, which curves do not leave; exact extents take long.
    return float(path.vertices[:, 0].max()) / 72.0


def wrapped(text: str, room: float, size: float = _SIZE) -> list[str]:
    """Break text into lines that are no wider than so many inches.

    Between words, and before and after any Chinese character.

    Examples
    --------
    >>> wrapped("one two three", 0.4)
    ['one two', 'three']
    >>> wrapped("各番種佔胡牌之比", 0.5)
    ['各番種佔胡', '牌之比']
    """
    lines, line = [], ""
    for piece in _pieces(text):
        if line and width_of((line + piece).rstrip(), size) > room:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()]


def _pieces(text: str) -> list[str]:
    """Split text where it may be broken; closing marks stay with what they close."""
    pieces: list[str] = []
    for character in text:
        is_chinese = ord(character) > 0x2E80
        if not pieces or (
            character not in "，。；：、）" and (is_chinese or pieces[-1].endswith(" "))
        ):
            pieces.append(character)
        elif pieces[-1][-1] != " " and ord(pieces[-1][-1]) > 0x2E80 and character != " ":
            if character in "，。；：、）":
                pieces[-1] += character
            else:
                pieces.append(character)
        else:
            pieces[-1] += character
    return pieces


def _columns(labels: Sequence[str], room: float) -> int:
    """Return how many columns a legend of these labels may have."""
    widths = [_KEY + width_of(label) for label in labels]
    for n in range(len(labels), 1, -1):
        # Matplotlib fills columns one after the other, the first ones with one more.
        rows, longer = divmod(len(labels), n)
        ends = list(accumulate([rows + 1] * longer + [rows] * (n - longer), initial=0))
        if sum(max(widths[a:b]) for a, b in pairwise(ends)) <= room:
            return n
    return 1
