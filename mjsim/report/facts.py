"""Rules in force, what a run was made with, and the 番種 by name."""

from collections.abc import Iterator

from mjsim.experiments.sessions_results import AMONG
from mjsim.experiments.stakes_results import BETWEEN
from mjsim.plots.words import CATEGORIES
from mjsim.report.command import rules_of
from mjsim.report.model import Fact
from mjsim.report.rules_words import OPTION_ZH, VALUE_ZH
from mjsim.report.run import ToldRun
from mjsim.report.terms import cell_name

__all__ = ["glossary", "made", "players", "rules_in_force"]


def rules_in_force(told: ToldRun) -> Iterator[Fact]:
    """Yield every option with its value; marked where the preset says another.

    Parameters
    ----------
    told : ToldRun
    """
    rules = rules_of(told)
    values = rules.to_dict()
    preset = min(
        rules.PRESETS,
        key=lambda name: sum(
            value != values[option] for option, value in rules.preset(name).to_dict().items()
        ),
    )
    usual = rules.preset(preset).to_dict()
    yield Fact(told.say("所本", "preset"), preset)
    for option in rules.options():
        meaning = told.say(OPTION_ZH[told.game][option.name], option.meaning)
        name = told.say(
            "{name}（{meaning}）", "{name} ({meaning})", name=option.name, meaning=meaning
        )
        value = values[option.name]
        yield Fact(name, _value(told, value), value != usual[option.name])


def made(told: ToldRun) -> Iterator[Fact]:
    """Yield what a run was made with; no time and no machine, which change no number.

    Parameters
    ----------
    told : ToldRun
    """
    unit = told.run.unit
    units = {
        "hands": ("盤數", "hands"),
        "walls": ("牌牆", "walls"),
        "sessions": ("場數", "sessions"),
    }
    yield Fact(told.say("玩法", "game"), told.run.words(told.game))
    yield Fact(told.say("實驗", "experiment"), told.run.experiment)
    yield Fact(told.say(*units[unit]), f"{told.n:,}")
    if "n_hands" in told.design:
        yield Fact(told.say("每場盤數", "hands a session"), f"{told.design['n_hands']:,}")
    yield Fact(told.say("種子", "seed"), told.run.seed)
    if told.cells:
        names = [cell_name(told, cell) for cell in players(told)]
        yield Fact(told.say("所打", "played"), told.say("、", ", ").join(names))
    yield Fact(told.say("運行編號", "run id"), told.facts["mjsim.run_id"])
    yield Fact("mjsim", told.facts["mjsim.version"])
    digest = told.facts.get("mjsim.rules_sha256")
    if digest:
        yield Fact(told.say("規則摘要", "digest of the rules"), digest[:16])


def glossary(told: ToldRun) -> Iterator[Fact]:
    """Yield the 番種 that a run's results name: the Chinese name, the id and the English name.

    Parameters
    ----------
    told : ToldRun
    """
    found: dict[str, str] = {}
    for row in told.rows():
        ids = [part for part in row["term"].replace("=", "|").split("|") if part]
        if row["family"] in ("per_win", "per_hand") and ids[-1] in CATEGORIES[told.game]:
            found.setdefault(ids[-1], row["label"])
    for name, label in found.items():
        english = CATEGORIES[told.game][name]
        yield Fact(label, told.say("{name}", "{name}: {english}", name=name, english=english))


def players(told: ToldRun) -> list[str]:
    """Return who played: cells without the seats, options and stakes that tables tell.

    Parameters
    ----------
    told : ToldRun
    """
    cells = (cell.partition(BETWEEN)[0].partition(" @")[0] for cell in told.cells)
    return list(dict.fromkeys(cell.replace(" / ", AMONG) for cell in cells))


def _value(told: ToldRun, value: object) -> str:
    if isinstance(value, list):
        return "+".join(map(str, value)) or told.say(VALUE_ZH[""], "none")
    if isinstance(value, bool):
        return told.say(VALUE_ZH[str(value)], "yes" if value else "no")
    return str(value)
