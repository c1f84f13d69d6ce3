"""A transcript read turn by turn: how a tile came, what was done, what the others answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from mjsim.notation import parse_tile, parse_tiles
from mjsim.playing.actions import Action, ActionType
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import Hand, Meld, MeldType

__all__ = ["Answer", "Came", "Step", "Story", "follow"]

Line = Mapping[str, Any]

Came = Literal["dealt", "wall", "tail", "pong", "open_kong"]
"""How the tile of a step came."""

_LAID = {
    ActionType.PONG: (MeldType.PONG, 2),
    ActionType.OPEN_KONG: (MeldType.OPEN_KONG, 3),
    ActionType.CONCEALED_KONG: (MeldType.CONCEALED_KONG, 4),
}
"""The meld of an action, and how many tiles of the hand it takes."""

_KONGS = (ActionType.CONCEALED_KONG, ActionType.ADDED_KONG)


class Answer(NamedTuple):
    """What a seat said to a discard.

    Attributes
    ----------
    seat : int
    action : Action
    claims : tuple of ActionType
        All that it might have said instead of passing.
    """

    seat: int
    action: Action
    claims: tuple[ActionType, ...]


@dataclass
class Step:
    """A tile that came and what its owner did; a turn with a kong has several.

    Attributes
    ----------
    turn : int
        Number of the turn in the hand, from 1; a claim begins one.
    seat : int
    came : str
        See `Came`.
    tile : int or None
        The kind that came; None for the dealer's first turn.
    left : int or None
        Tiles left in the wall after a draw.
    act : Action or None
        None for an open kong, whose replacement is the next step.
    answers : list of Answer
        To the discard.
    declared : bool
        The seat declared 天聽 before.
    barred : bool
        The discard is the seat's first wild: from here on it is 小相公.
    """

    turn: int
    seat: int
    came: Came
    tile: int | None = None
    left: int | None = None
    act: Action | None = None
    answers: list[Answer] = field(default_factory=list)
    declared: bool = False
    barred: bool = False


class Story(NamedTuple):
    """A hand as it was played.

    Attributes
    ----------
    steps : list of Step
    hands : list of 4 Hand
        At the end, by seat; the winner's is as before the last tile, of a 天胡 all 14.
    declared : frozenset of int
        Seats that declared 天聽.
    barred : frozenset of int
        Seats that discarded a wild.
    last : int or None
        The winner's last tile; None without a winner or if it was dealt.
    kongs : int
        Kongs in a row before it, 1 at least.
    """

    steps: list[Step]
    hands: list[Hand]
    declared: frozenset[int]
    barred: frozenset[int]
    last: int | None
    kongs: int


def follow(lines: Sequence[Line]) -> Story:
    """Follow a transcript.

    Parameters
    ----------
    lines : sequence of dict
        As `mjsim.playing.record` returns them; `mjsim.playing.replay` checks others.

    Examples
    --------
    >>> from mjsim.playing import record
    >>> story = follow(record("tianjin", "speed", 3, seed=1))
    >>> story.steps[1].came, story.steps[1].seat, str(story.steps[1].act)
    ('pong', 1, 'discard C')
    >>> print(story.hands[1])
    678m89p45667s(PPP)
    """
    told = _Follower(lines)
    for line in lines[2:-1]:
        if line["type"] == "draw":
            told.draw(line)
        else:
            told.choose(line)
    return told.story(lines[-1]["winner"])


class _Follower:
    """The table while a transcript is read."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._hands = [parse_tiles(tiles) for tiles in lines[1]["hands"]]
        self._melds: list[list[Meld]] = [[], [], [], []]
        self._wilds = wild_kinds(parse_tile(lines[0]["indicator"]))
        self._declared: set[int] = set()
        self._barred: set[int] = set()
        self._steps = [Step(1, lines[0]["dealer"], "dealt")]
        self._discarded = self._steps[0]

    def draw(self, line: Line) -> None:
        now, seat, tail = self._steps[-1], line["seat"], line["from"] == "tail"
        kind = parse_tile(line["tile"])
        self._hands[seat].append(kind)
        self._begin(now.turn + (not tail), seat, line["from"], kind, line["left"])

    def _begin(self, turn: int, seat: int, came: Came, kind: int, left: int | None) -> None:
        declared = seat in self._declared
        self._steps.append(Step(turn, seat, came, kind, left, declared=declared))

    def choose(self, line: Line) -> None:
        action, seat = Action.parse(line["action"]), line["seat"]
        if line["on"] in ("discard", "tian_ting"):
            types = [Action.parse(words).type for words in line["legal"]]
            claims = tuple(each for each in types if each != ActionType.PASS)
            self._discarded.answers.append(Answer(seat, action, claims))
            self._answer(seat, action)
        else:
            self._act(seat, action)

    def _answer(self, seat: int, action: Action) -> None:
        if action.type == ActionType.TIAN_TING:
            self._declared.add(seat)
        elif action.type != ActionType.PASS:
            self._lay(seat, action)
            came: Came = "pong" if action.type == ActionType.PONG else "open_kong"
            self._begin(self._steps[-1].turn + 1, seat, came, action.kind, None)

    def _act(self, seat: int, action: Action) -> None:
        now = self._steps[-1]
        now.act = action
        if action.type == ActionType.DISCARD:
            self._hands[seat].remove(action.kind)
            self._discarded = now
            now.barred = action.kind in self._wilds and seat not in self._barred
            if now.barred:
                self._barred.add(seat)
        elif action.type == ActionType.ADDED_KONG:
            self._hands[seat].remove(action.kind)
            self._melds[seat].remove(Meld(MeldType.PONG, action.kind))
            self._melds[seat].append(Meld(MeldType.OPEN_KONG, action.kind))
        elif action.type in _KONGS:
            self._lay(seat, action)

    def _lay(self, seat: int, action: Action) -> None:
        form, taken = _LAID[action.type]
        for _ in range(taken):
            self._hands[seat].remove(action.kind)
        self._melds[seat].append(Meld(form, action.kind))

    def story(self, winner: int | None) -> Story:
        last = None if winner is None else self._steps[-1].tile
        if winner is not None and last is not None:
            self._hands[winner].remove(last)
        hands = [Hand(*each) for each in zip(self._hands, self._melds, strict=True)]
        seats = frozenset(self._declared), frozenset(self._barred)
        return Story(self._steps, hands, *seats, last, self._kongs())

    def _kongs(self) -> int:
        """Count the steps before the last one in its turn: each was a kong."""
        turn = self._steps[-1].turn
        return max(1, sum(step.turn == turn for step in self._steps) - 1)
