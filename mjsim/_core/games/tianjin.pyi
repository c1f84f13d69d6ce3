from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from mjsim._core.keys import Wilds

__all__ = ["CATEGORY_BITS", "TianjinRules", "score_one", "score_rows", "wait_rows"]

CATEGORY_BITS: dict[str, int]

@final
class TianjinRules:
    def __init__(
        self,
        *,
        tianhu: int,
        min_fan: int,
        exempt: int,
        dihu: bool,
        tian_ting: bool,
        su_ben_long: bool,
        gangkai_stack: bool,
        allow_jin_gang: bool,
        jin_gang_points: int,
        kong_points_on_draw: bool,
        chan_points: int,
        base: int,
        last_claim_free_tiles: int,
        draw_rotates: bool,
        dead_wall: int,
    ) -> None: ...

def score_rows(
    counts: NDArray[np.uint8],
    last: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    melds: NDArray[np.uint8] | None,
    how: NDArray[np.uint8],
    ting: NDArray[np.uint8],
    kongs: int,
    wilds: Wilds,
    rules: TianjinRules,
    fan: NDArray[Any],
    mask: NDArray[Any],
) -> int: ...
def score_one(
    counts: bytes | bytearray,
    melds: bytes | bytearray,
    last: int,
    indicator: int,
    how: int,
    ting: bool,
    kongs: int,
    wilds: Wilds,
    rules: TianjinRules,
) -> tuple[int, int, int] | None: ...
def wait_rows(
    counts: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    melds: NDArray[np.uint8] | None,
    wilds: Wilds,
    rules: TianjinRules,
    fan: NDArray[np.int32],
    mask: NDArray[np.uint32],
) -> int: ...
