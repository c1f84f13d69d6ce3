"""What ``mjsim deal --out`` writes: openings of 天津麻將, dealt and not played."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import polars as pl

from mjsim.blocks import Block
from mjsim.experiments.design import indicator_name, read_indicator
from mjsim.experiments.openings_results import RESULTS, results_of
from mjsim.experiments.openings_tables import OPENINGS, opening_rows
from mjsim.experiments.result import Result
from mjsim.experiments.runner import check_size, fill, how_run
from mjsim.experiments.seats import SEATS
from mjsim.store import RunConfig, RunFolder, sha256_of
from mjsim.streams import BLOCK_SIZE, RNG, Stream, check_game
from mjsim.tianjin.deals import opening_block
from mjsim.tiles import N_KINDS

__all__ = ["OpeningsTask", "deal_openings"]

_GAMES = ("tianjin",)
_BLOCKS_PER_PART = 64
_DICE = 6


@dataclass(frozen=True, slots=True)
class OpeningsTask:
    """Deals the openings of a block.

    Attributes
    ----------
    seed : int
    indicator : int or None
        The kind turned up in every hand; None: what the wall shows.

    Examples
    --------
    >>> OpeningsTask(1, None)(Block(0, 0, 2)).select("hand_id", "seat", "is_dealer").rows()[:2]
    [(0, 0, True), (0, 1, False)]
    """

    seed: int
    indicator: int | None

    nogil: ClassVar[bool] = True
    """The kernels release the interpreter's lock, so that threads are enough."""

    def __call__(self, block: Block) -> pl.DataFrame:
        """Return the rows of a block."""
        n = block.n_hands
        hands = np.empty((n, SEATS, N_KINDS), np.uint8)
        indicators, dealers = np.empty(n, np.uint8), np.empty(n, np.uint8)
        dice = np.empty((n, _DICE), np.uint8)  # where the wall breaks changes no distribution
        opening_block(self.seed, block, self.indicator, hands, indicators, dealers, dice)
        return opening_rows(block, hands, indicators, dealers)


def deal_openings(
    out: Path | str,
    n: int,
    *,
    game: str = "tianjin",
    seed: int,
    indicator: str | int | None = None,
    workers: int = 1,
    engine: str | Executor = "auto",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Deal the openings of hands and keep what each seat holds; nobody plays them.

    Parameters
    ----------
    out : Path or str
        Run folder. A run of the same configuration that is there is resumed, or extended.
    n : int
        Hands of the whole run.
    game : {"tianjin"}
    seed : int
        The hands are those of `mjsim.deal`; a longer run extends a shorter one.
    indicator : str or int, optional
        The tile turned up in every hand; what the wall shows if left out.
    workers : int, default 1
        Threads or processes.
    engine : str or Executor, default "auto"
        As for `mjsim.engines.map_blocks`.
    progress : callable, optional
        Takes the number of hands just done; those found in the folder count at once.

    Returns
    -------
    Result
        Its table has ``n_wilds=k``, ``shanten=k`` and ``mean_shanten`` by ``role``, dealer or
        other, each beside its exact value, and the verdict, ``agreement``.

    Raises
    ------
    InputError
        If an argument can't be, or the folder holds another run.
    BlockError
        If a block fails.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = deal_openings(folder, 2000, seed=1, indicator="E")
    ...     pl.read_parquet(f"{folder}/hands/*.parquet").height
    8000
    >>> result.agrees
    True
    """
    game = str(check_game(game, _GAMES))
    check_size(n, "n")
    shown = read_indicator(indicator)
    task = OpeningsTask(seed, shown)
    config = RunConfig(
        experiment="deal",
        game=game,
        design={"indicator": indicator_name(shown)},
        rules_sha256=sha256_of({}),  # no option of the rules changes what is dealt
        seed=seed,
        stream=Stream.WALLS.name.lower(),
        rng=RNG,
        block_size=BLOCK_SIZE[Stream.WALLS],
    )
    with RunFolder.start(
        out,
        config,
        OPENINGS,
        n_hands=n,
        blocks_per_part=_BLOCKS_PER_PART,
        how=how_run(task, workers, engine),
    ) as run:
        fill(run, task, workers=workers, engine=engine, progress=progress)
        run.flush()
        run.write_results(results_of(run, shown), RESULTS)
        return Result("deal", run.path, run.results())
