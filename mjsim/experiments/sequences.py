"""Intervals that hold at every look, for runs that stop when they are precise enough."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import isfinite

from mjsim.stats import Estimate, asymptotic_sequence, proportion_sequence

__all__ = ["Looks", "at_every_look", "looked_at"]


@dataclass(frozen=True)
class Looks:
    """What of the looks is fixed before a run.

    Attributes
    ----------
    tuned_n : int
        Trials at which sequences of means are to be tightest.
    first : int
        Trials before which they say nothing.
    """

    tuned_n: int
    first: int


_LOOKS: ContextVar[Looks | None] = ContextVar("looks", default=None)


@contextmanager
def at_every_look(looks: Looks) -> Iterator[None]:
    """Make every interval of results one that holds at all looks of a run."""
    token = _LOOKS.set(looks)
    try:
        yield
    finally:
        _LOOKS.reset(token)


def looked_at(estimate: Estimate) -> tuple[Estimate, bool]:
    """Return the estimate with the interval that is wanted now, and whether that is a sequence.

    A proportion's is exact at every look, that of means and ratios holds in the limit; what has
    no error of its own stays as it is.

    Examples
    --------
    >>> from mjsim.stats import mean
    >>> estimate = mean([0.0, 1.0] * 2000)
    >>> looked_at(estimate)[0].method
    'normal'
    >>> with at_every_look(Looks(10_000, 1000)):
    ...     print(looked_at(estimate)[0].method)
    asymptotic sequence
    """
    looks = _LOOKS.get()
    if looks is None:
        return estimate, False
    if estimate.n_success is not None:
        found = proportion_sequence(
            estimate.n_success, estimate.n, level=estimate.level, exact=estimate.exact
        )
        return found, True
    if not isfinite(estimate.se):
        return estimate, True
    found = asymptotic_sequence(estimate, tuned_n=looks.tuned_n, first_look=looks.first)
    return found, True
