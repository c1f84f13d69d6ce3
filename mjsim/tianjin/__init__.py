"""天津麻将: rules, scores, waits, steps and settlement of one hand."""

from mjsim.options import Option
from mjsim.tianjin.categories import CATEGORIES, LABELS, Label, categories_of
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.scoring import Group, Score, score, score_batch
from mjsim.tianjin.settle import settle
from mjsim.tianjin.steps import distance, distance_batch, shanten, shanten_batch
from mjsim.tianjin.waits import Wait, waits

__all__ = [
    "CATEGORIES",
    "LABELS",
    "Group",
    "Label",
    "Option",
    "Rules",
    "Score",
    "Wait",
    "categories_of",
    "distance",
    "distance_batch",
    "score",
    "score_batch",
    "settle",
    "shanten",
    "shanten_batch",
    "waits",
]
