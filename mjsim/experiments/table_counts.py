"""Hands at a table by cell, and estimates whose trials are hands: seats share a wall."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from mjsim.experiments.seats import SEATS
from mjsim.experiments.tidy import Sheet
from mjsim.stats import MIN_EXPECTED, Estimate, Paired, paired, proportion, ratio
from mjsim.store import RunReader

__all__ = ["CellSheet", "Floats", "SeatValues", "difference", "mean_among", "share_among"]

Floats = NDArray[np.float64]

_NEVER = -1  # stands for a missing value


class SeatValues(Mapping[str, NDArray[Any]]):
    """Columns of one cell as arrays by hand and seat; a missing value is -1.

    Names, as of a limit, come as their numbers.

    Examples
    --------
    >>> frame = pl.DataFrame({"fan": [None, 4, None, None] * 2})
    >>> SeatValues(frame)["fan"]
    array([[-1,  4, -1, -1],
           [-1,  4, -1, -1]])
    """

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    @classmethod
    def of_cell(cls, run: RunReader, cell: int) -> "SeatValues":
        """Read the rows of a cell whose four seats are all kept."""
        return cls(run.scan().filter(pl.col("cell") == cell).collect())

    def __getitem__(self, name: str) -> NDArray[Any]:
        series = self._frame[name]
        if isinstance(series.dtype, pl.Enum):
            series = series.to_physical()
        if series.dtype.is_integer():
            series = series.cast(pl.Int64).fill_null(_NEVER)
        return series.to_numpy().reshape(-1, SEATS)

    def __iter__(self) -> Iterator[str]:
        return iter(self._frame.columns)

    def __len__(self) -> int:
        return self._frame.width

    @property
    def n(self) -> int:
        """Number of hands."""
        return self._frame.height // SEATS

    @property
    def everyone(self) -> NDArray[np.bool_]:
        """True for every seat."""
        return np.ones((self.n, SEATS), np.bool_)

    @property
    def is_dealer(self) -> NDArray[np.bool_]:
        """Whether the seat deals."""
        dealt: NDArray[np.bool_] = self["dealer"] == self["seat"]
        return dealt


def _by_unit(values: ArrayLike) -> Floats:
    """Return one number for each unit: what its seats have in all."""
    array = np.asarray(values, np.float64)
    total: Floats = array.reshape(len(array), -1).sum(axis=1)
    return total


def mean_among(total: ArrayLike, of: ArrayLike, *, seed: int) -> Estimate:
    """Estimate a mean among so many as each unit happens to have.

    Parameters
    ----------
    total : array_like [n] or [n, k]
        What the unit has in all; seats of a hand are summed.
    of : array_like of the same shape
        How many of those that count it has; none in some units.
    seed : int

    Returns
    -------
    Estimate
        As `mjsim.stats.ratio`.

    Examples
    --------
    >>> points = np.array([[8, 4], [0, 0], [0, 6], [2, 0]] * 100)
    >>> estimate = mean_among(points, points > 0, seed=1)
    >>> print(estimate), estimate.n
    5.000 ± 0.094
    (None, 400)
    """
    return ratio(_by_unit(total), _by_unit(of), seed=seed)


def share_among(
    hits: ArrayLike, of: ArrayLike, *, seed: int, exact: Fraction | None = None
) -> Estimate:
    """Estimate a share of those that each unit happens to have.

    Parameters
    ----------
    hits, of
        As for `mean_among`.
    seed : int
    exact : Fraction, optional

    Returns
    -------
    Estimate
        With the error of `mean_among`, and Wilson's interval of the number of independent trials
        that would have this error, as `mjsim.experiments.seats.share_of_seats`. Nothing but
        hits, or none: the exact bounds as if each unit that has any had one.

    Examples
    --------
    >>> ready = np.array([[1, 1], [1, 1], [0, 1]] * 50)
    >>> print(f"{share_among([[1, 0], [1, 1], [0, 0]] * 50, ready, seed=1):ci}")
    0.600 [0.542, 0.654]
    >>> none = share_among([0] * 50, [2] * 25 + [0] * 25, seed=1)
    >>> none.value, round(none.ci_high, 3), none.n
    (0.0, 0.137, 50)
    """
    hit, ofs = _by_unit(hits), _by_unit(of)
    found = mean_among(hit, ofs, seed=seed)
    if not ofs.any():
        return replace(found, ci_low=0.0, ci_high=1.0, exact=exact)
    if found.value in (0.0, 1.0):
        some = int((ofs > 0).sum())
        like = proportion(round(found.value) * some, some)
        method = f"{like.method} by unit"
    elif found.se > 0.0:
        trials = round(found.value * (1.0 - found.value) / found.se**2)
        like = proportion(round(found.value * trials), trials)
        method = "wilson by unit"
    else:  # every unit has the same share
        return replace(found, ci_low=0.0, ci_high=1.0, exact=exact)
    return replace(found, ci_low=like.ci_low, ci_high=like.ci_high, method=method, exact=exact)


def difference(
    one: tuple[ArrayLike, ArrayLike], other: tuple[ArrayLike, ArrayLike], *, seed: int
) -> Paired:
    """Compare a `mean_among` with another of the same units.

    Parameters
    ----------
    one, other : (total, of)
        As for `mean_among`; there are some of both.
    seed : int

    Returns
    -------
    Paired
        One minus the other, by `mjsim.stats.paired` on what each unit adds to the two ratios
        to first order (the delta method).

    Examples
    --------
    >>> points, ones = np.arange(400.0) % 7, np.ones(400)
    >>> print(difference((points * (points < 3), points < 3), (points, ones), seed=1).difference)
    -2.00 ± 0.10
    """
    return paired(_parts(*one), _parts(*other), seed=seed)


def _parts(total: ArrayLike, of: ArrayLike) -> Floats:
    """Return numbers by unit whose mean is the ratio, and the error of whose mean is its error."""
    totals, ofs = _by_unit(total), _by_unit(of)
    value = totals.sum() / ofs.sum()
    parts: Floats = value + (totals - value * ofs) / ofs.mean()
    return parts


class CellSheet:
    """Rows of results of one cell; what has no trials is left out.

    Parameters
    ----------
    sheet : Sheet
    seed : int
    **design : str
        Values of the design columns in every row.
    """

    def __init__(self, sheet: Sheet, seed: int, **design: str) -> None:
        self._sheet = sheet
        self._seed = seed
        self._design = design

    def put(
        self,
        family: str,
        term: str,
        label: str,
        estimate: Estimate,
        *,
        tested: bool = True,
        **design: str,
    ) -> None:
        """Add an estimate, unless it is of nothing."""
        if estimate.method != "no trials":
            row = {**self._design, **design}
            self._sheet.add(family, term, label, estimate, tested=tested, **row)

    def mean(
        self, family: str, term: str, label: str, total: ArrayLike, of: ArrayLike, **design: str
    ) -> None:
        """Add a `mean_among`; a term with ``=`` is a share, so that a mean has ``:`` there.

        The mean of what is true or false ends at 0 and 1.
        """
        term = term.replace("=", ":")
        found = mean_among(total, of, seed=self._seed)
        if np.asarray(total).dtype == np.bool_:
            found = found.within(0.0, 1.0)
        self.put(family, term, label, found, tested=True, **design)

    def share(
        self,
        family: str,
        term: str,
        label: str,
        hits: ArrayLike,
        of: ArrayLike,
        *,
        exact: Fraction | None = None,
        **design: str,
    ) -> None:
        """Add a `share_among`; tested by its score, where enough hits are expected."""
        share = share_among(hits, of, seed=self._seed, exact=exact)
        ofs = float(_by_unit(of).sum())
        enough = exact is not None and ofs * float(min(exact, 1 - exact)) >= MIN_EXPECTED
        self.put(family, term, label, share, tested=enough, **design)
