"""What an experiment hands back."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl

__all__ = ["Result"]


@dataclass(frozen=True, slots=True)
class Result:
    """A finished run.

    Attributes
    ----------
    experiment : str
        Name of the experiment.
    folder : Path
        Run folder: hands or counts, results, manifest.
    results : polars.DataFrame
        What ``results.parquet`` holds: a row for each estimate, with its Chinese ``label``.
    notes : tuple of str
        What was measured beside them and is not the same in every run: computing times.

    Examples
    --------
    >>> frame = pl.DataFrame({"term": ["agreement"], "estimate": [1.0]})
    >>> Result("demo", Path("out"), frame).agrees
    True
    """

    experiment: str
    folder: Path
    results: pl.DataFrame
    notes: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool | None:
        """Whether nothing contradicts the exact values; None if there are none."""
        verdict = self.results.filter(pl.col("term") == "agreement")
        return verdict["estimate"][0] == 1.0 if verdict.height else None
