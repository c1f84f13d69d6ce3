"""The state of a hand at the table, and what actions do to it."""

from collections import Counter

from oracle.wenling import (
    CHI,
    CONCEALED_KONG,
    OPEN_KONG,
    PONG,
    is_naonao,
    kinds_to_show,
    meld_tiles,
    wild_kinds,
)

from referee_wenling.rules import TableRules
from referee_wenling.tiles import KINDS, N_KINDS, NAMES, written
from referee_wenling.wall import INDICATOR, Wall, break_of, hand_places


class Table:
    """One hand in play.

    Attributes
    ----------
    hands : list of list of int
        Concealed copies of each of the 42 kinds, by seat.
    melds : list of list of (type, kind)
    shown : list of list of int
        Shown tiles by seat.
    barred : list of bool
        Who discarded a 得.
    closed, reopened : list of set of int
        Kinds that each seat may not pong before its next draw, and those that it could not.
    discards : list of (seat, kind)
    calm : bool
        No claim and no kong yet, by anyone.
    last : int
        The tile that the seat in turn got last; at the deal that of the dealer.
    first : bool
        It is that seat's first own draw, replaced or not, all calm before.
    replaced : str or None
        For what it was drawn from the tail, if it was: ``kong`` or ``shown``.
    since_claim : list of bool
        Whether each seat claimed a tile after its last draw.
    rounds : int
        Rounds of showing at the deal in which anybody showed.
    last_kong : str or None
        The action that made the last kong.
    shown_after_kong : bool
        The tile shown last came, by whatever replacements, from that of a kong.
    seen : Counter
        The branches reached, see `branches`.
    """

    def __init__(self, head):
        self.head = head
        self.rules = TableRules.of(head["rules"])
        self.dealer = head["dealer"]
        tiles = [KINDS[name] for name in head["wall"]]
        self.wall = Wall(tiles)
        self.indicator = tiles[INDICATOR]
        self.wilds = wild_kinds(self.indicator)
        self.naonao = is_naonao(self.indicator, self.rules.scoring)
        self.to_show = kinds_to_show(self.indicator, self.rules.scoring)
        self.hands = [[0] * N_KINDS for _ in range(4)]
        for seat in range(4):
            for place in hand_places((seat - self.dealer) % 4):
                self.hands[seat][tiles[place]] += 1
        self.melds = [[], [], [], []]
        self.shown = [[], [], [], []]
        self.barred = [False] * 4
        self.closed = [set() for _ in range(4)]
        self.reopened = [set() for _ in range(4)]
        self.since_claim = [False] * 4
        self.draws = [0] * 4
        self.discards = []
        self.calm = True
        # W2: the 17th tile is the dealer's last one.
        self.last = tiles[INDICATOR - 1]
        self.first = False
        self.replaced = None
        self.rounds = 0
        self.last_kong = None
        self.shown_after_kong = False
        self.seen = Counter()

    @property
    def reserve(self):
        """Tiles that ordinary draws and kongs leave (W7)."""
        return self.wall.last_of(self.rules.huang_stacks)

    @property
    def at_reserve(self):
        return self.wall.left <= self.reserve

    @property
    def in_sheng_stage(self):
        return self.wall.left <= self.wall.last_of(self.rules.sheng_stacks)

    @property
    def order(self):
        """The seats from the dealer on."""
        return [(self.dealer + offset) % 4 for offset in range(4)]

    def wind(self, seat):
        """0-3: east, south, west, north."""
        return (seat - self.dealer) % 4

    def wilds_of(self, seat):
        """得 that a seat holds."""
        return sum(self.hands[seat][kind] for kind in self.wilds)

    def hand_line(self):
        """The first line: what is given, and what follows from it."""
        return {
            **self.head,
            "break": break_of(self.head["dice"], self.dealer),
            "indicator": NAMES[self.indicator],
            "wilds": [NAMES[kind] for kind in self.wilds],
            "naonao": self.naonao,
        }

    def deal_line(self):
        return {"type": "deal", "hands": [written(counts) for counts in self.hands]}

    def show(self, seat, kinds):
        """Lay down tiles that are shown; the line."""
        for kind in kinds:
            self.hands[seat][kind] -= 1
            self.shown[seat].append(kind)
        tiles = written([kinds.count(kind) for kind in range(N_KINDS)])
        return {"type": "show", "seat": seat, "tiles": tiles}

    def got(self, seat, kind, source):
        """The line of a tile that came to a seat."""
        self.hands[seat][kind] += 1
        if seat == self.dealer or self.discards:  # the others' first rounds make no last tile
            self.last = kind
        self.reopened[seat] |= self.closed[seat]
        self.closed[seat].clear()
        self.since_claim[seat] = False
        return {
            "type": "draw",
            "seat": seat,
            "tile": NAMES[kind],
            "from": source,
            "left": self.wall.left,
        }

    def draw(self, seat):
        """An ordinary draw; its line."""
        self.draws[seat] += 1
        # The dealer's 17th tile was its first: nobody draws before the dealer's discard.
        self.first = self.calm and self.draws[seat] == 1 and seat != self.dealer
        self.replaced = None
        return self.got(seat, self.wall.draw(), "wall")

    def replace(self, seat, cause):
        """A draw from the tail, for a ``kong`` or a ``shown`` tile; its line."""
        self.replaced = cause
        return self.got(seat, self.wall.replacement(), "tail")

    def how_drawn(self):
        """How the seat in turn came by its last tile, as wins tell it apart.

        A first own draw goes before the replacement of a shown tile if it is 地胡; if option
        `dihu` does not have it so, the replacement is 杠上开花 like any other (W8).
        """
        if not self.discards:
            return "deal"
        if self.first and (self.replaced is None or self.rules.dihu_on_draw):
            return "first_draw"
        return "replacement" if self.replaced else "draw"

    def discard(self, seat, kind):
        self.hands[seat][kind] -= 1
        self.discards.append((seat, kind))
        if kind in self.wilds:
            self.barred[seat] = True

    def claim(self, seat, action, kind, discard):
        """A chi (`kind` its lowest), pong or open kong of the last discard."""
        meld_type = {"chi": CHI, "pong": PONG, "open_kong": OPEN_KONG}[action]
        self.melds[seat].append((meld_type, kind))
        for tile in meld_tiles((meld_type, kind)):
            self.hands[seat][tile] -= 1
        self.hands[seat][discard] += 1
        self.calm = self.first = False
        self.since_claim[seat] = True
        if action == "open_kong":
            self.last_kong = action

    def own_kong(self, seat, action, kind):
        """A concealed kong, or an added one that nobody robbed (its tile is gone already)."""
        if action == "concealed_kong":
            self.hands[seat][kind] -= 4
            self.melds[seat].append((CONCEALED_KONG, kind))
        else:
            place = self.melds[seat].index((PONG, kind))
            self.melds[seat][place] = OPEN_KONG, kind
        self.calm = self.first = False
        self.last_kong = action
