"""Run folders: what becomes of an interrupted one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["files_of", "finished_blocks_stay"]


@contextmanager
def finished_blocks_stay(folder: Path) -> Iterator[None]:
    """Say where the finished blocks are if the run inside is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"finished blocks are kept in {folder}; the same command goes on from there"
        ) from None


def files_of(folder: Path, figure: Path | None = None) -> dict[str, str | None]:
    """Return where the files of a run lie; the figure may be none."""
    return {
        "folder": str(folder),
        "parquet": str(folder / "hands" / "*.parquet"),
        "results": str(folder / "results.parquet"),
        "manifest": str(folder / "manifest.json"),
        "figure": None if figure is None else str(figure),
    }
