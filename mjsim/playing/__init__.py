"""Hands at a table: playing many, showing one, and checking what was shown."""

from mjsim._core import VIEW
from mjsim.playing.actions import Action, ActionType, Phase
from mjsim.playing.columns import COLUMNS, GROUPS
from mjsim.playing.errors import StrategyError
from mjsim.playing.replay import replay
from mjsim.playing.sessions import play_sessions
from mjsim.playing.table import play
from mjsim.playing.transcript import record, record_wall

__all__ = [
    "COLUMNS",
    "GROUPS",
    "VIEW",
    "Action",
    "ActionType",
    "Phase",
    "StrategyError",
    "play",
    "play_sessions",
    "record",
    "record_wall",
    "replay",
]
