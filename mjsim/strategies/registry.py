"""Reading which strategies sit at a table."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mjsim.errors import InputError
from mjsim.strategies.base import Strategy
from mjsim.strategies.python import PythonStrategy
from mjsim.strategies.random import Random
from mjsim.strategies.speed import Speed
from mjsim.strategies.value import Value
from mjsim.strategies.wenling_value import WenlingValue
from mjsim.streams import GAMES, check_game

__all__ = ["STRATEGIES", "read_strategies", "read_strategy"]

STRATEGIES: dict[str, dict[str, type[Strategy]]] = {
    game: {each.NAME: each for each in (Random, Speed, Value, WenlingValue) if game in each.GAMES}
    for game in GAMES
}
"""The compiled strategies by game and name."""


def read_strategy(given: object, game: str = "tianjin") -> Strategy:
    """Return the strategy that somebody names.

    Parameters
    ----------
    given : str, mapping, Path, type or Strategy
        A name of ``STRATEGIES[game]``; an import path ``"package.module:Class"``; a path to a
        TOML file, or a mapping, with ``strategy`` (one of these) and parameters beside it; a
        class with ``new_hand`` and ``choose``.
    game : str
        A name may stand for a strategy of its own in each game, with its own parameters.

    Raises
    ------
    InputError
        If there is none, or a parameter can't be.

    Examples
    --------
    >>> read_strategy({"strategy": "speed", "pong": False}).label
    'speed(pong=False)'
    >>> read_strategy("sped")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: strategy: random, speed, value, module:Class or *.toml, not 'sped'
    """
    check_game(game)
    if isinstance(given, Strategy):
        return given
    if isinstance(given, type):
        return PythonStrategy(source=given)
    if isinstance(given, Mapping):
        return _of_mapping(dict(given), game)
    if isinstance(given, Path) or (isinstance(given, str) and given.endswith(".toml")):
        return _of_file(Path(given), game)
    if isinstance(given, str):
        if given in STRATEGIES[game]:
            return STRATEGIES[game][given]()
        if ":" in given:
            return PythonStrategy(source=given)
    names = ", ".join(STRATEGIES[game])
    raise InputError(f"strategy: {names}, module:Class or *.toml, not {given!r}")


def _of_mapping(entries: dict[str, Any], game: str) -> Strategy:
    name = entries.pop("strategy", None)
    if isinstance(name, str) and name in STRATEGIES[game]:
        return STRATEGIES[game][name].of(entries)
    if isinstance(name, type) or (isinstance(name, str) and ":" in name):
        epsilon = entries.pop("epsilon", 0.0)
        return PythonStrategy(source=name, arguments=entries, epsilon=epsilon)
    if isinstance(name, (str, Path)) and str(name).endswith(".toml"):
        raise InputError(f"strategy: {str(name)!r} is a file; its parameters stand in it alone")
    return read_strategy(name, game)  # which says what there is


def _of_file(path: Path, game: str) -> Strategy:
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"strategy {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"strategy {path}: {error}") from None
    try:
        return _of_mapping(entries, game)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def read_strategies(given: object, game: str) -> tuple[Strategy, Strategy, Strategy, Strategy]:
    """Return four strategies by seat; one alone sits on all four seats.

    Examples
    --------
    >>> [each.label for each in read_strategies("speed", "tianjin")]
    ['speed', 'speed', 'speed', 'speed']
    """
    several = isinstance(given, Sequence) and not isinstance(given, str)
    entries = list(given) if several else [given] * 4  # type: ignore[call-overload]
    if len(entries) != 4:
        raise InputError(f"strategies: four, or one for all seats, not {len(entries)}")
    first, second, third, fourth = (read_strategy(entry, game) for entry in entries)
    for each in (first, second, third, fourth):
        if game not in each.GAMES:
            raise InputError(f"strategy {each.label}: it does not play {game}")
    return first, second, third, fourth
