"""Hands played by the referee's own rules: a second, slow engine; and a plain player."""

from referee import driver
from referee.checking import GIVEN

from referee_wenling.play import play
from referee_wenling.table import Table
from referee_wenling.tiles import NAMES, heard


def drive(wall, dice, dealer, rules, choose, **given):
    """Play one hand and write it down.

    Parameters
    ----------
    wall : list of str
        144 tiles by name, or their kinds.
    dice : list of int
        Four of them.
    dealer : int
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
        "game": "wenling",
        "seed": None,
        "hand": None,
        "rules": dict(rules),
        "dealer": dealer,
        "sit": 0,
        "pulls": [0] * 4,
        "strategies": ["referee"] * 4,
        "dice": list(dice),
        "wall": [tile if isinstance(tile, str) else NAMES[tile] for tile in wall],
        **given,
    }
    if set(head) != set(GIVEN):
        raise TypeError(f"unknown: {sorted(set(head) - set(GIVEN))}")
    table = Table(head)
    return driver.played(play(table), table, choose)


class Greedy(driver.Greedy):
    """Wins, kongs, pongs and chis whenever it may, keeps 得, discards what has no neighbours."""

    heard = staticmethod(heard)
