"""One run of ``mjsim run``: read, carried out under a bar, and its results printed."""

from collections.abc import Mapping
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjsim.errors import InputError

if TYPE_CHECKING:
    from mjsim.experiments.plan import Planned
    from mjsim.experiments.result import Result
    from mjsim.experiments.until import Look
    from mjsim.stats import Until
    from mjsim.store import Manifest

__all__ = ["carry_out", "list_experiments", "most_hands", "read_run", "show_result", "unit_of"]

_FLAGS = {
    "rules": "--preset and --set",
    "strategies": "--strategy",
    "bankrolls": "--bankroll",
    "settings": "--setting",
}
_UNITS = {"sessions": "sessions", "strategies": "walls"}


def list_experiments(*, as_json: bool) -> None:
    """Print the experiments with what each answers."""
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.tables import facts, print_all
    from mjsim.experiments import EXPERIMENTS

    rows = [(name, (EXPERIMENTS[name].__doc__ or "").partition("\n")[0]) for name in EXPERIMENTS]
    if as_json:
        print_json({"experiments": dict(rows)})
    else:
        print_all(facts(rows))


def read_run(name: str, hands: int, wanted: Mapping[str, Any], until: str | None) -> "Planned":
    """Return the run that is asked for.

    Parameters
    ----------
    name : str
        The experiment.
    hands : int
    wanted : mapping of str to object
        Its options, ``stretch`` for the hands of a stretch; None is left to it.
    until : str or None
        As for `mjsim.stats.Until.parse`.

    Raises
    ------
    InputError
        If there is no such experiment, or it has no use for an option.

    Examples
    --------
    >>> read_run("categories", 100, {"seed": 1, "keep": None}, None).options
    {'seed': 1}
    >>> read_run("categories", 100, {"seed": 1, "keep": "counts"}, None)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: run categories: takes no --keep
    """
    from mjsim.experiments import EXPERIMENTS
    from mjsim.experiments.plan import Planned
    from mjsim.stats import Until

    if name not in EXPERIMENTS:
        raise InputError(f"run: no experiment {name!r}; there are {', '.join(EXPERIMENTS)}")
    options = {key: value for key, value in wanted.items() if value is not None}
    takes = set(signature(EXPERIMENTS[name]).parameters)
    if "bankrolls" in takes:
        takes.add("stretch")  # n_hands elsewhere is another thing
    for option in options:
        if option not in takes:
            raise InputError(f"run {name}: takes no {_FLAGS.get(option, '--' + option)}")
    if "stretch" in options:
        options["n_hands"] = options.pop("stretch")
    rule = None if until is None else Until.parse(until, max_n=hands)
    return Planned("", name, hands, options, rule)


def carry_out(
    planned: "Planned", folder: Path, *, watch: str | None, workers: int, engine: str
) -> "Result":
    """Run an experiment and show how far it is.

    Parameters
    ----------
    planned : Planned
    folder : Path
        Run folder.
    watch : str or None
        A term whose running estimate is shown; with `planned.until` it is that of the rule.
    workers, engine
        As the experiment takes them.

    Raises
    ------
    InputError
        As the experiment raises; of a folder of another run it says in what that differs.
    """
    from mjsim.cli.folders import finished_blocks_stay
    from mjsim.cli.run_same import refuse_another
    from mjsim.cli.run_watch import look_text
    from mjsim.engines import progress_bar
    from mjsim.experiments import EXPERIMENTS
    from mjsim.experiments.runner import prepare
    from mjsim.experiments.until import run_until, run_watched
    from mjsim.store.manifest import MANIFEST

    experiment = EXPERIMENTS[planned.experiment]
    most = most_hands(planned)
    running: dict[str, Any] = {"workers": workers, "engine": engine, **planned.options}
    try:
        with (
            progress_bar(
                planned.name or planned.experiment, most, unit=unit_of(planned.experiment)
            ) as bar,
            finished_blocks_stay(folder),
        ):

            def look(found: "Look") -> None:
                bar.say(look_text(found, planned.until))

            running |= {"progress": bar}
            if planned.until is not None:
                return run_until(experiment, folder, planned.until, look=look, **running)
            if watch is not None:
                return run_watched(experiment, folder, most, watch, look=look, **running)
            return experiment(folder, most, **running)
    except InputError:
        if (folder / MANIFEST).exists():
            refuse_another(folder, prepare(experiment, most, **planned.options))
        raise


def most_hands(planned: "Planned") -> int:
    """Return the hands that a run has at most."""
    return planned.hands if planned.until is None else planned.until.max_n


def unit_of(experiment: str) -> str:
    """Return what an experiment counts as a hand.

    Examples
    --------
    >>> unit_of("sessions"), unit_of("waits")
    ('sessions', 'hands')
    """
    return _UNITS.get(experiment, "hands")


def show_result(
    planned: "Planned",
    result: "Result",
    *,
    told: dict[str, Any],
    figure: bool,
    as_json: bool,
) -> None:
    """Print the results of a run, and where its files lie.

    Parameters
    ----------
    planned : Planned
    result : Result
    told : dict
        What else a JSON document says of the run.
    figure : bool
        Whether to draw it.
    as_json : bool
    """
    from mjsim.cli.folders import files_of
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.results import flips_dict, print_results, result_dicts
    from mjsim.experiments import HEADLINES
    from mjsim.plots import figure_of
    from mjsim.store.manifest import read_manifest

    files = files_of(result.folder, figure_of(result.experiment, result.folder) if figure else None)
    manifest = read_manifest(result.folder)
    hands = manifest.n_hands
    ran: dict[str, Any] = {
        "experiment": planned.experiment,
        "game": manifest.config.game,
        "hands": hands,
        "seed": manifest.config.seed,
    }
    if planned.until is not None:
        ran["until"] = str(planned.until)
    notes = [*result.notes, *_of_looks(manifest, planned.until)]
    if as_json:
        found: dict[str, Any] = {
            "agrees": result.agrees,
            "results": result_dicts(result.results),
            "flips": flips_dict(result.results),
            "notes": notes,
        }
        print_json({**ran, **told, **found, "files": files})
        return
    headlines = HEADLINES.get(planned.experiment)
    table = result.results
    if headlines is not None:
        table = table.filter(table["family"].is_in(headlines))
        files |= {"all rows": f"{result.results.height:,}, of which {table.height} are shown"}
    first = result.results.row(0, named=True)
    head = ran | {"hands": f"{hands:,}", "indicator": first.get("indicator")}
    files |= {f"note {i}": note for i, note in enumerate(notes, 1)}
    print_results(table, head | {"rules": first.get("rules")}, files)


def _of_looks(manifest: "Manifest", rule: "Until | None") -> list[str]:
    """Say why a run without a rule has intervals that hold at every look, if it has."""
    from mjsim.experiments.sequences import looks_of

    looks = looks_of(manifest)
    if looks is None or rule is not None:
        return []
    why = f"was run until {looks.rule}" if looks.rule else f"was watched to {looks.fixed_n:,}"
    return [f"this folder {why}: intervals stay those that hold at every look"]
