"""``mjsim run FILE.toml``: a grid of runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjsim.experiments.plan import Planned

__all__ = ["run_plan"]


def run_plan(
    path: Path,
    out: Path | None,
    *,
    dry: bool,
    resume: bool,
    watch: str | None,
    as_json: bool,
    workers: int,
    engine: str,
) -> None:
    """Run what a plan describes, or say what that would be.

    Raises
    ------
    InputError
        If the plan can't be, as a run of it raises, or, to `resume`, if none of its runs is there.
    """
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.run_one import carry_out
    from mjsim.cli.tables import facts, print_all
    from mjsim.errors import InputError
    from mjsim.experiments.plan import read_plan
    from mjsim.store.manifest import MANIFEST

    runs = read_plan(path)
    if dry:
        _show_dry(path, runs, out, watch=watch, as_json=as_json, workers=workers)
        return
    if out is None:
        raise InputError("run: --out missing")
    if resume and not any((out / planned.name / MANIFEST).exists() for planned in runs):
        raise InputError(f"{out}: holds no run of {path}")
    done = []
    for planned in runs:
        folder = out / planned.name
        # A rule shows its own term.
        term = None if planned.until is not None else watch
        result = carry_out(planned, folder, watch=term, workers=workers, engine=engine)
        done.append({**_told(planned), "folder": str(result.folder), "agrees": result.agrees})
    if as_json:
        print_json({"plan": str(path), "runs": done})
        return
    rows = [(entry["run"] or entry["experiment"], entry["folder"]) for entry in done]
    print_all(facts([("plan", str(path)), *rows]))


def _show_dry(
    path: Path,
    runs: "list[Planned]",
    out: Path | None,
    *,
    watch: str | None,
    as_json: bool,
    workers: int,
) -> None:
    """Say of each run in short what its own dry run would; a plan may be shown without a folder."""
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.run_dry import dry_facts, dry_rows
    from mjsim.cli.tables import facts, note, print_all
    from mjsim.experiments.design import rules_name
    from mjsim.playing.games import PLAYED

    found = []
    for planned in runs:
        rules = planned.options.get("rules")
        if rules is None:
            kind = PLAYED[planned.options.get("game", "tianjin")].rules
            rules = kind.preset(kind.PRESETS[0])
        folder = None if out is None else out / planned.name
        preset = rules_name(rules).preset
        told = dry_facts(planned, folder, rules, preset, watch=watch, workers=workers)
        if as_json:
            found.append({**_told(planned), "dry_run": told})
            continue
        rows, below = dry_rows(told)
        cells = [("cells", f"{len(told['cells']):,}")] if "cells" in told else []
        print_all(facts([("run", planned.name or planned.experiment), *rows, *cells, *below]), "")
    if as_json:
        print_json({"plan": str(path), "runs": found})
    else:
        print_all(note("dry run: nothing was written"))


def _told(planned: "Planned") -> dict[str, Any]:
    """Say what a run is."""
    options = {
        key: value.to_dict() if key == "rules" else value
        for key, value in sorted(planned.options.items())
    }
    until = {} if planned.until is None else {"until": str(planned.until)}
    return {
        "run": planned.name,
        "experiment": planned.experiment,
        "hands": planned.hands,
        **options,
        **until,
    }
