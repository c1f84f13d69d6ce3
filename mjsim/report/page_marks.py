"""What a page's templates are given of a report besides its texts: marks and keys."""

import math
import re
import unicodedata
from base64 import b64encode
from typing import Final

from markupsafe import Markup, escape

from mjsim.report.model import Table

__all__ = ["data_url", "in_words", "is_long", "marked", "sort_key", "sorted_as"]

_NUMBERS: Final = re.compile(
    r"(?P<interval>\[[\d.,+\-−≤≥∞%e\s]+\])"
    r"|(?:[≤≥] )?[+\-−]?\d[\d.,]* %|[≤≥] [+\-−]?\d[\d.,]*\d|n = \d[\d,]*\d"
)
_LONG: Final = 56


def marked(text: str) -> Markup:
    """Return a text as HTML in which numbers stay in one line and intervals are marked.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> print(marked("14.03 % [13.96, 14.10] <b>"))
    <span class="n">14.03 %</span> <span class="n interval">[13.96, 14.10]</span> &lt;b&gt;
    """
    parts, end = [], 0
    for found in _NUMBERS.finditer(text):
        name = "n interval" if found["interval"] else "n"
        parts += [escape(text[end : found.start()])]
        parts += [Markup('<span class="{}">{}</span>').format(name, found[0])]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def in_words(text: str) -> Markup:
    """Return a command as HTML that is not broken within its words, as after ``--``.

    Words with other letters than ASCII are marked, to be set in the font that has them.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> print(in_words("mjsim run"))
    <span class="word">mjsim</span> <span class="word">run</span>
    """
    word = Markup('<span class="{}">{}</span>').format
    parts = re.split(r"(\s+)", text)
    return Markup("").join(
        escape(part)
        if not part or part.isspace()
        else word("word" if part.isascii() else "word house", part)
        for part in parts
    )


def is_long(text: str) -> bool:
    """Return whether the text of a cell needs more lines than one.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> is_long("value among speed"), is_long("同一手按各賭注結算：抽樣重打而得分相符之盤" * 2)
    (False, True)
    """
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text) > _LONG


def sorted_as(table: Table, column: int) -> str:
    """Return how a column is sorted: as ``number`` or as ``text``.

    Parameters
    ----------
    table : Table
    column : int
        Its index.

    Examples
    --------
    >>> from mjsim.report.model import Cell
    >>> rows = ((Cell("2", 2.0), Cell("b")), (Cell("–"), Cell("a")))
    >>> table = Table("t", "", ("n", "name"), (True, False), rows)
    >>> sorted_as(table, 0), sorted_as(table, 1)
    ('number', 'text')
    """
    keys = [row[column].key for row in table.rows]
    if any(isinstance(key, str) for key in keys):
        return "text"
    return "number" if table.numeric[column] or (keys and None not in keys) else "text"


def sort_key(key: float | str | None) -> str | None:
    """Return what a cell is sorted by as an attribute; None if there is nothing.

    Parameters
    ----------
    key : float or str or None
        As in `Cell`.

    Examples
    --------
    >>> sort_key(0.25), sort_key(float("-inf")), sort_key(float("nan")), sort_key("a")
    ('0.25', '-Infinity', None, 'a')
    """
    if key is None or isinstance(key, str):
        return key
    number = float(key)  # NumPy's numbers say what they are
    if math.isnan(number):
        return None
    return repr(number).replace("inf", "Infinity")


def data_url(content: bytes, kind: str) -> str:
    """Return a file as a URL that holds it.

    Parameters
    ----------
    content : bytes
    kind : str
        Its media type.

    Examples
    --------
    >>> data_url(b"<svg/>", "image/svg+xml")
    'data:image/svg+xml;base64,PHN2Zy8+'
    """
    return f"data:{kind};base64,{b64encode(content).decode('ascii')}"
