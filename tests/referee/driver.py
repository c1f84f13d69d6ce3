"""Hands played by the referee's own rules: a second, slow engine; and two plain players."""

from referee.checking import GIVEN
from referee.play import play
from referee.table import Table
from referee.tiles import NAMES, heard


def drive(wall, dice, dealer, sit, pulls, rules, choose, **given):
    """Play one hand and write it down.

    Parameters
    ----------
    wall : list of str
        136 tiles by name, or their kinds.
    dice : list of int
        Six of them.
    dealer, sit : int
    pulls : list of int
        By seat.
    rules : dict
        Every option by name, see `default_rules`.
    choose : callable
        ``choose(on, seat, legal, table)`` returns an index into `legal`. `table` is the `Table`
        as it is, not to be changed.
    given : dict
        ``seed``, ``hand``, ``strategies`` for the first line.

    Returns
    -------
    list of dict
    """
    head = {
        "type": "hand",
        "version": 1,
        "game": "tianjin",
        "seed": None,
        "hand": None,
        "rules": dict(rules),
        "dealer": dealer,
        "sit": sit,
        "pulls": list(pulls),
        "strategies": ["referee"] * 4,
        "dice": list(dice),
        "wall": [tile if isinstance(tile, str) else NAMES[tile] for tile in wall],
        **given,
    }
    if set(head) != set(GIVEN):
        raise TypeError(f"unknown: {sorted(set(head) - set(GIVEN))}")
    table = Table(head)
    return played(play(table), table, choose)


def played(hand, table, choose):
    """The lines of a hand, the actions chosen as `drive` says.

    Parameters
    ----------
    hand : generator
        Yields lines, those of decisions without their action, and is sent the actions.
    table, choose
        See `drive`.
    """
    lines = [next(hand)]
    while True:
        line = lines[-1]
        action = None
        if line["type"] == "choice":
            action = line["legal"][choose(line["on"], line["seat"], line["legal"], table)]
            line["action"] = action
        try:
            lines.append(hand.send(action))
        except StopIteration:
            return lines


class Randomly:
    """Picks any legal action."""

    def __init__(self, rng):
        self.rng = rng

    def choose(self, on, seat, legal, table):
        return self.rng.randrange(len(legal))


class Greedy:
    """Wins, kongs and pongs whenever it may, keeps wilds and discards what has no neighbours.

    With a chance of `whim` it picks any legal action instead.
    """

    heard = staticmethod(heard)

    def __init__(self, rng, whim=0.02):
        self.rng, self.whim = rng, whim

    def choose(self, on, seat, legal, table):
        if len(legal) == 1:
            return 0
        if self.rng.random() < self.whim:
            return self.rng.randrange(len(legal))
        if legal[0] in ("win", "pass"):
            return 0 if legal[0] == "win" else 1
        if not legal[0].startswith("discard"):
            return 0
        hand = table.hands[seat]
        keep = [self.use(hand, self.heard(text)[1], table.wilds) for text in legal]
        least = min(keep)
        return self.rng.choice([i for i, use in enumerate(keep) if use == least])

    @staticmethod
    def use(hand, kind, wilds):
        """A rough measure of how much a tile belongs to its hand."""
        if kind in wilds:
            return 100
        use = 4 * (hand[kind] - 1)
        if kind < 27:
            rank, start = kind % 9, kind - kind % 9
            for step, gain in ((-2, 1), (-1, 3), (1, 3), (2, 1)):
                if 0 <= rank + step < 9 and hand[start + rank + step]:
                    use += gain
        return use
