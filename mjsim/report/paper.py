"""A report as a paper: PDF, the same bytes for the same report."""

import json
import re
import warnings
from importlib import import_module
from importlib.resources import as_file, files
from typing import Any, Final

from mjsim.errors import InputError
from mjsim.extras import require
from mjsim.report.model import Report
from mjsim.report.paper_data import paper_data

__all__ = ["paper", "typeset"]

_NO_GLYPH: Final = re.compile(r'the text `"(.*)"` could not be displayed', re.DOTALL)


def paper(report: Report) -> bytes:
    """Set a report as a paper, A4, with its summary in front and its main tables.

    Parameters
    ----------
    report : Report

    Returns
    -------
    bytes
        PDF with tags, alternative texts and bookmarks, as PDF/UA-1 asks; without times.

    Raises
    ------
    InputError
        If typst is not installed, the report has no title, or the fonts lack a character of it.

    Warns
    -----
    TypstWarning
        What typst warns of.

    Examples
    --------
    >>> report = Report("Tianjin mahjong", "en", "Hant", (), (), "mjsim report runs/a")
    >>> paper(report)[:5]
    b'%PDF-'
    """
    return bytes(typeset(report, form="pdf", pdf_standards="ua-1"))


def typeset(report: Report, *, form: str, **how: object) -> Any:
    """Set a report in a form that typst writes.

    Parameters
    ----------
    report : Report
    form : {"pdf", "png", "svg"}
    **how
        More of what ``typst.compile`` takes.

    Returns
    -------
    bytes or list of bytes
        Pages, where each is a picture; no list if there is only one.

    Raises
    ------
    InputError
        As `paper`.

    Examples
    --------
    >>> report = Report("Tianjin mahjong", "en", "Hant", (), (), "mjsim report runs/a")
    >>> typeset(report, form="png")[1:4]
    b'PNG'
    """
    if not report.title.strip():
        raise InputError("report: title: is empty")
    typst = require("typst", "report", "report")
    fonts = import_module("pylopdf_fonts_zh_cn")
    with as_file(files("mjsim.report") / "templates") as templates:
        try:
            made, warned = typst.compile_with_warnings(
                templates / "report.typ",
                root=templates,
                font_paths=[fonts.sans_path().parent],
                ignore_system_fonts=True,
                sys_inputs={"report": json.dumps(paper_data(report), ensure_ascii=False)},
                format=form,
                **how,
            )
        except typst.TypstError as error:
            found = _NO_GLYPH.search(error.message)
            if found is None:
                raise
            raise InputError(f"report: the paper's fonts do not have {found[1]!r}") from error
    for each in warned:
        warnings.warn(each, stacklevel=3)
    return made
