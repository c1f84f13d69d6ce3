"""Headings of a report, which the page and the paper share."""

from typing import Final

from mjsim.report.model import Report
from mjsim.script import simplified

__all__ = ["HEADINGS", "heading", "said"]

HEADINGS: Final = {
    "summary": ("摘要", "Summary"),
    "contents": ("目次", "Contents"),
    "question": ("所問", "Question"),
    "findings": ("結果", "Findings"),
    "figures": ("圖", "Figures"),
    "tables": ("表格", "Tables"),
    "more_tables": ("其他表格", "More tables"),
    "checks": ("與精確值核對", "Checks against exact values"),
    "method": ("方法", "Method"),
    "rules": ("所用規則", "Rules in force"),
    "made": ("模擬設定", "Made with"),
    "command": ("重做所用的命令", "The command to repeat it"),
    "glossary": ("番種名稱", "Names of the categories"),
    "report_command": ("重做全文所用的命令", "The command to make this report"),
    "figure": ("圖 {n}", "Figure {n}"),
    "table": ("表 {n}", "Table {n}"),
}
"""By key, in traditional Chinese and in English."""


def heading(report: Report, key: str, **parts: object) -> str:
    """Return a heading in the language and the script of a report.

    Parameters
    ----------
    report : Report
    key : str
        One of `HEADINGS`.
    **parts
        What goes into the braces.

    Raises
    ------
    KeyError
        If there is no such heading.

    Examples
    --------
    >>> report = Report("", "zh", "Hans", (), (), "")
    >>> heading(report, "checks"), heading(report, "table", n=3)
    ('与精确值核对', '表 3')
    """
    return said(report, HEADINGS[key], **parts)


def said(report: Report, both: tuple[str, str], /, **parts: object) -> str:
    """Return what is given in traditional Chinese and in English as a report says it.

    Parameters
    ----------
    report : Report
    both : tuple of str
    **parts
        What goes into the braces.

    Examples
    --------
    >>> said(Report("", "zh", "Hans", (), (), ""), ("{n} 盤", "{n} hands"), n="2,000")
    '2,000 盘'
    """
    text = both[report.lang == "en"].format(**parts)
    return simplified(text) if report.lang == "zh" and report.script == "Hans" else text
