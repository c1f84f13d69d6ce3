"""``mjsim loser``: the points of a hand that did not win."""

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
from mjsim.errors import InputError

if TYPE_CHECKING:
    from mjsim.cli.situation import Situation
    from mjsim.wenling import Rules

__all__ = ["loser"]

_REMARK = "base × 2^fan, without the 20 of a win; rounded up to ten, 500 at most"


def loser(
    hand: Annotated[
        str,
        typer.Argument(metavar="HAND", help="16 tiles, the dealer's may be 17; then melds."),
    ],
    indicator: Annotated[str, typer.Argument(metavar="INDICATOR", help="The tile turned up.")],
    game: GameOption = Game.WENLING,
    seat: SeatOption = None,
    shown: ShownOption = None,
    preset: PresetOption = None,
    changes: Changes = None,
    honors: HonorsOption = None,
    as_json: AsJson = False,
) -> None:
    """Count the points of a hand that did not win (wenling: losers settle by them)."""
    from mjsim.cli.situation import read_situation

    if game != Game.WENLING:
        raise InputError(f"loser: for --game wenling, not {game}, where only the winner is paid")
    from mjsim.wenling import Rules

    at = read_situation(Rules, hand, indicator, preset, changes, honors, seat, shown)
    _print(at, as_json)


def _print(at: "Situation[Rules]", as_json: bool) -> None:
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.situation import head_rows, situation_dict
    from mjsim.cli.tables import facts, note, print_all
    from mjsim.wenling import loser_points

    points = loser_points(at.hand, at.indicator, seat=at.seat, shown=at.shown, rules=at.rules)
    report: dict[str, Any] = {**situation_dict(at), "points": points}
    if as_json:
        print_json(report)
    else:
        print_all(facts([*head_rows(report), ("points", str(points))]), "", note(_REMARK))
