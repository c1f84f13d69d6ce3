"""``mjsim score``: what a complete hand is worth, and how."""

from enum import StrEnum
from typing import Annotated

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

__all__ = ["How", "score"]


class How(StrEnum):
    """How the last tile came, in one game or the other."""

    DRAW = "draw"
    KONG = "kong"
    DEAL = "deal"
    FIRST = "first"
    DISCARD = "discard"
    REPLACEMENT = "replacement"
    ROBBED = "robbed"
    FIRST_DISCARD = "first_discard"
    FIRST_DRAW = "first_draw"


_HOW = (
    "How the last tile came. tianjin: draw, kong, deal (天胡) or first (地胡); wenling: draw, "
    "discard, replacement, robbed, deal, first_discard or first_draw."
)


def score(
    hand: Annotated[
        str, typer.Argument(metavar="HAND", help="Concealed tiles before the last, then melds.")
    ],
    last: Annotated[str, typer.Argument(metavar="LAST", help="The tile drawn or won on.")],
    indicator: Annotated[str, typer.Argument(metavar="INDICATOR", help="The tile turned up.")],
    game: GameOption = Game.TIANJIN,
    how: Annotated[How, typer.Option("--how", metavar="HOW", help=_HOW)] = How.DRAW,
    tian_ting: Annotated[
        bool, typer.Option("--tian-ting", help="tianjin: 天聽 was declared.")
    ] = False,
    kongs: Annotated[
        int | None,
        typer.Option("--kongs", min=1, help="tianjin: kongs in a row before the last tile; 1."),
    ] = None,
    seat: SeatOption = None,
    shown: ShownOption = None,
    preset: PresetOption = None,
    changes: Changes = None,
    honors: HonorsOption = None,
    as_json: AsJson = False,
) -> None:
    """Score a hand: its worth, categories, and the arrangement that they come from."""
    from mjsim.cli.games import only_in
    from mjsim.cli.hands import read_tile
    from mjsim.cli.situation import read_situation

    only_in(Game.TIANJIN, game, {"--tian-ting": tian_ting, "--kongs": kongs})
    only_in(Game.WENLING, game, {"--seat": seat, "--shown": shown})
    given = (hand, indicator, preset, changes, honors, seat, shown)
    tile = read_tile(last, "last", honors, game)
    if game == Game.WENLING:
        from mjsim.cli import score_wenling
        from mjsim.wenling import Rules as WenlingRules

        table = read_situation(WenlingRules, *given)
        score_wenling.score(table, tile, how.value, as_json=as_json)
        return
    from mjsim.cli import score_tianjin
    from mjsim.tianjin import Rules

    at = read_situation(Rules, *given)
    score_tianjin.score(at, tile, how.value, tian_ting=tian_ting, kongs=kongs or 1, as_json=as_json)
