"""The wall: what is dealt, drawn from its front and taken from its tail (W2, W7)."""

DEALT = 65
INDICATOR = 65
PLACES = 144
TAIL = tuple(place for upper in range(PLACES - 2, INDICATOR, -2) for place in (upper, upper + 1))
"""Places in the order in which replacements take them: the last stack first, upper first."""


def break_of(dice, dealer):
    """Seat and stack where dealing starts: so many stacks are left from its right end."""
    first = dice[0] + dice[1]
    return {"seat": (dealer + (first - 1) % 4) % 4, "stack": first + dice[2] + dice[3]}


def hand_places(offset):
    """Places dealt to a player in the order of play: 0 is the dealer, who has one more."""
    places = [16 * deal + 4 * offset + i for deal in range(4) for i in range(4)]
    return [*places, 64] if offset == 0 else places


class Wall:
    """The tiles still to draw.

    `left` counts them, the reserve included and the tile turned up not. `replacements` are those
    taken from the tail so far.
    """

    def __init__(self, tiles):
        self.tiles = tiles
        self.taken = [place <= INDICATOR for place in range(PLACES)]
        self.left = len(TAIL)
        self.front = INDICATOR + 1
        self.back = 0
        self.replacements = 0

    def last_of(self, stacks):
        """So many stacks, and a single tile left by an odd number of replacements (W7)."""
        return 2 * stacks + self.replacements % 2

    def take(self, place):
        self.taken[place] = True
        self.left -= 1
        return self.tiles[place]

    def draw(self):
        """The lowest place that is still there."""
        while self.taken[self.front]:
            self.front += 1
        return self.take(self.front)

    def replacement(self):
        """The next tile from the tail."""
        while self.taken[TAIL[self.back]]:
            self.back += 1
        self.replacements += 1
        return self.take(TAIL[self.back])
