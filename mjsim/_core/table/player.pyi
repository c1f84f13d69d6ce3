from typing_extensions import disjoint_base

__all__ = ["Player"]

@disjoint_base
class Player:
    @property
    def compiled(self) -> bool: ...
    def __init__(self, *, epsilon: float = ...) -> None: ...
