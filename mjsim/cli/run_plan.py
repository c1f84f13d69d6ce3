"""``mjsim run FILE.toml``: a grid of runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjsim.experiments.plan import Planned

__all__ = ["run_plan"]


def run_plan(
    path: Path, out: Path | None, *, dry: bool, as_json: bool, workers: int, engine: str
) -> None:
    """Run what a plan describes, or say what that would be."""
    from mjsim.cli.folders import finished_blocks_stay
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.tables import facts, print_all
    from mjsim.engines import progress_bar
    from mjsim.errors import InputError
    from mjsim.experiments.plan import read_plan, run_planned

    runs = read_plan(path)
    if dry:
        if as_json:
            print_json({"plan": str(path), "runs": [_told(planned) for planned in runs]})
            return
        for planned in runs:
            print_all(facts([(key, str(value)) for key, value in _told(planned).items()]), "")
        return
    if out is None:
        raise InputError("run: --out missing")
    done = []
    for planned in runs:
        folder = out / planned.name
        with (
            progress_bar(planned.name or planned.experiment, planned.hands) as progress,
            finished_blocks_stay(folder),
        ):
            result = run_planned(planned, out, workers=workers, engine=engine, progress=progress)
        done.append({**_told(planned), "folder": str(result.folder), "agrees": result.agrees})
    if as_json:
        print_json({"plan": str(path), "runs": done})
        return
    rows = [(entry["run"] or entry["experiment"], entry["folder"]) for entry in done]
    print_all(facts([("plan", str(path)), *rows]))


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
