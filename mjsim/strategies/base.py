"""What every strategy says of itself."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self

import msgspec

from mjsim._core import Player
from mjsim.errors import InputError
from mjsim.options import GameRules

__all__ = ["Chance", "Strategy", "labelled"]

Chance = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
"""A number from 0 to 1."""

Pull = Annotated[int, msgspec.Meta(ge=0, le=2)]
"""拉莊: 0, 1 or 2."""


class Strategy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A strategy: its name, its parameters (the fields), and what it reads.

    Class attributes
    ----------------
    NAME : str
    GAMES : tuple of str
        The games that it plays.
    READS : frozenset of str or None
        Options of the rules that its choices depend on; None: it may read any.
    READS_STAKES : bool
        Its choices depend on 坐莊 and 拉莊.

    Raises
    ------
    InputError
        If a parameter is of a wrong type or out of range.
    """

    NAME: ClassVar[str]
    GAMES: ClassVar[tuple[str, ...]] = ("tianjin",)
    READS: ClassVar[frozenset[str] | None] = frozenset()
    READS_STAKES: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for field in msgspec.structs.fields(type(self)):
            try:
                msgspec.convert(getattr(self, field.name), field.type)
            except msgspec.ValidationError as error:
                raise InputError(f"strategy {self.NAME}: {field.name}: {_plain(error)}") from None

    @classmethod
    def of(cls, parameters: dict[str, Any]) -> Self:
        """Return the strategy with these parameters, as a TOML file gives them."""
        known = [field.name for field in msgspec.structs.fields(cls)]
        for name in parameters:
            if name not in known:
                has = ", ".join(known) or "none"
                raise InputError(f"strategy {cls.NAME}: no parameter {name!r}; it has {has}")
        return cls(**parameters)

    def parameters(self) -> dict[str, Any]:
        """Return the parameters by name."""
        return msgspec.structs.asdict(self)

    @property
    def label(self) -> str:
        """Name, and the parameters that differ from their defaults.

        Examples
        --------
        >>> from mjsim.strategies import Speed
        >>> Speed(epsilon=0.125).label
        'speed(epsilon=0.125)'
        """
        changed = {
            field.name: getattr(self, field.name)
            for field in msgspec.structs.fields(type(self))
            if getattr(self, field.name) != field.default
        }
        return labelled(self.NAME, changed)

    @property
    def reads(self) -> frozenset[str] | None:
        """Options of the rules that its choices depend on; None: any."""
        return self.READS

    @property
    def reads_stakes(self) -> bool:
        """Whether its choices depend on 坐莊 and 拉莊."""
        return self.READS_STAKES

    @property
    def noisy(self) -> bool:
        """Whether it draws noise."""
        return bool(getattr(self, "epsilon", 0.0))

    def player(self, rules: GameRules) -> Player:
        """Return the strategy as the engine takes it, under these rules."""
        raise NotImplementedError


def labelled(name: str, parameters: Mapping[str, object]) -> str:
    """Return a name with parameters behind it, if there are any.

    Examples
    --------
    >>> labelled("mine", {"first": False}), labelled("mine", {})
    ('mine(first=False)', 'mine')
    """
    given = ", ".join(f"{key}={_named(value)}" for key, value in parameters.items())
    return f"{name}({given})" if given else name


def _named(value: object) -> str:
    """Return the same words in every process: no address of an object."""
    words = repr(value)
    if " at 0x" not in words:
        return words
    return str(getattr(value, "__qualname__", type(value).__qualname__))


def _plain(error: msgspec.ValidationError) -> str:
    """Return msgspec's message as a part of a sentence."""
    message = str(error)
    return message[0].lower() + message[1:]
