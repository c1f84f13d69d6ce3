"""``mjsim play``: one hand at the table to read, or many in a table and in Parquet."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from mjsim.cli.options import (
    AsJson,
    Changes,
    EngineName,
    EngineOption,
    Game,
    GameOption,
    PresetOption,
    WorkersOption,
)
from mjsim.errors import InputError

__all__ = ["LangName", "play"]

_PARQUET = ".parquet"


class LangName(StrEnum):
    """Languages of a page."""

    ZH = "zh"
    EN = "en"


def play(
    seed: Annotated[int, typer.Option("--seed", min=0, help="Root of all random numbers.")],
    game: GameOption = Game.TIANJIN,
    hand: Annotated[
        int | None, typer.Option("--hand", min=0, help="Show the hand of this number.")
    ] = None,
    hands: Annotated[
        int | None, typer.Option("--hands", min=1, help="Play so many, and sum them up.")
    ] = None,
    strategies: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="X",
            help="A name (random, speed, value), a TOML file or module:Class; once for all "
            "seats, or four times by seat; speed if left out.",
        ),
    ] = None,
    preset: PresetOption = None,
    changes: Changes = None,
    sit: Annotated[int, typer.Option("--sit", help="tianjin: 坐莊 of the dealer, 0 or 1.")] = 0,
    pulls: Annotated[
        str,
        typer.Option(
            "--pulls",
            metavar="N,N,N,N",
            help="tianjin: 拉莊 by seat, 0-2; the dealer's own is left aside.",
        ),
    ] = "0,0,0,0",
    lang: Annotated[LangName, typer.Option("--lang", help="Language.")] = LangName.EN,
    columns: Annotated[
        str | None,
        typer.Option(
            "--columns",
            metavar="NAME,...",
            help="--hands: what the Parquet file holds: columns, or the groups result, waits, "
            "luck, flags; result if left out.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Write JSON Lines (--hand) or Parquet (--hands), too."
        ),
    ] = None,
    workers: WorkersOption = 1,
    engine: EngineOption = EngineName.AUTO,
    as_json: AsJson = False,
) -> None:
    """Play whole hands: show one turn by turn (--hand), or sum up many (--hands)."""
    from mjsim.cli.games import only_in, rules_class
    from mjsim.cli.rules import chosen_rules

    if (hand is None) == (hands is None):
        raise InputError("play: exactly one of --hand and --hands")
    _check_out(out, columns, many=hands is not None)
    if hands is None and (workers > 1 or engine != EngineName.AUTO):
        raise InputError("--workers, --engine: for --hands; one hand is played here")
    pulled = _numbers(pulls)
    only_in(Game.TIANJIN, game, {"--sit": sit or None, "--pulls": any(pulled)})
    table: dict[str, Any] = {
        "game": game.value,
        "strategies": _strategies(strategies),
        "seed": seed,
        "rules": chosen_rules(rules_class(game), preset, changes),
        "sit": sit,
        "pulls": pulled,
    }
    with _one_line():
        if hand is not None:
            _one(table, hand, lang, out, as_json)
        elif hands is not None:
            from mjsim.cli.play_many import play_many

            asked = None if columns is None else [name.strip() for name in columns.split(",")]
            running = {"workers": workers, "engine": engine.value}
            play_many(table, hands, asked, out, running, lang=lang.value, as_json=as_json)


def _check_out(out: Path | None, columns: str | None, *, many: bool) -> None:
    """Refuse a file of a wrong kind, and columns for which there is none."""
    if columns is not None and (out is None or not many):
        raise InputError("--columns: say what --out of --hands holds")
    if out is not None and out.is_dir():
        raise InputError(f"--out: {out} is a folder")
    if out is not None and (out.suffix == _PARQUET) != many:
        raise InputError(f"--out: --hands writes FILE{_PARQUET}, --hand JSON Lines, not {out}")
    if out is not None and not out.parent.is_dir():  # said before the hands are played
        raise InputError(f"--out: there is no folder {out.parent}")


def _strategies(given: Sequence[str] | None) -> str | list[str]:
    """Return what `mjsim.playing.play` takes, and let import paths start where the user is."""
    names = list(given or ["speed"])
    if "" not in sys.path:
        sys.path.append("")
    return names[0] if len(names) == 1 else names


def _numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"--pulls: four whole numbers apart by commas, not {text!r}") from None


@contextmanager
def _one_line() -> Iterator[None]:
    """Say in one line which strategy failed on which hand."""
    from mjsim.playing import StrategyError

    try:
        yield
    except StrategyError as error:
        raise InputError(str(error)) from error


def _one(
    table: Mapping[str, Any], hand: int, lang: LangName, out: Path | None, as_json: bool
) -> None:
    """Play one hand, and print and write its transcript."""
    from mjsim.cli.play_show import show_hand
    from mjsim.playing import record

    lines = record(hand=hand, **table)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    if out is not None:
        from mjsim.store.files import atomic_path

        with atomic_path(out) as temporary:
            temporary.write_text(text, encoding="utf-8")
    if as_json:
        sys.stdout.write(text)
    else:
        show_hand(lines, lang.value, out)
