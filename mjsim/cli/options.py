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
    "SeatName",
    "SeatOption",
    "ShownOption",
    "WorkersOption",
]


class Game(StrEnum):
    """Games that the commands know."""

    TIANJIN = "tianjin"
    WENLING = "wenling"


class Preset(StrEnum):
    """Presets of the rules: two of 天津麻將, two of 温岭麻将."""

    PLATFORM = "platform"
    TRADITIONAL = "traditional"
    SEED = "seed"
    PARLOUR = "parlour"


class SeatName(StrEnum):
    """Seats of 温岭麻将 by their winds, the dealer's first."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"


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
PresetOption = Annotated[
    Preset | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="Rules to start from: platform or traditional (tianjin), seed or parlour (wenling); "
        "the first if left out.",
    ),
]
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
SeatOption = Annotated[
    SeatName | None,
    typer.Option("--seat", help="wenling: the player's wind; E, the dealer, if left out."),
]
ShownOption = Annotated[
    str | None,
    typer.Option("--shown", metavar="TILES", help="wenling: tiles that the player has shown."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
WorkersOption = Annotated[
    int, typer.Option("--workers", min=1, help="Threads or processes; they change no number.")
]
EngineOption = Annotated[EngineName, typer.Option("--engine", help="Where the blocks run.")]
