"""Forest plots: what strategies gain from each other, and what options of the rules change."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from matplotlib.ticker import FuncFormatter

from mjsim.errors import InputError
from mjsim.plots.data import NothingToDraw, Run, read_run
from mjsim.plots.marks import dodge, draw_bands, draw_estimates, plain_axis
from mjsim.plots.page import LINE, Page, handle, note_of, width_of
from mjsim.plots.style import COLORS, INCHES, house_style
from mjsim.plots.words import Lang
from mjsim.store import estimate_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

__all__ = ["RULES_TERMS", "figure_rules", "figure_strategies"]

RULES_TERMS = ("dealer_payoff", "winner_payoff", "mean_fan", "mean_points", "drawn", "sd_payoff")
"""What of ``rules`` can be drawn: its difference from the default."""

_AMONG = " among "
_GAINS = (("gain", "plain", False), ("gain_less_luck", "less_luck", True))
_MOST = 0.3
_SCALED = ("estimate", "std_error", "conf_low", "conf_high")


def figure_strategies(folder: Path | str, lang: Lang = "zh", *, wide: bool = False) -> "Figure":
    """Draw what one strategy gains among three of another, plain and less luck.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``strategies``.
    lang : {"zh", "en"}
    wide : bool

    Returns
    -------
    matplotlib.figure.Figure
        A row for each ordered pair, the numbers with their standard errors beside it; hollow:
        less the luck of draws, where the run has that.

    Raises
    ------
    InputError
        If the folder holds no such results.
    """
    run = read_run(folder, lang, "strategies")
    rows = run.rows("gains", pl.col("family") == "gain")
    pairs = list(dict.fromkeys(rows["cell"].to_list()))
    names = []
    for pair in pairs:
        one, _, other = pair.partition(_AMONG)
        names.append(run.words("among", one=one, other=other))
    groups = [
        (run.words(word), 0, hollow, found)
        for term, word, hollow in _GAINS
        if not (found := rows.filter(pl.col("term") == term)).is_empty()
    ]
    return _forest(run, "gains_title", "points_a_hand", pairs, names, groups, "cell", wide)


def figure_rules(
    folder: Path | str,
    lang: Lang = "zh",
    *,
    wide: bool = False,
    term: str = "dealer_payoff",
) -> "Figure":
    """Draw what options of the rules change, each against the default, on the same walls.

    Parameters
    ----------
    folder : Path or str
        Run folder of ``rules``.
    lang : {"zh", "en"}
    wide : bool
    term : str
        One of `RULES_TERMS`.

    Returns
    -------
    matplotlib.figure.Figure
        A row for each option, strategies side by side. What does not change at all has no
        error, and no interval.

    Raises
    ------
    InputError
        If the folder holds no such results, or the term is another.
    """
    if term not in RULES_TERMS:
        raise InputError(f"term: one of {', '.join(RULES_TERMS)}, not {term!r}")
    run = read_run(folder, lang, "rules")
    rows = run.rows(f"differences of {term}", pl.col("term") == f"{term}_less_default")
    options = list(dict.fromkeys(rows["option"].to_list()))
    cells = list(dict.fromkeys(rows["cell"].to_list()))
    groups = [(cell, i, False, rows.filter(pl.col("cell") == cell)) for i, cell in enumerate(cells)]
    names = [option.replace("=", " = ") for option in options]
    return _forest(run, "rules_title", term, options, names, groups, "option", wide)


def _forest(
    run: Run,
    title: str,
    label: str,
    keys: Sequence[str],
    names: Sequence[str],
    groups: "Sequence[tuple[str, int, bool, pl.DataFrame]]",
    column: str,
    wide: bool,
) -> "Figure":
    """Draw a row for each key, with a mark for each group, and the numbers beside them."""
    n = len(groups)
    estimates = [frame.select("estimate", "std_error") for *_, frame in groups]
    if not any(frame.height for frame in estimates):
        raise NothingToDraw(f"{run.folder}: has no differences to draw")
    scale = 100.0 if label == "drawn" else 1.0  # a difference of shares is in percentage points
    numbers = {
        (name, row[column]): _number(row, scale)
        for name, _, _, frame in groups
        for row in frame.iter_rows(named=True)
    }
    # Names stand above their rows where beside them they would take too much room.
    above = max(map(width_of, names)) > _MOST * INCHES[wide]
    lines = n + above
    with house_style(paper=True):
        handles: list[Line2D] = (
            [handle(i, name, hollow=hollow) for name, i, hollow, _ in groups] if n > 1 else []
        )
        page = Page(
            run.words(title),
            note_of(run, groups[0][3]["conf_level"][0]),
            LINE * (lines * len(keys)) + 0.06 * len(keys) + 0.5,
            wide=wide,
            handles=handles,
        )
        axes = page.figure.subplots()
        draw_bands(axes, len(keys), upright=False)
        axes.axvline(0.0, color=COLORS["quiet"], linewidth=0.7, zorder=1)
        for j, (name, i, hollow, frame) in enumerate(groups):
            places = [keys.index(key) + dodge(j + above, lines, 0.92) for key in frame[column]]
            draw_estimates(axes, places, frame, i, name=name, upright=False, hollow=hollow)
        axes.set_yticks(range(len(keys)), [""] * len(keys) if above else names)
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(keys) - 0.5, -0.5)
        _include_zero(axes)
        room = INCHES[wide] - max(map(width_of, numbers.values()))
        if above:
            _write_names(axes, names, dodge(0, lines, 0.92))
        else:
            room -= max(map(width_of, names))
        plain_axis(axes, upright=False, most=max(2, min(6, int((room - 0.4) / 0.35))))
        if scale != 1.0:
            axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{scale * value:g}"))
        axes.set_xlabel(run.words(label))
        _write_numbers(axes, keys, groups, numbers, above)
    return page.figure


def _number(row: dict[str, Any], scale: float) -> str:
    """Write an estimate; what never differed is 0 without an error."""
    if row["estimate"] == 0.0 and row["std_error"] is None:
        return "0"
    scaled = {name: row[name] and scale * row[name] for name in _SCALED}
    return str(estimate_of({**row, **scaled}))


def _include_zero(axes: "Axes") -> None:
    low, high = axes.get_xlim()
    reach = max(high, 0.0) - min(low, 0.0)
    axes.set_xlim(min(low, -0.04 * reach), max(high, 0.04 * reach))


def _write_names(axes: "Axes", names: Sequence[str], shift: float) -> None:
    """Write names in lines of their own, at the left."""
    behind = {"facecolor": "white", "alpha": 0.8, "linewidth": 0, "pad": 0.4}
    for y, name in enumerate(names):
        axes.text(
            0.01,
            y + shift,
            name,
            transform=axes.get_yaxis_transform(),
            va="center",
            fontsize=7.0,
            bbox=behind,
            zorder=5,
        )


def _write_numbers(
    axes: "Axes",
    keys: Sequence[str],
    groups: "Sequence[tuple[str, int, bool, pl.DataFrame]]",
    numbers: dict[tuple[str, str], str],
    above: bool,
) -> None:
    """Write the numbers at the right of their rows, as labels of a second axis."""
    beside = axes.twinx()
    beside.set_ylim(axes.get_ylim())
    places, texts = [], []
    for j, (name, *_) in enumerate(groups):
        for y, key in enumerate(keys):
            if (name, key) in numbers:
                places.append(y + dodge(j + above, len(groups) + above, 0.92))
                texts.append(numbers[name, key])
    beside.set_yticks(places, texts)
    beside.tick_params(axis="y", length=0)
    for side in beside.spines.values():
        side.set_visible(False)
