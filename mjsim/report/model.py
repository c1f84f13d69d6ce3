"""What a report is made of, before it is a page or a paper."""

from dataclasses import dataclass, field

from mjsim.plots.words import Lang

__all__ = ["Cell", "Fact", "Finding", "Picture", "Report", "Section", "Table"]


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a table, and what it is sorted by.

    Attributes
    ----------
    text : str
        As it is shown.
    key : float or str, optional
        What a column is sorted by; the text by default. Cells without a number have None in a
        column of numbers and come last.
    alarm : bool
        Whether it contradicts what is exact.
    """

    text: str
    key: float | str | None = None
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes
    ----------
    name : str
        An id, unique in its section: letters, digits, hyphens.
    title : str
    columns : tuple of str
        Headers.
    numeric : tuple of bool
        Of each column, whether it holds numbers: set right, sorted by `Cell.key`.
    rows : tuple of tuple of Cell
    note : str
        What the numbers are, below the table; may be empty.
    main : bool
        Whether it is read first: in the paper, too. The others are folded away on the page.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    main: bool = True


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure.

    Attributes
    ----------
    name : str
        An id, unique in its section: letters, digits, hyphens.
    title : str
        What it shows, in a line: caption, and text for who does not see it.
    svg : bytes
        The picture, with letters as outlines; the same bytes for the same data.
    wide : bool
        Whether it takes both columns of a page.
    """

    name: str
    title: str
    svg: bytes = field(repr=False)
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence, with the interval of each number in it.

    Attributes
    ----------
    text : str
    key : bool
        Whether it stands in the summary, too.
    """

    text: str
    key: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A name and what it is: a rule in force, or what a run was made with.

    Attributes
    ----------
    name : str
    value : str
    changed : bool
        Whether it is not what the preset says.
    """

    name: str
    value: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A run, told.

    Attributes
    ----------
    name : str
        An id, unique in the report: letters, digits, hyphens.
    title : str
    question : str
        What it asks, in a sentence or two.
    method : tuple of str
        Paragraphs: what was played, what is counted, how errors are found, what it does not tell.
    findings : tuple of Finding
    pictures : tuple of Picture
    tables : tuple of Table
    checks : tuple of str
        How it agrees with what is exact, in sentences; empty where nothing is.
    rules : tuple of Fact
        Every option in force.
    made : tuple of Fact
        Seed, hands, strategies, versions of the data.
    command : str
        The command to repeat it.
    """

    name: str
    title: str
    question: str
    method: tuple[str, ...]
    findings: tuple[Finding, ...]
    pictures: tuple[Picture, ...]
    tables: tuple[Table, ...]
    checks: tuple[str, ...]
    rules: tuple[Fact, ...]
    made: tuple[Fact, ...]
    command: str


@dataclass(frozen=True, slots=True)
class Report:
    """All of it.

    Attributes
    ----------
    title : str
    lang : {"zh", "en"}
    script : {"Hant", "Hans"}
        How its Chinese is written, as the language tags say: ``zh-Hant``.
    sections : tuple of Section
    glossary : tuple of Fact
        番種 by id, with their names.
    command : str
        The command that makes the report of the runs, once those were repeated.
    preface : str
        What a reader of the summary has to know: who plays, and what brackets hold.
    """

    title: str
    lang: Lang
    script: str
    sections: tuple[Section, ...]
    glossary: tuple[Fact, ...]
    command: str
    preface: str = ""

    @property
    def summary(self) -> tuple[Finding, ...]:
        """The findings that stand in front."""
        return tuple(
            finding for section in self.sections for finding in section.findings if finding.key
        )
