"""What a seat should be dealt, counted out: shanten, wilds, pairs, and what is shown."""

from collections.abc import Collection
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final, TypeAlias

from mjsim.exact import shanten_distribution
from mjsim.exact.decks import deck_of, decks_of
from mjsim.exact.wenling_deals import de_distribution, shown_distribution
from mjsim.experiments.deals_exact import wilds_distribution
from mjsim.experiments.wenling_exact import TILES as WENLING_TILES
from mjsim.tiles import BAI, N_KINDS, N_KINDS_FLOWERS, copies
from mjsim.wenling.deals import Naonao, shown_kinds

__all__ = ["Law", "arrivals_distribution", "exact_features", "pairs_distribution"]

Law: TypeAlias = dict[int, Fraction]
"""Chances by value."""

_TIANJIN_TILES: Final = {"dealer": 14, "other": 13}
_COPIES: Final = 4
_MORE: Final = {2: comb(4, 2), 3: comb(4, 3), 4: comb(4, 4)}
"""Ways to hold a kind twice or more, by tiles."""


def exact_features(game: str, role: str, naonao: Naonao) -> dict[str, Law]:
    """Return the exact chances of everything that a seat of a role is dealt.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    role : {"dealer", "other"}
    naonao : {"seed", "with_winds", "always"}
        温岭麻将: what makes it 闹闹.

    Returns
    -------
    dict of str to dict of int to Fraction
        By name, as `mjsim.experiments.openings_features.FEATURES`; each sums to 1.

    Examples
    --------
    >>> exact = exact_features("tianjin", "dealer", "seed")
    >>> {name: f"{float(law[2]):.4f}" for name, law in exact.items()}
    {'shanten': '0.2690', 'n_wilds': '0.1307', 'n_pairs': '0.3617'}
    """
    if game == "tianjin":
        n_tiles = _TIANJIN_TILES[role]
        return {
            "shanten": shanten_distribution("tianjin", n_tiles),
            "n_wilds": wilds_distribution(n_tiles),
            "n_pairs": pairs_distribution("tianjin", n_tiles),
        }
    n_tiles = WENLING_TILES[role]
    return {
        "shanten": shanten_distribution("wenling", n_tiles, naonao=naonao),
        "n_wilds": de_distribution(n_tiles, naonao=naonao),
        "n_pairs": pairs_distribution("wenling", n_tiles, naonao),
        "n_shown": shown_distribution(n_tiles, naonao=naonao),
        "n_flowers": arrivals_distribution(n_tiles, range(N_KINDS, N_KINDS_FLOWERS), naonao),
        "n_bai": arrivals_distribution(n_tiles, (BAI,), naonao),
    }


def pairs_distribution(game: str, n_tiles: int, naonao: Naonao = "seed") -> Law:
    """Return the distribution of natural kinds held twice or more, over all indicators.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    n_tiles : int
        Tiles held, in 温岭麻将 after the initial replacements.
    naonao : {"seed", "with_winds", "always"}

    Returns
    -------
    dict of int to Fraction
        Sums to 1.

    Examples
    --------
    >>> law = pairs_distribution("tianjin", 14)
    >>> [f"{float(law[pairs]):.4f}" for pairs in range(5)], max(law), sum(law.values())
    (['0.1025', '0.3319', '0.3617', '0.1672', '0.0338'], 7, Fraction(1, 1))
    """
    total: Law = {}
    turned = 0
    for deck, n_turned in decks_of(game, naonao):
        # An indicator is itself wild: of a natural kind there are all four tiles.
        n_kinds = (deck.size - deck.wilds) // _COPIES
        turned += n_turned
        for pairs, chance in _pairs(n_kinds, deck.wilds, n_tiles).items():
            total[pairs] = total.get(pairs, Fraction(0)) + n_turned * chance
    return {pairs: chance / turned for pairs, chance in sorted(total.items())}


@cache
def _pairs(n_kinds: int, wilds: int, n_tiles: int) -> Law:
    """Return the same for so many natural kinds of four tiles, and so many wilds."""
    hands = comb(_COPIES * n_kinds + wilds, n_tiles)
    found: Law = {}
    held = {0: 1}  # ways by tiles to hold each of so many kinds twice or more
    for pairs in range(n_tiles // 2 + 1):
        ways = sum(
            many * _COPIES**single * comb(n_kinds - pairs, single) * comb(wilds, left - single)
            for left, many in ((n_tiles - tiles, many) for tiles, many in held.items())
            for single in range(left + 1)
        )
        found[pairs] = Fraction(comb(n_kinds, pairs) * ways, hands)
        more: dict[int, int] = {}
        for tiles, many in held.items():
            for extra, choices in _MORE.items():
                more[tiles + extra] = more.get(tiles + extra, 0) + many * choices
        held = more
    return found


def arrivals_distribution(n_tiles: int, kinds: Collection[int], naonao: Naonao = "seed") -> Law:
    """Return the distribution of the tiles of some kinds that a seat of 温岭麻将 shows at the deal.

    Negative hypergeometric, as `mjsim.exact.wenling_deals.shown_distribution`: the tiles of these
    kinds, of those to be shown, that come before the n-th of the tiles that are never shown. Other
    tiles to be shown don't matter.

    Parameters
    ----------
    n_tiles : {16, 17}
        Tiles held in the end: 17 by the dealer.
    kinds : collection of int
        Where a kind is 得 or turned up, its tiles are not shown.
    naonao : {"seed", "with_winds", "always"}

    Returns
    -------
    dict of int to Fraction
        Sums to 1.

    Examples
    --------
    >>> everything = arrivals_distribution(17, range(N_KINDS_FLOWERS))
    >>> everything == shown_distribution(17)
    True
    """
    total: Law = {}
    for indicator in range(N_KINDS_FLOWERS):
        kept = deck_of("wenling", indicator, naonao).size
        show = sum(copies(kind) for kind in shown_kinds(indicator, naonao) if kind in kinds)
        orders = comb(kept + show, show)
        for k in range(show + 1):
            ways = comb(n_tiles - 1 + k, k) * comb(kept - n_tiles + show - k, show - k)
            chance = Fraction(copies(indicator) * ways, orders)
            total[k] = total.get(k, Fraction(0)) + chance
    turned = sum(copies(indicator) for indicator in range(N_KINDS_FLOWERS))
    return {k: chance / turned for k, chance in sorted(total.items())}
