"""A second engine for whole hands of Tianjin mahjong, in plain Python, that checks transcripts.

It is written from the rules page and shares no code with mjsim. `play` is the one place where a
hand is played: it yields the lines of a transcript, and is sent the actions chosen. `check` sends
it the actions of a transcript and compares the lines; `drive` asks a player and keeps the lines.
"""

from referee.branches import BRANCHES
from referee.checking import RefereeError, check, check_all
from referee.driver import Greedy, Randomly, drive
from referee.rules import default_rules
from referee.script import Plan, Script

__all__ = [
    "BRANCHES",
    "Greedy",
    "Plan",
    "Randomly",
    "RefereeError",
    "Script",
    "check",
    "check_all",
    "default_rules",
    "drive",
]
