"""From the parts of a run of openings to its tidy results."""

from collections.abc import Callable
from fractions import Fraction

import polars as pl

from mjsim.exact import shanten_distribution
from mjsim.experiments.deals_exact import mean_of, wilds_distribution
from mjsim.experiments.labels import shanten_label, wilds_label
from mjsim.experiments.openings_counts import FAMILIES, count_openings
from mjsim.experiments.seats import ROLES, mean_over_seats, share_of_role
from mjsim.experiments.tidy import Sheet, labelled_table
from mjsim.store import Column, RunReader

__all__ = ["RESULTS", "results_of"]

RESULTS = labelled_table(
    Column("indicator", pl.String, "tile turned up in every hand; random: drawn in each"),
    Column("role", pl.String, "dealer: 14 tiles; other: 13, over the three seats; all"),
)
"""Results of openings."""

_TILES = {"dealer": 14, "other": 13}
_NAMES = {"dealer": "莊家", "other": "閒家"}
_LABELS: dict[str, Callable[[int], str]] = {"n_wilds": wilds_label, "shanten": shanten_label}


def results_of(run: RunReader, indicator: int | None) -> pl.DataFrame:
    """Estimate wilds and shanten of dealers and of the others, beside what is exact.

    Parameters
    ----------
    run : RunReader
        A run whose hands are all done.
    indicator : int or None
        The kind turned up in every hand; None: drawn in each.

    Returns
    -------
    polars.DataFrame
        Of `RESULTS`. The three seats that do not deal share a wall, so that they are no three
        trials: theirs is one number a hand, a share or a mean over the seats.
    """
    config = run.manifest.config
    n = run.n_hands_done
    sheet = Sheet(config, {"indicator": config.design["indicator"]})
    for role, counts in count_openings(run).items():
        exact = {
            "n_wilds": wilds_distribution(_TILES[role]),
            "shanten": shanten_distribution("tianjin", _TILES[role], indicator),
        }
        for family, values in FAMILIES.items():
            for value in values:
                chance = exact[family].get(value, Fraction(0))
                hits = counts.seats[family][value]
                if not chance and not any(hits):
                    continue
                name = f"{_NAMES[role]} {_LABELS[family](value)}"
                share, tested = share_of_role(hits, role, chance, config.seed)
                sheet.add(family, f"{family}={value}", name, share, tested=tested, role=role)
        true = mean_of(exact["shanten"])
        mean = mean_over_seats(counts.total_shanten, ROLES[role], true, (-1, 8), config.seed)
        sheet.add("mean", "mean_shanten", f"{_NAMES[role]} 平均向聽數", mean, role=role)
    sheet.judge(n, role="all")
    return sheet.frame(RESULTS)
