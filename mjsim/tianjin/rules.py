"""The options of 天津麻将 and its two presets."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, Self

from mjsim._core import CATEGORY_BITS, TianjinRules
from mjsim.options import GameRules, option

__all__ = ["Rules"]

_MANY = 1 << 16


@dataclass(frozen=True)
class Rules(GameRules):
    """Rules of 天津麻将: every option, frozen.

    The defaults are the preset ``platform``. `Rules.options` says what each option means, and
    its value in each preset.

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
    >>> [row.name for row in Rules.options() if len(set(row.presets.values())) > 1]
    ['dihu', 'tian_ting', 'su_ben_long', 'chan_points', 'wall_break']
    """

    GAME: ClassVar[str] = "tianjin"
    PRESETS: ClassVar[tuple[str, ...]] = ("platform", "traditional")

    min_fan: int = option(
        2, "T5", "fan that a win must reach, kong points left out", among=(1, _MANY)
    )
    min_fan_exempt: frozenset[str] = option(
        frozenset(), "T10", "categories that may win below min_fan", among=tuple(CATEGORY_BITS)
    )
    tianhu: int = option(4, "T10", "factor of 天胡 and 地胡", among=(1, 64))
    dihu: bool = option(False, "T10", "地胡 counts", traditional=True)
    tian_ting: bool = option(False, "T10", "天聽 may be declared and doubles", traditional=True)
    su_ben_long: bool = option(False, "T6", "素本龍 counts", traditional=True)
    allow_jin_gang: bool = option(True, "T8", "金杠 is allowed")
    jin_gang_points: int = option(4, "T8", "kong points of a 金杠", among=(0, _MANY))
    kong_points_on_draw: bool = option(True, "T8", "kong points are paid after a drawn hand")
    chan_points: int = option(
        1, "T9", "points of 鏟 to each player", among=(0, _MANY), traditional=2
    )
    base: int = option(1, "T9", "房間基本分, multiplies fan, kong points and 鏟", among=(1, _MANY))
    last_claim_free_tiles: int = option(
        0, "T4", "with so many tiles left or fewer, no pong and no open kong", among=(0, 82)
    )
    draw_rotates: bool = option(False, "T10", "a drawn hand passes the dealer on")
    gangkai_stack: bool = option(False, "T10", "杠開 doubles again for each further kong in a row")
    dead_wall: int = option(0, "T10", "tail tiles that serve kongs only", among=(0, 82))
    wall_break: Literal["platform", "traditional"] = option(
        "platform",
        "T3",
        "where dealing starts; shown in transcripts only",
        among=("platform", "traditional"),
        traditional="traditional",
    )

    @classmethod
    def platform(cls) -> Self:
        """Return the rules of the source's first half, an online platform's."""
        return cls.preset("platform")

    @classmethod
    def traditional(cls) -> Self:
        """Return the rules of the source's second half, as played at home."""
        return cls.preset("traditional")

    @cached_property
    def core(self) -> TianjinRules:
        """The options, for the kernels."""
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
            jin_gang_points=self.jin_gang_points,
            kong_points_on_draw=self.kong_points_on_draw,
            chan_points=self.chan_points,
            base=self.base,
            last_claim_free_tiles=self.last_claim_free_tiles,
            draw_rotates=self.draw_rotates,
            dead_wall=self.dead_wall,
        )
