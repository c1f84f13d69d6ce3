import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

__all__ = ["walls"]

def walls(
    bit_generator: BitGenerator, n_tiles: int, n: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]: ...
