"""The house style: one look for all figures, with Chinese text."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
from matplotlib.font_manager import fontManager

from mjsim.store.files import atomic_path

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "COLORS",
    "CYCLE",
    "FONTS",
    "INCHES",
    "MARKERS",
    "family",
    "house_style",
    "save_figure",
    "svg_of",
]

FONTS: Final = (
    "Noto Sans SC",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
)
"""Families with Chinese glyphs, the first found is taken; DejaVu Sans comes after them."""

COLORS: Final = {
    "observed": "#1b4f8a",
    "exact": "#e08214",
    "alarm": "#c0281c",
    "band": "#eceff3",
    "grid": "#dde2e8",
    "text": "#22272e",
    "quiet": "#66707c",
}
"""What each colour is for."""

CYCLE: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d")
"""Colours of what is compared, by Okabe and Ito; the colour-blind can tell them apart."""

MARKERS: Final = ("o", "s", "D", "^", "v", "P", "X")
"""Markers that go with `CYCLE`: nothing is told by colour alone."""

INCHES: Final = {False: 3.35, True: 6.9}
"""Width of a figure: one column of a page, or if it is wide both."""

DPI: Final = 150
_PAPER_DPI: Final = 300

# Without times and versions.
_METADATA: Final = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}

_MATH: Final = ("rm", "it", "bf", "bfit", "sf", "tt", "cal")


@contextmanager
def house_style(*, paper: bool = False) -> Iterator[None]:
    """Draw in the house style.

    Matplotlib's settings are as before afterwards; the backend is not touched. Figures made in
    the context keep their look, also if they are shown later.

    Parameters
    ----------
    paper : bool, default False
        Letters and lines for figures that are printed at their own size, `INCHES` wide.

    Yields
    ------
    None

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> before = dict(mpl.rcParams)
    >>> with house_style():
    ...     title = Figure().subplots().set_title("天津麻將")
    >>> title.get_fontfamily()[0], dict(mpl.rcParams) == before
    ('Noto Sans SC', True)
    """
    with mpl.rc_context({**_settings(family()), **(_PAPER if paper else {})}):
        yield


def save_figure(figure: "Figure", path: Path | str) -> Path:
    """Write a figure as PNG and, beside it, as SVG; the files are complete or not there.

    The same data give the same files, byte by byte, whatever style is set.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    path : Path or str
        Name of the PNG file.

    Returns
    -------
    Path
        The same.
    """
    path = Path(path)
    dpi = DPI if figure.get_figwidth() > INCHES[True] else _PAPER_DPI
    with house_style():
        _freeze_layout(figure)
        for form in ("svg", "png"):
            with atomic_path(path.with_suffix(f".{form}")) as temporary:
                figure.savefig(temporary, format=form, dpi=dpi, metadata=_METADATA[form])
    return path


def svg_of(figure: "Figure") -> bytes:
    """Return a figure as SVG, the same bytes as `save_figure` writes.

    Parameters
    ----------
    figure : matplotlib.figure.Figure

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> svg_of(Figure())[:19]
    b'<?xml version="1.0"'
    """
    written = BytesIO()
    with house_style():
        _freeze_layout(figure)
        figure.savefig(written, format="svg", metadata=_METADATA["svg"])
    return written.getvalue()


def _freeze_layout(figure: "Figure") -> None:
    """Lay out once, and round: the solver's last digits vary, and with them ids in an SVG."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        x, y, width, height = (round(value, 6) for value in axes.get_position().bounds)
        axes.set_position((x, y, width, height))


@cache
def family() -> tuple[str, ...]:
    """Find the fonts; ours becomes known to matplotlib, which changes no other figure."""
    try:
        from pylopdf_fonts_zh_cn import sans_path
    except ImportError:  # a system font may do
        pass
    else:
        # It stays known: a figure of ours that is shown later, as in a notebook, needs it.
        fontManager.addfont(sans_path())
    known = set(fontManager.get_font_names())
    return (*(name for name in FONTS if name in known), "DejaVu Sans")


def _settings(family: tuple[str, ...]) -> Any:  # the stubs' literal keys change by version
    # Names, not "sans-serif": what that stands for is looked up when a figure is shown.
    return {
        "font.family": list(family),
        "font.size": 9.5,
        # The fonts have one weight, and asking for another warns.
        "font.weight": "normal",
        "axes.titleweight": "normal",
        "axes.labelweight": "normal",
        "figure.titleweight": "normal",
        "figure.labelweight": "normal",
        "mathtext.fontset": "custom",
        **dict.fromkeys((f"mathtext.{kind}" for kind in _MATH), family[0]),
        "mathtext.default": "rm",
        # U+2212 is not in every Chinese font.
        "axes.unicode_minus": False,
        "text.color": COLORS["text"],
        "axes.labelcolor": COLORS["text"],
        "axes.titlecolor": COLORS["text"],
        "axes.titlelocation": "left",
        "axes.titlesize": 11,
        "axes.titlepad": 8,
        "axes.labelsize": 9,
        "axes.edgecolor": COLORS["quiet"],
        "axes.linewidth": 0.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": False,
        "grid.color": COLORS["grid"],
        "grid.linewidth": 0.7,
        "xtick.color": COLORS["quiet"],
        "ytick.color": COLORS["quiet"],
        "xtick.labelcolor": COLORS["text"],
        "ytick.labelcolor": COLORS["text"],
        "xtick.labelsize": 8.5,
        "ytick.labelsize": 9.5,
        "legend.frameon": False,
        "legend.fontsize": 9,
        "lines.linewidth": 1.2,
        "figure.facecolor": "white",
        "savefig.facecolor": "white",
        "figure.dpi": 100,
        "svg.fonttype": "path",  # whoever opens it need not have the font
        "svg.hashsalt": "mjsim",
        "pdf.fonttype": 42,
        "ps.fonttype": 42,
    }


_PAPER: Any = {
    "font.size": 7.5,
    "axes.titlesize": 7.5,
    "axes.titlepad": 4,
    "axes.labelsize": 7.5,
    "axes.labelpad": 2.5,
    "axes.linewidth": 0.6,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.pad": 2.5,
    "ytick.major.pad": 2.5,
    "legend.fontsize": 7,
    "lines.linewidth": 1.0,
}
