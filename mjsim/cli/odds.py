"""``mjsim odds``: what each discard of a hand comes to, played alone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

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
    import numpy as np
    from numpy.typing import NDArray

    from mjsim.engines.progress import Bar
    from mjsim.odds import OthersWin
    from mjsim.options import GameRules

__all__ = ["odds"]

_DRAWS = 17
_OTHERS_HANDS = 10_000


class _Others(NamedTuple):
    """Chances that somebody else wins, and how they were measured, if they were."""

    chances: "float | list[float] | NDArray[np.float64] | None"
    measured: "OthersWin | None" = None


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
            f"commas, or a strategy to measure it with, in {_OTHERS_HANDS:,} hands.",
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
    chances = _read_others(others, game, rules, draws, seed)
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
    }
    if "?" in hand or "？" in hand or indicator in ("?", "？"):
        if every:
            raise InputError("--all: with unknown tiles no discard is singled out")
        _partial(hand, indicator, samples, asked, chances.measured, as_json)
    else:
        _solo(hand, indicator, trials, every, asked, chances.measured, as_json)


def _solo(
    hand: str,
    indicator: str,
    trials: int,
    every: bool,
    asked: dict[str, Any],
    measured: "OthersWin | None",
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
        raise InputError(str(error).replace("max_states", "--max-states")) from error
    if as_json:
        print_json(_with(found.to_dict(), measured))
    else:
        show_odds(found, measured)


def _partial(
    hand: str,
    indicator: str,
    samples: int,
    asked: dict[str, Any],
    measured: "OthersWin | None",
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
        raise InputError(str(error).replace("max_states", "--max-states")) from error
    if as_json:
        print_json(_with(found.to_dict(), measured))
    else:
        show_average(found, measured)


def _with(report: dict[str, Any], measured: "OthersWin | None") -> dict[str, Any]:
    return report if measured is None else report | {"others_win": measured.to_dict()}


def _read_others(
    text: str | None, game: Game, rules: "GameRules", draws: int, seed: int
) -> _Others:
    """Read chances, or measure them with a strategy.

    The draws to come are taken for the last of a hand: own draw 17 is the last, or as many as are
    asked for.
    """
    if text is None:
        return _Others(None)
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        pass
    else:
        return _Others(numbers[0] if len(numbers) == 1 else numbers)
    from mjsim.engines import progress_bar
    from mjsim.inputs import whole
    from mjsim.odds import others_win
    from mjsim.odds.settings import MOST_DRAWS
    from mjsim.strategies import read_strategy

    whole("draws", draws, 1, MOST_DRAWS)
    try:
        strategy = read_strategy(text, str(game))
    except InputError as error:
        message = str(error).removeprefix("strategy: ")
        raise InputError(f"--others: a chance, or a strategy: {message}") from error
    last = max(draws, _DRAWS)
    with progress_bar("others", _OTHERS_HANDS) as advance:
        found = others_win(
            str(game),
            strategy,
            _OTHERS_HANDS,
            seed=seed,
            rules=rules,
            draws=last,
            progress=lambda block: advance(block.n_hands),
        )
    return _Others(found.chances[last - draws :], found)


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
