"""Panels of cells: probabilities on a log scale, and how far they lie from the exact ones."""

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import polars as pl
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MultipleLocator, NullLocator

from mjsim.plots.style import COLORS

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

__all__ = ["ALARM", "draw_probabilities", "draw_scores", "legend_handles", "scores"]

ALARM = 0.01
"""A corrected p value up to this is drawn in red."""

_BAND = 2.0
_LEAST_REACH = 3.4
_MOST_REACH = 8.0


def scores(cells: pl.DataFrame) -> pl.DataFrame:
    """Return how far cells lie from their exact values, in standard errors.

    Parameters
    ----------
    cells : polars.DataFrame
        Rows of results.

    Returns
    -------
    polars.DataFrame
        ``score``: z, or where few hits are expected the normal score with the p value of the
        binomial test; ``is_score_z``: which; ``is_alarm``: whether the corrected p value is
        small. Null without an exact value.

    Examples
    --------
    >>> rows = {"estimate": [0.5, 0.0], "exact": [0.4, 1e-3], "z": [2.5, None],
    ...         "p_value": [0.0124, 0.5], "p_adjusted": [0.02, 0.5]}
    >>> scores(pl.DataFrame(rows)).rows()
    [(2.5, True, False), (-0.674..., False, False)]
    """
    found: list[float | None] = []
    for row in cells.iter_rows(named=True):
        if row["z"] is not None or row["p_value"] is None:
            found.append(row["z"])
            continue
        tail = max(row["p_value"] / 2, 1e-300)
        size = max(0.0, -NormalDist().inv_cdf(tail))
        found.append(size if row["estimate"] > row["exact"] else -size)
    return cells.select(
        pl.Series("score", found, dtype=pl.Float64),
        pl.col("z").is_not_null().alias("is_score_z"),
        (pl.col("p_adjusted") <= ALARM).alias("is_alarm"),
    )


def draw_probabilities(axes: "Axes", cells: pl.DataFrame) -> None:
    """Draw a row for each cell: the exact value, the estimate and its interval.

    A cell without hits has the upper end of its interval alone.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    cells : polars.DataFrame
        Rows of results.
    """
    rows = range(cells.height)
    axes.set_xscale("log")
    least = cells.select(
        pl.min_horizontal(
            pl.col("exact", "estimate", "conf_low", "conf_high").replace(0.0, None).min()
        )
    ).item()
    left, right = least / 3, 2.0
    axes.set_xlim(left, right)
    decades = _decades(left)
    axes.set_xticks(decades)
    axes.xaxis.set_minor_locator(NullLocator())
    # Not axes.grid: its lines get other ids in every SVG.
    for decade in decades:
        axes.axvline(decade, color=COLORS["grid"], linewidth=0.7, zorder=0)
    axes.set_ylim(cells.height - 0.4, -0.6)
    axes.set_yticks(list(rows), cells["label"].to_list())
    axes.tick_params(axis="y", length=0, pad=6)
    axes.spines["left"].set_visible(False)
    axes.scatter(cells["exact"], rows, **_exact())
    alarms = scores(cells)["is_alarm"]
    for y, cell, alarm in zip(rows, cells.iter_rows(named=True), alarms, strict=True):
        color = COLORS["alarm"] if alarm else COLORS["observed"]
        low = cell["conf_low"] if cell["estimate"] > 0 else left
        axes.plot([low, cell["conf_high"]], [y, y], color=color, linewidth=1.4, zorder=3)
        if cell["estimate"] > 0:
            axes.scatter([cell["estimate"]], [y], **_dot(color))
        else:
            axes.scatter([cell["conf_high"]], [y], **_bound(color))


def draw_scores(axes: "Axes", cells: pl.DataFrame) -> None:
    """Draw how far each cell lies from its exact value, beside `draw_probabilities`.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    cells : polars.DataFrame
        Rows of results.
    """
    found = scores(cells)
    sizes = found["score"].abs().drop_nulls().to_list()
    reach = min(_MOST_REACH, max([_LEAST_REACH, *(size + 0.6 for size in sizes)]))
    axes.set_xlim(-reach, reach)
    axes.set_ylim(cells.height - 0.4, -0.6)
    axes.axvspan(-_BAND, _BAND, color=COLORS["band"], linewidth=0, zorder=0)
    axes.axvline(0, color=COLORS["quiet"], linewidth=0.8, zorder=1)
    axes.xaxis.set_major_locator(MultipleLocator(_BAND if reach < 5.0 else 2 * _BAND))
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    for y, (score, is_z, is_alarm) in enumerate(found.iter_rows()):
        if score is None:
            continue
        color = COLORS["alarm"] if is_alarm else COLORS["observed"]
        if abs(score) > reach:  # at the edge, pointing outwards
            edge = reach if score > 0 else -reach
            marker = ">" if score > 0 else "<"
            axes.scatter([edge], [y], marker=marker, s=26, color=color, clip_on=False, zorder=4)
        else:
            axes.scatter([score], [y], **(_dot(color) if is_z else _ring(color)))


def _decades(left: float) -> list[float]:
    """Return powers of ten from an axis's left end up to 1, seven at most."""
    first = math.ceil(math.log10(left))
    step = -(first // 6) or 1
    return [10.0**power for power in range(0, first - 1, -step)]


def _dot(color: str) -> dict[str, Any]:
    return {"s": 20, "color": color, "linewidths": 0, "zorder": 4}


def _ring(color: str) -> dict[str, Any]:
    return {"s": 20, "facecolors": "white", "edgecolors": color, "linewidths": 1.1, "zorder": 4}


def _bound(color: str) -> dict[str, Any]:
    return {
        "marker": "<",
        "s": 24,
        "facecolors": "white",
        "edgecolors": color,
        "linewidths": 1.1,
        "zorder": 4,
    }


def _exact() -> dict[str, Any]:
    return {"marker": "|", "s": 170, "color": COLORS["exact"], "linewidths": 2.0, "zorder": 2}


def legend_handles() -> list["Artist"]:
    """Return samples of everything that the panels show, for a legend."""
    blue = COLORS["observed"]
    dot: dict[str, Any] = {"marker": "o", "markersize": 4.5, "color": blue}
    ring = dot | {"markerfacecolor": "white", "linestyle": "none"}
    tick: dict[str, Any] = {
        "marker": "|",
        "markersize": 12,
        "markeredgewidth": 2.0,
        "color": COLORS["exact"],
    }
    return [
        Line2D([], [], label="observed, 95 % interval", linewidth=1.4, **dot),
        Line2D([], [], label="no hits: upper bound", **ring | {"marker": "<"}),
        Line2D([], [], label="exact", **tick | {"linestyle": "none"}),
        Line2D([], [], label="z", **dot | {"linestyle": "none"}),
        Line2D([], [], label="z with the p of a binomial test", **ring),
        Patch(label="|z| < 2", color=COLORS["band"]),
    ]
