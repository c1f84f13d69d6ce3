import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

__all__ = ["wenling_openings"]

def wenling_openings(
    bit_generator: BitGenerator,
    first: int,
    indicator: int,
    naonao: int,
    hands: NDArray[np.uint8],
    shown: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    dealers: NDArray[np.uint8],
    dice: NDArray[np.uint8],
) -> None: ...
