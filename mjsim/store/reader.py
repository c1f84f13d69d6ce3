"""A run folder as its readers see it."""

from pathlib import Path

import polars as pl

from mjsim.errors import InputError
from mjsim.store.digest import table_digest
from mjsim.store.manifest import read_manifest
from mjsim.store.parts import HANDS, Part, check_part, facts, list_parts
from mjsim.store.results import read_results
from mjsim.store.schema import Table

__all__ = ["RunReader"]


class RunReader:
    """Finished parts of a run, read without a lock.

    Parameters
    ----------
    path : Path or str
        Run folder.
    table : Table
        Declaration of its hands table.

    Attributes
    ----------
    path : Path
        Run folder.
    table : Table
        Declaration of its hands table.
    manifest : Manifest
        As it was when the folder was opened.

    Raises
    ------
    InputError
        If the folder holds no run, or one of another table, or a part is missing or broken.

    See Also
    --------
    mjsim.store.run.RunFolder : the writer.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.store import Block, RunConfig, RunFolder, hands_table, sha256_of
    >>> table = hands_table("demo")
    >>> config = RunConfig(experiment="demo", game="tianjin", rules_sha256=sha256_of({}),
    ...                    seed=7, stream="demo", block_size=2)
    >>> with tempfile.TemporaryDirectory() as path:
    ...     with RunFolder.start(path, config, table, n_hands=4) as run:
    ...         run.add(Block(0, 0, 2), table.frame({"hand_id": [0, 1]}))
    ...     reader = RunReader(path, table)
    ...     reader.n_hands_done, reader.manifest.n_hands, reader.hands()["hand_id"].to_list()
    (2, 4, [0, 1])
    """

    def __init__(self, path: Path | str, table: Table) -> None:
        self.path = Path(path)
        self.table = table
        self.manifest = read_manifest(self.path)
        if self.manifest.table != table.name:
            raise InputError(f"{path}: holds table {self.manifest.table}, not {table.name}")
        # A writer may be at work: what the manifest does not yet say is left alone.
        done = self.manifest.blocks_done
        self._parts, _ = list_parts(self.path, within=done)
        held = sum(part.last - part.first + 1 for part in self._parts)
        if held != sum(last - first + 1 for first, last in done):
            raise InputError(f"{path}: parts of the blocks done are missing; resume the run")
        expected = facts(self.manifest.config, version=self.manifest.version, n_hands=0)
        for part in self._parts:
            check_part(self.path, part, table, expected, rows=False)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Finished parts, in order of their blocks."""
        return tuple(self._parts)

    @property
    def n_hands_done(self) -> int:
        """Number of hands in the finished parts."""
        return sum(part.n_hands for part in self._parts)

    @property
    def n_hands_prefix(self) -> int:
        """Number of hands that are done without a gap from the first one on."""
        block = hands = 0
        for part in self._parts:
            if part.first != block:
                break
            block, hands = part.last + 1, hands + part.n_hands
        return hands

    def scan(self, n_hands: int | None = None) -> pl.LazyFrame:
        """Scan the hands in order of their blocks.

        Parameters
        ----------
        n_hands : int, optional
            Leave it at the rows of the first so many hands, which must be done and, if the
            table counts by block, end with one. By default all rows there are.

        Returns
        -------
        polars.LazyFrame
            With the table's schema, checked part by part when the folder was opened.

        Raises
        ------
        InputError
            If those hands are not all done, or the table cannot be cut there.
        """
        paths = [self.path / HANDS / part.name for part in self._parts]
        if not paths:
            frame = self.table.empty().lazy()
        else:
            frame = pl.scan_parquet(paths, hive_partitioning=False)
        if n_hands is None:
            return frame
        if n_hands > self.n_hands_prefix:
            raise InputError(
                f"{self.path}: {n_hands} hands are wanted, {self.n_hands_prefix} are done"
            )
        if n_hands == self.n_hands_done:
            return frame
        if "hand_id" in self.table.schema:
            return frame.filter(pl.col("hand_id") < n_hands)
        blocks, rest = divmod(n_hands, self.manifest.config.block_size)
        if rest:
            raise InputError(f"{self.path}: counts by block cannot be cut at {n_hands} hands")
        return frame.filter(pl.col("block") < blocks)

    def hands(self, n_hands: int | None = None) -> pl.DataFrame:
        """Read the hands into memory and check them.

        Parameters
        ----------
        n_hands : int, optional
            As for `scan`.

        Returns
        -------
        polars.DataFrame
            With the table's schema.

        Raises
        ------
        InputError
            As `scan`, and if a value fails a check of the table.
        """
        return self.table.check(self.scan(n_hands).collect(), where=str(self.path))

    def results(self) -> pl.DataFrame:
        """Read the results.

        Returns
        -------
        polars.DataFrame
            As from `read_results`.

        Raises
        ------
        InputError
            If they were not written yet, or are broken.
        """
        return read_results(self.path)

    def digest(self, n_hands: int | None = None) -> str:
        """Digest the content of the hands, however they are split into parts.

        Parameters
        ----------
        n_hands : int, optional
            As for `scan`.

        Returns
        -------
        str
            As from `table_digest`.

        Raises
        ------
        InputError
            As `hands`.
        """
        return table_digest(self.hands(n_hands), self.table)
