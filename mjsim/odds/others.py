"""How often somebody else wins first, as hands at a table show."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mjsim.blocks import Block
from mjsim.errors import InputError
from mjsim.inputs import whole
from mjsim.odds.settings import DRAWS, MOST_DRAWS
from mjsim.odds.walls import estimate_dict
from mjsim.options import GameRules
from mjsim.stats import Estimate, clustered_mean

if TYPE_CHECKING:
    import polars as pl

__all__ = ["FEW", "OthersWin", "at_risk", "others_win"]

FEW = 100
"""Draws of seats below which later draws are taken together."""

_SEATS = 4


@dataclass(frozen=True, eq=False)
class OthersWin:
    """Chances that somebody else wins before an own draw, by its number.

    Attributes
    ----------
    game, strategy : str
    n_hands, seed : int
    estimates : tuple of Estimate
        Of own draw 1, 2, and so on; errors are by hand, whose four seats depend on each other.
    together_from : int or None
        From this own draw on there is one estimate for all, since few hands get that far.
    """

    game: str
    strategy: str
    n_hands: int
    seed: int
    estimates: tuple[Estimate, ...]
    together_from: int | None

    @property
    def chances(self) -> NDArray[np.float64]:
        """The estimates alone, as `mjsim.odds.solo` takes them for ``others``."""
        return np.array([each.value for each in self.estimates])

    def from_draw(self, own_draw: int = 1, draws: int = DRAWS) -> tuple[Estimate, ...]:
        """Return the estimates of draws to come, from own draw `own_draw` of the hand on.

        Parameters
        ----------
        own_draw : int
            Number in the hand of the next own draw: 1 at its start, 9 after eight draws.
        draws : int
            Own draws to come.

        Returns
        -------
        tuple of Estimate
            As many as there are draws; their values are what `mjsim.odds.solo` takes for
            ``others``, their errors are not in its odds.

        Raises
        ------
        InputError
            If so late draws were not asked for.

        Examples
        --------
        >>> found = others_win("tianjin", "speed", 2000, seed=1, draws=12)
        >>> [str(each) for each in found.from_draw(10, draws=2)]
        ['0.1200 ± 0.0060', '0.1403 ± 0.0070']
        """
        most = len(self.estimates)
        own_draw = whole("own_draw", own_draw, 1, most)
        last = own_draw + whole("draws", draws, 1) - 1
        if last > most:
            raise InputError(f"own_draw: own draws up to {last} are wanted; {most} were measured")
        return self.estimates[own_draw - 1 : last]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "game": self.game,
            "strategy": self.strategy,
            "n_hands": self.n_hands,
            "seed": self.seed,
            "together_from": self.together_from,
            "estimates": [estimate_dict(each) for each in self.estimates],
        }


def others_win(
    game: str,
    strategy: object,
    n_hands: int = 10_000,
    *,
    seed: int,
    rules: GameRules | None = None,
    draws: int = DRAWS,
    workers: int = 1,
    progress: Callable[[Block], object] | None = None,
) -> OthersWin:
    """Measure how often somebody else wins before a seat's next draw.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    strategy : str, mapping, type or Strategy
        What all four seats play; see `mjsim.strategies.read_strategy`.
    n_hands : int
    seed : int
    rules : Rules, optional
    draws : int
        Own draws to tell of, from the first of a hand on.
    workers : int
        As for `mjsim.play`.
    progress : callable, optional
        Takes each finished block.

    Returns
    -------
    OthersWin

    Raises
    ------
    InputError
        If an argument can't be.

    Notes
    -----
    Own draws are ordinary ones; replacements belong to the draw before, and what the dealer
    starts with is no draw. Entry t is the share, of the seats whose hand goes on after own draw
    t - 1, of those that see somebody else win before own draw t: ``lost / (lost + drew)``, where
    `lost` counts seats whose hand ends by another's win after t - 1 own draws, and `drew` those
    that come to own draw t. Left out are hands that end in between without another's win (one's
    own on a discard, or a drawn hand): the solitary model knows neither, and has its draws
    counted. All seats of all hands are taken together.

    Examples
    --------
    >>> found = others_win("tianjin", "speed", 2000, seed=1, draws=3)
    >>> [str(each) for each in found.estimates]
    ['0 (error unknown)', '0.00188 ± 0.00074', '0.0050 ± 0.0011']
    """
    from mjsim.playing import play  # with it come frames, which the odds alone do without

    draws = whole("draws", draws, 1, MOST_DRAWS)
    whole("n_hands", n_hands, 1)
    columns = ["is_winner", "winner", "n_draws", "n_replacements"]
    frame = play(
        game,
        strategy,
        n_hands,
        seed=seed,
        rules=rules,
        columns=columns,
        workers=workers,
        progress=progress,
    )
    drew, lost = at_risk(frame)
    n_seats = (drew + lost).sum(axis=0)
    later = n_seats[::-1].cumsum()[::-1]
    enough = np.flatnonzero(n_seats >= FEW)
    last = int(enough[-1]) if len(enough) else -1
    # The draws beyond, with as many of those before as make them enough.
    together = last + 1
    while together > 0 and (together >= len(later) or later[together] < FEW):
        together -= 1
    single = [_estimate(drew[:, [t]], lost[:, [t]], seed) for t in range(min(together, draws))]
    rest = []
    if draws > together:
        rest = [_estimate(drew[:, together:], lost[:, together:], seed)] * (draws - together)
    label = strategy if isinstance(strategy, str) else _label(strategy, game)
    return OthersWin(
        game, label, n_hands, seed, (*single, *rest), together + 1 if rest else None
    )  # fmt: skip


def _label(strategy: object, game: str) -> str:
    from mjsim.strategies import read_strategy

    return read_strategy(strategy, game).label


def at_risk(frame: "pl.DataFrame") -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count, by hand and own draw, the seats that came to it and those that lost before.

    Parameters
    ----------
    frame : polars.DataFrame
        Rows of `mjsim.play` with ``is_winner``, ``winner``, ``n_draws`` and ``n_replacements``.

    Returns
    -------
    drew, lost : ndarray of int64, shape (n_hands, most)
    """
    every = frame["n_draws"].to_numpy().astype(np.int64)
    drawn = (every - frame["n_replacements"].to_numpy()).reshape(-1, _SEATS)
    others = (frame["winner"].is_not_null() & ~frame["is_winner"]).to_numpy()
    beaten = others.reshape(-1, _SEATS)
    most = int(drawn.max()) + 1
    drew = np.empty((len(drawn), most), np.int64)
    lost = np.empty((len(drawn), most), np.int64)
    for t in range(most):
        drew[:, t] = (drawn > t).sum(axis=1)
        lost[:, t] = ((drawn == t) & beaten).sum(axis=1)
    return drew, lost


def _estimate(drew: NDArray[np.int64], lost: NDArray[np.int64], seed: int) -> Estimate:
    """Return the share that lost, with its error by hand."""
    hits = lost.sum(axis=1)
    return clustered_mean(hits, hits + drew.sum(axis=1), bounds=(0, 1), seed=seed)
