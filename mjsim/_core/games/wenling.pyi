from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["WENLING_BITS", "WenlingRules", "wenling_one", "wenling_rows"]

WENLING_BITS: dict[str, int]

@final
class WenlingRules:
    def __init__(
        self,
        *,
        ron_open: bool,
        pang_selfdraw: bool,
        restored_pair: bool,
        loser_sifeng: bool,
        dihu_discard: bool,
        dihu_draw: bool,
        de_restore_fan: int,
        all_honours_fan: int,
        naonao: int,
        multi_first: bool,
        ratio: int,
        bao: bool,
        bao_dragons: bool,
        draw_keeps_dealer: bool,
        huang_stacks: int,
        sheng_stacks: int,
    ) -> None: ...

def wenling_rows(
    counts: NDArray[np.uint8],
    last: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    melds: NDArray[np.uint8] | None,
    how: NDArray[np.uint8],
    seats: NDArray[np.uint8],
    shown: NDArray[np.uint8] | None,
    rules: WenlingRules,
    points: NDArray[Any],
    base: NDArray[Any],
    fan: NDArray[Any],
    mask: NDArray[Any],
) -> int: ...
def wenling_one(
    counts: bytes | bytearray,
    melds: bytes | bytearray,
    shown: bytes | bytearray,
    last: int,
    indicator: int,
    how: int,
    seat: int,
    rules: WenlingRules,
) -> (
    tuple[int, int, int, int, list[tuple[str, tuple[int, ...], tuple[bool, ...], bool]]] | None
): ...
