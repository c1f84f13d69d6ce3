"""How far a run is: a bar on a terminal, nothing in a pipe."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(
    label: str,
    total: int,
    *,
    done: int = 0,
    unit: str = "hands",
    console: "Console | None" = None,
) -> Iterator[Callable[[int], None]]:
    """Show how far a run is, how fast it goes and how long it will take.

    Parameters
    ----------
    label : str
        What runs.
    total : int
        Number of units of the whole run.
    done : int, default 0
        Units done before; the rate does not count them.
    unit : str, default "hands"
        What is counted.
    console : rich.console.Console, optional
        Where to show it; standard error by default, so that output stays clean.

    Yields
    ------
    callable
        Takes the number of units just finished.

    Examples
    --------
    >>> with progress_bar("demo", 3000) as advance:
    ...     for block in range(3):
    ...         advance(1000)
    """
    from rich.console import Console

    console = Console(stderr=True) if console is None else console
    if not console.is_terminal:
        yield lambda n: None
        return
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
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

    columns = (TextColumn("{task.description}"), BarColumn(), Count(), Rate(), TimeLeft())
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(label, total=total, completed=done)
        yield lambda n: bar.advance(task, n)
