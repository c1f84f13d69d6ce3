"""``mjsim waits``: what completes a hand, how many are live, what each is worth."""

from fractions import Fraction
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
    from rich.table import Table

__all__ = ["waits"]

_TILES = 136


def waits(
    hand: Annotated[
        str, typer.Argument(metavar="HAND", help="Concealed tiles before the draw, then melds.")
    ],
    indicator: Annotated[str, typer.Argument(metavar="INDICATOR", help="The tile turned up.")],
    game: GameOption = Game.TIANJIN,
    seen: Annotated[
        str,
        typer.Option(
            "--seen", metavar="TILES", help="Discards and the others' melds, without the indicator."
        ),
    ] = "",
    preset: PresetOption = Preset.PLATFORM,
    changes: Changes = None,
    honors: HonorsOption = None,
    as_json: AsJson = False,
) -> None:
    """List the waits of a hand: live tiles, fan, and what the next draw is worth."""
    from mjsim import tianjin
    from mjsim.cli.hands import (
        category_dicts,
        hand_dict,
        read_hand,
        read_tile,
        read_tiles,
        tile_dict,
        tile_dicts,
    )
    from mjsim.cli.jsonout import print_json, with_fraction
    from mjsim.cli.rules import read_rules
    from mjsim.tianjin.wilds import wild_kinds
    from mjsim.tiles import format_tiles

    rules = read_rules(preset, changes)
    tiles = read_hand(hand, honors)
    shown = read_tile(indicator, "indicator", honors)
    out = read_tiles(seen, "seen", honors)
    found = tianjin.waits(tiles, shown, seen=format_tiles(out), rules=rules)
    held = len(tiles.tiles) + sum(len(meld.kinds) for meld in tiles.melds)
    unseen = _TILES - held - 1 - len(out)
    winning = [wait for wait in found if wait.wins]
    n_winning = sum(wait.left for wait in winning)
    total = sum(wait.left * wait.value for wait in winning)
    report = {
        "game": game,
        "preset": preset,
        "rules": rules.to_dict(),
        "hand": hand_dict(tiles),
        "indicator": tile_dict(shown),
        "wilds": tile_dicts(wild_kinds(shown)),
        "seen": format_tiles(out),
        "shanten": tianjin.shanten(tiles, shown),
        "distance": tianjin.distance(tiles, shown, rules=rules),
        "waits": [
            {
                **tile_dict(wait.kind),
                "left": wait.left,
                "fan": wait.value,
                "wins": wait.wins,
                "categories": category_dicts(wait.categories),
            }
            for wait in found
        ],
        "n_kinds": len(found),
        "n_live": sum(wait.left for wait in found),
        "n_live_winning": n_winning,
        "n_unseen": unseen,
        # Nothing left to draw is as good as drawing nothing of use.
        **with_fraction("p_win_next_draw", Fraction(n_winning, unseen or 1)),
        **with_fraction("mean_fan_next_draw", Fraction(total, unseen or 1)),
    }
    if as_json:
        print_json(report)
    else:
        _show(report)


def _show(report: dict[str, Any]) -> None:
    from mjsim.cli.hands import tiles_text
    from mjsim.cli.tables import facts, print_all

    head = [
        ("hand", report["hand"]["notation"]),
        ("", report["hand"]["zh"]),
        ("indicator", tiles_text([report["indicator"]])),
        ("wild 混", tiles_text(report["wilds"])),
    ]
    if report["seen"]:
        head.append(("seen", report["seen"]))
    if report["waits"]:
        print_all(facts(head), "", _table(report), "", facts(_summary(report)))
    else:
        print_all(facts([*head, ("ready", f"no, shanten {report['shanten']}"), _distance(report)]))


def _distance(report: dict[str, Any]) -> tuple[str, str]:
    return "distance", f"{report['distance']}, as shanten, to a hand that may win"


def _table(report: dict[str, Any]) -> "Table":
    from rich.text import Text

    from mjsim.cli.tables import table

    shown = table("wait", "牌", "left", "fan", "may win", "categories", right=["left", "fan"])
    for wait in report["waits"]:
        cells = (
            wait["tile"],
            wait["zh"],
            str(wait["left"]),
            str(wait["fan"]),
            "yes" if wait["wins"] else "no",
            " ".join(row["zh"] for row in wait["categories"]),
        )
        style = "" if wait["left"] and wait["wins"] else "dim"
        shown.add_row(*(Text(cell, style=style) for cell in cells))
    return shown


def _summary(report: dict[str, Any]) -> list[tuple[str, str]]:
    from mjsim.cli.tables import decimal, one_in

    chance = Fraction(report["p_win_next_draw_fraction"])
    mean = Fraction(report["mean_fan_next_draw_fraction"])
    rows = [
        ("waits", f"{report['n_kinds']} kinds, {report['n_live']} live tiles"),
        ("may win", f"{report['n_live_winning']} live tiles of {report['n_unseen']} unseen"),
    ]
    if chance:
        rows += [
            ("next draw", f"wins with {chance} = {decimal(chance, 4)}, 1 in {one_in(chance)}"),
            ("", f"mean fan {mean} = {decimal(mean, 4)}; what may not win counts 0"),
        ]
    if not all(wait["wins"] for wait in report["waits"]):
        rows.append(("no", f"the fan is below min_fan {report['rules']['min_fan']}"))
    if report["distance"] > report["shanten"]:
        rows.append(_distance(report))
    return rows
