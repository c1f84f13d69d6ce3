"""Intervals that hold at every look, for runs that stop when they are precise enough."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, replace
from math import isfinite, nan
from typing import Any

from mjsim.stats import Estimate, asymptotic_sequence, proportion_sequence
from mjsim.store import Manifest

__all__ = [
    "Looks",
    "as_looked_at",
    "at_every_look",
    "held_together",
    "looked_at",
    "looks_now",
    "looks_of",
]


@dataclass(frozen=True)
class Looks:
    """What of the looks is fixed before a run.

    Attributes
    ----------
    tuned_n : int
        Trials at which sequences of means are to be tightest.
    first : int
        Trials before which they say nothing.
    rule : str
        What the run waits for; empty if nothing stops it but its number of hands.
    fixed_n : int or None
        Without a rule: the number of hands that was fixed. Results of so many, or more, were
        not chosen by what was seen.
    """

    tuned_n: int
    first: int
    rule: str = ""
    fixed_n: int | None = None


_LOOKS: ContextVar[Looks | None] = ContextVar("looks", default=None)


@contextmanager
def at_every_look(looks: Looks) -> Iterator[None]:
    """Make every interval of results one that holds at all looks of a run."""
    token = _LOOKS.set(looks)
    try:
        yield
    finally:
        _LOOKS.reset(token)


def looks_now() -> dict[str, Any]:
    """Return what the manifest keeps of the looks that a run is under; empty without any.

    Examples
    --------
    >>> with at_every_look(Looks(10_000, 1000, "drawn: half_width=0.01, max_n=40000")):
    ...     looks_now()["looks"]["rule"]
    'drawn: half_width=0.01, max_n=40000'
    >>> looks_now()
    {}
    """
    looks = _LOOKS.get()
    return {} if looks is None else {"looks": asdict(looks)}


def looks_of(manifest: Manifest) -> Looks | None:
    """Return the looks under which the results of a run stand, by what its manifest keeps.

    Parameters
    ----------
    manifest : Manifest

    Returns
    -------
    Looks or None
        The first that a rule (``--until``) took: what it showed may be why the run has just so
        many hands, so that no later number of hands counts as fixed. Else those of a run that
        was only watched, as long as it has fewer hands than were fixed. None if there are none.
    """
    found = [_read(session.how["looks"]) for session in manifest.sessions if "looks" in session.how]
    ruled = [each for each in found if each.fixed_n is None]
    early = [each for each in found if each.fixed_n and manifest.n_hands < each.fixed_n]
    return next(iter([*ruled, *early]), None)


def _read(entry: Mapping[str, Any]) -> Looks:
    return Looks(entry["tuned_n"], entry["first"], entry["rule"], entry["fixed_n"])


@contextmanager
def as_looked_at(manifest: Manifest) -> Iterator[None]:
    """Make results as the looks that were taken at a run demand, now or at any time before."""
    looks = looks_of(manifest)
    if looks is None:
        yield
    else:
        with at_every_look(looks):
            yield


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


def held_together(estimate: Estimate, n_compared: int, level: float) -> Estimate:
    """Return one of several estimates whose intervals hold together.

    Parameters
    ----------
    estimate : Estimate
        At the level ``1 - (1 - level) / n_compared``, as Bonferroni's correction asks.
    n_compared : int
        How many there are.
    level : float
        Of all together.

    Returns
    -------
    Estimate
        With the interval that is wanted now, as from `looked_at`, which leaves it as it is.

    Examples
    --------
    >>> from mjsim.stats import mean
    >>> estimate = mean([0.0, 1.0] * 2000, level=0.99)
    >>> found = held_together(estimate, 5, 0.95)
    >>> found.level, found.method, found.ci_low == estimate.ci_low
    (0.95, 'normal, Bonferroni over 5', True)
    """
    found, sequence = looked_at(estimate)
    words = f"Bonferroni over {n_compared}"
    return replace(
        found,
        # With an error it would be taken for one at this level, and made anew.
        se=nan if sequence else found.se,
        level=level,
        method=f"{words}, {found.method}" if sequence else f"{found.method}, {words}",
    )
