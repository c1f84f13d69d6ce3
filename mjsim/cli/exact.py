"""``mjsim exact``: distributions that are counted, not sampled."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjsim.cli.options import (
    AsJson,
    Changes,
    HonorsOption,
    IndicatorOption,
    Preset,
    PresetOption,
)
from mjsim.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["ExactGame", "What", "exact"]


class What(StrEnum):
    """What is counted."""

    SHANTEN = "shanten"
    FAN = "fan"
    CATEGORIES = "categories"


class ExactGame(StrEnum):
    """Games, and 136 tiles without wilds."""

    TIANJIN = "tianjin"
    NONE = "none"


_DEAL = 14


def exact(
    what: Annotated[
        What,
        typer.Argument(
            metavar="WHAT",
            help="shanten of random tiles; fan or categories of the dealer's 14 tiles as 天胡.",
        ),
    ],
    game: Annotated[
        ExactGame, typer.Option("--game", help="The game, or 136 tiles without wilds.")
    ] = ExactGame.TIANJIN,
    tiles: Annotated[
        int, typer.Option("--tiles", help="How many tiles; for shanten 13, 14, 16 or 17.")
    ] = _DEAL,
    indicator: IndicatorOption = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Shanten as other tools count: at most four of a kind."),
    ] = False,
    preset: PresetOption = Preset.PLATFORM,
    changes: Changes = None,
    honors: HonorsOption = None,
    as_json: AsJson = False,
) -> None:
    """Count all deals: the exact probability of every outcome."""
    from mjsim.cli.hands import read_tile, tile_dict
    from mjsim.cli.jsonout import print_json

    shown = None if indicator is None else read_tile(indicator, "indicator", honors)
    report: dict[str, Any] = {
        "what": what,
        "game": None if game == ExactGame.NONE else game,
        "n_tiles": tiles,
        "indicator": None if shown is None else tile_dict(shown),
        "method": "exact",
    }
    if what == What.SHANTEN:
        if preset != Preset.PLATFORM or changes:
            raise InputError("exact: no option of the rules changes shanten")
        report |= _shanten(report["game"], tiles, shown, strict)
    else:
        if game == ExactGame.NONE:
            raise InputError(f"game: {what} are those of a game")
        if tiles != _DEAL or strict:
            raise InputError("exact: --tiles and --strict are for shanten")
        report |= _deal(what, game, shown, preset, changes)
    if as_json:
        print_json(report)
    else:
        _show(report)


def _shanten(game: str | None, n_tiles: int, indicator: int | None, strict: bool) -> dict[str, Any]:
    from mjsim.cli.jsonout import with_fraction
    from mjsim.exact import shanten_distribution

    found = shanten_distribution(game, n_tiles, indicator, strict=strict)
    mean = sum((value * chance for value, chance in found.items()), Fraction(0))
    names = {-1: ("complete", "和"), 0: ("ready", "聽")}
    return {
        "strict": strict,
        "outcomes": _rows(found, names),
        **with_fraction("mean", mean),
    }


def _deal(
    what: What, game: str, indicator: int | None, preset: Preset, changes: Sequence[str] | None
) -> dict[str, Any]:
    from mjsim import exact as counted
    from mjsim.cli.jsonout import with_fraction
    from mjsim.cli.rules import read_rules
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
        "preset": preset,
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
    indicator = report["indicator"]
    if report["game"] is None:
        where = "out of 136, no wilds"
    elif indicator is None:
        where = "天津麻將, averaged over the indicator"
    else:
        where = f"天津麻將, indicator {indicator['tile']} {indicator['zh']}"
    if report["what"] == What.SHANTEN:
        kind = "shanten, at most four of a kind," if report["strict"] else "shanten"
        return f"{kind} of {report['n_tiles']} random tiles, {where}"
    rules = ", ".join([f"{report['preset']} rules", *report["changes"]])
    return f"{report['what']} of the dealer's first 14 tiles as 天胡, {where}, {rules}"
