"""温岭麻将: rules, points of winners and losers, waits, shanten and settlement of one hand."""

from mjsim.options import Option
from mjsim.wenling.categories import CATEGORIES, LABELS, LIMITS, Label, categories_of
from mjsim.wenling.losers import loser_points, loser_points_batch
from mjsim.wenling.rules import Rules
from mjsim.wenling.scoring import Group, Score, score, score_batch
from mjsim.wenling.settle import settle
from mjsim.wenling.steps import shanten, shanten_batch
from mjsim.wenling.waits import Wait, waits

__all__ = [
    "CATEGORIES",
    "LABELS",
    "LIMITS",
    "Group",
    "Label",
    "Option",
    "Rules",
    "Score",
    "Wait",
    "categories_of",
    "loser_points",
    "loser_points_batch",
    "score",
    "score_batch",
    "settle",
    "shanten",
    "shanten_batch",
    "waits",
]
