from typing_extensions import disjoint_base

__all__ = ["Player"]

@disjoint_base
class Player:
    def __init__(self, *, epsilon: float = ...) -> None: ...
