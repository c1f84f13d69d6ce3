"""The check of a transcript: every line against what the rules make of the wall and the actions.

`Format`, `check_head` and `compare` serve the referee of the other game, too.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.play import play
from referee.rules import faults
from referee.table import Table
from referee.tiles import FULL_SET, KINDS

GIVEN = ("type", "version", "game", "seed", "hand", "rules", "dealer", "sit", "pulls")
GIVEN += ("strategies", "dice", "wall")
DERIVED = ("break", "indicator", "wilds")


class RefereeError(ValueError):
    """A line of a transcript that breaks the rules.

    Attributes
    ----------
    line : int
        Its index.
    expected, found
        What the rules ask for, and what is there.
    """

    def __init__(self, line, expected, found):
        super().__init__(f"line {line}: expected {expected}, found {found}")
        self.line, self.expected, self.found = line, expected, found


@dataclass(frozen=True)
class Format:
    """What the first line of a game's transcripts looks like."""

    game: str
    derived: tuple[str, ...]
    n_dice: int
    most_sit: int
    most_pull: int
    kinds: Mapping[str, int]
    full_set: tuple[int, ...]
    faults: Callable


TIANJIN = Format("tianjin", DERIVED, 6, 1, 2, KINDS, FULL_SET, faults)


def is_whole(value, least, most):
    return type(value) is int and least <= value <= most


def are_whole(values, n, least, most):
    return (
        isinstance(values, list)
        and len(values) == n
        and all(is_whole(value, least, most) for value in values)
    )


def check_head(head, form):
    """Refuse a first line out of which no hand can be played."""

    def need(holds, expected, found):
        if not holds:
            raise RefereeError(0, expected, found)

    names = (*GIVEN, *form.derived)
    need(isinstance(head, dict), "an object", head)
    need(set(head) == set(names), sorted(names), sorted(head))
    need(
        head["type"] == "hand" and head["game"] == form.game, f"a hand of {form.game}", head["type"]
    )
    need(is_whole(head["version"], 1, 1), "version 1", head["version"])
    for name in ("seed", "hand"):
        value = head[name]
        need(value is None or (type(value) is int and value >= 0), f"{name} or null", value)
    need(not form.faults(head["rules"]), "every option by name", form.faults(head["rules"]))
    need(is_whole(head["dealer"], 0, 3), "dealer 0 to 3", head["dealer"])
    need(is_whole(head["sit"], 0, form.most_sit), f"sit 0 to {form.most_sit}", head["sit"])
    need(
        are_whole(head["pulls"], 4, 0, form.most_pull),
        f"four pulls of 0 to {form.most_pull}",
        head["pulls"],
    )
    need(head["pulls"][head["dealer"]] == 0, "no pull of the dealer", head["pulls"])
    need(are_whole(head["dice"], form.n_dice, 1, 6), f"{form.n_dice} dice", head["dice"])
    names = head["strategies"]
    need(
        isinstance(names, list) and len(names) == 4 and all(isinstance(n, str) for n in names),
        "four strategies",
        names,
    )
    wall = head["wall"]
    need(
        isinstance(wall, list)
        and all(isinstance(name, str) and name in form.kinds for name in wall)
        and sorted(form.kinds[name] for name in wall) == list(form.full_set),
        f"the {len(form.full_set)} tiles",
        wall,
    )


def same(expected, found):
    """Equality of JSON values: true is not 1."""
    return expected == found and json.dumps(expected, sort_keys=True) == json.dumps(
        found, sort_keys=True
    )


def compare(lines, hand):
    """Send the actions of a transcript to the generator of its lines, and compare them all.

    Parameters
    ----------
    lines : list of dict
    hand : generator
        Yields lines, those of decisions without their action, and is sent the actions.

    Raises
    ------
    RefereeError
        At the first line that is another one.
    """
    expected = next(hand)
    for index, found in enumerate(lines):
        action = None
        if expected["type"] == "choice":
            if isinstance(found, dict):
                action = found.get("action")
            rest = {key: found[key] for key in found if key != "action"} if action else found
            if not same(expected, rest):
                raise RefereeError(index, expected, found)
            if action not in expected["legal"]:
                raise RefereeError(index, f"one of {expected['legal']}", action)
        elif not same(expected, found):
            raise RefereeError(index, expected, found)
        try:
            expected = hand.send(action)
        except StopIteration:
            if index + 1 < len(lines):
                raise RefereeError(index + 1, "no more lines", lines[index + 1]) from None
            return
    raise RefereeError(len(lines), expected, "no more lines")


def check(lines):
    """Replay one hand from its wall and its actions, and compare every line.

    Parameters
    ----------
    lines : list of dict

    Returns
    -------
    Counter
        How often each branch of the rules was reached, see `BRANCHES`.

    Raises
    ------
    RefereeError
        At the first line that is not as the rules make it.
    """
    if not lines:
        raise RefereeError(0, "a hand", "nothing")
    check_head(lines[0], TIANJIN)
    table = Table({name: lines[0][name] for name in GIVEN})
    compare(lines, play(table))
    return +table.seen


def check_all(hands):
    """Check many transcripts; the sum of their counts."""
    total = Counter()
    for lines in hands:
        total += check(lines)
    return total
