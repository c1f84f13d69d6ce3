"""Parts of a run on disk: their names, what they say of themselves, and whether it is so."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from mjsim.errors import InputError
from mjsim.store.manifest import RunConfig, canonical_json
from mjsim.store.parquet import SCHEMA, read_metadata, read_table
from mjsim.store.schema import Table

__all__ = ["HANDS", "Part", "check_part", "facts", "is_within", "list_parts", "ranges"]

HANDS = "hands"
"""Name of the folder of parts."""

_NAME = re.compile(r"part-(\d{8,})-(\d{8,})\.parquet")


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """A file with the rows of some consecutive blocks.

    Attributes
    ----------
    first, last : int
        Its blocks, both ends included.
    n_hands : int
        Its hands. Fewer than its blocks could hold only if it is the one last block of a run.

    Examples
    --------
    >>> Part(0, 15, 16_000).name
    'part-00000000-00000015.parquet'
    """

    first: int
    last: int
    n_hands: int

    @property
    def name(self) -> str:
        """File name, which sorts by block."""
        return f"part-{self.first:08d}-{self.last:08d}.parquet"


def facts(config: RunConfig, *, version: str, n_hands: int) -> dict[str, str]:
    """Collect what makes a file reproducible, for its key-value metadata.

    No time and no host: files of two equal runs are to be equal.

    Parameters
    ----------
    config : RunConfig
        What makes the run.
    version : str
        Version of mjsim.
    n_hands : int
        Hands behind the file.

    Returns
    -------
    dict of str to str
        Keys ``mjsim.…``.

    Examples
    --------
    >>> from mjsim.store.manifest import sha256_of
    >>> config = RunConfig(experiment="deals", game="tianjin", rules_sha256=sha256_of({}),
    ...                    seed=7, stream="deal", block_size=10_000)
    >>> facts(config, version="0.1.0", n_hands=100)["mjsim.config_json"]
    '{}'
    """
    return {
        "mjsim.version": version,
        "mjsim.run_id": config.run_id,
        "mjsim.experiment": config.experiment,
        "mjsim.game": config.game,
        "mjsim.config_json": canonical_json(config.design).decode(),
        "mjsim.rules_sha256": config.rules_sha256,
        "mjsim.seed": str(config.seed),
        "mjsim.stream": config.stream,
        "mjsim.rng": config.rng,
        "mjsim.block_size": str(config.block_size),
        "mjsim.n_hands": str(n_hands),
    }


def list_parts(
    folder: Path, *, within: list[tuple[int, int]] | None = None
) -> tuple[list[Part], list[Part]]:
    """List the parts of a run folder.

    Parameters
    ----------
    folder : Path
        Run folder.
    within : list of tuple of int, optional
        Ranges of blocks; parts outside are ignored.

    Returns
    -------
    valid : list of Part
        In order of their blocks, which do not overlap.
    stale : list of Part
        Last blocks of shorter runs that a fuller part has replaced; a kill left them.

    Raises
    ------
    InputError
        If a part is broken, or two contradict each other.

    Examples
    --------
    >>> list_parts(Path("nowhere"))
    ([], [])
    """
    found = []
    for path in (folder / HANDS).glob("*.parquet"):
        match = _NAME.fullmatch(path.name)
        if match is None:
            raise InputError(f"{path}: is no part of a run")
        first, last = int(match[1]), int(match[2])
        if within is not None and not is_within(first, last, within):
            continue
        n_hands = read_metadata(path).get("mjsim.n_hands", "")
        if not n_hands.isdecimal():
            raise InputError(f"{path}: does not say how many hands it holds")
        found.append(Part(first, last, int(n_hands)))
    valid: list[Part] = []
    stale: list[Part] = []
    for part in sorted(found):
        if not valid or part.first > valid[-1].last:
            valid.append(part)
            continue
        # An overlap is what a kill leaves between writing a fuller part and removing the old.
        less, more = sorted((part, valid[-1]), key=lambda one: one.n_hands)
        if less.first != less.last or less.n_hands == more.n_hands:
            raise InputError(f"{folder / HANDS}: {less.name} and {more.name} overlap")
        valid[-1] = more
        stale.append(less)
    return valid, stale


def check_part(
    folder: Path, part: Part, table: Table, expected: Mapping[str, str], *, rows: bool
) -> None:
    """Check that a part is what its run would write.

    Parameters
    ----------
    folder : Path
        Run folder.
    part : Part
        The part.
    table : Table
        Declaration of its table.
    expected : mapping of str to str
        The `facts` of the run; the number of hands is taken from the part.
    rows : bool
        Whether to read and check all rows, and not the metadata and the schema alone.

    Raises
    ------
    InputError
        Naming the file and what is wrong.

    Examples
    --------
    >>> from mjsim.store.manifest import sha256_of
    >>> from mjsim.store.schema import hands_table
    >>> config = RunConfig(experiment="deals", game="tianjin", rules_sha256=sha256_of({}),
    ...                    seed=7, stream="deal", block_size=10_000)
    >>> wanted = facts(config, version="0.1.0", n_hands=0)
    >>> check_part(Path("nowhere"), Part(0, 0, 10), hands_table("deals"), wanted, rows=True)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: nowhere/hands/part-00000000-00000000.parquet: there is no such file
    """
    path = folder / HANDS / part.name
    metadata = read_metadata(path)
    for key, wanted in {**expected, SCHEMA: table.name}.items():
        if key != "mjsim.n_hands" and metadata.get(key) != wanted:
            raise InputError(f"{path}: {key} is {metadata.get(key)}, not {wanted}")
    table.check_schema(pl.read_parquet_schema(path), where=str(path))
    size = int(expected["mjsim.block_size"])
    room = size * (part.last - part.first + 1)
    least = 1 if part.first == part.last else room
    if not least <= part.n_hands <= room:
        raise InputError(f"{path}: {part.n_hands} hands do not fill its blocks")
    if rows:
        height = read_table(path, table).height
        if metadata.get("mjsim.n_rows") != str(height):
            raise InputError(f"{path}: {height} rows, not {metadata.get('mjsim.n_rows')}")


def is_within(first: int, last: int, done: list[tuple[int, int]]) -> bool:
    """Tell whether blocks lie in one of some ranges.

    Parameters
    ----------
    first, last : int
        The blocks, both ends included.
    done : list of tuple of int
        Ranges, as from `ranges`.

    Returns
    -------
    bool
        Whether one range holds them all.

    Examples
    --------
    >>> is_within(2, 3, [(0, 3)]), is_within(3, 4, [(0, 3)])
    (True, False)
    """
    return any(low <= first and last <= high for low, high in done)


def ranges(parts: Iterable[Part]) -> list[tuple[int, int]]:
    """Join the blocks of parts into ranges.

    Parameters
    ----------
    parts : iterable of Part
        In order of their blocks.

    Returns
    -------
    list of tuple of int
        First and last block of each range.

    Examples
    --------
    >>> ranges([Part(0, 1, 20), Part(2, 3, 20), Part(7, 7, 10)])
    [(0, 3), (7, 7)]
    """
    joined: list[tuple[int, int]] = []
    for part in parts:
        if joined and part.first == joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], part.last)
        else:
            joined.append((part.first, part.last))
    return joined
