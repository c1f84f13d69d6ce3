"""Figures of ``stakes``: what 坐莊 and 拉莊 are worth, and the edges they need."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import polars as pl
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.patches import Rectangle

from mjsim.errors import InputError
from mjsim.plots.data import NothingToDraw, Run, read_run
from mjsim.plots.marks import dodge, draw_bands, draw_estimates, plain_axis
from mjsim.plots.page import Page, handle, note_of
from mjsim.plots.style import COLORS, CYCLE, house_style
from mjsim.plots.words import Lang
from mjsim.store import estimate_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["figure_edges", "figure_stakes"]

_ROLES: Final = ("dealer", "place1", "place2", "place3")
_HEAT: Final = LinearSegmentedColormap.from_list("mjsim", [CYCLE[1], "#ffffff", CYCLE[0]])
_DARK: Final = 0.2  # luminance below which letters are white

_Key = tuple[int, tuple[int, int, int]]


def figure_stakes(
    folder: Path | str, lang: Lang = "zh", *, wide: bool = False, strategy: str | None = None
) -> "Figure":
    """Draw the mean points of each role under settings of 坐莊 and 拉莊, as a heat map.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``stakes``.
    lang : {"zh", "en"}
    wide : bool
        All 54 settings; by default the six in which the three others pull alike.
    strategy : str, optional
        Whose; the first of the run if left out.

    Returns
    -------
    matplotlib.figure.Figure
        A panel for each role, mean and standard error in each cell, one scale of colours. A
        setting that the run has not is blank.

    Raises
    ------
    InputError
        If the folder holds no such results, or not of this strategy or these settings.
    """
    run = read_run(folder, lang, "stakes")
    rows = run.rows("means", pl.col("family") == "mean")
    cells = list(dict.fromkeys(rows["cell"].to_list()))
    name = cells[0] if strategy is None else strategy
    if name not in cells:
        raise InputError(f"strategy: one of {', '.join(cells)}, not {name!r}")
    rows = rows.filter(pl.col("cell") == name)
    layout = _of_all(run) if wide else _of_alike(run)
    wanted = {key for line in layout.keys for key in line}
    found = {
        role: {
            key: row
            for row in rows.filter(pl.col("role") == role).iter_rows(named=True)
            if (key := _key(row["term"])) in wanted
        }
        for role in _ROLES
    }
    values = [row["estimate"] for each in found.values() for row in each.values()]
    if not values:
        raise NothingToDraw(f"{run.folder}: has no settings in which all pull alike; wide has all")
    reach = max(map(abs, values)) or 1.0
    with house_style(paper=True):
        page = Page(
            f"{run.words('by_role')} · {name}",
            note_of(run, None, run.words("cells_note"), *(() if wide else (run.words("alike"),))),
            2.3 if not wide else 8.2,
            wide=wide,
        )
        grid = page.figure.subplots(4, 1) if wide else page.figure.subplots(2, 2)
        for axes, role in zip(grid.flat, _ROLES, strict=True):
            _draw_cells(axes, layout, found[role], reach)
            axes.set_title(run.words(role))
            axes.set_gid(f"cells {role}")
    return page.figure


class _Layout:
    """Which settings stand in the rows and columns of a panel, and what they are called."""

    def __init__(
        self,
        keys: Sequence[Sequence[_Key]],
        rows: Sequence[str],
        columns: Sequence[str],
        axes: tuple[str, str] = ("", ""),
    ) -> None:
        self.keys, self.rows, self.columns, self.axes = keys, rows, columns, axes


def _of_alike(run: Run) -> _Layout:
    """Return the six settings in which the three others pull alike."""
    return _Layout(
        [[(sit, (pull, pull, pull)) for pull in range(3)] for sit in range(2)],
        [run.words("sits", n=sit) for sit in range(2)],
        [run.words("pulls", n=pull) for pull in range(3)],
    )


def _of_all(run: Run) -> _Layout:
    """Return all 54: the dealer and the next seat downwards, the other two across."""
    down = list(product(range(2), range(3)))
    across = list(product(range(3), range(3)))
    return _Layout(
        [[(sit, (one, two, three)) for two, three in across] for sit, one in down],
        [f"{sit}, {one}" for sit, one in down],
        [f"{two}, {three}" for two, three in across],
        (run.words("sit_next"), run.words("pulls_two")),
    )


def _key(term: str) -> _Key:
    """Read a setting out of a term.

    Examples
    --------
    >>> _key("mean sit1:pulls0,1,2")
    (1, (0, 1, 2))
    """
    sit, _, pulls = term.rpartition(" ")[2].removeprefix("sit").partition(":pulls")
    one, two, three = map(int, pulls.split(","))
    return int(sit), (one, two, three)


def _draw_cells(
    axes: "Axes", layout: _Layout, found: dict[_Key, dict[str, object]], reach: float
) -> None:
    scale = Normalize(-reach, reach)
    for y, line in enumerate(layout.keys):
        for x, key in enumerate(line):
            row = found.get(key)
            if row is None:
                continue
            value = float(row["estimate"])  # type: ignore[arg-type]
            color = _HEAT(scale(value))
            axes.add_patch(
                Rectangle(
                    (x - 0.5, y - 0.5),
                    1.0,
                    1.0,
                    facecolor=color,
                    edgecolor="white",
                    linewidth=1.0,
                )
            )
            axes.text(
                x,
                y,
                str(estimate_of(row)).replace(" ± ", "\n± "),
                ha="center",
                va="center",
                fontsize=7.0,
                linespacing=1.05,
                color="white" if _luminance(color) < _DARK else COLORS["text"],
            )
    axes.set_xlim(-0.5, len(layout.columns) - 0.5)
    axes.set_ylim(len(layout.rows) - 0.5, -0.5)
    axes.set_xticks(range(len(layout.columns)), layout.columns)
    axes.set_yticks(range(len(layout.rows)), layout.rows)
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_ylabel(layout.axes[0])
    axes.set_xlabel(layout.axes[1])


def _luminance(color: tuple[float, float, float, float]) -> float:
    """Return the relative luminance of a colour, as the contrast of letters is reckoned.

    Examples
    --------
    >>> _luminance((1.0, 1.0, 1.0, 1.0)), round(_luminance((1.0, 0.0, 0.0, 1.0)), 4)
    (1.0, 0.2126)
    """
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in color[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def figure_edges(folder: Path | str, lang: Lang = "zh", *, wide: bool = False) -> "Figure":
    """Draw the edge that 坐莊 and 拉莊 need to break even, by role.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``stakes``.
    lang : {"zh", "en"}
    wide : bool

    Returns
    -------
    matplotlib.figure.Figure
        Plain, and hollow less the luck of deal and draws where there is that; strategies side
        by side.

    Raises
    ------
    InputError
        If the folder holds no such results.
    """
    run = read_run(folder, lang, "stakes")
    rows = run.rows("edges", pl.col("family") == "edge")
    cells = list(dict.fromkeys(rows["cell"].to_list()))
    kinds = [term for term in ("edge", "edge_less_luck") if term in rows["term"].to_list()]
    with house_style(paper=True):
        handles = [handle(i, cell) for i, cell in enumerate(cells)]
        if len(kinds) > 1:
            handles.append(handle(6, run.words("less_luck"), hollow=True, marker="o"))
        page = Page(
            run.words("edges_title"),
            note_of(run, rows["conf_level"][0]),
            1.7,
            wide=wide,
            handles=handles,
        )
        axes = page.figure.subplots()
        draw_bands(axes, len(_ROLES), upright=False)
        axes.axvline(0.0, color=COLORS["quiet"], linewidth=0.7, zorder=1)
        n = len(cells) * len(kinds)
        for i, cell in enumerate(cells):
            for j, kind in enumerate(kinds):
                own = rows.filter(pl.col("cell") == cell, pl.col("term") == kind)
                shift = dodge(len(kinds) * i + j, n, 0.8)
                places = [_ROLES.index(role) + shift for role in own["role"]]
                name = f"{kind} {cell}"
                draw_estimates(axes, places, own, i, name=name, upright=False, hollow=j > 0)
        axes.set_yticks(range(len(_ROLES)), [run.words(role) for role in _ROLES])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(_ROLES) - 0.5, -0.5)
        plain_axis(axes, upright=False)
        axes.set_xlabel(run.words("edges_axis"))
    return page.figure
