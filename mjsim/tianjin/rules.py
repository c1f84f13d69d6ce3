"""The options of 天津麻将 and its two presets."""

import hashlib
import json
from collections.abc import Set
from dataclasses import asdict, dataclass, field, fields
from dataclasses import replace as _replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, Self

from mjsim._core import CATEGORY_BITS, TianjinRules
from mjsim.errors import InputError

__all__ = ["Option", "Rules"]

_INTEGERS = {
    # option: (least, most)
    "tianhu": (1, 64),
    "min_fan": (1, 1 << 16),
    "jin_gang_points": (0, 1 << 16),
    "chan_points": (0, 1 << 16),
    "base": (1, 1 << 16),
    "last_claim_free_tiles": (0, 82),
    "dead_wall": (0, 82),
}


class Option(NamedTuple):
    """A row of the option table: its value in each preset, the rule, and what it means."""

    name: str
    platform: object
    traditional: object
    rule: str
    meaning: str


def _option(default: Any, rule: str, meaning: str, traditional: Any = None) -> Any:
    return field(
        default=default,
        metadata={
            "rule": rule,
            "meaning": meaning,
            "traditional": default if traditional is None else traditional,
        },
    )


@dataclass(frozen=True)
class Rules:
    """Rules of 天津麻将: every option, frozen.

    The defaults are the preset ``platform``. See `Rules.options` for what each option means.

    Raises
    ------
    InputError
        If a value is not one that the option can take.

    Examples
    --------
    >>> Rules() == Rules.platform()
    True
    >>> Rules.platform().replace(min_fan=3, min_fan_exempt={"su"}).min_fan
    3
    >>> Rules(min_fan=0)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: rules: min_fan is 1 to 65536, not 0
    """

    min_fan: int = _option(2, "T5", "fan that a win must reach, kong points left out")
    min_fan_exempt: frozenset[str] = _option(
        frozenset(), "T10", "categories that may win below min_fan"
    )
    tianhu: int = _option(4, "T10", "factor of 天胡 and 地胡")
    dihu: bool = _option(False, "T10", "地胡 counts", True)
    tian_ting: bool = _option(False, "T10", "天聽 may be declared and doubles", True)
    su_ben_long: bool = _option(False, "T6", "素本龍 counts", True)
    allow_jin_gang: bool = _option(True, "T8", "金杠 is allowed")
    jin_gang_points: int = _option(4, "T8", "kong points of a 金杠")
    kong_points_on_draw: bool = _option(True, "T8", "kong points are paid after a drawn hand")
    chan_points: int = _option(1, "T9", "points of 鏟 to each player", 2)
    base: int = _option(1, "T9", "房間基本分, multiplies fan, kong points and 鏟")
    last_claim_free_tiles: int = _option(
        0, "T4", "with so many tiles left or fewer, no pong and no open kong"
    )
    draw_rotates: bool = _option(False, "T10", "a drawn hand passes the dealer on")
    gangkai_stack: bool = _option(False, "T10", "杠開 doubles again for each further kong in a row")
    dead_wall: int = _option(0, "T10", "tail tiles that serve kongs only")
    wall_break: Literal["platform", "traditional"] = _option(
        "platform", "T3", "where dealing starts; shown in transcripts only", "traditional"
    )

    def __post_init__(self) -> None:
        for name, (least, most) in _INTEGERS.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise InputError(f"rules: {name} is {least} to {most}, not {value!r}")
        for entry in fields(self):
            if entry.type is bool and not isinstance(getattr(self, entry.name), bool):
                raise InputError(
                    f"rules: {entry.name} is true or false, not {getattr(self, entry.name)!r}"
                )
        given: object = self.min_fan_exempt
        if not isinstance(given, Set | list | tuple):
            raise InputError(f"rules: min_fan_exempt is a set of category ids, not {given!r}")
        exempt = frozenset(given)
        unknown = sorted(map(str, exempt - CATEGORY_BITS.keys()))
        if unknown:
            raise InputError(f"rules: min_fan_exempt: no category {unknown[0]!r}")
        object.__setattr__(self, "min_fan_exempt", exempt)
        if self.wall_break not in ("platform", "traditional"):
            raise InputError(
                f"rules: wall_break is 'platform' or 'traditional', not {self.wall_break!r}"
            )

    @classmethod
    def platform(cls) -> Self:
        """Return the rules of the source's first half, an online platform's."""
        return cls()

    @classmethod
    def traditional(cls) -> Self:
        """Return the rules of the source's second half, as played at home."""
        return cls(**{entry.name: entry.metadata["traditional"] for entry in fields(cls)})

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return the preset of this name.

        Examples
        --------
        >>> Rules.preset("traditional").dihu
        True
        """
        if name == "platform":
            return cls.platform()
        if name == "traditional":
            return cls.traditional()
        raise InputError(f"rules: no preset {name!r}; there are platform and traditional")

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Return the table of options by preset.

        Examples
        --------
        >>> [row.name for row in Rules.options() if row.platform != row.traditional]
        ['dihu', 'tian_ting', 'su_ben_long', 'chan_points', 'wall_break']
        """
        return tuple(
            Option(
                entry.name,
                entry.default,
                entry.metadata["traditional"],
                entry.metadata["rule"],
                entry.metadata["meaning"],
            )
            for entry in fields(cls)
        )

    def replace(self, **options: Any) -> Self:
        """Return these rules with some options changed.

        Raises
        ------
        InputError
            If there is no such option, or it can't take the value.

        Examples
        --------
        >>> Rules().replace(tianho=8)
        Traceback (most recent call last):
        ...
        mjsim.errors.InputError: rules: no option 'tianho'
        """
        known = {entry.name for entry in fields(self)}
        for name in options:
            if name not in known:
                raise InputError(f"rules: no option {name!r}")
        return _replace(self, **options)

    def to_dict(self) -> dict[str, Any]:
        """Return the options as plain values that JSON can hold, sets sorted."""
        return {**asdict(self), "min_fan_exempt": sorted(self.min_fan_exempt)}

    @property
    def digest(self) -> str:
        """SHA-256 of the game and all options, in hexadecimal."""
        text = json.dumps(["tianjin", self.to_dict()], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def core(self) -> TianjinRules:
        """The options that scoring reads, for the kernels."""
        exempt = 0
        for name in self.min_fan_exempt:
            exempt |= CATEGORY_BITS[name]
        return TianjinRules(
            tianhu=self.tianhu,
            min_fan=self.min_fan,
            exempt=exempt,
            dihu=self.dihu,
            tian_ting=self.tian_ting,
            su_ben_long=self.su_ben_long,
            gangkai_stack=self.gangkai_stack,
            allow_jin_gang=self.allow_jin_gang,
        )

    def __getstate__(self) -> dict[str, Any]:
        # The compiled rules are cheap to make again and are not pickled.
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}
