"""Run blocks on a Dask cluster."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

from mjsim.engines.pool import run_on_executor
from mjsim.extras import require

__all__ = ["require_dask", "run_on_dask"]

B = TypeVar("B")
R = TypeVar("R")


require_dask = partial(require, "distributed", "engine dask", "dask")
"""Import Dask, or raise an InputError that says how to get it."""


def run_on_dask(
    task: Callable[[B], R], blocks: Iterable[B], *, workers: int, in_flight: int
) -> Iterator[tuple[B, R]]:
    """Run blocks on the current Dask client, or on a cluster of this machine.

    Parameters
    ----------
    task : callable
        Takes a block and returns its result; pickled for each block.
    blocks : iterable
        Taken as there is room.
    workers : int
        Number of processes of the cluster, if there is no client yet.
    in_flight : int
        As for `run_on_executor`; raised to twice the threads of a larger cluster.

    Yields
    ------
    block : object
        Block.
    result : object
        Its result, as they complete.

    Raises
    ------
    InputError
        If Dask is not installed; as `run_on_executor`.
    BlockError
        As `run_on_executor`.

    See Also
    --------
    mjsim.engines.map_blocks : with examples.
    """
    distributed = require_dask()
    with ExitStack() as stack:
        try:
            client = distributed.get_client()
        except ValueError:
            # No dashboard: nobody watches a run's own cluster, and its port may be taken.
            client = stack.enter_context(
                distributed.Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)
            )
        threads = sum(client.nthreads().values())
        executor = stack.enter_context(client.get_executor())
        yield from run_on_executor(executor, task, blocks, in_flight=max(in_flight, 2 * threads))
