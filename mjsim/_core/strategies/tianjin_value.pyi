from typing import final

from mjsim._core.table.player import Player

__all__ = ["TianjinValuePlayer"]

@final
class TianjinValuePlayer(Player):
    def __init__(
        self,
        *,
        step: float = ...,
        turns: float = ...,
        share: float = ...,
        risk: float = ...,
        patience: float = ...,
        pong: bool = ...,
        kong: bool = ...,
        decline: bool = ...,
        sit: bool = ...,
        pull: int = ...,
        epsilon: float = ...,
    ) -> None: ...
