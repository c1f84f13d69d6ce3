"""What play comes to, draw by draw."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjsim.odds.kernel import FIRST_BIT, READY, WON, WORTH

__all__ = ["Curves", "curves_of"]


@dataclass(frozen=True, eq=False)
class Curves:
    """Chances and means after each draw; entry 0 is before the first.

    Attributes
    ----------
    ready : ndarray of float64, shape (draws + 1,)
        Chance to have been ready for the goal, or to have won.
    won : ndarray of float64, shape (draws + 1,)
        Chance to have won.
    value : ndarray of float64, shape (draws + 1,)
        Mean fan (points in 温岭麻将) won so far; no win counts 0.
    categories : mapping of str to ndarray of float64, shape (draws + 1,)
        Chance to have won with each category, of those that ever come.
    """

    ready: NDArray[np.float64]
    won: NDArray[np.float64]
    value: NDArray[np.float64]
    categories: Mapping[str, NDArray[np.float64]]

    def terms(self) -> Iterator[tuple[str, NDArray[np.float64]]]:
        """Return all curves by name; ``category=`` goes before those of categories."""
        yield "ready", self.ready
        yield "won", self.won
        yield "value", self.value
        for name, chances in self.categories.items():
            yield f"category={name}", chances

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists, None for what is not known."""
        return {
            "ready": _plain(self.ready),
            "won": _plain(self.won),
            "value": _plain(self.value),
            "categories": {name: _plain(chances) for name, chances in self.categories.items()},
        }


def _plain(numbers: NDArray[np.float64]) -> list[float | None]:
    return [number if math.isfinite(number) else None for number in numbers.tolist()]


def curves_of(columns: NDArray[np.float64], categories: tuple[str, ...]) -> Curves:
    """Name the columns of the compiled model: float64[draws + 1, 3 + 32]."""
    ever = np.flatnonzero(columns[-1, FIRST_BIT : FIRST_BIT + len(categories)]).tolist()
    return Curves(
        columns[:, READY],
        columns[:, WON],
        columns[:, WORTH],
        {categories[bit]: columns[:, FIRST_BIT + bit] for bit in ever},
    )
