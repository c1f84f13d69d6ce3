"""Run blocks on a Dask cluster."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from importlib import import_module
from typing import Any, TypeVar

from mjsim.engines.pool import run_on_executor
from mjsim.errors import InputError

__all__ = ["require_dask", "run_on_dask"]

B = TypeVar("B")
R = TypeVar("R")


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


def require_dask() -> Any:
    """Import Dask, or say how to get it.

    Returns
    -------
    module
        ``distributed``.

    Raises
    ------
    InputError
        If it is not installed.

    Examples
    --------
    >>> try:
    ...     require_dask().__name__ == "distributed"
    ... except InputError as error:
    ...     "mjsim[dask]" in str(error)
    True
    """
    try:
        return import_module("distributed")
    except ImportError as error:
        raise InputError('engine dask: needs pip install "mjsim[dask]"') from error
