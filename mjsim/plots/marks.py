"""Marks: estimates with their intervals, axes of shares, lines behind them."""

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from matplotlib.collections import LineCollection
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from mjsim.plots.style import COLORS, CYCLE, MARKERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "dodge",
    "draw_bands",
    "draw_estimates",
    "draw_grid",
    "log_shares",
    "plain_axis",
    "shares_axis",
    "whole_axis",
]

_SIZE = 9.0


def dodge(number: int, n: int, width: float = 0.5) -> float:
    """Return how far from its place the one of n things compared is drawn.

    Examples
    --------
    >>> dodge(0, 1), dodge(0, 2), dodge(1, 2)
    (0.0, -0.125, 0.125)
    """
    return (number - (n - 1) / 2) * width / n


def draw_estimates(
    axes: "Axes",
    places: Sequence[float],
    rows: pl.DataFrame,
    number: int,
    *,
    name: str,
    upright: bool = True,
    hollow: bool = False,
    joined: bool = False,
    floor: float | None = None,
    size: float = _SIZE,
) -> None:
    """Draw estimates and their intervals.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
        Its limits are set afterwards.
    places : sequence of float
        Where each stands on the axis of what is compared.
    rows : polars.DataFrame
        With ``estimate``, ``conf_low`` and ``conf_high``. An infinite interval is a pale line
        across the axes.
    number : int
        Colour and marker.
    name : str
        Of the marks, among those of the figure: they are found by ``get_gid``.
    upright : bool
        Whether values go up, not to the right.
    hollow, joined : bool
        White inside; a thin line between them.
    floor : float, optional
        On a log scale, where intervals from 0 start. Estimates of 0 are the upper end alone.
    size : float
        Of the markers.
    """
    color = CYCLE[number % len(CYCLE)]
    marker = MARKERS[number % len(MARKERS)]
    at = np.asarray(places, float)
    values, lows, highs = (
        rows[column].to_numpy() for column in ("estimate", "conf_low", "conf_high")
    )
    known = np.isfinite(lows) & np.isfinite(highs)
    for place in at[~known].tolist():
        across = axes.axvline if upright else axes.axhline
        across(place, color=color, linewidth=0.8, alpha=0.35, zorder=1)
    starts = lows if floor is None else np.maximum(lows, floor)
    seen = np.ones_like(known) if floor is None else values > 0.0
    lines = axes.vlines if upright else axes.hlines
    bars = lines(at[known], starts[known], highs[known], colors=color, linewidth=1.0, zorder=3)
    bars.set_gid(f"intervals {name}")
    if joined:
        path = (at[seen], values[seen]) if upright else (values[seen], at[seen])
        axes.plot(*path, color=color, linewidth=0.6, alpha=0.6, zorder=2)
    style: dict[str, Any] = {
        "marker": marker,
        "s": size,
        "facecolors": "white" if hollow else color,
        "edgecolors": color,
        "linewidths": 0.8,
        "zorder": 4,
    }
    _scatter(axes, at[seen], values[seen], upright, style, f"estimates {name}")
    if not seen.all():
        style |= {"marker": "v" if upright else "<", "facecolors": "white", "s": size + 4}
        _scatter(axes, at[~seen], highs[~seen], upright, style, f"bounds {name}")


def _scatter(
    axes: "Axes", at: Any, values: Any, upright: bool, style: dict[str, Any], gid: str
) -> None:
    points = axes.scatter(*((at, values) if upright else (values, at)), **style)
    points.set_gid(gid)


def draw_bands(axes: "Axes", n: int, *, upright: bool = True) -> None:
    """Shade every other place, so that what stands together is seen."""
    shade = axes.axvspan if upright else axes.axhspan
    for place in range(0, n, 2):
        shade(place - 0.5, place + 0.5, color=COLORS["band"], linewidth=0, alpha=0.6, zorder=0)


def log_shares(axes: "Axes", rows: pl.DataFrame, *, upright: bool = True, most: int = 6) -> float:
    """Make an axis of shares on a log scale; return its lower end.

    Its ticks are 100 %, 10 % and so on, or fewer so that there are at most so many.
    """
    found = [
        value
        for column in ("estimate", "conf_low", "exact")
        for value in rows[column].drop_nulls().to_list()
        if value > 0.0
    ]
    found += [high for high in rows["conf_high"].to_list() if 0.0 < high < math.inf]
    # Half-seen cells have intervals that go far down: one decade below the least estimate.
    least = min([*(v for v in rows["estimate"].drop_nulls().to_list() if v > 0.0), max(found)])
    floor = max(min(found), least / 10.0) / 1.6
    unseen = rows.filter(pl.col("estimate") == 0.0)["conf_high"].to_list()
    floor = min([floor, *(high / 3.0 for high in unseen)])
    top = min(1.6, 1.6 * max(found))
    first, last = math.ceil(math.log10(floor)), math.floor(math.log10(top))
    step = (last - first) // max(most, 1) + 1
    decades = [10.0**power for power in range(last, first - 1, -step)]
    axis = axes.yaxis if upright else axes.xaxis
    (axes.set_yscale if upright else axes.set_xscale)("log")
    axis.set_major_locator(FixedLocator(decades))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: _percent(value)))
    (axes.set_ylim if upright else axes.set_xlim)(floor, top)
    # Lines at every decade, so that one without a number can be counted.
    draw_grid(axes, [10.0**power for power in range(first, last + 1)], upright=upright)
    return float(floor)


def _percent(share: float) -> str:
    """Write a power of ten as percent, with no digit too many.

    Examples
    --------
    >>> _percent(0.1), _percent(1e-3), _percent(1e-6)
    ('10 %', '0.1 %', '0.0001 %')
    """
    text = f"{100.0 * share:.9f}"
    return f"{text.rstrip('0').rstrip('.')} %"


def draw_grid(axes: "Axes", values: Iterable[float], *, upright: bool = True) -> None:
    """Draw lines behind the marks at values; those of ``grid`` get other ids in every SVG."""
    lines = LineCollection(
        [
            ((0.0, value), (1.0, value)) if upright else ((value, 0.0), (value, 1.0))
            for value in values
        ],
        colors=COLORS["grid"],
        linewidths=0.5,
        zorder=0,
        transform=axes.get_yaxis_transform() if upright else axes.get_xaxis_transform(),
    )
    axes.add_collection(lines, autolim=False)


def shares_axis(axes: "Axes", high: float | None = None, *, upright: bool = True) -> None:
    """Make an axis of shares from 0, in percent, with room for a marker at 0."""
    limits = axes.set_ylim if upright else axes.set_xlim
    _, top = axes.get_ylim() if upright else axes.get_xlim()
    top = top if high is None else high
    limits(-0.025 * top, top)
    ticks = [value for value in MaxNLocator(5).tick_values(0.0, top) if 0.0 <= value <= top]
    axis = axes.yaxis if upright else axes.xaxis
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{100.0 * value:.10g} %"))
    draw_grid(axes, ticks, upright=upright)


def plain_axis(axes: "Axes", *, upright: bool = True, most: int = 5) -> None:
    """Make an axis of plain numbers, with a plain minus."""
    axis = axes.yaxis if upright else axes.xaxis
    locator = MaxNLocator(most)
    axis.set_major_locator(locator)
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
    low, high = axes.get_ylim() if upright else axes.get_xlim()
    inside = [value for value in locator.tick_values(low, high) if low <= value <= high]
    draw_grid(axes, inside, upright=upright)


def whole_axis(axes: "Axes", *, upright: bool = False, most: int = 8) -> None:
    """Make an axis of whole numbers."""
    axis = axes.yaxis if upright else axes.xaxis
    axis.set_major_locator(MaxNLocator(most, integer=True))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
