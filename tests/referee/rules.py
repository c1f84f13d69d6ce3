"""The options of a hand as a transcript names them (T10), and what they must look like."""

from dataclasses import dataclass

from oracle.tianjin import CATEGORIES
from oracle.tianjin_options import Options

PLATFORM = {
    "min_fan": 2,
    "min_fan_exempt": [],
    "tianhu": 4,
    "dihu": False,
    "tian_ting": False,
    "su_ben_long": False,
    "allow_jin_gang": True,
    "jin_gang_points": 4,
    "kong_points_on_draw": True,
    "chan_points": 1,
    "base": 1,
    "last_claim_free_tiles": 0,
    "draw_rotates": False,
    "gangkai_stack": False,
    "dead_wall": 0,
    "wall_break": "platform",
}
TRADITIONAL = {
    **PLATFORM,
    "dihu": True,
    "tian_ting": True,
    "su_ben_long": True,
    "chan_points": 2,
    "wall_break": "traditional",
}
PRESETS = {"platform": PLATFORM, "traditional": TRADITIONAL}
LEAST = {"min_fan": 1, "tianhu": 1, "base": 1}
MOST = {"last_claim_free_tiles": 82, "dead_wall": 82}


def default_rules(preset="platform", **changes):
    """Every option by name, as in the first line of a transcript."""
    unknown = set(changes) - set(PLATFORM)
    if unknown:
        raise ValueError(f"no such options: {sorted(unknown)}")
    rules = {**PRESETS[preset], **changes}
    rules["min_fan_exempt"] = sorted(rules["min_fan_exempt"])
    return rules


def may_be(name, value):
    """Whether an option can have a value."""
    default = PLATFORM[name]
    if type(value) is not type(default):
        return False
    if type(value) is int:
        return LEAST.get(name, 0) <= value <= MOST.get(name, 1 << 16)
    if name == "wall_break":
        return value in PRESETS
    if name == "min_fan_exempt":
        return all(item in CATEGORIES for item in value) and value == sorted(set(value))
    return True


def faults(rules):
    """What is wrong with the options of a transcript: a list of texts."""
    if not isinstance(rules, dict) or set(rules) != set(PLATFORM):
        return [f"rules are not every option by name: {rules!r}"]
    return [f"{name} is {value!r}" for name, value in rules.items() if not may_be(name, value)]


@dataclass(frozen=True)
class TableRules:
    """Options of scores and settlements, and those of the play around them."""

    scoring: Options
    last_claim_free_tiles: int
    gangkai_stack: bool
    dead_wall: int
    wall_break: str

    @classmethod
    def of(cls, rules):
        scoring = {name: rules[name] for name in Options.__dataclass_fields__}
        scoring["min_fan_exempt"] = frozenset(scoring["min_fan_exempt"])
        return cls(
            Options(**scoring),
            rules["last_claim_free_tiles"],
            rules["gangkai_stack"],
            rules["dead_wall"],
            rules["wall_break"],
        )
