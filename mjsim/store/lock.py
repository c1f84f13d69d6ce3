"""One writer for one folder."""

import fcntl
import os
import socket
from pathlib import Path

from mjsim.errors import InputError

__all__ = ["FolderLock"]


class FolderLock:
    """Lock on a folder, held by one process at a time.

    The system drops the lock when its holder ends, however it ends, so a killed run leaves
    nothing to clean up. The lock file tells the next comer who holds it.

    Parameters
    ----------
    folder : Path
        Existing folder to lock.

    Raises
    ------
    InputError
        If another process, or this one, holds the lock already.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lock = FolderLock(Path(folder))
    ...     try:
    ...         FolderLock(Path(folder))
    ...     except InputError as error:
    ...         print("is in use by process" in str(error))
    ...     lock.release()
    True
    """

    NAME = ".lock"

    def __init__(self, folder: Path) -> None:
        self._path = folder / self.NAME
        self._handle: int | None = None
        while True:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.pread(handle, 200, 0).decode(errors="replace").strip()
                os.close(handle)
                raise InputError(f"{folder}: is in use by {holder or 'another process'}") from None
            except OSError as error:
                os.close(handle)
                raise InputError(f"{folder}: cannot be locked: {error.strerror}") from error
            # The last holder may have removed the file between open and lock: then this lock
            # is on a file without a name, which the next comer would not see.
            if self._is_current(handle):
                break
            os.close(handle)
        self._handle = handle
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)

    def _is_current(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), os.stat(self._path))
        except FileNotFoundError:
            return False

    @property
    def is_held(self) -> bool:
        """Whether the lock is still held."""
        return self._handle is not None

    def release(self) -> None:
        """Give the lock up and remove its file; a second call does nothing."""
        if self._handle is not None:
            # Removed while still held: removed later it might be the next holder's.
            self._path.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None
