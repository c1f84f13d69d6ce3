"""The stake game: the dealer sits or not, and the three others, who see it, pull at once."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from mjsim.experiments.stakes_settings import Setting
from mjsim.experiments.table_counts import Floats

__all__ = ["Solution", "pure_equilibria", "regrets", "solve"]

Pulls = tuple[int, int, int]

_PROFILES: tuple[Pulls, ...] = tuple((a, b, c) for a, b, c in product(range(3), repeat=3))
_ROUNDING = 1e-12  # of the largest value: by so little nobody gains


@dataclass(frozen=True)
class Solution:
    """What is best by backward induction.

    Attributes
    ----------
    equilibria : tuple of 2 lists of pulls
        The pure Nash equilibria of the pulls after the dealer stays and after it sits.
    replies : tuple of 2 pulls
        What is recommended in each of the two: of several equilibria the one that gives the
        three together the most; where there is none, the profile of least regret.
    path : Setting
        What is then chosen.
    """

    equilibria: tuple[list[Pulls], list[Pulls]]
    replies: tuple[Pulls, Pulls]
    path: Setting


def regrets(values: Floats) -> Floats:
    """Return by profile the most that any of the three gains by another pull of its own.

    Parameters
    ----------
    values : float64[3, 3, 3, 3]
        By the three pulls, and the place whose value it is.

    Returns
    -------
    float64[3, 3, 3]
        At least 0.

    Examples
    --------
    >>> values = np.zeros((3, 3, 3, 3))
    >>> values[2, :, :, 0] = 5.0
    >>> float(regrets(values)[0, 0, 0]), float(regrets(values)[2, 1, 0])
    (5.0, 0.0)
    """
    most = np.zeros(values.shape[:3])
    for place in range(3):
        own = values[..., place]
        most = np.maximum(most, own.max(axis=place, keepdims=True) - own)
    return most


def pure_equilibria(values: Floats) -> list[Pulls]:
    """Return the profiles of pulls of which nobody gains by leaving alone.

    Parameters
    ----------
    values : float64[3, 3, 3, 3]
        As for `regrets`.

    Returns
    -------
    list of tuple of 3 int
        In order; there may be none.
    """
    found = regrets(values) <= _ROUNDING * np.abs(values).max()
    return [pulls for pulls in _PROFILES if found[pulls]]


def solve(values: Floats) -> Solution:
    """Solve the stake game by backward induction (subgame perfect equilibrium).

    Parameters
    ----------
    values : float64[2, 3, 3, 3, 4]
        By 坐莊, the three pulls, and the role whose value it is.

    Returns
    -------
    Solution
        If a subgame has no pure equilibrium, what is recommended is none either; its regret
        says how far it is from one.

    Examples
    --------
    >>> values = np.zeros((2, 3, 3, 3, 4))
    >>> values[1, ..., 0] = 1.0  # sitting pays
    >>> values[:, :, 2, :, 2] = 1.0  # and pulling at the second place
    >>> values[..., 3] = -np.arange(3)  # but not at the third
    >>> found = solve(values)
    >>> found.path.name, len(found.equilibria[1])
    ('sit1:pulls0,2,0', 3)
    """
    subgames = [values[sit, ..., 1:] for sit in range(2)]
    stay, sit = (pure_equilibria(subgame) for subgame in subgames)
    replies = _recommended(subgames[0], stay), _recommended(subgames[1], sit)
    sits = int(values[1][replies[1]][0] > values[0][replies[0]][0])
    return Solution((stay, sit), replies, Setting(sits, replies[sits]))


def _recommended(values: Floats, equilibria: list[Pulls]) -> Pulls:
    """Return one profile of pulls; the first in order of those that are as good."""
    if equilibria:
        return max(equilibria, key=lambda pulls: float(values[pulls].sum()))
    regret = regrets(values)
    return min(_PROFILES, key=lambda pulls: float(regret[pulls]))
