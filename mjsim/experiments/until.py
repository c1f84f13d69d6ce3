"""Running an experiment until a term is precise enough."""

from collections.abc import Callable
from difflib import get_close_matches
from math import ceil
from pathlib import Path
from typing import Any

import polars as pl

from mjsim.errors import InputError
from mjsim.experiments.result import Result
from mjsim.experiments.sequences import Looks, at_every_look
from mjsim.stats import Until
from mjsim.store import estimate_of
from mjsim.store.manifest import MANIFEST, read_manifest

__all__ = ["run_until"]

_FIRST = 2000  # hands at the first look
_GROWTH = 1.5
_BLOCK = 1000


def run_until(
    experiment: Callable[..., Result],
    out: Path | str,
    rule: Until,
    *,
    look: Callable[[int, bool], object] | None = None,
    **options: Any,
) -> Result:
    """Run an experiment for more and more hands, until a term is as precise as is wanted.

    Looks are taken at 2000 hands and then each time half as many more are done, over all hands
    from the first on. Every interval of the results is one that holds at all looks together
    (`mjsim.experiments.sequences`), whatever the run stops for.

    Parameters
    ----------
    experiment : callable
        One of `mjsim.experiments.EXPERIMENTS`.
    out : Path
        Run folder; a run that is there goes on, at whatever hand it was.
    rule : Until
        Its term, in every cell and role that has it; `max_n` is the most hands.
    look : callable, optional
        Called after each look with the hands done and whether it was the last.
    **options
        As the experiment takes them, but for the number of hands.

    Returns
    -------
    Result
        Of the hands that were played.

    Raises
    ------
    InputError
        If no result has the term, or as the experiment raises.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.experiments import EXPERIMENTS
    >>> rule = Until("drawn", half_width=0.01, max_n=20_000)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = run_until(EXPERIMENTS["categories"], folder, rule, seed=1,
    ...                       strategies=["speed"])
    >>> row = found.results.row(by_predicate=pl.col("term") == "drawn", named=True)
    >>> row["n_trials"] < 20_000, row["method"].endswith("sequence")
    (True, True)
    """
    n = min(rule.max_n, max(_FIRST, _hands_there(Path(out))))
    looks = Looks(tuned_n=max(rule.max_n // 4, _FIRST), first=_FIRST)
    while True:
        with at_every_look(looks):
            result = experiment(out, n, **options)
        done = _is_precise(result.results, rule) or n >= rule.max_n
        if look is not None:
            look(n, done)
        if done:
            return result
        n = min(rule.max_n, ceil(n * _GROWTH / _BLOCK) * _BLOCK)


def _hands_there(out: Path) -> int:
    """Hands that a run in this folder was to have; 0 if there is none."""
    return read_manifest(out).n_hands if (out / MANIFEST).exists() else 0


def _is_precise(results: pl.DataFrame, rule: Until) -> bool:
    """Whether every row of the term is precise."""
    rows = results.filter(pl.col("term") == rule.term)
    if rows.is_empty():
        close = get_close_matches(rule.term, results["term"].unique().to_list(), 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise InputError(f"until: no result is called {rule.term!r}{hint}")
    return all(rule.decide(estimate_of(row)) == "precise" for row in rows.iter_rows(named=True))
