"""Transcripts as people read them, in Chinese or English: names with texts, and rows of tables.

`heading`, `dealt`, `turns`, `result` and `ending` are the parts of a page in their order;
``mjsim play`` lays them out. What a game has of its own is in `render_tianjin` and
`render_wenling`.
"""

from collections.abc import Callable, Iterator, Sequence

from mjsim.notation import parse_tile
from mjsim.options import GameRules
from mjsim.playing import render_tianjin, render_wenling
from mjsim.playing.actions import Action, ActionType
from mjsim.playing.games import PLAYED
from mjsim.playing.rows import Facts, Line, Rows
from mjsim.playing.story import Step, Story
from mjsim.playing.words import Lang, Words
from mjsim.tiles import Meld, MeldType, format_tiles, tile_code

__all__ = ["dealt", "ending", "heading", "result", "rules_text", "turns"]

_GAMES = {"tianjin": render_tianjin, "wenling": render_wenling}


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
    head = lines[0]
    say, own = Words.of(head, lang), _GAMES[head["game"]]
    which = "own wall" if head["hand"] is None else "of seed"
    rules = PLAYED[head["game"]].rules.from_dict(head["rules"])
    wilds = [parse_tile(tile, flowers=True) for tile in head["wilds"]]
    return [
        (say("hand"), say(which, seed=head["seed"], hand=head["hand"])),
        (say("rules"), rules_text(rules, lang)),
        (say("strategies"), say.seats(head["strategies"])),
        (say("dealer"), say.full(head["dealer"])),
        *own.stakes(head, say),
        (say("dice"), own.dice(head, say)),
        (say("wall"), _break(head, say, own.N_STACKS)),
        (say("indicator"), own.turned_up(head, say)),
        (say("wild"), "  ".join((" ".join(head["wilds"]), " ".join(map(say.tile_zh, wilds))))),
        *own.mode(head, say),
    ]


def _break(head: Line, say: Words, n_stacks: int) -> str:
    seat, stack = head["break"]["seat"], head["break"]["stack"]
    text = say("break", seat=say.seat(seat), stack=stack)
    if stack > n_stacks:  # the count goes on in the wall to the left
        text += say("over", seat=say.seat((seat - 1) % 4), stack=stack - n_stacks)
    return text


def rules_text(rules: GameRules, lang: Lang) -> str:
    """Name a preset, and say what differs from the game's first one, as ``--set`` takes it.

    Examples
    --------
    >>> from mjsim.tianjin import Rules
    >>> rules_text(Rules.platform().replace(min_fan=3, dihu=True), "en")
    'platform, but min_fan=3 dihu=true'
    """
    say, name = Words(lang, rules.GAME), rules.PRESETS[0]
    first = rules.preset(name).to_dict()
    changed = [
        f"{option}={','.join(value) if isinstance(value, list) else str(value).lower()}"
        for option, value in rules.to_dict().items()
        if value != first[option]
    ]
    if not changed:
        return name
    for other in rules.PRESETS[1:]:
        if rules == rules.preset(other):
            return say("beside", name=other, first=name) + " ".join(changed)
    return say("but", name=name) + " ".join(changed)


def dealt(lines: Sequence[Line], story: Story, lang: Lang) -> list[Rows]:
    """Return the hands that were dealt and what became of them before the first turn."""
    rows: list[Rows] = _GAMES[lines[0]["game"]].dealt(lines, story, Words.of(lines[0], lang))
    return rows


# ---- the play ---------------------------------------------------------------------------


def turns(lines: Sequence[Line], story: Story, lang: Lang) -> Rows:
    """Return the play, a row a turn; each replacement has one more.

    Wilds are marked by ``*``.
    """
    head = lines[0]
    say = Words.of(head, lang)
    wilds = PLAYED[head["game"]].wilds.kinds(parse_tile(head["indicator"], flowers=True))

    def tile(kind: int, after: str = "") -> str:
        zh = say.tile_zh(kind)
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
                say.mark(step.seat, step.declared) if new else "",
                "" if step.left is None else str(step.left),
                say("dealt") if step.tile is None else tile(step.tile, _came(step, say)),
                _act(step, tile, wilds, say),
                say(", ").join(_then(step, say)),
            )
        )
    if rows and lines[-1].get("how") in ("draw", "replacement") and not rows[-1][4]:
        rows[-1] = (*rows[-1][:4], say("win"), rows[-1][5])  # by itself (W5)
    return Rows(tuple(map(say, ("turn", "seat", "left", "draw", "play", "then"))), rows)


def _came(step: Step, say: Words) -> str:
    claims = {
        "pong": ActionType.PONG,
        "chi": ActionType.CHI,
        "open_kong": ActionType.OPEN_KONG,
    }
    if step.came == "tail":
        return say("tail")
    return say.action(claims[step.came]) if step.came in claims else ""


def _act(step: Step, tile: Callable[[int, str], str], wilds: Sequence[int], say: Words) -> str:
    act = step.act
    if act is None:
        return say("shows") if step.shown else ""
    if act.type == ActionType.WIN:
        return say("win")
    if act.type == ActionType.DISCARD:
        return tile(act.kind, "")
    golden = act.kind in wilds and act.type == ActionType.CONCEALED_KONG
    return tile(act.kind, "金杠" if golden else say.action(act.type))


def _then(step: Step, say: Words) -> Iterator[str]:
    """Say what followed a discard, or a kong that might be robbed."""
    if step.barred:
        yield say("barred", seat=say.seat(step.seat))
    for seat, action, claims, holds in step.answers:
        if action.type == ActionType.PASS:
            missed = say("or").join(map(say.action, claims))
            yield say("pass", seat=say.seat(seat), claims=missed)
        else:
            yield say(
                "claims" if holds else "outdone", seat=say.seat(seat), claim=_claim(action, say)
            )


def _claim(action: Action, say: Words) -> str:
    if action.type == ActionType.WIN:
        return say("win")
    name = say.action(action.type)
    if action.type != ActionType.CHI:
        return name
    kinds = Meld(MeldType.CHI, action.kind).kinds  # which of several sequences
    return name + (say.tiles_zh(kinds) if say.lang == "zh" else f" {format_tiles(kinds)}")


# ---- the end ----------------------------------------------------------------------------


def result(lines: Sequence[Line], story: Story, lang: Lang, formula: str = "") -> Facts:
    """Say who won, how and by what, and what else is paid; `formula` says how its worth came."""
    own, say = _GAMES[lines[0]["game"]], Words.of(lines[0], lang)
    facts: Facts = own.won(lines, story, say, formula)
    if story.barred:
        seats = say(", ").join(say.full(seat) for seat in sorted(story.barred))
        facts.append((say("no longer"), say("threw", seats=seats)))
    facts += own.beside(lines, say)
    return facts


def ending(lines: Sequence[Line], story: Story, lang: Lang) -> Rows:
    """Return the hands at the end, what they are paid for, and payoffs.

    The Chinese of a hand is the second line of its cell; a winner's last tile stands apart.
    """
    head, end, say = lines[0], lines[-1], Words.of(lines[0], lang)
    own = _GAMES[head["game"]]
    won = end["winners"] if "winners" in end else [end["winner"]]
    rows = []
    for seat, hand in enumerate(story.hands):
        cell = [str(hand), say.hand_zh(hand)]
        if story.last is not None and seat in won:
            last = tile_code(story.last), say.tile_zh(story.last)
            cell = [f"{text} + {tile}" for text, tile in zip(cell, last, strict=True)]
        if story.shown[seat]:
            shown = sorted(story.shown[seat])
            tiles = f"{format_tiles(shown)} {say.tiles_zh(shown)}"
            cell.append(say("shown tiles", tiles=tiles))
        payoff = end["payoffs"][seat]
        name = say.mark(seat, seat in story.declared)
        worth = str(end[own.WORTH][seat] or "")
        rows.append((name, "\n".join(cell), worth, f"{payoff:+g}" if payoff else "0"))
    return Rows((say("seat"), say("zh"), say(own.WORTH_NAME), say("payoff")), rows)
