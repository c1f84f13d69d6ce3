"""A report as files."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from mjsim.errors import InputError
from mjsim.extras import require
from mjsim.plots.words import Lang
from mjsim.report.build import build_report
from mjsim.report.model import Report
from mjsim.store.files import atomic_path

__all__ = ["Written", "write_report"]


_NEEDED = ("jinja2", "typst", "fontTools")


class Written(NamedTuple):
    """What was written, and what of.

    Attributes
    ----------
    html, pdf : Path
    report : Report
    """

    html: Path
    pdf: Path
    report: Report


def write_report(
    folders: Sequence[Path | str], out: Path | str, *, title: str = "", lang: Lang = "zh"
) -> Written:
    """Write a page and a paper of runs.

    The same data give the same files, byte by byte.

    Parameters
    ----------
    folders : sequence of Path or str
        Run folders, told in this order; all of one game.
    out : Path or str
        The files without their endings: ``reports/odds`` for ``reports/odds.html`` and
        ``reports/odds.pdf``.
    title : str, optional
        The first run's, if left out.
    lang : {"zh", "en"}, default "zh"

    Returns
    -------
    Written

    Raises
    ------
    InputError
        As `mjsim.report.build.build_report`; if what sets a page or a paper is not installed, or
        the files cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.experiments import run_waits
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = run_waits(Path(folder) / "run", 400, seed=1, strategies=["speed"])
    ...     written = write_report([Path(folder) / "run"], Path(folder) / "waits", lang="en")
    ...     written.html.read_text(encoding="utf-8")[:15], written.pdf.read_bytes()[:5]
    ('<!DOCTYPE html>', b'%PDF-')
    """
    for module in _NEEDED:
        require(module, "report", "report")
    from mjsim.report.page import page
    from mjsim.report.paper import paper

    out = Path(out)
    if out.suffix in (".html", ".pdf"):
        out = out.with_suffix("")
    if not out.name:
        raise InputError(f"out: a name for the files, as reports/odds, not {str(out)!r}")
    paths = {form: out.with_name(f"{out.name}.{form}") for form in ("html", "pdf")}
    for path in paths.values():
        if path.is_dir():
            raise InputError(f"{path}: cannot be written: is a folder")
    report = build_report(folders, title=title, lang=lang)
    _write({paths["html"]: page(report).encode(), paths["pdf"]: paper(report)})
    return Written(paths["html"], paths["pdf"], report)


def _write(made: Mapping[Path, bytes]) -> None:
    """Write all files before the first has its name."""
    with ExitStack() as all_written:
        for path, content in made.items():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                all_written.enter_context(atomic_path(path)).write_bytes(content)
            except OSError as error:
                raise InputError(f"{path}: cannot be written: {error.strerror}") from None
