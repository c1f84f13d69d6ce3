"""``mjsim report``: finished runs as a page and a paper."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from mjsim.cli.options import AsJson

__all__ = ["report"]

_Lang: TypeAlias = Literal["zh", "en"]


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN…", help="Run folders, told in this order; of one game."),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="NAME",
            help="The files without their endings: reports/odds for reports/odds.html and "
            "reports/odds.pdf.",
        ),
    ],
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="The first run's, if left out.")
    ] = "",
    lang: Annotated[
        _Lang, typer.Option("--lang", help="Chinese or English.", show_default=True)
    ] = "zh",
    as_json: AsJson = False,
) -> None:
    """Tell finished runs: question, findings, figures, tables, exact checks, rules, command.

    A page that needs nothing else, and a PDF; the same runs give the same files, byte by byte.
    """
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.tables import facts, note, print_all
    from mjsim.report import write_report

    written = write_report(runs, out, title=title, lang=lang)
    told = written.report
    if as_json:
        print_json(
            {
                "html": str(written.html),
                "pdf": str(written.pdf),
                "title": told.title,
                "summary": [finding.text for finding in told.summary],
                "sections": [
                    {
                        "name": section.name,
                        "title": section.title,
                        "findings": [finding.text for finding in section.findings],
                        "checks": list(section.checks),
                        "command": section.command,
                    }
                    for section in told.sections
                ],
            }
        )
        return
    print_all(told.title, *(note(f"· {finding.text}") for finding in told.summary), "")
    print_all(facts([("page", str(written.html)), ("paper", str(written.pdf))]))
