"""Ruin with a bankroll under stakes, from stretches of consecutive hands of a run."""

from collections.abc import Mapping, Sequence
from math import isfinite

import numpy as np

from mjsim.errors import InputError
from mjsim.experiments.seats import SEATS
from mjsim.experiments.stakes_payoffs import Payoffs
from mjsim.experiments.stakes_settings import EVERYBODY, NOBODY, Setting
from mjsim.experiments.table_counts import CellSheet, Floats
from mjsim.inputs import several

__all__ = ["PLANS", "add_ruin", "gains_by_seat", "read_bankrolls"]

_ROLES = range(SEATS)

PLANS: Mapping[str, tuple[str, tuple[Setting, ...]]] = {
    "none": ("無人坐拉", (NOBODY,) * SEATS),
    "sit": ("莊家皆坐、無人拉", (NOBODY.choosing(0, 1),) * SEATS),
    "all": ("皆坐皆拉2", (EVERYBODY,) * SEATS),
    "own_sit": ("唯己為莊則坐", tuple(NOBODY.choosing(0, int(role == 0)) for role in _ROLES)),
    "own_pull": (
        "唯己非莊則拉2",
        (NOBODY, *(NOBODY.choosing(place, 2) for place in (1, 2, 3))),
    ),
}
"""What is chosen at a table over many hands: a label, and the setting by the seat's role."""


def read_bankrolls(bankrolls: Sequence[float]) -> tuple[float, ...]:
    """Return bankrolls, or raise an InputError.

    Examples
    --------
    >>> read_bankrolls([50, 200])
    (50.0, 200.0)
    >>> read_bankrolls([0])
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: bankrolls: a number above 0, not 0
    >>> read_bankrolls([1_000_000, 1_000_001])
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: bankrolls: 1000001 has the name of another, 1e+06
    """
    found: list[float] = []
    for held in several("bankrolls", bankrolls):
        number = isinstance(held, int | float) and not isinstance(held, bool)
        if not (number and held > 0 and isfinite(held)):
            raise InputError(f"bankrolls: a number above 0, not {held!r}")
        if float(held) in found:
            raise InputError(f"bankrolls: {held!r} comes twice")
        if f"{held:g}" in {f"{each:g}" for each in found}:
            raise InputError(f"bankrolls: {held!r} has the name of another, {held:g}")
        found.append(float(held))
    return tuple(found)


def gains_by_seat(payoffs: Payoffs, settings: Sequence[Setting]) -> Floats:
    """Return what each seat gains in each hand of the run.

    Parameters
    ----------
    payoffs : Payoffs
    settings : sequence of 4 Setting
        The setting that is played for a seat, by the role that it has in the hand.

    Returns
    -------
    float64[n, 4]
        By seat, not by role. Settings that differ by role belong to one seat among others that
        choose nothing: then no two columns are of one table.
    """
    own = np.column_stack([payoffs.of(setting)[:, role] for role, setting in enumerate(settings)])
    roles = (np.arange(SEATS) - payoffs.dealers[:, None]) % SEATS
    gains: Floats = np.take_along_axis(own, roles, axis=1)
    return gains


def add_ruin(own: CellSheet, payoffs: Payoffs, bankrolls: Sequence[float], n_hands: int) -> None:
    """Add the chance that a seat loses its bankroll within so many hands.

    The model: hands of the run one after the other, whose dealer is the next seat each time
    (``sessions`` plays the succession of dealers that the rules have). Stretches of `n_hands`
    hands do not overlap and are the trials; hands that are left over at the end are not used.

    Parameters
    ----------
    own : CellSheet
    payoffs : Payoffs
    bankrolls : sequence of float
        Points.
    n_hands : int
        Hands of a stretch.

    Notes
    -----
    Shares of seats, with the error by stretch. A seat is ruined once it has lost the bankroll or
    more, even if the others would have let it play on.
    """
    there = set(payoffs.settings)
    stretches = len(payoffs.dealers) // n_hands
    for plan, (plan_zh, settings) in PLANS.items():
        if not stretches or not there.issuperset(settings):
            continue
        gains = gains_by_seat(payoffs, settings)[: stretches * n_hands]
        lowest = gains.reshape(stretches, n_hands, SEATS).cumsum(axis=1).min(axis=1)
        for held in bankrolls:
            ruined = lowest <= -held
            term = f"ruin({held:g})|plan={plan}"
            zh = f"{n_hands} 盤內輸盡 {held:g} 分（{plan_zh}）"
            own.share("ruin", term, zh, ruined, np.ones_like(ruined))
