import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["deal_masks"]

def deal_masks(copies: ArrayLike, wild_suit: int, *, su_ben_long: bool) -> NDArray[np.int64]: ...
