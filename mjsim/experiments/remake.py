"""The results of a finished run made again, from what its folder holds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

import polars as pl

from mjsim.errors import InputError
from mjsim.experiments.cells import Cell, cells_table
from mjsim.experiments.stakes_results import BETWEEN, Asked
from mjsim.experiments.stakes_results import results_of as stakes_results_of
from mjsim.experiments.stakes_settings import read_settings
from mjsim.playing.games import PLAYED
from mjsim.playing.table import Table as Seated
from mjsim.store import RunConfig, RunReader, Table, read_manifest, read_results
from mjsim.store.parts import HANDS, list_parts
from mjsim.strategies import Strategy

__all__ = ["REMADE", "Remade", "remake"]

REMADE = ("categories", "openings", "points", "rules", "sessions", "stakes", "strategies", "waits")
"""Experiments whose results can be made again from the folder alone.

Of ``stakes`` all but edges less luck, for which the walls would have to be dealt again.
"""

_RUIN = r"^ruin\((.+)\)$"
_RUIN_OF_PLAN = r"^ruin\((.+)\)\|plan="
_STRETCH = r"^(\d+) 盤"
_MEAN = r"^mean (sit.*)$"


@dataclass(frozen=True)
class Remade:
    """A run, and what makes its results.

    Attributes
    ----------
    run : RunReader
        The run's hands.
    results : callable
        Makes the experiment's results out of the hands of a reader.
    """

    run: RunReader
    results: Callable[[RunReader], pl.DataFrame]


class _Named(Strategy, frozen=True, kw_only=True):
    """Stands for a strategy that is not at hand, and cannot play."""

    name: str

    @property
    def label(self) -> str:
        return self.name


class _Staked(_Named, frozen=True, kw_only=True):
    """One that reads stakes, so that each of them was played."""

    READS_STAKES = True


class _Maker(Protocol):
    def __call__(self, run: RunReader, cells: Sequence[Cell], /) -> pl.DataFrame: ...


def remake(folder: Path) -> Remade | None:
    """Return what makes the results of a run again.

    Strategies are known by their labels alone, so that what is exact for some of them is left
    out; no estimate depends on it.

    Parameters
    ----------
    folder : Path
        A run folder with results.

    Returns
    -------
    Remade or None
        None where that cannot be said: an experiment that is not in `REMADE`, hands with a gap,
        or a folder that another version wrote and that this one cannot read.

    Raises
    ------
    InputError
        If the folder holds no results.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.experiments import EXPERIMENTS
    >>> with tempfile.TemporaryDirectory() as out:
    ...     written = EXPERIMENTS["categories"](out, 300, seed=1).results
    ...     made = remake(Path(out))
    ...     again = made.results(made.run)
    >>> again["estimate"].equals(written["estimate"])
    True
    """
    written = read_results(folder)
    try:
        return _remake(folder, written)
    except (InputError, LookupError, TypeError):  # a manifest, or hands, of another version
        return None


def _remake(folder: Path, written: pl.DataFrame) -> Remade | None:
    config = read_manifest(folder).config
    if config.experiment not in REMADE:
        return None
    cells = [_cell(settings, config.game) for settings in config.design["cells"]]
    table, results = _maker(folder, config, cells, written)
    run = RunReader(folder, table)
    if run.n_hands_prefix != run.n_hands_done:
        return None
    return Remade(run, results)


def _maker(
    folder: Path, config: RunConfig, cells: Sequence[Cell], written: pl.DataFrame
) -> tuple[Table, Callable[[RunReader], pl.DataFrame]]:
    """Return the declaration of an experiment's hands, and what makes its results of them."""
    name = config.experiment
    if name == "sessions":
        from mjsim.experiments.sessions import SESSIONS
        from mjsim.experiments.sessions_results import results_of

        # The bankroll is no part of what is played: the results say it.
        (held,) = written["term"].str.extract(_RUIN).drop_nulls().unique().to_list()
        n_hands = config.design["n_hands"]
        return SESSIONS, partial(results_of, cells=cells, n_hands=n_hands, bankroll=float(held))
    if name == "stakes":
        make: Any = partial(stakes_results_of, asked=_asked(written))
    elif name == "strategies":
        make = import_module("mjsim.experiments.strategies").results_of
    elif name == "openings":
        from mjsim.experiments.openings import TABLES
        from mjsim.experiments.openings_association import results_of as associate

        return TABLES[config.game], partial(_with_cells, cast("_Maker", associate), cells)
    else:
        make = import_module(f"mjsim.experiments.{name}_results").results_of
    table = cells_table(name, config.game, _columns(folder))
    return table, partial(_with_cells, cast("_Maker", make), cells)


def _asked(written: pl.DataFrame) -> Asked:
    """Return what was asked of a run of ``stakes``, as far as its results say it."""
    terms = written["term"]
    ruin = written.filter(pl.col("family") == "ruin")
    held = ruin["term"].str.extract(_RUIN_OF_PLAN).unique(maintain_order=True).to_list()
    stretch = ruin["label"].str.extract(_STRETCH).unique().to_list() or [1]
    checked = written.filter(pl.col("term") == "settled")
    return Asked(
        read_settings(terms.str.extract(_MEAN).drop_nulls().unique(maintain_order=True).to_list()),
        tuple(float(each) for each in held),
        int(stretch[0]),
        {row["cell"]: (row["n_success"], row["n_trials"]) for row in checked.to_dicts()},
        less_luck=False,
    )


def _columns(folder: Path) -> list[str]:
    """Return what is kept of each hand."""
    parts, _ = list_parts(folder)
    names = pl.read_parquet_schema(folder / HANDS / parts[0].name)
    return [name for name in names if name not in ("hand_id", "cell", "seat")]


def _with_cells(make: _Maker, cells: Sequence[Cell], run: RunReader) -> pl.DataFrame:
    return make(run, cells)


def _cell(settings: Mapping[str, Any], game: str) -> Cell:
    """Return a cell as the manifest tells of it."""
    kind = _Staked if BETWEEN in settings["name"] else _Named
    players = tuple(kind(name=label) for label in settings["strategies"])
    rules = PLAYED[game].rules.from_dict(settings["rules"])
    table = Seated(game, players, rules, settings["sit"], tuple(settings["pulls"]))
    return Cell(settings["name"], table, settled=settings["settled"])
