"""Payments of 天津麻将 (T2, T8, T9)."""

from collections.abc import Iterable, Sequence

from mjsim.errors import InputError
from mjsim.inputs import whole
from mjsim.tianjin.rules import Rules

__all__ = ["settle"]


def _four(name: str, values: object, most: int | None = None) -> list[int]:
    if not isinstance(values, Iterable):
        raise InputError(f"{name}: four numbers, not {values!r}")
    numbers = [whole(name, value, 0, most) for value in values]
    if len(numbers) != 4:
        raise InputError(f"{name}: four numbers, not {len(numbers)}")
    return numbers


def settle(
    *,
    dealer: int,
    sit: int,
    pulls: Sequence[int],
    winner: int | None,
    fan: int,
    kong_points: Sequence[int],
    chan: bool = False,
    rules: Rules | None = None,
) -> tuple[int, int, int, int]:
    """Payoffs of the four seats after a hand.

    Parameters
    ----------
    dealer : int
        Seat of the dealer, 0-3.
    sit : int
        1 if the dealer sits (坐莊), else 0.
    pulls : sequence of 4 int
        拉莊 by seat, 0-2; the dealer's own is 0.
    winner : int or None
        Seat of the winner, None after a drawn hand.
    fan : int
        The win's fan before kong points (ignored after a drawn hand).
    kong_points : sequence of 4 int
        Kong points by seat (T8).
    chan : bool
        The first four discards were the same tile (鏟).
    rules : Rules, optional
        ``Rules.platform()`` if left out.

    Returns
    -------
    tuple of 4 int
        Payoffs by seat; they sum to zero.

    Raises
    ------
    InputError
        If a seat, a stake or a number of points can't be.

    Notes
    -----
    A payment between the dealer and seat i is multiplied by ``2**(sit + pulls[i])``, one between
    two others by 1 (T2).

    Examples
    --------
    The dealer (seat 1) sits, seat 0 pulls once and wins 3 fan:

    >>> settle(dealer=1, sit=1, pulls=(1, 0, 0, 0), winner=0, fan=3, kong_points=(0, 0, 0, 0))
    (18, -12, -3, -3)
    """
    rules = rules or Rules.platform()
    dealer = whole("dealer", dealer, 0, 3)
    sit = whole("sit", sit, 0, 1)
    pulls = _four("pulls", pulls, 2)
    points = _four("kong_points", kong_points)
    if pulls[dealer]:
        raise InputError(f"pulls: the dealer (seat {dealer}) can't pull")
    due = [0, 0, 0, 0]  # points that each other seat pays to this one
    if winner is not None:
        due[whole("winner", winner, 0, 3)] += whole("fan", fan, 1)
    if winner is not None or rules.kong_points_on_draw:
        due = [d + more for d, more in zip(due, points, strict=True)]
    payoffs = [0, 0, 0, 0]
    for a in range(4):
        for b in range(a + 1, 4):
            flow = due[a] - due[b]  # from b to a
            if chan and dealer in (a, b):
                flow += -rules.chan_points if dealer == a else rules.chan_points
            if dealer in (a, b):
                flow *= 2 ** (sit + (pulls[b] if dealer == a else pulls[a]))
            payoffs[a] += flow * rules.base
            payoffs[b] -= flow * rules.base
    return payoffs[0], payoffs[1], payoffs[2], payoffs[3]
