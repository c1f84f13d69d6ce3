"""Figure of ``sessions``: scores after each hand, and the chance to be ahead."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.plots.data import NothingToDraw, Run, read_run
from mjsim.plots.marks import dodge, draw_estimates, plain_axis, shares_axis, whole_axis
from mjsim.plots.page import Page, handle, note_of
from mjsim.plots.style import COLORS, CYCLE, house_style
from mjsim.plots.words import Lang
from mjsim.stats import clustered_quantile

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

__all__ = ["figure_sessions", "quantiles"]

_AMONG: Final = " among "
_SHARES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
_LEAST: Final = 100  # sessions, for quantiles
_MOST: Final = 4_000_000  # scores that are read
_SEATS: Final = 4
_GAP: Final = 0.105  # of the height, between labels

Floats = NDArray[np.float64]


def quantiles(values: Floats, share: float, level: float = 0.95) -> tuple[Floats, Floats, Floats]:
    """Estimate a quantile after each hand, from scores that come by session.

    Parameters
    ----------
    values : float64[n, hands, k]
        By session, hand, and seat.
    share : float
        Of the values that lie below, in (0, 1).
    level : float
        Of the intervals.

    Returns
    -------
    tuple of 3 float64[hands]
        The quantiles, and the ends of their intervals (`mjsim.stats.clustered_quantile`).

    Examples
    --------
    >>> found = quantiles(np.arange(1000.0)[:, np.newaxis, np.newaxis], 0.5)
    >>> [float(each[0]) for each in found]
    [499.5, 468.5, 530.5]
    """
    hands = range(values.shape[1])
    found = [clustered_quantile(values[:, hand], share, level=level) for hand in hands]
    ends = np.array([(each.value, each.ci_low, each.ci_high) for each in found])
    return ends[:, 0], ends[:, 1], ends[:, 2]


def figure_sessions(
    folder: Path | str, lang: Lang = "zh", *, wide: bool = False, cell: str | None = None
) -> "Figure":
    """Draw scores over a session, and the chance of one among three others to be ahead.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``sessions``; its hands are read, of long runs those of the first sessions.
    lang : {"zh", "en"}
    wide : bool
    cell : str, optional
        Whose scores: a strategy that sits on all seats, or one among three of another, at
        seat 0. The first such pair if left out.

    Returns
    -------
    matplotlib.figure.Figure
        Quantiles of the score after each hand, with their intervals shaded; below them, where
        one played among others, the chance to be ahead, and to lead the three.

    Raises
    ------
    InputError
        If the folder holds no such run or not its hands, or not of this cell, or too few
        sessions for quantiles.
    """
    run = read_run(folder, lang, "sessions")
    name = cell
    if name is None:
        name = next((each for each in run.cells if _AMONG in each), run.cells[0])
    if name not in run.cells:
        raise InputError(f"cell: one of {', '.join(run.cells)}, not {name!r}")
    if run.n < _LEAST:
        raise NothingToDraw(f"{run.folder}: has {run.n} sessions; quantiles want {_LEAST}")
    scores = _scores(run, run.cells.index(name), _AMONG in name)
    chances = run.results.filter(
        pl.col("family").is_in(["ahead", "leads"]), pl.col("estimate").is_not_null()
    )
    cells = list(dict.fromkeys(chances["cell"].to_list()))
    with house_style(paper=True):
        handles: list[Line2D] = []
        if cells:
            handles = [handle(i, _pair(run, each)) for i, each in enumerate(cells)]
            handles.append(handle(6, run.words("leads"), hollow=True, marker="o"))
        n_panels = 2 if cells else 1
        page = Page(
            run.words("sessions_title"),
            note_of(run, 0.95, *_read_of(run, len(scores))),
            1.9 if wide else 1.9 * n_panels,
            wide=wide,
            handles=handles,
        )
        shape = (1, n_panels) if wide else (n_panels, 1)
        grid = page.figure.subplots(*shape, squeeze=False).flat
        title = f"{_pair(run, name)} · {run.words('quantiles')}"
        _draw_quantiles(grid[0], run, scores, title)
        if cells:
            _draw_chances(grid[1], run, chances, cells)
    return page.figure


def _read_of(run: Run, n: int) -> tuple[str, ...]:
    """Say of how many sessions the quantiles are, if not of all."""
    return () if n == run.n else (run.words("quantiles_of", n=f"{n:,}"),)


def _pair(run: Run, cell: str) -> str:
    one, _, other = cell.partition(_AMONG)
    return run.words("among", one=one, other=other) if other else cell


def _scores(run: Run, number: int, is_one: bool) -> Floats:
    """Return scores by session, hand and seat: of seat 0 if it is one among others."""
    hands = run.hands()
    n_hands = int(hands.filter(pl.col("block") == 0).select("nth").max().collect().item()) + 1
    fewest = min(run.n, max(_LEAST, _MOST // (n_hands * _SEATS * len(run.cells))))
    rows = (
        hands.filter(pl.col("cell") == number, pl.col("block") < fewest)
        .filter(pl.col("seat") == 0 if is_one else pl.lit(True))
        .select("score")
        .collect()
    )
    scores: Floats = rows["score"].to_numpy().reshape(fewest, n_hands, -1)
    return scores


def _draw_quantiles(axes: "Axes", run: Run, scores: Floats, title: str) -> None:
    hands = np.arange(1, scores.shape[1] + 1)
    axes.axhline(0.0, color=COLORS["quiet"], linewidth=0.7, zorder=1)
    ends = []
    for share in _SHARES:
        middle, low, high = quantiles(scores, share)
        ends.append(float(middle[-1]))
        is_median = share == 0.5
        color = CYCLE[0] if is_median else CYCLE[5]
        band = axes.fill_between(hands, low, high, color=color, alpha=0.35, linewidth=0, zorder=2)
        band.set_gid(f"intervals {share:g}")
        (line,) = axes.plot(hands, middle, color=color, linewidth=1.2 if is_median else 0.8)
        line.set_gid(f"quantile {share:g}")
    axes.set_xlim(min(1, hands[-1] - 1), hands[-1])
    plain_axis(axes)
    whole_axis(axes, most=6)
    low_end, high_end = axes.get_ylim()
    for share, place in zip(_SHARES, _apart(ends, _GAP * (high_end - low_end)), strict=True):
        axes.annotate(
            f"{100 * share:g} %",
            (hands[-1], place),
            (3, 0),
            textcoords="offset points",
            va="center",
            fontsize=7.0,
            annotation_clip=False,
        )
    axes.set_title(title)
    axes.set_xlabel(run.words("hand"))
    axes.set_ylabel(run.words("score"))


def _apart(places: list[float], gap: float) -> list[float]:
    """Move rising places so far apart, the middle one the least.

    Examples
    --------
    >>> _apart([0.0, 1.0, 1.0, 9.0], 2.0)
    [-3.0, -1.0, 1.0, 9.0]
    """
    moved = list(places)
    middle = len(moved) // 2
    for i in range(middle + 1, len(moved)):
        moved[i] = max(moved[i], moved[i - 1] + gap)
    for i in range(middle - 1, -1, -1):
        moved[i] = min(moved[i], moved[i + 1] - gap)
    return moved


def _draw_chances(axes: "Axes", run: Run, chances: pl.DataFrame, cells: list[str]) -> None:
    rows = chances.with_columns(
        pl.col("term").str.split("=").list.last().cast(pl.Int64).alias("hands")
    )
    looks = sorted(rows["hands"].unique().to_list())
    for i, cell in enumerate(cells):
        for family, hollow in (("ahead", False), ("leads", True)):
            own = rows.filter(pl.col("cell") == cell, pl.col("family") == family)
            shift = dodge(i, len(cells), 0.1 * len(cells))
            places = [looks.index(hands) + shift for hands in own["hands"]]
            draw_estimates(
                axes, places, own, i, name=f"{family} {cell}", hollow=hollow, joined=True
            )
    shares_axis(axes, min(1.03, 1.1 * max(rows["conf_high"].to_list())))
    axes.set_xticks(range(len(looks)), [f"{hands:,}" for hands in looks])
    axes.set_xlim(-0.4, len(looks) - 0.6)
    axes.set_title(run.words("ahead"))
    axes.set_xlabel(run.words("hand"))
    axes.set_ylabel(run.words("chance"))
