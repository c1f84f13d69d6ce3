"""A second engine for whole hands of Wenling mahjong, in plain Python, that checks transcripts.

It is written from the rules page and shares no code with mjsim. `play` is the one place where a
hand is played: it yields the lines of a transcript, and is sent the actions chosen. `check` sends
it the actions of a transcript and compares the lines; `drive` asks a player and keeps the lines.
What has nothing to do with the game it shares with the referee of Tianjin.
"""

from referee.checking import RefereeError
from referee.driver import Randomly
from referee.script import Plan, Script

from referee_wenling.branches import BRANCHES
from referee_wenling.checking import check, check_all
from referee_wenling.driver import Greedy, drive
from referee_wenling.rules import default_rules

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
