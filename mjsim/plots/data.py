"""What a figure is drawn from: a run's results and, where they do not tell, its hands."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from mjsim.errors import InputError
from mjsim.plots.words import Lang, Words
from mjsim.store import read_metadata, read_results

__all__ = ["NothingToDraw", "Run", "read_run"]

_UNITS = {"strategies": "walls", "sessions": "sessions"}


class NothingToDraw(InputError):  # noqa: N818, it is what a run is not
    """A run has not what a figure shows, as no win or a single strategy."""


@dataclass(frozen=True)
class Run:
    """A run that is drawn.

    Attributes
    ----------
    folder : Path
        Run folder, or its results file.
    results : polars.DataFrame
        As from `mjsim.store.read_results`.
    experiment, game : str
    cells : tuple of str
        Names of what was played, by number; empty where nobody played.
    n : int
        Units that the results are of.
    seed : str
    words : Words
        Of the game, in the language that is wanted.
    """

    folder: Path
    results: pl.DataFrame
    experiment: str
    game: str
    cells: tuple[str, ...]
    n: int
    seed: str
    words: Words

    @property
    def unit(self) -> str:
        """What independent trials are: hands, walls or sessions."""
        return _UNITS.get(self.experiment, "hands")

    def rows(self, what: str, *where: pl.Expr) -> pl.DataFrame:
        """Return rows of results that have an estimate, or raise if there are none.

        Parameters
        ----------
        what : str
            What is missing if there are none, for the message.
        *where : polars.Expr
            Conditions.

        Raises
        ------
        NothingToDraw
            If no row is left.
        """
        found = self.results.filter(pl.col("estimate").is_not_null(), *where)
        if found.is_empty():
            raise NothingToDraw(f"{self.folder}: has no {what} to draw")
        return found

    def hands(self) -> pl.LazyFrame:
        """Scan the hands that the results are of.

        Raises
        ------
        InputError
            If they are not all there.
        """
        folder = self.folder if self.folder.is_dir() else self.folder.parent
        parts = sorted((folder / "hands").glob("part-*.parquet"))
        if not parts:
            raise NothingToDraw(f"{folder}: has no hands, which this figure is drawn from")
        rows = pl.scan_parquet(parts, hive_partitioning=False)
        unit = "hand_id" if "hand_id" in rows.collect_schema() else "block"
        if unit == "hand_id" or self.experiment == "sessions":
            rows = rows.filter(pl.col(unit) < self.n)
            there = rows.select(pl.col(unit).n_unique()).collect().item()
            if there != self.n:
                raise InputError(f"{folder}: hands of {there} {self.unit}, results of {self.n}")
        return rows


def read_run(folder: Path | str, lang: Lang, *experiments: str) -> Run:
    """Read the results of a run of one of these experiments, or of any.

    Parameters
    ----------
    folder : Path or str
        Run folder, or its results file.
    lang : {"zh", "en"}
    *experiments : str
        Those that have what is drawn.

    Raises
    ------
    InputError
        If there are no such results, or they are broken, or the language is another.
    """
    folder = Path(folder)
    results = read_results(folder)
    ran = results["experiment"][0] if results.height else "nothing"
    if not results.height or (experiments and ran not in experiments):
        raise InputError(f"{folder}: holds no results of {_either(experiments)}, but of {ran}")
    metadata = read_metadata(folder / "results.parquet" if folder.is_dir() else folder)
    design = json.loads(metadata.get("mjsim.config_json", "{}"))
    game = results["game"][0]
    return Run(
        folder,
        results,
        ran,
        game,
        tuple(cell["name"] for cell in design.get("cells", ())),
        int(metadata["mjsim.n_hands"]),
        metadata["mjsim.seed"],
        Words(game, lang),
    )


def _either(names: Sequence[str]) -> str:
    return " or ".join(names) or "any experiment"
