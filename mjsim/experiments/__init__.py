"""Experiments: a design, run block by block into a folder, and tidy results.

Nothing is imported before it is asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjsim.experiments.deals import run_deals
    from mjsim.experiments.openings import run_openings
    from mjsim.experiments.result import Result

__all__ = ["EXPERIMENTS", "Result", "run_deals", "run_openings"]

_HOMES = {
    "Result": "mjsim.experiments.result",
    "run_deals": "mjsim.experiments.deals",
    "run_openings": "mjsim.experiments.openings",
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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mjsim.experiments' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
