"""Running an experiment while looking at a term, until it is precise enough or to the end."""

from collections.abc import Callable
from contextlib import nullcontext
from difflib import get_close_matches
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import polars as pl

from mjsim.errors import InputError
from mjsim.experiments.result import Result
from mjsim.experiments.runner import check_size
from mjsim.experiments.sequences import Looks, at_every_look
from mjsim.stats import Until
from mjsim.store import estimate_of, read_results
from mjsim.store.manifest import MANIFEST, read_manifest

__all__ = ["Look", "check_term", "run_until", "run_watched"]

_FIRST = 2000  # hands at the first look
_GROWTH = 1.5
_BLOCK = 1000
_SAMPLE = 400  # hands after which most terms are there


class Look(NamedTuple):
    """What is seen at a look.

    Attributes
    ----------
    n : int
        Hands done, from the first on.
    is_last : bool
        Whether the run ends here.
    rows : polars.DataFrame
        The rows of the term, as in the results.
    """

    n: int
    is_last: bool
    rows: pl.DataFrame


def run_until(
    experiment: Callable[..., Result],
    out: Path | str,
    rule: Until,
    *,
    look: Callable[[Look], object] | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> Result:
    """Run an experiment for more and more hands, until a term is as precise as is wanted.

    Looks are taken at 2000 hands and then each time half as many more are done, over all hands
    from the first on. Every interval of the results is one that holds at all looks together
    (`mjsim.experiments.sequences`), whatever the run stops for. The manifest keeps the rule, and
    the folder's results keep such intervals ever after, of however many hands they are made.
    Whether there is such a term is asked of a sample first (`check_term`).

    Parameters
    ----------
    experiment : callable
        One of `mjsim.experiments.EXPERIMENTS`.
    out : Path
        Run folder; a run that is there goes on, at whatever hand it was.
    rule : Until
        Its term, in every cell and role that has it; `max_n` is the most hands.
    look : callable, optional
        Called after each look.
    progress : callable, optional
        Takes the number of hands just done; the numbers add up to the hands of the run,
        whatever the number of looks.
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
    return _look_on(experiment, out, rule.max_n, rule.term, rule, look, progress, options)


def run_watched(
    experiment: Callable[..., Result],
    out: Path | str,
    n: int,
    term: str,
    *,
    look: Callable[[Look], object] | None = None,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> Result:
    """Run an experiment for so many hands, and look at a term on the way.

    Looks are those of `run_until`, and so are the intervals that they show. The results at the
    end are the ordinary ones: their number of hands was fixed, whatever was seen. They are not
    if a rule ever stopped the run; and those of fewer hands, of a watched run that was broken
    off, keep the intervals that hold at every look.

    Parameters
    ----------
    experiment, out
        As for `run_until`.
    n : int
        Number of hands. A run that was planned for as many before has no look but the last.
    term : str
        What is looked at.
    look : callable, optional
        Called after each look, and at last with the ordinary results.
    progress, **options
        As for `run_until`.

    Returns
    -------
    Result
        As the experiment itself returns it.

    Raises
    ------
    InputError
        If no result has the term, or as the experiment raises.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.experiments import EXPERIMENTS
    >>> seen = []
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = run_watched(EXPERIMENTS["categories"], folder, 4000, "drawn", look=seen.append,
    ...                     seed=1, strategies=["speed"])
    >>> [(each.n, each.rows["method"][0]) for each in seen]
    [(2000, 'beta-binomial sequence'), (3000, 'beta-binomial sequence'), (4000, 'wilson')]
    """
    return _look_on(experiment, out, check_size(n, "n"), term, None, look, progress, options)


def _look_on(
    experiment: Callable[..., Result],
    out: Path | str,
    most: int,
    term: str,
    rule: Until | None,
    look: Callable[[Look], object] | None,
    progress: Callable[[int], object] | None,
    options: dict[str, Any],
) -> Result:
    """Run for more and more hands; without a rule the last results are no look."""
    asked = "watch" if rule is None else "until"
    check_term(experiment, most, term, asked, out=Path(out), **options)
    n = min(most, max(_FIRST, _hands_there(Path(out))))
    looks = _looks(most, rule)
    told = 0
    while True:
        if progress is not None:
            options = {**options, "progress": _beyond(told, progress)}
        with nullcontext() if rule is None and n == most else at_every_look(looks):
            result = experiment(out, n, **options)
        told = n
        rows = _rows_of(result.results, term, asked)
        is_last = n >= most or (rule is not None and _is_precise(rows, rule))
        if look is not None:
            look(Look(n, is_last, rows))
        if is_last:
            return result
        n = min(most, ceil(n * _GROWTH / _BLOCK) * _BLOCK)


def _looks(most: int, rule: Until | None) -> Looks:
    tuned_n = max(most // 4, _FIRST)
    if rule is None:
        return Looks(tuned_n, _FIRST, fixed_n=most)
    return Looks(tuned_n, _FIRST, str(rule))


def check_term(
    experiment: Callable[..., Result],
    most: int,
    term: str,
    asked: str,
    *,
    out: Path | None = None,
    **options: Any,
) -> None:
    """Refuse a term that a run will not have, before it begins.

    The results in the run's folder may have it; else a sample of 400 hands is played into a
    temporary folder, and one of as many as the first look has if that is not enough.

    Parameters
    ----------
    experiment : callable
        One of `mjsim.experiments.EXPERIMENTS`.
    most : int
        The most hands of the run.
    term : str
    asked : str
        Who asks, for the message.
    out : Path, optional
        Run folder.
    **options
        As the experiment takes them.

    Raises
    ------
    InputError
        If no result has the term, or as the experiment raises.

    Examples
    --------
    >>> from mjsim.experiments import EXPERIMENTS
    >>> check_term(EXPERIMENTS["categories"], 50, "drwn", "watch", seed=1, strategies=["speed"])
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: watch: no result is called 'drwn'; did you mean 'drawn'?
    """
    if out is not None and (out / "results.parquet").exists() and term in read_results(out)["term"]:
        return
    sizes = sorted({min(most, _SAMPLE), min(most, _FIRST)})
    for n in sizes:
        with (
            TemporaryDirectory(prefix="mjsim-") as folder,
            at_every_look(Looks(_FIRST, 1)),  # which leaves some terms out
        ):
            found = experiment(folder, n, **options).results
        if term in found["term"]:
            return
    _rows_of(found, term, asked)


def _beyond(told: int, progress: Callable[[int], object]) -> Callable[[int], None]:
    """Return what tells of hands beyond those told of; it is told of hands from the first on.

    Examples
    --------
    >>> report = _beyond(2000, print)
    >>> for n in (1500, 1000, 500):
    ...     report(n)
    500
    500
    """
    done = 0

    def report(n: int) -> None:
        nonlocal done
        more = max(0, done + n - told) - max(0, done - told)
        done += n
        if more:
            progress(more)

    return report


def _hands_there(out: Path) -> int:
    """Hands that a run in this folder was to have; 0 if there is none."""
    return read_manifest(out).n_hands if (out / MANIFEST).exists() else 0


def _rows_of(results: pl.DataFrame, term: str, asked: str) -> pl.DataFrame:
    """Return the rows of a term, or raise an InputError."""
    rows = results.filter(pl.col("term") == term)
    if rows.is_empty():
        close = get_close_matches(term, results["term"].unique().to_list(), 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise InputError(f"{asked}: no result is called {term!r}{hint}")
    return rows


def _is_precise(rows: pl.DataFrame, rule: Until) -> bool:
    """Whether every row of the term is precise."""
    return all(rule.decide(estimate_of(row)) == "precise" for row in rows.iter_rows(named=True))
