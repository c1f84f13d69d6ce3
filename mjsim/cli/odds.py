"""``mjsim odds``: what each discard of a hand comes to, played alone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjsim.cli.odds_others import OTHERS_HANDS, read_others
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
    from mjsim.cli.odds_others import Measured
    from mjsim.engines.progress import Bar
    from mjsim.odds import TooFarError

__all__ = ["odds"]

_DRAWS = 17
_MEGABYTE = 1_000_000


def odds(
    hand: Annotated[
        str | None,
        typer.Argument(
            metavar="HAND",
            help="Concealed tiles, then melds: about to draw or to discard. A ? stands for a "
            "concealed tile that is not known.",
        ),
    ] = None,
    indicator: Annotated[
        str | None,
        typer.Option("--indicator", metavar="TILE", help="The tile turned up; ? if not known."),
    ] = None,
    game: GameOption = Game.TIANJIN,
    draws: Annotated[int, typer.Option("--draws", help="Own draws to come, 1-84.")] = _DRAWS,
    goal: Annotated[
        str,
        typer.Option(
            "--goal", metavar="GOAL", help="win, value (fan or points), or a category: zhuo5, ..."
        ),
    ] = "win",
    depth: Annotated[
        int, typer.Option("--depth", help="Changes that bring the hand no nearer, 0-7.")
    ] = 1,
    seen: Annotated[
        str,
        typer.Option(
            "--seen", metavar="TILES", help="Discards and the others' melds, without the indicator."
        ),
    ] = "",
    others: Annotated[
        str | None,
        typer.Option(
            "--others",
            metavar="CHANCE|STRATEGY",
            help="Chance before each draw that somebody else wins, or one for each draw apart by "
            f"commas, or a strategy to measure it with, in {OTHERS_HANDS:,} hands.",
        ),
    ] = None,
    own_draw: Annotated[
        int | None,
        typer.Option(
            "--own-draw",
            min=1,
            metavar="N",
            help="With --others STRATEGY: the next draw is own draw N of the hand; 1 if left out.",
        ),
    ] = None,
    seat: SeatOption = None,
    shown: ShownOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="Odds of every discard, not of the nearest hands only.")
    ] = False,
    trials: Annotated[
        int, typer.Option("--trials", min=0, help="True walls to try the best discard on.")
    ] = 100_000,
    samples: Annotated[
        int, typer.Option("--samples", min=2, help="With ?: completions drawn if there are many.")
    ] = 200,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Root of all random numbers.")] = 0,
    max_states: Annotated[
        int, typer.Option("--max-states", min=1, help="Most hands to follow.")
    ] = 4_000_000,
    max_memory: Annotated[
        int, typer.Option("--max-memory", min=1, metavar="MB", help="Memory they may take, about.")
    ] = 900,
    true: Annotated[
        bool,
        typer.Option(
            "--true",
            help="Follow the wall that shrinks, for 3 draws or fewer, also where it takes long.",
        ),
    ] = False,
    preset: PresetOption = None,
    changes: Changes = None,
    honors: HonorsOption = None,
    as_json: AsJson = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON schema of --json, and nothing else.")
    ] = False,
) -> None:
    """Tell what each discard of a hand comes to, draw by draw, if it is played alone."""
    from mjsim.cli.games import only_in, rules_class
    from mjsim.cli.rules import chosen_rules

    if schema:
        _print_schema()
        return
    if hand is None or indicator is None:
        raise InputError("odds: a HAND and its --indicator are wanted")
    only_in(Game.WENLING, game, {"--seat": seat, "--shown": shown})
    rules = chosen_rules(rules_class(game), preset, changes)
    chances = read_others(others, own_draw, game, rules, draws, seed)
    asked: dict[str, Any] = {
        "game": str(game),
        "draws": draws,
        "goal": goal,
        "depth": depth,
        "seen": seen,
        "others": chances.chances,
        "rules": rules,
        "seat": str(seat or "E"),
        "shown": shown or "",
        "honors": None if honors is None else str(honors),
        "seed": seed,
        "max_states": max_states,
        "max_bytes": max_memory * _MEGABYTE,
    }
    if "?" in hand or "？" in hand or indicator in ("?", "？"):
        if every:
            raise InputError("--all: with unknown tiles no discard is singled out")
        if true:
            raise InputError("--true: with unknown tiles no discard is singled out")
        _partial(hand, indicator, samples, asked, chances.measured, as_json)
    else:
        _solo(hand, indicator, trials, every, true, asked, chances.measured, as_json)


def _solo(
    hand: str,
    indicator: str,
    trials: int,
    every: bool,
    true: bool,
    asked: dict[str, Any],
    measured: "Measured | None",
    as_json: bool,
) -> None:
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.odds_show import show_odds
    from mjsim.odds import TooFarError, solo

    try:
        with _long("odds", asked["max_states"]) as progress:
            found = solo(
                hand, indicator, trials=trials, all_discards=every, progress=progress, **asked
            )
    except TooFarError as error:
        raise _in_options(error) from error
    if as_json:
        print_json(_with(found.to_dict(true=true or None), measured))
    else:
        show_odds(found, measured, true=true)


def _partial(
    hand: str,
    indicator: str,
    samples: int,
    asked: dict[str, Any],
    measured: "Measured | None",
    as_json: bool,
) -> None:
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.odds_show import show_average
    from mjsim.engines import progress_bar
    from mjsim.odds import TooFarError, partial

    try:
        with progress_bar("odds", samples) as progress:
            found = partial(hand, indicator, samples=samples, progress=progress, **asked)
    except TooFarError as error:
        raise _in_options(error) from error
    if as_json:
        print_json(_with(found.to_dict(), measured))
    else:
        show_average(found, measured)


def _in_options(error: "TooFarError") -> InputError:
    """Name options, not arguments."""
    named = str(error).replace("max_states", "--max-states").replace("max_bytes", "--max-memory")
    return InputError(named)


def _with(report: dict[str, Any], measured: "Measured | None") -> dict[str, Any]:
    return report if measured is None else report | {"others_win": measured.to_dict()}


@contextmanager
def _long(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar once it is clear that it takes long."""
    from mjsim.engines import progress_bar
    from mjsim.odds.kernel import PIECE

    bars: list[Bar] = []
    with ExitStack() as stack:

        def follow(n: int) -> None:
            if not bars:
                if n < PIECE:
                    return
                bars.append(stack.enter_context(progress_bar(label, total)))
            bars[0](n)

        yield follow


def _print_schema() -> None:
    from importlib.resources import files

    typer.echo(files("mjsim.odds").joinpath("schema.json").read_text(encoding="utf-8"), nl=False)
