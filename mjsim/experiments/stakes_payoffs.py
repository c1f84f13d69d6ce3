"""Payoffs by role under each setting of ``stakes``: settled from flows, or as they were played."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.experiments.cells import Cell
from mjsim.experiments.seats import SEATS
from mjsim.experiments.stakes_settings import SETTINGS, Setting, met_by
from mjsim.experiments.table_counts import Floats
from mjsim.store import RunReader

__all__ = ["Payoffs", "Replayed", "Settled", "payoffs_of", "replayed_of", "settled_of"]


def payoffs_of(
    flows: Floats, dealers: NDArray[np.int64], sit: int, pulls: NDArray[np.int64]
) -> Floats:
    """Return payoffs by hand and seat out of the flows at unit stake (T2).

    Parameters
    ----------
    flows : float64[n, 4, 4]
        To each seat from each other.
    dealers : int64[n]
    sit : int
    pulls : int64[n, 4]
        By seat; the dealer's own is left aside.

    Returns
    -------
    float64[n, 4]

    Examples
    --------
    >>> flows = np.array([[[0.0, 3, 0, 0], [-3, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 0]]])
    >>> payoffs_of(flows, np.array([0]), 1, np.array([[0, 2, 0, 0]]))
    array([[ 24., -23.,  -1.,   0.]])
    """
    rows = np.arange(len(dealers))
    factors = np.ones_like(flows)
    stake = 2.0 ** (sit + pulls)
    factors[rows, dealers, :] = stake
    factors[rows, :, dealers] = stake
    result: Floats = (flows * factors).sum(axis=2)
    return result


class Payoffs(Protocol):
    """Payoffs by hand and role under settings."""

    @property
    def dealers(self) -> NDArray[np.int64]:
        """Seats of the dealers, int64[n]."""

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The settings that there are."""

    def of(self, setting: Setting) -> Floats:
        """Return payoffs under a setting, float64[n, 4], the dealer first."""

    def average(self, settings: Sequence[Setting]) -> Floats:
        """Return the mean of the payoffs under several settings, float64[n, 4]."""


class Settled:
    """Payoffs under all 54 settings from the flows of the same hands, which no stake changes.

    Parameters
    ----------
    flows : float64[n, 4, 4]
        By role, to each from each other, at unit stake.
    dealers : int64[n]

    Examples
    --------
    >>> flows = np.array([[[0.0, 3, 0, 0], [-3, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 0]]])
    >>> Settled(flows, np.array([2])).of(Setting(1, (2, 0, 0)))
    array([[ 24., -23.,  -1.,   0.]])
    """

    settings = SETTINGS

    def __init__(self, flows: Floats, dealers: NDArray[np.int64]) -> None:
        self.dealers = dealers
        self._to_dealer = flows[:, 0, 1:].copy()
        self._from_dealer = flows[:, 1:, 0].copy()
        self._others = flows[:, 1:, 1:].sum(axis=2)

    def of(self, setting: Setting) -> Floats:
        """Return payoffs under a setting, float64[n, 4], the dealer first."""
        return self.average([setting])

    def average(self, settings: Sequence[Setting]) -> Floats:
        """Return the mean of the payoffs under several settings, float64[n, 4]."""
        stakes = np.mean([2.0 ** (each.sit + np.array(each.pulls)) for each in settings], axis=0)
        payoffs = np.empty((len(self.dealers), SEATS))
        payoffs[:, 0] = (self._to_dealer * stakes).sum(axis=1)
        payoffs[:, 1:] = self._others + self._from_dealer * stakes
        return payoffs

    def staked(self, role: int) -> Floats:
        """Return what a role's stake multiplies, float64[n]: 坐莊 of the dealer, 拉莊 of others."""
        return self._to_dealer.sum(axis=1) if role == 0 else self._from_dealer[:, role - 1]


class Replayed:
    """Payoffs under the settings that were played, each for itself.

    Parameters
    ----------
    played : mapping of Setting to float64[n, 4]
    dealers : int64[n]
    alike : bool[n]
        Hands that every setting pays as the flows of the first would.
    """

    def __init__(
        self,
        played: Mapping[Setting, Floats],
        dealers: NDArray[np.int64],
        alike: NDArray[np.bool_],
    ) -> None:
        self.dealers = dealers
        self.alike = alike
        self._played = played

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The settings that were played."""
        return tuple(self._played)

    def of(self, setting: Setting) -> Floats:
        """Return payoffs under a setting, float64[n, 4], the dealer first."""
        return self._played[setting]

    def average(self, settings: Sequence[Setting]) -> Floats:
        """Return the mean of the payoffs under several settings, float64[n, 4]."""
        total = np.zeros_like(self._played[settings[0]])
        for setting in settings:
            total += self._played[setting]
        return total / len(settings)


def _by_role(run: RunReader, cell: int) -> tuple[Floats, NDArray[np.int64]]:
    """Return the flows of a cell's hands by role, [n, 4, 4], and their dealers."""
    rows = run.scan().filter(pl.col("cell") == cell).collect()
    flows = rows.select("flow_0", "flow_1", "flow_2", "flow_3").to_numpy()
    flows = flows.reshape(-1, SEATS, SEATS)
    dealers = rows["dealer"].to_numpy()[::SEATS].astype(np.int64)
    seats = (dealers[:, None] + np.arange(SEATS)) % SEATS
    hands = np.arange(len(dealers))[:, None, None]
    turned: Floats = flows[hands, seats[:, :, None], seats[:, None, :]]
    return turned, dealers


def settled_of(run: RunReader, cell: int) -> Settled:
    """Read the hands of a cell, for all settings."""
    return Settled(*_by_role(run, cell))


def replayed_of(run: RunReader, cells: Mapping[int, Cell], settings: Sequence[Setting]) -> Replayed:
    """Read the hands of cells, each setting from those that met it.

    Parameters
    ----------
    run : RunReader
    cells : mapping of int to Cell
        By number; of one strategy, as `mjsim.experiments.stakes_settings.seatings` seats it.
    settings : sequence of Setting
        Those that are wanted.

    Returns
    -------
    Replayed
    """
    dealers = _by_role(run, next(iter(cells)))[1]
    unstaked = np.empty((len(dealers), SEATS, SEATS))
    for those, turned, _ in _met(run, cells, dealers, settings[:1]):
        unstaked[those] = turned
    first = Settled(unstaked, dealers)
    played = {setting: np.full((len(dealers), SEATS), np.nan) for setting in settings}
    for those, turned, setting in _met(run, cells, dealers, settings):
        played[setting][those] = Settled(turned, dealers[those]).of(setting)
    alike = np.ones(len(dealers), np.bool_)
    for setting, payoffs in played.items():
        if np.isnan(payoffs).any():
            raise AssertionError(f"stakes: not every dealer met {setting.name}")
        alike &= (payoffs == first.of(setting)).all(axis=1)
    return Replayed(played, dealers, alike)


def _met(
    run: RunReader,
    cells: Mapping[int, Cell],
    dealers: NDArray[np.int64],
    settings: Sequence[Setting],
) -> Iterator[tuple[NDArray[np.bool_], Floats, Setting]]:
    """Yield which hands of a cell met a setting, their flows by role, and the setting."""
    for number, cell in cells.items():
        met = [met_by(cell.table.pulls, cell.table.sit, dealer) for dealer in range(SEATS)]
        if set(met).isdisjoint(settings):
            continue
        flows = _by_role(run, number)[0]
        for setting in set(met).intersection(settings):
            those = np.array([each == setting for each in met])[dealers]
            yield those, flows[those], setting
