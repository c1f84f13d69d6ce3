"""Figure of experiment ``deals``: every outcome beside its exact probability."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import polars as pl
from matplotlib.figure import Figure

from mjsim.errors import InputError
from mjsim.plots.cells import ALARM, draw_probabilities, draw_scores, legend_handles
from mjsim.plots.style import COLORS, house_style, save_figure
from mjsim.store import read_metadata, read_results

if TYPE_CHECKING:
    from matplotlib.gridspec import SubplotSpec

__all__ = ["figure_deals", "plot_deals"]

_GAMES: Final = {"tianjin": "天津麻將"}
_SIZE: Final = (10.8, 7.7)


class _Panel(NamedTuple):
    """Cells that are drawn together."""

    title: str
    cells: pl.DataFrame


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
    figure = Figure(figsize=_SIZE, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.02, h_pad=0.05, wspace=0.02, hspace=0.0)
    head, body, foot = figure.add_gridspec(3, 1, height_ratios=[0.11, 1, 0.05])
    _write_head(figure, head, results, read_metadata(_file(folder)))
    columns = body.subgridspec(1, 2, wspace=0.08)
    for column, panels in zip(
        columns,
        (
            (_panel(results, "n_wilds", "混　wild tiles"), _panel(results, "shanten", "向聽　shanten")),
            (_panel(results, "fan", "番　fan as 天胡"), _panel(results, "category", "番種　categories")),
        ),
        strict=True,
    ):
        # Rows are as high in one panel as in another.
        heights = [panel.cells.height + 2.2 for panel in panels]
        for place, panel in zip(
            column.subgridspec(2, 1, height_ratios=heights), panels, strict=True
        ):
            _draw(figure, place, panel)
    axes = figure.add_subplot(foot)
    axes.axis("off")
    axes.legend(handles=legend_handles(), loc="center", ncols=6)
    return figure


def _file(folder: Path) -> Path:
    return folder / "results.parquet" if folder.is_dir() else folder


def _panel(results: pl.DataFrame, family: str, title: str) -> _Panel:
    return _Panel(title, results.filter(pl.col("family") == family))


def _draw(figure: Figure, place: "SubplotSpec", panel: _Panel) -> None:
    left, right = place.subgridspec(1, 2, width_ratios=[2.6, 1], wspace=0.04)
    axes = figure.add_subplot(left)
    draw_probabilities(axes, panel.cells)
    axes.set_title(panel.title)
    axes = figure.add_subplot(right)
    draw_scores(axes, panel.cells)
    axes.set_title("z", color=COLORS["quiet"], loc="center")


def _write_head(
    figure: Figure, place: "SubplotSpec", results: pl.DataFrame, metadata: dict[str, str]
) -> None:
    """Write what was run, and the verdict on it."""
    first = results.row(0, named=True)
    game = _GAMES.get(first["game"], first["game"])
    axes = figure.add_subplot(place)
    axes.axis("off")
    axes.text(0, 1, f"{game} · 莊家起手十四張　The dealer's first 14 tiles", fontsize=15, va="top")
    axes.text(
        0,
        0.36,
        f"{int(metadata['mjsim.n_hands']):,} hands · seed {metadata['mjsim.seed']} · "
        f"indicator {first['indicator']} · rules {first['rules']}",
        va="top",
        color=COLORS["quiet"],
    )
    verdict = results.filter(pl.col("term") == "agreement").row(0, named=True)
    agrees = verdict["estimate"] == 1.0
    axes.text(
        1,
        0.36,
        f"{'agrees' if agrees else 'DISAGREES'} with the exact values: least p "
        f"{verdict['p_adjusted']:.2g}, {verdict['method']}; error rate {ALARM:g}",
        va="top",
        ha="right",
        color=COLORS["quiet"] if agrees else COLORS["alarm"],
    )
