"""Which options may differ between the rules that were played and those that only settle."""

from collections.abc import Sequence
from dataclasses import fields

from mjsim.errors import InputError
from mjsim.options import GameRules
from mjsim.strategies import Strategy
from mjsim.tianjin.rules import Rules

__all__ = ["SETTLING", "check_variants"]

SETTLING = frozenset(
    {
        "base",
        "chan_points",
        "draw_rotates",
        "jin_gang_points",
        "kong_points_on_draw",
        "su_ben_long",
        "tianhu",
        "wall_break",
    }
)
"""Options that change what is paid and never what is legal: 素本龍 and 天胡 are above any
``min_fan`` to which the rest applies (see `check_variants`)."""

_MOST_MIN_FAN = 4  # the least fan of a 龍, and of 天胡 with the least factor that T10 names


def check_variants(
    played: GameRules, variants: Sequence[GameRules], strategies: Sequence[Strategy] = ()
) -> None:
    """Refuse rules under which other moves would have been legal, or chosen.

    Examples
    --------
    >>> check_variants(Rules.platform(), [Rules.platform().replace(min_fan=3)])
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: variants: min_fan changes what is legal; play it
    """
    for variant in variants:
        if not isinstance(variant, Rules) or not isinstance(played, Rules):
            raise InputError(f"variants: rules of the game that is played, not {variant!r}")
        settling = set(SETTLING)
        if played.min_fan <= 2:
            settling.add("gangkai_stack")  # 杠開 doubles once, which is enough
        if played.min_fan > _MOST_MIN_FAN or min(played.tianhu, variant.tianhu) < played.min_fan:
            settling -= {"su_ben_long", "tianhu"}
        for field in fields(variant):
            same = getattr(variant, field.name) == getattr(played, field.name)
            if same:
                continue
            if field.name not in settling:
                raise InputError(f"variants: {field.name} changes what is legal; play it")
            for strategy in strategies:
                if strategy.reads is None or field.name in strategy.reads:
                    raise InputError(
                        f"variants: strategy {strategy.label} reads {field.name}; play it"
                    )
