"""The options of a hand as a transcript names them, and what they must look like."""

from dataclasses import dataclass

from oracle.wenling_options import Options

SEED = {
    "naonao": "seed",
    "de_restore_fan": 0,
    "restored_pair": True,
    "ron_triplet": "open",
    "pang_selfdraw": False,
    "all_honours_fan": 2,
    "dihu": "discard",
    "loser_sifeng": True,
    "multi_auto": "all",
    "ratio": "flat",
    "bao": True,
    "bao_dragons": True,
    "draw_keeps_dealer": False,
    "huang_stacks": 8,
    "sheng_stacks": 15,
}
PRESETS = {"seed": SEED, "parlour": {**SEED, "de_restore_fan": 1, "ratio": "dealer_double"}}
AMONG = {
    "naonao": ("seed", "with_winds", "always"),
    "ron_triplet": ("open", "concealed"),
    "dihu": ("discard", "first_draw", "both"),
    "multi_auto": ("all", "first_seat"),
    "ratio": ("flat", "dealer_double", "idle_half"),
}
MOST = {"de_restore_fan": 10, "all_honours_fan": 10, "huang_stacks": 40, "sheng_stacks": 40}


def default_rules(preset="seed", **changes):
    """Every option by name, as in the first line of a transcript."""
    unknown = set(changes) - set(SEED)
    if unknown:
        raise ValueError(f"no such options: {sorted(unknown)}")
    return {**PRESETS[preset], **changes}


def may_be(name, value):
    """Whether an option can have a value."""
    if type(value) is not type(SEED[name]):
        return False
    if name in AMONG:
        return value in AMONG[name]
    return type(value) is bool or 0 <= value <= MOST[name]


def faults(rules):
    """What is wrong with the options of a transcript: a list of texts."""
    if not isinstance(rules, dict) or set(rules) != set(SEED):
        return [f"rules are not every option by name: {rules!r}"]
    return [f"{name} is {value!r}" for name, value in rules.items() if not may_be(name, value)]


@dataclass(frozen=True)
class TableRules:
    """Options of scores and settlements, and those of the play around them."""

    scoring: Options
    bao_dragons: bool
    huang_stacks: int
    sheng_stacks: int

    @classmethod
    def of(cls, rules):
        scoring = {name: rules[name] for name in Options.__dataclass_fields__}
        return cls(
            Options(**scoring), rules["bao_dragons"], rules["huang_stacks"], rules["sheng_stacks"]
        )

    @property
    def dihu_on_draw(self):
        return self.scoring.dihu in ("first_draw", "both")
