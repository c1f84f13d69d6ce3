from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["class_weights", "need_weights"]

def class_weights(copies: Sequence[int], *, strict: bool = False) -> NDArray[np.int64]: ...
def need_weights(
    man: NDArray[np.int64],
    pin: NDArray[np.int64],
    sou: NDArray[np.int64],
    honours: NDArray[np.int64],
    melds: int,
    *,
    strict: bool = False,
) -> list[list[int]]: ...
