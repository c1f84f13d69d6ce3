"""The state of a hand at the table, and what actions do to it."""

from collections import Counter

from oracle.notation import CONCEALED_KONG, OPEN_KONG, PONG, write_tiles
from oracle.tianjin import wild_kinds

from referee.rules import TableRules
from referee.tiles import KINDS, NAMES
from referee.wall import Wall, break_of, dealt_hands


class Table:
    """One hand in play.

    Attributes
    ----------
    hands : list of list of int
        Concealed copies of each of the 34 kinds, by seat.
    melds : list of list of (type, kind)
    barred, declared : list of bool
        小相公 and 天聽, by seat.
    how, last, kongs_in_a_row
        How the seat in turn got its last tile, which it is, and the kongs just before it.
    discards : list of (seat, kind)
    calm : bool
        No claim and no kong yet, by anyone.
    claimed_at : int or None
        Number of discards made when one was first claimed.
    claimed : str or None
        How the last discard was claimed.
    seen : Counter
        The branches reached, see `branches`.
    """

    def __init__(self, head):
        self.head = head
        self.rules = TableRules.of(head["rules"])
        self.dealer, self.sit, self.pulls = head["dealer"], head["sit"], head["pulls"]
        tiles = [KINDS[name] for name in head["wall"]]
        self.wall = Wall(tiles, head["dice"], self.rules.dead_wall)
        self.indicator = tiles[self.wall.indicator]
        self.wilds = wild_kinds(self.indicator)
        dealt = dealt_hands(tiles, self.dealer)
        self.hands = [[kinds.count(kind) for kind in range(34)] for kinds in dealt]
        self.melds = [[], [], [], []]
        self.barred = [False] * 4
        self.declared = [False] * 4
        self.draws = [0] * 4
        self.how, self.last = "deal", tiles[52]
        self.kongs_in_a_row = 0
        self.discards = []
        self.calm = True
        self.claimed_at = None
        self.claimed = None
        self.seen = Counter()

    def hand_line(self):
        """The first line: what is given, and what follows from it."""
        return {
            **self.head,
            "break": break_of(self.head["dice"], self.dealer, self.rules.wall_break),
            "indicator": NAMES[self.indicator],
            "wilds": [NAMES[kind] for kind in self.wilds],
        }

    def deal_line(self):
        hands = [
            write_tiles([kind for kind, count in enumerate(counts) for _ in range(count)])
            for counts in self.hands
        ]
        return {"type": "deal", "hands": hands}

    def draw_line(self, seat, kind, source):
        return {
            "type": "draw",
            "seat": seat,
            "tile": NAMES[kind],
            "from": source,
            "left": self.wall.left,
        }

    def draw(self, seat):
        """An ordinary draw; its line."""
        kind = self.wall.draw()
        self.hands[seat][kind] += 1
        self.draws[seat] += 1
        first = self.rules.scoring.dihu and self.calm and self.draws[seat] == 1
        # The dealer drew at the deal; without claims its next draw is after three others'.
        self.how = "first" if first and seat != self.dealer else "draw"
        self.last = kind
        self.kongs_in_a_row = 0
        return self.draw_line(seat, kind, "wall")

    def replace(self, seat):
        """The draw after a kong; its line."""
        kind = self.wall.replacement()
        self.hands[seat][kind] += 1
        self.how = "kong"
        self.last = kind
        self.kongs_in_a_row += 1
        return self.draw_line(seat, kind, "tail")

    def discard(self, seat, kind):
        self.hands[seat][kind] -= 1
        self.discards.append((seat, kind))
        self.claimed = None
        if kind in self.wilds:
            self.barred[seat] = True

    def claim(self, seat, action, kind):
        """A pong or an open kong of the last discard."""
        self.hands[seat][kind] -= 2 if action == "pong" else 3
        self.melds[seat].append((PONG if action == "pong" else OPEN_KONG, kind))
        self.kongs_in_a_row = 0
        self.calm = False
        self.claimed = action
        if self.claimed_at is None:
            self.claimed_at = len(self.discards)

    def own_kong(self, seat, action, kind):
        """A concealed or an added kong."""
        if action == "concealed_kong":
            self.hands[seat][kind] -= 4
            self.melds[seat].append((CONCEALED_KONG, kind))
        else:
            self.hands[seat][kind] -= 1
            place = self.melds[seat].index((PONG, kind))
            self.melds[seat][place] = OPEN_KONG, kind
        self.calm = False
