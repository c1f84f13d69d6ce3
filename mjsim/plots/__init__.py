"""Figures out of Parquet alone: they run on a folder that another machine made.

Nothing is imported before it is asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjsim.plots.convergence import figure_convergence
    from mjsim.plots.data import NothingToDraw
    from mjsim.plots.deals import figure_deals, plot_deals
    from mjsim.plots.dealt import figure_openings, figure_shanten
    from mjsim.plots.forest import figure_rules, figure_strategies
    from mjsim.plots.gallery import figures
    from mjsim.plots.sessions import figure_sessions
    from mjsim.plots.stakes import figure_edges, figure_stakes
    from mjsim.plots.style import house_style, save_figure
    from mjsim.plots.tiles import draw_hand, figure_hand
    from mjsim.plots.waits import figure_waits
    from mjsim.plots.wins import figure_categories, figure_points, figure_turns, figure_worth

__all__ = [
    "FIGURES",
    "NothingToDraw",
    "draw_hand",
    "figure_categories",
    "figure_convergence",
    "figure_deals",
    "figure_edges",
    "figure_hand",
    "figure_of",
    "figure_openings",
    "figure_points",
    "figure_rules",
    "figure_sessions",
    "figure_shanten",
    "figure_stakes",
    "figure_strategies",
    "figure_turns",
    "figure_waits",
    "figure_worth",
    "figures",
    "house_style",
    "plot_deals",
    "save_figure",
]

_HOMES = {
    "NothingToDraw": "data",
    "draw_hand": "tiles",
    "figure_categories": "wins",
    "figure_convergence": "convergence",
    "figure_deals": "deals",
    "figure_edges": "stakes",
    "figure_hand": "tiles",
    "figure_openings": "dealt",
    "figure_points": "wins",
    "figure_rules": "forest",
    "figure_sessions": "sessions",
    "figure_shanten": "dealt",
    "figure_stakes": "stakes",
    "figure_strategies": "forest",
    "figure_turns": "wins",
    "figure_waits": "waits",
    "figure_worth": "wins",
    "figures": "gallery",
    "house_style": "style",
    "plot_deals": "deals",
    "save_figure": "style",
}

_EXPERIMENTS = (
    "categories",
    "deals",
    "openings",
    "points",
    "rules",
    "sessions",
    "stakes",
    "strategies",
    "waits",
)


class _Figures(Mapping[str, Callable[[Path | str], Path]]):
    """Functions by name of the experiment, each imported when it is looked up."""

    def __getitem__(self, name: str) -> Callable[[Path | str], Path]:
        if name not in _EXPERIMENTS:
            raise KeyError(name)
        if name == "deals":
            from mjsim.plots.deals import plot_deals

            return plot_deals
        from mjsim.plots.gallery import plot_main

        return partial(plot_main, name)

    def __iter__(self) -> Iterator[str]:
        return iter(_EXPERIMENTS)

    def __len__(self) -> int:
        return len(_EXPERIMENTS)

    def __repr__(self) -> str:
        return f"FIGURES({', '.join(self)})"


FIGURES = _Figures()
"""Functions that draw an experiment's figure into its folder, by name of the experiment.

`figures` draws all that there are.
"""


def figure_of(experiment: str, folder: Path) -> Path | None:
    """Return the picture of a run's results; None if there is nothing to draw.

    Drawn unless it is there and of these results.
    """
    if experiment not in FIGURES:
        return None
    path = folder / f"{experiment}.png"
    results = folder / "results.parquet"
    if path.exists() and path.stat().st_mtime_ns >= results.stat().st_mtime_ns:
        return path
    from mjsim.plots.data import NothingToDraw

    try:
        return FIGURES[experiment](folder)
    except NothingToDraw:
        return None


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mjsim.plots' has no attribute {name!r}")
    return getattr(import_module(f"mjsim.plots.{_HOMES[name]}"), name)
