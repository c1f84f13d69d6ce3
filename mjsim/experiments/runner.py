"""Filling a run folder on an engine, or saying with what it would be filled."""

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from contextvars import ContextVar
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any, cast

import polars as pl

from mjsim.blocks import Block
from mjsim.engines import Engine, choose_engine, map_blocks
from mjsim.errors import InputError
from mjsim.experiments.sequences import looks_now
from mjsim.store import RunConfig, RunFolder, Table

__all__ = ["Prepared", "check_size", "fill", "how_run", "prepare"]

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
    """Say for the manifest where a task runs, and under which looks.

    Examples
    --------
    >>> how_run(lambda block: pl.DataFrame(), 1, "auto")
    {'engine': 'here', 'workers': 1}
    """
    if isinstance(engine, Executor):
        return {"engine": type(engine).__name__, **looks_now()}
    chosen = choose_engine(task, workers) if engine == "auto" else str(engine)
    return {"engine": chosen, "workers": workers, **looks_now()}


@dataclass(frozen=True)
class Prepared:
    """A run of which nothing has been played.

    Attributes
    ----------
    config : RunConfig
        What makes the run.
    table : Table
        Of its hands.
    task : callable
        Makes the rows of a block.
    n_hands : int
        As the experiment counts them.
    """

    config: RunConfig
    table: Table
    task: Task
    n_hands: int


class _Stopped(Exception):  # noqa: N818, it is no error
    """Ends an experiment where its blocks would begin."""

    def __init__(self, run: Prepared) -> None:
        self.run = run


_ONLY_PREPARE: ContextVar[bool] = ContextVar("only_prepare", default=False)


def prepare(experiment: Callable[..., object], n: int, **options: Any) -> Prepared:
    """Let an experiment check its arguments and set up its run, and play nothing of it.

    Parameters
    ----------
    experiment : callable
        One of `mjsim.experiments.EXPERIMENTS`, or another that calls `fill`. It gets an empty
        temporary folder, which is removed again. Checks that it makes by playing are made.
    n : int
        Number of hands.
    **options
        As the experiment takes them.

    Returns
    -------
    Prepared

    Raises
    ------
    InputError
        As the experiment raises.
    ValueError
        If the experiment fills no folder.

    Examples
    --------
    >>> from mjsim.experiments import EXPERIMENTS
    >>> run = prepare(EXPERIMENTS["categories"], 2500, seed=1, strategies=["speed"])
    >>> [cell["name"] for cell in run.config.design["cells"]], run.n_hands
    (['speed'], 2500)
    >>> run.task(Block(0, 0, 2))["hand_id"].to_list()
    [0, 0, 0, 0, 1, 1, 1, 1]
    """
    token = _ONLY_PREPARE.set(True)
    try:
        with TemporaryDirectory(prefix="mjsim-") as folder:
            experiment(folder, n, **options)
    except _Stopped as stopped:
        return stopped.run
    finally:
        _ONLY_PREPARE.reset(token)
    raise ValueError("the experiment fills no run folder")


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
        Takes the number of hands just done; those found in the folder come first. The numbers
        add up to the hands of the run: a last block of fewer hands, which a longer run plays
        again, counts with those that are new.

    Raises
    ------
    InputError, BlockError
        As `mjsim.engines.map_blocks` and `RunFolder.add`. What was done by then is kept.
    """
    manifest = run.manifest
    if _ONLY_PREPARE.get():
        raise _Stopped(Prepared(manifest.config, run.table, task, manifest.n_hands))
    told = {part.first: part.n_hands for part in run.parts if part.first == part.last}

    def report(block: Block) -> None:
        if progress is not None:
            progress(block.n_hands - told.get(block.index, 0))

    if progress is not None and run.n_hands_done:
        progress(run.n_hands_done)
    where = cast("Engine | Executor", engine)  # map_blocks refuses a name it does not know
    pairs = map_blocks(task, run.missing(), workers=workers, engine=where, progress=report)
    with closing(cast("Any", pairs)):  # ends the workers if a block cannot be written
        for block, frame in pairs:
            run.add(block, frame)
