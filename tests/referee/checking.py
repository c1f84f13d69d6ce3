"""The check of a transcript: every line against what the rules make of the wall and the actions."""

import json
from collections import Counter

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


def is_whole(value, least, most):
    return type(value) is int and least <= value <= most


def are_whole(values, n, least, most):
    return (
        isinstance(values, list)
        and len(values) == n
        and all(is_whole(value, least, most) for value in values)
    )


def check_head(head):
    """Refuse a first line out of which no hand can be played."""

    def need(holds, expected, found):
        if not holds:
            raise RefereeError(0, expected, found)

    need(isinstance(head, dict), "an object", head)
    need(set(head) == {*GIVEN, *DERIVED}, sorted((*GIVEN, *DERIVED)), sorted(head))
    need(head["type"] == "hand" and head["game"] == "tianjin", "a hand of tianjin", head["type"])
    need(is_whole(head["version"], 1, 1), "version 1", head["version"])
    for name in ("seed", "hand"):
        value = head[name]
        need(value is None or (type(value) is int and value >= 0), f"{name} or null", value)
    need(not faults(head["rules"]), "every option by name", faults(head["rules"]))
    need(is_whole(head["dealer"], 0, 3), "dealer 0 to 3", head["dealer"])
    need(is_whole(head["sit"], 0, 1), "sit 0 or 1", head["sit"])
    need(are_whole(head["pulls"], 4, 0, 2), "four pulls of 0 to 2", head["pulls"])
    need(head["pulls"][head["dealer"]] == 0, "no pull of the dealer", head["pulls"])
    need(are_whole(head["dice"], 6, 1, 6), "six dice", head["dice"])
    names = head["strategies"]
    need(
        isinstance(names, list) and len(names) == 4 and all(isinstance(n, str) for n in names),
        "four strategies",
        names,
    )
    wall = head["wall"]
    need(
        isinstance(wall, list)
        and all(isinstance(name, str) and name in KINDS for name in wall)
        and sorted(KINDS[name] for name in wall) == list(FULL_SET),
        "the 136 tiles",
        wall,
    )


def same(expected, found):
    """Equality of JSON values: true is not 1."""
    return expected == found and json.dumps(expected, sort_keys=True) == json.dumps(
        found, sort_keys=True
    )


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
    check_head(lines[0])
    table = Table({name: lines[0][name] for name in GIVEN})
    hand = play(table)
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
            return +table.seen
    raise RefereeError(len(lines), expected, "no more lines")


def check_all(hands):
    """Check many transcripts; the sum of their counts."""
    total = Counter()
    for lines in hands:
        total += check(lines)
    return total
