"""What is asked, apart from the hand: game, goal, draws and what lies on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.inputs import several, whole
from mjsim.notation import Honors, parse_tiles
from mjsim.odds.games import ASKED, AskedGame
from mjsim.options import GameRules
from mjsim.streams import check_game
from mjsim.tianjin.rules import Rules as TianjinRules
from mjsim.tiles import N_KINDS, N_KINDS_FLOWERS
from mjsim.wenling.inputs import read_seat, read_shown

__all__ = [
    "DRAWS",
    "MAX_BYTES",
    "MAX_STATES",
    "MOST_DRAWS",
    "MOST_STATES",
    "Settings",
    "read_quit",
    "read_settings",
]

DRAWS = 17
"""Draws to come if nothing is said: about a whole hand."""

MAX_STATES = 4_000_000
"""Hands to follow if nothing is said."""

MAX_BYTES = 900_000_000
"""Memory to take for them if nothing is said."""

MOST_DRAWS = 84
MOST_STATES = 2**31 - 1  # the model numbers hands in 32 bits
MOST_DEPTH = 7

_GOALS = {"win": -1, "value": -2}
_MOST_FAN = 3  # as for `mjsim.tianjin.distance`


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """What holds whatever the hand is.

    Attributes
    ----------
    game : str
    facts : AskedGame
    rules : Rules
    goal : str
        ``win``, ``value`` or a category's id.
    goal_code : int
        -1, -2 or the category's bit.
    draws, depth : int
    quit : ndarray of float64, shape (draws,)
        Chance before each draw that somebody else wins.
    seen : tuple of int
        Kinds seen elsewhere.
    seat : int
    shown : bytes
        Tiles shown by kind, 42; all 0 in 天津麻将.
    max_states, max_bytes : int
    """

    game: str
    facts: AskedGame
    rules: GameRules
    goal: str
    goal_code: int
    draws: int
    depth: int
    quit: NDArray[np.float64]
    seen: tuple[int, ...]
    seat: int
    shown: bytes
    max_states: int
    max_bytes: int


def read_settings(
    game: str = "tianjin",
    *,
    draws: int = DRAWS,
    goal: str = "win",
    depth: int = 1,
    seen: str = "",
    others: float | Sequence[float] | NDArray[np.float64] | None = None,
    rules: GameRules | None = None,
    seat: str | int = "E",
    shown: str = "",
    honors: Honors | None = None,
    max_states: int = MAX_STATES,
    max_bytes: int = MAX_BYTES,
) -> Settings:
    """Check what is asked, or raise an InputError that names what can't be.

    Examples
    --------
    >>> read_settings(goal="zhou5")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: goal: win, value or a category of tianjin, not 'zhou5'; did you mean
    'zhuo5'?
    """
    facts = ASKED[check_game(game)]
    draws = whole("draws", draws, 1, MOST_DRAWS)
    on_table = read_shown(shown, honors)
    wind = read_seat(seat)
    if facts.n_kinds == N_KINDS and (wind or any(on_table)):
        raise InputError(f"seat, shown: {game} has no winds of seats, and nothing is shown")
    return Settings(
        game,
        facts,
        _read_rules(rules, game, facts),
        goal,
        _read_goal(goal, game, facts),
        draws,
        whole("depth", depth, 0, MOST_DEPTH),
        read_quit(others, draws),
        tuple(_read_seen(seen, honors, facts)),
        wind,
        bytes(on_table),
        whole("max_states", max_states, 1, MOST_STATES),
        whole("max_bytes", max_bytes, 1),
    )


def _read_seen(seen: str, honors: Honors | None, facts: AskedGame) -> list[int]:
    flowers = facts.n_kinds == N_KINDS_FLOWERS
    return parse_tiles(seen, honors=honors, flowers=flowers, where="seen")


def _read_rules(rules: GameRules | None, game: str, facts: AskedGame) -> GameRules:
    if rules is None:
        return facts.default()
    if not isinstance(rules, facts.rules):
        raise InputError(f"rules: of {game}, not {rules!r}")
    if isinstance(rules, TianjinRules) and rules.min_fan > _MOST_FAN:
        raise InputError(f"rules: odds are for a min_fan of 1, 2 or 3, not {rules.min_fan}")
    return rules


def _read_goal(goal: str, game: str, facts: AskedGame) -> int:
    if isinstance(goal, str):
        if goal in _GOALS:
            return _GOALS[goal]
        if goal in facts.categories:
            return facts.categories.index(goal)
    close = get_close_matches(str(goal), [*_GOALS, *facts.categories], 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise InputError(f"goal: win, value or a category of {game}, not {goal!r}{hint}")


def read_quit(
    others: float | Sequence[float] | NDArray[np.float64] | None, draws: int
) -> NDArray[np.float64]:
    """Return the chance before each draw that somebody else wins: float64[draws].

    Examples
    --------
    >>> read_quit(0.25, 2), read_quit(None, 1)
    (array([0.25, 0.25]), array([0.]))
    >>> read_quit([0.1, 1.5], 2)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: others: draw 2: a chance from 0 to 1, not 1.5
    """
    if others is None:
        return np.zeros(draws)
    one = isinstance(others, int | float | np.floating) and not isinstance(others, bool)
    values = [others] * draws if one else several("others", others)
    if len(values) != draws:
        raise InputError(f"others: {len(values)} chances for {draws} draws")
    for number, value in enumerate(values, start=1):
        if (
            not isinstance(value, int | float | np.floating)
            or isinstance(value, bool)
            or not 0 <= value <= 1
        ):
            at = "" if one else f"draw {number}: "
            shown = float(value) if isinstance(value, np.floating) else value
            raise InputError(f"others: {at}a chance from 0 to 1, not {shown!r}")
    return np.array(values, np.float64)
