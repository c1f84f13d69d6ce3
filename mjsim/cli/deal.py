"""``mjsim deal``: openings to read, to pipe on, or into Parquet."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from mjsim.cli.options import (
    AsJson,
    EngineName,
    EngineOption,
    Game,
    GameOption,
    HonorsOption,
    IndicatorOption,
    WorkersOption,
)

if TYPE_CHECKING:
    from mjsim.dealing import Deals
    from mjsim.experiments.result import Result
    from mjsim.tiles import Script

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
        ScriptName, typer.Option("--script", help="Traditional or simplified characters.")
    ] = ScriptName.HANT,
    honors: HonorsOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write Parquet into this run folder instead."),
    ] = None,
    workers: WorkersOption = 1,
    engine: EngineOption = EngineName.AUTO,
    as_json: AsJson = False,
) -> None:
    """Deal openings: the indicator and each seat's tiles."""
    import secrets

    from mjsim.cli.hands import read_tile

    shown = None if indicator is None else read_tile(indicator, "indicator", honors)
    if seed is None:
        seed = secrets.randbits(_SEED_BITS)
    if out is not None:
        result = write_openings(
            out, hands, seed=seed, indicator=shown, workers=workers, engine=engine
        )
        _say_where(result, hands, seed, as_json)
        return
    first = 0
    for deals in _blocks(game, hands, seed, shown):
        for opening in _openings(game, deals, seed, first, script):
            if as_json:
                from mjsim.cli.jsonout import print_json

                print_json(opening)
            else:
                _show(opening)
        first += len(deals.hands)


def _blocks(game: Game, n: int, seed: int, indicator: int | None) -> Iterator["Deals"]:
    """Deal block by block, so that a long run begins to print at once."""
    import numpy as np

    from mjsim.blocks import blocks_of
    from mjsim.dealing import Deals
    from mjsim.streams import BLOCK_SIZE, Stream
    from mjsim.tianjin.deals import opening_block
    from mjsim.tiles import N_KINDS

    for block in blocks_of(n, BLOCK_SIZE[Stream.WALLS]):
        size = block.n_hands
        held = np.empty((size, 4, N_KINDS), np.uint8)
        indicators, dealers = np.empty(size, np.uint8), np.empty(size, np.uint8)
        dice = np.empty((size, 6), np.uint8)
        opening_block(seed, block, indicator, held, indicators, dealers, dice)
        yield Deals(held, np.zeros_like(held), indicators, dealers, dice)


def _openings(
    game: Game, deals: "Deals", seed: int, first: int, script: ScriptName
) -> Iterator[dict[str, Any]]:
    """Yield the openings of a block in words."""
    import numpy as np

    from mjsim import tianjin
    from mjsim.cli.hands import tile_dict, tile_dicts
    from mjsim.notation import format_tiles, format_tiles_zh
    from mjsim.tianjin.wilds import wild_kinds

    characters = cast("Script", script)
    n, seats, kinds = deals.hands.shape
    shanten = tianjin.shanten_batch(
        deals.hands.reshape(n * seats, kinds), np.repeat(deals.indicator, seats)
    ).reshape(n, seats)
    for i in range(n):
        shown = int(deals.indicator[i])
        wilds = wild_kinds(shown)
        tiles = [np.repeat(np.arange(kinds), counts).tolist() for counts in deals.hands[i]]
        yield {
            "game": game,
            "seed": seed,
            "hand_id": first + i,
            "dealer": int(deals.dealer[i]),
            "indicator": tile_dict(shown, script),
            "wilds": tile_dicts(wilds, script),
            "dice": deals.dice[i].tolist(),
            "seats": [
                {
                    "seat": seat,
                    "notation": format_tiles(tiles[seat]),
                    "zh": format_tiles_zh(tiles[seat], characters),
                    "n_tiles": len(tiles[seat]),
                    "n_wilds": sum(kind in wilds for kind in tiles[seat]),
                    "shanten": int(shanten[i, seat]),
                }
                for seat in range(seats)
            ],
        }


def _show(opening: dict[str, Any]) -> None:
    from rich.text import Text

    from mjsim.cli.hands import tiles_text
    from mjsim.cli.tables import facts, print_all, table

    dice = opening["dice"]
    throws = [f"{a} + {b}" for a, b in zip(dice[::2], dice[1::2], strict=True)]
    head = facts(
        [
            ("hand", f"{opening['hand_id']} of seed {opening['seed']}"),
            ("indicator", tiles_text([opening["indicator"]])),
            ("wild 混", tiles_text(opening["wilds"])),
            ("dice", f"dealer {throws[0]}, the seat named {throws[1]}, opposite {throws[2]}"),
        ]
    )
    shown = table("seat", "tiles", "牌", "混", "shanten", right=["混", "shanten"])
    for seat in opening["seats"]:
        dealer = seat["seat"] == opening["dealer"]
        cells = (
            f"{seat['seat']} 莊" if dealer else str(seat["seat"]),
            seat["notation"],
            seat["zh"],
            str(seat["n_wilds"]),
            str(seat["shanten"]),
        )
        shown.add_row(*(Text(cell, style="bold" if dealer else "") for cell in cells))
    print_all(head, "", shown, "")


def write_openings(
    out: Path, n: int, *, seed: int, indicator: int | None, workers: int, engine: str
) -> "Result":
    """Write openings into a run folder, block by block; resumes and extends what is there."""
    from mjsim.cli.folders import finished_blocks_stay
    from mjsim.engines import progress_bar
    from mjsim.experiments.openings import run_openings

    with progress_bar("openings", n) as progress, finished_blocks_stay(out):
        return run_openings(
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
