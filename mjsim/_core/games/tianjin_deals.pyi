from typing import Any

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from mjsim._core.games.tianjin import TianjinRules
from mjsim._core.keys import Wilds

__all__ = ["calibrate", "deal_rows", "tally_rows"]

def tally_rows(
    bit_generator: BitGenerator,
    n: int,
    indicator: int,
    wilds: Wilds,
    rules: TianjinRules,
    shanten: NDArray[np.int64],
    masks: NDArray[np.int64] | None = None,
    possible: NDArray[np.int64] | None = None,
) -> None: ...
def deal_rows(
    bit_generator: BitGenerator,
    indicator: int,
    wilds: Wilds,
    rules: TianjinRules,
    indicators: NDArray[Any],
    n_wilds: NDArray[Any],
    shanten: NDArray[Any],
    fan: NDArray[Any],
    masks: NDArray[Any],
    possible: NDArray[Any],
) -> None: ...
def calibrate(bit_generator: BitGenerator, n: int) -> int: ...
