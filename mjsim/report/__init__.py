"""Reports of runs, out of Parquet alone: a page and a paper.

Nothing is imported before it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjsim.report.build import build_report
    from mjsim.report.model import Report
    from mjsim.report.write import Written, write_report

__all__ = ["Report", "Written", "build_report", "write_report"]

_HOMES = {
    "Report": "model",
    "Written": "write",
    "build_report": "build",
    "write_report": "write",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mjsim.report' has no attribute {name!r}")
    return getattr(import_module(f"mjsim.report.{_HOMES[name]}"), name)
