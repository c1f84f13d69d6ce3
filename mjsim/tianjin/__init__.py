"""天津麻将: rules, scores, waits, settlement of one hand."""

from mjsim.tianjin.categories import CATEGORIES, LABELS
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.scoring import Group, Score, score, score_batch
from mjsim.tianjin.settle import settle

__all__ = [
    "CATEGORIES", "LABELS", "Group", "Rules", "Score", "score", "score_batch", "settle",
]  # fmt: skip
