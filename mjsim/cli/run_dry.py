"""``mjsim run NAME --dry-run``: what a run would play, and how much of it is there."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjsim.experiments.plan import Planned
    from mjsim.experiments.runner import Prepared
    from mjsim.options import GameRules

__all__ = ["dry_facts", "dry_rows", "show_dry"]

_RULES = ("rules", "changes")  # settings that tell of the rules, in one line of their own
_UNITS = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def show_dry(
    planned: "Planned",
    folder: Path | None,
    rules: "GameRules",
    preset: str,
    *,
    watch: str | None,
    workers: int,
    as_json: bool,
) -> None:
    """Say what would be run; play a sample in memory, and write nothing.

    Raises
    ------
    InputError
        As `dry_facts`.
    """
    from mjsim.cli.jsonout import print_json

    told = dry_facts(planned, folder, rules, preset, watch=watch, workers=workers)
    if as_json:
        print_json({"dry_run": True, **told})
    else:
        _print(told)


def dry_facts(
    planned: "Planned",
    folder: Path | None,
    rules: "GameRules",
    preset: str,
    *,
    watch: str | None,
    workers: int,
) -> dict[str, Any]:
    """Find out what would be run; play a sample in memory, and write nothing.

    Parameters
    ----------
    planned : Planned
    folder : Path or None
        Run folder; None: nothing is there.
    rules : Rules
        Of the run.
    preset : str
        By which they are named.
    watch : str or None
        A term that is to be looked at; that it will be there is made sure, as of the term of
        `planned.until`.
    workers : int

    Raises
    ------
    InputError
        As the run itself would, of its arguments and of what is in the folder.
    """
    from mjsim.blocks import blocks_of
    from mjsim.cli.run_one import most_hands
    from mjsim.cli.run_same import blocks_there, manifest_there, refuse_another
    from mjsim.cli.run_sample import play_sample
    from mjsim.experiments import EXPERIMENTS
    from mjsim.experiments.runner import prepare
    from mjsim.experiments.until import check_term

    most = most_hands(planned)
    run = prepare(EXPERIMENTS[planned.experiment], most, **planned.options)
    there: dict[int, int] = {}
    manifest = None
    if folder is not None:
        refuse_another(folder, run)
        manifest = manifest_there(folder)
        there = {} if manifest is None else blocks_there(folder, manifest)
    asked = "watch" if planned.until is None else "until"
    term = watch if planned.until is None else planned.until.term
    if term is not None:
        experiment = EXPERIMENTS[planned.experiment]
        check_term(experiment, most, term, asked, out=folder, **planned.options)
    size = run.config.block_size
    total = -(-most // size)
    done = [index for index, n in there.items() if n >= min(size, most - index * size)]
    missing = most - sum(min(size, most - index * size) for index in done)
    coming = (each for each in blocks_of(most, size) if there.get(each.index, 0) < each.n_hands)
    sample = play_sample(run, coming) if missing else None
    return {
        "experiment": planned.experiment,
        "game": run.config.game,
        "hands": most,
        "seed": run.config.seed,
        "until": None if planned.until is None else str(planned.until),
        "preset": preset,
        "changes": _changes(rules.to_dict(), rules, preset),
        **_design(run, rules, preset),
        "folder": None if folder is None else str(folder),
        "holds": "nothing" if manifest is None else "this run",
        "blocks": {
            "hands_each": size,
            "all": total,
            "there": len(done),
            "missing": total - len(done),
        },
        "hands_missing": missing,
        "sample": None
        if sample is None
        else {"hands": sample.n_hands, "seconds": round(sample.seconds, 4)},
        "seconds": 0.0 if sample is None else missing * sample.seconds / sample.n_hands / workers,
        "workers": workers,
        "bytes": 0 if sample is None else round(missing * sample.n_bytes / sample.n_hands),
    }


def _changes(options: Mapping[str, Any], rules: "GameRules", preset: str) -> dict[str, Any]:
    """Return the options of rules that differ from a preset."""
    usual = rules.preset(preset).to_dict()
    return {name: value for name, value in options.items() if value != usual[name]}


def _design(run: "Prepared", rules: "GameRules", preset: str) -> dict[str, Any]:
    """Return who plays what: cells, and hands of all of them; or what else is set."""
    design = dict(run.config.design)
    cells = design.pop("cells", None)
    if cells is None:
        return {"design": design}
    seen: list[list[str]] = []
    rows = []
    for cell in cells:
        how = "rescored" if cell["settled"] else "played"
        if how == "played" and cell["strategies"] in seen:
            how = "replayed"
        seen.append(cell["strategies"])
        rows.append(
            {
                "cell": cell["name"],
                "strategies": cell["strategies"],
                "how": how,
                "changes": _changes(cell["rules"], rules, preset),
            }
        )
    hands = run.n_hands * design.get("n_hands", 1)
    rescored = sum(row["how"] == "rescored" for row in rows)
    return {
        "design": design,
        "strategies": list(dict.fromkeys(label for row in rows for label in row["strategies"])),
        "cells": rows,
        "hands_played": hands * (len(rows) - rescored),
        "hands_rescored": hands * rescored,
    }


def dry_rows(
    told: Mapping[str, Any],
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Put into words what `dry_facts` found: what the run is, and what is there of it."""
    from mjsim.cli.run_one import unit_of
    from mjsim.experiments.design import RulesName

    blocks = told["blocks"]
    rows = [(name, told[name]) for name in ("experiment", "game")]
    unit = unit_of(told["experiment"])
    hands = f"{told['hands']:,}" + f" {unit}" * (unit != "hands")
    rows += [("hands", hands), ("seed", str(told["seed"]))]
    if told["until"] is not None:
        rows += [("until", told["until"])]
    if "strategies" in told:
        rows += [("strategies", ", ".join(told["strategies"]))]
    rows += [("rules", str(RulesName(told["preset"], told["changes"])))]
    rows += [(name, str(value)) for name, value in told["design"].items() if name not in _RULES]
    below: list[tuple[str, str]] = []
    if "cells" in told:
        below.append(
            (
                "hands in all",
                f"{told['hands_played']:,} played, {told['hands_rescored']:,} rescored",
            )
        )
    if told["folder"] is not None:
        below.append(("folder", f"{told['folder']}: holds {told['holds']}"))
    below.append(
        (
            "blocks",
            f"{blocks['all']:,} of {blocks['hands_each']:,}: {blocks['there']:,} there, "
            f"{blocks['missing']:,} missing",
        )
    )
    below.append(("files", f"about {_bytes(told['bytes'])} more"))
    below.append(("time", _time(told)))
    return rows, below


def _print(told: Mapping[str, Any]) -> None:
    """Print it for people."""
    from mjsim.cli.tables import facts, note, print_all, table
    from mjsim.experiments.design import RulesName

    rows, below = dry_rows(told)
    parts: list[Any] = [facts(rows), ""]
    if "cells" in told:
        cells = table("cell", "seats", "how", "rules", fold=["seats", "rules"])
        for cell in told["cells"]:
            who = list(dict.fromkeys(cell["strategies"]))
            seats = f"4 x {who[0]}" if len(who) == 1 else " ".join(cell["strategies"])
            own = cell["changes"] != told["changes"]
            rules = str(RulesName(told["preset"], cell["changes"])) if own else "as above"
            cells.add_row(cell["cell"], seats, cell["how"], rules)
        parts += [cells, ""]
    print_all(*parts, facts(below), "", note("dry run: nothing was written"))


def _time(told: Mapping[str, Any]) -> str:
    from mjsim.cli.run_one import unit_of

    sample = told["sample"]
    if sample is None:
        return "that of the results: no block is missing"
    seconds = told["seconds"]
    shown = f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:,.0f} min"
    one = "one worker" if told["workers"] == 1 else f"{told['workers']} workers, if all are as fast"
    played = f"{sample['hands']:,} {unit_of(told['experiment'])}, played in memory"
    return f"about {shown} and the results, on {one}: {played}, took {sample['seconds']:.2g} s"


def _bytes(n: int) -> str:
    """Return a size with two digits.

    Examples
    --------
    >>> _bytes(123), _bytes(15_300), _bytes(2_340_000)
    ('0.12 kB', '15 kB', '2.3 MB')
    """
    unit, name = next((each for each in _UNITS if n >= each[0]), _UNITS[-1])
    size = n / unit
    return f"{size:,.0f} {name}" if size >= 10 else f"{size:.2g} {name}"
