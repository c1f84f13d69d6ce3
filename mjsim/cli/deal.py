"""``mjsim deal``: openings to read, to pipe on, or into Parquet."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from mjsim.cli.games import FACTS, only_in
from mjsim.cli.openings import show_opening
from mjsim.cli.options import (
    AsJson,
    Changes,
    EngineName,
    EngineOption,
    Game,
    GameOption,
    HonorsOption,
    IndicatorOption,
    Preset,
    PresetOption,
    WorkersOption,
)

if TYPE_CHECKING:
    from mjsim.experiments.result import Result
    from mjsim.options import GameRules
    from mjsim.wenling import Rules as WenlingRules

__all__ = ["ScriptName", "deal", "write_openings"]

_SEED_BITS = 32


class ScriptName(StrEnum):
    """Chinese characters."""

    HANT = "hant"
    HANS = "hans"


def deal(
    game: GameOption = Game.TIANJIN,
    hands: Annotated[int, typer.Option("--hands", min=1, help="How many.")] = 1,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Random if left out; always printed.")
    ] = None,
    indicator: IndicatorOption = None,
    script: Annotated[
        ScriptName | None,
        typer.Option("--script", help="Traditional or simplified characters; the game's."),
    ] = None,
    preset: PresetOption = None,
    changes: Changes = None,
    honors: HonorsOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="tianjin: write Parquet into this folder instead."
        ),
    ] = None,
    workers: WorkersOption = 1,
    engine: EngineOption = EngineName.AUTO,
    as_json: AsJson = False,
) -> None:
    """Deal openings: the indicator and each seat's tiles."""
    import secrets

    from mjsim.cli.hands import read_tile
    from mjsim.cli.jsonout import print_json

    turned = None if indicator is None else read_tile(indicator, "indicator", honors, game)
    rules = _rules(game, preset, changes)
    if seed is None:
        seed = secrets.randbits(_SEED_BITS)
    if out is not None:
        only_in(Game.TIANJIN, game, {"--out": out})
        result = write_openings(
            out, hands, seed=seed, indicator=turned, workers=workers, engine=engine
        )
        _say_where(result, hands, seed, as_json)
        return
    characters = script.value if script else FACTS[game].script
    for opening in _openings(game, hands, seed, turned, rules, characters):
        if as_json:
            print_json(opening)
        else:
            show_opening(opening)


def _rules(game: Game, preset: Preset | None, changes: Sequence[str] | None) -> "GameRules":
    """Read rules, and refuse those that change no opening."""
    from mjsim.cli.games import rules_class
    from mjsim.cli.rules import chosen_rules, only_options

    rules = chosen_rules(rules_class(game), preset, changes)
    only_options(rules, ["naonao", "multi_auto"] * (game == Game.WENLING), "deal")
    return rules


def _openings(
    game: Game, n: int, seed: int, indicator: int | None, rules: "GameRules", script: str
) -> Iterator[dict[str, Any]]:
    """Deal block by block, so that a long run begins to print at once, and yield words."""
    from mjsim.blocks import blocks_of
    from mjsim.cli import openings
    from mjsim.streams import BLOCK_SIZE, Stream

    first = 0
    for block in blocks_of(n, BLOCK_SIZE[Stream.WALLS]):
        if game == Game.WENLING:
            wenling_rules = cast("WenlingRules", rules)
            found = openings.wenling_openings(seed, block, indicator, wenling_rules, script)
        else:
            found = openings.tianjin_openings(seed, block, indicator, script)
        for i, opening in enumerate(found, start=first):
            yield {"game": game, "seed": seed, "hand_id": i, **opening}
        first += block.n_hands


def write_openings(
    out: Path, n: int, *, seed: int, indicator: int | None, workers: int, engine: str
) -> "Result":
    """Write openings into a run folder, block by block; resumes and extends what is there."""
    from mjsim.cli.folders import finished_blocks_stay
    from mjsim.engines import progress_bar
    from mjsim.experiments.openings_dealt import deal_openings

    with progress_bar("openings", n) as progress, finished_blocks_stay(out):
        return deal_openings(
            out,
            n,
            seed=seed,
            indicator=indicator,
            workers=workers,
            engine=engine,
            progress=progress,
        )


def _say_where(result: "Result", n: int, seed: int, as_json: bool) -> None:
    from mjsim.cli.folders import files_of
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.tables import facts, print_all

    files = files_of(result.folder)
    if as_json:
        print_json({"hands": n, "seed": seed, "files": files})
        return
    rows = [("openings", f"{n:,} of seed {seed}")]
    rows += [(name, path) for name, path in files.items() if path is not None]
    print_all(facts(rows))
