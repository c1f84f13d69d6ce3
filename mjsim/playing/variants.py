"""Which options may differ between the rules that were played and those that only settle."""

from collections.abc import Sequence
from dataclasses import fields

from mjsim.errors import InputError
from mjsim.options import GameRules
from mjsim.playing.games import PLAYED
from mjsim.strategies import Strategy
from mjsim.tianjin.rules import Rules as TianjinRules

__all__ = ["check_variants", "settling_options"]

_MOST_MIN_FAN = 4  # the least fan of a 龍, and of 天胡 with the least factor that T10 names


def settling_options(played: GameRules, variant: GameRules) -> frozenset[str]:
    """Return the options that may differ between these rules without changing what is legal."""
    settling = PLAYED[played.GAME].settling
    if isinstance(played, TianjinRules) and isinstance(variant, TianjinRules):
        if played.min_fan <= 2:
            settling |= {"gangkai_stack"}  # 杠開 doubles once, which is enough
        if played.min_fan > _MOST_MIN_FAN or min(played.tianhu, variant.tianhu) < played.min_fan:
            settling -= {"su_ben_long", "tianhu"}
    return settling


def check_variants(
    played: GameRules, variants: Sequence[GameRules], strategies: Sequence[Strategy] = ()
) -> None:
    """Refuse rules under which other moves would have been legal, or chosen.

    Examples
    --------
    >>> rules = TianjinRules.platform()
    >>> check_variants(rules, [rules.replace(min_fan=3)])
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: variants: min_fan changes what is legal; play it
    """
    for variant in variants:
        if type(variant) is not type(played):
            raise InputError(f"variants: rules of the game that is played, not {variant!r}")
        settling = settling_options(played, variant)
        for field in fields(variant):  # type: ignore[arg-type]  # every Rules is a dataclass
            if getattr(variant, field.name) == getattr(played, field.name):
                continue
            if field.name not in settling:
                raise InputError(f"variants: {field.name} changes what is legal; play it")
            for strategy in strategies:
                if strategy.reads is None or field.name in strategy.reads:
                    raise InputError(
                        f"variants: strategy {strategy.label} reads {field.name}; play it"
                    )
