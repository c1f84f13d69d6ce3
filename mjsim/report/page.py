"""A report as one HTML page that needs nothing else."""

from base64 import b64encode
from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from html import unescape
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

from mjsim.errors import InputError
from mjsim.plots.style import COLORS
from mjsim.report.font import FONT_NAME, house_font
from mjsim.report.headings import heading
from mjsim.report.model import Report
from mjsim.report.page_words import PageWords

__all__ = ["page"]

_STYLES: Final = ("report.css", "tables.css", "figures.css", "dark.css", "print.css")
_SCRIPTS: Final = ("tables.js", "figures.js", "report.js")
_TYPED: Final = "".join(map(chr, range(0x20, 0x7F)))
"""What may be typed into a filter, whatever the page says."""


def page(report: Report) -> str:
    """Return a report as an HTML page.

    It holds its pictures, style, script and the part of the house font that it needs, and
    forbids itself to fetch anything. Without JavaScript it shows the same, unsorted. The
    same report gives the same page.

    Parameters
    ----------
    report : Report

    Returns
    -------
    str
        To be written in UTF-8.

    Raises
    ------
    InputError
        If Jinja2 is not installed.

    Examples
    --------
    >>> made = page(Report("Odds & ends", "en", "Hant", (), (), "mjsim report"))
    >>> made.startswith("<!DOCTYPE html>"), "<h1>Odds &amp; ends</h1>" in made
    (True, True)
    """
    templates = _environment()
    tag = "en" if report.lang == "en" else f"zh-{report.script}"
    body = templates.get_template("body.html.j2").render(_parts(report))
    script = _read(_SCRIPTS)
    style = _read(_STYLES)
    style = _style({*unescape(body), *style, *_TYPED}) + style
    return str(
        templates.get_template("report.html.j2").render(
            tag=tag,
            title=report.title,
            policy=_policy(style, script),
            style=style,
            body=body,
            script=script,
        )
    )


def _environment() -> Any:
    try:
        jinja2 = import_module("jinja2")
    except ImportError as error:
        raise InputError('report: needs pip install "mjsim[report]"') from error
    from mjsim.report.page_marks import data_url, in_words, is_long, marked, sort_key, sorted_as

    made = jinja2.Environment(
        loader=jinja2.PackageLoader("mjsim.report", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "data_url": data_url,
        "in_words": in_words,
        "marked": marked,
        "sort_key": sort_key,
    }
    made.globals |= {"is_long": is_long, "sorted_as": sorted_as}
    return made


def _parts(report: Report) -> dict[str, Any]:
    return {
        "report": report,
        "say": PageWords(report),
        "head": partial(heading, report),
        "font": FONT_NAME,
    }


def _read(names: Iterable[str]) -> str:
    folder = files("mjsim.report") / "templates"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def _style(characters: Iterable[str]) -> str:
    """Return what of the style is not written down: the font and the house colours."""
    font = b64encode(house_font(c for c in characters if c.isprintable())).decode("ascii")
    colors = "".join(f"--{name}:{value};" for name, value in COLORS.items())
    return (
        f'@font-face{{font-family:"mjsim";src:url(data:font/woff;base64,{font}) format("woff");}}'
        f"\n:root{{{colors}}}\n"
    )


def _policy(style: str, script: str) -> str:
    """Return a policy that allows this style, this script and what the page holds itself."""
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in (style, script)]
    return (
        "default-src 'none'; img-src data:; font-src data:; "
        f"style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
