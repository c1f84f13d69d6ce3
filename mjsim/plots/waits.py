"""Figure of ``waits``: how wide hands wait when they are ready, able to win, and win."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import polars as pl

from mjsim.plots.data import Run, read_run
from mjsim.plots.marks import dodge, draw_bands, draw_estimates, draw_grid, plain_axis, shares_axis
from mjsim.plots.page import Page, handle, note_of
from mjsim.plots.style import house_style
from mjsim.plots.words import Lang

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["figure_waits"]

_MOMENTS: Final = ("ready", "able", "win")


def figure_waits(folder: Path | str, lang: Lang = "zh", *, wide: bool = False) -> "Figure":
    """Draw the kinds that hands wait for, and the live tiles among them.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``waits``.
    lang : {"zh", "en"}
    wide : bool

    Returns
    -------
    matplotlib.figure.Figure
        When a seat is first ready, first able to win, and before the tile it wins with: shares
        of hands by the number of kinds, a panel for each strategy; and mean live tiles, of all
        kinds and (hollow) of those that it may win with.

    Raises
    ------
    InputError
        If the folder holds no such results, or nobody was ever ready.
    """
    run = read_run(folder, lang, "waits")
    families = [f"{moment}_kinds" for moment in _MOMENTS]
    rows = run.rows("waits", pl.col("family").is_in(families), pl.col("role") == "")
    means = run.rows("waits", pl.col("family") == "mean", pl.col("role") == "")
    cells = list(dict.fromkeys(rows["cell"].to_list()))
    handles = [handle(i, run.words(moment)) for i, moment in enumerate(_MOMENTS)]
    with house_style(paper=True):
        handles.append(handle(6, run.words("win_tiles"), hollow=True, marker="o"))
        n = len(cells) + 1
        across = min(n, 3) if wide else 1
        down = -(-n // across)
        page = Page(
            run.words("waits_title"),
            note_of(run, rows["conf_level"][0]),
            1.75 * down,
            wide=wide,
            handles=handles,
        )
        grid = page.figure.subplots(down, across, squeeze=False)
        for axes, cell in zip(grid.flat, cells, strict=False):
            _draw_kinds(axes, run, rows.filter(pl.col("cell") == cell), cell)
        _draw_tiles(grid.flat[len(cells)], run, means, cells)
        for axes in grid.flat[n:]:
            axes.remove()
    return page.figure


def _draw_kinds(axes: "Axes", run: Run, rows: pl.DataFrame, cell: str) -> None:
    names = list(dict.fromkeys(rows["term"].str.split("=").list.last().to_list()))
    draw_bands(axes, len(names))
    for i, moment in enumerate(_MOMENTS):
        own = rows.filter(pl.col("family") == f"{moment}_kinds")
        found = own["term"].str.split("=").list.last()
        places = [names.index(name) + dodge(i, 3) for name in found]
        draw_estimates(axes, places, own, i, name=f"{moment} {cell}", joined=True, size=7.0)
    shares_axis(axes)
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_title(cell)
    axes.set_xlabel(run.words("kinds_waited"))
    axes.set_ylabel(run.words("share"))


def _draw_tiles(axes: "Axes", run: Run, means: pl.DataFrame, cells: list[str]) -> None:
    """Draw mean live tiles, a row for each moment and strategy."""
    names: list[str] = []
    for j, cell in enumerate(cells):
        for i, moment in enumerate(_MOMENTS):
            for what, hollow in (("tiles", False), ("win_tiles", True)):
                own = means.filter(pl.col("cell") == cell, pl.col("term") == f"{moment}_{what}")
                draw_estimates(
                    axes,
                    [len(names) + (0.15 if hollow else -0.15)] * own.height,
                    own,
                    i,
                    name=f"{moment}_{what} {cell}",
                    upright=False,
                    hollow=hollow,
                )
            names.append(f"{cell} {run.words(moment)}")
        if j:
            draw_grid(axes, [3 * j - 0.5])
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(names) - 0.5, -0.5)
    tiles = means.filter(pl.col("term").str.ends_with("_tiles"))
    most = max(tiles["estimate"], default=1.0)
    ends = [high for high in tiles["conf_high"] if high < 1.5 * most]
    axes.set_xlim(0.0, 1.06 * max([most, *ends]))
    plain_axis(axes, upright=False)
    axes.set_xlabel(run.words("mean_tiles"))
