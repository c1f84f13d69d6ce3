"""What the template of the paper reads: plain strings, numbered and in order."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Final

from mjsim.plots.style import COLORS
from mjsim.report.headings import heading
from mjsim.report.model import Fact, Picture, Report, Table
from mjsim.report.paper_words import word

__all__ = ["paper_data"]

_REGIONS: Final = {("zh", "Hant"): "TW", ("zh", "Hans"): "CN"}
_HEADS: Final = (
    "summary",
    "contents",
    "findings",
    "tables",
    "checks",
    "method",
    "rules",
    "made",
    "command",
    "glossary",
    "report_command",
)
_SAID: Final = ("alarm", "changed", "continued", "option", "item", "value", "category", "id")
# A number stays with its unit, its sign and its interval's other end.
_TOGETHER: Final = re.compile(
    r"(?<=\d) (?=[%±\u4e00-\u9fff])|(?<=[±≤≥×]) (?=[\d.−+])|(?<=%) (?=±)|(?<=\bn) (?==)|(?<=\bn =) "
)
_INTERVAL: Final = re.compile(r"\[[^\[\]]{1,40}\]")
_BOX: Final = re.compile(rb'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
_CAPTION: Final = 0.08
_SPARE: Final = 1.1
_HIGH: Final = 0.52
_NBSP: Final = "\u00a0"


def paper_data(report: Report) -> dict[str, Any]:
    """Return what the template of the paper reads.

    Parameters
    ----------
    report : Report

    Returns
    -------
    dict
        Of strings, numbers, booleans, lists and dictionaries.

    Examples
    --------
    >>> data = paper_data(Report("Odds", "zh", "Hans", (), (), "mjsim report runs/a"))
    >>> data["region"], data["words"]["checks"]
    ('CN', '与精确值核对')
    """
    sections = []
    n_figures = n_tables = 0
    for i, section in enumerate(report.sections):
        sections.append(_section(report, i, n_figures, n_tables))
        n_figures += len(section.pictures)
        n_tables += sum(table.main for table in section.tables)
    return {
        "title": _line(report.title),
        "lang": report.lang,
        "region": _REGIONS.get((report.lang, report.script)),
        "colors": COLORS,
        "words": {
            **{key: heading(report, key) for key in _HEADS},
            **{key: word(report, key) for key in _SAID},
        },
        "preface": _kept(report.preface),
        "summary": [
            {
                "title": _line(section.title),
                "findings": [_kept(finding.text) for finding in section.findings if finding.key],
            }
            for section in report.sections
            if any(finding.key for finding in section.findings)
        ],
        "sections": sections,
        "glossary": _facts(report.glossary),
        "command": report.command,
    }


def _section(report: Report, i: int, n_figures: int, n_tables: int) -> dict[str, Any]:
    """Return a section; so many figures and tables come before it."""
    section = report.sections[i]
    main = [table for table in section.tables if table.main]
    same = next((j for j in range(i) if report.sections[j].rules == section.rules), None)
    figures = count(n_figures + 1)
    return {
        "title": _line(section.title),
        "question": _kept(section.question),
        "findings": [_kept(finding.text) for finding in section.findings],
        "pictures": [
            {
                "stacks": [
                    [_picture(report, each, next(figures)) for each in stack] for stack in row
                ],
                "high": _is_high(row),
            }
            for row in _rows(section.pictures)
        ],
        "tables": [
            {"label": heading(report, "table", n=n), **_table(table)}
            for n, table in enumerate(main, n_tables + 1)
        ],
        "more": _more(report, len(section.tables) - len(main)) if section.tables else None,
        "checks": [_kept(each) for each in section.checks],
        "method": [_kept(each) for each in _method(report, i)],
        "rules": _facts(section.rules),
        "same_rules": None if same is None else word(report, "as_in", n=same + 1),
        "made": _facts(section.made),
        "command": section.command,
    }


def _picture(report: Report, picture: Picture, n: int) -> dict[str, Any]:
    return {
        "label": heading(report, "figure", n=n),
        "title": _kept(picture.title),
        "svg": picture.svg.decode(),
    }


def _rows(pictures: Sequence[Picture]) -> list[list[list[Picture]]]:
    """Return rows: of one stack with a wide figure, or of two stacks of narrow ones.

    Narrow ones are taken together over wide ones between, so that at most one is alone; beside a
    high one there is room for more than one.

    Examples
    --------
    >>> svg = b'<svg viewBox="0 0 3 {}">'
    >>> low, high = (svg.replace(b"{}", height) for height in (b"2", b"5"))
    >>> found = _rows([
    ...     Picture(n, "", high if n == "b" else low, wide=n in "c") for n in "abcdefg"
    ... ])
    >>> [["".join(each.name for each in stack) for stack in row] for row in found]
    [['ad', 'b'], ['c'], ['e', 'f'], ['g', '']]
    """
    narrow = [each for each in pictures if not each.wide]
    rows: list[list[list[Picture]]] = []
    placed: set[str] = set()
    for each in pictures:
        if each.wide:
            rows.append([[each]])
        elif each.name not in placed:
            row = _stacks([other for other in narrow if other.name not in placed])
            placed.update(other.name for stack in row for other in stack)
            rows.append(row)
    return rows


def _stacks(narrow: Sequence[Picture]) -> list[list[Picture]]:
    """Return two stacks of the first figures: one each, and what fits beside the higher one."""
    stacks = [list(narrow[:1]), list(narrow[1:2])]
    heights = [sum(map(_height, stack)) for stack in stacks]
    for each in narrow[2:]:
        lower = heights.index(min(heights))
        if heights[lower] + _height(each) > _SPARE * max(heights):
            break
        stacks[lower].append(each)
        heights[lower] += _height(each)
    return stacks


def _is_high(row: Sequence[Sequence[Picture]]) -> bool:
    """Return whether a row takes much of a page."""
    width = 1.0 if len(row) == 1 else 0.5
    return width * max(sum(map(_height, stack)) for stack in row) > _HIGH


def _height(picture: Picture) -> float:
    """Return the height of a figure in widths, with its caption."""
    found = _BOX.search(picture.svg)
    return _CAPTION + (float(found[2]) / float(found[1]) if found else 1.0)


def _table(table: Table) -> dict[str, Any]:
    return {
        "title": _kept(table.title),
        "columns": [_kept(each) for each in table.columns],
        "numeric": [bool(each) for each in table.numeric],
        "rows": [
            [
                {"text": _marked(cell.text, cell.alarm, "!"), "alarm": bool(cell.alarm)}
                for cell in row
            ]
            for row in table.rows
        ],
        "note": _kept(table.note),
    }


def _more(report: Report, n: int) -> str:
    if n == 0:
        return word(report, "all_numbers")
    return word(report, "more_table") if n == 1 else word(report, "more_tables", n=n)


def _method(report: Report, i: int) -> Iterator[str]:
    """Yield the paragraphs of a section that the earlier one most like it has not said yet."""
    section = report.sections[i]
    said = Counter(
        {j: len({*section.method} & {*report.sections[j].method}) for j in range(i)}
    ).most_common(1)
    if not said or said[0][1] == 0:
        yield from section.method
        return
    before = report.sections[said[0][0]].method
    new = [each for each in section.method if each not in before]
    yield from new
    yield word(report, "rest_as_in" if new else "as_in", n=said[0][0] + 1)


def _facts(facts: Sequence[Fact]) -> list[dict[str, Any]]:
    return [
        {
            "name": _marked(each.name, each.changed, "*"),
            "value": _kept(each.value),
            "changed": bool(each.changed),
        }
        for each in facts
    ]


def _kept(text: str) -> str:
    r"""Keep numbers together where lines break.

    Examples
    --------
    >>> _kept("14.03 % [13.96, 14.10]").split(" ")
    ['14.03\xa0%', '[13.96,\xa014.10]']
    """
    text = _INTERVAL.sub(lambda found: found[0].replace(" ", _NBSP), text)
    return _TOGETHER.sub(_NBSP, text)


def _marked(text: str, marks: bool, mark: str) -> str:
    """Return a text with a mark, as colour alone tells nothing."""
    return f"{_kept(text)}{_NBSP}{mark}" if marks else _kept(text)


def _line(text: str) -> str:
    """Return a title without breaks."""
    return _kept(" ".join(text.split()))
