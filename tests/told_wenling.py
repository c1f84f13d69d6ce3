"""Hands of 温岭麻将 followed by their transcripts in plain Python; tables and rules of tests."""

from collections import Counter

from told import MIXED as BOTH_GAMES
from told import NONE

from mjsim.notation import parse_tile, parse_tiles
from mjsim.playing import Action, ActionType, Phase
from mjsim.strategies.wenling_value import WenlingValue
from mjsim.tiles import Hand, Meld, MeldType, format_tiles
from mjsim.wenling import Rules

VALUE = WenlingValue()
MIXED = (BOTH_GAMES[0], "random", WenlingValue(epsilon=0.125), "speed")
SEED, PARLOUR = Rules.seed(), Rules.parlour()
RULES = {
    "seed": SEED,
    "parlour": PARLOUR,
    "always": SEED.replace(naonao="always", ratio="idle_half", dihu="both", sheng_stacks=40),
    "no reserve": PARLOUR.replace(huang_stacks=0, ron_triplet="concealed", multi_auto="first_seat"),
}
WINDS = "ESWN"
ZHONG, BAI = 31, 33
N_KINDS = 42
AUTOMATIC = {"sande", "sibaiban", "sihonghua", "siheihua", "sihongzhong", "sifacai"}


def kind_of(tile):
    return parse_tile(tile, flowers=True)


class Told:
    """The state of a hand, line by line; `before` a choice it is what the seat decides on."""

    def __init__(self, lines):
        head, dealt = lines[:2]
        self.lines, self.dealer, self.rules = lines, head["dealer"], head["rules"]
        self.indicator = kind_of(head["indicator"])
        self.wilds = {kind_of(tile) for tile in head["wilds"]}
        self.naonao = head["naonao"]
        self.hands = [Counter(parse_tiles(text, flowers=True)) for text in dealt["hands"]]
        self.melds = [[] for _ in range(4)]
        self.rivers = [[] for _ in range(4)]
        self.shown = [Counter() for _ in range(4)]
        self.visible = Counter([self.indicator])
        self.barred = [0] * 4
        self.discard = self.discarder = self.drawn = self.last = NONE
        self.replacement = self.playing = self.robbing = False
        self.left, self.replaced = 78, 0
        self.dealt_wilds = None
        self.claims = []
        names = ("turns", "draws", "replacements", "chi", "pong", "open_kong", "added_kong")
        self.did = {name: [0] * 4 for name in names}
        self.did["turns"][self.dealer] = 1

    def above(self, stacks):
        """Tiles above so many stacks, and a single one after an odd number of replacements."""
        return self.left - 2 * stacks - self.replaced % 2

    @property
    def ordinary_left(self):
        return max(0, self.above(self.rules["huang_stacks"]))

    def wilds_of(self, seat):
        return sum(self.hands[seat][kind] for kind in self.wilds)

    def wind(self, seat):
        return WINDS[(seat - self.dealer) % 4]

    def hand(self, seat):
        """The hand as mjsim takes it."""
        melds = [Meld(MeldType(form), kind) for form, kind, _ in self.melds[seat]]
        return Hand(list(self.hands[seat].elements()), melds)

    def table(self, seat):
        """What the seat has shown, in notation."""
        return format_tiles(sorted(self.shown[seat].elements()))

    def take(self, seat, kind, n=1):
        self.hands[seat][kind] -= n
        self.visible[kind] += n

    def states(self):
        """Yield every line after the deal, before it changes the state; the end, too."""
        for line in self.lines[2:]:
            if line.get("on") not in ("discard", "robbing"):
                self.settle()
            if line["type"] in ("choice", "end") and not self.playing:
                self.playing = True
                self.dealt_wilds = [self.wilds_of(seat) for seat in range(4)]
            yield line
            if line["type"] == "draw":
                self.draw(line)
            elif line["type"] == "show":
                for kind in parse_tiles(line["tiles"], flowers=True):
                    self.take(line["seat"], kind)
                    self.shown[line["seat"]][kind] += 1
            elif line["type"] == "choice":
                action = Action.parse(line["action"])
                if line["on"] in ("discard", "robbing"):
                    self.claims.append((line["seat"], action))
                else:
                    self.act(line["seat"], action)

    def finish(self):
        for _ in self.states():
            pass
        return self

    def draw(self, line):
        seat, kind, tail = line["seat"], kind_of(line["tile"]), line["from"] == "tail"
        self.hands[seat][kind] += 1
        self.left = line["left"]
        self.replaced += tail
        if self.playing:
            self.drawn, self.replacement = kind, tail
            self.discard = self.discarder = NONE
            self.did["draws"][seat] += 1
            self.did["replacements" if tail else "turns"][seat] += 1

    def act(self, seat, action):
        kind = action.kind
        if action.type == ActionType.WIN:
            return
        if action.type == ActionType.CONCEALED_KONG:
            self.take(seat, kind, 4)
            self.melds[seat].append([int(MeldType.CONCEALED_KONG), kind, seat])
            return
        self.take(seat, kind)
        self.discard, self.discarder = kind, seat
        self.robbing = action.type == ActionType.ADDED_KONG
        if action.type == ActionType.DISCARD:
            self.rivers[seat].append(kind)
            self.barred[seat] |= kind in self.wilds
            self.drawn = NONE
        else:
            self.remeld(seat, kind, MeldType.PONG, MeldType.OPEN_KONG)
            self.did["added_kong"][seat] += 1

    def remeld(self, seat, kind, old, new):
        next(meld for meld in self.melds[seat] if meld[:2] == [old, kind])[0] = int(new)

    def settle(self):
        """Carry out the best of the claims on a discard, or a robbing."""
        claims, self.claims = self.claims, []
        for best in ({ActionType.WIN}, {ActionType.OPEN_KONG, ActionType.PONG}, {ActionType.CHI}):
            for seat, action in claims:
                if action.type in best:
                    self.claim(seat, action)
                    return

    def claim(self, seat, action):
        tile, kind, source = self.discard, action.kind, self.discarder
        self.hands[seat][tile] += 1
        self.visible[tile] -= 1
        if action.type == ActionType.WIN:
            self.last = tile
            if self.robbing:  # the kong is a pong again
                self.remeld(source, tile, MeldType.OPEN_KONG, MeldType.PONG)
                self.did["added_kong"][source] -= 1
            return
        form = MeldType[action.type.name]
        for part in Meld(form, kind).kinds:
            self.take(seat, part)
        self.melds[seat].append([int(form), kind, source])
        self.did[action.type.name.lower()][seat] += 1
        self.did["turns"][seat] += 1
        self.discard = self.discarder = self.drawn = NONE
        self.replacement = False


def view_of(told, line):
    """What a seat sees when it decides, by field."""
    seat, on = line["seat"], Phase[line["on"].upper()]
    on_turn = on == Phase.TURN
    asked = on in (Phase.DISCARD, Phase.ROBBING)
    return {
        "score": [0] * 4,
        "nth": 0,
        "n_hands": 0,
        "game": 1,
        "phase": int(on),
        "seat": seat,
        "drawn": told.drawn if on_turn else NONE,
        "replacement": int(on_turn and told.drawn != NONE and told.replacement),
        "hand": [told.hands[seat][kind] for kind in range(N_KINDS)],
        "dealer": told.dealer,
        "indicator": told.indicator,
        "discard": told.discard if asked else NONE,
        "discarder": told.discarder if asked else NONE,
        "left": told.ordinary_left,
        "shown_from": ZHONG if told.naonao else BAI,
        "sit": 0,
        "pulls": [0] * 4,
        "barred": told.barred,
        "ting": [0] * 4,
        "visible": [told.visible[kind] for kind in range(N_KINDS)],
        "n_concealed": [hand.total() for hand in told.hands],
        "n_melds": [len(melds) for melds in told.melds],
        "melds": [[*melds, *[[0] * 3] * (5 - len(melds))] for melds in told.melds],
        "n_river": [len(river) for river in told.rivers],
        "river": [[*river, *[0] * (48 - len(river))] for river in told.rivers],
        "shown": [[told.shown[seat][kind] for kind in range(N_KINDS)] for seat in range(4)],
    }
