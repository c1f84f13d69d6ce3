"""What pages of 天津麻將 have of their own."""

from collections.abc import Sequence

from mjsim.notation import format_tiles_zh, parse_tile, parse_tiles
from mjsim.playing.rows import Facts, Line, Rows, categories_text
from mjsim.playing.story import Story
from mjsim.playing.words import Words
from mjsim.tianjin.categories import LABELS
from mjsim.tianjin.steps import shanten
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import Hand

__all__ = [
    "N_STACKS",
    "WORTH",
    "WORTH_NAME",
    "beside",
    "dealt",
    "dice",
    "mode",
    "stakes",
    "turned_up",
    "won",
]

N_STACKS = 17
"""Stacks before a seat."""

WORTH, WORTH_NAME = "kong_points", "kongs"
"""What the last line tells of each seat beside its payoff, and its name."""


def stakes(head: Line, say: Words) -> Facts:
    """Say who sits and pulls, and by what payments are multiplied (T2)."""
    pulls = [say("pulls", seat=say.seat(seat), n=n) for seat, n in enumerate(head["pulls"]) if n]
    text = say(", ").join([say("sits" if head["sit"] else "no sit"), *(pulls or [say("no pull")])])
    facts = [(say("stakes"), text)]
    if head["sit"] or pulls:
        factors = [
            f"{say.seat(seat)} × {2 ** (head['sit'] + pull)}"
            for seat, pull in enumerate(head["pulls"])
            if seat != head["dealer"]
        ]
        facts.append((say("factors"), say(", ").join(factors)))
    return facts


def dice(head: Line, say: Words) -> str:
    """Say who threw what (T3)."""
    a, b, c, d, e, f = head["dice"]
    dealer = head["dealer"]
    throws = [(say.full(dealer), a, b)]
    if head["rules"]["wall_break"] == "traditional":  # else nobody throws these
        named = say.full((dealer + a + b - 1) % 4)
        throws.append((say("named", seat=named), c, d))
    throws.append((say("opposite", seat=say.seat((dealer + 2) % 4)), e, f))
    return say("; ").join(f"{who} {x}+{y}={x + y}" for who, x, y in throws)


def turned_up(head: Line, say: Words) -> str:
    """Say what was turned up, and where."""
    tile = say.tile(parse_tile(head["indicator"]))
    return say("turned up", tile=tile, stack=sum(head["dice"][4:]))


def mode(head: Line, say: Words) -> Facts:
    """Nothing: hands are played in one mode."""
    return []


def dealt(lines: Sequence[Line], story: Story, say: Words) -> list[Rows]:
    """Return the four hands that were dealt."""
    indicator = lines[0]["indicator"]
    wilds = wild_kinds(parse_tile(indicator))
    rows = []
    for seat, tiles in enumerate(lines[1]["hands"]):
        kinds = parse_tiles(tiles)
        steps = shanten(Hand(kinds), indicator)
        n_wilds = sum(kind in wilds for kind in kinds)
        rows.append((say.mark(seat), tiles, format_tiles_zh(kinds), str(n_wilds), str(steps)))
    return [Rows(tuple(map(say, ("seat", "tiles", "zh", "wilds", "shanten"))), rows)]


def won(lines: Sequence[Line], story: Story, say: Words, formula: str) -> Facts:
    """Say who won, how and by what."""
    end = lines[-1]
    if end["winner"] is None:
        return [(say("result"), say("drawn"))]
    who = say.full(end["winner"])
    return [
        (say("result"), say("wins", seat=who, how=say(f"how {end['how']}"))),
        (say("categories"), categories_text(end["categories"], LABELS, say)),
        (say("fan"), formula or str(end["fan"])),
    ]


def beside(lines: Sequence[Line], say: Words) -> Facts:
    """Say what is paid beside a win, or is not."""
    head, end = lines[0], lines[-1]
    facts = []
    if end["chan"]:
        rules = head["rules"]
        times = say("times") if head["sit"] or any(head["pulls"]) else ""
        points = rules["chan_points"] * rules["base"]
        facts.append((say("chan"), say("chan is due", points=points) + times))
    unpaid = any(end["kong_points"]) and not head["rules"]["kong_points_on_draw"]
    if end["winner"] is None and unpaid:
        facts.append((say("kongs"), say("unpaid")))
    return facts
