"""A hand that may be declared as it stands."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mjsim.odds.near import distances_of
from mjsim.odds.query import AT_ONCE, Query
from mjsim.tianjin import score_batch as tianjin_scores
from mjsim.tianjin.rules import Rules as TianjinRules
from mjsim.tiles import tile_code
from mjsim.wenling import score_batch as wenling_scores
from mjsim.wenling.rules import Rules as WenlingRules

__all__ = ["Declared", "declared"]


@dataclass(frozen=True)
class Declared:
    """A win at hand, taken for one of an ordinary draw.

    Attributes
    ----------
    kind : int
        The last tile for which it is worth most.
    tile : str
    value : int
        Fan, or points in 温岭麻将.
    categories : tuple of str
    forced : bool
        The hand ends whether the player likes it or not: three 得.
    serves : bool
        The win has the category that is the goal, or the goal is none; False only if forced.
    """

    kind: int
    tile: str
    value: int
    categories: tuple[str, ...]
    forced: bool
    serves: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "kind": self.kind,
            "tile": self.tile,
            "value": self.value,
            "categories": list(self.categories),
            "forced": self.forced,
            "serves": self.serves,
        }


def declared(query: Query) -> Declared | None:
    """Return the win that 3k + 2 tiles hold already, None if there is none that serves the goal.

    A win that ends the hand by itself is returned whether it serves the goal or not. Which tile
    came last is not known: the best is taken.
    """
    settings = query.settings
    forced = settings.facts.n_melds == 5 and query.n_wilds == AT_ONCE
    if not forced and distances_of(query, query.counts[None])[0] >= 0:
        return None
    kinds = np.flatnonzero(query.counts).astype(np.uint8)
    n = len(kinds)
    hands = np.repeat(query.counts[None], n, axis=0)
    if isinstance(settings.rules, TianjinRules):
        scores = tianjin_scores(
            hands, kinds, query.indicator, melds=query.laid(n), rules=settings.rules
        )
        values = scores["fan"]
        exempt = settings.rules.min_fan_exempt
        bits = sum(1 << settings.facts.categories.index(name) for name in exempt)
        wins = (values >= settings.rules.min_fan) | (
            (values > 0) & (scores["categories"] & np.uint32(bits) != 0)
        )
    else:
        assert isinstance(settings.rules, WenlingRules)
        shown = np.frombuffer(settings.shown, np.uint8).reshape(1, -1)
        scores = wenling_scores(
            hands,
            kinds,
            query.indicator,
            melds=query.laid(n),
            seat=settings.seat,
            shown=np.repeat(shown, n, axis=0),
            rules=settings.rules,
        )
        values = scores["points"]
        wins = values > 0
    serves = True
    if settings.goal_code >= 0:
        serving = wins & (scores["categories"] >> np.uint32(settings.goal_code) & 1 != 0)
        serves = bool(serving.any())
        if serves or not forced:
            wins = serving
    if not wins.any():
        return None
    best = int(np.argmax(np.where(wins, values, -1)))
    mask = int(scores["categories"][best])
    names = tuple(name for bit, name in enumerate(settings.facts.categories) if mask >> bit & 1)
    kind = int(kinds[best])
    return Declared(kind, tile_code(kind), int(values[best]), names, forced, serves)
