"""How far a run is: a bar on a terminal, nothing in a pipe."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["Bar", "progress_bar"]

_BAR = 40  # columns
_BESIDE = 70  # columns of label, numbers, rate and time beside it
_LEAST = 10


class Bar:
    """What a run reports to; this one shows nothing."""

    def __call__(self, n: int) -> None:
        """Take the number of units just finished."""

    def say(self, text: str) -> None:
        """Show a text below the bar, in the place of the one before."""


@contextmanager
def progress_bar(
    label: str,
    total: int,
    *,
    done: int = 0,
    unit: str = "hands",
    console: "Console | None" = None,
) -> Iterator[Bar]:
    """Show how far a run is, how fast it goes and how long it will take.

    Parameters
    ----------
    label : str
        What runs.
    total : int
        Number of units of the whole run, or the most there may be.
    done : int, default 0
        Units done before; the rate does not count them.
    unit : str, default "hands"
        What is counted.
    console : rich.console.Console, optional
        Where to show it; standard error by default, so that output stays clean.

    Yields
    ------
    Bar
        Takes the number of units just finished, and a text.

    Examples
    --------
    >>> with progress_bar("demo", 3000) as bar:
    ...     for block in range(3):
    ...         bar(1000)
    ...         bar.say(f"block {block} is done")
    """
    from rich.console import Console

    console = Console(stderr=True) if console is None else console
    if not console.is_terminal:
        yield Bar()
        return
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft
    from rich.text import Text

    class Count(ProgressColumn):
        """Units done and in all."""

        def render(self, task: Task) -> Text:
            return Text(f"{int(task.completed):,} of {int(task.total or 0):,} {unit}")

    class Rate(ProgressColumn):
        """Units a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:,.0f} {unit}/s")

    class Lines(Progress):
        """The bar, and a text below it."""

        said = ""

        def get_renderables(self) -> "Iterator[RenderableType]":
            yield self.make_tasks_table(self.tasks)
            if self.said:
                yield Text(self.said)

    class Shown(Bar):
        """A bar that is seen."""

        def __init__(self, lines: Lines, task: TaskID) -> None:
            self._lines, self._task = lines, task

        def __call__(self, n: int) -> None:
            self._lines.advance(self._task, n)

        def say(self, text: str) -> None:
            self._lines.said = text
            self._lines.refresh()

    length = max(_LEAST, min(_BAR, console.width - _BESIDE))
    columns = (TextColumn("{task.description}"), BarColumn(length), Count(), Rate(), TimeLeft())
    with Lines(*columns, console=console) as lines:
        yield Shown(lines, lines.add_task(label, total=total, completed=done))
