"""Figure of experiment ``deals``: every outcome beside its exact probability."""

from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Final

import polars as pl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from mjsim.errors import InputError
from mjsim.plots.cells import ALARM, draw_probabilities, draw_scores, legend_handles
from mjsim.plots.style import COLORS, house_style, save_figure
from mjsim.store import estimate_of, read_metadata, read_results

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["figure_deals", "plot_deals"]

_GAMES: Final = {"tianjin": "天津麻將"}
_SIZE: Final = (10.8, 7.9)
_LINE: Final = 150


_PANELS: Final = (
    {"n_wilds": "混　wild tiles held", "shanten": "向聽　shanten"},
    {"fan": "番　fan as 天胡", "category": "番種　categories"},
)
_MEANS: Final = {
    "mean_shanten": "mean shanten",
    "mean_fan_complete": "mean fan of the complete hands",
}


def plot_deals(folder: Path | str) -> Path:
    """Draw the results of a run of deals into its folder.

    Parameters
    ----------
    folder : Path or str
        Run folder; ``results.parquet`` alone is read.

    Returns
    -------
    Path
        ``deals.png``; ``deals.svg`` lies beside it.

    Raises
    ------
    InputError
        If there are no results of deals, or they are broken.
    """
    folder = Path(folder)
    with house_style():
        return save_figure(figure_deals(folder), folder / "deals.png")


def figure_deals(folder: Path) -> Figure:
    """Make the figure of a run of deals, in whatever style is set.

    Parameters
    ----------
    folder : Path
        Run folder, or its results file.

    Returns
    -------
    matplotlib.figure.Figure
        For shanten, wilds, fan and categories: the observed probability with its interval and
        the exact one, on a log scale; and how many standard errors lie between them.

    Raises
    ------
    InputError
        As `plot_deals`.
    """
    results = read_results(folder)
    if results.height == 0 or results["experiment"][0] != "deals":
        raise InputError(f"{folder}: holds no results of deals")
    figure = Figure(figsize=_SIZE, layout=ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.06))
    grid = figure.add_gridspec(3, 1, height_ratios=[0.19, 1, 0.05])
    _write_head(figure.add_subplot(grid[0]), results, read_metadata(_file(folder)))
    columns = grid[1].subgridspec(1, len(_PANELS))
    for column, titles in enumerate(_PANELS):
        panels = [
            (title, results.filter(pl.col("family") == family)) for family, title in titles.items()
        ]
        # Rows are as high in one panel as in another; a title and an axis take two.
        heights = [cells.height + 2 for _, cells in panels]
        places = columns[column].subgridspec(
            len(panels), 2, height_ratios=heights, width_ratios=[2.6, 1]
        )
        for row, (title, cells) in enumerate(panels):
            axes = figure.add_subplot(places[row, 0])
            draw_probabilities(axes, cells)
            axes.set_title(title)
            beside = figure.add_subplot(places[row, 1])
            draw_scores(beside, cells)
            beside.set_title("z", color=COLORS["quiet"], loc="center")
            if row == len(panels) - 1:
                axes.set_xlabel("probability")
                beside.set_xlabel("standard errors")
    axes = figure.add_subplot(grid[2])
    axes.axis("off")
    axes.legend(handles=legend_handles(), loc="center", ncols=6)
    return figure


def _file(folder: Path) -> Path:
    return folder / "results.parquet" if folder.is_dir() else folder


def _write_head(axes: "Axes", results: pl.DataFrame, metadata: dict[str, str]) -> None:
    """Write what was run, the means, and the verdict."""
    first = results.row(0, named=True)
    rows = {row["term"]: row for row in results.iter_rows(named=True)}
    verdict = rows["agreement"]
    agrees = verdict["estimate"] == 1.0
    what = (
        f"{int(metadata['mjsim.n_hands']):,} hands · seed {metadata['mjsim.seed']} · "
        f"indicator {first['indicator']} · rules {first['rules']}"
    )
    judged = (
        f"{'agrees' if agrees else 'DISAGREES'} with the exact values: least p "
        f"{verdict['p_value']:.2g} after {verdict['method']}, error rate {ALARM:g}"
    )
    means = " · ".join(
        f"{name} {estimate_of(rows[term])}, exact {rows[term]['exact']:.6g}"
        for term, name in _MEANS.items()
    )
    axes.axis("off")
    title = (
        f"{_GAMES.get(first['game'], first['game'])} · 莊家起手十四張　The dealer's first 14 tiles"
    )
    axes.text(0, 1, title, fontsize=15, va="top")
    quiet = COLORS["quiet"]
    axes.text(0, 0.66, shorten(what, _LINE, placeholder=" …"), va="top", color=quiet)
    axes.text(0, 0.43, means, va="top", color=quiet)
    axes.text(0, 0.20, judged, va="top", color=quiet if agrees else COLORS["alarm"])
