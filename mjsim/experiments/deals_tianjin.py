"""Experiment ``deals`` of 天津麻將: the dealer's first 14 tiles."""

from dataclasses import dataclass
from typing import ClassVar, Final

import polars as pl

from mjsim.blocks import Block
from mjsim.experiments.deals_exact import exact_deals
from mjsim.experiments.deals_plan import Keep, Plan
from mjsim.experiments.deals_results import RESULTS, results_of
from mjsim.experiments.deals_tables import COUNTS, HANDS, count_rows, hand_rows
from mjsim.streams import Stream
from mjsim.tianjin.deals import deal_block
from mjsim.tianjin.rules import Rules
from mjsim.tiles import N_KINDS

__all__ = ["PLAN", "DealsTask"]


@dataclass(frozen=True, slots=True)
class DealsTask:
    """Deals a block.

    Attributes
    ----------
    seed : int
    indicator : int or None
        The kind turned up in every hand; None: drawn in each.
    rules : Rules
    keep : {"hands", "counts"}
        Which table the rows are of.

    Examples
    --------
    >>> task = DealsTask(1, None, Rules.platform(), "hands")
    >>> task(Block(0, 0, 3))["shanten"].to_list()
    [3, 3, 2]
    """

    seed: int
    indicator: int | None
    rules: Rules
    keep: Keep

    nogil: ClassVar[bool] = True
    """The kernel releases the interpreter's lock, so that threads are enough."""

    def __call__(self, block: Block) -> pl.DataFrame:
        """Return the rows of a block."""
        deals = deal_block(self.seed, block, self.indicator, self.rules)
        return hand_rows(block, deals) if self.keep == "hands" else count_rows(block, deals)


PLAN: Final = Plan(
    rules=Rules,
    n_kinds=N_KINDS,
    stream=Stream.TALLY,
    tables={"hands": HANDS, "counts": COUNTS},
    # Half a million rows of hands, or a quarter of a million of counts: below 250 MB of memory.
    blocks_per_part={"hands": 4, "counts": 256},
    task=DealsTask,
    results=RESULTS,
    results_of=lambda run, indicator, rules: results_of(run, exact_deals(indicator, rules)),
)
"""What the experiment needs to know of the game."""
