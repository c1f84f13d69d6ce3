"""What a page says of its own: buttons, labels, states. Headings are in `mjsim.report.headings`."""

from typing import Final

from mjsim.report.headings import said
from mjsim.report.model import Report

__all__ = ["PAGE_WORDS", "PageWords"]

PAGE_WORDS: Final = {
    # where one is
    "skip": ("跳到正文", "Skip to the report"),
    "back": ("回目次", "Back to contents"),
    "one_run": ("一次模擬", "one run"),
    "runs": ("{n} 次模擬", "{n} runs"),
    # tables
    "filter": ("篩選", "Filter"),
    "filter_hint": ("可用空格分開幾個詞", "words, separated by spaces"),
    "items": ("{n} 項", "{n} rows"),
    "count": ("{all} 項中之 {shown} 項", "{shown} of {all} rows"),
    "no_match": ("沒有符合的項", "No row matches."),
    "sort": ("按此欄排序", "Sort by this column"),
    "sorted_ascending": ("已按「{column}」由小到大排列", "Sorted by {column}, ascending"),
    "sorted_descending": ("已按「{column}」由大到小排列", "Sorted by {column}, descending"),
    "sorted_none": ("已恢復原來的次序", "In the first order again"),
    "alarm": ("與精確值不符", "contradicts the exact value"),
    # figures
    "enlarge": ("放大：{title}", "Enlarge: {title}"),
    "close": ("關閉", "Close"),
    # rules
    "changed": ("已改", "changed"),
    "changed_note": (
        "標「已改」的選項與預設不同。",
        "Options marked “changed” differ from the preset.",
    ),
    # commands
    "copy": ("複製", "Copy"),
    "copied": ("已複製", "Copied"),
    "selected": ("已選取，可自行複製", "Selected, ready to copy"),
    # the end
    "font": (
        "字型：{name}，SIL Open Font License 1.1",
        "Font: {name}, SIL Open Font License 1.1",
    ),
}
"""By key, in traditional Chinese and in English.

What is in braces is filled in by the templates or, while one reads, by the page's script.
"""


class PageWords:
    """The words of a page in the language and the script of a report.

    Parameters
    ----------
    report : Report

    Examples
    --------
    >>> say = PageWords(Report("", "zh", "Hant", (), (), ""))
    >>> say("items", n=54), say("count")
    ('54 項', '{all} 項中之 {shown} 項')
    """

    def __init__(self, report: Report) -> None:
        self._report = report

    def __call__(self, key: str, /, **parts: object) -> str:
        """Say something; what is not given is left in its braces."""
        return said(self._report, PAGE_WORDS[key], **(_BRACES | parts))


_BRACES: Final[dict[str, object]] = {
    name: f"{{{name}}}" for name in ("all", "column", "n", "name", "shown", "title")
}
