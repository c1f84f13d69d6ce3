"""Errors of differences between two runs that share their walls: groups of blocks left out."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from mjsim.experiments.remake import Remade
from mjsim.store import RunReader

__all__ = ["FEWEST", "GROUPS", "LeftOut", "PairedErrors", "group_bounds", "paired_errors"]

FEWEST = 20
"""Groups that two runs have in common at least, or they are not paired."""

GROUPS = 40
"""Groups of the blocks that two runs have in common, if nothing else is asked for."""

_SAME = 1e-9  # relative: what was written, made again
_NONE = 1e-12  # relative: rounding of a difference that is none

Floats = NDArray[np.float64]


class LeftOut(RunReader):
    """A run without some consecutive blocks; the hands that follow move up.

    Parameters
    ----------
    run : RunReader
        The whole run.
    first, last : int
        The blocks left out, `last` not among them.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.store import Block, RunConfig, RunFolder, hands_table, sha256_of
    >>> table = hands_table("demo")
    >>> config = RunConfig(experiment="demo", game="tianjin", rules_sha256=sha256_of({}),
    ...                    seed=7, stream="demo", block_size=2)
    >>> with tempfile.TemporaryDirectory() as path:
    ...     with RunFolder.start(path, config, table, n_hands=5) as run:
    ...         for block in run.missing():
    ...             hands = range(block.first_hand, block.first_hand + block.n_hands)
    ...             run.add(block, table.frame({"hand_id": list(hands)}))
    ...     rest = LeftOut(RunReader(path, table), 1, 2)
    ...     rest.n_hands_done, rest.hands()["hand_id"].to_list()
    (3, [0, 1, 2])
    """

    def __init__(self, run: RunReader, first: int, last: int) -> None:
        self.path, self.table, self.manifest = run.path, run.table, run.manifest
        self._parts = list(run.parts)
        self._whole = run
        size = self.manifest.config.block_size
        low, high = (min(block * size, run.n_hands_done) for block in (first, last))
        self._hands = low, high
        self._ids = (low, high) if "hand_id" in self.table.schema else (first, last)

    @property
    def n_hands_left_out(self) -> int:
        """Number of hands that are left out."""
        low, high = self._hands
        return high - low

    @property
    def n_hands_done(self) -> int:
        """Number of hands that remain."""
        return self._whole.n_hands_done - self.n_hands_left_out

    @property
    def n_hands_prefix(self) -> int:
        """Number of hands that remain, from the first one on."""
        return self._whole.n_hands_prefix - self.n_hands_left_out

    def scan(self, n_hands: int | None = None) -> pl.LazyFrame:
        """Scan the hands that remain.

        Parameters
        ----------
        n_hands : int, optional
            The first so many of the whole run, less those left out.
        """
        low, high = self._ids
        name = "hand_id" if "hand_id" in self.table.schema else "block"
        number = pl.col(name)
        moved = pl.when(number >= high).then(number - (high - low)).otherwise(number)
        return (
            self._whole.scan(n_hands)
            .filter((number < low) | (number >= high))
            .with_columns(moved.alias(name))
        )


class PairedErrors(NamedTuple):
    """Errors of differences, by row of the keys asked for.

    Attributes
    ----------
    groups : int
        Groups of the blocks in common.
    std_error : float64[n]
        nan where the walls say nothing of the error.
    df : int64[n]
        Degrees of freedom of the error; 1 where it is nan.
    """

    groups: int
    std_error: Floats
    df: NDArray[np.int64]


def group_bounds(blocks: tuple[int, int], groups: int) -> list[int]:
    """Cut blocks of two runs into groups: those in common, and those that one has alone.

    Parameters
    ----------
    blocks : (int, int)
        Number of blocks of each run.
    groups : int
        Of those in common, if there are so many blocks; and the most of the others.

    Returns
    -------
    list of int
        The first block of each group, and the end.

    Examples
    --------
    >>> group_bounds((50, 50), 20)[:5], group_bounds((20, 25), 40)[-4:]
    ([0, 2, 5, 7, 10], [22, 23, 24, 25])
    """
    least, most = sorted(blocks)
    common = min(groups, least)
    rest = min(groups, ceil((most - least) * common / least))
    inner = np.linspace(0, least, common + 1).astype(np.int64).tolist()
    outer = np.linspace(least, most, rest + 1).astype(np.int64).tolist()
    return [*inner, *(outer[1:] if most > least else [])]


def paired_errors(
    runs: Sequence[Remade],
    rows: pl.DataFrame,
    *,
    groups: int = GROUPS,
    progress: Callable[[int], object] | None = None,
) -> PairedErrors | None:
    """Estimate the errors of differences between two runs on the same walls.

    Parameters
    ----------
    runs : sequence of two Remade
        Of one seed and stream.
    rows : polars.DataFrame
        Columns that tell terms apart, and ``estimate`` and ``estimate_b``: what each run found.
    groups : int
        As for `group_bounds`.
    progress : callable, optional
        Called with 1 each time that results were made.

    Returns
    -------
    PairedErrors or None
        None if the runs have fewer than `FEWEST` groups in common.

    Notes
    -----
    The jackknife over groups of blocks [1]_: all terms are made anew with each group left out of
    both runs. A group with the share ``w`` of a run's hands moves the run's estimate by
    ``(1 - w) (all - without)``, and the difference by what it moves the second less what it moves
    the first. The variance is the sum of the squares, times ``m / (m - 1)`` with ``m = 1 / sum of
    w^2``, which is the number of groups if they are alike. The degrees of freedom are those of
    the squares as they spread (Satterthwaite): ``2 / (sum of 4th powers / square of the sum of
    squares - 1 / m)``, and m - 1 at most, so that an error that a few groups make is known to be
    a poor one.

    References
    ----------
    .. [1] J. Shao and D. Tu, The Jackknife and Bootstrap (1995), chapter 2.
    """
    size = runs[0].run.manifest.config.block_size
    n_hands = [each.run.n_hands_done for each in runs]
    blocks = (ceil(n_hands[0] / size), ceil(n_hands[1] / size))
    common = min(groups, *blocks)
    if common < FEWEST:
        return None
    bounds = group_bounds(blocks, groups)
    keys = [name for name in rows.columns if not name.startswith("estimate")]
    effects, weights = [], []
    for each, estimate in zip(runs, ("estimate", "estimate_b"), strict=True):
        asked = rows.select(*keys, pl.col(estimate).alias("estimate"))
        moved, shares = _effects(each, asked, bounds, progress)
        effects.append(moved)
        weights.append(float((shares**2).sum()))
    moved = effects[1] - effects[0]
    # Rounding of equal effects is no error.
    scale = np.abs(rows.select("estimate", "estimate_b").to_numpy()).max(axis=1, keepdims=True)
    moved[np.abs(moved) <= _NONE * scale] = 0.0
    alike = 1.0 / max(weights)
    squares = moved**2
    total = squares.sum(axis=1)
    known = np.isfinite(total) & (total > 0.0)
    total = np.where(known, total, 1.0)
    uneven = np.where(known, (squares**2).sum(axis=1) / total**2, 1.0) - 1.0 / alike
    df = np.minimum(2.0 / np.maximum(uneven, 1e-9), alike - 1.0)
    error = np.sqrt(alike / (alike - 1.0) * total)
    return PairedErrors(
        common,
        np.where(known, error, np.nan),
        np.where(known, np.maximum(df, 1.0), 1.0).astype(np.int64),
    )


def _effects(
    made: Remade,
    asked: pl.DataFrame,
    bounds: Sequence[int],
    progress: Callable[[int], object] | None,
) -> tuple[Floats, Floats]:
    """Return by row and group how the group moves an estimate, and the groups' shares of hands.

    A row is nan if it is not made again as it was written, or not made without some group.
    """
    keys = [name for name in asked.columns if name != "estimate"]

    def estimates(run: RunReader) -> Floats:
        found = made.results(run).select(*keys, pl.col("estimate").alias("found"))
        if progress is not None:
            progress(1)
        joined = asked.join(found, on=keys, how="left", nulls_equal=True, maintain_order="left")
        values: Floats = joined["found"].cast(pl.Float64).fill_null(np.nan).to_numpy()
        return values

    whole = estimates(made.run)
    written = asked["estimate"].to_numpy()
    whole = np.where(np.isclose(whole, written, rtol=_SAME, atol=0.0), whole, np.nan)
    moved, shares = [], []
    for first, last in pairwise(bounds):
        rest = LeftOut(made.run, first, last)
        share = rest.n_hands_left_out / made.run.n_hands_done
        shares.append(share)
        if not share:
            moved.append(np.zeros_like(whole))
            continue
        moved.append((1.0 - share) * (whole - estimates(rest)))
    return np.column_stack(moved), np.array(shares)
