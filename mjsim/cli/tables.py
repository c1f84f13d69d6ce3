"""Tables for people: lined up on a terminal, plain and unwrapped in a pipe."""

import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import StringIO
from typing import NoReturn

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

__all__ = ["decimal", "facts", "fits", "note", "one_in", "print_all", "table"]

_UNBOUNDED = 10_000


class _Terminal(Console):
    """A console that leaves a closed pipe to `mjsim.cli.app`."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def _terminal() -> Console:
    return _Terminal(highlight=False, markup=False, emoji=False)


def _plain(file: StringIO) -> Console:
    return Console(
        file=file,
        width=_UNBOUNDED,
        highlight=False,
        markup=False,
        emoji=False,
        force_terminal=False,
        color_system=None,
    )


def _measure(console: Console, part: RenderableType) -> Measurement:
    """Return the least and the preferred width of a part, whatever the console's is."""
    return Measurement.get(console, console.options.update(width=_UNBOUNDED), part)


def fits(part: RenderableType) -> bool:
    """Return whether a part fits the terminal without wrapping; anything fits a pipe."""
    console = _terminal()
    return not console.is_terminal or _measure(console, part).maximum <= console.width


def print_all(*parts: RenderableType) -> None:
    """Print tables and texts to standard output.

    On a terminal in its width and colours, and wider rather than with a number cut; elsewhere
    without either, a row a line.
    """
    console = _terminal()
    if console.is_terminal:
        for part in parts:
            width = max(console.width, _measure(console, part).minimum)
            console.print(part, width=width, crop=False)
        return
    text = StringIO()
    _plain(text).print(*parts, sep="\n")
    sys.stdout.write("\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n")


def table(*names: str, right: Sequence[str] = (), fold: Sequence[str] = ()) -> Table:
    """Return an empty table.

    Parameters
    ----------
    *names : str
        Headers, from the left.
    right : sequence of str
        Those of the columns that are set right.
    fold : sequence of str
        Those of the columns that may wrap on a narrow terminal; the others keep their width.
    """
    box = SIMPLE_HEAD if _terminal().is_terminal else None
    made = Table(
        box=box,
        header_style="bold",
        pad_edge=False,
        show_edge=False,
        padding=(0, 1, 0, 0) if box else (0, 2, 0, 0),  # the box has a column between
    )
    for name in names:
        made.add_column(
            name,
            justify="right" if name in right else "left",
            no_wrap=name not in fold,
            overflow="fold",
        )
    return made


def facts(rows: Iterable[tuple[str, RenderableType]]) -> Table:
    """Return names and values, one pair a line."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in rows:
        grid.add_row(name, value)
    return grid


def note(text: str) -> Text:
    """Return a remark."""
    return Text(text, style="dim")


def decimal(value: Fraction | float, digits: int = 10) -> str:
    """Return a number with so many significant digits.

    Examples
    --------
    >>> decimal(Fraction(1, 3)), decimal(Fraction(1, 3_000_000)), decimal(Fraction(0))
    ('0.3333333333', '3.333333333e-07', '0')
    """
    return f"{float(value):#.{digits}g}" if value else "0"


def one_in(value: Fraction) -> str:
    """Return a probability as its inverse.

    Examples
    --------
    >>> one_in(Fraction(1, 3)), one_in(Fraction(3, 1000)), one_in(Fraction(0))
    ('3.00', '333.3', 'never')
    """
    if not value:
        return "never"
    n = float(1 / value)
    return f"{n:,.{2 if n < 100 else 1 if n < 1000 else 0}f}"
