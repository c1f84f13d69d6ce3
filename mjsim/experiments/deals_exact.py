"""What the dealer's first 14 tiles should be, counted out."""

from fractions import Fraction
from math import comb
from typing import NamedTuple

from mjsim.exact import (
    deal_category_distribution,
    deal_fan_distribution,
    deal_possible_distribution,
    shanten_distribution,
)
from mjsim.tianjin.rules import Rules

__all__ = ["ExactDeals", "exact_deals", "mean_of", "wilds_distribution"]

_DEALT = 14
_LEFT = 135
_WILDS = 7


class ExactDeals(NamedTuple):
    """Exact probabilities of what a deal may be.

    Attributes
    ----------
    n_wilds, shanten, fan : dict of int to Fraction
        Each sums to 1; fan 0: not complete.
    category : dict of str to Fraction
        Categories overlap.
    possible : dict of str to Fraction
        The same, a category counting in any arrangement of the highest fan.
    """

    n_wilds: dict[int, Fraction]
    shanten: dict[int, Fraction]
    fan: dict[int, Fraction]
    category: dict[str, Fraction]
    possible: dict[str, Fraction]

    @property
    def mean_fan(self) -> Fraction:
        """Mean fan of the complete hands."""
        return mean_of(self.fan) / (1 - self.fan[0])


def exact_deals(indicator: int | None, rules: Rules) -> ExactDeals:
    """Count out the deals under an indicator, or averaged over it.

    Examples
    --------
    >>> exact = exact_deals(27, Rules.platform())
    >>> float(exact.mean_fan), float(mean_of(exact.shanten))
    (8.2376, 2.6472)
    """
    return ExactDeals(
        wilds_distribution(_DEALT),
        shanten_distribution("tianjin", _DEALT, indicator),
        deal_fan_distribution("tianjin", indicator, rules),
        deal_category_distribution("tianjin", indicator, rules),
        deal_possible_distribution("tianjin", indicator, rules),
    )


def wilds_distribution(n_tiles: int) -> dict[int, Fraction]:
    """Return the distribution of the wilds among tiles drawn, whatever the indicator.

    Seven of the 135 tiles that the indicator leaves are wild.

    Examples
    --------
    >>> round(float(wilds_distribution(14)[0]), 6)
    0.456109
    """
    hands = comb(_LEFT, n_tiles)
    return {
        wilds: Fraction(comb(_WILDS, wilds) * comb(_LEFT - _WILDS, n_tiles - wilds), hands)
        for wilds in range(_WILDS + 1)
    }


def mean_of(distribution: dict[int, Fraction]) -> Fraction:
    """Return the mean of a distribution.

    Examples
    --------
    >>> mean_of(wilds_distribution(14)) == Fraction(14 * 7, 135)
    True
    """
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))
