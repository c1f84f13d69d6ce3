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
    PresetOption,
    SeatOption,
    ShownOption,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.table import Table

    from mjsim import tianjin, wenling
    from mjsim.cli.situation import Situation

__all__ = ["waits"]

_WORTH = {Game.TIANJIN: "fan", Game.WENLING: "points"}


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
    seat: SeatOption = None,
    shown: ShownOption = None,
    preset: PresetOption = None,
    changes: Changes = None,
    honors: HonorsOption = None,
    as_json: AsJson = False,
) -> None:
    """List the waits of a hand: live tiles, their worth, and what the next draw is worth."""
    from mjsim.cli.games import only_in
    from mjsim.cli.hands import read_tiles
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.situation import read_situation

    only_in(Game.WENLING, game, {"--seat": seat, "--shown": shown})
    out = read_tiles(seen, "seen", honors, game)
    given = (hand, indicator, preset, changes, honors, seat, shown)
    if game == Game.WENLING:
        from mjsim.wenling import Rules as WenlingRules

        report = _wenling(read_situation(WenlingRules, *given), out)
    else:
        from mjsim.tianjin import Rules

        report = _tianjin(read_situation(Rules, *given), out)
    if as_json:
        print_json(report)
    else:
        _show(report)


def _tianjin(at: "Situation[tianjin.Rules]", seen: list[int]) -> dict[str, Any]:
    from mjsim import tianjin
    from mjsim.tiles import format_tiles

    hand, indicator, rules = at.hand, at.indicator, at.rules
    found = tianjin.waits(hand, indicator, seen=format_tiles(seen), rules=rules)
    report = _report(at, seen, tianjin.shanten(hand, indicator), found)
    return report | {"distance": tianjin.distance(hand, indicator, rules=rules)}


def _wenling(at: "Situation[wenling.Rules]", seen: list[int]) -> dict[str, Any]:
    from mjsim import wenling
    from mjsim.tiles import copies, format_tiles
    from mjsim.wenling.deals import shown_kinds

    hand, indicator, rules = at.hand, at.indicator, at.rules
    found = wenling.waits(
        hand, indicator, seen=format_tiles(seen), seat=at.seat, shown=at.shown, rules=rules
    )
    report = _report(at, seen, wenling.shanten(hand, indicator), found)
    kinds = shown_kinds(indicator, rules.naonao)
    laid = sum(kind in kinds for kind in [*seen, *_kinds(at.shown)])
    return report | {"n_unseen_shown": sum(map(copies, kinds)) - laid}


def _kinds(shown: str) -> list[int]:
    from mjsim.notation import parse_tiles

    return parse_tiles(shown, flowers=True)


def _report(
    at: "Situation[Any]",
    seen: list[int],
    shanten: int,
    found: "Iterable[tianjin.Wait | wenling.Wait]",
) -> dict[str, Any]:
    """Return what is said of the waits of either game."""
    from mjsim.cli.games import FACTS
    from mjsim.cli.hands import category_dicts, tile_dict
    from mjsim.cli.jsonout import with_fraction
    from mjsim.cli.situation import n_unseen, situation_dict
    from mjsim.tiles import format_tiles

    found = list(found)
    worth = _WORTH[at.game]
    unseen = n_unseen(at, seen)
    n_winning = sum(wait.left for wait in found if wait.wins)
    total = sum(wait.left * wait.value for wait in found if wait.wins)
    return {
        **situation_dict(at),
        "seen": format_tiles(seen),
        "shanten": shanten,
        "waits": [
            {
                **tile_dict(wait.kind, FACTS[at.game].script),
                "left": wait.left,
                worth: wait.value,
                "wins": wait.wins,
                "categories": category_dicts(wait.categories, at.game),
            }
            for wait in found
        ],
        "n_kinds": len(found),
        "n_live": sum(wait.left for wait in found),
        "n_live_winning": n_winning,
        "n_unseen": unseen,
        # Nothing left to draw is as good as drawing nothing of use.
        **with_fraction("p_win_next_draw", Fraction(n_winning, unseen or 1)),
        **with_fraction(f"mean_{worth}_next_draw", Fraction(total, unseen or 1)),
    }


def _show(report: dict[str, Any]) -> None:
    from mjsim.cli.situation import head_rows
    from mjsim.cli.tables import facts, print_all

    head = head_rows(report)
    if report["seen"]:
        head.append(("seen", report["seen"]))
    if report["waits"]:
        print_all(facts(head), "", _table(report), "", facts(_summary(report)))
        return
    head.append(("ready", f"no, shanten {report['shanten']}"))
    print_all(facts([*head, *_distance(report)]))


def _distance(report: dict[str, Any]) -> list[tuple[str, str]]:
    if "distance" not in report:
        return []
    return [("distance", f"{report['distance']}, as shanten, to a hand that may win")]


def _table(report: dict[str, Any]) -> "Table":
    from rich.text import Text

    from mjsim.cli.tables import table

    worth = _WORTH[report["game"]]
    judged = ["may win"] * (report["game"] == Game.TIANJIN)  # no win of 温岭 has a minimum
    names = ["wait", "牌", "left", worth, *judged, "categories"]
    shown = table(*names, right=["left", worth])
    for wait in report["waits"]:
        cells = (
            wait["tile"],
            wait["zh"],
            str(wait["left"]),
            str(wait[worth]),
            *["yes" if wait["wins"] else "no"] * len(judged),
            " ".join(row["zh"] for row in wait["categories"]),
        )
        style = "" if wait["left"] and wait["wins"] else "dim"
        shown.add_row(*(Text(cell, style=style) for cell in cells))
    return shown


def _summary(report: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [("waits", f"{report['n_kinds']} kinds, {report['n_live']} live tiles")]
    wins = f"{report['n_live_winning']} live tiles of {report['n_unseen']} unseen"
    rows += [("may win", wins), *_next_draw(report)]
    if not all(wait["wins"] for wait in report["waits"]):
        rows.append(("no", f"the fan is below min_fan {report['rules']['min_fan']}"))
    if report.get("distance", -1) > report["shanten"]:
        rows += _distance(report)
    return rows


def _next_draw(report: dict[str, Any]) -> list[tuple[str, str]]:
    from mjsim.cli.tables import decimal, one_in

    worth = _WORTH[report["game"]]
    chance = Fraction(report["p_win_next_draw_fraction"])
    mean = Fraction(report[f"mean_{worth}_next_draw_fraction"])
    if not chance:
        return []
    nothing = "what may not win counts 0"
    rows = [("next draw", f"wins with {chance} = {decimal(chance, 4)}, 1 in {one_in(chance)}")]
    if report["game"] == Game.WENLING:
        nothing = "what does not win counts 0"
    rows.append(("", f"mean {worth} {mean} = {decimal(mean, 4)}; {nothing}"))
    if n_shown := report.get("n_unseen_shown"):
        rows.append(("", f"{n_shown} of the unseen would be shown and replaced; they count 0"))
    return rows
