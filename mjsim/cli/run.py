"""``mjsim run``: an experiment into a run folder, and its results beside what is exact."""

from collections.abc import Callable
from enum import StrEnum
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjsim.cli.options import (
    AsJson,
    Changes,
    EngineName,
    EngineOption,
    Game,
    GameOption,
    HonorsOption,
    IndicatorOption,
    PresetOption,
    WorkersOption,
)
from mjsim.errors import InputError

if TYPE_CHECKING:
    from mjsim.experiments.result import Result

__all__ = ["Keep", "run"]


class Keep(StrEnum):
    """What a run keeps."""

    HANDS = "hands"
    COUNTS = "counts"


def run(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="The experiment (--list names them), or a plan: a TOML file."
        ),
    ] = None,
    game: GameOption = Game.TIANJIN,
    hands: Annotated[
        int | None,
        typer.Option("--hands", min=1, help="Hands of the whole run; for strategies, walls."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Root of all random numbers.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Run folder; a run that is there goes on."),
    ] = None,
    strategies: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="X",
            help="Experiments at the table: a name, a TOML file or module:Class; once for each "
            "that is compared; speed and value if left out.",
        ),
    ] = None,
    indicator: IndicatorOption = None,
    workers: WorkersOption = 1,
    engine: EngineOption = EngineName.AUTO,
    keep: Annotated[
        Keep | None,
        typer.Option("--keep", help="A row for each hand, or counts of like hands; hands."),
    ] = None,
    preset: PresetOption = None,
    changes: Changes = None,
    honors: HonorsOption = None,
    figure: Annotated[
        bool, typer.Option("--figure/--no-figure", help="Draw the results into the run folder.")
    ] = True,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="TERM: half_width=X",
            help="Stop once a term is so precise (or relative=X), at the latest after --hands; "
            "all intervals then hold at every look.",
        ),
    ] = None,
    dry: Annotated[
        bool, typer.Option("--dry-run", help="Say what a plan would run, and run nothing.")
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="Name the experiments, and run none.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run an experiment: every estimate with its error, beside the exact value."""
    from mjsim.cli.folders import files_of, finished_blocks_stay
    from mjsim.cli.games import FACTS, rules_class
    from mjsim.cli.hands import read_tile, tile_dict
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.results import print_results, result_dicts
    from mjsim.cli.rules import chosen_rules, preset_name
    from mjsim.engines import progress_bar
    from mjsim.experiments import HEADLINES
    from mjsim.experiments.until import run_until
    from mjsim.plots import figure_of
    from mjsim.stats import Until
    from mjsim.store.manifest import read_manifest

    if listed:
        _list(as_json)
        return
    if name is not None and name.endswith(".toml"):
        from mjsim.cli.run_plan import run_plan

        asked: dict[str, object] = {"--hands": hands, "--seed": seed, "--strategy": strategies}
        asked |= {"--preset": preset, "--set": changes, "--until": until}
        asked |= {"--indicator": indicator, "--keep": keep}
        for option, value in asked.items():
            if value is not None:
                raise InputError(f"run: {option}: stands in the plan, {name}")
        run_plan(Path(name), out, dry=dry, as_json=as_json, workers=workers, engine=engine)
        return
    if dry:
        raise InputError("run: --dry-run: for a plan, NAME being a TOML file")
    if name is None or hands is None or seed is None or out is None:
        given: dict[str, object] = {"NAME": name, "--hands": hands, "--seed": seed, "--out": out}
        missing = [option for option, value in given.items() if value is None]
        raise InputError(f"run: {', '.join(missing)} missing")
    experiment = _experiment(name)
    shown = None if indicator is None else read_tile(indicator, "indicator", honors, game)
    rules = chosen_rules(rules_class(game), preset, changes)
    # What the user did not ask for is left to the experiment.
    wanted = {
        "indicator": shown,
        "keep": keep,
        "strategies": strategies or None,
        "rules": rules if changes or preset not in (None, rules.PRESETS[0]) else None,
    }
    options: dict[str, Any] = {
        "game": game.value,
        "seed": seed,
        "workers": workers,
        "engine": engine,
        **{key: value for key, value in wanted.items() if value is not None},
    }
    _check(name, experiment, options)
    rule = None if until is None else Until.parse(until, max_n=hands)
    with progress_bar(name, hands) as progress, finished_blocks_stay(out):
        if rule is None:
            result = experiment(out, hands, progress=progress, **options)
        else:
            result = run_until(experiment, out, rule, **options)
    files = files_of(result.folder, figure_of(result.experiment, result.folder) if figure else None)
    if rule is not None:
        hands = read_manifest(result.folder).n_hands
    ran: dict[str, Any] = {"experiment": name, "game": game, "hands": hands, "seed": seed}
    if rule is not None:
        ran["until"] = str(rule)
    if as_json:
        print_json(
            {
                **ran,
                "indicator": None if shown is None else tile_dict(shown, FACTS[game].script),
                "preset": preset_name(type(rules), preset),
                "rules": rules.to_dict(),
                "agrees": result.agrees,
                "results": result_dicts(result.results),
                "files": files,
            }
        )
        return
    headlines = HEADLINES.get(name)
    table = result.results
    if headlines is not None:
        table = table.filter(table["family"].is_in(headlines))
    first = result.results.row(0, named=True)
    head = ran | {"hands": f"{hands:,}", "indicator": first.get("indicator")}
    if headlines is not None:
        files |= {"all rows": f"{result.results.height:,}, of which {table.height} are shown"}
    print_results(table, head | {"rules": first.get("rules")}, files)


def _list(as_json: bool) -> None:
    """Print the experiments with what each answers."""
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.tables import facts, print_all
    from mjsim.experiments import EXPERIMENTS

    rows = [(name, (EXPERIMENTS[name].__doc__ or "").partition("\n")[0]) for name in EXPERIMENTS]
    if as_json:
        print_json({"experiments": dict(rows)})
    else:
        print_all(facts(rows))


def _experiment(name: str) -> "Callable[..., Result]":
    from mjsim.experiments import EXPERIMENTS

    if name not in EXPERIMENTS:
        raise InputError(f"run: no experiment {name!r}; there are {', '.join(EXPERIMENTS)}")
    return EXPERIMENTS[name]


def _check(name: str, experiment: Callable[..., Any], options: dict[str, Any]) -> None:
    """Refuse options that the experiment has no use for."""
    known = signature(experiment).parameters
    flags = {"rules": "--preset and --set", "strategies": "--strategy"}
    for option in options.keys() - known:
        raise InputError(f"run {name}: takes no {flags.get(option, '--' + option)}")
