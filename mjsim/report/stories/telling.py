"""How numbers are set side by side, and what may be claimed of them."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from mjsim.experiments.telling import is_share
from mjsim.plots.words import CATEGORIES
from mjsim.report.run import Row, ToldRun
from mjsim.stats import normal_quantile
from mjsim.stats.shown import shown
from mjsim.store import estimate_of

__all__ = [
    "HIGHER",
    "LATER",
    "MORE",
    "Degree",
    "above",
    "by_cell",
    "category",
    "clauses",
    "drawn_hand",
    "exactly",
    "known",
    "listed",
    "one_in",
    "ordered",
    "parted",
    "percent",
    "points",
    "quoted",
    "side_by_side",
    "topmost",
    "wild",
]

Degree = tuple[str, str, str, str]

HIGHER: Final = ("較高", "Higher", "最高", "Highest")
MORE: Final = ("較多", "More", "最多", "Most")
LATER: Final = ("較晚", "Later", "最晚", "Latest")
"""How what is compared is called: comparative and superlative, in Chinese and in English."""

_MARKS: Final = str.maketrans("「」", "“”")
_SMALL: Final = 0.1  # a share that one in how many stands beside
_WIDE: Final = 5.0  # the most that the ends of an interval of one in how many may be apart


def known(row: Row | None) -> bool:
    """Return whether a row has an interval, so that it may be told."""
    if row is None or row["conf_low"] is None or row["conf_high"] is None:
        return False
    return math.isfinite(row["conf_high"] - row["conf_low"])


def above(row: Row, other: Row) -> bool:
    """Return whether the whole interval of a row lies above that of another."""
    return known(row) and known(other) and row["conf_low"] > other["conf_high"]


def parted(row: Row, other: Row, pairs: int) -> bool:
    """Return whether two rows are apart even if so many pairs were looked at for some that are.

    Their intervals are made wider by Bonferroni's correction for as many, and do not overlap.
    """
    if not (known(row) and known(other)):
        return False
    low, high = sorted((row, other), key=lambda each: float(each["estimate"]))
    level = row["conf_level"]
    wider = normal_quantile(1.0 - (1.0 - level) / pairs) / normal_quantile(level)
    room = (high["estimate"] - high["conf_low"]) + (low["conf_high"] - low["estimate"])
    return bool(high["estimate"] - low["estimate"] > wider * room)


def topmost(rows: Iterable[Row], *, lowest: bool = False) -> Row | None:
    """Return the row whose interval lies above all others, None if there is none.

    Parameters
    ----------
    rows : iterable of Row
        Of a single one there is no topmost.
    lowest : bool, default False
        Below all others instead.
    """
    order = sorted(rows, key=lambda row: float(row["estimate"]), reverse=not lowest)
    clear = all(above(*((other, order[0]) if lowest else (order[0], other))) for other in order[1:])
    return order[0] if len(order) > 1 and clear else None


def percent(row: Row) -> str:
    """Return a share in percent with its interval, whatever its term is called."""
    texts = shown(estimate_of(row), share=True)
    if texts.value.startswith(("≤", "≥")) or not texts.interval:
        return texts.value
    # A normal interval or a sequence of a small share may reach below 0.
    return f"{texts.value} {texts.interval}".replace("-", "−")


def points(run: ToldRun, row: Row) -> str:
    """Return a difference of shares in percentage points, with sign and interval."""
    return run.say(
        "{number} 個百分點", "{number} percentage points", number=run.signed(row, factor=100.0)
    )


def exactly(run: ToldRun, row: Row) -> str:
    """Return the exact value of a row; a small share with one in how many beside it."""
    if not is_share(row):
        return run.texts(row).exact
    chance = float(row["exact"])
    text = f"{shown(estimate_of(row), share=True).exact} %"
    if 0.0 < chance < _SMALL:
        text += run.say("（{n} 次一遇）", " (1 in {n})", n=_times(1.0 / chance))
    return text


def _times(times: float) -> str:
    """Return one in how many, to four digits.

    Examples
    --------
    >>> _times(2785.03), _times(10.823), _times(123456.7)
    ('2,785', '10.82', '123,500')
    """
    places = 3 - math.floor(math.log10(times))
    return f"{round(times, places):,.{max(0, places)}f}"


def one_in(row: Row) -> str | None:
    """Return one in how many a share is, with its interval, as ``735 [697, 775]``.

    Two digits of the error are kept, as everywhere; where it has more before the point, the
    others are zeros. None where the interval says little: it reaches 0, or from one number to
    five times as many.
    """
    share, low, high = row["estimate"], row["conf_low"], row["conf_high"]
    if not (known(row) and 0.0 < low <= share <= high <= _WIDE * low and row["std_error"]):
        return None
    places = 1 - math.floor(math.log10(row["std_error"] / share**2))
    texts = (f"{round(1 / p, places):,.{max(0, places)}f}" for p in (share, high, low))
    return "{} [{}, {}]".format(*texts)


def listed(run: ToldRun, items: Sequence[str]) -> str:
    """Join items as a sentence has them.

    Parameters
    ----------
    run : ToldRun
    items : sequence of str
        One or more.
    """
    if run.lang == "zh":
        return "、".join(items)
    return " and ".join([*([", ".join(items[:-1])] if items[:-1] else []), items[-1]])


def category(run: ToldRun, row: Row, name: str) -> str:
    """Name a 番種: its Chinese label, and in English its English name beside it.

    Parameters
    ----------
    run : ToldRun
    row : Row
        Whose label begins with that of the 番種.
    name : str
        Its id.
    """
    label = row["label"].split()[0].removesuffix("（可作）")
    return label if run.lang == "zh" else f"{label} ({CATEGORIES[run.game].get(name, name)})"


def wild(run: ToldRun) -> str:
    """Name a wild as the game does."""
    return run.say("得" if run.game == "wenling" else "混", "wild")


def drawn_hand(run: ToldRun) -> str:
    """Name a hand that nobody wins as the game does."""
    return run.say("黃牌" if run.game == "wenling" else "流局", "drawn hand")


def quoted(run: ToldRun, text: str) -> str:
    """Return a text with the quotation marks that its script has."""
    return text.translate(_MARKS) if run.game == "wenling" else text


def by_cell(
    run: ToldRun, term: str, *, role: str | None = None, family: str | None = None
) -> dict[str, Row]:
    """Return the rows of a term that have an interval, by cell, in the order of the cells."""
    rows = {cell: run.row(term, cell=cell, role=role, family=family) for cell in run.cells}
    return {cell: row for cell, row in rows.items() if row is not None and known(row)}


def clauses(run: ToldRun, cells: Mapping[str, str]) -> str:
    """Join what is said of each cell: ``with speed …; with value …``."""
    return run.say("；", "; ").join(
        run.say("{cell}：{text}", "with {cell} {text}", cell=_named(run, cell), text=text)
        for cell, text in cells.items()
    )


def side_by_side(run: ToldRun, rows: Mapping[str, Row], tell: Callable[[Row], str]) -> str:
    """Set the numbers of cells side by side: ``14 % with speed, 23 % with value``."""
    return run.say("，", ", ").join(
        run.say(
            "{cell} 為 {number}", "{number} with {cell}", cell=_named(run, cell), number=tell(row)
        )
        for cell, row in rows.items()
    )


def _named(run: ToldRun, cell: str) -> str:
    one, among, other = cell.partition(" among ")
    if not among:
        return cell
    return run.say(
        "一家 {one} 對三家 {other}", "one {one} among three {other}", one=one, other=other
    )


def ordered(run: ToldRun, rows: Mapping[str, Row], degree: Degree) -> str:
    """Say which cell comes first, or that this is undecided; nothing of a single cell.

    Parameters
    ----------
    run : ToldRun
    rows : mapping of str to Row
        By cell.
    degree : tuple of str
        `HIGHER` and the like.

    Returns
    -------
    str
        A sentence, with the blank before it that English needs.
    """
    if len(rows) < 2:
        return ""
    top = topmost(rows.values())
    if top is None:
        return run.say(
            "區間相交，孰{more}未能斷定。"
            if len(rows) == 2
            else "各區間未能分開，孰{more}未能斷定。",
            " The intervals overlap: the order is undecided.",
            more=degree[0].removeprefix("較"),
        )
    cell = next(cell for cell, row in rows.items() if row is top)
    zh, en = (degree[0], degree[1]) if len(rows) == 2 else (degree[2], degree[3])
    return run.say(
        "{cell} {zh}，區間不相交。",
        " {en} with {cell}: the intervals do not overlap.",
        cell=_named(run, cell),
        zh=zh,
        en=en,
    )
