"""``mjsim score``: what a complete hand is worth, and how."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjsim.cli.options import (
    AsJson,
    Changes,
    Game,
    GameOption,
    HonorsOption,
    Preset,
    PresetOption,
)

if TYPE_CHECKING:
    from mjsim.tianjin import Rules, Score

__all__ = ["How", "score"]


class How(StrEnum):
    """How the last tile came."""

    DRAW = "draw"
    KONG = "kong"
    DEAL = "deal"
    FIRST = "first"


def score(
    hand: Annotated[
        str, typer.Argument(metavar="HAND", help="Concealed tiles before the last, then melds.")
    ],
    last: Annotated[str, typer.Argument(metavar="LAST", help="The tile drawn.")],
    indicator: Annotated[str, typer.Argument(metavar="INDICATOR", help="The tile turned up.")],
    game: GameOption = Game.TIANJIN,
    how: Annotated[
        How,
        typer.Option(
            "--how", help="How the last tile came: a draw, a kong's replacement, 天胡, 地胡."
        ),
    ] = How.DRAW,
    tian_ting: Annotated[bool, typer.Option("--tian-ting", help="天聽 was declared.")] = False,
    kongs: Annotated[
        int, typer.Option("--kongs", min=1, help="Kongs in a row before the last tile.")
    ] = 1,
    preset: PresetOption = Preset.PLATFORM,
    changes: Changes = None,
    honors: HonorsOption = None,
    as_json: AsJson = False,
) -> None:
    """Score a hand: fan, categories, and the arrangement that they come from."""
    from mjsim import tianjin
    from mjsim.cli.hands import hand_dict, read_hand, read_tile, tile_dict, tile_dicts
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.rules import read_rules
    from mjsim.tianjin.wilds import wild_kinds
    from mjsim.tiles import Hand

    rules = read_rules(preset, changes)
    tiles = read_hand(hand, honors)
    tile = read_tile(last, "last", honors)
    shown = read_tile(indicator, "indicator", honors)
    result = tianjin.score(
        tiles, tile, shown, how=how, tian_ting=tian_ting, rules=rules, kongs=kongs
    )
    found = {
        "game": game,
        "preset": preset,
        "rules": rules.to_dict(),
        "hand": hand_dict(tiles),
        "last": tile_dict(tile),
        "indicator": tile_dict(shown),
        "wilds": tile_dicts(wild_kinds(shown)),
        "how": how,
        "tian_ting": tian_ting,
        "kongs": kongs,
        "shanten": tianjin.shanten(Hand((*tiles.tiles, tile), tiles.melds), shown),
        **_worth(result, tile, tile in wild_kinds(shown), how, kongs, rules),
    }
    if as_json:
        print_json(found)
    else:
        _show(found, rules)


def _worth(
    result: "Score | None", last: int, wild: bool, how: How, kongs: int, rules: "Rules"
) -> dict[str, Any]:
    """Return what a score says; every key is there for an incomplete hand, too."""
    from mjsim.cli.arrangement import group_zh, places
    from mjsim.cli.formula import fan_formula
    from mjsim.cli.hands import category_dicts, tile_dict

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
    any_last = how == How.DEAL or (how == How.FIRST and rules.dihu)
    return {
        "complete": True,
        "fan": result.fan,
        "wins": result.wins,
        "why_not": None if result.wins else _why_not(result.fan, rules),
        "categories": category_dicts(result.categories),
        "formula": fan_formula(result.categories, rules, kongs=kongs),
        "kong_points": result.kong_points,
        "groups": [
            {
                "type": group.type,
                "zh": group_zh(group),
                "tiles": [
                    {**tile_dict(place.kind), "wild": place.wild, "last": place.last}
                    for place in places(group, last, wild, result.categories, any_last)
                ],
            }
            for group in result.groups
        ],
    }


def _why_not(fan: int, rules: "Rules") -> str:
    why = f"{fan} fan is below min_fan {rules.min_fan}"
    if rules.min_fan_exempt:
        why += f", and it has none of {', '.join(sorted(rules.min_fan_exempt))} (min_fan_exempt)"
    return why


def _show(found: dict[str, Any], rules: "Rules") -> None:
    from mjsim.cli.hands import tiles_text
    from mjsim.cli.tables import facts, note, print_all

    hand, last = found["hand"], found["last"]
    rows = [
        ("hand", f"{hand['notation']} + {last['tile']}"),
        ("", f"{hand['zh']} + {last['zh']}"),
        ("indicator", tiles_text([found["indicator"]])),
        ("wild 混", tiles_text(found["wilds"])),
        ("complete", "yes" if found["complete"] else f"no, shanten {found['shanten']}"),
    ]
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
    remarks = [note(text) for text in _remarks(found, rules)]
    print_all(facts(rows), "", _groups(found), "", *remarks)


def _groups(found: dict[str, Any]) -> Any:
    """Return the table of groups."""
    from rich.text import Text

    from mjsim.cli.tables import table

    shown = table("group", "", "tiles", "牌", "last")
    for group in found["groups"]:
        cells = {name: Text() for name in ("tile", "zh")}
        for tile in group["tiles"]:
            style = "bold reverse" if tile["last"] else "yellow" if tile["wild"] else ""
            for name, cell in cells.items():
                cell.append(" " if cell else "")
                cell.append(tile[name] + "*" * tile["wild"], style)
        last = [tile for tile in group["tiles"] if tile["last"]]
        shown.add_row(group["type"], group["zh"], *cells.values(), _last(last, found))
    return shown


def _last(places: list[dict[str, Any]], found: dict[str, Any]) -> str:
    """Return the last tile as it stands in a group, or nothing where it does not."""
    from mjsim.cli.hands import tiles_text

    if not places:
        return ""
    text = tiles_text(places).replace("  ", " ")
    if not places[0]["wild"] or places[0]["kind"] == found["last"]["kind"]:
        return text
    # At the deal it need not be the one named.
    drawn = "a wild" if found["how"] in (How.DEAL, How.FIRST) else found["last"]["tile"]
    return f"{drawn} as {text}"


def _remarks(found: dict[str, Any], rules: "Rules") -> list[str]:
    """Return what a reader might stumble over."""
    remarks = []
    tiles = [tile for group in found["groups"] for tile in group["tiles"]]
    if any(tile["wild"] for tile in tiles):
        remarks.append("* a wild, written as what it stands for")
    if not any(tile["last"] for tile in tiles):
        remarks.append("any of the tiles may be taken as the last")
    if found["how"] == How.FIRST and not rules.dihu:
        remarks.append("these rules have no 地胡 (dihu): scored as an ordinary draw")
    if found["tian_ting"] and not rules.tian_ting:
        remarks.append("these rules have no 天聽 (tian_ting): scored without it")
    if found["kongs"] > 1 and (found["how"] != How.KONG or not rules.gangkai_stack):
        remarks.append("--kongs counts with --how kong and the option gangkai_stack only")
    return remarks
