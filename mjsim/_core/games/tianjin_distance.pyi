import numpy as np
from numpy.typing import NDArray

from mjsim._core.games.tianjin import TianjinRules
from mjsim._core.keys import Wilds

__all__ = ["distance_rows"]

def distance_rows(
    counts: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    melds: NDArray[np.uint8] | None,
    wilds: Wilds,
    rules: TianjinRules,
    out: NDArray[np.int8],
) -> int: ...
