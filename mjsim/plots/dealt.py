"""Figures of what is dealt: shanten beside the exact chances, and what openings win."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from matplotlib.lines import Line2D

from mjsim.plots.data import read_run
from mjsim.plots.marks import dodge, draw_bands, draw_estimates, log_shares, shares_axis
from mjsim.plots.page import Page, handle, note_of
from mjsim.plots.style import COLORS, house_style
from mjsim.plots.words import Lang

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["figure_openings", "figure_shanten"]


def figure_shanten(folder: Path | str, lang: Lang = "zh", *, wide: bool = False) -> "Figure":
    """Draw the shanten of what is dealt, sampled beside exact.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``openings`` or ``deals``.
    lang : {"zh", "en"}
    wide : bool

    Returns
    -------
    matplotlib.figure.Figure
        Shares on a log scale; the dealer, and where they are counted the others. -1 is complete.

    Raises
    ------
    InputError
        If the folder holds no such results.
    """
    run = read_run(folder, lang, "openings", "deals")
    where = pl.col("family") == "shanten"
    if run.experiment == "openings":
        where &= pl.col("cell") == "dealt"
    if "mode" in run.results.columns:
        where &= pl.col("mode") == "all"
    rows = run.rows("shanten", where)
    if "role" not in rows.columns:
        rows = rows.with_columns(role=pl.lit("dealer"))
    rows = rows.filter(pl.col("role") != "all").with_columns(
        pl.col("term").str.split("=").list.last().cast(pl.Int64).alias("shanten")
    )
    roles = [role for role in ("dealer", "other") if role in rows["role"].to_list()]
    steps = sorted(rows["shanten"].unique().to_list())
    with house_style(paper=True):
        handles = [handle(i, run.words(role)) for i, role in enumerate(roles)]
        if rows["exact"].is_not_null().any():
            label = run.words("exact")
            handles.append(Line2D([], [], label=label, linestyle="none", **_tick(9.0)))
        if (rows["estimate"] == 0.0).any():
            label = run.words("no_hits")
            handles.append(handle(6, label, hollow=True, linestyle="none", marker="v"))
        note = note_of(run, rows["conf_level"][0])
        page = Page(run.words("shanten_title"), note, 2.1, wide=wide, handles=handles)
        axes = page.figure.subplots()
        floor = log_shares(axes, rows)
        draw_bands(axes, len(steps))
        for i, role in enumerate(roles):
            own = rows.filter(pl.col("role") == role)
            places = [steps.index(step) + dodge(i, len(roles), 0.7) for step in own["shanten"]]
            draw_estimates(axes, places, own, i, name=role, floor=floor, size=7.0)
            exact = [
                (place, value)
                for place, value in zip(places, own["exact"], strict=True)
                if value is not None and value >= floor
            ]
            if exact:
                marks = axes.scatter(*zip(*exact, strict=True), zorder=2, **_tick(None))
                marks.set_gid(f"exact {role}")
        axes.set_xticks(range(len(steps)), [str(step) for step in steps])
        axes.set_xlim(-0.5, len(steps) - 0.5)
        axes.set_xlabel(run.words("shanten"))
        axes.set_ylabel(run.words("probability"))
    return page.figure


def _tick(size: float | None) -> dict[str, Any]:
    """Return the style of exact values; of a sample for the legend if it has a size."""
    if size is None:
        return {"marker": "_", "s": 70, "color": COLORS["text"], "linewidths": 1.1}
    return {"marker": "_", "markersize": size, "color": COLORS["text"], "markeredgewidth": 1.1}


def figure_openings(folder: Path | str, lang: Lang = "zh", *, wide: bool = False) -> "Figure":
    """Draw the share of hands won by what was dealt: by shanten, and by wilds.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``openings``.
    lang : {"zh", "en"}
    wide : bool

    Returns
    -------
    matplotlib.figure.Figure
        Of all four seats, strategies side by side.

    Raises
    ------
    InputError
        If the folder holds no such results.
    """
    run = read_run(folder, lang, "openings")
    panels = {
        "by_shanten": run.rows(
            "openings", pl.col("family") == "win_by_shanten", pl.col("role") == "all"
        ),
        f"wilds_{run.game}": run.rows(
            "openings", pl.col("family") == "win_by_wilds", pl.col("role") == "all"
        ),
    }
    cells = list(dict.fromkeys(panels["by_shanten"]["cell"].to_list()))
    with house_style(paper=True):
        page = Page(
            run.words("openings_title"),
            note_of(run, panels["by_shanten"]["conf_level"][0], run.words("openings_note")),
            1.9 if wide else 3.4,
            wide=wide,
            handles=[handle(i, cell) for i, cell in enumerate(cells)],
        )
        grid = page.figure.subplots(1 if wide else 2, 2 if wide else 1, squeeze=False)
        for axes, (key, found) in zip(grid.flat, panels.items(), strict=True):
            rows = found.with_columns(
                pl.col("term").str.split("=").list.last().cast(pl.Int64).alias("dealt")
            )
            values = sorted(rows["dealt"].unique().to_list())
            draw_bands(axes, len(values))
            for i, cell in enumerate(cells):
                own = rows.filter(pl.col("cell") == cell)
                shift = dodge(i, len(cells))
                places = [values.index(value) + shift for value in own["dealt"]]
                draw_estimates(axes, places, own, i, name=f"{key} {cell}", joined=True)
            shares_axis(axes, 1.03)
            axes.set_xticks(range(len(values)), [str(value) for value in values])
            axes.set_xlim(-0.5, len(values) - 0.5)
            axes.set_xlabel(run.words("shanten" if key == "by_shanten" else key))
            axes.set_ylabel(run.words("win_rate"))
    return page.figure
