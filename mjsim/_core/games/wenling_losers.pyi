import numpy as np
from numpy.typing import NDArray

from mjsim._core.games.wenling import WenlingRules

__all__ = ["loser_rows"]

def loser_rows(
    counts: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    melds: NDArray[np.uint8] | None,
    seats: NDArray[np.uint8],
    shown: NDArray[np.uint8] | None,
    rules: WenlingRules,
    points: NDArray[np.int32],
) -> int: ...
