from typing import Any

import numpy as np

from mjsim._core.table.game import TableGame

__all__ = ["row_dtype"]

def row_dtype(game: TableGame) -> np.dtype[Any]: ...
