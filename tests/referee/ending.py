"""The last line: 鏟, kong points and payments (T8, T9)."""

from oracle.tianjin import kong_points
from oracle.tianjin_settle import settle


def is_chan(table):
    """Whether the first four discards are the same tile, with no claim among them."""
    if len(table.discards) < 4 or (table.claimed_at is not None and table.claimed_at < 4):
        return False
    return len({kind for _, kind in table.discards[:4]}) == 1


def end_line(table, winner=None, won=None):
    """The end of the hand; `won` is the winner's `Worth`."""
    points = [kong_points(melds, table.indicator, table.rules.scoring) for melds in table.melds]
    fan = won.fan if won else 0
    chan = is_chan(table)
    payoffs = settle(
        dealer=table.dealer,
        sit=table.sit,
        pulls=table.pulls,
        winner=winner,
        fan=fan,
        kong_points=points,
        chan=chan,
        options=table.rules.scoring,
    )
    return {
        "type": "end",
        "winner": winner,
        "how": table.how if won else None,
        "fan": fan,
        "categories": list(won.categories) if won else [],
        "kong_points": points,
        "chan": chan,
        "payoffs": payoffs,
    }
