"""Counting openings part by part, hand by hand."""

from collections import Counter
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.experiments.openings_tables import SEATS
from mjsim.store import RunReader
from mjsim.store.parts import HANDS

__all__ = ["FAMILIES", "ROLES", "HandCounts", "count_openings"]

ROLES = {"dealer": 1, "other": SEATS - 1}
"""How many seats of a hand have each role."""

FAMILIES = {"n_wilds": range(8), "shanten": range(-1, 9)}
"""Columns that are counted, and their values."""


class HandCounts(NamedTuple):
    """What the seats of one role had.

    Attributes
    ----------
    seats : dict of str to (dict of int to Counter)
        By column and value: hands by the number of their seats that had this value.
    total_shanten : Counter
        Hands by the sum of their seats' shanten.
    """

    seats: dict[str, dict[int, Counter[int]]]
    total_shanten: Counter[int]


def count_openings(run: RunReader) -> dict[str, HandCounts]:
    """Count the hands of a run by role.

    One part is in memory at a time; no hand is in two of them.

    Parameters
    ----------
    run : RunReader

    Returns
    -------
    dict of str to HandCounts

    Raises
    ------
    InputError
        If the counts are not of all the hands done.
    """
    found = {
        role: HandCounts(
            {name: {value: Counter() for value in values} for name, values in FAMILIES.items()},
            Counter(),
        )
        for role in ROLES
    }
    for part in run.parts:
        frame = pl.read_parquet(
            run.path / HANDS / part.name,
            columns=["hand_id", "seat", "is_dealer", *FAMILIES],
            hive_partitioning=False,
        ).sort("hand_id", "seat")
        deals = frame["is_dealer"].to_numpy()
        if frame.height != SEATS * part.n_hands or deals.sum() != part.n_hands:
            raise InputError(f"{run.path / HANDS / part.name}: seats or dealers are missing")
        for role, n_seats in ROLES.items():
            seats = deals if role == "dealer" else ~deals
            for name in FAMILIES:
                values = frame[name].to_numpy()[seats].reshape(-1, n_seats)
                for value, counter in found[role].seats[name].items():
                    _add(counter, (values == value).sum(axis=1))
                if name == "shanten":
                    _add(found[role].total_shanten, values.sum(axis=1, dtype=np.int64))
    return found


def _add(counter: Counter[int], values: NDArray[np.int64]) -> None:
    """Add how often each value comes."""
    which, times = np.unique(values, return_counts=True)
    counter.update(dict(zip(which.tolist(), times.tolist(), strict=True)))
