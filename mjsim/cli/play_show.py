"""One hand at the table, laid out: what ``mjsim play --hand`` prints."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from mjsim.cli.arrangement import group_dicts, tianjin_last
from mjsim.cli.tables import facts, note, print_all, table
from mjsim.playing.turns import follow
from mjsim.playing.words import Lang, Words

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from mjsim.playing.render import Rows
    from mjsim.playing.turns import Story
    from mjsim.tianjin import Rules, Score

__all__ = ["show_hand"]

_ANY_LAST = ("deal", "first")
_WILD = r"\S+ +\S+\*"


def show_hand(lines: Sequence[Mapping[str, Any]], lang: Lang, out: Path | None = None) -> None:
    """Print a transcript as a page: heading, deal, play and end, and where it was written."""
    from mjsim.playing import render

    say, story = Words(lang), follow(lines)
    numbers = ("wilds", "shanten", "turn", "left", "kongs", "payoff")
    right = [say(name) for name in numbers]
    dealer = lines[0]["dealer"]
    page: list[RenderableType] = [
        facts(render.heading(lines, lang)),
        "",
        _seats(render.dealt(lines, lang), right, dealer),
        "",
        _play(render.turns(lines, story, lang), right, say),
        "",
        *_end(lines, story, say),
        "",
        _seats(render.ending(lines, story, lang), right, dealer),
    ]
    if out is not None:
        page += ["", facts([(say("file"), str(out))])]
    print_all(*page)


def _seats(found: "Rows", right: Sequence[str], dealer: int) -> "Table":
    """Return a table with a row a seat, the dealer's bold."""
    made = table(*found.names, right=right)
    for seat, row in enumerate(found.rows):
        made.add_row(*(Text(cell, style="bold" if seat == dealer else "") for cell in row))
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
    from mjsim.cli.formula import fan_formula
    from mjsim.playing.render import result
    from mjsim.tianjin import Rules

    if lines[-1]["winner"] is None:
        return [facts(result(lines, story, say.lang))]
    rules = Rules.from_dict(lines[0]["rules"])
    score = _score(lines, story, rules)
    formula = fan_formula(score.categories, rules, kongs=story.kongs)
    shown, marks = _arrangement(score, lines, story, say)
    return [facts(result(lines, story, say.lang, formula)), "", shown, note(marks)]


def _score(lines: Sequence[Mapping[str, Any]], story: "Story", rules: "Rules") -> "Score":
    """Score the winner's hand again, which tells how it is arranged."""
    from mjsim.tianjin import score
    from mjsim.tiles import Hand

    end = lines[-1]
    hand, last = story.hands[end["winner"]], story.last
    if last is None:  # dealt: any of the tiles may be the last
        hand, last = Hand(hand.tiles[:-1], hand.melds), hand.tiles[-1]
    found = score(
        hand,
        last,
        lines[0]["indicator"],
        how=end["how"],
        tian_ting=end["winner"] in story.declared,
        rules=rules,
        kongs=story.kongs,
    )
    assert found is not None  # it won
    return found


def _arrangement(
    score: "Score", lines: Sequence[Mapping[str, Any]], story: "Story", say: Words
) -> "tuple[Table, str]":
    """Return the winner's groups, and what the marks in them mean."""
    from mjsim.tiles import tile_code

    any_last = lines[-1]["how"] in _ANY_LAST
    last = score.groups[0].kinds[0] if story.last is None else story.last
    wild = tile_code(last) in lines[0]["wilds"]
    groups = group_dicts(
        score.groups, lambda group: tianjin_last(group, last, wild, score.categories, any_last)
    )
    made = table(" ", "  ", "   ")
    made.show_header = False
    for group in groups:
        cells = [Text(), Text()]
        for tile in group["tiles"]:
            style = "bold reverse" if tile["last"] else "yellow" if tile["wild"] else ""
            for cell, name in zip(cells, ("tile", "zh"), strict=True):
                cell.append(" " * bool(cell))
                cell.append(f"{'+' * tile['last']}{tile[name]}{'*' * tile['wild']}", style)
        made.add_row(group["zh"] if say.lang == "zh" else group["type"], *cells)
    tiles = [tile for group in groups for tile in group["tiles"]]
    marks = [say("last mark" if any(tile["last"] for tile in tiles) else "any last")]
    marks += [say("wild mark")] * any(tile["wild"] for tile in tiles)
    return made, say("; ").join(marks)
