from typing import final

from mjsim._core.table.player import Player

__all__ = ["SpeedPlayer"]

@final
class SpeedPlayer(Player):
    def __init__(
        self,
        *,
        pong: bool = ...,
        chi: bool = ...,
        kong: bool = ...,
        declare: bool = ...,
        sit: bool = ...,
        pull: int = ...,
        epsilon: float = ...,
    ) -> None: ...
