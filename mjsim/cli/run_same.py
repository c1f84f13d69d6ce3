"""Whether a folder holds the run that is asked for, and in what the two differ."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjsim.errors import InputError

if TYPE_CHECKING:
    from mjsim.experiments.runner import Prepared
    from mjsim.store import Manifest

__all__ = ["blocks_there", "demand_run", "differences", "manifest_there", "refuse_another"]


def demand_run(folder: Path) -> None:
    """Refuse a folder without a run."""
    from mjsim.store import read_manifest

    read_manifest(folder)


def refuse_another(folder: Path, run: "Prepared") -> None:
    """Refuse a folder that holds another run, and say in what it differs.

    Raises
    ------
    InputError
        In the words of `mjsim.store.RunFolder.start`, but settings of the experiment are named
        one by one. A folder without a run is no matter here.
    """
    from mjsim.store import read_manifest
    from mjsim.store.manifest import MANIFEST

    if (folder / MANIFEST).exists():
        faults = differences(read_manifest(folder), run)
        if faults:
            raise InputError(f"{folder}: holds another run: {'; '.join(faults)}")


def differences(there: "Manifest", run: "Prepared") -> list[str]:
    """Say in what a run that is there differs from one that is asked for.

    Parameters
    ----------
    there : Manifest
    run : Prepared

    Returns
    -------
    list of str
        A text for each thing, with both values; empty if the one goes on as the other.

    Examples
    --------
    >>> from mjsim.experiments import EXPERIMENTS
    >>> from mjsim.experiments.runner import prepare
    >>> from mjsim.store import Manifest
    >>> from mjsim.store.versions import mjsim_version
    >>> from mjsim.tianjin import Rules
    >>> run = prepare(EXPERIMENTS["waits"], 100, seed=1, strategies=["speed"])
    >>> there = Manifest(run_id=run.config.run_id, config=run.config, table=run.table.name,
    ...                  version=mjsim_version(), n_hands=100)
    >>> differences(there, run)
    []
    >>> rules = Rules.platform().replace(min_fan=3)
    >>> differences(there, prepare(EXPERIMENTS["waits"], 50, seed=2, rules=rules))
    ['seed is 1, not 2', 'strategies is speed, not speed and value', 'min_fan is 2, not 3',
     'n_hands is 100, not 50 (a run can only grow)']
    """
    from mjsim.store.versions import mjsim_version

    mine, asked = there.config, run.config
    faults = _fields(mine, asked, ("experiment", "game", "seed"))
    alike = (mine.experiment, mine.game) == (asked.experiment, asked.game)
    faults += _of_designs(mine.design, asked.design, alike=alike)
    if alike:
        faults += _fields(mine, asked, ("stream", "rng", "block_size"))
        if there.table != run.table.name:
            faults.append(f"table is {there.table}, not {run.table.name}")
    if there.version != mjsim_version():
        faults.append(f"mjsim is {there.version}, not {mjsim_version()}")
    if alike and there.n_hands > run.n_hands:
        faults.append(f"n_hands is {there.n_hands}, not {run.n_hands} (a run can only grow)")
    return faults or mine.differences(asked)


def blocks_there(folder: Path, manifest: "Manifest") -> dict[int, int]:
    """Return the hands of each block that a folder has, read without a lock.

    Raises
    ------
    InputError
        If a part is broken.
    """
    from mjsim.store.parts import list_parts

    size = manifest.config.block_size
    parts, _ = list_parts(folder)
    return {
        index: part.n_hands if part.first == part.last else size
        for part in parts
        for index in range(part.first, part.last + 1)
    }


def manifest_there(folder: Path) -> "Manifest | None":
    """Return the manifest of the run that is there, None if nothing is.

    Raises
    ------
    InputError
        If the folder holds something else, in the words of `mjsim.store.RunFolder.start`.
    """
    from mjsim.store import read_manifest
    from mjsim.store.lock import FolderLock
    from mjsim.store.manifest import MANIFEST
    from mjsim.store.parts import HANDS

    if (folder / MANIFEST).exists():
        return read_manifest(folder)
    try:
        other = {entry.name for entry in folder.iterdir()} - {FolderLock.NAME, HANDS}
        other |= {entry.name for entry in folder.glob(f"{HANDS}/*")}
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror}") from None
    if other:
        raise InputError(f"{folder}: is not empty and has no {MANIFEST}")
    return None


def _fields(mine: object, asked: object, names: Sequence[str]) -> list[str]:
    pairs = [(name, getattr(mine, name), getattr(asked, name)) for name in names]
    return [f"{name} is {one}, not {other}" for name, one, other in pairs if one != other]


def _of_designs(mine: Mapping[str, Any], asked: Mapping[str, Any], *, alike: bool) -> list[str]:
    """Compare settings; of experiments that are not `alike` only who plays."""
    faults: list[str] = []
    cells, other = mine.get("cells"), asked.get("cells")
    if cells is not None and other is not None:
        players = " and ".join(_players(cells)), " and ".join(_players(other))
        if players[0] != players[1]:
            faults.append(f"strategies is {players[0]}, not {players[1]}")
        if alike:
            faults += _of_cells(cells, other, named=bool(faults))
    if alike:
        faults += _of_values({**mine, "cells": None}, {**asked, "cells": None})
    return faults


def _players(cells: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the labels of all strategies, each once."""
    return list(dict.fromkeys(label for cell in cells for label in cell["strategies"]))


def _of_cells(
    mine: Sequence[Mapping[str, Any]], asked: Sequence[Mapping[str, Any]], *, named: bool
) -> list[str]:
    """Compare cells that both have, each difference once; name the others if nothing else is."""
    ours = {cell["name"]: cell for cell in mine}
    theirs = {cell["name"]: cell for cell in asked}
    faults: dict[str, None] = {}
    for name in ours.keys() & theirs.keys():
        one, other = dict(ours[name]), dict(theirs[name])
        faults |= dict.fromkeys(_of_values(one.pop("rules"), other.pop("rules")))
        faults |= dict.fromkeys(_of_values(one, other))
    if faults or named:
        return sorted(faults)
    alone = [
        " and ".join(name for name in one if name not in other) or "none"
        for one, other in ((ours, theirs), (theirs, ours))
    ]
    return [] if alone == ["none", "none"] else [f"cells of its own is {alone[0]}, not {alone[1]}"]


def _of_values(mine: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    pairs = [(key, _text(mine, key), _text(asked, key)) for key in {**mine, **asked}]
    return [f"{key} is {one}, not {other}" for key, one, other in pairs if one != other]


def _text(settings: Mapping[str, Any], key: str) -> str:
    from mjsim.store import canonical_json

    return canonical_json(settings[key]).decode() if key in settings else "missing"
