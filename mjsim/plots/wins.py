"""Figures of ``categories`` and ``points``: what wins are."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.plots.data import NothingToDraw, Run, read_run
from mjsim.plots.marks import (
    dodge,
    draw_bands,
    draw_estimates,
    log_shares,
    shares_axis,
    whole_axis,
)
from mjsim.plots.page import Page, handle, note_of, width_of
from mjsim.plots.style import INCHES, house_style
from mjsim.plots.words import Lang
from mjsim.stats import ratio

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

__all__ = ["figure_categories", "figure_points", "figure_turns", "figure_worth"]

_WORTH: Final = {"tianjin": "fan", "wenling": "points"}


def figure_categories(folder: Path | str, lang: Lang = "zh", *, wide: bool = False) -> "Figure":
    """Draw how often each 番種 comes among wins, strategies side by side.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``categories``.
    lang : {"zh", "en"}
    wide : bool

    Returns
    -------
    matplotlib.figure.Figure
        Shares on a log scale, the commonest above; of what was not seen the upper end.

    Raises
    ------
    InputError
        If the folder holds no such results, or there was no win.
    """
    run = read_run(folder, lang, "categories")
    rows = run.rows("wins", pl.col("family") == "per_win")
    order = (
        rows.group_by("term", maintain_order=True)
        .agg(pl.col("estimate").max(), pl.col("conf_high").max(), pl.col("label").first())
        .sort("estimate", "conf_high", descending=True, maintain_order=True)
    )
    terms = order["term"].to_list()
    cells = _cells(rows)
    with house_style(paper=True):
        handles = [handle(i, cell) for i, cell in enumerate(cells)]
        if (rows["estimate"] == 0.0).any():
            handles.append(_bound(run))
        page = Page(
            run.words("categories"),
            note_of(run, rows["conf_level"][0]),
            0.155 * len(terms) + 0.42,
            wide=wide,
            handles=handles,
        )
        names = [
            run.words.category(term.partition("=")[2], label)
            for term, label in order.select("term", "label").iter_rows()
        ]
        axes = page.figure.subplots()
        room = INCHES[wide] - max(map(width_of, names)) - 0.5
        floor = log_shares(axes, rows, upright=False, most=int(room / 0.45))
        draw_bands(axes, len(terms), upright=False)
        for i, cell in enumerate(cells):
            own = rows.filter(pl.col("cell") == cell)
            places = [terms.index(term) + dodge(i, len(cells)) for term in own["term"]]
            draw_estimates(axes, places, own, i, name=cell, upright=False, floor=floor)
        axes.set_yticks(range(len(terms)), names)
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(terms) - 0.5, -0.5)
        axes.set_xlabel(run.words("share_of_wins"))
    return page.figure


def _cells(rows: pl.DataFrame) -> list[str]:
    return list(dict.fromkeys(rows["cell"].to_list()))


def _bound(run: Run, *, upright: bool = False) -> "Line2D":
    return handle(
        6, run.words("no_hits"), hollow=True, linestyle="none", marker="v" if upright else "<"
    )


def figure_worth(folder: Path | str, lang: Lang = "zh", *, wide: bool = False) -> "Figure":
    """Draw the distribution of fan, in 温岭麻将 of points, of wins.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``categories``.
    lang : {"zh", "en"}
    wide : bool

    Returns
    -------
    matplotlib.figure.Figure
        Shares of wins on a log scale, strategies side by side. Fan that were seen stand one
        beside the other; points where they are.

    Raises
    ------
    InputError
        If the folder holds no such results, or there was no win.
    """
    run = read_run(folder, lang, "categories")
    worth = _WORTH[run.game]
    rows = run.rows("wins", pl.col("family") == worth).with_columns(
        pl.col("term").str.split("=").list.last().cast(pl.Int64).alias("worth")
    )
    values = sorted(rows["worth"].unique().to_list())
    cells = _cells(rows)
    spaced = run.game == "wenling"
    with house_style(paper=True):
        page = Page(
            run.words(f"{worth}_title"),
            note_of(run, rows["conf_level"][0]),
            2.0,
            wide=wide,
            handles=[handle(i, cell) for i, cell in enumerate(cells)],
        )
        axes = page.figure.subplots()
        floor = log_shares(axes, rows)
        if not spaced:
            draw_bands(axes, len(values))
        for i, cell in enumerate(cells):
            own = rows.filter(pl.col("cell") == cell)
            shift = dodge(i, len(cells), 5.0 if spaced else 0.5)
            places = [(value if spaced else values.index(value)) + shift for value in own["worth"]]
            draw_estimates(
                axes, places, own, i, name=cell, floor=floor, size=5.0 if spaced else 9.0
            )
        if spaced:
            axes.set_xlim(min(0, values[0] - 10), values[-1] + 15)
            whole_axis(axes, most=6)
        else:
            axes.set_xticks(range(len(values)), [str(value) for value in values])
            axes.set_xlim(-0.5, len(values) - 0.5)
        axes.set_xlabel(run.words(worth))
        axes.set_ylabel(run.words("share_of_wins"))
    return page.figure


def figure_turns(folder: Path | str, lang: Lang = "zh", *, wide: bool = False) -> "Figure":
    """Draw the turns at which hands are won.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``categories``; its hands are read.
    lang : {"zh", "en"}
    wide : bool

    Returns
    -------
    matplotlib.figure.Figure
        Shares of wins by turn, with the intervals of ratios over hands; turn 0 is before the
        first discard.

    Raises
    ------
    InputError
        If the folder holds no such run or not its hands, or there was no win.
    """
    run = read_run(folder, lang, "categories")
    won = (
        run.hands()
        .filter("is_winner")
        .select("cell", "hand_id", "win_turn")
        .group_by("cell", "hand_id", "win_turn")
        .len()
        .collect()
    )
    if won.is_empty():
        raise NothingToDraw(f"{run.folder}: has no wins to draw")
    found = {
        number: _turns(won.filter(pl.col("cell") == number), run.n)
        for number in sorted(won["cell"].unique().to_list())
    }
    with house_style(paper=True):
        page = Page(
            run.words("turn_title"),
            note_of(run, 0.95),
            1.9,
            wide=wide,
            handles=[handle(i, run.cells[number]) for i, number in enumerate(found)],
        )
        axes = page.figure.subplots()
        for i, (number, rows) in enumerate(found.items()):
            places = [turn + dodge(i, len(found), 0.3) for turn in rows["turn"]]
            draw_estimates(axes, places, rows, i, name=run.cells[number], joined=True)
        shares_axis(axes)
        whole_axis(axes)
        axes.set_xlabel(run.words("turn"))
        axes.set_ylabel(run.words("share_of_wins"))
    return page.figure


def _turns(won: pl.DataFrame, n: int) -> pl.DataFrame:
    """Estimate the share of wins at each turn, from numbers of wins by hand and turn."""

    def totals(rows: pl.DataFrame) -> NDArray[np.float64]:
        each = np.zeros(n)
        np.add.at(each, rows["hand_id"].to_numpy(), rows["len"].to_numpy())
        return each

    wins = totals(won)
    rows: list[dict[str, Any]] = []
    for turn in range(won["win_turn"].min(), won["win_turn"].max() + 1):  # type: ignore[operator, arg-type]
        share = ratio(totals(won.filter(pl.col("win_turn") == turn)), wins)
        rows.append(
            {
                "turn": turn,
                "estimate": share.value,
                "conf_low": share.ci_low,
                "conf_high": share.ci_high,
            }
        )
    return pl.DataFrame(rows)


def figure_points(folder: Path | str, lang: Lang = "zh", *, wide: bool = False) -> "Figure":
    """Draw the points of winners and of those who lose, strategies side by side.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``points``.
    lang : {"zh", "en"}
    wide : bool

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    InputError
        If the folder holds no such results, or there was no win.
    """
    run = read_run(folder, lang, "points")
    panels = [
        (who, run.rows("wins", pl.col("term").str.starts_with(f"{who}_points=")))
        for who in ("winner", "loser")
    ]
    cells = _cells(panels[0][1])
    with house_style(paper=True):
        page = Page(
            run.words("points_bands"),
            note_of(run, panels[0][1]["conf_level"][0]),
            2.0 if wide else 3.5,
            wide=wide,
            handles=[handle(i, cell) for i, cell in enumerate(cells)],
        )
        grid = page.figure.subplots(1 if wide else 2, 2 if wide else 1, squeeze=False)
        for axes, (who, rows) in zip(grid.flat, panels, strict=True):
            bands = list(dict.fromkeys(rows["term"].str.split("=").list.last().to_list()))
            draw_bands(axes, len(bands))
            for i, cell in enumerate(cells):
                own = rows.filter(pl.col("cell") == cell)
                names = own["term"].str.split("=").list.last()
                places = [bands.index(name) + dodge(i, len(cells)) for name in names]
                draw_estimates(axes, places, own, i, name=f"{who} {cell}")
            shares_axis(axes)
            axes.set_xticks(
                range(len(bands)), [band.replace("-", "–") for band in bands], rotation=40
            )
            for label in axes.get_xticklabels():
                label.set_ha("right")
                label.set_rotation_mode("anchor")
            axes.set_xlim(-0.5, len(bands) - 0.5)
            axes.set_title(run.words(who))
            axes.set_ylabel(run.words("share_of_seats"))
        for axes in grid[-1]:
            axes.set_xlabel(run.words("points"))
    return page.figure
