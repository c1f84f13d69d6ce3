"""Labels in a table, without what its title, its note or another column says."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mjsim.report.run import Row, ToldRun
from mjsim.report.terms import label_of, role_name
from mjsim.report.terms_numbers import in_points

__all__ = ["first_column", "short_labels"]

_ASSOCIATION: Final = r"（相關）| \(association\)"
_OUTCOME: Final = "胡牌率|平均得失|win rate|gain a hand"
_STAKELESS: Final = r"（他人不坐不拉）"
_CUTS: Final[dict[str, dict[str, str]]] = {
    "openings": {
        r"(win|payoff)_by_\w+": rf"(: | )?({_OUTCOME})({_ASSOCIATION})$",
        r"slope|slope_other": rf"({_ASSOCIATION})$",
    },
    "points": {"de|shown": rf"({_ASSOCIATION})$"},
    "rules": {
        "difference": "之差（重[算打]）$|, less the default's$",
        "changed": "（重[算打]）$",
    },
    "stakes": {
        "edge": "^[莊下對上]家(?=[坐拉]莊)|保本所需優勢|^edge needed for | to break even",
        "choice": rf"{_STAKELESS}|: change of gain \(no other stake\)$",
        "choice_sd": rf"{_STAKELESS}|: change of the standard deviation \(no other stake\)$",
        "choice_loses": rf"{_STAKELESS}|: change of the chance to lose a hand \(no other stake\)$",
    },
}
"""What is cut off, by experiment and family: titles of the families say it."""

_FIRST: Final = {
    r"per_(win|hand)=\w+|possible(_per_win)?=\w+|category=\w+|automatic=\w+": ("番種", "category"),
    r"fan=\d+": ("番數", "fan"),
    r"(\w+_)?points=[\d-]+": ("分數", "points"),
    r"winner=\w+": ("誰", "who"),
    r"\w+_turn=(\d+\+?|never)": ("巡", "turn"),
    r"\w+_kinds=\d+\+?": ("種數", "kinds"),
}
_QUANTITY: Final = ("項目", "quantity")


def short_labels(told: ToldRun, rows: Sequence[Row], *, roles: bool) -> list[str]:
    """Name the rows of a table: briefly if that still tells them apart, or else in full.

    Parameters
    ----------
    told : ToldRun
    rows : sequence of Row
        Of one family.
    roles : bool
        Whether roles have a column of their own.

    Returns
    -------
    list of str
        A name for each row.
    """
    full = [label_of(told, row) for row in rows]
    short = [_cut(told, row, label, roles=roles) for row, label in zip(rows, full, strict=True)]
    points = [in_points(row) for row in rows]
    if not all(points):
        unit = told.say("（百分點）", " (percentage points)")
        short = [label + unit * each for label, each in zip(short, points, strict=True)]
    apart = len({*_beside(rows, short)}) == len({*_beside(rows, full)})
    return short if apart and all(short) else full


def first_column(told: ToldRun, rows: Sequence[Row]) -> str:
    """Return the header of the labels' column: what they all are, if it is one thing."""
    for pattern, said in _FIRST.items():
        if all(re.fullmatch(pattern, row["term"]) for row in rows):
            return told.say(*said)
    return told.say(*_QUANTITY)


def _cut(told: ToldRun, row: Row, label: str, *, roles: bool) -> str:
    for family, pattern in _CUTS.get(row["experiment"], {}).items():
        if re.fullmatch(family, row["family"]):
            label = re.sub(pattern, "", label)
    role = role_name(told, row["role"]) if roles else ""
    if role and told.lang == "zh":  # English leaves roles to their column
        label = label.removeprefix(f"{role} ")
    return label


def _beside(rows: Sequence[Row], labels: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """Yield each label with what tells rows apart beside it."""
    columns = ("cell", "role", "variant", "option", "how", "mode", "indicator")
    for row, label in zip(rows, labels, strict=True):
        yield (*(row.get(name) for name in columns), label)
