"""The wall: what is dealt, drawn from its front and taken from its tail (T3)."""

DEALT = 53
PLACES = 136


def break_of(dice, dealer, wall_break):
    """Seat and stack where dealing starts; the stack may be beyond the 17 of the seat's wall."""
    first = dice[0] + dice[1]
    if wall_break == "platform":
        return {"seat": dealer, "stack": first + 1}
    return {"seat": (dealer + first - 1) % 4, "stack": first + dice[2] + dice[3]}


def indicator_place(dice):
    """The upper tile of a stack counted from the tail by the opposite seat's dice."""
    return PLACES - 2 * (dice[4] + dice[5])


def tail_order(indicator):
    """Places in the order in which kongs would take them: the last stack first, upper first."""
    return [
        place
        for upper in range(PLACES - 2, DEALT - 2, -2)
        for place in (upper, upper + 1)
        if place >= DEALT and place != indicator
    ]


def dealt_hands(tiles, dealer):
    """Kinds by seat: three rounds of four from the dealer on, one each, the dealer a second."""
    hands = [[], [], [], []]
    place = 0
    for size in (4, 4, 4, 1):
        for offset in range(4):
            hands[(dealer + offset) % 4] += tiles[place : place + size]
            place += size
    hands[dealer].append(tiles[place])
    return hands


class Wall:
    """The tiles still to draw.

    `left` counts all of them, `ordinary_left` those not reserved for kongs. `place` is where the
    last tile lay, `replaced` where all replacements did.
    """

    def __init__(self, tiles, dice, dead_wall):
        self.tiles = tiles
        self.indicator = indicator_place(dice)
        self.order = tail_order(self.indicator)
        self.reserved = frozenset(self.order[:dead_wall])
        self.taken = [place < DEALT or place == self.indicator for place in range(PLACES)]
        self.left = len(self.order)
        self.ordinary_left = self.left - len(self.reserved)
        self.front = DEALT
        self.back = 0
        self.place = None
        self.replaced = set()

    def take(self, place):
        self.taken[place] = True
        self.place = place
        self.left -= 1
        if place not in self.reserved:
            self.ordinary_left -= 1
        return self.tiles[place]

    def draw(self):
        """The lowest place that is there and not reserved."""
        while self.taken[self.front] or self.front in self.reserved:
            self.front += 1
        return self.take(self.front)

    def replacement(self):
        """The next tile from the tail."""
        while self.taken[self.order[self.back]]:
            self.back += 1
        self.replaced.add(self.order[self.back])
        return self.take(self.order[self.back])
