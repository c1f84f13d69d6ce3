"""The odds of a hand: what each discard comes to."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.odds.curves import Curves
from mjsim.odds.declared import Declared
from mjsim.odds.kernel import Solved
from mjsim.odds.near import Live, improving, widening
from mjsim.odds.query import Query
from mjsim.odds.walls import Walls, tried
from mjsim.odds.words import hand_names, settings_dict, tile_names

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from mjsim.plots.words import Lang

__all__ = ["MODEL", "TRUE_DRAWS", "Discard", "Odds"]

MODEL = (
    "The seat draws alone: nobody claims its discards and it claims none. Each draw is any of the "
    "tiles unseen now, with the same chances whatever was drawn before, and no more of a kind "
    "than there are. Of the hands that are as near to the goal, at most `depth` changes lead to "
    "another; a wild is never discarded. Within this, and given the chances that others win, the "
    "numbers are exact: no hand is sampled."
)
"""What the odds are exact about."""

TRUE_DRAWS = 3
"""Most draws for which the wall that shrinks is followed tile by tile."""

TRUE_EDGES = 1_000_000
"""Draws in the model, n_edges, up to which that is done unasked: about a second."""


@dataclass(frozen=True, eq=False)
class Discard:
    """A discard and what it comes to.

    Attributes
    ----------
    kind : int or None
        None for a hand that draws first.
    tile : str or None
        Its notation.
    bars : bool
        It is a wild: its discard bars the seat from winning.
    shanten : int
        Of the hand that is left.
    distance : int
        Of that hand to a win that may be declared, as `mjsim.tianjin.distance`; the shanten in
        温岭麻将.
    steps : int or None
        Of that hand to the goal, as the model counts them; 0 is ready. None for a wild.
    worth : float or None
        What best play comes to by the last draw, as the goal counts it: a chance, or fan or points
        for the goal ``value``. None for discards without odds.
    next : float or None
        Chance to win with the next draw, kongs and the others left aside.
    curves : Curves or None
        What that play comes to, draw by draw.
    """

    kind: int | None
    tile: str | None
    bars: bool
    shanten: int
    distance: int
    steps: int | None
    worth: float | None
    next: float | None
    curves: Curves | None
    _row: NDArray[np.uint8] = field(repr=False)
    _query: Query = field(repr=False)
    _solved: Solved | None = field(repr=False, default=None)
    _place: int = field(repr=False, default=-1)

    @cached_property
    def improving(self) -> Live:
        """Kinds that bring the hand nearer, with live copies; of a ready hand, those that win."""
        if self.steps is None:
            return ()
        return improving(self._query, self._row, self.steps)

    @cached_property
    def widening(self) -> Live:
        """Kinds that leave the hand as far and then let more tiles improve it, with live copies.

        They are what the model's `depth` is for.
        """
        if self.steps is None:
            return ()
        return widening(self._query, self._row, self.steps)

    @property
    def n_improving(self) -> int:
        """Live tiles that bring the hand nearer."""
        return sum(n for _, n in self.improving)

    @cached_property
    def true(self) -> float | None:
        """The worth on the wall that shrinks, for up to three draws; else None.

        It is exact for the best of the model's choices: discards that leave the hand as near as
        can be, and of changes at most `depth`, to the widest hands. Other play may do better. It is
        computed when asked for, and may take many seconds in a wide hand.
        """
        if self._solved is None or self._query.settings.draws > TRUE_DRAWS:
            return None
        return self._solved.true_of(self._place)

    def walls(self, trials: int = 100_000, seed: int = 0) -> Walls:
        """Try the play that follows this discard on true walls.

        Parameters
        ----------
        trials : int
        seed : int

        Returns
        -------
        Walls

        Raises
        ------
        InputError
            If the discard has no odds, or a number can't be.

        Examples
        --------
        >>> from mjsim.odds import solo
        >>> odds = solo("123456m1239p78sE", "E", draws=3, trials=0)
        >>> print(odds.best.walls(20_000, seed=1).won)
        0.2236 ± 0.0029
        """
        if self._solved is None:
            raise InputError(f"discard: {self.tile} has no odds to be tried")
        return tried(self._solved, self._place, trials, seed)

    def to_dict(self, *, true: bool = False) -> dict[str, Any]:
        """Return plain values; widening tiles of discards with odds only.

        Parameters
        ----------
        true : bool
            With the worth on the wall that shrinks, else None.
        """
        script = self._query.settings.facts.script

        def live(kinds: Live) -> list[dict[str, Any]]:
            return [{**tile_names(kind, script), "live": n} for kind, n in kinds]

        wide = self.curves is not None and self._query.settings.depth > 0
        return {
            "discard": None if self.kind is None else tile_names(self.kind, script),
            "bars": self.bars,
            "shanten": self.shanten,
            "distance": self.distance,
            "steps": self.steps,
            "improving": live(self.improving),
            "widening": live(self.widening) if wide else None,
            "worth": self.worth,
            "next": self.next,
            "true": self.true if true else None,
            "curves": None if self.curves is None else self.curves.to_dict(),
        }


@dataclass(frozen=True, eq=False)
class Odds:
    """The odds of a hand that is played alone.

    Attributes
    ----------
    game, hand, indicator : str
        In notation.
    goal : str
    draws, depth : int
    others : ndarray of float64, shape (draws,)
        Chance before each draw that somebody else wins.
    unseen : int
        Tiles that may be drawn.
    declared : Declared or None
        The win that the hand holds already: to declare it has chance 1. With a goal that is a
        category, only a win that has it; but three 得 end the hand of 温岭麻将 whatever the goal,
        and then no discard has odds.
    discards : tuple of Discard
        Those with odds, the best first; then the others, the nearest first; wilds last.
    walls : Walls or None
        The best discard's play on true walls; None if no trials were asked for.
    n_states : int
        Hands that were followed.
    model : str
        What the numbers are exact about.
    exact : bool
        True: within the model, and given the chances of others, nothing is sampled.
    """

    game: str
    hand: str
    indicator: str
    goal: str
    draws: int
    depth: int
    others: NDArray[np.float64]
    unseen: int
    declared: Declared | None
    discards: tuple[Discard, ...]
    walls: Walls | None
    n_states: int
    _query: Query = field(repr=False)
    model: str = field(repr=False, default=MODEL)
    exact: bool = True

    @property
    def best(self) -> Discard | None:
        """The discard that is worth most; None if none has odds."""
        first = self.discards[0] if self.discards else None
        return None if first is None or first.curves is None else first

    def discard(self, tile: str) -> Discard:
        """Return a discard by its tile.

        Raises
        ------
        InputError
            If the hand has no such discard.
        """
        for each in self.discards:
            if each.tile == tile:
                return each
        raise InputError(f"discard: {tile!r} is none of this hand's")

    def table(self) -> "pl.DataFrame":
        """Return the curves as tidy rows.

        Returns
        -------
        polars.DataFrame
            ``discard`` (null: none), ``draw``, ``term`` (ready, won, value, ``category=`` an id),
            ``estimate``, ``std_error`` (null: there is none) and ``exact``.

        Examples
        --------
        >>> from mjsim.odds import solo
        >>> rows = solo("123456m12399p78s", "E", draws=1, trials=0).table()
        >>> rows.filter(term="won").select("draw", "estimate", "exact").rows()
        [(0, 0.0, True), (1, 0.06557377, True)]
        """
        import polars as pl

        n = self.draws + 1
        parts = [
            {"discard": [each.tile] * n, "draw": range(n), "term": [term] * n, "estimate": numbers}
            for each in self.discards
            if each.curves is not None
            for term, numbers in each.curves.terms()
        ]
        schema = {
            "discard": pl.String,
            "draw": pl.Int64,
            "term": pl.String,
            "estimate": pl.Float64,
        }
        frames = [pl.DataFrame(part, schema=schema) for part in parts]
        return pl.concat([pl.DataFrame(schema=schema), *frames]).with_columns(
            pl.lit(None, pl.Float64).alias("std_error"), pl.lit(self.exact).alias("exact")
        )

    @property
    def true_is_quick(self) -> bool:
        """Whether the wall that shrinks may be followed for the best discard in about a second."""
        best = self.best
        return (
            best is not None
            and self.draws <= TRUE_DRAWS
            and best._solved is not None
            and best._solved.core.n_edges <= TRUE_EDGES
        )

    def to_dict(self, *, true: bool | None = None) -> dict[str, Any]:
        """Return all as plain values that JSON can hold, as ``mjsim odds --schema`` describes.

        Parameters
        ----------
        true : bool, optional
            Whether to follow the wall that shrinks for the best discard; by default if that is
            quick. That of the others is None here.
        """
        if true is None:
            true = self.true_is_quick
        query = self._query
        script = query.settings.facts.script
        return {
            "what": "solo",
            **settings_dict(query.settings),
            "hand": hand_names(query.hand, script),
            "indicator": tile_names(query.indicator, script),
            "unseen": self.unseen,
            "exact": self.exact,
            "given_others": bool(self.others.any()),
            "model": self.model,
            "n_states": self.n_states,
            "declared": None if self.declared is None else self.declared.to_dict(),
            "discards": [
                each.to_dict(true=true and number == 0) for number, each in enumerate(self.discards)
            ],
            "walls": None if self.walls is None else self.walls.to_dict(),
        }

    def figure(self, most: int = 5, lang: "Lang" = "zh", *, wide: bool = True) -> "Figure":
        """Draw the curves of the best discards.

        Parameters
        ----------
        most : int
            Discards to draw.
        lang : {"zh", "en"}
        wide : bool
            Curves side by side, two columns of a page wide, not one above the other.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        InputError
            If no discard has odds.
        """
        from mjsim.odds.draw import figure_odds

        return figure_odds(self, most, lang, wide=wide)

    def _repr_html_(self) -> str:
        from mjsim.odds.page import html_odds

        return html_odds(self)
