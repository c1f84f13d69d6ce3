"""One call for all engines."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any, Literal, TypeVar, get_args

from mjsim.engines.dask import require_dask, run_on_dask
from mjsim.engines.here import run_here
from mjsim.engines.pool import run_on_executor, run_on_threads
from mjsim.engines.processes import run_on_processes
from mjsim.errors import InputError

__all__ = ["Engine", "choose_engine", "map_blocks"]

B = TypeVar("B")
R = TypeVar("R")

Engine = Literal["auto", "here", "threads", "processes", "dask"]
"""Names of the engines."""


def map_blocks(
    task: Callable[[B], R],
    blocks: Iterable[B],
    *,
    workers: int = 1,
    engine: Engine | Executor = "auto",
    in_flight: int | None = None,
    progress: Callable[[B], object] | None = None,
) -> Iterator[tuple[B, R]]:
    """Run a task on blocks and yield the results as they complete, in any order.

    Results must depend on the block alone; then they are the same on every engine.

    Parameters
    ----------
    task : callable
        Takes a block and returns its result. An attribute ``nogil = True`` says that it spends
        its time in code that releases the interpreter's lock, and may run in several threads.
        For processes it is pickled: a function or class at the top of a module.
    blocks : iterable
        Taken as there is room, so it may be long.
    workers : int, default 1
        Threads or processes. An executor and a running Dask cluster have their own.
    engine : {"auto", "here", "threads", "processes", "dask"} or Executor, default "auto"
        Where to run; see `choose_engine` for ``"auto"``. An executor of concurrent.futures is
        used and left open.
    in_flight : int, optional
        Bound on the blocks submitted and not yet yielded; twice the workers by default.
    progress : callable, optional
        Called with each finished block before it is yielded.

    Returns
    -------
    iterator of tuple
        Pairs of block and result. Close it, or use it up, to end the workers. After a block
        failed or Ctrl-C, those under way are finished and yielded before the exception is
        raised, so that they can be kept.

    Raises
    ------
    InputError
        At once if the engine is unknown or not installed, or a number is not positive; while
        iterating if the task cannot be sent, or a block raises it.
    BlockError
        While iterating, if a block fails: it names the block and chains the cause.

    Examples
    --------
    >>> from operator import neg
    >>> list(map_blocks(neg, range(4)))
    [(0, 0), (1, -1), (2, -2), (3, -3)]
    >>> sorted(map_blocks(neg, range(4), workers=2, engine="threads"))
    [(0, 0), (1, -1), (2, -2), (3, -3)]
    """
    if workers < 1:
        raise InputError(f"workers: {workers} is below 1")
    room = 2 * workers if in_flight is None else in_flight
    if room < 1:
        raise InputError(f"in_flight: {room} is below 1")
    pairs: Iterator[tuple[B, R]]
    if isinstance(engine, Executor):
        pairs = run_on_executor(engine, task, blocks, in_flight=room)
    elif engine not in get_args(Engine):
        raise InputError(f"engine: {engine!r} is none of {', '.join(get_args(Engine))}")
    else:
        chosen = choose_engine(task, workers) if engine == "auto" else engine
        if chosen == "here":
            pairs = run_here(task, blocks)
        else:
            if chosen == "dask":
                require_dask()
            runner = {
                "threads": run_on_threads,
                "processes": run_on_processes,
                "dask": run_on_dask,
            }[chosen]
            pairs = runner(task, blocks, workers=workers, in_flight=room)
    return pairs if progress is None else _reported(pairs, progress)


def choose_engine(
    task: Callable[..., Any], workers: int
) -> Literal["here", "threads", "processes"]:
    """Choose the engine that ``"auto"`` stands for.

    Parameters
    ----------
    task : callable
        The task; also a `functools.partial` of one.
    workers : int
        Number of workers.

    Returns
    -------
    {"here", "threads", "processes"}
        ``"here"`` for one worker; ``"threads"`` if the task says ``nogil = True``; otherwise
        ``"processes"``.

    Examples
    --------
    >>> def task(block): ...
    >>> choose_engine(task, 1), choose_engine(task, 2)
    ('here', 'processes')
    >>> task.nogil = True
    >>> choose_engine(task, 2)
    'threads'
    """
    if workers == 1:
        return "here"
    inner = getattr(task, "func", task)
    return "threads" if getattr(task, "nogil", getattr(inner, "nogil", False)) else "processes"


def _reported(
    pairs: Iterator[tuple[B, R]], progress: Callable[[B], object]
) -> Iterator[tuple[B, R]]:
    for block, result in pairs:
        progress(block)
        yield block, result
