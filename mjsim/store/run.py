"""A run folder as its writer sees it: created, filled block by block, resumed, extended."""

import socket
import time
from bisect import insort
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
import polars as pl

from mjsim.blocks import Block, blocks_of
from mjsim.errors import InputError
from mjsim.store.files import remove_temporary
from mjsim.store.lock import FolderLock
from mjsim.store.manifest import (
    MANIFEST,
    Manifest,
    RunConfig,
    Session,
    read_manifest,
    write_manifest,
)
from mjsim.store.parquet import write_table
from mjsim.store.parts import HANDS, Part, check_part, facts, is_within, list_parts, ranges
from mjsim.store.reader import RunReader
from mjsim.store.schema import Table
from mjsim.store.versions import library_versions, mjsim_version

__all__ = ["RunFolder"]

_SAVE_EVERY_S = 1.0


class RunFolder(RunReader):
    """A run folder that this process writes.

    Made by `start`, `create` or `resume`; a context manager. Blocks may be added in any order.
    Consecutive ones go into one part, which is on disk for good once it is complete; leaving
    the context, by an exception too, writes the blocks that wait for theirs.

    See Also
    --------
    RunReader : what can be read, of finished folders and of this one.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.store.column import Column
    >>> from mjsim.store.manifest import sha256_of
    >>> from mjsim.store.schema import hands_table
    >>> table = hands_table("demo", Column("is_win", pl.Boolean, "whether it was won"))
    >>> config = RunConfig(experiment="demo", game="tianjin", rules_sha256=sha256_of({}),
    ...                    seed=7, stream="demo", block_size=10)
    >>> def play(block):
    ...     hands = range(block.first_hand, block.first_hand + block.n_hands)
    ...     return table.frame({"hand_id": hands, "is_win": [hand % 3 == 0 for hand in hands]})
    >>> with tempfile.TemporaryDirectory() as path:
    ...     with RunFolder.start(path, config, table, n_hands=20) as run:
    ...         for block in run.missing():
    ...             run.add(block, play(block))
    ...     with RunFolder.start(path, config, table, n_hands=25) as run:  # extends it
    ...         print([block.index for block in run.missing()])
    ...         for block in run.missing():
    ...             run.add(block, play(block))
    ...     run.hands().height, [part.name for part in run.parts]
    [2]
    (25, ['part-00000000-00000001.parquet', 'part-00000002-00000002.parquet'])
    """

    def __init__(
        self,
        path: Path,
        table: Table,
        lock: FolderLock,
        manifest: Manifest,
        *,
        blocks_per_part: int,
        how: Mapping[str, Any] | None,
    ) -> None:
        self.path = path
        self.table = table
        self.manifest = manifest
        self._lock = lock
        self._blocks_per_part = blocks_per_part
        self._waiting: dict[int, dict[int, tuple[Block, pl.DataFrame]]] = {}
        self._begun = time.monotonic()
        self._session = Session(
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            elapsed_s=0.0,
            n_hands=0,
            host=socket.gethostname(),
            versions=library_versions(),
            how=dict(how or {}),
        )
        self._earlier = manifest.sessions
        self._parts = self._open_parts()
        self._done = {part.last: part.n_hands for part in self._parts if self._is_partial(part)}
        for part in self._parts:
            if part.last not in self._done:
                self._done.update(
                    dict.fromkeys(range(part.first, part.last + 1), manifest.config.block_size)
                )
        self._found = sum(self._done.values())
        self._save()

    @classmethod
    def start(
        cls,
        path: Path | str,
        config: RunConfig,
        table: Table,
        *,
        n_hands: int,
        blocks_per_part: int = 16,
        how: Mapping[str, Any] | None = None,
    ) -> Self:
        """Create a run folder, or resume or extend the run that is there.

        Parameters
        ----------
        path : Path or str
            Run folder; it need not exist.
        config : RunConfig
            What makes the run.
        table : Table
            Declaration of the hands table.
        n_hands : int
            Hands of the whole run, those done before included.
        blocks_per_part : int, default 16
            Blocks that share a file. A kill loses at most the blocks of unfinished parts.
        how : mapping of str to object, optional
            Engine, workers and the like, for the manifest.

        Returns
        -------
        RunFolder
            With the lock of the folder.

        Raises
        ------
        InputError
            If the folder cannot be written, is in use, holds something else, holds a run of
            another configuration or version (the message says what differs) or of more hands,
            or one of its files is broken.
        """
        path = Path(path)
        if n_hands < 1 or blocks_per_part < 1:
            raise InputError(f"n_hands and blocks_per_part: {n_hands}, {blocks_per_part} below 1")
        lock = _enter(path)
        try:
            try:
                remove_temporary(path)
                remove_temporary(path / HANDS)
            except OSError as error:
                raise InputError(f"{path}: cannot be written: {error.strerror}") from error
            if (path / MANIFEST).exists():
                manifest = _continued(path, read_manifest(path), config, table, n_hands)
            else:
                _check_new(path)
                manifest = Manifest(
                    run_id=config.run_id,
                    config=config,
                    table=table.name,
                    version=mjsim_version(),
                    n_hands=n_hands,
                )
                write_manifest(manifest, path)
            return cls(path, table, lock, manifest, blocks_per_part=blocks_per_part, how=how)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def create(
        cls,
        path: Path | str,
        config: RunConfig,
        table: Table,
        *,
        n_hands: int,
        blocks_per_part: int = 16,
        how: Mapping[str, Any] | None = None,
    ) -> Self:
        """Create a run folder where there is none.

        Parameters
        ----------
        path, config, table, n_hands, blocks_per_part, how
            As for `start`.

        Returns
        -------
        RunFolder
            Of a run without hands.

        Raises
        ------
        InputError
            As `start`, and if the folder holds a run.
        """
        if (Path(path) / MANIFEST).exists():
            raise InputError(f"{path}: holds a run already")
        return cls.start(
            path, config, table, n_hands=n_hands, blocks_per_part=blocks_per_part, how=how
        )

    @classmethod
    def resume(
        cls,
        path: Path | str,
        config: RunConfig,
        table: Table,
        *,
        n_hands: int,
        blocks_per_part: int = 16,
        how: Mapping[str, Any] | None = None,
    ) -> Self:
        """Resume or extend a run that must be there.

        Parameters
        ----------
        path, config, table, n_hands, blocks_per_part, how
            As for `start`.

        Returns
        -------
        RunFolder
            Of the run that is there.

        Raises
        ------
        InputError
            As `start`, and if the folder holds no run.
        """
        read_manifest(Path(path))
        return cls.start(
            path, config, table, n_hands=n_hands, blocks_per_part=blocks_per_part, how=how
        )

    def missing(self) -> Iterator[Block]:
        """Iterate over the blocks that are still to run.

        Yields
        ------
        Block
            In order. Blocks added while iterating are left out if they were still to come.
        """
        for block in blocks_of(self.manifest.n_hands, self.manifest.config.block_size):
            if self._done.get(block.index, 0) < block.n_hands:
                yield block

    def add(self, block: Block, frame: pl.DataFrame) -> None:
        """Take the rows of a finished block.

        Parameters
        ----------
        block : Block
            A block of `missing`.
        frame : polars.DataFrame
            Its rows, of the folder's table; there may be none.

        Raises
        ------
        InputError
            If the folder is closed, the block is not of this run or is there already, a row
            is of another block, or the part that it completes fails a check of the table.
        OSError
            If that part cannot be written.
        """
        if not self._lock.is_held:
            raise InputError(f"{self.path}: is closed")
        config = self.manifest.config
        first = block.index * config.block_size
        planned = min(config.block_size, self.manifest.n_hands - first)
        if block != Block(block.index, first, planned) or planned < 1:
            raise InputError(f"block {block}: is none of {self.path}")
        if self._done.get(block.index, 0) >= planned:
            raise InputError(f"block {block}: is in {self.path} already")
        self.table.check_schema(frame.schema, where=f"block {block}")
        self._check_place(block, frame)
        # A last block of fewer hands is a part of its own: a longer run will replace it.
        whole = planned == config.block_size
        group = block.index // self._blocks_per_part if whole else -1
        self._done[block.index] = planned
        waiting = self._waiting.setdefault(group, {})
        waiting[block.index] = (block, frame)
        if self._is_complete(group):
            self._write(waiting)
            # Only now: Ctrl-C during the write leaves the blocks for `close` to write.
            del self._waiting[group]

    def flush(self) -> None:
        """Write the blocks that wait for their part to be complete.

        Raises
        ------
        InputError, OSError
            As `add`.
        """
        first: Exception | None = None
        for group in sorted(self._waiting):
            try:
                self._write(self._waiting.pop(group))
            except Exception as error:  # one bad part must not cost the others
                first = first or error
        if first is not None:
            raise first

    def write_results(
        self, frame: pl.DataFrame, table: Table, *, n_hands: int | None = None
    ) -> None:
        """Write ``results.parquet``.

        Parameters
        ----------
        frame : polars.DataFrame
            Results, of that table.
        table : Table
            From `results_table`.
        n_hands : int, optional
            Hands behind the results: fewer than planned where a rule stopped the run. By
            default all that were planned.

        Raises
        ------
        InputError
            If the frame fails a check, or those hands are not all done.
        OSError
            If the file cannot be written.
        """
        self.flush()
        n_hands = self.manifest.n_hands if n_hands is None else n_hands
        if not 1 <= n_hands <= self.n_hands_prefix:
            raise InputError(f"{self.path}: results of {n_hands} hands, {self.n_hands_prefix} done")
        write_table(frame, table, self.path / "results.parquet", metadata=self._facts(n_hands))
        self._save(results_n_hands=n_hands)

    def close(self) -> None:
        """Write what waits and the manifest, and give the lock up; a second call does nothing.

        Raises
        ------
        InputError, OSError
            As `add`; the lock is given up all the same.
        """
        if self._lock.is_held:
            try:
                self.flush()
            finally:
                try:
                    self._save()
                finally:
                    self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except Exception as late:
            if error is None:
                raise
            # The first error is the one to hear of.
            error.add_note(f"{self.path}: blocks that waited could not be written: {late}")

    def _facts(self, n_hands: int) -> dict[str, str]:
        return facts(self.manifest.config, version=self.manifest.version, n_hands=n_hands)

    def _is_partial(self, part: Part) -> bool:
        size = self.manifest.config.block_size
        return part.n_hands < size * (part.last - part.first + 1)

    def _open_parts(self) -> list[Part]:
        """Find the parts on disk, check them, and remove what a fuller part replaced."""
        parts, stale = list_parts(self.path)
        known = self.manifest.blocks_done
        for part in parts:
            # A part the manifest does not know was renamed just before a kill: it is complete,
            # and its rows are read once to make sure.
            told = is_within(part.first, part.last, known)
            check_part(self.path, part, self.table, self._facts(0), rows=not told)
            if part.first * self.manifest.config.block_size + part.n_hands > self.manifest.n_hands:
                raise InputError(f"{self.path / HANDS / part.name}: lies beyond the run")
        for part in stale:
            (self.path / HANDS / part.name).unlink()
        return parts

    def _check_place(self, block: Block, frame: pl.DataFrame) -> None:
        """Refuse rows that say they are of another block."""
        if "hand_id" in frame.columns:
            name, low, high = "hand_id", block.first_hand, block.first_hand + block.n_hands - 1
        elif "block" in frame.columns:
            name, low, high = "block", block.index, block.index
        else:
            return
        if not frame[name].is_between(low, high).all():
            raise InputError(f"block {block}: {name} outside {low} to {high}")

    def _is_complete(self, group: int) -> bool:
        """Whether no whole block of a part is still missing."""
        if group == -1:
            return True
        whole = self.manifest.n_hands // self.manifest.config.block_size
        first = group * self._blocks_per_part
        blocks = range(first, min(first + self._blocks_per_part, whole))
        size = self.manifest.config.block_size
        return all(self._done.get(index, 0) == size for index in blocks)

    def _write(self, waiting: dict[int, tuple[Block, pl.DataFrame]]) -> None:
        """Write blocks as parts, one for each run of consecutive ones."""
        ordered = sorted(waiting.items())
        for _, run in groupby(enumerate(ordered), key=lambda item: item[1][0] - item[0]):
            blocks, frames = zip(*(value for _, (_, value) in run), strict=True)
            part = Part(blocks[0].index, blocks[-1].index, sum(block.n_hands for block in blocks))
            frame = pl.concat(frames, how="vertical") if len(frames) > 1 else frames[0]
            metadata = self._facts(part.n_hands) | {
                "mjsim.blocks": f"{part.first}-{part.last}",
                "mjsim.n_rows": str(frame.height),
            }
            path = self.path / HANDS / part.name
            write_table(frame, self.table, path, metadata=metadata)
            old = [p for p in self._parts if part.first <= p.last and p.first <= part.last]
            self._parts = [p for p in self._parts if p not in old] if old else self._parts
            insort(self._parts, part)
            # A part is safe without the manifest, so that need not be written for each; but
            # before a part is removed, readers must be told of the one in its place.
            if old or time.monotonic() - self._saved > _SAVE_EVERY_S:
                self._save()
            for stale in old:
                if stale.name != part.name:
                    (self.path / HANDS / stale.name).unlink()

    def _save(self, **changes: Any) -> None:
        """Write the manifest as things stand."""
        done = self.n_hands_done
        session = msgspec.structs.replace(
            self._session,
            elapsed_s=round(time.monotonic() - self._begun, 3),
            n_hands=max(0, done - self._found),
        )
        self.manifest = msgspec.structs.replace(
            self.manifest,
            n_hands_done=done,
            blocks_done=ranges(self._parts),
            sessions=[*self._earlier, session],
            **changes,
        )
        write_manifest(self.manifest, self.path)
        self._saved = time.monotonic()


def _enter(path: Path) -> FolderLock:
    """Make the folder if need be, and lock it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        (path / HANDS).mkdir(exist_ok=True)
    except OSError as error:
        lock.release()
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
    return lock


def _check_new(path: Path) -> None:
    """Refuse to start a run among other things."""
    other = {entry.name for entry in path.iterdir()} - {FolderLock.NAME, HANDS}
    if other or any((path / HANDS).iterdir()):
        raise InputError(f"{path}: is not empty and has no {MANIFEST}")


def _continued(
    path: Path, manifest: Manifest, config: RunConfig, table: Table, n_hands: int
) -> Manifest:
    """Plan a run on from its manifest, if it is the same run."""
    faults = manifest.config.differences(config)
    if manifest.table != table.name:
        faults.append(f"table is {manifest.table}, not {table.name}")
    if manifest.version != mjsim_version():
        faults.append(f"mjsim is {manifest.version}, not {mjsim_version()}")
    if manifest.n_hands > n_hands:
        faults.append(f"n_hands is {manifest.n_hands}, not {n_hands} (a run can only grow)")
    if faults:
        raise InputError(f"{path}: holds another run: {'; '.join(faults)}")
    return msgspec.structs.replace(manifest, n_hands=n_hands)
