"""``mjsim exact``: distributions that are counted, not sampled."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjsim.cli.games import FACTS
from mjsim.cli.options import (
    AsJson,
    Changes,
    Game,
    HonorsOption,
    IndicatorOption,
    Preset,
    PresetOption,
)
from mjsim.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table

    from mjsim.wenling.deals import Naonao

__all__ = ["ExactGame", "What", "exact"]


class What(StrEnum):
    """What is counted."""

    SHANTEN = "shanten"
    FAN = "fan"
    CATEGORIES = "categories"


class ExactGame(StrEnum):
    """Games, and 136 tiles without wilds."""

    TIANJIN = "tianjin"
    WENLING = "wenling"
    NONE = "none"


_DEAL = 14


def exact(
    what: Annotated[
        What,
        typer.Argument(
            metavar="WHAT",
            help="shanten of random tiles; tianjin: fan or categories of the dealer's 14 as 天胡.",
        ),
    ],
    game: Annotated[
        ExactGame, typer.Option("--game", help="The game, or 136 tiles without wilds.")
    ] = ExactGame.TIANJIN,
    tiles: Annotated[
        int | None,
        typer.Option(
            "--tiles",
            help="How many tiles; for shanten 13, 14, 16 or 17; the dealer's if left out.",
        ),
    ] = None,
    indicator: IndicatorOption = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Shanten as other tools count: at most four of a kind."),
    ] = False,
    preset: PresetOption = None,
    changes: Changes = None,
    honors: HonorsOption = None,
    as_json: AsJson = False,
) -> None:
    """Count all deals: the exact probability of every outcome."""
    from mjsim.cli.hands import read_tile, tile_dict
    from mjsim.cli.jsonout import print_json

    played = None if game == ExactGame.NONE else Game(game)
    n_tiles = (FACTS[played].n_deal if played else _DEAL) if tiles is None else tiles
    shown = None
    if indicator is not None:
        shown = read_tile(indicator, "indicator", honors, played or Game.TIANJIN)
    report: dict[str, Any] = {
        "what": what,
        "game": played,
        "n_tiles": n_tiles,
        "indicator": None if shown is None else tile_dict(shown, _script(played)),
        "method": "exact",
    }
    if what == What.SHANTEN:
        report |= _shanten(played, n_tiles, shown, strict, preset, changes)
    else:
        if played != Game.TIANJIN:
            raise InputError(f"exact {what}: for --game tianjin, not {game}")
        if n_tiles != _DEAL or strict:
            raise InputError("exact: --tiles and --strict are for shanten")
        report |= _deal(what, played, shown, preset, changes)
    if as_json:
        print_json(report)
    else:
        _show(report)


def _script(game: Game | None) -> str:
    return FACTS[game or Game.TIANJIN].script


def _shanten(
    game: Game | None,
    n_tiles: int,
    indicator: int | None,
    strict: bool,
    preset: Preset | None,
    changes: Sequence[str] | None,
) -> dict[str, Any]:
    from mjsim.cli.jsonout import with_fraction
    from mjsim.exact import shanten_distribution

    naonao = _naonao(game, preset, changes)
    found = shanten_distribution(game, n_tiles, indicator, strict=strict, naonao=naonao)
    mean = sum((value * chance for value, chance in found.items()), Fraction(0))
    names = {-1: ("complete", "和"), 0: ("ready", "聽" if _script(game) == "hant" else "听")}
    return {
        "strict": strict,
        **({"naonao": naonao} if naonao else {}),
        "outcomes": _rows(found, names),
        **with_fraction("mean", mean),
    }


def _naonao(
    game: Game | None, preset: Preset | None, changes: Sequence[str] | None
) -> "Naonao | None":
    """Return the one option that changes shanten, if the game has it; refuse all others."""
    from mjsim.cli.rules import only_options, read_rules, read_wenling_rules

    if game == Game.WENLING:
        rules = read_wenling_rules(preset, changes)
        only_options(rules, ["naonao"], "exact shanten")
        return rules.naonao
    if changes or read_rules(preset) != read_rules():
        raise InputError("exact shanten: no option of the rules changes it")
    return None


def _deal(
    what: What,
    game: Game,
    indicator: int | None,
    preset: Preset | None,
    changes: Sequence[str] | None,
) -> dict[str, Any]:
    from mjsim import exact as counted
    from mjsim.cli.jsonout import with_fraction
    from mjsim.cli.rules import preset_name, read_rules
    from mjsim.tianjin import LABELS

    rules = read_rules(preset, changes)
    fans = counted.deal_fan_distribution(game, indicator, rules)
    complete = 1 - fans[0]
    found: Mapping[Any, Fraction]
    names: dict[Any, tuple[str, str]]
    if what == What.FAN:
        found, names = fans, {0: ("not complete", "未和")}
        mean = sum((fan * chance for fan, chance in fans.items()), Fraction(0)) / complete
        means = with_fraction("mean_of_complete", mean)
    else:
        found = counted.deal_category_distribution(game, indicator, rules)
        names = {name: (label.en, label.zh) for name, label in LABELS.items()}
        means = {}
    rows = _rows(found, names)
    for row in rows:
        share = Fraction(row["probability_fraction"]) / complete
        row |= with_fraction("of_complete", share if row["outcome"] != 0 else Fraction(0))
    return {
        "preset": preset_name(type(rules), preset),
        "changes": list(changes or ()),
        "rules": rules.to_dict(),
        **with_fraction("p_complete", complete),
        "outcomes": rows,
        **means,
    }


def _rows(
    found: Mapping[Any, Fraction], names: Mapping[Any, tuple[str, str]]
) -> list[dict[str, Any]]:
    from mjsim.cli.jsonout import with_fraction

    return [
        {
            "outcome": outcome,
            "en": names.get(outcome, ("", ""))[0],
            "zh": names.get(outcome, ("", ""))[1],
            **with_fraction("probability", chance),
            "one_in": float(1 / chance) if chance else None,
        }
        for outcome, chance in found.items()
    ]


def _show(report: dict[str, Any]) -> None:
    from mjsim.cli.tables import decimal, facts, fits, note, print_all, table

    shown: list[Any] = [_table(report, fractions=True)]
    if not fits(shown[0]):
        fractions = table(report["what"], "exactly", right=_NUMBERS)
        for row in report["outcomes"]:
            fractions.add_row(str(row["outcome"]), row["probability_fraction"])
        shown = [_table(report, fractions=False), "", fractions]
    below = []
    for name, key in (("mean shanten", "mean"), ("mean fan of complete", "mean_of_complete")):
        if key in report:
            below += [(name, decimal(report[key])), ("", report[f"{key}_fraction"])]
    means = [facts(below)] if below else []
    print_all(note(_title(report)), "", *shown, "", *means, note(_REMARK))


_NUMBERS = ("shanten", "fan", "1 in", "of complete")


def _table(report: dict[str, Any], *, fractions: bool) -> "Table":
    """Return the table of outcomes, with the exact fractions or without."""
    from mjsim.cli.tables import decimal, one_in, table

    shared = report["what"] != What.SHANTEN
    names = [report["what"], "", " ", "probability", "1 in"]
    names += ["of complete"] * shared + ["exactly"] * fractions
    shown = table(*names, right=_NUMBERS, fold=[" "])
    for row in report["outcomes"]:
        chance = Fraction(row["probability_fraction"])
        cells = [str(row["outcome"]), row["zh"], row["en"], decimal(chance), one_in(chance)]
        if shared:
            cells.append(decimal(row["of_complete"], 4) if row["of_complete"] else "")
        if fractions:
            cells.append(row["probability_fraction"])
        shown.add_row(*cells)
    return shown


_REMARK = "exact: every deal is counted, none is sampled, so there is no error"


def _title(report: dict[str, Any]) -> str:
    """Return what is counted, in words."""
    where = _where(report)
    if report["what"] == What.SHANTEN:
        kind = "shanten, at most four of a kind," if report["strict"] else "shanten"
        naonao = f", naonao={report['naonao']}" if "naonao" in report else ""
        return f"{kind} of {report['n_tiles']} random tiles, {where}{naonao}"
    rules = ", ".join([f"{report['preset']} rules", *report["changes"]])
    return f"{report['what']} of the dealer's first 14 tiles as 天胡, {where}, {rules}"


def _where(report: dict[str, Any]) -> str:
    game, indicator = report["game"], report["indicator"]
    if game is None:
        return "out of 136, no wilds"
    name = FACTS[game].zh
    if game == Game.WENLING:
        name += " after replacement"
    if indicator is None:
        return f"{name}, averaged over the indicator"
    return f"{name}, indicator {indicator['tile']} {indicator['zh']}"
