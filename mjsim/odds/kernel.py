"""The compiled model, as the odds use it."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mjsim._core import Solo
from mjsim.errors import InputError
from mjsim.odds.query import Query
from mjsim.tiles import tile_code

__all__ = [
    "PIECE",
    "NoWayError",
    "Progress",
    "Solved",
    "TooFarError",
    "check_way",
    "open_solo",
    "steps_of",
]

Progress: TypeAlias = Callable[[int], object]
"""Takes the number of hands that were just followed."""

PIECE = 50_000
"""Hands that are followed before progress is told."""

_NO_WAY = 90  # steps that no hand is away from a goal it can come to

READY, WON, WORTH, FIRST_BIT = range(4)
_TO_DRAW = -1  # the root of a hand that draws first


class TooFarError(InputError):
    """More hands can come about than were to be followed, or than there is memory for.

    Examples
    --------
    >>> from mjsim.odds import solo
    >>> solo("147m258p369sESWNC", "5m", max_states=1000)
    Traceback (most recent call last):
    ...
    mjsim.odds.kernel.TooFarError: max_states: the hand is too far from its goal: more than
    1,000 hands can come about; allow more, or a smaller depth
    """


class NoWayError(InputError):
    """No play comes to the goal: with this indicator, or with these melds."""


def open_solo(query: Query, counts: NDArray[np.uint8], roots: list[int]) -> Solo:
    """Return the model of a hand before any draw is followed.

    Parameters
    ----------
    query : Query
    counts : ndarray of uint8
        Concealed tiles.
    roots : list of int
        Kinds to discard first; -1 alone for 3k + 1 tiles.
    """
    settings = query.settings
    shown = None
    if settings.facts.n_melds == 5:
        shown = np.frombuffer(settings.shown, np.uint8)
    try:
        return Solo(
            settings.rules.core,
            settings.facts.wilds,
            counts,
            roots,
            query.melds,
            query.indicator,
            query.live,
            goal=settings.goal_code,
            depth=settings.depth,
            seat=settings.seat,
            shown=shown,
            most_states=settings.max_states,
        )
    except ValueError as error:
        turned = tile_code(query.indicator)
        raise NoWayError(
            f"goal: a hand alone has no way to {settings.goal} with the indicator {turned}"
        ) from error


def check_way(query: Query, steps: Sequence[int]) -> None:
    """Raise a NoWayError if no discard leaves a way to the goal.

    Parameters
    ----------
    query : Query
    steps : sequence of int
        Steps to the goal after each discard.
    """
    if steps and min(steps) >= _NO_WAY:
        beside = " with these melds" if query.hand.melds else ""
        raise NoWayError(
            f"goal: there is no way to {query.settings.goal}{beside} and the tiles that are left"
        )


def steps_of(query: Query, counts: NDArray[np.uint8], roots: list[int]) -> list[int]:
    """Return the steps to the goal after each discard; 0 is ready."""
    return open_solo(query, counts, roots).distances() if roots else []


class Solved:
    """The model of a hand, every draw followed and valued.

    Parameters
    ----------
    query : Query
    kinds : list of int or None
        Discards that are compared; None for 3k + 1 tiles.
    progress : callable, optional

    Raises
    ------
    TooFarError
        If more hands can come about than ``max_states``, or they take more memory than
        ``max_bytes``.
    """

    def __init__(
        self, query: Query, kinds: list[int] | None, progress: Progress | None = None
    ) -> None:
        roots = [_TO_DRAW] if kinds is None else kinds
        self.query = query
        self.kinds = kinds
        self.core = open_solo(query, query.counts, roots)
        done = 0
        while self.core.n_left:
            if not self.core.grow(PIECE):
                raise TooFarError(
                    "max_states: the hand is too far from its goal: more than "
                    f"{query.settings.max_states:,} hands can come about; allow more, or a "
                    "smaller depth"
                )
            self._check_memory()
            if progress is not None:
                now = self.core.n_states - self.core.n_left
                progress(now - done)
                done = now
        self.core.begin(query.settings.quit)
        for _ in range(query.settings.draws):
            self.core.solve()

    def _check_memory(self) -> None:
        """Raise if the hands found, and their values by draw, take too much memory."""
        settings = self.query.settings
        values = 8 * self.core.n_states * (settings.draws + 1)
        if self.core.n_bytes + values > settings.max_bytes:
            raise TooFarError(
                f"max_bytes: {self.core.n_states:,} hands and their values for {settings.draws} "
                f"draws take more than {settings.max_bytes / 1e6:,.0f} MB; allow more, or a "
                "smaller depth, or fewer draws"
            )

    @cached_property
    def worth(self) -> NDArray[np.float64]:
        """What each discard is worth to the goal: float64[n]."""
        return self.core.root_values()[:, -1]

    @cached_property
    def curves(self) -> NDArray[np.float64]:
        """What comes after each draw, by discard: float64[n, draws + 1, 3 + 32]."""
        return self.core.curves()

    def true_of(self, place: int) -> float:
        """Return the worth of one discard on the true wall, of three draws at most."""
        alone = self
        if self.kinds is not None and len(self.kinds) > 1:
            alone = Solved(self.query, [self.kinds[place]])
        return float(alone.core.true_values(self.query.settings.draws)[0])
