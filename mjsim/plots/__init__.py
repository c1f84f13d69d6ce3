"""Figures out of Parquet alone: they run on a folder that another machine made.

Nothing is imported before it is asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjsim.plots.deals import plot_deals
    from mjsim.plots.style import house_style

__all__ = ["FIGURES", "figure_of", "house_style", "plot_deals"]

_HOMES = {"house_style": "mjsim.plots.style", "plot_deals": "mjsim.plots.deals"}


class _Figures(Mapping[str, Callable[[Path | str], Path]]):
    """Functions by name of the experiment, each imported when it is looked up."""

    def __getitem__(self, name: str) -> Callable[[Path | str], Path]:
        function = f"plot_{name}"
        if function not in _HOMES:
            raise KeyError(name)
        found: Callable[[Path | str], Path] = getattr(import_module(_HOMES[function]), function)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name.removeprefix("plot_") for name in _HOMES if name.startswith("plot_"))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"FIGURES({', '.join(self)})"


FIGURES = _Figures()
"""Functions that draw an experiment's figure into its folder, by name of the experiment."""


def figure_of(experiment: str, folder: Path) -> Path | None:
    """Return the picture of a run's results; None if the experiment has none.

    Drawn unless it is there and of these results.
    """
    if experiment not in FIGURES:
        return None
    path = folder / f"{experiment}.png"
    results = folder / "results.parquet"
    if path.exists() and path.stat().st_mtime_ns >= results.stat().st_mtime_ns:
        return path
    return FIGURES[experiment](folder)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mjsim.plots' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
