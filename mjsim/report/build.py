"""Runs put together as a report."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from mjsim.errors import InputError
from mjsim.plots.words import Lang
from mjsim.report.checks import checks
from mjsim.report.command import command_of
from mjsim.report.facts import glossary, made, rules_in_force
from mjsim.report.model import Fact, Report, Section
from mjsim.report.pictures import pictures
from mjsim.report.run import ToldRun, read_told_run
from mjsim.report.stories import story_of
from mjsim.report.stories.common import common, preface
from mjsim.report.tables import slug, tables

__all__ = ["build_report"]


def build_report(folders: Sequence[Path | str], *, title: str = "", lang: Lang = "zh") -> Report:
    """Tell runs as one report.

    Parameters
    ----------
    folders : sequence of Path or str
        Run folders, told in this order; all of one game.
    title : str, optional
        The first run's, if left out.
    lang : {"zh", "en"}, default "zh"

    Returns
    -------
    Report
        The same for the same data.

    Raises
    ------
    InputError
        If there is no folder, one holds no results, broken ones or those of an experiment without
        a report, one comes twice, or they are of different games.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.experiments import run_categories
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = run_categories(folder, 1000, seed=1, strategies=["speed"])
    ...     report = build_report([folder], lang="en")
    >>> report.script, len(report.sections), report.sections[0].command
    ('Hant', 1, 'mjsim run categories --game tianjin --hands 1000 --seed 1 --strategy speed --out
    runs/tianjin-categories')
    """
    if not folders:
        raise InputError("report: a run folder or more, not none")
    runs = [read_told_run(folder, lang) for folder in folders]
    for run in runs[1:]:
        if run.game != runs[0].game:
            raise InputError(
                f"{run.run.folder}: is of {run.game}, but {runs[0].run.folder} of {runs[0].game}: "
                "a report is of one game"
            )
    names: dict[str, Path] = {}
    for run in runs:
        same = names.setdefault(run.facts["mjsim.run_id"], run.run.folder)
        if same is not run.run.folder:
            raise InputError(f"{run.run.folder}: is the same run as {same}")
    sections = [_section(run, _name(run, runs)) for run in runs]
    told = title or sections[0].title
    outs = [_out(run, section.name) for run, section in zip(runs, sections, strict=True)]
    found: dict[str, Fact] = {}
    for run in runs:
        for fact in glossary(run):
            found.setdefault(fact.name, fact)
    return Report(
        told,
        lang,
        "Hans" if runs[0].game == "wenling" else "Hant",
        tuple(sections),
        tuple(found.values()),
        shlex.join(["mjsim", "report", *outs, "--title", told, "--lang", lang, "--out", "report"]),
        preface(runs),
    )


def _name(run: ToldRun, runs: Sequence[ToldRun]) -> str:
    """Return an id: the experiment, with the run's number where there are several of it."""
    alike = [other for other in runs if other.run.experiment == run.run.experiment]
    name = slug(run.run.experiment)
    return name if len(alike) == 1 else f"{name}-{alike.index(run) + 1}"


def _out(run: ToldRun, name: str) -> str:
    return f"runs/{run.game}-{name}"


def _section(run: ToldRun, name: str) -> Section:
    story = story_of(run.run.experiment)
    return Section(
        name,
        story.title(run),
        story.question(run),
        (*story.method(run), *common(run)),
        tuple(story.findings(run)),
        tuple(pictures(run)),
        tables(run, story.main),
        tuple(checks(run)),
        tuple(rules_in_force(run)),
        tuple(made(run)),
        command_of(run, _out(run, name)),
    )
