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

__all__ = ["FIGURES", "house_style", "plot_deals"]

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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mjsim.plots' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
