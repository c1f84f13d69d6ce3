"""The command that repeats a run, out of what the run says of itself."""

import ast
import json
import re
import shlex
from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Final

from mjsim.experiments.design import RANDOM, rules_name
from mjsim.experiments.rules import OPTIONS
from mjsim.experiments.sequences import looks_of
from mjsim.experiments.sessions import BANKROLL, run_sessions
from mjsim.experiments.stakes import run_stakes
from mjsim.options import GameRules
from mjsim.report.run import ToldRun
from mjsim.store import read_manifest

__all__ = ["command_of", "rules_of"]

_RUIN: Final = re.compile(r"ruin\(([^)]+)\)")
_STRETCH: Final = re.compile(r"(\d+) 盤內")
_N_SETTINGS: Final = 54
_UNTIL: Final = re.compile(r"(?P<rule>.*), max_n=(?P<most>\d+)")
_FLAGS: Final = {"bankrolls": "--bankroll", "settings": "--setting", "strategies": "--strategy"}


def command_of(told: ToldRun, out: str) -> str:
    """Return what to type to get the same results.

    Parameters
    ----------
    told : ToldRun
    out : str
        Folder that it writes.

    Returns
    -------
    str
        A command, or if it takes more than flags can say a plan in TOML and the command that
        runs it. Strategies that were given as classes have to be at hand under their names.

    Raises
    ------
    InputError
        If the run's folder has a broken manifest, or its rules are not those of the game.
    """
    game, experiment = told.game, told.run.experiment
    rules = rules_name(rules_of(told))
    options = {**_players(told), **_own(told)}
    hands, until = told.n, _until(told)
    if until is not None:
        hands = until[1]
    flags = ["--game", game, "--hands", str(hands), "--seed", told.run.seed]
    if until is not None:
        flags += ["--until", until[0]]
    if rules.preset != type(rules_of(told)).PRESETS[0]:
        flags += ["--preset", rules.preset]
    for name, value in rules.changes.items():
        flags += ["--set", f"{name}={_word(value)}"]
    plain = all(isinstance(each, str) for each in options.get("strategies", ()))
    if plain and not set(options) - {*_FLAGS, "stretch", "indicator"}:
        for name, value in options.items():
            for each in value if isinstance(value, list) else [value]:
                flags += [_FLAGS.get(name, f"--{name}"), str(each)]
        return shlex.join(["mjsim", "run", experiment, *flags, "--out", out])
    if "stretch" in options:
        options["n_hands"] = options.pop("stretch")
    plan: dict[str, Any] = {"experiment": experiment, "game": game, "hands": hands}
    plan |= {"seed": int(told.run.seed), **options}
    if until is not None:
        plan["until"] = until[0]
    lines = [f"{name} = {_toml(value)}" for name, value in plan.items()]
    lines += ["[rules]", f"preset = {_toml(rules.preset)}"]
    lines += [f"{name} = {_toml(value)}" for name, value in rules.changes.items()]
    return "\n".join(["# plan.toml", *lines, "", f"mjsim run plan.toml --out {out}"])


def rules_of(told: ToldRun) -> GameRules:
    """Return the rules of a run; of the first cell, where it varies them.

    Raises
    ------
    InputError
        If they are not those of the game.
    """
    kind = _kind(told.game)
    named = told.design.get("rules")
    if isinstance(named, str):  # a preset and what was changed
        changes = told.design.get("changes", {})
        return kind.from_dict({**kind.preset(named).to_dict(), **changes})
    return kind.from_dict(told.rules)


def _kind(game: str) -> type[GameRules]:
    if game == "tianjin":
        from mjsim.tianjin import Rules

        return Rules
    from mjsim.wenling import Rules as WenlingRules

    return WenlingRules


def _players(told: ToldRun) -> dict[str, Any]:
    """Return the strategies, each once: names, and those with parameters as tables."""
    labels = [label for cell in told.design.get("cells", ()) for label in cell["strategies"]]
    found = [_strategy(label) for label in dict.fromkeys(labels)]
    return {"strategies": found} if found else {}


def _strategy(label: str) -> str | dict[str, Any]:
    """Read a strategy's label, such as ``value(risk=0.3)``.

    Examples
    --------
    >>> _strategy("value(risk=0.3)"), _strategy("speed")
    ({'strategy': 'value', 'risk': 0.3}, 'speed')
    """
    name, bracket, rest = label.partition("(")
    if not bracket:
        return label
    try:
        call = ast.parse(f"f({rest}", mode="eval").body
        assert isinstance(call, ast.Call)
        given = {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
    except (SyntaxError, ValueError, AssertionError):  # objects, which no text stands for
        return label
    return {"strategy": name, **given}


def _own(told: ToldRun) -> dict[str, Any]:
    """Return the options of the experiment that are not the usual ones."""
    found: dict[str, Any] = {}
    experiment = told.run.experiment
    terms = told.run.results["term"].to_list()
    ruins = list(dict.fromkeys(m[1] for m in map(_RUIN.match, terms) if m))
    if experiment == "deals" and told.design.get("indicator", RANDOM) != RANDOM:
        found["indicator"] = told.design["indicator"]
    if experiment == "sessions":
        found |= {name: told.design[name] for name in ("sit", "pulls") if any(told.design[name])}
        if told.design["n_hands"] != _usual(run_sessions, "n_hands"):
            found["n_hands"] = told.design["n_hands"]
        if ruins and float(ruins[0]) != BANKROLL[told.game]:
            found["bankroll"] = float(ruins[0])
    if experiment == "stakes":
        if ruins and [*map(float, ruins)] != [*_usual(run_stakes, "bankrolls")]:
            found["bankrolls"] = ruins
        stretches = {int(m[1]) for m in map(_STRETCH.match, told.run.results["label"]) if m}
        if stretches - {_usual(run_stakes, "n_hands")}:
            found["stretch"] = stretches.pop()
        settings = [term.removeprefix("mean ") for term in terms if term.startswith("mean sit")]
        if len(set(settings)) < _N_SETTINGS:
            found["settings"] = list(dict.fromkeys(settings))
    if experiment == "rules":
        tried = dict.fromkeys(told.run.results["option"].to_list())
        options = [name for name in tried if "=" in name]
        if sorted(options) != sorted(OPTIONS[told.game]):
            found["options"] = options
    return found


def _usual(experiment: Callable[..., object], option: str) -> Any:
    """Return what an option is if nothing is said."""
    return signature(experiment).parameters[option].default


def _until(told: ToldRun) -> tuple[str, int] | None:
    """Return the rule that stopped a run and the most hands it may have had."""
    folder = told.run.folder
    if not folder.is_dir() or not (folder / "manifest.json").exists():
        return None
    looks = looks_of(read_manifest(folder))
    rule = None if looks is None else _UNTIL.fullmatch(looks.rule)
    return None if rule is None else (rule["rule"], int(rule["most"]))


def _word(value: object) -> str:
    """Return a value as ``--set`` takes it."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
