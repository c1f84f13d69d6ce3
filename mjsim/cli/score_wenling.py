"""``mjsim score`` of 温岭麻将: points, base, fan, 腊子, arrangement."""

from typing import TYPE_CHECKING, Any

from mjsim.cli.arrangement import (
    arrangement_table,
    group_dicts,
    wenling_last,
)
from mjsim.cli.formula import points_formula
from mjsim.cli.games import FACTS
from mjsim.cli.hands import category_dicts, tile_dict
from mjsim.cli.options import Game
from mjsim.cli.situation import Situation, head_rows, situation_dict

if TYPE_CHECKING:
    from mjsim.wenling import Rules, Score

__all__ = ["score"]

_SCRIPT = FACTS[Game.WENLING].script


def score(at: "Situation[Rules]", last: int, how: str, *, as_json: bool) -> None:
    """Score a hand and print what it is worth."""
    from mjsim import wenling
    from mjsim.cli.jsonout import print_json
    from mjsim.tiles import Hand

    hand = at.hand
    result = wenling.score(
        hand, last, at.indicator, how=how, seat=at.seat, shown=at.shown, rules=at.rules
    )
    report = situation_dict(at)
    wild = last in {tile["kind"] for tile in report["wilds"]}
    shanten = wenling.shanten(Hand((*hand.tiles, last), hand.melds), at.indicator)
    found = {
        **report,
        "last": tile_dict(last, _SCRIPT),
        "how": how,
        "shanten": shanten,
        "complete": shanten < 0,
        **_worth(result, last, wild),
    }
    if as_json:
        print_json(found)
    else:
        _show(found, at.rules)


def _worth(result: "Score | None", last: int, wild: bool) -> dict[str, Any]:
    """Return what a score says; every key is there for a hand that wins nothing, too."""
    if result is None:
        return {
            "wins": False,
            "automatic": False,
            "points": None,
            "base": None,
            "fan": None,
            "uncapped": None,
            "formula": None,
            "limit": None,
            "categories": [],
            "groups": [],
        }
    categories = category_dicts(result.categories, Game.WENLING)
    limit = next((row for row in categories if row["id"] == result.limit), None)
    automatic = not result.groups
    zh = None if limit is None else limit["zh"]
    return {
        "wins": True,
        "automatic": automatic,
        "points": result.points,
        "base": result.base,
        "fan": result.fan,
        "uncapped": None if automatic else result.uncapped,
        "formula": None if automatic else points_formula(result.base, result.fan, zh),
        "limit": limit,
        "categories": categories,
        "groups": group_dicts(
            result.groups,
            lambda group: wenling_last(group, last, wild, result.categories),
            _SCRIPT,
        ),
    }


def _show(found: dict[str, Any], rules: "Rules") -> None:
    from mjsim.cli.tables import facts, note, print_all

    complete = "yes" if found["complete"] else f"no, shanten {found['shanten']}"
    rows = [*head_rows(found), ("complete", complete)]
    if not found["wins"]:
        print_all(facts(rows))
        return
    rows += _worth_rows(found)
    remarks = [note(text) for text in _remarks(found, rules)]
    arranged: list[Any] = [] if found["automatic"] else ["", _arrangement(found)]
    print_all(facts(rows), *arranged, *([""] if remarks else []), *remarks)


def _arrangement(found: dict[str, Any]) -> Any:
    return arrangement_table(found, found["last"]["tile"])


def _worth_rows(found: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [("points", str(found["points"]))]
    if not found["automatic"]:
        rows += [
            ("base 胡", str(found["base"])),
            ("fan", str(found["fan"])),
            ("formula", found["formula"]),
        ]
    limit = found["limit"]
    if limit:
        rows.append(("腊子", f"{limit['zh']} {limit['id']}, {limit['en']}: 500 outright"))
    names = "  ".join(f"{row['zh']} {row['id']}" for row in found["categories"])
    return [*rows, ("categories", names or "none")]


def _remarks(found: dict[str, Any], rules: "Rules") -> list[str]:
    """Return what a reader might stumble over."""
    remarks = []
    if found["automatic"]:
        remarks.append("an automatic win: it ends the hand at once, complete or not")
    if any(tile["wild"] for group in found["groups"] for tile in group["tiles"]):
        remarks.append("* 得, written as what it stands for")
    counted = {"first_discard": "discard", "first_draw": "first_draw"}.get(found["how"], "both")
    if counted != "both" and rules.dihu not in (counted, "both"):
        remarks.append(f"these rules have no 地胡 by {found['how']} (dihu {rules.dihu})")
    return remarks
