"""混: which kinds are wild under which indicator (T3)."""

import numpy as np

from mjsim._core import Wilds
from mjsim.tiles import N_KINDS, successor

__all__ = ["WILDS", "wild_kinds"]

_TABLE = np.zeros((N_KINDS, N_KINDS), dtype=np.uint8)
for _kind in range(N_KINDS):
    _TABLE[_kind, [_kind, successor(_kind)]] = 1

WILDS = Wilds(_TABLE)
"""The wild kinds of every indicator, for the kernels."""


def wild_kinds(indicator: int) -> tuple[int, int]:
    """Return the two wild kinds under an indicator: its own and its successor.

    Examples
    --------
    >>> wild_kinds(8)  # 九萬: 九萬 and 一萬
    (8, 0)
    """
    return indicator, successor(indicator)
