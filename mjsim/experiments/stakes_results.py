"""From the flows of ``stakes`` to every setting's values."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.experiments.cells import RESULTS, Cell
from mjsim.experiments.tidy import Sheet
from mjsim.stats import jackknife, mean, proportion
from mjsim.store import RunReader

__all__ = ["payoffs_of", "results_of"]

ROLES = ("dealer", "place1", "place2", "place3")
"""The dealer, and the others in the order of play."""

_ZH = ("莊家", "下家", "對家", "上家")
_LEAST = 400  # hands, for the error of a standard deviation


def payoffs_of(
    flows: NDArray[np.float64], dealers: NDArray[np.int64], sit: int, pulls: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return payoffs by hand and seat out of the flows at unit stake (T2).

    Parameters
    ----------
    flows : float64[n, 4, 4]
        To each seat from each other.
    dealers : int64[n]
    sit : int
    pulls : int64[n, 4]
        By seat; the dealer's own is left aside.
    """
    rows = np.arange(len(dealers))
    factors = np.ones_like(flows)
    stake = 2.0 ** (sit + pulls)
    factors[rows, dealers, :] = stake
    factors[rows, :, dealers] = stake
    result: NDArray[np.float64] = (flows * factors).sum(axis=2)
    return result


def _by_role(run: RunReader, cell: int) -> NDArray[np.float64]:
    """Flows by hand and role: [n, 4, 4], the dealer first, then in the order of play."""
    rows = run.scan().filter(pl.col("cell") == cell).collect()
    flows = rows.select("flow_0", "flow_1", "flow_2", "flow_3").to_numpy().reshape(-1, 4, 4)
    dealers = rows["dealer"].to_numpy()[::4].astype(np.int64)
    seats = (dealers[:, None] + np.arange(4)) % 4
    hands = np.arange(len(dealers))[:, None, None]
    turned: NDArray[np.float64] = flows[hands, seats[:, :, None], seats[:, None, :]]
    return turned


def results_of(run: RunReader, cells: Sequence[Cell]) -> pl.DataFrame:
    """Estimate what `run_stakes` promises.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`; hands are the trials.
    """
    config = run.manifest.config
    sheet = Sheet(config, {"role": ""})
    for number, cell in enumerate(cells):
        flows = _by_role(run, number)
        _add_flows(sheet, cell.name, flows, config.seed)
        _add_settings(sheet, cell.name, flows, config.seed)
    return sheet.frame(RESULTS)


def _add_flows(sheet: Sheet, cell: str, flows: NDArray[np.float64], seed: int) -> None:
    """Add what a stake multiplies, and how much better a seat would have to be for it to pay."""
    for place, role in enumerate(ROLES):
        staked = flows[:, 0, 1:].sum(axis=1) if place == 0 else flows[:, place, 0]
        flow = mean(staked, seed=seed)
        zh = "坐莊" if place == 0 else "拉莊"
        sheet.add("flow", "flow", f"{_ZH[place]}{zh}所乘之得失", flow, cell=cell, role=role)
        edge = mean(-staked, seed=seed)
        sheet.add("edge", "edge", f"{_ZH[place]}{zh}保本所需優勢", edge, cell=cell, role=role)
    pulls = [2 if flows[:, place, 0].mean() > 0 else 0 for place in (1, 2, 3)]
    taken = (flows[:, 0, 1:] * 2.0 ** np.array(pulls)).sum(axis=1)
    chosen = ",".join(map(str, pulls))
    value = mean(taken, seed=seed)
    sheet.add(
        "equilibrium",
        f"sitting against pulls{chosen}",
        "均衡：莊家坐莊所乘之得失",
        value,
        cell=cell,
        role="dealer",
    )


def _add_settings(sheet: Sheet, cell: str, flows: NDArray[np.float64], seed: int) -> None:
    n = len(flows)
    for sit, *pulls in product(range(2), *[range(3)] * 3):
        by_place = np.tile(np.array([0, *pulls]), (n, 1))
        payoffs = payoffs_of(flows, np.zeros(n, np.int64), sit, by_place)
        setting = f"sit{sit}:pulls{','.join(map(str, pulls))}"
        for place, role in enumerate(ROLES):
            own = payoffs[:, place]
            zh = f"{_ZH[place]} 坐{sit} 拉{','.join(map(str, pulls))}"
            average = mean(own, seed=seed)
            sheet.add("mean", f"mean {setting}", f"{zh} 均值", average, cell=cell, role=role)
            if n >= _LEAST:
                spread = jackknife(_deviation, own, seed=seed)
                sheet.add("sd", f"sd {setting}", f"{zh} 標準差", spread, cell=cell, role=role)
            lost = proportion(int((own < 0).sum()), n, seed=seed)
            sheet.add("loses", f"loses {setting}", f"{zh} 輸一盤", lost, cell=cell, role=role)


def _deviation(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1))
