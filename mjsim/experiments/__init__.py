"""Experiments: a design, run block by block into a folder, and tidy results.

Nothing is imported before it is asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjsim.experiments.categories import run_categories
    from mjsim.experiments.deals import run_deals
    from mjsim.experiments.openings import run_openings
    from mjsim.experiments.points import run_points
    from mjsim.experiments.result import Result
    from mjsim.experiments.rules import run_rules
    from mjsim.experiments.sessions import run_sessions
    from mjsim.experiments.stakes import run_stakes
    from mjsim.experiments.strategies import run_strategies
    from mjsim.experiments.waits import run_waits

__all__ = [
    "EXPERIMENTS",
    "HEADLINES",
    "Result",
    "run_categories",
    "run_deals",
    "run_openings",
    "run_points",
    "run_rules",
    "run_sessions",
    "run_stakes",
    "run_strategies",
    "run_waits",
]

_HOMES = {
    "Result": "mjsim.experiments.result",
    "run_categories": "mjsim.experiments.categories",
    "run_deals": "mjsim.experiments.deals",
    "run_openings": "mjsim.experiments.openings",
    "run_points": "mjsim.experiments.points",
    "run_rules": "mjsim.experiments.rules",
    "run_sessions": "mjsim.experiments.sessions",
    "run_stakes": "mjsim.experiments.stakes",
    "run_strategies": "mjsim.experiments.strategies",
    "run_waits": "mjsim.experiments.waits",
}


class _Experiments(Mapping[str, Callable[..., "Result"]]):
    """Functions by name of the experiment, each imported when it is looked up."""

    def __getitem__(self, name: str) -> Callable[..., "Result"]:
        function = f"run_{name}"
        if function not in _HOMES:
            raise KeyError(name)
        found: Callable[..., Result] = getattr(import_module(_HOMES[function]), function)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name.removeprefix("run_") for name in _HOMES if name.startswith("run_"))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"EXPERIMENTS({', '.join(self)})"


EXPERIMENTS = _Experiments()
"""The experiments by name: ``EXPERIMENTS["deals"]`` is `run_deals`."""

HEADLINES = {
    "openings": ("ready", "win_by_shanten", "payoff_by_wilds", "slope", "agreement"),
    "points": ("mean", "hand", "bao", "bao_paid", "naonao", "agreement"),
    "rules": ("difference", "changed"),
    "sessions": ("score", "ruin", "ahead", "leads", "until_ahead"),
    "stakes": ("method", "edge", "choice", "ruin", "equilibrium"),
    "waits": ("mean", "ever", "agreement"),
}
"""Families of results that are enough to read, where there are hundreds of rows; by experiment."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mjsim.experiments' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
