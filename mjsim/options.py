"""Rules as frozen options with named presets: what every game's `Rules` is built on."""

import hashlib
import json
from collections.abc import Mapping, Set
from dataclasses import Field, asdict, field, fields
from dataclasses import replace as _replace
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from mjsim.errors import InputError

__all__ = ["GameRules", "Option", "option", "read_value"]

_TRUTH = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


class Option(NamedTuple):
    """A row of a game's option table.

    Attributes
    ----------
    name : str
    presets : mapping of str to object
        The option's value in each preset.
    rule : str
        Label of the rule that it belongs to.
    meaning : str
    """

    name: str
    presets: Mapping[str, object]
    rule: str
    meaning: str


def option(
    default: Any,
    rule: str,
    meaning: str,
    *,
    among: tuple[int, int] | tuple[str, ...] | None = None,
    **presets: object,
) -> Any:
    """Declare an option: default, rule, meaning, and its value in presets that differ.

    Parameters
    ----------
    default : object
    rule, meaning : str
    among : (least, most) or tuple of str, optional
        Whole numbers from least to most, or one of these words.
    **presets
        Values in other presets than the first.
    """
    metadata = {"rule": rule, "meaning": meaning, "among": among, "presets": presets}
    return field(default=default, metadata=metadata)


class GameRules:
    """Options of a game; a frozen dataclass derives from it.

    Class attributes
    ----------------
    GAME : str
    PRESETS : tuple of str
        Names of the presets, the one of the defaults first.
    """

    GAME: ClassVar[str]
    PRESETS: ClassVar[tuple[str, ...]]

    @property
    def core(self) -> Any:
        """The options as the kernels take them."""
        raise NotImplementedError

    def __post_init__(self) -> None:
        for entry in self._fields():
            self._check(entry)

    @classmethod
    def _fields(cls) -> tuple["Field[Any]", ...]:
        return fields(cls)  # type: ignore[arg-type]  # every subclass is a dataclass

    def _check(self, entry: "Field[Any]") -> None:
        value = getattr(self, entry.name)
        among = entry.metadata["among"]
        if isinstance(entry.default, bool):
            if not isinstance(value, bool):
                raise InputError(f"rules: {entry.name} is true or false, not {value!r}")
        elif isinstance(entry.default, int):
            least, most = among
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise InputError(f"rules: {entry.name} is {least} to {most}, not {value!r}")
        elif isinstance(entry.default, str):
            if value not in among:
                words = " or ".join(map(repr, among))
                raise InputError(f"rules: {entry.name} is {words}, not {value!r}")
        elif isinstance(entry.default, frozenset):
            if not isinstance(value, Set | list | tuple):
                raise InputError(f"rules: {entry.name} is a set of category ids, not {value!r}")
            unknown = sorted(map(str, set(value) - set(among)))
            if unknown:
                raise InputError(f"rules: {entry.name}: no category {unknown[0]!r}")
            object.__setattr__(self, entry.name, frozenset(value))

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return the preset of this name.

        Raises
        ------
        InputError
            If there is none.
        """
        if name not in cls.PRESETS:
            raise InputError(f"rules: no preset {name!r}; there are {' and '.join(cls.PRESETS)}")
        changes = {
            entry.name: entry.metadata["presets"][name]
            for entry in cls._fields()
            if name in entry.metadata["presets"]
        }
        return cls(**changes)

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Return the table of options by preset."""
        return tuple(
            Option(
                entry.name,
                MappingProxyType(
                    {
                        name: entry.metadata["presets"].get(name, entry.default)
                        for name in cls.PRESETS
                    }
                ),
                entry.metadata["rule"],
                entry.metadata["meaning"],
            )
            for entry in cls._fields()
        )

    def replace(self, **options: Any) -> Self:
        """Return these rules with some options changed.

        Raises
        ------
        InputError
            If there is no such option, or it can't take the value.
        """
        known = {entry.name for entry in self._fields()}
        for name in options:
            if name not in known:
                raise InputError(f"rules: no option {name!r}")
        return _replace(self, **options)  # type: ignore[type-var]

    def to_dict(self) -> dict[str, Any]:
        """Return the options as plain values that JSON can hold, sets sorted."""
        values = asdict(self)  # type: ignore[call-overload]
        return {
            name: sorted(value) if isinstance(value, frozenset) else value
            for name, value in values.items()
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the rules whose `to_dict` gave these values.

        Raises
        ------
        InputError
            If an option is missing or unknown, or can't take its value.
        """
        known = {entry.name: entry for entry in cls._fields()}
        for name in known:
            if name not in values:
                raise InputError(f"rules: option {name!r} is missing")
        for name in values:
            if name not in known:
                raise InputError(f"rules: no option {name!r}")
        return cls(
            **{
                name: frozenset(value) if isinstance(value, list) else value
                for name, value in values.items()
            }
        )

    @property
    def digest(self) -> str:
        """SHA-256 of the game and all options, in hexadecimal."""
        text = json.dumps([self.GAME, self.to_dict()], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def __getstate__(self) -> dict[str, Any]:
        # The compiled rules are cheap to make again and are not pickled.
        return {entry.name: getattr(self, entry.name) for entry in self._fields()}


def read_value(name: str, text: str, now: object) -> object:
    """Read an option's value out of text, of the type that it has now.

    Raises
    ------
    InputError
        If the text is of another type.

    Examples
    --------
    >>> read_value("min_fan", "3", 2), read_value("dihu", "yes", False)
    (3, True)
    >>> read_value("dihu", "maybe", False)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: dihu is true or false, not 'maybe'
    """
    if isinstance(now, bool):
        if text.lower() not in _TRUTH:
            raise InputError(f"{name} is true or false, not {text!r}")
        return _TRUTH[text.lower()]
    if isinstance(now, int):
        try:
            return int(text)
        except ValueError:
            raise InputError(f"{name} is a whole number, not {text!r}") from None
    if isinstance(now, frozenset):
        return frozenset(part.strip() for part in text.split(",") if part.strip())
    return text
