"""Running blocks: here, on threads, on processes, on Dask or on an executor of your own.

An engine knows nothing of what a block computes; results are the same on all of them.
"""

from mjsim.engines.errors import BlockError
from mjsim.engines.mapping import Engine, choose_engine, map_blocks
from mjsim.engines.progress import progress_bar

__all__ = ["BlockError", "Engine", "choose_engine", "map_blocks", "progress_bar"]
