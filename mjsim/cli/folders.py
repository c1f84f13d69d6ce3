"""Run folders: what becomes of an interrupted one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["finished_blocks_stay"]


@contextmanager
def finished_blocks_stay(folder: Path) -> Iterator[None]:
    """Say where the finished blocks are if the run inside is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"finished blocks are kept in {folder}; the same command goes on from there"
        ) from None
