"""Exact chances of the opening of 温岭麻将, after the initial replacements (W3-W5).

All of them follow from one fact. Write down for each seat the tiles that it takes, in order, up
to the one that makes up its hand: its 16th or 17th tile that is never shown. Four such lists of T
tiles in all tell, by the order of dealing and replacing, in which T places of the wall these
tiles lie, and every such order of dealing tells some T places; so the chance of the lists is
1 / (143 · 142 · …), T factors, whatever the order is. It may as well be this: one seat after
another, any of them first, takes tiles from the front of the wall until its hand is made up.
Hence a seat's list is that of a lone player, whatever the others show.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, perm
from typing import TypeVar

from mjsim.errors import InputError
from mjsim.exact.decks import deck_of
from mjsim.inputs import read_kind
from mjsim.notation import Honors
from mjsim.tiles import N_KINDS_FLOWERS, copies
from mjsim.wenling.deals import AUTOMATIC, Naonao, is_naonao, shown_kinds

__all__ = [
    "automatic_distribution",
    "automatic_probability",
    "de_distribution",
    "naonao_probability",
    "shown_distribution",
    "three_de_probability",
]

_N_TILES = 144
_N_DE = 3
_SET = 4
"""Tiles of 白, 中 or 發, of the seasons or of the plants."""
_SEATS = (17, 16, 16, 16)

_Label = TypeVar("_Label", int, str)


def _kept(indicator: int, naonao: Naonao) -> int:
    """Return the number of tiles that are never shown, the indicator not among them."""
    return deck_of("wenling", indicator, naonao).size


def _sets(indicator: int, naonao: Naonao) -> list[str]:
    """Return the automatic wins by shown tiles that can come under an indicator."""
    shown = set(shown_kinds(indicator, naonao))
    return [name for name, kinds in AUTOMATIC.items() if kinds and shown.issuperset(kinds)]


def _rising(n: int, k: int) -> int:
    """Return n (n + 1) … (n + k - 1)."""
    return perm(n + k - 1, k)


def _mean(
    law: Callable[[int], dict[_Label, Fraction]],
    indicator: str | int | None,
    honors: Honors | None,
) -> dict[_Label, Fraction]:
    """Return the law under an indicator, or its mean over the tiles turned up."""
    if indicator is not None:
        return law(read_kind(indicator, "indicator", honors, n_kinds=N_KINDS_FLOWERS))
    total: dict[_Label, Fraction] = {}
    for kind in range(N_KINDS_FLOWERS):
        for label, chance in law(kind).items():
            total[label] = total.get(label, Fraction(0)) + chance * copies(kind) / _N_TILES
    return total


def _check_tiles(n_tiles: int) -> None:
    if n_tiles not in (16, 17):
        raise InputError(f"n_tiles: 16 or 17, not {n_tiles!r}")


def naonao_probability(naonao: Naonao = "seed") -> Fraction:
    """Exact chance of 闹闹.

    Parameters
    ----------
    naonao : {"seed", "with_winds", "always"}
        What makes it 闹闹.

    Returns
    -------
    Fraction

    Raises
    ------
    InputError
        If there is no such option.

    Examples
    --------
    >>> naonao_probability(), naonao_probability("with_winds"), naonao_probability("always")
    (Fraction(5, 36), Fraction(1, 4), Fraction(1, 1))
    """
    tiles = sum(copies(k) for k in range(N_KINDS_FLOWERS) if is_naonao(k, naonao))
    return Fraction(tiles, _N_TILES)


def de_distribution(
    n_tiles: int,
    indicator: str | int | None = None,
    *,
    naonao: Naonao = "seed",
    honors: Honors | None = None,
) -> dict[int, Fraction]:
    """Exact distribution of the number of 得 that a seat holds.

    Parameters
    ----------
    n_tiles : {16, 17}
        Tiles held: 17 by the dealer.
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    naonao : {"seed", "with_winds", "always"}
        What makes it 闹闹.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    dict of int to Fraction
        Chances of 0 to 3: hypergeometric, out of the tiles that are never shown.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> {n: f"{float(chance):.6f}" for n, chance in de_distribution(17).items()}
    {0: '0.655444', 1: '0.299978', 2: '0.042695', 3: '0.001883'}
    """
    _check_tiles(n_tiles)

    def law(kind: int) -> dict[int, Fraction]:
        kept = _kept(kind, naonao)
        deals = comb(kept, n_tiles)
        return {
            de: Fraction(comb(_N_DE, de) * comb(kept - _N_DE, n_tiles - de), deals)
            for de in range(_N_DE + 1)
        }

    return _mean(law, indicator, honors)


def three_de_probability(
    indicator: str | int | None = None,
    *,
    naonao: Naonao = "seed",
    honors: Honors | None = None,
) -> Fraction:
    """Exact chance that some seat holds three 得 after the initial replacements.

    Parameters
    ----------
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    naonao : {"seed", "with_winds", "always"}
        What makes it 闹闹.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    Fraction

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    In normal mode and in 闹闹:

    >>> three_de_probability("1m"), three_de_probability("C")
    (Fraction(472, 73229), Fraction(472, 66675))
    """
    # Only one seat can hold all three, so that the chances of the seats add up.
    return sum(
        (de_distribution(n, indicator, naonao=naonao, honors=honors)[_N_DE] for n in _SEATS),
        Fraction(0),
    )


def shown_distribution(
    n_tiles: int,
    indicator: str | int | None = None,
    *,
    naonao: Naonao = "seed",
    honors: Honors | None = None,
) -> dict[int, Fraction]:
    """Exact distribution of the number of tiles that a seat shows at the deal.

    Parameters
    ----------
    n_tiles : {16, 17}
        Tiles held in the end: 17 by the dealer.
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    naonao : {"seed", "with_winds", "always"}
        What makes it 闹闹.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    dict of int to Fraction
        By number, ascending. Negative hypergeometric under each indicator: the tiles to be shown
        that come before the n-th of the others.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> shown = shown_distribution(17, "1m")
    >>> [f"{float(shown[n]):.4f}" for n in range(5)], max(shown)
    (['0.2050', '0.3319', '0.2628', '0.1342', '0.0491'], 12)
    """
    _check_tiles(n_tiles)

    def law(kind: int) -> dict[int, Fraction]:
        kept = _kept(kind, naonao)
        show = _N_TILES - 1 - kept
        # Orders of two sorts of tiles: k of the first sort before the n-th of the second.
        return {
            k: Fraction(
                comb(n_tiles - 1 + k, k) * comb(kept - n_tiles + show - k, show - k),
                comb(kept + show, show),
            )
            for k in range(show + 1)
        }

    return _mean(law, indicator, honors)


def automatic_distribution(
    n_tiles: int,
    indicator: str | int | None = None,
    *,
    naonao: Naonao = "seed",
    honors: Honors | None = None,
) -> dict[str, Fraction]:
    """Exact chance of each automatic win (W5) of a seat at the deal.

    Parameters
    ----------
    n_tiles : {16, 17}
        Tiles held: 17 by the dealer.
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    naonao : {"seed", "with_winds", "always"}
        What makes it 闹闹.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    dict of str to Fraction
        By category in bit order, 0 if it can't be. They overlap.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> chances = automatic_distribution(17)
    >>> {name: f"{float(chance):.2e}" for name, chance in chances.items()}
    {'sande': '1.88e-03', 'sibaiban': '3.61e-04', 'sihonghua': '3.61e-04', 'siheihua': '3.61e-04',
     'sihongzhong': '4.59e-05', 'sifacai': '4.59e-05'}
    """
    _check_tiles(n_tiles)

    def law(kind: int) -> dict[str, Fraction]:
        kept = _kept(kind, naonao)
        possible = _sets(kind, naonao)
        # The four tiles of a set lie before the n-th of the tiles that are never shown; other
        # tiles to be shown don't matter.
        whole = Fraction(_rising(n_tiles, _SET), _rising(kept + 1, _SET))
        chances = {name: whole if name in possible else Fraction(0) for name in AUTOMATIC}
        chances["sande"] = Fraction(comb(n_tiles, _N_DE), comb(kept, _N_DE))
        return chances

    return _mean(law, indicator, honors)


def automatic_probability(
    indicator: str | int | None = None,
    *,
    naonao: Naonao = "seed",
    honors: Honors | None = None,
) -> Fraction:
    """Exact chance that a hand ends at the deal because somebody wins automatically (W5).

    Parameters
    ----------
    indicator : str or int, optional
        The tile turned up; averaged over it if left out.
    naonao : {"seed", "with_winds", "always"}
        What makes it 闹闹.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    Fraction

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> round(1 / automatic_probability())
    95
    """

    def law(kind: int) -> dict[int, Fraction]:
        kept = _kept(kind, naonao)
        # Nobody shows a whole set, by inclusion and exclusion over who shows which. That seats
        # show these sets wholly: put the tiles of the sets one by one into the order of the
        # others, each of a seat's before one of its own n tiles.
        none = Fraction(0)
        for owners in product((None, *range(len(_SEATS))), repeat=len(_sets(kind, naonao))):
            n_sets = [owners.count(seat) for seat in range(len(_SEATS))]
            ways = (-1) ** sum(n_sets)
            for n_tiles, sets in zip(_SEATS, n_sets, strict=True):
                ways *= _rising(n_tiles, _SET * sets)
            none += Fraction(ways, _rising(kept + 1, _SET * sum(n_sets)))
        # Which of the tiles that are never shown are 得 has nothing to do with who shows what.
        de = sum(comb(n_tiles, _N_DE) for n_tiles in _SEATS)
        return {1: 1 - none * (1 - Fraction(de, comb(kept, _N_DE)))}

    return _mean(law, indicator, honors)[1]
