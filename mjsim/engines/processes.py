"""Run blocks on processes of this machine."""

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, TypeVar

from mjsim.engines.errors import BlockError
from mjsim.engines.pool import run_on_executor
from mjsim.errors import InputError

__all__ = ["run_on_processes"]

B = TypeVar("B")
R = TypeVar("R")

_task: Callable[[Any], Any]
"""The task of this worker process."""


def run_on_processes(
    task: Callable[[B], R], blocks: Iterable[B], *, workers: int, in_flight: int
) -> Iterator[tuple[B, R]]:
    """Run blocks on spawned processes.

    Spawned, not forked: threads of libraries do not survive a fork. So the task, blocks and
    results are pickled, and a script needs its ``if __name__ == "__main__":``. The task is sent
    once to each worker. Workers ignore Ctrl-C, which is the parent's to handle, and end when
    the parent is killed.

    Parameters
    ----------
    task : callable
        Takes a block and returns its result; defined at the top of a module.
    blocks : iterable
        Taken as there is room.
    workers : int
        Number of processes.
    in_flight : int
        As for `run_on_executor`.

    Yields
    ------
    block : object
        Block.
    result : object
        Its result, as they complete.

    Raises
    ------
    InputError
        If the task cannot be pickled; as `run_on_executor`.
    BlockError
        As `run_on_executor`, and if a worker process died.

    Examples
    --------
    >>> from operator import neg
    >>> sorted(run_on_processes(neg, range(3), workers=1, in_flight=2))
    [(0, 0), (1, -1), (2, -2)]
    """
    try:
        pickled = pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(f"task: cannot be sent to a process ({error})") from error
    executor = ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(pickled,),
    )
    try:
        yield from run_on_executor(executor, _run, blocks, in_flight=in_flight)
    except BlockError as error:
        if isinstance(error.__cause__, BrokenProcessPool):
            reason = (
                "a worker process died: out of memory, killed, a task it cannot import, "
                'or a script without if __name__ == "__main__"'
            )
            raise BlockError(error.block, reason) from error.__cause__
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _begin(pickled: bytes) -> None:
    """Make a worker ready: called once in each."""
    global _task
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _task = pickle.loads(pickled)


def _end_with_parent() -> None:
    """End this worker with its parent: a worker of a killed parent would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _run(block: Any) -> Any:
    return _task(block)
