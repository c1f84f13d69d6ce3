"""The edges of ``stakes`` less the luck of deal and draws."""

import numpy as np
import polars as pl

from mjsim.experiments.luck import DRAWS, dealt_luck, draws_luck, fit_luck
from mjsim.experiments.seats import SEATS
from mjsim.experiments.stakes_payoffs import Settled
from mjsim.experiments.stakes_settings import ROLES, ZH
from mjsim.experiments.table_counts import CellSheet, Floats
from mjsim.store import RunReader

__all__ = ["add_edges_less_luck"]


def add_edges_less_luck(
    own: CellSheet, run: RunReader, cell: int, payoffs: Settled, seed: int
) -> None:
    """Add each role's edge with luck taken out, and what that does to its variance.

    The controls are what the role and the dealer were dealt, less its exact mean, and the luck
    of their draws, whose mean is 0: of the dealer's edge the dealer's own.
    """
    rows = run.scan().filter(pl.col("cell") == cell).select(DRAWS).collect()
    luck = _by_role(draws_luck(rows).reshape(-1, SEATS, len(DRAWS)), payoffs)
    dealt = dealt_luck("tianjin", seed, len(payoffs.dealers))
    luck = np.concatenate([luck, _by_role(dealt, payoffs)], axis=2)
    for place, role in enumerate(ROLES):
        both = luck[:, 0] if place == 0 else np.hstack([luck[:, place], luck[:, 0]])
        fitted = fit_luck(-payoffs.staked(place), both, seed)
        if fitted is None:
            return
        zh = f"{ZH[place]}{'坐莊' if place == 0 else '拉莊'}保本所需優勢"
        own.put("edge", "edge_less_luck", f"{zh}（扣除手氣）", fitted.estimate, role=role)
        reduction = fitted.reduction(seed)
        own.put("design", "edge_luck_reduction", f"{zh} 扣除手氣之效", reduction, role=role)


def _by_role(values: Floats, payoffs: Settled) -> Floats:
    """Turn values by seat, [n, 4, k], so that the dealer is the first."""
    seats = (payoffs.dealers[:, np.newaxis] + np.arange(SEATS)) % SEATS
    turned: Floats = np.take_along_axis(values, seats[:, :, np.newaxis], axis=1)
    return turned
