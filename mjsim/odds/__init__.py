"""Odds of one hand: what each discard comes to, draw by draw.

`solo` plays the hand alone, `partial` averages over tiles that are not known, and `others_win`
measures how often somebody else is first.
"""

from mjsim.odds.answer import Discard, Odds
from mjsim.odds.curves import Curves
from mjsim.odds.declared import Declared
from mjsim.odds.kernel import TooFarError
from mjsim.odds.others import OthersWin, others_win
from mjsim.odds.partial import Average, partial
from mjsim.odds.solo import solo
from mjsim.odds.walls import Walls

__all__ = [
    "Average",
    "Curves",
    "Declared",
    "Discard",
    "Odds",
    "OthersWin",
    "TooFarError",
    "Walls",
    "others_win",
    "partial",
    "solo",
]
