"""Checking a transcript: the hand is played again from its wall and its choices alone."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mjsim._core import FailedHand, PythonPlayer
from mjsim.errors import InputError
from mjsim.inputs import read_kind, several, whole
from mjsim.playing.actions import Action
from mjsim.playing.games import PLAYED
from mjsim.playing.lines import VERSION
from mjsim.playing.table import Table
from mjsim.playing.transcript import read_number, transcribe
from mjsim.playing.walls import Wall, wall_of_hand
from mjsim.strategies import Random
from mjsim.streams import GAMES
from mjsim.tiles import N_KINDS_FLOWERS

__all__ = ["replay"]

Line = Mapping[str, Any]

_SHORT = 8  # entries of a list that a message repeats
_MOST_CHARACTERS = 120


class _Told:
    """Makes the choices that a transcript tells, seat by seat in order of play."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._next = 0

    def new_hand(self) -> None:
        self._next = 0

    def choose(self, view: Any, actions: tuple[int, ...]) -> int:
        # A seat with one legal action is not asked.
        while self._next < len(self._lines):
            line = self._lines[self._next]
            self._next += 1
            legal = line.get("legal")
            if line.get("type") == "choice" and isinstance(legal, list) and len(legal) > 1:
                code = Action.parse(str(line.get("action"))).code
                if code not in actions:
                    raise InputError(f"seat {line.get('seat')} may not {line['action']!r} here")
                return actions.index(code)
        raise InputError("the transcript ends before the hand does")


def replay(lines: Sequence[Line]) -> int:
    """Play a transcript again and compare every line.

    Parameters
    ----------
    lines : sequence of dict
        As `record` returns them.

    Returns
    -------
    int
        Number of lines, all of which hold.

    Raises
    ------
    InputError
        At the first line that does not follow from the wall, the choices and the rules. Lines
        are counted from 1.

    Examples
    --------
    >>> from mjsim.playing import record
    >>> lines = record("tianjin", "speed", 3, seed=1)
    >>> replay(lines) == len(lines)
    True
    >>> lines[-1]["payoffs"] = [0, 0, 0, 0]
    >>> replay(lines)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: line 90: payoffs: the rules give [-2, 6, -2, -2], not [0, 0, 0, 0]
    """
    if not lines:
        raise InputError("transcript: empty")
    for at, line in enumerate(lines, start=1):
        if not isinstance(line, Mapping):
            raise InputError(f"line {at}: a mapping is wanted, not {type(line).__name__}")
    table, wall, dealer, seed, hand = _read(lines[0])
    told = _Told(lines)
    players = [PythonPlayer(told) for _ in range(4)]
    try:
        found = transcribe(table, wall, dealer, seed=seed, hand=hand, players=list(players))
    except FailedHand as error:
        so_far = error.args[3]
        so_far[0]["strategies"] = lines[0]["strategies"]
        _compare(so_far, lines, partial=True)
        if not isinstance(error.args[2], InputError):
            raise error.args[2] from None
        at = len(so_far)
        if at >= len(lines):
            where = f"line {len(lines)}"
            raise InputError(f"{where}: the transcript ends before the hand does") from None
        raise InputError(f"line {at + 1}: {_cut(str(error.args[2]))}") from None
    # Names of strategies are for readers; nothing follows from them.
    found[0]["strategies"] = lines[0]["strategies"]
    _compare(found, lines)
    return len(lines)


def _read(header: Line) -> tuple[Table, Wall, int, int | None, int | None]:
    """Read the first line."""
    try:
        if header["type"] != "hand" or header["version"] != VERSION:
            raise InputError(f"line 1: not a hand of version {VERSION}")
        game = header["game"]
        if not isinstance(game, str) or game not in GAMES:
            raise InputError(f"line 1: game: {', '.join(GAMES)}, not {_brief(game)}")
        rules = PLAYED[game].rules.from_dict(header["rules"])
        placed = several("wall", header["wall"])
        tiles = [read_kind(tile, "wall", n_kinds=N_KINDS_FLOWERS) for tile in placed]
        wall = Wall(game, tiles, several("dice", header["dice"]))
        dealer = whole("dealer", header["dealer"], 0, 3)
        sit = whole("sit", header["sit"], 0, 1)
        pulls = tuple(whole("pulls", pull, 0, 2) for pull in several("pulls", header["pulls"]))
        if not PLAYED[game].has_stakes and (sit or any(pulls)):
            raise InputError(f"sit, pulls: {game} has no 坐莊 and no 拉莊")
        seed, hand, names = header["seed"], header["hand"], header["strategies"]
        if not isinstance(names, list) or list(map(type, names)) != [str] * 4:
            raise InputError(f"strategies: four names, not {_brief(names)}")
        if (seed is None) != (hand is None):
            raise InputError("seed, hand: both or neither, null for none")
        if hand is not None:
            _check_wall(wall, dealer, seed, read_number(hand))
    except KeyError as error:
        raise InputError(f"line 1: {error.args[0]} is missing") from None
    except InputError as error:
        message = _cut(str(error))
        raise InputError(message if message.startswith("line") else f"line 1: {message}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"line 1: {_cut(str(error))}") from None
    if len(pulls) != 4:
        raise InputError(f"line 1: pulls: four numbers, not {len(pulls)}")
    return Table(game, (Random(),) * 4, rules, sit, pulls), wall, dealer, seed, hand


def _check_wall(wall: Wall, dealer: int, seed: int, hand: int) -> None:
    """Refuse another wall, or another dealer, than a hand of a seed has."""
    own = wall_of_hand(wall.game, seed, hand)
    if not (np.array_equal(own.tiles, wall.tiles) and own.dice == wall.dice):
        raise InputError(f"wall: not that of seed {seed}, hand {hand}")
    if dealer != hand % 4:
        raise InputError(f"dealer: seat {hand % 4} deals hand {hand} of a seed, not {dealer}")


def _compare(found: Sequence[Line], given: Sequence[Line], *, partial: bool = False) -> None:
    """Raise at the first line, and its first entry, that differs."""
    for at, (mine, theirs) in enumerate(zip(found, given, strict=False)):
        for key in mine:
            if key not in theirs:
                raise InputError(f"line {at + 1}: {key} is missing")
            if _json(theirs[key]) != _json(mine[key]):
                raise InputError(f"line {at + 1}: {key}: {_differ(mine[key], theirs[key])}")
        for key in theirs:
            if key not in mine:
                raise InputError(f"line {at + 1}: no {_brief(key)} belongs here")
    if not partial and len(found) != len(given):
        at = min(len(found), len(given)) + 1
        what = "nothing follows the end" if len(given) > len(found) else "the end is missing"
        raise InputError(f"line {at}: {what}")


def _json(value: object) -> str:
    """Return a value as JSON, where 1 is not true; what JSON can't hold equals nothing."""
    return json.dumps(value, sort_keys=True, default=repr)


def _differ(mine: object, theirs: object) -> str:
    """Say what is wrong, of a long list the first place."""
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs) > _SHORT:
        for place, (a, b) in enumerate(zip(mine, theirs, strict=True)):
            if _json(a) != _json(b):
                return f"place {place}: {_differ(a, b)}"
    return f"the rules give {_brief(mine)}, not {_brief(theirs)}"


def _brief(value: object) -> str:
    return _cut(repr(value))


def _cut(text: str) -> str:
    """Cut a text that would be long in a line."""
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS] + " ..."
