"""Experiment ``deals`` of 温岭麻将: whole openings, after the initial replacements."""

from dataclasses import dataclass
from typing import ClassVar, Final

import polars as pl

from mjsim.blocks import Block
from mjsim.experiments.deals_plan import Keep, Plan
from mjsim.experiments.wenling_exact import exact_openings
from mjsim.experiments.wenling_results import RESULTS, results_of
from mjsim.experiments.wenling_tables import COUNTS, HANDS, count_rows, hand_rows
from mjsim.streams import Stream
from mjsim.tiles import N_KINDS_FLOWERS
from mjsim.wenling.rules import Rules

__all__ = ["PLAN", "OpeningsTask"]


@dataclass(frozen=True, slots=True)
class OpeningsTask:
    """Deals the openings of a block.

    Attributes
    ----------
    seed : int
    indicator : int or None
        The kind turned up in every hand; None: what the wall shows.
    rules : Rules
    keep : {"hands", "counts"}
        Which table the rows are of.

    Examples
    --------
    >>> task = OpeningsTask(1, None, Rules.seed(), "hands")
    >>> task(Block(0, 0, 1)).select("seat", "is_dealer", "n_shown").rows()
    [(0, True, 0), (1, False, 0), (2, False, 0), (3, False, 2)]
    """

    seed: int
    indicator: int | None
    rules: Rules
    keep: Keep

    nogil: ClassVar[bool] = True
    """The kernels release the interpreter's lock, so that threads are enough."""

    def __call__(self, block: Block) -> pl.DataFrame:
        """Return the rows of a block."""
        rows = hand_rows(self.seed, block, self.indicator, self.rules)
        return rows if self.keep == "hands" else count_rows(block, rows)


PLAN: Final = Plan(
    rules=Rules,
    n_kinds=N_KINDS_FLOWERS,
    stream=Stream.WALLS,
    tables={"hands": HANDS, "counts": COUNTS},
    # A quarter of a million rows.
    blocks_per_part={"hands": 64, "counts": 1024},
    task=OpeningsTask,
    results=RESULTS,
    results_of=lambda run, indicator, rules: results_of(
        run, exact_openings(indicator, rules.naonao)
    ),
)
"""What the experiment needs to know of the game."""
