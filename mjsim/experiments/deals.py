"""Experiment ``deals``: the dealer's first 14 tiles, counted and beside what is exact."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, get_args

import polars as pl

from mjsim.blocks import Block
from mjsim.errors import InputError
from mjsim.experiments.deals_exact import exact_deals
from mjsim.experiments.deals_results import RESULTS, results_of
from mjsim.experiments.deals_tables import COUNTS, HANDS, count_rows, hand_rows
from mjsim.experiments.design import indicator_name, read_indicator, rules_name
from mjsim.experiments.result import Result
from mjsim.experiments.runner import check_size, fill, how_run
from mjsim.store import RunConfig, RunFolder
from mjsim.streams import BLOCK_SIZE, RNG, Stream, check_game
from mjsim.tianjin.deals import deal_block
from mjsim.tianjin.rules import Rules

__all__ = ["DealsTask", "Keep", "run_deals"]

_GAMES = ("tianjin",)

Keep = Literal["hands", "counts"]
"""What a run of deals keeps: a row a hand, or counts of like hands by block."""

# Half a million rows of hands, or a quarter of a million of counts: memory stays below 250 MB.
_BLOCKS_PER_PART = {"hands": 4, "counts": 256}


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


def run_deals(
    out: Path | str,
    hands: int,
    *,
    game: str = "tianjin",
    seed: int,
    indicator: str | int | None = None,
    rules: Rules | None = None,
    workers: int = 1,
    engine: str | Executor = "auto",
    keep: Keep = "hands",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Deal the dealer's first 14 tiles many times, and see what they are worth as 天胡.

    Parameters
    ----------
    out : Path or str
        Run folder. A run of the same configuration that is there is resumed, or extended.
    hands : int
        Hands of the whole run.
    game : {"tianjin"}
    seed : int
        The hands are those that `mjsim.tally` counts; a longer run extends a shorter one.
    indicator : str or int, optional
        The tile turned up in every hand; drawn in each if left out.
    rules : Rules, optional
        ``Rules.platform()`` if left out.
    workers : int, default 1
        Threads or processes.
    engine : str or Executor, default "auto"
        As for `mjsim.engines.map_blocks`.
    keep : {"hands", "counts"}
        A row for each hand, or only how many hands of a block are alike: small, and faster. The
        results are the same.
    progress : callable, optional
        Takes the number of hands just done; those found in the folder count at once.

    Returns
    -------
    Result
        Its table has the terms ``n_wilds=k``, ``shanten=k``, ``is_complete``, ``fan=k`` (0: not
        complete), ``category=id``, ``mean_shanten`` and ``mean_fan_complete``, each beside its
        exact value; then the chi-square tests and the verdict, ``agreement``.

    Raises
    ------
    InputError
        If an argument can't be, or the folder holds another run.
    BlockError
        If a block fails.

    Notes
    -----
    Nothing depends on workers, engine, order of blocks, on where a run was resumed, or on what
    it keeps.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_deals(folder, 20_000, seed=1, indicator="E", keep="counts")
    >>> result.agrees
    True
    >>> row = result.results.row(by_predicate=pl.col("term") == "shanten=0", named=True)
    >>> row["label"], row["n_success"], round(row["exact"], 4), round(row["z"], 2)
    ('聽牌', 245, 0.0127, -0.6)
    """
    game = str(check_game(game, _GAMES))
    check_size(hands, "hands")
    if keep not in get_args(Keep):
        raise InputError(f"keep: {', '.join(get_args(Keep))}, not {keep!r}")
    rules = rules or Rules.platform()
    shown = read_indicator(indicator)
    task = DealsTask(seed, shown, rules, keep)
    name = rules_name(rules)
    config = RunConfig(
        experiment="deals",
        game=game,
        design={
            "indicator": indicator_name(shown),
            "rules": name.preset,
            "changes": name.changes,
        },
        rules_sha256=rules.digest,
        seed=seed,
        stream=Stream.TALLY.name.lower(),
        rng=RNG,
        block_size=BLOCK_SIZE[Stream.TALLY],
    )
    with RunFolder.start(
        out,
        config,
        HANDS if keep == "hands" else COUNTS,
        n_hands=hands,
        blocks_per_part=_BLOCKS_PER_PART[keep],
        how=how_run(task, workers, engine),
    ) as run:
        fill(run, task, workers=workers, engine=engine, progress=progress)
        run.flush()
        run.write_results(results_of(run, exact_deals(shown, rules)), RESULTS)
        return Result("deals", run.path, run.results())
