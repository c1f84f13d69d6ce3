"""Transcripts as people read them, in Chinese or English: names with texts, and rows of tables.

`heading`, `dealt`, `turns`, `result` and `ending` are the parts of a page in their order;
``mjsim play`` lays them out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mjsim.notation import format_hand_zh, format_tiles_zh, parse_tile, parse_tiles
from mjsim.playing.actions import Action, ActionType
from mjsim.playing.turns import Step, Story
from mjsim.playing.words import Lang, Words
from mjsim.tianjin.categories import LABELS
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.steps import shanten
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import Hand, tile_code, tile_zh

__all__ = ["Rows", "dealt", "ending", "heading", "result", "rules_text", "turns"]

Line = Mapping[str, Any]
Facts = list[tuple[str, str]]

_N_STACKS = 17


class Rows(NamedTuple):
    """A table.

    Attributes
    ----------
    names : tuple of str
        Headers, each once.
    rows : sequence of tuple of str
    """

    names: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def _tile(kind: int) -> str:
    return f"{tile_code(kind)} {tile_zh(kind)}"


# ---- heading ----------------------------------------------------------------------------


def heading(lines: Sequence[Line], lang: Lang) -> Facts:
    """Say who plays what for how much, and where the wall is broken.

    Examples
    --------
    >>> from mjsim.playing import record
    >>> for name, text in heading(record("tianjin", "speed", 3, seed=1, sit=1), "en")[:5]:
    ...     print(f"{name}: {text}")
    hand: 3 of seed 1, 天津麻將
    rules: platform
    strategies: speed on all seats
    dealer: seat 3 莊
    stakes: the dealer sits 坐莊, nobody pulls
    """
    head, say = lines[0], Words(lang)
    which = "own wall" if head["hand"] is None else "of seed"
    indicator = parse_tile(head["indicator"])
    wilds = wild_kinds(indicator)
    turned = say("from tail", tile=_tile(indicator), stack=sum(head["dice"][4:]))
    return [
        (say("hand"), say(which, seed=head["seed"], hand=head["hand"])),
        (say("rules"), rules_text(Rules.from_dict(head["rules"]), lang)),
        (say("strategies"), say.seats(head["strategies"])),
        (say("dealer"), say.seat(head["dealer"], head["dealer"])),
        (say("stakes"), _stakes(head, say)),
        *_factors(head, say),
        (say("dice"), _dice(head, say)),
        (say("wall"), _break(head, say)),
        (say("indicator"), turned),
        (say("wild"), " ".join(map(tile_code, wilds)) + "  " + " ".join(map(tile_zh, wilds))),
    ]


def rules_text(rules: Rules, lang: Lang) -> str:
    """Name a preset, and say what differs from ``platform``, as ``--set`` takes it.

    Examples
    --------
    >>> rules_text(Rules.platform().replace(min_fan=3, dihu=True), "en")
    'platform, but min_fan=3 dihu=true'
    """
    say, name = Words(lang), Rules.PRESETS[0]
    first = Rules.preset(name).to_dict()
    changed = [
        f"{option}={','.join(value) if isinstance(value, list) else str(value).lower()}"
        for option, value in rules.to_dict().items()
        if value != first[option]
    ]
    if not changed:
        return name
    for other in Rules.PRESETS[1:]:
        if rules == Rules.preset(other):
            return say("beside", name=other) + " ".join(changed)
    return say("but", name=name) + " ".join(changed)


def _stakes(head: Line, say: Words) -> str:
    pulls = [say("pulls", seat=say.seat(seat), n=n) for seat, n in enumerate(head["pulls"]) if n]
    return say(", ").join([say("sits" if head["sit"] else "no sit"), *(pulls or [say("no pull")])])


def _factors(head: Line, say: Words) -> Facts:
    """Say by what payments between the dealer and each other seat are multiplied (T2)."""
    if not head["sit"] and not any(head["pulls"]):
        return []
    factors = [
        f"{say.seat(seat)} × {2 ** (head['sit'] + pull)}"
        for seat, pull in enumerate(head["pulls"])
        if seat != head["dealer"]
    ]
    return [(say("factors"), say(", ").join(factors))]


def _dice(head: Line, say: Words) -> str:
    a, b, c, d, e, f = head["dice"]
    dealer = head["dealer"]
    throws = [(say.seat(dealer, dealer), a, b)]
    if head["rules"]["wall_break"] == "traditional":  # else nobody throws these (T3)
        named = say.seat((dealer + a + b - 1) % 4, dealer)
        throws.append((say("named", seat=named), c, d))
    throws.append((say("opposite", seat=say.seat((dealer + 2) % 4)), e, f))
    return say("; ").join(f"{who} {x}+{y}={x + y}" for who, x, y in throws)


def _break(head: Line, say: Words) -> str:
    seat, stack = head["break"]["seat"], head["break"]["stack"]
    text = say("break", seat=say.seat(seat), stack=stack)
    if stack > _N_STACKS:  # the count goes on in the wall to the left
        text += say("over", seat=say.seat((seat - 1) % 4), stack=stack - _N_STACKS)
    return text


# ---- the deal ---------------------------------------------------------------------------


def dealt(lines: Sequence[Line], lang: Lang) -> Rows:
    """Return the four hands that were dealt."""
    head, say = lines[0], Words(lang)
    wilds = wild_kinds(parse_tile(head["indicator"]))
    rows = []
    for seat, tiles in enumerate(lines[1]["hands"]):
        kinds = parse_tiles(tiles)
        steps = shanten(Hand(kinds), head["indicator"])
        n_wilds = sum(kind in wilds for kind in kinds)
        name = _mark(seat, head["dealer"])
        rows.append((name, tiles, format_tiles_zh(kinds), str(n_wilds), str(steps)))
    return Rows(tuple(map(say, ("seat", "tiles", "zh", "wilds", "shanten"))), rows)


def _mark(seat: int, dealer: int, declared: bool = False) -> str:
    """Return what a column of seats says; the dealer never declares 天聽."""
    return f"{seat}{' 莊' * (seat == dealer)}{' 聽' * declared}"


# ---- the play ---------------------------------------------------------------------------


def turns(lines: Sequence[Line], story: Story, lang: Lang) -> Rows:
    """Return the play, a row a turn; each replacement after a kong has one more.

    Wilds are marked by ``*``.
    """
    head, say = lines[0], Words(lang)
    wilds = wild_kinds(parse_tile(head["indicator"]))

    def tile(kind: int, after: str = "") -> str:
        zh = tile_zh(kind)
        mark = "*" * (kind in wilds)
        # All as wide as a suited tile, so that what comes after lines up.
        pad = " " * (2 * (2 - len(zh)) + 1 - len(mark))
        return f"{tile_code(kind):<2} {zh}{mark}{pad}{after}".rstrip()

    rows = []
    before = 0
    for step in story.steps:
        new = step.turn != before
        before = step.turn
        rows.append(
            (
                str(step.turn) if new else "",
                _mark(step.seat, head["dealer"], step.declared) if new else "",
                "" if step.left is None else str(step.left),
                say("dealt") if step.tile is None else tile(step.tile, _came(step, say)),
                "" if step.act is None else _act(step.act, tile, step.act.kind in wilds, say),
                say(", ").join(_then(step, say)),
            )
        )
    return Rows(tuple(map(say, ("turn", "seat", "left", "draw", "play", "then"))), rows)


def _came(step: Step, say: Words) -> str:
    if step.came == "tail":
        return say("tail")
    claims = {"pong": ActionType.PONG, "open_kong": ActionType.OPEN_KONG}
    return say.action(claims[step.came]) if step.came in claims else ""


def _act(act: Action, tile: Callable[[int, str], str], wild: bool, say: Words) -> str:
    if act.type == ActionType.WIN:
        return say("win")
    if act.type == ActionType.DISCARD:
        return tile(act.kind, "")
    golden = wild and act.type == ActionType.CONCEALED_KONG
    return tile(act.kind, "金杠" if golden else say.action(act.type))


def _then(step: Step, say: Words) -> Iterator[str]:
    """Say what followed a discard."""
    if step.barred:
        yield say("barred", seat=say.seat(step.seat))
    for seat, action, claims in step.answers:
        if action.type == ActionType.PASS:
            missed = say("or").join(map(say.action, claims))
            yield say("pass", seat=say.seat(seat), claims=missed)
        else:
            yield say("claims", seat=say.seat(seat), claim=say.action(action.type))


# ---- the end ----------------------------------------------------------------------------


def result(lines: Sequence[Line], story: Story, lang: Lang, fan: str = "") -> Facts:
    """Say who won, how and by what, and what else is paid; `fan` may say how that came about."""
    head, end, say = lines[0], lines[-1], Words(lang)
    winner = end["winner"]
    if winner is None:
        facts = [(say("result"), say("drawn"))]
    else:
        who = say.seat(winner, head["dealer"])
        facts = [(say("result"), say("wins", seat=who, how=say(f"how {end['how']}")))]
        facts.append((say("categories"), _categories(end["categories"], say)))
        facts.append((say("fan"), fan or str(end["fan"])))
    if story.barred:
        seats = say(", ").join(say.seat(seat, head["dealer"]) for seat in sorted(story.barred))
        facts.append((say("xiaoxianggong"), say("threw", seats=seats)))
    if end["chan"]:
        rules = head["rules"]
        times = say("times") if head["sit"] or any(head["pulls"]) else ""
        points = rules["chan_points"] * rules["base"]
        facts.append((say("chan"), say("chan is due", points=points) + times))
    if winner is None and any(end["kong_points"]) and not head["rules"]["kong_points_on_draw"]:
        facts.append((say("kongs"), say("unpaid")))
    return facts


def _categories(names: Sequence[str], say: Words) -> str:
    labels = [LABELS[name] for name in names]
    if say.lang == "zh":
        return " ".join(label.zh for label in labels)
    return ", ".join(f"{label.zh} {label.en}" for label in labels)


def ending(lines: Sequence[Line], story: Story, lang: Lang) -> Rows:
    """Return the hands at the end, kong points and payoffs.

    The Chinese of a hand is the second line of its cell; the winner's last tile stands apart.
    """
    head, end, say = lines[0], lines[-1], Words(lang)
    rows = []
    for seat, hand in enumerate(story.hands):
        last = story.last if seat == end["winner"] else None
        notation, zh = str(hand), format_hand_zh(hand)
        if last is not None:
            notation, zh = f"{notation} + {tile_code(last)}", f"{zh} + {tile_zh(last)}"
        points, payoff = end["kong_points"][seat], end["payoffs"][seat]
        name = _mark(seat, head["dealer"], seat in story.declared)
        rows.append(
            (name, f"{notation}\n{zh}", str(points or ""), f"{payoff:+d}" if payoff else "0")
        )
    return Rows(tuple(map(say, ("seat", "zh", "kongs", "payoff"))), rows)
