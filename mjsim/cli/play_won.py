"""The winner's hand of a transcript, scored again: how its worth comes about and is arranged."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mjsim.cli.arrangement import group_dicts, tianjin_last, wenling_last
from mjsim.cli.formula import fan_formula, points_formula

if TYPE_CHECKING:
    from mjsim.playing.story import Story
    from mjsim.playing.words import Words
    from mjsim.tiles import Hand

__all__ = ["Won", "won"]

_ANY_LAST = ("deal", "first")

Lines = Sequence[Mapping[str, Any]]


class Won(NamedTuple):
    """What a winning hand is worth.

    Attributes
    ----------
    formula : str
    groups : list of dict
        As `mjsim.cli.arrangement.group_dicts` returns them.
    """

    formula: str
    groups: list[dict[str, Any]]


def won(lines: Lines, story: "Story", say: "Words") -> Won | None:
    """Score the winner's hand again, which tells how it is arranged.

    Returns
    -------
    Won or None
        None if nobody won, or a hand won by itself, which has no arrangement.
    """
    return _GAMES[lines[0]["game"]](lines, story, say)


def _complete(story: "Story", seat: int) -> "tuple[Hand, int]":
    """Return a winner's hand and its last tile; if it was dealt, any is."""
    from mjsim.tiles import Hand

    hand, last = story.hands[seat], story.last
    if last is None:
        return Hand(hand.tiles[:-1], hand.melds), hand.tiles[-1]
    return hand, last


def _tianjin(lines: Lines, story: "Story", say: "Words") -> Won | None:
    from mjsim.tianjin import Rules, score
    from mjsim.tiles import tile_code

    head, end = lines[0], lines[-1]
    if end["winner"] is None:
        return None
    rules = Rules.from_dict(head["rules"])
    hand, last = _complete(story, end["winner"])
    found = score(
        hand,
        last,
        head["indicator"],
        how=end["how"],
        tian_ting=end["winner"] in story.declared,
        rules=rules,
        kongs=story.kongs,
    )
    assert found is not None  # it won
    last = found.groups[0].kinds[0] if story.last is None else story.last
    wild, any_last = tile_code(last) in head["wilds"], end["how"] in _ANY_LAST
    groups = group_dicts(
        found.groups, lambda group: tianjin_last(group, last, wild, found.categories, any_last)
    )
    return Won(fan_formula(found.categories, rules, kongs=story.kongs), groups)


def _wenling(lines: Lines, story: "Story", say: "Words") -> Won | None:
    from mjsim.tiles import format_tiles, tile_code
    from mjsim.wenling import LABELS, Rules, score
    from mjsim.wenling.deals import AUTOMATIC

    head, end = lines[0], lines[-1]
    if not end["winners"] or set(end["categories"]) <= set(AUTOMATIC):
        return None
    winner = end["winners"][0]
    hand, last = _complete(story, winner)
    found = score(
        hand,
        last,
        head["indicator"],
        how=end["how"],
        seat=(winner - head["dealer"]) % 4,
        shown=format_tiles(story.shown[winner]),
        rules=Rules.from_dict(head["rules"]),
    )
    assert found is not None  # it won
    wild = tile_code(last) in head["wilds"]
    marked = story.last is not None  # of the tiles dealt any may be the last
    groups = group_dicts(
        found.groups,
        lambda group: wenling_last(group, last, wild, found.categories) if marked else None,
        say.script,
    )
    limit = None if found.limit is None else LABELS[found.limit].zh
    return Won(points_formula(found.base, found.fan, limit, capped=say("capped")), groups)


_GAMES: Mapping[str, Callable[[Lines, "Story", "Words"], Won | None]] = {
    "tianjin": _tianjin,
    "wenling": _wenling,
}
