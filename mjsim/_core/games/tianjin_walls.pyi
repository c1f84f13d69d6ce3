import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

__all__ = ["openings"]

def openings(
    bit_generator: BitGenerator,
    first: int,
    indicator: int,
    hands: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    dealers: NDArray[np.uint8],
    dice: NDArray[np.uint8],
) -> None: ...
