"""Exact distribution of fan and categories of the dealer's 14 tiles, complete as 天胡."""

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from mjsim._core import deal_masks
from mjsim.errors import InputError
from mjsim.inputs import read_kind
from mjsim.notation import Honors
from mjsim.tianjin.categories import categories_of
from mjsim.tianjin.fans import fan_of_deal
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import N_KINDS

__all__ = [
    "deal_category_distribution",
    "deal_fan_distribution",
    "deal_mask_counts",
    "deal_possible_distribution",
]

_DEALS = comb(135, 14)


def _canonical(indicator: int) -> int:
    """Return an indicator under which deals score alike.

    筒 and 條 may change places and every suit may run backwards, 四五六萬 included; the honours
    may change places.
    """
    if indicator >= 27:
        return 27
    suit, rank = divmod(indicator, 9)
    # The wild pair (r, r + 1) turns into (7 - r, 8 - r), and (9, 1) into itself.
    return 9 * min(suit, 1) + (rank if rank == 8 else min(rank, 7 - rank))


@cache
def _masks(indicator: int, su_ben_long: bool, possible: bool) -> dict[int, int]:
    copies = np.full(N_KINDS, 4, np.uint8)
    copies[list(wild_kinds(indicator))] = 0
    counts = deal_masks(copies, indicator // 9, su_ben_long=su_ben_long)[int(possible)]
    return {int(mask): int(counts[mask]) for mask in np.flatnonzero(counts)}


def deal_mask_counts(indicator: int, rules: Rules, *, possible: bool = False) -> dict[int, int]:
    """Return the complete deals under an indicator by mask of categories.

    Out of C(135, 14) deals of 14 tiles. ``possible``: by the categories that hold in any
    arrangement of the highest fan, instead of in the one with the largest mask.
    """
    return dict(_masks(_canonical(indicator), rules.su_ben_long, possible))


def _checked(
    game: str, indicator: str | int | None, rules: Rules | None, honors: Honors | None
) -> tuple[list[int], Rules]:
    if game != "tianjin":
        raise InputError(f"game: tianjin, not {game!r}")
    rules = rules or Rules.platform()
    if indicator is None:
        return list(range(N_KINDS)), rules
    return [read_kind(indicator, "indicator", honors)], rules


def deal_fan_distribution(
    game: str = "tianjin",
    indicator: str | int | None = None,
    rules: Rules | None = None,
    *,
    honors: Honors | None = None,
) -> dict[int, Fraction]:
    """Exact distribution of the fan of the dealer's 14 tiles as 天胡.

    Parameters
    ----------
    game : {"tianjin"}
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    rules : Rules, optional
        ``Rules.platform()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    dict of int to Fraction
        Probability by fan, ascending; 0: not complete. They sum to 1.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> fans = deal_fan_distribution("tianjin", "E")
    >>> fans[0], list(fans)
    (Fraction(3810729882255847231, 3812773629106782000), [0, 4, 8, 12, 16, 24, 28, 32, 56])
    """
    indicators, rules = _checked(game, indicator, rules, honors)
    by_fan: dict[int, int] = {0: len(indicators) * _DEALS}
    for shown in indicators:
        for mask, deals in deal_mask_counts(shown, rules).items():
            fan = fan_of_deal(mask, rules)
            by_fan[fan] = by_fan.get(fan, 0) + deals
            by_fan[0] -= deals
    every = len(indicators) * _DEALS
    return {fan: Fraction(by_fan[fan], every) for fan in sorted(by_fan)}


def deal_category_distribution(
    game: str = "tianjin",
    indicator: str | int | None = None,
    rules: Rules | None = None,
    *,
    honors: Honors | None = None,
) -> dict[str, Fraction]:
    """Exact probability of each category of the dealer's 14 tiles as 天胡.

    Parameters
    ----------
    game : {"tianjin"}
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    rules : Rules, optional
        ``Rules.platform()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    dict of str to Fraction
        Probability that a deal is complete and scores this category (T6: in its best
        arrangement, the largest mask among equals), in bit order. Categories overlap.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> float(deal_category_distribution()["hundiao"])  # doctest: +NUMBER
    0.000183
    """
    return _by_category(game, indicator, rules, honors, possible=False)


def deal_possible_distribution(
    game: str = "tianjin",
    indicator: str | int | None = None,
    rules: Rules | None = None,
    *,
    honors: Honors | None = None,
) -> dict[str, Fraction]:
    """Exact probability that the dealer's 14 tiles score a category in some best arrangement.

    As `deal_category_distribution`, but a category counts if it holds in any arrangement of the
    highest fan, not only in the one with the largest mask.

    Parameters
    ----------
    game : {"tianjin"}
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    rules : Rules, optional
        ``Rules.platform()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    dict of str to Fraction
        In bit order. Categories overlap.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    本混龍 and 混吊龍 are worth the same, and 本混龍 is the one reported:

    >>> possible, reported = deal_possible_distribution(), deal_category_distribution()
    >>> [name for name in possible if possible[name] != reported[name]]
    ['hundiao', 'long']
    """
    return _by_category(game, indicator, rules, honors, possible=True)


def _by_category(
    game: str,
    indicator: str | int | None,
    rules: Rules | None,
    honors: Honors | None,
    *,
    possible: bool,
) -> dict[str, Fraction]:
    indicators, rules = _checked(game, indicator, rules, honors)
    by_name: dict[str, int] = {}
    for shown in indicators:
        for mask, deals in deal_mask_counts(shown, rules, possible=possible).items():
            for name in categories_of(mask):
                by_name[name] = by_name.get(name, 0) + deals
    every = len(indicators) * _DEALS
    order = categories_of((1 << 11) - 1)
    return {name: Fraction(by_name[name], every) for name in order if name in by_name}
