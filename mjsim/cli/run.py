"""``mjsim run``: an experiment into a run folder, and its results beside what is exact."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, cast

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
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Only go on: refuse a folder that holds no run, of a plan none of its runs. "
            "Without it a run that is there goes on, too, and one that is not begins.",
        ),
    ] = False,
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
    bankrolls: Annotated[
        list[float] | None,
        typer.Option(
            "--bankroll",
            metavar="X",
            help="stakes: points that a seat can lose before it is ruined; once for each; 50 and "
            "200 if left out.",
        ),
    ] = None,
    stretch: Annotated[
        int | None,
        typer.Option(
            "--stretch", min=1, help="stakes: hands within which it is asked for ruin; 100."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--setting",
            metavar="X",
            help="stakes: a setting that is listed, such as sit1:pulls0,1,2; once for each; all "
            "54 if left out.",
        ),
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
            "all intervals of the folder then hold at every look, in later runs of it, too.",
        ),
    ] = None,
    watch: Annotated[
        str | None,
        typer.Option(
            "--watch",
            metavar="TERM",
            help="Show the running estimate of a term below the bar, at looks from 2000 hands on, "
            "its interval valid at every look; the results at the end are the ordinary ones.",
        ),
    ] = None,
    dry: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Say what would be run, what of it is there and, after a sample played in "
            "memory, how long the rest may take; of a plan in short for each run. Writes nothing.",
        ),
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="Name the experiments, and run none.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run an experiment: every estimate with its error, beside the exact value."""
    from mjsim.cli.games import FACTS, rules_class
    from mjsim.cli.hands import read_tile, tile_dict
    from mjsim.cli.rules import chosen_rules, preset_name
    from mjsim.cli.run_dry import show_dry
    from mjsim.cli.run_one import carry_out, list_experiments, read_run, show_result
    from mjsim.cli.run_plan import run_plan
    from mjsim.cli.run_same import demand_run

    if listed:
        list_experiments(as_json=as_json)
        return
    if name is not None and name.endswith(".toml"):
        asked: dict[str, object] = {"--hands": hands, "--seed": seed, "--strategy": strategies}
        asked |= {"--preset": preset, "--set": changes, "--until": until}
        asked |= {"--indicator": indicator, "--keep": keep, "--bankroll": bankrolls}
        asked |= {"--stretch": stretch, "--setting": settings}
        for option, value in asked.items():
            if value is not None:
                raise InputError(f"run: {option}: stands in the plan, {name}")
        run_plan(
            Path(name),
            out,
            dry=dry,
            resume=resume,
            watch=watch,
            as_json=as_json,
            workers=workers,
            engine=engine,
        )
        return
    given: dict[str, object] = {"NAME": name, "--hands": hands, "--seed": seed, "--out": out}
    missing = [each for each, value in given.items() if value is None]
    if dry and not resume and "--out" in missing:
        missing.remove("--out")  # then nothing is there
    if missing:
        hint = ": --dry-run does without for a plan only" if dry else ""
        raise InputError(f"run: {', '.join(missing)} missing{hint}")
    if watch is not None and until is not None:
        raise InputError("run: --watch: --until shows its own term")
    shown = None if indicator is None else read_tile(indicator, "indicator", honors, game)
    rules = chosen_rules(rules_class(game), preset, changes)
    # What the user did not ask for is left to the experiment.
    wanted = {
        "game": game.value,
        "seed": seed,
        "indicator": shown,
        "keep": keep,
        "strategies": strategies or None,
        "bankrolls": bankrolls or None,
        "stretch": stretch,
        "settings": settings or None,
        "rules": rules if changes or preset not in (None, rules.PRESETS[0]) else None,
    }
    planned = read_run(str(name), cast("int", hands), wanted, until)
    chosen = preset_name(type(rules), preset)
    if resume:
        demand_run(cast("Path", out))
    if dry:
        show_dry(planned, out, rules, chosen, watch=watch, workers=workers, as_json=as_json)
        return
    folder = cast("Path", out)
    result = carry_out(planned, folder, watch=watch, workers=workers, engine=engine)
    told = {
        "indicator": None if shown is None else tile_dict(shown, FACTS[game].script),
        "preset": chosen,
        "rules": rules.to_dict(),
    }
    show_result(planned, result, told=told, figure=figure, as_json=as_json)
