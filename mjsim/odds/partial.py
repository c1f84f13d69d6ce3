"""`partial`: the odds of a hand of which some tiles are not known."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjsim.inputs import whole
from mjsim.notation import Honors, format_tiles
from mjsim.odds.answer import MODEL
from mjsim.odds.completions import (
    Completion,
    Unknown,
    drawn_completions,
    every_completion,
    read_unknown,
)
from mjsim.odds.curves import Curves, curves_of
from mjsim.odds.declared import Declared, declared
from mjsim.odds.kernel import (
    FIRST_BIT,
    READY,
    WON,
    WORTH,
    NoWayError,
    Progress,
    Solved,
    TooFarError,
    check_way,
    steps_of,
)
from mjsim.odds.query import Query
from mjsim.odds.settings import DRAWS, MAX_BYTES, MAX_STATES, Settings, read_settings
from mjsim.odds.skewed import mean_of_chances, mean_of_values
from mjsim.odds.solo import compared
from mjsim.odds.walls import estimate_dict
from mjsim.odds.words import hand_names, settings_dict, tile_names
from mjsim.options import GameRules
from mjsim.stats import Estimate
from mjsim.stats.student import ROUNDING
from mjsim.streams import Stream, bits_of
from mjsim.tiles import tile_code

__all__ = ["MOST_EXACT", "Average", "partial"]

MOST_EXACT = 200
"""Completions up to which all are followed."""


@dataclass(frozen=True, eq=False)
class Average:
    """Odds averaged over what is not known.

    Attributes
    ----------
    game, hand, indicator : str
        In notation, with question marks.
    goal : str
    draws, depth : int
    exact : bool
        Every completion was followed; else some were drawn at random.
    n_completions : int
        Completions followed. If exact they differ in kinds, else in tiles.
    n_ways : int or None
        Ways in which unseen tiles make all completions, if exact.
    worth : Estimate
        Mean of what best play comes to, as the goal counts it.
    curves : Curves
        Means by draw.
    std_errors : Curves or None
        Their standard errors, nan where the sample does not vary; None if exact.
    seed : int
        Of the completions drawn.
    model : str
        What holds of each completion.
    """

    game: str
    hand: str
    indicator: str
    goal: str
    draws: int
    depth: int
    exact: bool
    n_completions: int
    n_ways: int | None
    worth: Estimate
    curves: Curves
    std_errors: Curves | None
    seed: int
    _settings: Settings = field(repr=False)
    _unknown: Unknown = field(repr=False)
    model: str = field(repr=False, default=MODEL)

    def to_dict(self) -> dict[str, Any]:
        """Return all as plain values, as ``mjsim odds --schema`` describes."""
        script = self._settings.facts.script
        turned = self._unknown.indicator
        return {
            "what": "partial",
            **settings_dict(self._settings),
            "hand": hand_names(self._unknown.hand, script, self._unknown.n_tiles),
            "indicator": None if turned is None else tile_names(turned, script),
            "exact": self.exact,
            "given_others": bool(self._settings.quit.any()),
            "model": self.model,
            "n_completions": self.n_completions,
            "n_ways": self.n_ways,
            "seed": self.seed,
            "worth": estimate_dict(self.worth),
            "curves": self.curves.to_dict(),
            "std_errors": None if self.std_errors is None else self.std_errors.to_dict(),
        }


def partial(
    hand: str,
    indicator: str | int,
    *,
    game: str = "tianjin",
    draws: int = DRAWS,
    goal: str = "win",
    depth: int = 1,
    seen: str = "",
    others: float | Sequence[float] | NDArray[np.float64] | None = None,
    rules: GameRules | None = None,
    seat: str | int = "E",
    shown: str = "",
    honors: Honors | None = None,
    samples: int = 200,
    seed: int = 0,
    max_states: int = MAX_STATES,
    max_bytes: int = MAX_BYTES,
    progress: Progress | None = None,
) -> Average:
    """Return the odds of a hand with unknown tiles, averaged over what they may be.

    Parameters
    ----------
    hand : str
        As for `mjsim.odds.solo`, a question mark for each concealed tile that is not known.
    indicator : str or int
        The tile turned up; ``"?"`` if it is not known.
    samples : int
        Completions drawn where there are more than 200 (or more than `samples`).
    seed : int
        Root seed of these.
    progress : callable, optional
        Takes 1 for each completion that was just followed.
    game, draws, goal, depth, seen, others, rules, seat, shown, honors, max_states, max_bytes
        As for `mjsim.odds.solo`.

    Returns
    -------
    Average

    Raises
    ------
    InputError
        As `mjsim.odds.solo`; if nothing is unknown, or the unseen tiles allow no completion.

    Notes
    -----
    A completion puts unseen tiles in the place of those that are not known; any such tiles are
    equally likely, so kinds weigh as many ways as there are to them. Completions that can't be
    are left out: in 温岭麻将 tiles that are shown on arrival, and three 得 in a hand that still
    draws.

    The player is taken to know the completion when it comes to play. Of 3k + 2 tiles each
    completion is discarded from as is best for it, and one that may be declared is declared where
    that is better; so the mean is of the best that each hand can do, and no discard is singled
    out.

    At most 200 completions (or `samples`, if that is more) are all followed, and the mean is
    exact. Of more, `samples` are drawn without replacement. The standard errors are the usual ones
    of a mean, and unknown (nan) where the sample does not vary. Most completions are worth little
    and a few much, so that the mean plus and minus two standard errors is too short: of 1000
    samples (seed 1) of 200 for ``46m123pPPPFFF??``, three draws, it held the mean of 91 %. So the
    interval of ``worth`` is another. Chances have a betting interval, whose level is 95 % at least
    for any completions (`mjsim.odds.skewed.mean_of_chances`), at the price of about twice the
    width: it held that mean in all of 2000 samples (seed 2). The goal ``value`` has a bootstrap-t
    interval, which held in 94 % of 1000 samples (seed 2), and holds less where rare completions
    are worth much. A completion under which there is no way to the goal counts 0.

    Examples
    --------
    >>> found = partial("46m123pPPPFFF9s?", "E", draws=5)
    >>> found.exact, found.n_completions, round(found.worth.value, 4)
    (True, 34, 0.1466)
    """
    settings = read_settings(
        game,
        draws=draws,
        goal=goal,
        depth=depth,
        seen=seen,
        others=others,
        rules=rules,
        seat=seat,
        shown=shown,
        honors=honors,
        max_states=max_states,
        max_bytes=max_bytes,
    )
    samples = whole("samples", samples, 2)
    bits_of(seed, Stream.ODDS, game, 0)  # refuses a seed that can't be
    unknown = read_unknown(settings, hand, indicator, honors)
    most = max(MOST_EXACT, samples)
    found = list(islice(every_completion(settings, unknown), most + 1))
    exact = len(found) <= most
    if not exact:
        found = list(drawn_completions(settings, unknown, samples, seed))
    columns, worth = _followed(found, progress)
    ways = np.array([each.ways for each in found], np.float64)
    mean_columns = np.average(columns, axis=0, weights=ways)
    categories = settings.facts.categories
    errors = None
    if exact:
        value = float(np.average(worth, weights=ways))
        estimate = Estimate(value, 0.0, value, value, 0.95, "exact", len(found))
    else:
        if np.ptp(worth) <= ROUNDING * worth.max():
            worth = np.full_like(worth, worth[0])
        if settings.goal == "value":
            estimate = mean_of_values(worth, seed=seed, game=settings.game)
        else:
            estimate = mean_of_chances(worth, seed=seed)
        spread = columns.std(axis=0, ddof=1) / np.sqrt(len(found))
        spread[np.ptp(columns, axis=0) <= ROUNDING * columns.max(axis=0)] = np.nan
        errors = _named(spread, mean_columns, categories)
    return Average(
        settings.game,
        hand_names(unknown.hand, settings.facts.script, unknown.n_tiles)["notation"],
        "?" if unknown.indicator is None else tile_code(unknown.indicator),
        settings.goal,
        settings.draws,
        settings.depth,
        exact,
        len(found),
        sum(each.ways for each in found) if exact else None,
        estimate,
        curves_of(mean_columns, categories),
        errors,
        seed,
        settings,
        unknown,
    )


def _named(
    spread: NDArray[np.float64], means: NDArray[np.float64], categories: tuple[str, ...]
) -> Curves:
    """Name standard errors as the means are named."""
    ever = curves_of(means, categories).categories
    return Curves(
        spread[:, READY],
        spread[:, WON],
        spread[:, WORTH],
        {name: spread[:, FIRST_BIT + categories.index(name)] for name in ever},
    )


def _followed(
    completions: list[Completion], progress: Progress | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return columns and worth of the best play of each completion."""
    known: dict[str, tuple[NDArray[np.float64], float]] = {}
    found = []
    why: NoWayError | None = None
    n_none = 0
    for each in completions:
        key = f"{each.query.indicator} {format_tiles(each.tiles)}"
        if key not in known:
            try:
                known[key] = _best(each.query)
            except NoWayError as error:
                # The goal has chance 0 under this indicator, or with these tiles.
                why = why or error
                known[key] = _nothing(each.query), 0.0
                n_none += 1
            except TooFarError as error:
                named = f"{format_tiles(each.tiles)} for ?" if each.tiles else "no ?"
                turned = tile_code(each.query.indicator)
                raise TooFarError(f"{error} (with {named}, indicator {turned})") from error
        found.append(known[key])
        if progress is not None:
            progress(1)
    if why is not None and n_none == len(known):
        raise why
    columns = np.stack([numbers for numbers, _ in found])
    return columns, np.array([worth for _, worth in found])


def _best(query: Query) -> tuple[NDArray[np.float64], float]:
    """Return columns and worth of the best that a hand can do."""
    settings = query.settings
    win = declared(query) if query.to_discard else None
    columns = _nothing(query)
    worth = 0.0
    if win is None or not win.forced:
        kinds = None
        if query.to_discard:
            steps = steps_of(query, query.counts, query.natural)
            if win is None:
                check_way(query, steps)
            kinds = compared(query, steps, all_discards=False)
        if kinds is None or kinds:
            solved = Solved(query, kinds)
            if kinds is None:
                check_way(query, solved.core.distances())
            best = int(np.argmax(solved.worth))
            columns, worth = solved.curves[best], float(solved.worth[best])
    if win is not None:
        now = float(win.value) if settings.goal == "value" else float(win.serves)
        if now >= worth:
            return _declared_columns(win, settings), now
    return columns, worth


def _nothing(query: Query) -> NDArray[np.float64]:
    """Return the columns of a hand that comes to nothing."""
    return np.zeros((query.settings.draws + 1, FIRST_BIT + 32))


def _declared_columns(win: Declared, settings: Settings) -> NDArray[np.float64]:
    columns = np.zeros((settings.draws + 1, FIRST_BIT + 32))
    columns[:, [READY, WON]] = 1
    columns[:, WORTH] = win.value
    for name in win.categories:
        columns[:, FIRST_BIT + settings.facts.categories.index(name)] = 1
    return columns
