"""Labels of the terms of ``stakes``, some of which only the Chinese label tells in full."""

import re
from collections.abc import Mapping
from typing import Final

from mjsim.report.run import Row

__all__ = ["STAKES", "replied_to", "stakes_parts"]

_SETTING: Final = r"sit(?P<sat>[01]):pulls(?P<pulls>[\d,]+)"
_CHOICE: Final = r"(?P<choice>sit|place[123] pull[12])\|others:(?P<others>\w+)"

STAKES: Final = (
    ("settled", "hands played again that pay as settled"),
    ("replayed", "hands played alike under every stake"),
    ("flow", "gain that {stake} multiplies"),
    ("edge", "edge needed for {stake} to break even"),
    ("edge_less_luck", "edge needed for {stake} to break even, less luck"),
    ("edge_luck_reduction", "{stake}: variance of the edge over that less luck"),
    (_CHOICE, "{choice}: change of gain ({others})"),
    ("sd " + _CHOICE, "{choice}: change of the standard deviation ({others})"),
    ("loses " + _CHOICE, "{choice}: change of the chance to lose a hand ({others})"),
    (
        r"ruin\((?P<n>[^)]+)\)\|plan=(?P<plan>\w+)",
        "loses {n} points within {within} hands: {plan}",
    ),
    (rf"(mean|sd|loses) {_SETTING}", "dealer {sat}, {pulls}"),
    (
        r"pure equilibria\|sit(?P<sat>[01])",
        "pure equilibria once the dealer {sat} ({pure}): number",
    ),
    ("value", "{chosen}: gain a hand"),
    ("advantage", "{chosen}: ahead of the next best"),
    ("p", "{chosen}: corrected p"),
    ("regret", "{chosen}: most that another choice gains"),
    ("choice", "{chosen}"),
    (r"(?P<p>p )?best reply of \w+\|.+", "{reply}"),
)
"""Terms and what they are called; parts in braces that no term holds are `stakes_parts`."""

_WITHIN: Final = re.compile(r"(\d+) 盤內")
_CHOSEN: Final = re.compile(r"(?:坐|拉)(\d)")
_PULLS: Final = re.compile(r"拉([\d,]+)")
_REPLY: Final = re.compile(r"(p )?best reply of \w+\|(.+)")
_UNDECIDED: Final = "未定"
_TO: Final = {
    "always": ("不論他家如何", "whatever the others choose"),
    "replies": ("他家應之", "the others replying"),
}


def stakes_parts(row: Row) -> Mapping[str, str]:
    """Return parts of English labels that role and Chinese label tell.

    Parameters
    ----------
    row : Row
        Of ``stakes``.

    Returns
    -------
    mapping of str to str

    Examples
    --------
    >>> row = {"term": "value", "role": "place1", "label": "均衡 下家拉2（未定）：得分"}
    >>> parts = stakes_parts(row)
    >>> parts["chosen"], parts["stake"]
    ('pulls 2, undecided', 'pulling 拉莊')
    """
    label, dealer = row["label"], row["role"] == "dealer"
    parts = {"stake": "sitting 坐莊" if dealer else "pulling 拉莊"}
    within, reply = _WITHIN.search(label), _REPLY.fullmatch(row["term"])
    parts["within"] = within[1] if within else "?"
    chosen = _CHOSEN.search(label)
    taken = _taken(chosen[1], dealer) if chosen else ""
    undecided = _UNDECIDED in label
    parts["chosen"] = f"{taken}, undecided" if undecided else taken
    pure = [pulls.replace(",", " ") for pulls in _PULLS.findall(label)]
    parts["pure"] = "; ".join(f"pulls {pulls}" for pulls in pure) or "none"
    if reply:
        what = "corrected p" if reply[1] else "ahead of the next best"
        best = f"{taken}, undecided" if undecided else taken
        parts["reply"] = f"against {_told(reply[2])[1]}: {best}; {what}"
    return parts


def replied_to(term: str) -> tuple[str, str] | None:
    """Return what a best reply is to, in both languages; None if the term is no best reply.

    Parameters
    ----------
    term : str

    Examples
    --------
    >>> replied_to("p best reply of dealer|pulls0,1,2")
    ('他家拉0,1,2', 'pulls 0 1 2')
    >>> replied_to("best reply of place2|sit1:pulls0,-,2")[1]
    'sit, pulls 0 – 2'
    """
    found = _REPLY.fullmatch(term)
    return None if found is None else _told(found[2])


def _told(others: str) -> tuple[str, str]:
    if others in _TO:
        return _TO[others]
    sit, _, pulls = others.rpartition(":")
    pulls = pulls.removeprefix("pulls")
    zh, en = f"他家拉{pulls}", f"pulls {pulls.replace(',', ' ').replace('-', '–')}"
    if sit:
        sat = sit == "sit1"
        return f"莊家{'坐' if sat else '不坐'}、{zh}", f"{'sit' if sat else 'no sit'}, {en}"
    return zh, en


def _taken(choice: str, dealer: bool) -> str:
    if dealer:
        return "sits" if choice == "1" else "does not sit"
    return f"pulls {choice}" if choice != "0" else "does not pull"
