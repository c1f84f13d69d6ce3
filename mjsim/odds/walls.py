"""The model's bias: its play, tried on walls that shrink."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mjsim.blocks import blocks_of
from mjsim.inputs import whole
from mjsim.odds.kernel import WON, WORTH, Solved
from mjsim.stats import Estimate, proportion
from mjsim.stats.student import t_estimate
from mjsim.streams import BLOCK_SIZE, Stream, bits_of

__all__ = ["MOST_TRIALS", "Walls", "estimate_dict", "tried"]

MOST_TRIALS = 10**8
"""True walls that may be tried: hours of them."""

_LEVEL = 0.95


@dataclass(frozen=True, eq=False)
class Walls:
    """What the model's play came to on random walls of the tiles unseen.

    Attributes
    ----------
    trials, seed : int
    won : Estimate
        Chance to have won by the last draw.
    value : Estimate
        Mean fan or points won; no win counts 0.
    won_bias, value_bias : Estimate
        The model's number less this one. The model is exact, so the error is that of the trials.
    """

    trials: int
    seed: int
    won: Estimate
    value: Estimate
    won_bias: Estimate
    value_bias: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return plain numbers."""
        names = ("won", "value", "won_bias", "value_bias")
        return {"trials": self.trials, "seed": self.seed} | {
            name: estimate_dict(getattr(self, name)) for name in names
        }


def estimate_dict(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate as plain values, None for what is not known.

    Examples
    --------
    >>> from mjsim.stats import proportion
    >>> estimate_dict(proportion(1, 4))["estimate"]
    0.25
    """
    numbers = {
        "estimate": estimate.value,
        "std_error": estimate.se,
        "ci_low": estimate.ci_low,
        "ci_high": estimate.ci_high,
    }
    return {
        **{name: x if math.isfinite(x) else None for name, x in numbers.items()},
        "level": estimate.level,
        "method": estimate.method,
        "n": estimate.n,
    }


def tried(solved: Solved, place: int, trials: int, seed: int) -> Walls:
    """Try the play that follows a discard on true walls.

    Parameters
    ----------
    solved : Solved
    place : int
        Of the discard among those compared.
    trials : int
        1 to 10**8.
    seed : int

    Raises
    ------
    InputError
        If a number can't be.
    """
    trials = whole("trials", trials, 1, MOST_TRIALS)
    hits, total, squares = 0, 0.0, 0.0
    for block in blocks_of(trials, BLOCK_SIZE[Stream.ODDS]):
        bits = bits_of(seed, Stream.ODDS, solved.query.settings.game, block.index)
        sums, of_squares = solved.core.try_play(place, bits, block.n_hands)
        hits += round(float(sums[-1, WON]))
        total += float(sums[-1, WORTH])
        squares += float(of_squares[-1])
    won = proportion(hits, trials, seed=seed)
    value = _mean(total, squares, trials, seed)
    model = solved.curves[place, -1]
    return Walls(
        trials, seed, won, value, _less(model[WON], won), _less(model[WORTH], value)
    )  # fmt: skip


def _mean(total: float, squares: float, n: int, seed: int) -> Estimate:
    """Return a mean from the sums of values and of their squares; both are whole."""
    spread = squares - total * total / n
    se = math.sqrt(max(spread, 0.0) / n / (n - 1)) if n > 1 else 0.0
    return t_estimate(total / n, se, n, "mean", df=n - 1, level=_LEVEL, seed=seed)


def _less(exact: np.float64, estimate: Estimate) -> Estimate:
    """Return an exact number less an estimate."""
    number = float(exact)
    return replace(
        estimate,
        value=number - estimate.value,
        ci_low=number - estimate.ci_high,
        ci_high=number - estimate.ci_low,
        method=f"exact less {estimate.method}",
        n_success=None,
    )
