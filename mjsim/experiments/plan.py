"""Plans: a TOML file that describes one run, or a grid of them."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import signature
from itertools import product
from pathlib import Path
from typing import Any

from mjsim.errors import InputError
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.result import Result
from mjsim.experiments.until import run_until
from mjsim.options import GameRules
from mjsim.playing.games import PLAYED
from mjsim.stats import Until
from mjsim.streams import check_game

__all__ = ["Planned", "read_plan", "run_planned"]

_OWN = ("experiment", "game", "hands", "seed", "until", "rules", "grid")
_NEEDED = ("experiment", "hands", "seed")
_RUNNING = {"out", "n", "workers", "engine", "progress"}


@dataclass(frozen=True)
class Planned:
    """One run of a plan.

    Attributes
    ----------
    name : str
        What of the grid it is, and its folder; empty without a grid.
    experiment : str
    hands : int
    options : dict
        As the experiment takes them.
    until : Until or None
    """

    name: str
    experiment: str
    hands: int
    options: dict[str, Any]
    until: Until | None


def read_plan(path: Path | str) -> list[Planned]:
    """Read the runs of a plan.

    Parameters
    ----------
    path : Path
        A TOML file with ``experiment``, ``hands`` and ``seed``; perhaps ``game``, ``until``, what
        the experiment takes (such as ``strategies``), a table ``rules`` (``preset`` and options)
        and a table ``grid``, which gives a list of values for some of these; options of the
        rules are ``"rules.NAME"`` there. Every combination is a run.

    Returns
    -------
    list of Planned
        In the order of the grid, its last key fastest.

    Raises
    ------
    InputError
        If the file can't be read, a key is unknown or missing, or a value can't be.

    Examples
    --------
    >>> import tempfile
    >>> text = '''
    ... experiment = "categories"
    ... hands = 1000
    ... seed = 1
    ... strategies = ["speed"]
    ... [grid]
    ... "rules.min_fan" = [1, 2]
    ... '''
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "plan.toml"
    ...     _ = path.write_text(text)
    ...     [(each.name, each.options["rules"].min_fan) for each in read_plan(path)]
    [('rules.min_fan=1', 1), ('rules.min_fan=2', 2)]
    """
    path = Path(path)
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from None
    try:
        grid = entries.pop("grid", {})
        if not isinstance(grid, Mapping):
            raise InputError("grid: a table of lists")
        return [_one(entries, point) for point in _points(grid)]
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _points(grid: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every combination of a grid."""
    for key, values in grid.items():
        if not isinstance(values, Sequence) or isinstance(values, str) or not values:
            raise InputError(f"grid: {key}: a list of values, not {values!r}")
    return [dict(zip(grid, chosen, strict=True)) for chosen in product(*grid.values())]


def _one(entries: Mapping[str, Any], point: Mapping[str, Any]) -> Planned:
    settings = {**entries, "rules": dict(entries.get("rules", {}))}
    for key, value in point.items():
        if key.startswith("rules."):
            settings["rules"][key.removeprefix("rules.")] = value
        else:
            settings[key] = value
    for key in _NEEDED:
        if key not in settings:
            raise InputError(f"{key} is missing")
    experiment = settings["experiment"]
    if experiment not in EXPERIMENTS:
        raise InputError(f"experiment: {', '.join(EXPERIMENTS)}, not {experiment!r}")
    takes = set(signature(EXPERIMENTS[experiment]).parameters) - _RUNNING
    for key in settings:
        _check_key(key, [*_OWN, *sorted(takes - {*_OWN})])
    game = check_game(settings.get("game", "tianjin"))
    hands = settings["hands"]
    options = {key: settings[key] for key in takes if key in settings and key != "rules"}
    if "game" in takes:
        options["game"] = game
    if settings["rules"]:
        if "rules" not in takes:
            raise InputError(f"rules: {experiment} takes none")
        options["rules"] = _rules(game, settings["rules"])
    until = None
    if "until" in settings:
        until = Until.parse(str(settings["until"]), max_n=hands)
    name = ",".join(f"{key}={_word(value)}" for key, value in point.items())
    return Planned(name, experiment, hands, options, until)


def _check_key(key: str, known: Sequence[str], where: str = "") -> None:
    """Refuse a key that there is not, and name the nearest one."""
    if key not in known:
        close = get_close_matches(key, known, 1)
        hint = f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(known)}"
        raise InputError(f"{where}no key {key!r}{hint}")


def _rules(game: str, entries: Mapping[str, Any]) -> GameRules:
    """Return a preset with the options that are given."""
    kind = PLAYED[game].rules
    values = dict(entries)
    start = kind.preset(str(values.pop("preset", kind.PRESETS[0])))
    for name, value in values.items():
        _check_key(name, list(start.to_dict()), "rules: ")
        if isinstance(value, list):
            values[name] = frozenset(value)
    return start.replace(**values)


def _word(value: object) -> str:
    """Return a value as a part of a folder's name."""
    if isinstance(value, Mapping):
        return "+".join(f"{key}-{_word(each)}" for key, each in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "+".join(map(_word, value))
    return str(value).replace("/", "-")


def run_planned(planned: Planned, out: Path | str, **running: Any) -> Result:
    """Run one run of a plan into its folder under `out`.

    Parameters
    ----------
    planned : Planned
    out : Path
    **running
        ``workers``, ``engine`` and ``progress``, as the experiment takes them.
    """
    experiment = EXPERIMENTS[planned.experiment]
    folder = Path(out) / planned.name
    if planned.until is None:
        return experiment(folder, planned.hands, **planned.options, **running)
    running.pop("progress", None)
    return run_until(experiment, folder, planned.until, **planned.options, **running)
