"""What an experiment on deals needs to know of a game."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import polars as pl

from mjsim.experiments.runner import Task
from mjsim.options import GameRules
from mjsim.store import RunReader, Table
from mjsim.streams import Stream

__all__ = ["Keep", "Plan"]

Keep = Literal["hands", "counts"]
"""What a run of deals keeps: a row for each hand, or counts of like hands by block."""


class Plan(NamedTuple):
    """A game's part of the experiment.

    Attributes
    ----------
    rules : type of GameRules
        The game's rules; their first preset is the default.
    n_kinds : int
        Kinds that may be turned up.
    stream : Stream
        Where the hands come from.
    tables : mapping of str to Table
        What is kept, by `Keep`.
    blocks_per_part : mapping of str to int
        Blocks in a file, by `Keep`.
    task : callable
        Makes the task of a run out of seed, indicator, rules and `Keep`.
    results : Table
    results_of : callable
        Makes the results of a run that is done out of it, the indicator and the rules.
    """

    rules: type[GameRules]
    n_kinds: int
    stream: Stream
    tables: Mapping[Keep, Table]
    blocks_per_part: Mapping[Keep, int]
    task: Callable[[int, int | None, Any, Keep], Task]
    results: Table
    results_of: Callable[[RunReader, int | None, Any], pl.DataFrame]
