"""Titles of tables, and what their numbers are, by experiment and family."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from mjsim.report.terms_families_dealt import DEALS, OPENINGS, POINTS
from mjsim.report.terms_families_played import (
    CATEGORIES,
    RULES,
    SESSIONS,
    STRATEGIES,
    WAITS,
)
from mjsim.report.terms_families_stakes import STAKES

__all__ = ["FAMILIES", "Family", "family_of"]


class Family(NamedTuple):
    """What a table of a family is called, and what its numbers are.

    Attributes
    ----------
    zh, en : str
        Titles; Chinese is traditional.
    zh_note, en_note : str
        What the numbers are, and their unit.
    """

    zh: str
    en: str
    zh_note: str
    en_note: str


_AGREEMENT: Final = (
    "與精確值核對",
    "Checks against exact values",
    "1 為相符；末欄 p 經 Holm 校正。",
    "1: they agree. The p is corrected by Holm.",
)

FAMILIES: Final[Mapping[str, Mapping[str, Family]]] = {
    experiment: {
        name: Family(*texts) for name, texts in {**families, "agreement": _AGREEMENT}.items()
    }
    for experiment, families in {
        "categories": CATEGORIES,
        "deals": DEALS,
        "openings": OPENINGS,
        "points": POINTS,
        "rules": RULES,
        "sessions": SESSIONS,
        "stakes": STAKES,
        "strategies": STRATEGIES,
        "waits": WAITS,
    }.items()
}
"""By experiment and family; ``worth``, ``wilds`` and ``drawn`` in braces are the game's words."""


def family_of(experiment: str, family: str) -> Family | None:
    """Return what a family is called; None if nobody has named it.

    Examples
    --------
    >>> family_of("categories", "per_win").en
    'Share of wins with each category'
    >>> family_of("categories", "novel") is None
    True
    """
    return FAMILIES.get(experiment, {}).get(family)
