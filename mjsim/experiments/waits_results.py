"""From the hands of ``waits`` to its tidy results."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.exact import shanten_distribution
from mjsim.experiments.cells import RESULTS, Cell
from mjsim.experiments.table_counts import CellSheet, SeatValues
from mjsim.experiments.tidy import Sheet
from mjsim.playing.column import WAITS
from mjsim.store import RunReader
from mjsim.tianjin import categories as tianjin
from mjsim.wenling import categories as wenling

__all__ = ["COLUMNS", "results_of"]

COLUMNS = ("dealer", "is_winner", "categories", "n_wilds_dealt", "n_wilds", *WAITS)
"""What is kept of each hand."""

_LABELS = {"tianjin": tianjin.LABELS, "wenling": wenling.LABELS}
_MOMENTS = {"ready": "初聽", "able": "初可胡", "win": "胡前"}
_IS_SO = {"ready": "聽牌", "able": "可胡"}
_WHAT = {"kinds": "種數", "tiles": "活張", "win_tiles": "可胡活張"}
_ROLES = {"": "", "dealer": "莊家 ", "other": "閒家 "}
_MOST_KINDS = 10
_MOST_TURNS = 20
_TILES_DEALT = 13

Bools = NDArray[np.bool_]


def results_of(run: RunReader, cells: Sequence[Cell]) -> pl.DataFrame:
    """Estimate what `mjsim.experiments.waits.run_waits` promises.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`.
    """
    config = run.manifest.config
    sheet = Sheet(config, {"role": ""})
    for number, cell in enumerate(cells):
        rows = SeatValues.of_cell(run, number)
        own = CellSheet(sheet, config.seed, cell=cell.name)
        for moment in _MOMENTS:
            _add_moment(own, rows, moment)
        for moment in ("ready", "able"):
            _add_turns(own, rows, moment, config.game)
            _add_chances(own, rows, moment)
        _add_wins(own, rows, config.game)
        _add_ready(own, rows)
    sheet.judge(run.n_hands_done, cell="")
    return sheet.frame(RESULTS)


def _had(rows: SeatValues, moment: str) -> Bools:
    """Whether the seat had this moment; a hand won as dealt has no wait before its win."""
    found: Bools = rows[f"{moment}_kinds"] >= 0
    return found


def _by_kinds(kinds: NDArray[Any]) -> Iterator[tuple[str, str, Bools]]:
    """Yield numbers of kinds: each as an id and in words, and who has it."""
    for value in range(1, _MOST_KINDS):
        yield str(value), f"{value} 種", kinds == value
    yield f"{_MOST_KINDS}+", f"{_MOST_KINDS} 種以上", kinds >= _MOST_KINDS


def _by_turn(turns: NDArray[Any]) -> Iterator[tuple[str, str, Bools]]:
    """Yield turns as `_by_kinds` does numbers of kinds."""
    yield "0", "起手", turns == 0
    for value in range(1, _MOST_TURNS):
        yield str(value), f"第 {value} 巡", turns == value
    yield f"{_MOST_TURNS}+", f"第 {_MOST_TURNS} 巡起", turns >= _MOST_TURNS


def _add_moment(own: CellSheet, rows: SeatValues, moment: str) -> None:
    had, zh = _had(rows, moment), _MOMENTS[moment]
    for what, name in _WHAT.items():
        column = f"{moment}_{what}"
        own.mean("mean", column, f"{zh} 平均{name}", rows[column] * had, had)
    column = f"{moment}_kinds"
    for value, name, those in _by_kinds(rows[column]):
        own.share(column, f"{column}={value}", f"{zh} {name}", those, had)


def _add_turns(own: CellSheet, rows: SeatValues, moment: str, game: str) -> None:
    """When a seat is ready or able first, and whether it ever is."""
    turns, had, zh = rows[f"{moment}_turn"], _had(rows, moment), _MOMENTS[moment]
    family, is_so = f"{moment}_turn", _IS_SO[moment]
    who = {"": rows.everyone, "dealer": rows.is_dealer, "other": ~rows.is_dealer}
    for role, seats in who.items():
        name, given = _ROLES[role], had & seats
        own.share("ever", f"ever_{moment}", f"{name}曾{is_so}", given, seats, role=role)
        own.mean("mean", family, f"{name}{zh} 平均巡", turns * given, given, role=role)
        for value, turn, those in _by_turn(turns):
            # All 13 tiles are seen before anybody acts.
            known = (game, moment, role, value) == ("tianjin", "ready", "other", "0")
            exact = shanten_distribution("tianjin", _TILES_DEALT)[0] if known else None
            own.share(
                family,
                f"{family}={value}",
                f"{name}{turn}{zh}",
                those & seats,
                seats,
                exact=exact,
                role=role,
            )
        never = f"{family}=never"
        own.share(family, never, f"{name}未{is_so}", ~had & seats, seats, role=role)


def _add_chances(own: CellSheet, rows: SeatValues, moment: str) -> None:
    """Add the chance to win, given the moment, by what is waited for and when."""
    had, won, zh = _had(rows, moment), rows["is_winner"], _MOMENTS[moment]
    own.share("win_given", f"win|{moment}", f"{zh}者之胡率", won & had, had)
    for value, name, those in _by_kinds(rows[f"{moment}_kinds"]):
        term = f"win|{moment}_kinds={value}"
        own.share("win_given", term, f"{zh} {name}者之胡率", won & those, those)
    for value, name, those in _by_turn(rows[f"{moment}_turn"]):
        term = f"win|{moment}_turn={value}"
        own.share("win_given", term, f"{name}{zh}者之胡率", won & those, those)


def _add_wins(own: CellSheet, rows: SeatValues, game: str) -> None:
    """Add what winners waited for, by 番種 and by wilds held at the end."""
    had, masks, wilds = _had(rows, "win"), rows["categories"], rows["n_wilds"]
    for what, zh in _WHAT.items():
        column = f"win_{what}"
        values = rows[column]
        for bit, (name, label) in enumerate(_LABELS[game].items()):
            those = had & ((masks >> bit) & 1 != 0)
            term = f"{column}|{name}"
            own.mean("by_category", term, f"{label.zh} 胡前平均{zh}", values * those, those)
        for held in range(int(wilds.max()) + 1):
            those = had & (wilds == held)
            term = f"{column}|wilds={held}"
            own.mean("by_wilds", term, f"胡時 {held} 混 胡前平均{zh}", values * those, those)


def _add_ready(own: CellSheet, rows: SeatValues) -> None:
    """Add what is waited for at first ready, by wilds dealt and by turn."""
    dealt, turns = rows["n_wilds_dealt"], rows["ready_turn"]
    had = _had(rows, "ready")
    for what, zh in _WHAT.items():
        column = f"ready_{what}"
        values = rows[column]
        for held in range(int(dealt.max()) + 1):
            those = had & (dealt == held)
            term = f"{column}|wilds_dealt={held}"
            own.mean("by_wilds", term, f"起手 {held} 混 初聽平均{zh}", values * those, those)
        for value, name, those in _by_turn(turns):
            term = f"{column}|turn={value}"
            own.mean("by_turn", term, f"{name}初聽 平均{zh}", values * those, those)
