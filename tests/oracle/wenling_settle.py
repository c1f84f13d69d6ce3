"""Payments after a Wenling hand (W5, W10)."""

from fractions import Fraction
from itertools import combinations

from oracle.wenling_options import Options


def ratio(one, other, dealer, options):
    """What payments between two seats are multiplied by."""
    with_dealer = dealer in (one, other)
    if options.ratio == "dealer_double":
        return Fraction(2 if with_dealer else 1)
    if options.ratio == "idle_half":
        return Fraction(1) if with_dealer else Fraction(1, 2)
    return Fraction(1)


def winners_at_the_deal(automatic, dealer, options):
    """Who wins of the seats that have an automatic win at the deal (W5)."""
    in_order = [seat for seat in ((dealer + i) % 4 for i in range(4)) if seat in automatic]
    return in_order[:1] if options.multi_auto == "first_seat" else in_order


def settle(points, *, winners, dealer, liable=None, options=None):
    """Payoffs of the four seats, exactly.

    Parameters
    ----------
    points : sequence of int
        Of each seat: a winner's total, the others' points.
    winners : sequence of int
        Seats; none for a drawn hand, more than one after automatic wins at the deal.
    dealer : int
    liable : int or None
        The seat that pays for all (包三家), with one winner.
    options : Options
    """
    options = options or Options()
    payoffs = [Fraction(0)] * 4

    def pay(payer, payee, points_paid, pair):
        amount = Fraction(points_paid, 10) * ratio(*pair, dealer, options)
        payoffs[payer] -= amount
        payoffs[payee] += amount

    if not winners:
        return payoffs
    others = [seat for seat in range(4) if seat not in winners]
    if liable is None or not options.bao:
        for winner in winners:
            for seat in others:
                pay(seat, winner, points[winner], (seat, winner))
        for pair in combinations(others, 2):
            lower, higher = sorted(pair, key=lambda seat: points[seat])
            pay(lower, higher, points[higher] - points[lower], pair)
        return payoffs

    (winner,) = winners
    for seat in others:
        pay(liable, winner, points[winner], (seat, winner))
    others.remove(liable)
    for seat in others:
        pay(liable, seat, points[seat], (liable, seat))
    lower, higher = sorted(others, key=lambda seat: points[seat])
    pay(liable, higher, points[higher] - points[lower], (lower, higher))
    return payoffs
