"""Payments after a Tianjin hand (T2, T8, T9)."""

from oracle.tianjin_options import Options


def multiplier(one, other, dealer, sit, pulls):
    """What payments between two seats are multiplied by."""
    if dealer not in (one, other):
        return 1
    player = other if one == dealer else one
    return 2 ** (sit + pulls[player])


def settle(*, dealer, sit, pulls, winner, fan, kong_points, chan=False, options=None):
    """Payoffs of the four seats.

    Parameters
    ----------
    dealer : int
    sit : int
        0 or 1.
    pulls : sequence of int
        Of each seat; the dealer's own is not read.
    winner : int or None
        None for a drawn hand.
    fan : int
    kong_points : sequence of int
        Of each seat.
    chan : bool
        The four first discards were the same tile.
    options : Options
    """
    options = options or Options()
    payoffs = [0, 0, 0, 0]

    def pay(payer, payee, points):
        amount = points * options.base * multiplier(payer, payee, dealer, sit, pulls)
        payoffs[payer] -= amount
        payoffs[payee] += amount

    for seat in range(4):
        for payer in range(4):
            if payer == seat:
                continue
            if seat == winner:
                pay(payer, seat, fan)
            if winner is not None or options.kong_points_on_draw:
                pay(payer, seat, kong_points[seat])
    if chan:
        for seat in range(4):
            if seat != dealer:
                pay(dealer, seat, options.chan_points)
    return payoffs
