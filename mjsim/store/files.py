"""Files that are either complete or not there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["TEMPORARY", "atomic_path", "remove_temporary"]

TEMPORARY = ".tmp"
"""What the name of a file ends with while it is being written."""


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Write a file under a temporary name and rename it when it is complete.

    The file and its folder are flushed to disk, so that the name outlives a power cut only
    together with the content. An existing file of that name is replaced in one step. After an
    exception the temporary file is removed; after a kill it stays, for `remove_temporary`.

    Parameters
    ----------
    path : Path
        Final name.

    Yields
    ------
    Path
        Temporary name to write to, in the same folder.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     target = Path(folder) / "a.txt"
    ...     with atomic_path(target) as temporary:
    ...         _ = temporary.write_text("whole")
    ...     print(target.read_text(), [entry.name for entry in Path(folder).iterdir()])
    whole ['a.txt']
    """
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        yield temporary
        _flush(temporary)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush(path.parent)


def remove_temporary(folder: Path) -> list[str]:
    """Remove what killed writers left behind.

    Only for the holder of the folder's lock: a temporary file of a live writer is also one.

    Parameters
    ----------
    folder : Path
        Folder to clean, not its subfolders.

    Returns
    -------
    list of str
        Names of the files removed, sorted.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "a.parquet.tmp").write_bytes(b"half")
    ...     remove_temporary(Path(folder))
    ['a.parquet.tmp']
    """
    found = sorted(folder.glob(f"*{TEMPORARY}"))
    for file in found:
        file.unlink()
    return [file.name for file in found]


def _flush(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
