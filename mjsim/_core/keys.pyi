from typing import final

from numpy.typing import ArrayLike

__all__ = ["Wilds"]

@final
class Wilds:
    @property
    def n_indicators(self) -> int: ...
    def __init__(self, table: ArrayLike) -> None: ...
    def kinds(self, indicator: int) -> list[int]: ...
