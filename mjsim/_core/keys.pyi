from typing import final

from numpy.typing import ArrayLike

__all__ = ["Wilds", "count_tiles"]

def count_tiles(tiles: tuple[int, ...], last: int) -> bytearray: ...

@final
class Wilds:
    @property
    def n_indicators(self) -> int: ...
    def __init__(self, table: ArrayLike) -> None: ...
    def kinds(self, indicator: int) -> list[int]: ...
