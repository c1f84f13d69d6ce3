from typing import final

from mjsim._core.table.player import Player

__all__ = ["WenlingValuePlayer"]

@final
class WenlingValuePlayer(Player):
    def __init__(
        self,
        *,
        first: float = ...,
        step: float = ...,
        turns: float = ...,
        weight: float = ...,
        share: float = ...,
        faith: float = ...,
        losing: float = ...,
        eager: float = ...,
        danger: float = ...,
        pong: bool = ...,
        chi: bool = ...,
        kong: bool = ...,
        epsilon: float = ...,
    ) -> None: ...
