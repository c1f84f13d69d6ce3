"""``mjsim run``: an experiment into a run folder, and its results beside what is exact."""

from enum import StrEnum

__all__ = ["Keep", "run"]


class Keep(StrEnum):
    """What a run keeps."""

    HANDS = "hands"
    COUNTS = "counts"


def run() -> None:
    """Later."""
