from typing import final

from mjsim._core.table.player import Player

__all__ = ["RandomPlayer"]

@final
class RandomPlayer(Player):
    def __init__(self) -> None: ...
