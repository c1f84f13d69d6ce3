"""Run blocks one by one in this thread."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from mjsim.engines.errors import block_error

__all__ = ["run_here"]

B = TypeVar("B")
R = TypeVar("R")


def run_here(task: Callable[[B], R], blocks: Iterable[B]) -> Iterator[tuple[B, R]]:
    """Run blocks one by one, in order.

    Parameters
    ----------
    task : callable
        Takes a block and returns its result.
    blocks : iterable
        Taken one at a time.

    Yields
    ------
    block : object
        Block.
    result : object
        Its result.

    Raises
    ------
    BlockError, InputError
        If a block fails, as by `block_error`.

    Examples
    --------
    >>> list(run_here(lambda block: block * block, range(3)))
    [(0, 0), (1, 1), (2, 4)]
    """
    for block in blocks:
        try:
            result = task(block)
        except Exception as error:
            raise block_error(block, error) from error
        yield block, result
