"""How an estimate comes to rest: a term over more and more hands of a run."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.plots.data import NothingToDraw, Run, read_run
from mjsim.plots.marks import plain_axis
from mjsim.plots.page import Page, note_of
from mjsim.plots.style import COLORS, CYCLE, house_style
from mjsim.plots.words import Lang
from mjsim.stats import Estimate, asymptotic_sequence, mean, proportion, proportion_sequence, ratio

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FIRST", "TERMS", "figure_convergence", "looks_of"]

FIRST: Final = 2000
"""Units at the first look; each look has half as many more."""

TERMS: Final = {
    "categories": ("drawn", "mean_fan", "mean_points", "mean_win_turn"),
    "points": ("drawn", "mean_points"),
    "rules": ("dealer_payoff", "drawn"),
    "strategies": ("gain",),
    "stakes": ("edge",),
    "waits": ("ever_ready", "ever_able"),
    "openings": ("mean_shanten",),
    "sessions": ("ahead",),
}
"""Terms whose convergence can be drawn, by experiment; the first is drawn if none is named.

``drawn`` and ``ahead`` are shares, of hands and of sessions; ``mean_fan``, ``mean_points`` and
``mean_win_turn`` are ratios to the number of wins; the others are means over hands or walls.
"""

_SHARES: Final = ("drawn", "ever_ready", "ever_able", "ahead")
_AMONG: Final = " among "

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Units:
    """What each independent unit has: hits, values, or numerators and denominators."""

    kind: str
    upper: Floats
    lower: Floats | None = None

    def upto(self, n: int) -> Estimate:
        """Estimate from the first units."""
        if self.kind == "share":
            return proportion(int(self.upper[:n].sum()), n)
        if self.lower is None:
            return mean(self.upper[:n])
        return ratio(self.upper[:n], self.lower[:n])

    def sequence(self, n: int, tuned: int) -> Estimate:
        """Estimate from the first units, with the interval that holds at all looks."""
        if self.kind == "share":
            return proportion_sequence(int(self.upper[:n].sum()), n)
        return asymptotic_sequence(self.upto(n), tuned_n=tuned, first_look=FIRST)


def looks_of(n: int) -> Iterator[int]:
    """Yield the units at each look: 2000, half as many more each time, and all.

    Examples
    --------
    >>> list(looks_of(7000))
    [2000, 3000, 4500, 6750, 7000]
    """
    look = FIRST
    while look < n:
        yield look
        look = look * 3 // 2
    yield n


def figure_convergence(
    folder: Path | str,
    lang: Lang = "zh",
    *,
    wide: bool = False,
    term: str | None = None,
    cell: str | None = None,
) -> "Figure":
    """Draw an estimate over more and more hands, with the interval that holds at all looks.

    Parameters
    ----------
    folder : Path or str
        Run folder; its hands are read.
    lang : {"zh", "en"}
    wide : bool
    term : str, optional
        One of `TERMS` of the experiment; the first if left out.
    cell : str, optional
        Of what was played, as in the results; the first if left out.

    Returns
    -------
    matplotlib.figure.Figure
        The estimate from the first 2000, 3000, 4500 … units, the confidence sequence around
        it, and at the end the interval for a number of units that was fixed. The sequence is
        exact for shares and holds in the limit for means and ratios
        (`mjsim.stats.proportion_sequence`, `mjsim.stats.asymptotic_sequence`).

    Raises
    ------
    InputError
        If the folder holds no such run or not its hands, if the term or cell is another, or if
        there are fewer than 2000 units.
    """
    run = read_run(folder, lang, *TERMS)
    name, found = _units(run, term, cell)
    n = len(found.upper)
    if n < FIRST:
        raise NothingToDraw(f"{run.folder}: has {n} {run.unit}; convergence wants {FIRST}")
    looks = list(looks_of(n))
    sequence = [found.sequence(look, max(n // 4, FIRST)) for look in looks]
    last = found.upto(n)
    words = run.words
    with house_style(paper=True):
        level = f"{100 * last.level:g} %"
        handles = [
            Patch(color=CYCLE[0], linewidth=0, alpha=0.25, label=words("sequence", level=level)),
            Line2D([], [], color=CYCLE[1], linewidth=1.4, label=words("interval", level=level)),
        ]
        page = Page(
            f"{words('convergence_title', term=words.term(name[0]))} · {_named(run, name[1])}",
            note_of(run, None),
            1.9,
            wide=wide,
            handles=handles,
        )
        axes = page.figure.subplots()
        band = axes.fill_between(
            looks,
            [each.ci_low for each in sequence],
            [each.ci_high for each in sequence],
            color=CYCLE[0],
            alpha=0.25,
            linewidth=0,
        )
        band.set_gid("sequence")
        axes.axhline(last.value, color=COLORS["quiet"], linewidth=0.6, zorder=1)
        values = [each.value for each in sequence]
        (line,) = axes.plot(
            looks, values, color=CYCLE[0], linewidth=1.0, marker="o", markersize=2.6
        )
        line.set_gid("estimates")
        bar = axes.vlines([n], [last.ci_low], [last.ci_high], colors=CYCLE[1], linewidth=1.8)
        bar.set_gid("interval")
        axes.set_xscale("log")
        axes.set_xlim(FIRST / 1.1, n * 1.15)
        ticks = [
            base * 10**power
            for power in range(1, 12)
            for base in (1, 2, 5)
            if FIRST <= base * 10**power <= n
        ]
        step = -(-len(ticks) // (10 if wide else 5))
        axes.xaxis.set_major_locator(FixedLocator(ticks[::-step][::-1]))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        plain_axis(axes)
        if name[0] in _SHARES:
            axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:g} %"))
        axes.set_xlabel(words(f"{run.unit}_so_far"))
        axes.set_ylabel(words.term(name[0]))
    return page.figure


def _units(run: Run, term: str | None, cell: str | None) -> tuple[tuple[str, str], _Units]:
    """Read what is estimated: its term and cell, and the values of units in order."""
    terms = [each for each in TERMS[run.experiment] if _has(run, each)]
    chosen = terms[0] if term is None else term
    if chosen not in terms:
        raise InputError(f"term: one of {', '.join(terms)}, not {term!r}")
    cells = _cells(run)
    if not cells:
        raise NothingToDraw(f"{run.folder}: has nobody of whom {chosen} could be drawn")
    which = next(iter(cells)) if cell is None else cell
    if which not in cells:
        raise InputError(f"cell: one of {', '.join(cells)}, not {cell!r}")
    return (chosen, which), _READERS[chosen](run, cells[which])


def _named(run: Run, cell: str) -> str:
    one, _, other = cell.partition(_AMONG)
    return run.words("among", one=one, other=other) if other else cell


def _has(run: Run, term: str) -> bool:
    return term not in ("mean_fan", "mean_points") or (term == "mean_fan") == (
        run.game == "tianjin"
    )


def _cells(run: Run) -> dict[str, list[int]]:
    """Return numbers of cells by their names in the results."""
    if run.experiment == "strategies":
        found: dict[str, list[int]] = {}
        for number, cell in enumerate(run.cells):
            one, _, other = cell.rpartition(" @")[0].partition(" / ")
            found.setdefault(f"{one}{_AMONG}{other}", []).append(number)
        return found
    if run.experiment == "sessions":
        return {cell: [i] for i, cell in enumerate(run.cells) if _AMONG in cell}
    if run.experiment == "stakes":
        return {cell: [i] for i, cell in enumerate(run.cells) if " · " not in cell}
    return {cell: [i] for i, cell in enumerate(run.cells)}


def _by_unit(run: Run, cells: list[int], *values: pl.Expr, unit: str = "hand_id") -> pl.DataFrame:
    """Aggregate rows of cells by unit, in order."""
    frame = run.hands().filter(pl.col("cell").is_in(cells)).group_by(unit).agg(*values)
    return frame.sort(unit).collect()


def _drawn(run: Run, cells: list[int]) -> _Units:
    rows = _by_unit(run, cells, (~pl.col("is_winner").any()).alias("x"))
    return _Units("share", rows["x"].cast(pl.Float64).to_numpy())


def _per_win(column: str) -> Callable[[Run, list[int]], _Units]:
    def read(run: Run, cells: list[int]) -> _Units:
        rows = _by_unit(
            run,
            cells,
            (pl.col(column).cast(pl.Float64) * pl.col("is_winner")).sum().alias("x"),
            pl.col("is_winner").sum().cast(pl.Float64).alias("n"),
        )
        return _Units("ratio", rows["x"].to_numpy(), rows["n"].to_numpy())

    return read


def _mean_of(value: pl.Expr) -> Callable[[Run, list[int]], _Units]:
    def read(run: Run, cells: list[int]) -> _Units:
        return _Units(
            "mean", _by_unit(run, cells, value.cast(pl.Float64).alias("x"))["x"].to_numpy()
        )

    return read


def _ahead(run: Run, cells: list[int]) -> _Units:
    last = pl.col("score").filter(pl.col("seat") == 0).last() > 0
    rows = _by_unit(run, cells, last.alias("x"), unit="block")
    return _Units("share", rows["x"].cast(pl.Float64).to_numpy())


def _edge(run: Run, cells: list[int]) -> _Units:
    flows = pl.sum_horizontal(pl.col(f"flow_{seat}") for seat in range(4))
    return _mean_of(-flows.filter(pl.col("seat") == pl.col("dealer")).sum())(run, cells)


_READERS: Final[dict[str, Any]] = {
    "drawn": _drawn,
    "mean_fan": _per_win("fan"),
    "mean_points": _per_win("points"),
    "mean_win_turn": _per_win("win_turn"),
    "dealer_payoff": _mean_of(pl.col("payoff").filter(pl.col("seat") == pl.col("dealer")).sum()),
    "gain": _mean_of(pl.col("payoff").mean()),
    "ever_ready": _mean_of((pl.col("ready_turn") >= 0).fill_null(False).mean()),
    "ever_able": _mean_of((pl.col("able_turn") >= 0).fill_null(False).mean()),
    "mean_shanten": _mean_of(pl.col("shanten").mean()),
    "edge": _edge,
    "ahead": _ahead,
}
