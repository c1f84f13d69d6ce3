"""A hand at the table: what ``score``, ``waits`` and ``loser`` are told, and say again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from mjsim.cli.games import FACTS, WINDS_ZH, wilds_of
from mjsim.cli.hands import (
    hand_dict,
    read_hand,
    read_tile,
    read_tiles,
    set_dict,
    tile_dict,
    tile_dicts,
    tiles_text,
)
from mjsim.cli.options import Game, Preset, SeatName
from mjsim.cli.rules import chosen_rules, preset_name

if TYPE_CHECKING:
    from mjsim.options import GameRules
    from mjsim.tiles import Hand
    from mjsim.wenling import Rules as WenlingRules

__all__ = ["Situation", "head_rows", "n_unseen", "read_situation", "situation_dict"]

_R = TypeVar("_R", bound="GameRules")


class Situation(NamedTuple, Generic[_R]):
    """A hand, and what lies on the table; seat and shown tiles are those of 温岭麻将."""

    game: Game
    preset: str
    rules: _R
    hand: "Hand"
    indicator: int
    seat: SeatName
    shown: str


def read_situation(
    kind: type[_R],
    hand: str,
    indicator: str,
    preset: Preset | None = None,
    changes: Sequence[str] | None = None,
    honors: str | None = None,
    seat: SeatName | None = None,
    shown: str | None = None,
) -> Situation[_R]:
    """Read a situation under rules of this class.

    Examples
    --------
    >>> from mjsim.wenling import Rules
    >>> read_situation(Rules, "123m55m", "5p", shown="白春").shown
    'P1g'
    """
    from mjsim.tiles import format_tiles

    game = Game(kind.GAME)
    return Situation(
        game,
        preset_name(kind, preset),
        chosen_rules(kind, preset, changes),
        read_hand(hand, honors, game),
        read_tile(indicator, "indicator", honors, game),
        seat or SeatName.EAST,
        format_tiles(read_tiles(shown or "", "shown", honors, game)),
    )


def situation_dict(at: Situation[Any]) -> dict[str, Any]:
    """Return a situation in words."""
    script = FACTS[at.game].script
    report = {
        "game": at.game,
        "preset": at.preset,
        "rules": at.rules.to_dict(),
        "hand": hand_dict(at.hand, script),
        "indicator": tile_dict(at.indicator, script),
        "wilds": tile_dicts(wilds_of(at.game, at.indicator), script),
    }
    if at.game == Game.WENLING:
        from mjsim.wenling.deals import is_naonao

        rules = cast("WenlingRules", at.rules)
        report |= {
            "naonao": is_naonao(at.indicator, rules.naonao),
            "seat": at.seat,
            "shown": set_dict(read_tiles(at.shown, "shown", None, at.game), script),
        }
    return report


def head_rows(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what a table says first: the hand and what lies on the table."""
    hand, last = report["hand"], report.get("last")
    rows = [
        ("hand", hand["notation"] + (f" + {last['tile']}" if last else "")),
        ("", hand["zh"] + (f" + {last['zh']}" if last else "")),
        ("indicator", tiles_text([report["indicator"]])),
        (f"wild {FACTS[report['game']].wild}", tiles_text(report["wilds"])),
    ]
    if "naonao" in report:
        seat, shown = report["seat"], report["shown"]
        rows += [
            ("闹闹", "yes" if report["naonao"] else "no"),
            ("seat", f"{seat}  {WINDS_ZH[seat]}"),
            ("shown", f"{shown['notation']}  {shown['zh']}" if shown["zh"] else "none"),
        ]
    return rows


def n_unseen(at: Situation[Any], seen: Sequence[int]) -> int:
    """Return the number of tiles that lie neither here nor among those seen."""
    held = len(at.hand.tiles) + sum(len(meld.kinds) for meld in at.hand.melds)
    shown = len(read_tiles(at.shown, "shown", None, at.game))
    return FACTS[at.game].n_tiles - 1 - held - shown - len(seen)
