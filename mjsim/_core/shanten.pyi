import numpy as np
from numpy.typing import NDArray

from mjsim._core.keys import Wilds

__all__ = ["shanten_rows"]

def shanten_rows(
    counts: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    wilds: Wilds,
    out: NDArray[np.int8],
    *,
    most: int = 17,
    strict: bool = False,
) -> int: ...
