"""``mjsim score`` of 天津麻將: fan, categories, arrangement."""

from typing import TYPE_CHECKING, Any

from mjsim.cli.arrangement import arrangement_table, group_dicts, tianjin_last
from mjsim.cli.formula import fan_formula
from mjsim.cli.hands import category_dicts, tile_dict
from mjsim.cli.situation import Situation, head_rows, situation_dict

if TYPE_CHECKING:
    from mjsim.tianjin import Rules, Score

__all__ = ["score"]

_ANY_LAST = ("deal", "first")


def score(
    at: "Situation[Rules]", last: int, how: str, *, tian_ting: bool, kongs: int, as_json: bool
) -> None:
    """Score a hand and print what it is worth."""
    from mjsim import tianjin
    from mjsim.cli.jsonout import print_json
    from mjsim.tiles import Hand

    hand, rules = at.hand, at.rules
    result = tianjin.score(
        hand, last, at.indicator, how=how, tian_ting=tian_ting, rules=rules, kongs=kongs
    )
    report = situation_dict(at)
    wild = last in {tile["kind"] for tile in report["wilds"]}
    found = {
        **report,
        "last": tile_dict(last),
        "how": how,
        "tian_ting": tian_ting,
        "kongs": kongs,
        "shanten": tianjin.shanten(Hand((*hand.tiles, last), hand.melds), at.indicator),
        **_worth(result, last, wild, how, kongs, rules),
    }
    if as_json:
        print_json(found)
    else:
        _show(found, rules)


def _worth(
    result: "Score | None", last: int, wild: bool, how: str, kongs: int, rules: "Rules"
) -> dict[str, Any]:
    """Return what a score says; every key is there for an incomplete hand, too."""
    if result is None:
        return {
            "complete": False,
            "fan": None,
            "wins": False,
            "why_not": "not complete",
            "categories": [],
            "formula": None,
            "kong_points": None,
            "groups": [],
        }
    categories = result.categories
    any_last = how == "deal" or (how == "first" and rules.dihu)
    return {
        "complete": True,
        "fan": result.fan,
        "wins": result.wins,
        "why_not": None if result.wins else _why_not(result.fan, rules),
        "categories": category_dicts(categories),
        "formula": fan_formula(categories, rules, kongs=kongs),
        "kong_points": result.kong_points,
        "groups": group_dicts(
            result.groups, lambda group: tianjin_last(group, last, wild, categories, any_last)
        ),
    }


def _why_not(fan: int, rules: "Rules") -> str:
    why = f"{fan} fan is below min_fan {rules.min_fan}"
    if rules.min_fan_exempt:
        why += f", and it has none of {', '.join(sorted(rules.min_fan_exempt))} (min_fan_exempt)"
    return why


def _show(found: dict[str, Any], rules: "Rules") -> None:
    from mjsim.cli.tables import facts, note, print_all

    complete = "yes" if found["complete"] else f"no, shanten {found['shanten']}"
    rows = [*head_rows(found), ("complete", complete)]
    if not found["complete"]:
        print_all(facts(rows))
        return
    rows += [
        ("fan", str(found["fan"])),
        ("may win", "yes" if found["wins"] else f"no: {found['why_not']}"),
        ("categories", "  ".join(f"{row['zh']} {row['id']}" for row in found["categories"])),
        ("formula", found["formula"]),
        ("kong points", str(found["kong_points"])),
    ]
    # At the deal it need not be the one named.
    drawn = "a wild" if found["how"] in _ANY_LAST else found["last"]["tile"]
    remarks = [note(text) for text in _remarks(found, rules)]
    print_all(facts(rows), "", arrangement_table(found, drawn), "", *remarks)


def _remarks(found: dict[str, Any], rules: "Rules") -> list[str]:
    """Return what a reader might stumble over."""
    remarks = []
    tiles = [tile for group in found["groups"] for tile in group["tiles"]]
    if any(tile["wild"] for tile in tiles):
        remarks.append("* a wild, written as what it stands for")
    if not any(tile["last"] for tile in tiles):
        remarks.append("any of the tiles may be taken as the last")
    if found["how"] == "first" and not rules.dihu:
        remarks.append("these rules have no 地胡 (dihu): scored as an ordinary draw")
    if found["tian_ting"] and not rules.tian_ting:
        remarks.append("these rules have no 天聽 (tian_ting): scored without it")
    if found["kongs"] > 1 and (found["how"] != "kong" or not rules.gangkai_stack):
        remarks.append("--kongs counts with --how kong and the option gangkai_stack only")
    return remarks
