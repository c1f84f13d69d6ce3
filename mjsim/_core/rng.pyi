import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

__all__ = ["draws"]

def draws(bit_generator: BitGenerator, n: int, k: int, size: int) -> NDArray[np.uint64]: ...
