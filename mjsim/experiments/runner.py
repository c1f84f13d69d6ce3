"""Filling a run folder on an engine."""

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from typing import Any, cast

import polars as pl

from mjsim.blocks import Block
from mjsim.engines import Engine, choose_engine, map_blocks
from mjsim.errors import InputError
from mjsim.store import RunFolder

__all__ = ["check_size", "fill", "how_run"]

Task = Callable[[Block], pl.DataFrame]


def check_size(n: int, name: str) -> int:
    """Return a number of hands, or raise an InputError.

    Examples
    --------
    >>> check_size(0, "hands")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: hands: a whole number from 1, not 0
    """
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise InputError(f"{name}: a whole number from 1, not {n!r}")
    return n


def how_run(task: Task, workers: int, engine: str | Executor) -> dict[str, Any]:
    """Say for the manifest where a task runs.

    Examples
    --------
    >>> how_run(lambda block: pl.DataFrame(), 1, "auto")
    {'engine': 'here', 'workers': 1}
    """
    if isinstance(engine, Executor):
        return {"engine": type(engine).__name__}
    chosen = choose_engine(task, workers) if engine == "auto" else str(engine)
    return {"engine": chosen, "workers": workers}


def fill(
    run: RunFolder,
    task: Task,
    *,
    workers: int,
    engine: str | Executor,
    progress: Callable[[int], object] | None,
) -> None:
    """Run the blocks that a folder misses, and write them as they come.

    Parameters
    ----------
    run : RunFolder
        The open folder.
    task : callable
        Makes the rows of a block; the same on every engine.
    workers, engine
        As for `mjsim.engines.map_blocks`.
    progress : callable, optional
        Takes the number of hands just done; those found in the folder come first.

    Raises
    ------
    InputError, BlockError
        As `mjsim.engines.map_blocks` and `RunFolder.add`. What was done by then is kept.
    """

    def report(block: Block) -> None:
        if progress is not None:
            progress(block.n_hands)

    if progress is not None and run.n_hands_done:
        progress(run.n_hands_done)
    where = cast("Engine | Executor", engine)  # map_blocks refuses a name it does not know
    pairs = map_blocks(task, run.missing(), workers=workers, engine=where, progress=report)
    with closing(cast("Any", pairs)):  # ends the workers if a block cannot be written
        for block, frame in pairs:
            run.add(block, frame)
