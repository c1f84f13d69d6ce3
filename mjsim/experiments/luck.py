"""Luck taken out of payoffs: what the deal and the draws gave, whose mean is known to be 0."""

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.blocks import Block, blocks_of
from mjsim.experiments.openings_exact import exact_features
from mjsim.experiments.openings_features import FEATURES, features_of
from mjsim.experiments.seats import ROLES, SEATS
from mjsim.experiments.tidy import Sheet
from mjsim.stats import Estimate, controlled_mean, earlier_coefficients, jackknife
from mjsim.streams import BLOCK_SIZE, Stream
from mjsim.wenling.deals import Naonao

__all__ = [
    "DRAWS",
    "LEAST",
    "Fitted",
    "add_less_luck",
    "dealt_luck",
    "draws_luck",
    "fit_luck",
    "timed",
    "worth",
]

DRAWS: Final = ("luck_win", "luck_ready", "luck_near", "luck_far", "luck_wild")
"""Columns of the luck of draws, `mjsim.playing.COLUMNS`."""

LEAST: Final = 2000
"""Units from which luck is taken out: coefficients come from those before."""

_TIMED = 200  # hands
_FIRST = 500  # units whose luck is left in; then each stretch is as long as all before it


class Fitted:
    """Values with their luck taken out.

    Parameters
    ----------
    values : float64[n]
        One for each independent unit, in order.
    luck : float64[n, k]
        Of the same units; each column has mean 0.
    seed : int

    Attributes
    ----------
    estimate : Estimate
        Mean of the values less luck.
    pairs : float64[n, 2]
        Values, and values less luck.
    """

    def __init__(self, values: NDArray[np.float64], luck: NDArray[np.float64], seed: int) -> None:
        stretches = _stretches(len(values))
        fitted = earlier_coefficients(values, luck, stretches)
        found = controlled_mean(values, luck, np.zeros(luck.shape[1]), fitted, seed=seed)
        self.estimate = found.estimate
        self.pairs = np.column_stack([values, values - (luck * fitted).sum(axis=1)])

    def reduction(self, seed: int) -> Estimate:
        """Return the variance of the values over that of the values less luck.

        Of the units from which it was taken: all but the first stretch.
        """
        return jackknife(_reduction, self.pairs[_FIRST:], seed=seed)


def fit_luck(values: NDArray[np.float64], luck: NDArray[np.float64], seed: int) -> Fitted | None:
    """Take luck out of values by units, if there are `LEAST` of them.

    The coefficients of a unit are the least-squares ones of the stretches of units before its
    own, so that the mean stays what it was [1]_; stretches double in length.

    References
    ----------
    .. [1] N. Burch, M. Schmid, M. Moravcik, D. Morrill and M. Bowling, "AIVAT: a new variance
       reduction technique for agent evaluation in imperfect information games", AAAI 2018.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> luck = rng.normal(size=(4000, 1))
    >>> fitted = fit_luck(3.0 * luck[:, 0] + rng.normal(size=4000), luck, 1)
    >>> print(fitted.reduction(1))
    10.35 ± 0.34
    """
    return Fitted(values, luck, seed) if len(values) >= LEAST else None


def _stretches(n: int) -> NDArray[np.int64]:
    """Return the number of each unit's stretch."""
    units = np.arange(n)
    return np.ceil(np.log2((units + 1) / _FIRST)).clip(0).astype(np.int64)


def _reduction(pairs: NDArray[np.float64]) -> float:
    plain, left = pairs.var(axis=0, ddof=1)
    return float(plain / left)


def draws_luck(rows: pl.DataFrame) -> NDArray[np.float64]:
    """Return the luck of draws of rows (float64[n, 5])."""
    found: NDArray[np.float64] = rows.select(DRAWS).to_numpy()
    return found


def dealt_luck(game: str, seed: int, n: int, naonao: Naonao = "seed") -> NDArray[np.float64]:
    """Return what seats were dealt less what the deal gives on average.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    seed : int
    n : int
        Hands, from the first on.
    naonao : {"seed", "with_winds", "always"}

    Returns
    -------
    float64[n, 4, k]
        By hand and seat: each of `mjsim.experiments.openings_features.FEATURES` less its exact
        mean for the seat's role.

    Examples
    --------
    >>> found = dealt_luck("tianjin", 1, 8000)
    >>> scores = found.mean(axis=0) / (found.std(axis=0) / 8000**0.5)
    >>> found.shape, bool((abs(scores) < 4).all())
    ((8000, 4, 3), True)
    """
    names = FEATURES[game]
    means = {
        role: np.array(
            [float(sum(value * chance for value, chance in laws[name].items())) for name in names]
        )
        for role, laws in ((role, exact_features(game, role, naonao)) for role in ROLES)
    }
    found = np.empty((n, SEATS, len(names)))
    for block in blocks_of(n, BLOCK_SIZE[Stream.WALLS]):
        dealt = features_of(game, seed, block, naonao)
        is_dealer = dealt["is_dealer"].astype(bool)[:, :, np.newaxis]
        held = np.stack([dealt[name] for name in names], axis=2)
        part = slice(block.first_hand, block.first_hand + block.n_hands)
        found[part] = held - np.where(is_dealer, means["dealer"], means["other"])
    return found


def timed(task: Callable[[Block], object]) -> float:
    """Return the seconds that the least of three runs of a few hands takes.

    Examples
    --------
    >>> timed(lambda block: sum(range(1000 * block.n_hands))) > 0
    True
    """
    block = Block(0, 0, _TIMED)
    task(block)  # tables are built when first asked for
    seconds = []
    for _ in range(3):
        start = perf_counter()
        task(block)
        seconds.append(perf_counter() - start)
    return min(seconds)


def worth(
    gains: Iterable[tuple[str, float]],
    plain: Callable[[Block], object],
    longer: Callable[[Block], object],
) -> tuple[str, ...]:
    """Say what taking luck out is worth for its computing time, from a sample that is timed.

    Parameters
    ----------
    gains : iterable of (str, float)
        By name, how many times lower the variance is.
    plain, longer : callable
        Play a block without and with the columns of luck; `timed`, if there is any gain.

    Returns
    -------
    tuple of str
        A text for each name.

    Examples
    --------
    >>> worth([], timed, timed)
    ()
    """
    named = list(gains)
    if not named:
        return ()
    times = timed(longer) / timed(plain)
    return tuple(
        f"{name}: less luck the variance is {gain:.2f} times lower, for {times:.2f} times the "
        f"computing time: {gain / times:.2f} times as much for the same time"
        for name, gain in named
    )


def add_less_luck(
    sheet: Sheet, term: str, label: str, fitted: Fitted | None, *, seed: int, **design: Any
) -> None:
    """Add a mean less luck beside the plain one, and what that does to its variance."""
    if fitted is None:
        return
    sheet.add(term, f"{term}_less_luck", f"{label}（扣除手氣）", fitted.estimate, **design)
    reduction = fitted.reduction(seed)
    sheet.add("design", f"{term}_luck_reduction", f"{label} 扣除手氣之效", reduction, **design)
