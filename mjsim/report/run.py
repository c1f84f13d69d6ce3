"""A run as a report tells it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from mjsim.experiments.telling import is_share
from mjsim.plots.data import Run, read_run
from mjsim.plots.words import Lang
from mjsim.stats.shown import Shown, digits_of, shown
from mjsim.store import estimate_of, read_metadata

__all__ = ["Row", "ToldRun", "read_told_run"]

Row = Mapping[str, Any]
"""A row of tidy results by column."""


@dataclass(frozen=True)
class ToldRun:
    """A run, and how its numbers are said.

    Attributes
    ----------
    run : Run
        As figures read it: results, experiment, game, cells, n, seed, words.
    lang : {"zh", "en"}
    design : mapping of str to object
        What the manifest calls the design: cells with their strategies, rules, stakes.
    facts : mapping of str to str
        The metadata of the results' file.
    """

    run: Run
    lang: Lang
    design: Mapping[str, Any]
    facts: Mapping[str, str]

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.run.game

    @property
    def cells(self) -> tuple[str, ...]:
        """Names of what was played, such as ``speed`` or ``value among speed``."""
        return self.run.cells

    @property
    def n(self) -> int:
        """Units that the results are of."""
        return self.run.n

    def say(self, zh: str, en: str, /, **parts: object) -> str:
        """Say something in the language of the report.

        Parameters
        ----------
        zh : str
            In traditional characters; written in simplified ones for 温岭.
        en : str
        **parts
            What goes into the braces of either.
        """
        return self.run.words.either(zh, en, **parts)

    def rows(
        self,
        family: str | None = None,
        *,
        term: str | None = None,
        cell: str | None = None,
        role: str | None = None,
        variant: str | None = None,
    ) -> list[Row]:
        """Return rows of results that have an estimate, in their order.

        Parameters
        ----------
        family, term, cell, role, variant : str, optional
            What the columns of these names hold; an experiment without the column has none.
        """
        wanted = {"family": family, "term": term, "cell": cell, "role": role, "variant": variant}
        found = self.run.results.filter(pl.col("estimate").is_not_null())
        for name, value in wanted.items():
            if value is not None:
                found = found.filter(pl.col(name) == value) if name in found.columns else found[:0]
        return list(found.iter_rows(named=True))

    def row(
        self,
        term: str,
        *,
        cell: str | None = None,
        role: str | None = None,
        family: str | None = None,
        variant: str | None = None,
    ) -> Row | None:
        """Return the one row of a term, None if it has no estimate.

        Raises
        ------
        LookupError
            If there are several: say more of what is meant.
        """
        found = self.rows(family, term=term, cell=cell, role=role, variant=variant)
        if len(found) > 1:
            raise LookupError(f"{term}: {len(found)} rows")
        return found[0] if found else None

    def texts(self, row: Row) -> Shown:
        """Return the numbers of a row as texts; shares in percent."""
        return shown(estimate_of(row), share=is_share(row))

    def told(self, row: Row) -> str:
        """Return a row's estimate and its interval, as ``14.03 % [13.96, 14.10]``.

        A bound, as ``≤ 0.00037 %``, stands for itself; what is exact says so.
        """
        texts = self.texts(row)
        if texts.value.startswith(("≤", "≥")) or not texts.interval:
            return texts.value
        return f"{texts.value} {texts.interval}"

    def signed(self, row: Row, *, factor: float = 1.0) -> str:
        """Return a difference with its sign and its interval, as ``−0.157 [−0.166, −0.147]``.

        Parameters
        ----------
        row : Row
            No share.
        factor : float, default 1
            What it is multiplied by, -1 to say it the other way round.
        """
        se = row["std_error"]
        if not se:
            return self.told(row)
        places = digits_of(abs(factor) * se)
        value, *ends = (factor * row[name] for name in ("estimate", "conf_low", "conf_high"))
        low, high = sorted(ends)
        text = f"{value:+.{places}f} [{low:+.{places}f}, {high:+.{places}f}]"
        return text.replace("-", "−")

    def sign(self, row: Row) -> int:
        """Return 1 or -1 where the whole interval has that sign, else 0: undecided."""
        return int(row["conf_low"] > 0) - int(row["conf_high"] < 0)

    @property
    def rules(self) -> Mapping[str, Any]:
        """Options in force, by name: of the first cell, where a run varies them."""
        cells = self.design.get("cells") or [self.design]
        found: Mapping[str, Any] = cells[0].get("rules", {})
        return found


def read_told_run(folder: Path | str, lang: Lang) -> ToldRun:
    """Read the results of a run.

    Parameters
    ----------
    folder : Path or str
        Run folder.
    lang : {"zh", "en"}

    Raises
    ------
    InputError
        If it holds no results, they are broken, or the language is another.
    """
    folder = Path(folder)
    run = read_run(folder, lang)
    facts = read_metadata(folder / "results.parquet" if folder.is_dir() else folder)
    return ToldRun(run, lang, json.loads(facts.get("mjsim.config_json", "{}")), facts)
