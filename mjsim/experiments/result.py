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

    Examples
    --------
    >>> frame = pl.DataFrame({"term": ["agreement"], "estimate": [1.0]})
    >>> result = Result("demo", Path("out"), frame)
    >>> result.agrees, result.figure
    (True, None)
    """

    experiment: str
    folder: Path
    results: pl.DataFrame

    @property
    def agrees(self) -> bool | None:
        """Whether nothing contradicts the exact values; None if there are none."""
        verdict = self.results.filter(pl.col("term") == "agreement")
        return verdict["estimate"][0] == 1.0 if verdict.height else None

    @property
    def figure(self) -> Path | None:
        """The picture of the results in the folder; None if the experiment has none.

        Drawn when it is asked for, unless it is there and of these results.
        """
        # A convenience for callers: no experiment needs a plot, and none imports matplotlib.
        from mjsim.plots import FIGURES

        if self.experiment not in FIGURES:
            return None
        path = self.folder / f"{self.experiment}.png"
        results = self.folder / "results.parquet"
        if path.exists() and path.stat().st_mtime_ns >= results.stat().st_mtime_ns:
            return path
        return FIGURES[self.experiment](self.folder)
