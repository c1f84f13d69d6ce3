"""What an experiment's story is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mjsim.report.model import Finding
from mjsim.report.run import ToldRun

__all__ = ["Story"]


@dataclass(frozen=True, slots=True)
class Story:
    """How the runs of an experiment are told; one for each, in `mjsim.report.stories`.

    Attributes
    ----------
    title, question : callable
        Of a run: what it is called, and what it asks in a sentence or two.
    method : callable
        Of a run: paragraphs on what was played and is counted, and on what it does not tell.
        Players, walls, seeds and intervals are told by `mjsim.report.stories.common`.
    findings : callable
        Of a run: sentences with the interval of each number in them. A claim goes as far as its
        interval: where that holds both signs, it is said to be undecided. What the run has no
        estimate of is left out.
    main : tuple of str
        Families whose tables are read first, in this order; the others come after them.
    """

    title: Callable[[ToldRun], str]
    question: Callable[[ToldRun], str]
    method: Callable[[ToldRun], Iterator[str]]
    findings: Callable[[ToldRun], Iterator[Finding]]
    main: tuple[str, ...]
