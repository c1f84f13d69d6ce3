"""One hand at the table, laid out: what ``mjsim play --hand`` prints."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from mjsim.cli import play_won
from mjsim.cli.tables import facts, note, print_all, table
from mjsim.playing.turns import follow
from mjsim.playing.words import Lang, Words

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from mjsim.playing.rows import Rows
    from mjsim.playing.story import Story

__all__ = ["show_hand"]

_WILD = r"\S+ +\S+\*"
_NUMBERS = ("shanten", "turn", "left", "payoff")
_OWN_NUMBERS = {"tianjin": ("wilds", "kongs"), "wenling": ("wilds", "points")}


def show_hand(lines: Sequence[Mapping[str, Any]], lang: Lang, out: Path | None = None) -> None:
    """Print a transcript as a page: heading, deal, play and end, and where it was written."""
    from mjsim.playing import render

    head = lines[0]
    say, story = Words.of(head, lang), follow(lines)
    right = [say(name) for name in (*_NUMBERS, *_OWN_NUMBERS[head["game"]])]
    bold = say.mark(head["dealer"])
    page: list[RenderableType] = [facts(render.heading(lines, lang)), ""]
    for rows in render.dealt(lines, story, lang):
        page += [_seats(rows, right, bold), ""]
    if story.steps:
        page += [_play(render.turns(lines, story, lang), right, say), ""]
    page += [*_end(lines, story, say), ""]
    page.append(_seats(render.ending(lines, story, lang), right, bold, fold=[say("zh")]))
    if out is not None:
        page += ["", facts([(say("file"), str(out))])]
    print_all(*page)


def _seats(found: "Rows", right: Sequence[str], bold: str, fold: Sequence[str] = ()) -> "Table":
    """Return a table with rows by seat, those of one seat bold."""
    made = table(*found.names, right=right, fold=fold)
    for row in found.rows:
        made.add_row(*(Text(cell, style="bold" if bold in row else "") for cell in row))
    return made


def _play(found: "Rows", right: Sequence[str], say: Words) -> "Table":
    made = table(*found.names, right=right, fold=[say("then")])
    for row in found.rows:
        cells = [Text(cell) for cell in row]
        for cell in cells:
            cell.highlight_regex(_WILD, "yellow")
        made.add_row(*cells)
    return made


def _end(lines: Sequence[Mapping[str, Any]], story: "Story", say: Words) -> "list[RenderableType]":
    """Return who won and how, and the winner's arrangement."""
    from mjsim.playing.render import result

    found = play_won.won(lines, story, say)
    if found is None:
        return [facts(result(lines, story, say.lang))]
    shown, marks = _arrangement(found, say)
    return [facts(result(lines, story, say.lang, found.formula)), "", shown, note(marks)]


def _arrangement(found: "play_won.Won", say: Words) -> "tuple[Table, str]":
    """Return the winner's groups, and what the marks in them mean."""
    made = table(" ", "  ", "   ")
    made.show_header = False
    for group in found.groups:
        cells = [Text(), Text()]
        for tile in group["tiles"]:
            style = "bold reverse" if tile["last"] else "yellow" if tile["wild"] else ""
            for cell, name in zip(cells, ("tile", "zh"), strict=True):
                cell.append(" " * bool(cell))
                cell.append(f"{'+' * tile['last']}{tile[name]}{'*' * tile['wild']}", style)
        made.add_row(group["zh"] if say.lang == "zh" else group["type"], *cells)
    tiles = [tile for group in found.groups for tile in group["tiles"]]
    marks = [say("last mark" if any(tile["last"] for tile in tiles) else "any last")]
    marks += [say("wild mark")] * any(tile["wild"] for tile in tiles)
    return made, say("; ").join(marks)
