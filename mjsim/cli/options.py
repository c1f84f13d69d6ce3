"""Arguments and options that several commands share."""

from enum import StrEnum
from typing import Annotated

import typer

__all__ = [
    "AsJson",
    "Changes",
    "EngineName",
    "EngineOption",
    "Game",
    "GameOption",
    "HonorsName",
    "HonorsOption",
    "IndicatorOption",
    "Preset",
    "PresetOption",
    "WorkersOption",
]


class Game(StrEnum):
    """Games that the commands know."""

    TIANJIN = "tianjin"


class Preset(StrEnum):
    """Presets of the rules."""

    PLATFORM = "platform"
    TRADITIONAL = "traditional"


class HonorsName(StrEnum):
    """Orders of 5z 6z 7z."""

    TENHOU = "tenhou"
    CHINESE = "chinese"


class EngineName(StrEnum):
    """Where blocks run; results are the same on all."""

    AUTO = "auto"
    HERE = "here"
    THREADS = "threads"
    PROCESSES = "processes"
    DASK = "dask"


GameOption = Annotated[Game, typer.Option("--game", help="The game.")]
PresetOption = Annotated[Preset, typer.Option("--preset", help="Rules to start from.")]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="Change an option of the rules; may be repeated. `mjsim rules` lists them.",
    ),
]
HonorsOption = Annotated[
    HonorsName | None,
    typer.Option("--honors", help="What 5z 6z 7z are: 白發中 (tenhou) or 中發白 (chinese)."),
]
IndicatorOption = Annotated[
    str | None,
    typer.Option("--indicator", metavar="TILE", help="The tile turned up."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
WorkersOption = Annotated[
    int, typer.Option("--workers", min=1, help="Threads or processes; they change no number.")
]
EngineOption = Annotated[EngineName, typer.Option("--engine", help="Where the blocks run.")]
