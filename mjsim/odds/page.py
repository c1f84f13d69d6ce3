"""Odds as a table in a notebook."""

from html import escape
from typing import TYPE_CHECKING

from mjsim.tiles import tile_code, tile_zh

if TYPE_CHECKING:
    from mjsim.odds.answer import Discard, Odds

__all__ = ["html_odds"]


def html_odds(odds: "Odds") -> str:
    """Return a table of the discards, the best first.

    Examples
    --------
    >>> from mjsim.odds import solo
    >>> html_odds(solo("123456m1239p78sE", "E", draws=2, trials=0)).startswith("<table>")
    True
    """
    worth = odds._query.settings.facts.worth
    names = (
        "discard", "shanten", "distance", "improving", "next draw", "ready", "won", f"mean {worth}",
    )  # fmt: skip
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in _cells(odds, each)) + "</tr>"
        for each in odds.discards
    )
    said = f"{odds.hand}, indicator {odds.indicator}, goal {odds.goal}, {odds.draws} draws: exact"
    given = ", given these chances that others win" if odds.others.any() else ""
    caption = f"<caption>{escape(said)} in the model{given}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cells(odds: "Odds", each: "Discard") -> list[str]:
    """Return what a row says."""
    if each.kind is None:
        name = "as it is"
    else:
        name = f"{each.tile} {tile_zh(each.kind, odds._query.settings.facts.script)}"
    if each.bars:
        return [name, str(each.shanten), str(each.distance), "a wild: bars the seat", *[""] * 4]
    near = " ".join(f"{tile_code(kind)}×{n}" for kind, n in each.improving)
    cells = [name, str(each.shanten), str(each.distance), near]
    if each.curves is None or each.next is None:
        return [*cells, *[""] * 4]
    last = (each.curves.ready[-1], each.curves.won[-1])
    chances = [f"{chance:.4f}" for chance in (each.next, *last)]
    return [*cells, *chances, f"{each.curves.value[-1]:.4f}"]
