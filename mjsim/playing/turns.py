"""A transcript read turn by turn."""

from collections.abc import Mapping, Sequence
from typing import Any

from mjsim.notation import parse_tile, parse_tiles
from mjsim.playing.actions import Action, ActionType
from mjsim.playing.games import PLAYED
from mjsim.playing.story import Answer, Came, Showing, Step, Story
from mjsim.tiles import Hand, Meld, MeldType

__all__ = ["follow"]

Line = Mapping[str, Any]

_MELDS = {
    ActionType.PONG: MeldType.PONG,
    ActionType.CHI: MeldType.CHI,
    ActionType.OPEN_KONG: MeldType.OPEN_KONG,
    ActionType.CONCEALED_KONG: MeldType.CONCEALED_KONG,
}

_CAME: dict[ActionType, Came] = {
    ActionType.PONG: "pong",
    ActionType.CHI: "chi",
    ActionType.OPEN_KONG: "open_kong",
}

_RANK = {
    ActionType.WIN: 3,
    ActionType.OPEN_KONG: 2,
    ActionType.PONG: 2,
    ActionType.CHI: 1,
}
"""Of several claims the highest holds, the first of equals (W6)."""


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
    tell = {"draw": told.draw, "show": told.show, "choice": told.choose}
    for line in lines[2:-1]:
        tell[line["type"]](line)
    return told.story(lines[-1])


class _Follower:
    """The table while a transcript is read."""

    def __init__(self, lines: Sequence[Line]) -> None:
        head = lines[0]
        self._dealer: int = head["dealer"]
        self._wilds = PLAYED[head["game"]].wilds.kinds(parse_tile(head["indicator"], flowers=True))
        self._hands = [parse_tiles(tiles, flowers=True) for tiles in lines[1]["hands"]]
        self._opening: list[list[int]] = []
        self._melds: list[list[Meld]] = [[], [], [], []]
        self._shown: list[list[int]] = [[], [], [], []]
        self._showings: list[Showing] = []
        self._declared: set[int] = set()
        self._barred: set[int] = set()
        self._steps: list[Step] = []
        self._answers: list[tuple[int, Action, tuple[ActionType, ...]]] = []
        self._won_on: int | None = None

    def draw(self, line: Line) -> None:
        self._settle()
        seat, tail = line["seat"], line["from"] == "tail"
        kind = parse_tile(line["tile"], flowers=True)
        self._hands[seat].append(kind)
        if self._steps:
            turn = self._steps[-1].turn + (not tail)
            self._begin(turn, seat, line["from"], kind, line["left"])
        else:
            self._showings[-1].drawn.append(kind)

    def show(self, line: Line) -> None:
        seat, kinds = line["seat"], parse_tiles(line["tiles"], flowers=True)
        for kind in kinds:
            self._hands[seat].remove(kind)
        self._shown[seat] += kinds
        if self._steps:
            self._steps[-1].shown = True
        else:
            self._showings.append(Showing(self._round(seat), seat, kinds, []))

    def _round(self, seat: int) -> int:
        """Return the number of the round in which a seat shows: from the dealer on."""
        if not self._showings:
            return 1
        before = self._showings[-1]
        later = (seat - self._dealer) % 4 > (before.seat - self._dealer) % 4
        return before.round + (not later)

    def choose(self, line: Line) -> None:
        action, seat = Action.parse(line["action"]), line["seat"]
        if line["on"] in ("discard", "tian_ting", "robbing"):
            types = dict.fromkeys(Action.parse(words).type for words in line["legal"])
            claims = tuple(each for each in types if each != ActionType.PASS)
            self._answers.append((seat, action, claims))
            return
        self._settle()
        if not self._steps:
            self._open()
            self._steps.append(Step(1, seat, "dealt"))
        self._act(seat, action)

    def _open(self) -> None:
        self._opening = [sorted(hand) for hand in self._hands]

    def _begin(self, turn: int, seat: int, came: Came, kind: int, left: int | None) -> None:
        declared = seat in self._declared
        self._steps.append(Step(turn, seat, came, kind, left, declared=declared))

    def _settle(self) -> None:
        """Carry out the best claim, when all have had their say."""
        answers, self._answers = self._answers, []
        if not answers:
            return
        now = self._steps[-1]
        best = max(answers, key=lambda answer: _RANK.get(answer[1].type, 0))
        for seat, action, claims in answers:
            holds = action.type not in _RANK or seat == best[0]
            now.answers.append(Answer(seat, action, claims, holds))
            if action.type == ActionType.TIAN_TING:
                self._declared.add(seat)
        if best[1].type in _RANK and now.act is not None:
            self._claim(best[0], best[1], now.act.kind)

    def _claim(self, seat: int, action: Action, tile: int) -> None:
        now = self._steps[-1]
        if action.type != ActionType.WIN:
            self._hands[seat].append(tile)
            self._lay(seat, action)
            self._begin(now.turn + 1, seat, _CAME[action.type], tile, None)
            return
        self._won_on = tile
        if now.act is not None and now.act.type == ActionType.ADDED_KONG:  # robbed
            self._melds[now.seat].remove(Meld(MeldType.OPEN_KONG, tile))
            self._melds[now.seat].append(Meld(MeldType.PONG, tile))

    def _act(self, seat: int, action: Action) -> None:
        now = self._steps[-1]
        now.act = action
        if action.type == ActionType.DISCARD:
            self._hands[seat].remove(action.kind)
            now.barred = action.kind in self._wilds and seat not in self._barred
            if now.barred:
                self._barred.add(seat)
        elif action.type == ActionType.ADDED_KONG:
            self._hands[seat].remove(action.kind)
            self._melds[seat].remove(Meld(MeldType.PONG, action.kind))
            self._melds[seat].append(Meld(MeldType.OPEN_KONG, action.kind))
        elif action.type == ActionType.CONCEALED_KONG:
            self._lay(seat, action)

    def _lay(self, seat: int, action: Action) -> None:
        meld = Meld(_MELDS[action.type], action.kind)
        for kind in meld.kinds:
            self._hands[seat].remove(kind)
        self._melds[seat].append(meld)

    def story(self, end: Line) -> Story:
        self._settle()
        if not self._steps:
            self._open()
        last = self._won_on
        won = end["winners"] if "winners" in end else [end["winner"]]
        if last is None and self._steps and self._steps[-1].seat in won:
            now = self._steps[-1]
            last = None if now.shown else now.tile
            if last is not None:
                self._hands[now.seat].remove(last)
        hands = [Hand(*each) for each in zip(self._hands, self._melds, strict=True)]
        return Story(
            self._steps,
            hands,
            frozenset(self._declared),
            frozenset(self._barred),
            last,
            self._kongs(),
            self._showings,
            self._opening,
            self._shown,
        )

    def _kongs(self) -> int:
        """Count the steps before the last one in its turn: each was a kong."""
        turns = [step.turn for step in self._steps]
        return max(1, turns.count(turns[-1]) - 1) if turns else 1
