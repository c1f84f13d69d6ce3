"""Names of what results hold, in the language of a report."""

import re
from typing import Final

from mjsim.experiments.sessions_results import AMONG
from mjsim.experiments.stakes_results import BETWEEN
from mjsim.report.run import Row, ToldRun
from mjsim.report.terms_families import family_of
from mjsim.report.terms_labels import english_label
from mjsim.report.terms_options import option_said
from mjsim.report.terms_stakes import replied_to
from mjsim.report.terms_words import ROLES, WORTH
from mjsim.script import simplified

__all__ = [
    "cell_name",
    "family_note",
    "family_title",
    "label_of",
    "mode_name",
    "role_name",
    "variant_name",
]

_EVERY_SEAT: Final = ("sessions", "waits")
"""Experiments in which no role stands for all four seats."""

_WILDS: Final = ("wilds", "by_wilds")
_AS_ELSEWHERE: Final = (
    (r"^和牌時 (\d+) 混$", r"胡牌時 \1 混"),
    (r"^(\d+) 混之均值$", r"胡牌時 \1 混：平均{worth}"),
    (r"^莊之", ""),
    (r"^流局$", "{drawn}"),
)
"""Labels of results that sentences, figures and titles put otherwise."""
_MODES: Final = {
    "all": ("不論鬧鬧與否", "闹闹 or not"),
    "naonao": ("鬧鬧", "闹闹"),
    "normal": ("非鬧鬧", "not 闹闹"),
}


def label_of(run: ToldRun, row: Row) -> str:
    """Name a row of results.

    Parameters
    ----------
    run : ToldRun
        Whose language and script it is in.
    row : Row
        Of the run's results.

    Returns
    -------
    str
        The Chinese label in the script of the game, with what else tells a row from the others
        of its family; or English by the row's term, which leaves roles, cells and options to
        columns of their own. A term that nobody has named: its id and the Chinese label.

    Examples
    --------
    >>> from mjsim.plots.data import Run
    >>> from mjsim.plots.words import Words
    >>> import polars as pl
    >>> told = [
    ...     ToldRun(Run(None, pl.DataFrame(), "categories", "tianjin", (), 1, "1",
    ...                 Words("tianjin", lang)), lang, {}, {})
    ...     for lang in ("zh", "en")
    ... ]
    >>> row = {"experiment": "categories", "game": "tianjin", "family": "per_win", "role": "",
    ...        "term": "per_win=zhuo5", "label": "捉5"}
    >>> [label_of(run, row) for run in told]
    ['捉5', '捉5 catching the five']
    >>> label_of(told[1], row | {"term": "novel=1", "label": "新"})
    'novel=1 新'
    """
    if run.lang == "en":
        return english_label(row) or f"{row['term']} {row['label']}"
    label = _said(run, str(row["label"]))
    reply = replied_to(row["term"])
    if reply is not None:
        label = f"{reply[0]}：{label}"
    if run.game != "wenling":
        return label
    if row["family"] in _WILDS:  # wild tiles are 得 there
        label = label.replace("混", "得")
    return simplified(label)


def _said(run: ToldRun, label: str) -> str:
    """Say a Chinese label as it is said elsewhere in a report."""
    for pattern, words in _AS_ELSEWHERE:
        label = re.sub(pattern, words.format(**_parts(run)), label)
    return label


def role_name(run: ToldRun, role: str) -> str:
    """Name whose a number is; of an unknown role its id.

    Parameters
    ----------
    run : ToldRun
    role : str
        As in the column: ``dealer``, ``place1``, ``seat0`` …; empty where a number is the
        hand's, in ``sessions`` and ``waits`` all seats'.
    """
    if not role and run.run.experiment in _EVERY_SEAT:
        return run.say(*ROLES["all"])
    if role == "all" and run.run.experiment == "deals":
        return run.say("任一家", "any seat")
    if role in ROLES:
        return run.say(*ROLES[role])
    seat = role.removeprefix("seat")
    if seat != role and seat.isdecimal():
        return run.say("座{seat}", "seat {seat}", seat=seat)
    return role


def cell_name(run: ToldRun, cell: str) -> str:
    """Name what was played.

    Parameters
    ----------
    run : ToldRun
    cell : str
        As in the column, or as the manifest lists it: a strategy on all seats, ``value``; one
        among three of another, ``value among speed``; that with its seat, ``value / speed @0``;
        a strategy under an option or stakes, ``speed · bao=false``; ``dealt``: nobody played.
    """
    if cell == "dealt":
        return run.say("起手", "as dealt")
    if AMONG in cell:
        one, _, other = cell.partition(AMONG)
        return run.run.words("among", one=one, other=other)
    one, slash, rest = cell.partition(" / ")
    other, at, seat = rest.rpartition(" @")
    if slash and at:
        among = run.run.words("among", one=one, other=other)
        return run.say("{among}，坐座{seat}", "{among}, at seat {seat}", among=among, seat=seat)
    strategy, between, setting = cell.rpartition(BETWEEN)
    if not between:
        return cell
    return f"{strategy}{BETWEEN}{_staked(run, setting) or variant_name(run, setting)}"


def _staked(run: ToldRun, setting: str) -> str | None:
    """Name 坐莊 and 拉莊 by seat."""
    sit, _, seats = setting.partition(":seats")
    if not seats:
        return None
    sits = sit == "sit1"
    pulls = seats.replace(",", " ")
    return run.say(
        "{sit}，各座拉 {pulls}",
        "{sat}, pulls by seat {pulls}",
        sit="坐莊" if sits else "不坐莊",
        sat="dealers sit" if sits else "dealers do not sit",
        pulls=pulls,
    )


def variant_name(run: ToldRun, variant: str) -> str:
    """Name an option of the rules and its value, id in brackets; what is no option by itself.

    Parameters
    ----------
    run : ToldRun
    variant : str
        As in the column ``option`` or ``variant``: ``min_fan=3``; ``default``: the rules that
        options are compared with.
    """
    if variant == "default":
        return run.say("原規則", "default")
    said = option_said(run.game, variant)
    if said is None:
        return variant
    return run.say("{said}（{id}）", "{told} ({id})", said=said[0], told=said[1], id=variant)


def mode_name(run: ToldRun, mode: str) -> str:
    """Name whether hands are 闹闹: the column ``mode`` of ``deals`` in 温岭麻将."""
    return run.say(*_MODES[mode]) if mode in _MODES else mode


def family_title(run: ToldRun, family: str) -> str:
    """Return the title of a table of a family; the id of one that nobody has named."""
    found = family_of(run.run.experiment, family)
    return family if found is None else run.say(found.zh, found.en, **_parts(run))


def family_note(run: ToldRun, family: str) -> str:
    """Return what the numbers of a family are and in which unit; may be empty."""
    found = family_of(run.run.experiment, family)
    return "" if found is None else run.say(found.zh_note, found.en_note, **_parts(run))


def _parts(run: ToldRun) -> dict[str, str]:
    """Return what titles and notes of both games have in braces."""
    wenling, english = run.game == "wenling", run.lang == "en"
    return {
        "worth": WORTH[run.game][english],
        "wilds": "得" if wenling else "混",
        "drawn": "黃牌" if wenling else "流局",
    }
