"""Counting openings part by part, hand by hand."""

from collections import Counter
from typing import NamedTuple

import numpy as np
import polars as pl

from mjsim.errors import InputError
from mjsim.experiments.seats import ROLES, SEATS, count_seats, count_values, seats_alike
from mjsim.store import RunReader
from mjsim.store.parts import HANDS

__all__ = ["FAMILIES", "HandCounts", "count_openings"]

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
                values = frame[name].to_numpy()[seats].reshape(-1, n_seats).astype(np.int64)
                (by_value,) = count_seats(seats_alike(values, FAMILIES[name]), n_seats)
                for counter, hits in zip(found[role].seats[name].values(), by_value, strict=True):
                    counter.update({k: int(times) for k, times in enumerate(hits) if times})
                if name == "shanten":
                    found[role].total_shanten.update(count_values(values.sum(axis=1)))
    return found
