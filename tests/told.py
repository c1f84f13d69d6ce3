"""Hands followed by their transcripts in plain Python; tables and rules of the tests."""

from collections import Counter

import numpy as np

from mjsim.notation import parse_tiles
from mjsim.playing import VIEW, Action, ActionType, Phase
from mjsim.tianjin import Rules
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import MeldType

NOISY = {"strategy": "speed", "epsilon": 0.125}
MIXED = (NOISY, "random", "speed", {"strategy": "speed", "pong": False, "epsilon": 0.5})
PLATFORM, TRADITIONAL = Rules.platform(), Rules.traditional()
RULES = {
    "platform": PLATFORM,
    "traditional": TRADITIONAL,
    "min_fan 1": PLATFORM.replace(min_fan=1, gangkai_stack=True, base=3),
    "min_fan 3": TRADITIONAL.replace(min_fan=3, min_fan_exempt={"su"}, dead_wall=14),
}
STAKES = {"sit": 1, "pulls": (0, 1, 2, 1)}
NONE = 255
ALPHA = 1e-4
"""Chance that a statistical test fails although all is well; seeds are fixed."""


def kind_of(tile):
    return parse_tiles(tile)[0]


class Told:
    """The state of a hand, line by line; `before` a choice it is what the seat decides on."""

    def __init__(self, lines):
        head, dealt = lines[:2]
        self.lines = lines
        self.dealer, self.dead_wall = head["dealer"], head["rules"]["dead_wall"]
        self.indicator = kind_of(head["indicator"])
        self.wilds = wild_kinds(self.indicator)
        self.hands = [Counter(parse_tiles(text)) for text in dealt["hands"]]
        self.dealt_wilds = [self.wilds_of(seat) for seat in range(4)]
        self.melds = [[] for _ in range(4)]
        self.rivers = [[] for _ in range(4)]
        self.visible = Counter([self.indicator])
        self.barred, self.ting, self.declared = [0] * 4, [0] * 4, [0] * 4
        self.discard = self.discarder = self.drawn = NONE
        self.replacement, self.kongs = False, 0
        self.left = 82
        self.did = {name: [0] * 4 for name in ("turns", "draws", "replacements")}
        self.did["turns"][self.dealer] = 1

    @property
    def ordinary_left(self):
        """Tiles that ordinary draws can take: replacements use the dead wall up first."""
        return self.left - max(0, self.dead_wall - sum(self.did["replacements"]))

    def wilds_of(self, seat):
        return sum(self.hands[seat][kind] for kind in self.wilds)

    def show(self, seat, kind, n):
        self.hands[seat][kind] -= n
        self.visible[kind] += n

    def states(self):
        """Yield every line after the deal, before it changes the state."""
        for line in self.lines[2:-1]:
            if line.get("on") != "tian_ting":
                self.ting = list(self.declared)
            yield line
            if line["type"] == "draw":
                self.draw(line)
            else:
                self.act(line["seat"], Action.parse(line["action"]))

    def finish(self):
        for _ in self.states():
            pass
        return self

    def draw(self, line):
        seat, self.drawn = line["seat"], kind_of(line["tile"])
        self.replacement = line["from"] == "tail"
        self.kongs = self.kongs if self.replacement else 0
        self.discard = self.discarder = NONE
        self.hands[seat][self.drawn] += 1
        self.left = line["left"]
        self.did["draws"][seat] += 1
        self.did["replacements" if self.replacement else "turns"][seat] += 1

    def act(self, seat, action):
        kind = action.kind
        if action.type == ActionType.TIAN_TING:
            self.declared[seat] = 1
        elif action.type == ActionType.DISCARD:
            self.show(seat, kind, 1)
            self.rivers[seat].append(kind)
            self.barred[seat] |= kind in self.wilds
            self.discard, self.discarder = kind, seat
            self.drawn = NONE
        elif action.type in (ActionType.PONG, ActionType.OPEN_KONG):
            form = MeldType.PONG if action.type == ActionType.PONG else MeldType.OPEN_KONG
            self.show(seat, kind, form)  # a pong takes two, an open kong three: its number
            self.melds[seat].append([int(form), kind, self.discarder])
            self.did["turns"][seat] += 1
            self.kongs = int(form == MeldType.OPEN_KONG)
            self.discard = self.discarder = NONE
        elif action.type == ActionType.CONCEALED_KONG:
            self.show(seat, kind, 4)
            self.melds[seat].append([int(MeldType.CONCEALED_KONG), kind, seat])
            self.kongs += 1
        elif action.type == ActionType.ADDED_KONG:
            self.show(seat, kind, 1)
            meld = next(meld for meld in self.melds[seat] if meld[:2] == [MeldType.PONG, kind])
            meld[0] = int(MeldType.OPEN_KONG)
            self.kongs += 1


def view_of(told, line):
    """What a seat sees when it decides, by field."""
    seat, on = line["seat"], Phase[line["on"].upper()]
    on_turn = on == Phase.TURN
    return {
        "game": 0,
        "phase": int(on),
        "seat": seat,
        "drawn": told.drawn if on_turn else NONE,
        "replacement": int(on_turn and told.drawn != NONE and told.replacement),
        "hand": [told.hands[seat][kind] for kind in range(42)],
        "dealer": told.dealer,
        "indicator": told.indicator,
        "discard": told.discard,
        "discarder": told.discarder,
        "left": told.ordinary_left,
        "shown_from": 34,  # no kind is shown in 天津麻将
        "sit": told.lines[0]["sit"],
        "pulls": told.lines[0]["pulls"],
        "barred": told.barred,
        "ting": told.ting,
        "visible": [told.visible[kind] for kind in range(42)],
        "n_concealed": [hand.total() for hand in told.hands],
        "n_melds": [len(melds) for melds in told.melds],
        "melds": [[*melds, *[[0] * 3] * (5 - len(melds))] for melds in told.melds],
        "n_river": [len(river) for river in told.rivers],
        "river": [[*river, *[0] * (48 - len(river))] for river in told.rivers],
        "shown": [[0] * 42] * 4,
    }


def as_view(data):
    return np.frombuffer(data, VIEW)[0]
