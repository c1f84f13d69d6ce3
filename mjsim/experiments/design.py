"""What a run varies, as manifests and tables name it."""

from typing import Any, NamedTuple

from mjsim.inputs import read_kind
from mjsim.options import GameRules
from mjsim.tiles import N_KINDS, tile_code

__all__ = ["RANDOM", "RulesName", "indicator_name", "read_indicator", "rules_name"]

RANDOM = "random"
"""Name of an indicator that every hand draws anew."""


class RulesName(NamedTuple):
    """Rules in words.

    Attributes
    ----------
    preset : str
        The preset with the fewest options changed.
    changes : dict of str to object
        The options changed, as plain values.
    """

    preset: str
    changes: dict[str, Any]

    def __str__(self) -> str:
        return " ".join((self.preset, *(f"{k}={_plain(v)}" for k, v in self.changes.items())))


def rules_name(rules: GameRules) -> RulesName:
    """Name rules by a preset and the options that differ from it.

    Parameters
    ----------
    rules : GameRules
        Of either game.

    Returns
    -------
    RulesName

    Examples
    --------
    >>> from mjsim.tianjin import Rules
    >>> str(rules_name(Rules.traditional()))
    'traditional'
    >>> str(rules_name(Rules.platform().replace(tianhu=8, min_fan_exempt={"su"})))
    'platform min_fan_exempt=su tianhu=8'
    """
    options = rules.to_dict()
    found = []
    for preset in rules.PRESETS:
        usual = rules.preset(preset).to_dict()
        changes = {name: value for name, value in options.items() if value != usual[name]}
        found.append(RulesName(preset, changes))
    return min(found, key=lambda name: len(name.changes))


def read_indicator(indicator: str | int | None, n_kinds: int = N_KINDS) -> int | None:
    """Return the kind of an indicator given as notation or as a number; None is random."""
    return None if indicator is None else read_kind(indicator, "indicator", n_kinds=n_kinds)


def indicator_name(kind: int | None) -> str:
    """Name an indicator.

    Examples
    --------
    >>> indicator_name(read_indicator("東")), indicator_name(None)
    ('E', 'random')
    """
    return RANDOM if kind is None else tile_code(kind)


def _plain(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value).lower()
