from typing import final

from mjsim._core.games.tianjin import TianjinRules
from mjsim._core.games.wenling import WenlingRules
from mjsim._core.keys import Wilds

__all__ = ["TableGame"]

@final
class TableGame:
    @property
    def rules(self) -> list[TianjinRules] | list[WenlingRules]: ...
    @property
    def n_rules(self) -> int: ...
    def __init__(self, rules: list[TianjinRules] | list[WenlingRules], wilds: Wilds) -> None: ...
    def fields(self) -> list[tuple[str, object]]: ...
