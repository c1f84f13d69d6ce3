"""What the paper says besides headings."""

from typing import Final

from mjsim.report.headings import said
from mjsim.report.model import Report

__all__ = ["WORDS", "word"]

WORDS: Final = {
    "alarm": ("! 與精確值不符", "! contradicts the exact value"),
    "changed": ("* 與預設不同", "* differs from the preset"),
    "as_in": ("與第 {n} 節相同。", "As in section {n}."),
    "rest_as_in": ("其餘與第 {n} 節相同。", "The rest is as in section {n}."),
    "more_table": (
        "網頁另有 1 張表；全部數字在 results.parquet。",
        "1 more table stands in the page; all numbers are in results.parquet.",
    ),
    "more_tables": (
        "網頁另有 {n} 張表；全部數字在 results.parquet。",
        "{n} more tables stand in the page; all numbers are in results.parquet.",
    ),
    "all_numbers": ("全部數字在 results.parquet。", "All numbers are in results.parquet."),
    "continued": ("（續）", ", continued"),
    "option": ("選項", "option"),
    "item": ("項目", "item"),
    "value": ("值", "value"),
    "category": ("番種", "category"),
    "id": ("代號", "id and English name"),
}
"""By key, in traditional Chinese and in English."""


def word(report: Report, key: str, **parts: object) -> str:
    """Return a fixed word of the paper in the language and the script of a report.

    Parameters
    ----------
    report : Report
    key : str
        One of `WORDS`.
    **parts
        What goes into the braces.

    Raises
    ------
    KeyError
        If there is no such word.

    Examples
    --------
    >>> report = Report("", "en", "Hant", (), (), "")
    >>> word(report, "as_in", n=2)
    'As in section 2.'
    """
    return said(report, WORDS[key], **parts)
