"""``mjsim run``: an experiment into a run folder, and its results beside what is exact."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjsim.cli.options import (
    AsJson,
    Changes,
    EngineName,
    EngineOption,
    Game,
    GameOption,
    HonorsName,
    HonorsOption,
    IndicatorOption,
    Preset,
    PresetOption,
    WorkersOption,
)
from mjsim.errors import InputError

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Keep", "run"]


class Keep(StrEnum):
    """What a run keeps."""

    HANDS = "hands"
    COUNTS = "counts"


def run() -> None:
    """Later."""
