from typing import Any, final

import numpy as np

from mjsim._core.table.player import Player

__all__ = ["VIEW", "PythonPlayer", "view_probe"]

VIEW: np.dtype[Any]

def view_probe() -> bytes: ...

@final
class PythonPlayer(Player):
    def __init__(self, chooser: object, *, epsilon: float = ...) -> None: ...
