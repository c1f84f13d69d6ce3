"""What pages of 温岭麻将 have of their own."""

from collections.abc import Sequence

from mjsim.notation import format_tiles, parse_tile, parse_tiles
from mjsim.playing.rows import Facts, Line, Rows, categories_text
from mjsim.playing.story import Story
from mjsim.playing.words import Words
from mjsim.tiles import Hand, copies
from mjsim.wenling.categories import LABELS
from mjsim.wenling.deals import AUTOMATIC, de_kinds
from mjsim.wenling.steps import shanten

__all__ = [
    "N_STACKS",
    "WORTH",
    "WORTH_NAME",
    "automatic",
    "beside",
    "dealt",
    "dice",
    "mode",
    "stakes",
    "turned_up",
    "won",
]

N_STACKS = 18
"""Stacks before a seat."""

WORTH, WORTH_NAME = "points", "points"
"""What the last line tells of each seat beside its payoff, and its name."""

_N_WILDS = 3  # in play


def stakes(head: Line, say: Words) -> Facts:
    """Nothing: there are no stakes."""
    return []


def dice(head: Line, say: Words) -> str:
    """Say what was thrown (W2)."""
    a, b, c, d = head["dice"]
    return say("throws", first=f"{a}+{b}={a + b}", second=f"{c}+{d}={c + d}")


def turned_up(head: Line, say: Words) -> str:
    """Say what was turned up."""
    return say("turned up", tile=say.tile(_indicator(head)))


def mode(head: Line, say: Words) -> Facts:
    """Say whether it is 闹闹."""
    return [(say("naonao"), say("naonao on" if head["naonao"] else "naonao off"))]


def _indicator(head: Line) -> int:
    return parse_tile(head["indicator"], flowers=True)


# ---- the deal ---------------------------------------------------------------------------


def dealt(lines: Sequence[Line], story: Story, say: Words) -> list[Rows]:
    """Return the hands as dealt, the rounds of showing, and the hands after them (W4)."""
    indicator = _indicator(lines[0])
    wilds = de_kinds(indicator)
    rows = [
        (
            say.mark(seat),
            _both(kinds, say),
            str(sum(kind in wilds for kind in kinds)),
            str(shanten(Hand(kinds), indicator)),
        )
        for seat, kinds in enumerate(story.opening)
    ]
    after = Rows(
        (say("seat"), say("in hand"), say("wilds"), say("shanten")),
        rows,
    )
    if not story.showings:
        return [after]
    hands = [
        (say.mark(seat), _both(parse_tiles(tiles, flowers=True), say))
        for seat, tiles in enumerate(lines[1]["hands"])
    ]
    return [Rows((say("seat"), say("as dealt")), hands), _rounds(story, say), after]


def _rounds(story: Story, say: Words) -> Rows:
    rows = []
    before = 0
    for showing in story.showings:
        number = "" if showing.round == before else str(showing.round)
        before = showing.round
        shown, drawn = (_beside(kinds, say) for kinds in (showing.shown, showing.drawn))
        rows.append((number, say.mark(showing.seat), shown, drawn))
    return Rows(tuple(map(say, ("round", "seat", "shown", "replaced"))), rows)


def _both(kinds: Sequence[int], say: Words) -> str:
    return f"{format_tiles(kinds)}\n{say.tiles_zh(kinds)}"


def _beside(kinds: Sequence[int], say: Words) -> str:
    return _both(kinds, say).replace("\n", "  ")


# ---- the end ----------------------------------------------------------------------------


def automatic(story: Story, seat: int, indicator: int) -> list[str]:
    """Return the ids of the automatic wins that a seat holds at the end (W5)."""
    wilds, shown = de_kinds(indicator), story.shown[seat]
    held = [*story.hands[seat].tiles, story.last]
    found = ["sande"] * (sum(kind in wilds for kind in held) == _N_WILDS)
    for name, kinds in AUTOMATIC.items():
        if kinds and all(shown.count(kind) == copies(kind) for kind in kinds):
            found.append(name)
    return found


def won(lines: Sequence[Line], story: Story, say: Words, formula: str) -> Facts:
    """Say who won, how and by what, and who pays for all."""
    end = lines[-1]
    if not end["winners"]:
        left = [line["left"] for line in lines if line["type"] == "draw"][-1]
        return [(say("result"), say("drawn", left=left))]
    facts = []
    at_once = set(end["categories"]) <= set(AUTOMATIC)
    for seat in end["winners"]:
        how = _at_once(lines[0], story, seat, say) if at_once else _how(end, story, say)
        facts.append((say("result"), say("wins", seat=say.full(seat), how=how)))
    if not at_once:
        facts.append((say("categories"), categories_text(end["categories"], LABELS, say)))
    points = end["points"][end["winners"][0]]
    worth = say("outright", points=points) if at_once else formula or str(points)
    facts.append((say("points row"), worth))
    if end["liable"] is not None:
        why = say(f"why {end['why']}", seat=say.full(end["liable"]))
        facts.append((say("liable"), why))
    return facts


def _how(end: Line, story: Story, say: Words) -> str:
    by = "" if end["discarder"] is None else say.seat(end["discarder"])
    tile = "" if story.last is None else say.tile(story.last)
    return say(f"how {end['how']}", by=by, tile=tile)


def _at_once(head: Line, story: Story, seat: int, say: Words) -> str:
    names = automatic(story, seat, _indicator(head))
    return say("at once", names=categories_text(names, LABELS, say))


def beside(lines: Sequence[Line], say: Words) -> Facts:
    """Say what those who did not win pay each other."""
    end = lines[-1]
    if not end["winners"] or len(end["winners"]) > 2 or end["liable"] is not None:
        return []
    return [(say("others"), say("between"))]
