"""Figure of experiment ``deals``: every outcome beside its exact probability."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any, Final, NamedTuple

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

_LINE: Final = 150


class _Panel(NamedTuple):
    """Rows of results that stand together: those with these values in these columns."""

    title: str
    where: Mapping[str, Sequence[str]]
    prefix: str = ""
    """What the title says already, so that labels need not."""

    def cells(self, results: pl.DataFrame) -> pl.DataFrame:
        """Return the rows, without those that had no trials."""
        known = results.filter(pl.col("estimate").is_not_null())
        cells = known.filter(pl.col(name).is_in(values) for name, values in self.where.items())
        return cells.with_columns(pl.col("label").str.strip_prefix(self.prefix))


class _Mean(NamedTuple):
    """A mean that the head states: the row with these values in these columns."""

    name: str
    where: Mapping[str, str]


class _Layout(NamedTuple):
    """A game's figure."""

    title: str
    size: tuple[float, float]
    line: int
    """Most characters in a line of the head."""
    head: float
    """Height of the head, that of the panels being 1."""
    columns: Sequence[Sequence[_Panel]]
    means: Sequence[_Mean]


def _of_role(role: str, zh: str, name: str) -> tuple[_Panel, ...]:
    where = {"mode": ("all",), "role": (role,)}
    return tuple(
        _Panel(f"{zh} {title}", {"family": (family,), **where}, f"{zh} ")
        for family, title in {
            "n_de": f"得　wilds held, {name}",
            "shanten": f"向听　shanten, {name}",
            "n_shown": f"亮牌　tiles shown, {name}",
        }.items()
    )


def _of_mode(mode: str, title: str, prefix: str = "") -> _Panel:
    families = ("is_naonao", "automatic", "is_automatic")
    return _Panel(title, {"family": families, "mode": (mode,), "role": ("all",)}, prefix)


_LAYOUTS: Final = {
    "tianjin": _Layout(
        "天津麻將 · 莊家起手十四張　The dealer's first 14 tiles",
        (10.8, 7.9),
        _LINE,
        0.19,
        (
            (
                _Panel("混　wild tiles held", {"family": ("n_wilds",)}),
                _Panel("向聽　shanten", {"family": ("shanten",)}),
            ),
            (
                _Panel("番　fan as 天胡", {"family": ("fan",)}),
                _Panel("番種　categories", {"family": ("category",)}),
            ),
        ),
        (
            _Mean("mean shanten", {"term": "mean_shanten"}),
            _Mean("mean fan of the complete hands", {"term": "mean_fan_complete"}),
        ),
    ),
    "wenling": _Layout(
        "温岭麻将 · 起手补牌后　Openings after the initial replacements",
        (15.6, 10.4),
        220,
        0.14,
        (
            _of_role("dealer", "庄家", "dealer"),
            _of_role("other", "闲家", "others"),
            (
                _of_mode("all", "闹闹与腊子　some seat wins at once"),
                _of_mode("normal", "非闹闹　given no 闹闹", "非闹闹 "),
                _of_mode("naonao", "闹闹　given 闹闹", "闹闹 "),
                _Panel("庄家　the dealer", {"family": ("is_complete", "is_tianhu")}),
            ),
        ),
        (
            _Mean("mean shanten of dealers", {"term": "mean_shanten", "role": "dealer"}),
            _Mean("of the others", {"term": "mean_shanten", "role": "other"}),
            _Mean("mean points of complete dealers", {"term": "mean_points_complete"}),
        ),
    ),
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
        For every outcome the observed probability with its interval and the exact one, if it is
        known, on a log scale; and how many standard errors lie between them.

    Raises
    ------
    InputError
        As `plot_deals`.
    """
    results = read_results(folder)
    if results.height == 0 or results["experiment"][0] != "deals":
        raise InputError(f"{folder}: holds no results of deals")
    layout = _LAYOUTS[results["game"][0]]
    figure = Figure(figsize=layout.size, layout=ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.06))
    grid = figure.add_gridspec(3, 1, height_ratios=[layout.head, 1, 0.05])
    _write_head(figure.add_subplot(grid[0]), layout, results, read_metadata(_file(folder)))
    columns = grid[1].subgridspec(1, len(layout.columns))
    drawn = [_panels(results, column) for column in layout.columns]
    highest = max(sum(_height(cells) for _, cells in panels) for panels in drawn)
    for column, panels in enumerate(drawn):
        heights = [_height(cells) for _, cells in panels]
        if sum(heights) < highest:  # rows are as high in one column as in another
            heights.append(highest - sum(heights))
        places = columns[column].subgridspec(
            len(heights), 2, height_ratios=heights, width_ratios=[2.6, 1]
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


def _panels(results: pl.DataFrame, column: Sequence[_Panel]) -> list[tuple[str, pl.DataFrame]]:
    """Return titles and cells of the panels of a column that have any."""
    found = [(panel.title, panel.cells(results)) for panel in column]
    return [(title, cells) for title, cells in found if cells.height]


def _height(cells: pl.DataFrame) -> int:
    """Return the height of a panel in rows; its title and axis take two."""
    return cells.height + 2


def _file(folder: Path) -> Path:
    return folder / "results.parquet" if folder.is_dir() else folder


def _write_head(
    axes: "Axes", layout: _Layout, results: pl.DataFrame, metadata: dict[str, str]
) -> None:
    """Write what was run, the means, and the verdict."""
    first = results.row(0, named=True)
    verdict = _row(results, {"term": "agreement"})
    agrees = verdict["estimate"] == 1.0
    what = (
        f"{int(metadata['mjsim.n_hands']):,} hands · seed {metadata['mjsim.seed']} · "
        f"indicator {first['indicator']} · rules {first['rules']}"
    )
    judged = (
        f"{'agrees' if agrees else 'DISAGREES'} with the exact values: least p "
        f"{verdict['p_value']:.2g} after {verdict['method']}, error rate {ALARM:g}"
    )
    means = " · ".join(_said(name, _row(results, where)) for name, where in layout.means)
    axes.axis("off")
    axes.text(0, 1, layout.title, fontsize=15, va="top")
    quiet = COLORS["quiet"]
    axes.text(0, 0.66, shorten(what, layout.line, placeholder=" …"), va="top", color=quiet)
    axes.text(0, 0.43, means, va="top", color=quiet)
    axes.text(0, 0.20, judged, va="top", color=quiet if agrees else COLORS["alarm"])


def _said(name: str, row: dict[str, Any]) -> str:
    exact = "" if row["exact"] is None else f", exact {row['exact']:.6g}"
    return f"{name} {estimate_of(row)}{exact}"


def _row(results: pl.DataFrame, where: Mapping[str, str]) -> dict[str, Any]:
    """Return the one row with these values."""
    return results.row(
        by_predicate=pl.all_horizontal(pl.col(k) == v for k, v in where.items()), named=True
    )
