"""What the hands of a run cost: some of them, played in memory."""

from dataclasses import dataclass
from io import BytesIO
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mjsim.blocks import Block
    from mjsim.experiments.runner import Prepared

__all__ = ["Sample", "play_sample"]

_FEW = 5  # hands to begin with, which warm up
_GROWTH = 4
_ENOUGH = 0.3  # seconds


@dataclass(frozen=True)
class Sample:
    """Hands that were played in memory, to see what the others cost.

    Attributes
    ----------
    n_hands : int
    seconds : float
        On one worker.
    n_bytes : int
        As Parquet, without what every file has.
    """

    n_hands: int
    seconds: float
    n_bytes: int


def play_sample(run: "Prepared", blocks: "Iterable[Block]") -> Sample:
    """Play the first of some blocks, or some hands of the first if it is long.

    Parameters
    ----------
    run : Prepared
    blocks : iterable of Block
        One at least.

    Examples
    --------
    >>> from mjsim.blocks import blocks_of
    >>> from mjsim.experiments import EXPERIMENTS
    >>> from mjsim.experiments.runner import prepare
    >>> run = prepare(EXPERIMENTS["categories"], 300, seed=1, strategies=["speed"])
    >>> sample = play_sample(run, blocks_of(300, 1000))
    >>> sample.n_hands, sample.seconds > 0.0, sample.n_bytes > 300
    (300, True, True)
    """
    import polars as pl

    from mjsim.blocks import Block

    frames: list[pl.DataFrame] = []

    def play(block: Block) -> float:
        begun = perf_counter()
        frames.append(run.task(block))
        return perf_counter() - begun

    coming = iter(blocks)
    first = next(coming)
    most = min(_FEW, first.n_hands)
    seconds = play(Block(first.index, first.first_hand, most))
    while seconds < _ENOUGH and most < first.n_hands:
        most = min(_GROWTH * most, first.n_hands)
        frames.clear()
        seconds = play(Block(first.index, first.first_hand, most))
    n_hands = most
    while seconds < _ENOUGH and most == first.n_hands:
        block = next(coming, None)
        if block is None:
            break
        seconds += play(block)
        n_hands += block.n_hands
    return Sample(n_hands, seconds, max(0, _size(pl.concat(frames)) - _size(frames[0].clear())))


def _size(frame: Any) -> int:
    """Return the bytes of a frame as Parquet."""
    buffer = BytesIO()
    frame.write_parquet(buffer)
    return buffer.tell()
