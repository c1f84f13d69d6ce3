"""Run blocks on any executor with the interface of concurrent.futures."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from mjsim.engines.errors import block_error

__all__ = ["run_on_executor", "run_on_threads"]

B = TypeVar("B")
R = TypeVar("R")


def run_on_executor(
    executor: Executor, task: Callable[[B], R], blocks: Iterable[B], *, in_flight: int
) -> Iterator[tuple[B, R]]:
    """Run blocks on an executor, which stays open.

    At most `in_flight` blocks are submitted and not yet yielded, so memory does not grow with
    the number of blocks, and a slow consumer slows the workers down.

    When a block fails, or Ctrl-C comes while waiting, no further block is submitted, blocks not
    yet begun are dropped, those under way are finished and yielded, and only then the exception
    is raised. A second Ctrl-C is raised at once.

    Parameters
    ----------
    executor : concurrent.futures.Executor
        Where to run.
    task : callable
        Takes a block and returns its result.
    blocks : iterable
        Taken one at a time, as there is room.
    in_flight : int
        Bound on the blocks submitted and not yet yielded.

    Yields
    ------
    block : object
        Block.
    result : object
        Its result, as they complete.

    Raises
    ------
    BlockError, InputError
        For the first block seen to fail, as by `block_error`.

    Examples
    --------
    >>> with ThreadPoolExecutor(2) as executor:
    ...     sorted(run_on_executor(executor, lambda block: block * block, range(3), in_flight=2))
    [(0, 0), (1, 1), (2, 4)]
    """
    upcoming = iter(blocks)
    pending: dict[Future[R], B] = {}
    failure: BaseException | None = None
    try:
        while True:
            try:
                if failure is None:
                    for block in islice(upcoming, in_flight - len(pending)):
                        try:
                            pending[executor.submit(task, block)] = block
                        except RuntimeError as error:  # broken, or shut down
                            failure = _failure(block, error)
                            break
                if not pending:
                    break
                finished, _ = wait(pending, return_when=FIRST_COMPLETED)
            except KeyboardInterrupt as interrupt:
                if isinstance(failure, KeyboardInterrupt):
                    raise
                failure = interrupt
                _drop(pending)
                continue
            for future in finished:
                block = pending.pop(future)
                try:
                    result = future.result()
                except Exception as error:
                    if failure is None:
                        failure = _failure(block, error)
                        _drop(pending)
                else:
                    yield block, result
        if failure is not None:
            raise failure
    finally:
        for future in pending:
            future.cancel()


def run_on_threads(
    task: Callable[[B], R], blocks: Iterable[B], *, workers: int, in_flight: int
) -> Iterator[tuple[B, R]]:
    """Run blocks on threads of this process.

    Worth it where the task spends its time in code that releases the interpreter's lock.

    Parameters
    ----------
    task : callable
        Takes a block and returns its result; called from several threads at once.
    blocks : iterable
        Taken as there is room.
    workers : int
        Number of threads.
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
    BlockError, InputError
        As `run_on_executor`.

    Examples
    --------
    >>> sorted(run_on_threads(lambda block: -block, range(3), workers=2, in_flight=4))
    [(0, 0), (1, -1), (2, -2)]
    """
    executor = ThreadPoolExecutor(workers, thread_name_prefix="mjsim")
    try:
        yield from run_on_executor(executor, task, blocks, in_flight=in_flight)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _failure(block: object, error: Exception) -> Exception:
    """Make the exception for a block, to be raised later with its cause."""
    failure = block_error(block, error)
    failure.__cause__ = error
    return failure


def _drop(pending: dict[Future[R], B]) -> None:
    """Forget the blocks that no worker has begun."""
    for future in [future for future in pending if future.cancel()]:
        del pending[future]
