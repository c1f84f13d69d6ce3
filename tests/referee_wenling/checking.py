"""The check of a transcript: every line against what the rules make of the wall and the actions."""

from collections import Counter

from referee.checking import DERIVED, GIVEN, Format, RefereeError, check_head, compare

from referee_wenling.play import play
from referee_wenling.rules import faults
from referee_wenling.table import Table
from referee_wenling.tiles import FULL_SET, KINDS

WENLING = Format("wenling", (*DERIVED, "naonao"), 4, 0, 0, KINDS, FULL_SET, faults)


def with_whole_payoffs(line):
    """The line with payoffs like 3.0 written as 3: payoffs may be halves, and JSON has numbers."""
    payoffs = line.get("payoffs") if isinstance(line, dict) else None
    if not isinstance(payoffs, list):
        return line
    tidy = [int(x) if type(x) is float and x.is_integer() else x for x in payoffs]
    return {**line, "payoffs": tidy}


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
    check_head(lines[0], WENLING)
    table = Table({name: lines[0][name] for name in GIVEN})
    compare([with_whole_payoffs(line) for line in lines], play(table))
    return +table.seen


def check_all(hands):
    """Check many transcripts; the sum of their counts."""
    total = Counter()
    for lines in hands:
        total += check(lines)
    return total
