"""Payments of 温岭麻将 (W5, W10)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from mjsim.errors import InputError
from mjsim.inputs import whole
from mjsim.wenling.rules import Rules

__all__ = ["settle"]


def settle(
    points: Sequence[int],
    *,
    winners: Iterable[int],
    dealer: int,
    liable: int | None = None,
    rules: Rules | None = None,
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Payoffs of the four seats after a hand.

    Parameters
    ----------
    points : sequence of 4 int
        Points by seat: the winners' totals, the others' points (W8, W9).
    winners : iterable of int
        Seats that won; none after a drawn hand, when nobody pays.
    dealer : int
        Seat of the dealer.
    liable : int, optional
        Seat that pays for all (包三家), beside one winner; ignored where the rules have no
        ``bao``.
    rules : Rules, optional
        ``Rules.seed()`` if left out.

    Returns
    -------
    tuple of 4 Fraction
        Payoffs by seat, halves kept exactly; they sum to zero.

    Raises
    ------
    InputError
        If a seat or a number of points can't be.

    Notes
    -----
    A payment is a tenth of the points times the ratio of the two seats: with ``dealer_double``
    2 if the dealer is one of them, with ``idle_half`` 1/2 if not. Each amount that a liable
    seat takes over keeps the ratio of the pair that would have exchanged it.

    Examples
    --------
    >>> list(map(int, settle([100, 160, 30, 80], winners=[1], dealer=0)))
    [-7, 48, -28, -13]
    >>> list(map(int, settle([100, 160, 30, 80], winners=[1], dealer=0, liable=0)))
    [-64, 48, 3, 13]
    """
    rules = rules or Rules.seed()
    worth = [whole("points", value, 0) for value in points]
    if len(worth) != 4:
        raise InputError(f"points: four numbers, not {len(worth)}")
    won = sorted({whole("winners", seat, 0, 3) for seat in winners})
    dealer = whole("dealer", dealer, 0, 3)
    payoffs = [Fraction(0)] * 4

    def ratio(a: int, b: int) -> Fraction:
        if rules.ratio == "dealer_double":
            return Fraction(2 if dealer in (a, b) else 1)
        return (
            Fraction(1, 2) if rules.ratio == "idle_half" and dealer not in (a, b) else Fraction(1)
        )

    def pay(giver: int, taker: int, amount: int, scale: Fraction) -> None:
        payoffs[giver] -= Fraction(amount, 10) * scale
        payoffs[taker] += Fraction(amount, 10) * scale

    if liable is not None:
        liable = whole("liable", liable, 0, 3)
        if liable in won:
            raise InputError(f"liable: seat {liable} won")
        if rules.bao and len(won) > 1:
            raise InputError("liable: with one winner only")
    others = [seat for seat in range(4) if seat not in won]
    if not won:
        return payoffs[0], payoffs[1], payoffs[2], payoffs[3]
    pays_all = liable if rules.bao else None
    for winner in won:
        for seat in others:
            giver = seat if pays_all is None else pays_all
            pay(giver, winner, worth[winner], ratio(seat, winner))
    if pays_all is not None:
        worth[pays_all] = 0
    for i, a in enumerate(others):
        for b in others[i + 1 :]:
            low, high = (a, b) if worth[a] < worth[b] else (b, a)
            giver = low if pays_all is None else pays_all
            if giver != high:
                pay(giver, high, worth[high] - worth[low], ratio(a, b))
    return payoffs[0], payoffs[1], payoffs[2], payoffs[3]
