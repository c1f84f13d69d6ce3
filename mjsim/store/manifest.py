"""The manifest of a run: what makes it the run it is, and how far it has come."""

import hashlib
from pathlib import Path
from typing import Annotated, Any

import msgspec

from mjsim.errors import InputError
from mjsim.store.files import atomic_path

__all__ = [
    "MANIFEST",
    "Manifest",
    "RunConfig",
    "Session",
    "canonical_json",
    "read_manifest",
    "sha256_of",
    "write_manifest",
]

MANIFEST = "manifest.json"
"""File name in the run folder."""

Count = Annotated[int, msgspec.Meta(ge=0)]
Size = Annotated[int, msgspec.Meta(ge=1)]
Sha256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


def canonical_json(content: Any) -> bytes:
    """Write content as JSON, the same bytes for the same content.

    Parameters
    ----------
    content : object
        Plain values, lists, dicts, frozen dataclasses or msgspec structs.

    Returns
    -------
    bytes
        UTF-8, no spaces, keys sorted.

    Raises
    ------
    InputError
        If something in it has no JSON form.

    Examples
    --------
    >>> canonical_json({"b": (1, 2), "a": None})
    b'{"a":null,"b":[1,2]}'
    """
    try:
        return msgspec.json.encode(content, order="sorted")
    except (TypeError, ValueError) as error:
        raise InputError(f"no JSON form: {error}") from error


def sha256_of(content: Any) -> str:
    """Digest content, such as a frozen `Rules`, by its canonical JSON.

    Parameters
    ----------
    content : object
        As for `canonical_json`.

    Returns
    -------
    str
        SHA-256, 64 hexadecimal digits.

    Raises
    ------
    InputError
        If something in it has no JSON form.

    Examples
    --------
    >>> sha256_of({"min_fan": 2})[:12]
    '5625318b109f'
    """
    return hashlib.sha256(canonical_json(content)).hexdigest()


class RunConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes two runs the same run; the number of hands is no part of it.

    Attributes
    ----------
    experiment, game : str
        What is run.
    design : dict of str to object
        Settings of the experiment, plain JSON values.
    rules_sha256 : str
        Digest of the rules, by `sha256_of`.
    seed : int
        Root seed, from 0 up, of any size.
    stream : str
        Name of the random stream.
    rng : str
        Name of the generator.
    block_size : int
        Hands of a block.

    Raises
    ------
    InputError
        If a number is out of range, or a setting has no JSON form.

    Examples
    --------
    >>> config = RunConfig(experiment="deals", game="tianjin", design={"levels": (1, 2)},
    ...                    rules_sha256=sha256_of({}), seed=7, stream="deal", block_size=10_000)
    >>> config.design, config.run_id
    ({'levels': [1, 2]}, '3e707e629ef5')
    """

    experiment: str
    game: str
    design: dict[str, Any] = {}
    rules_sha256: Sha256
    seed: Count
    stream: str
    rng: str = "PCG64DXSM"
    block_size: Size

    def __post_init__(self) -> None:
        # The decoder checks types; whoever builds one in code may still pass a bad number.
        for name, least in (("seed", 0), ("block_size", 1)):
            if getattr(self, name) < least:
                raise InputError(f"{name}: {getattr(self, name)} is below {least}")
        # What comes back from JSON must compare equal to what went in; a tuple would not.
        plain = msgspec.json.decode(canonical_json(self.design))
        msgspec.structs.force_setattr(self, "design", plain)

    @property
    def run_id(self) -> str:
        """Twelve hexadecimal digits that depend on the configuration alone."""
        return sha256_of(self)[:12]

    def differences(self, other: "RunConfig") -> list[str]:
        """Say in which fields another configuration differs.

        Parameters
        ----------
        other : RunConfig
            Configuration to compare with.

        Returns
        -------
        list of str
            One text for each field or setting, empty if they are equal.

        Examples
        --------
        >>> config = RunConfig(experiment="deals", game="tianjin", rules_sha256=sha256_of({}),
        ...                    seed=7, stream="deal", block_size=10_000)
        >>> config.differences(msgspec.structs.replace(config, seed=8))
        ['seed is 7, not 8']
        """
        found = []
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if name == "design":
                found += [
                    f"{key} is {_text(mine, key)}, not {_text(theirs, key)}"
                    for key in sorted(mine.keys() | theirs.keys())
                    if _text(mine, key) != _text(theirs, key)
                ]
            elif mine != theirs:
                found.append(f"{name} is {mine}, not {theirs}")
        return found


class Session(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One time that a process worked on the run.

    Attributes
    ----------
    started : str
        UTC, ISO 8601.
    elapsed_s : float
        Seconds until the manifest was last written.
    n_hands : int
        Hands finished in it.
    host : str
        Machine.
    versions : dict of str to str
        Python and libraries.
    how : dict of str to object
        Engine, workers and the like, as the caller told.

    Examples
    --------
    >>> Session(started="2026-01-01T00:00:00+00:00", elapsed_s=1.5, n_hands=10, host="a").n_hands
    10
    """

    started: str
    elapsed_s: float
    n_hands: Count
    host: str
    versions: dict[str, str] = {}
    how: dict[str, Any] = {}


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Content of ``manifest.json``.

    Attributes
    ----------
    format : int
        Version of this layout.
    run_id : str
        `RunConfig.run_id`.
    config : RunConfig
        What makes the run.
    table : str
        Name of the hands table.
    version : str
        Version of mjsim.
    n_hands : int
        Hands planned.
    n_hands_done : int
        Hands in the parts.
    blocks_done : list of tuple of int
        Ranges of blocks in the parts, first and last of each.
    results_n_hands : int or None
        Hands behind ``results.parquet``, if it was written.
    sessions : list of Session
        In order of time.

    Examples
    --------
    >>> Manifest.__struct_fields__[:4]
    ('format', 'run_id', 'config', 'table')
    """

    format: Annotated[int, msgspec.Meta(ge=1, le=1)] = 1
    run_id: str
    config: RunConfig
    table: str
    version: str
    n_hands: Size
    n_hands_done: Count = 0
    blocks_done: list[tuple[Count, Count]] = []
    results_n_hands: Size | None = None
    sessions: list[Session] = []


def write_manifest(manifest: Manifest, folder: Path) -> None:
    """Write the manifest of a run folder in one step.

    Parameters
    ----------
    manifest : Manifest
        Content.
    folder : Path
        Run folder.

    Raises
    ------
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> config = RunConfig(experiment="deals", game="tianjin", rules_sha256=sha256_of({}),
    ...                    seed=7, stream="deal", block_size=10_000)
    >>> manifest = Manifest(run_id=config.run_id, config=config, table="mjsim.hands.deals/1",
    ...                     version="0.1.0", n_hands=100)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_manifest(manifest, Path(folder))
    ...     print((Path(folder) / "manifest.json").read_text()[:34])
    {
      "blocks_done": [],
      "config":
    """
    with atomic_path(folder / MANIFEST) as temporary:
        temporary.write_bytes(msgspec.json.format(canonical_json(manifest), indent=2) + b"\n")


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a run folder.

    Parameters
    ----------
    folder : Path
        Run folder.

    Returns
    -------
    Manifest
        Checked content.

    Raises
    ------
    InputError
        If there is none, or it is broken, naming the file and the field.

    Examples
    --------
    >>> import tempfile
    >>> config = RunConfig(experiment="deals", game="tianjin", rules_sha256=sha256_of({}),
    ...                    seed=7, stream="deal", block_size=10_000)
    >>> manifest = Manifest(run_id=config.run_id, config=config, table="mjsim.hands.deals/1",
    ...                     version="0.1.0", n_hands=100)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_manifest(manifest, Path(folder))
    ...     read_manifest(Path(folder)) == manifest
    True
    """
    file = folder / MANIFEST
    try:
        manifest = msgspec.json.decode(file.read_bytes(), type=Manifest)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{folder}: holds no run ({MANIFEST} is missing)") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, InputError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: is broken: {error}") from error
    if manifest.run_id != manifest.config.run_id:
        raise InputError(f"{file}: is broken: run_id is not that of its configuration")
    return manifest


def _text(settings: dict[str, Any], key: str) -> str:
    return canonical_json(settings[key]).decode() if key in settings else "missing"
