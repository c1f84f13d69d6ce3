from typing import ClassVar
from mjsim.strategies.speed import Speed


class Value(Speed, frozen=True, kw_only=True):
    NAME: ClassVar[str] = "value"
