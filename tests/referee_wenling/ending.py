"""The last line: points, liability and payments (W8-W10)."""

from dataclasses import dataclass

from oracle.wenling import MOST_POINTS, automatic
from oracle.wenling_settle import settle, winners_at_the_deal

from referee_wenling.liability import liable
from referee_wenling.tiles import listed
from referee_wenling.worth import in_bit_order, loser_score, winner_worth


@dataclass(frozen=True)
class Win:
    """How a hand is won: by whom, and on what.

    Attributes
    ----------
    winners : list of int
        In the order of play from the dealer on.
    how : str
    limits : tuple of str
        The automatic wins of the first winner, none if it is no automatic win.
    discarder, tile : int or None
        Whose tile was won on, and which.
    """

    winners: list[int]
    how: str
    limits: tuple[str, ...] = ()
    discarder: int | None = None
    tile: int | None = None


def automatic_of(table, seat):
    """The automatic wins (W5) that a seat has, whether or not it is barred."""
    if table.wilds_of(seat) < 3 and len(table.shown[seat]) < 4:
        return ()
    found = automatic(
        listed(table.hands[seat]), table.shown[seat], table.indicator, table.rules.scoring
    )
    return tuple(found)


def automatic_at_the_deal(table):
    """The automatic win of one or several seats after the first rounds, or None."""
    reached = {seat: limits for seat in table.order if (limits := automatic_of(table, seat))}
    if not reached:
        return None
    winners = winners_at_the_deal(reached, table.dealer, table.rules.scoring)
    return Win(winners, "deal", reached[winners[0]])


def automatic_in_play(table, seat):
    """The automatic win of a seat that has drawn and has nothing left to show, or None.

    W4 shows and replaces at once, and W5 is checked after the draw; so four shown tiles win when
    the last of them has been replaced, and whatever the replacement brings counts with them.
    """
    limits = automatic_of(table, seat)
    if not limits:
        return None
    if table.barred[seat]:
        table.seen["barred_auto"] += 1
        return None
    return Win([seat], "replacement" if table.replaced else "draw", limits)


def exactly(payoff):
    """A payoff as JSON has it: halves are exact as floats."""
    return int(payoff) if payoff.denominator == 1 else float(payoff)


def settled(table, points, winners, liable_seat, options=None):
    return settle(
        points,
        winners=winners,
        dealer=table.dealer,
        liable=liable_seat,
        options=options or table.rules.scoring,
    )


def end_line(table, win):
    """The end of the hand; `win` is None if it is drawn."""
    if win is None:
        return {
            "type": "end",
            "winners": [],
            "how": None,
            "discarder": None,
            "points": [0] * 4,
            "base": 0,
            "fan": 0,
            "limit": None,
            "categories": [],
            "liable": None,
            "why": None,
            "payoffs": [0] * 4,
        }
    points = [0 if s in win.winners else loser_score(table, s)[0] for s in range(4)]
    why = None
    if win.limits:
        base = fan = 0
        limit, categories = win.limits[0], win.limits
        for seat in win.winners:
            points[seat] = MOST_POINTS
    else:
        (seat,) = win.winners
        worth = winner_worth(table, seat, win.how, win.tile)
        base, fan, limit, categories = worth.base, worth.fan, worth.limit, worth.categories
        points[seat] = worth.points
        if win.how in ("discard", "first_discard"):
            why = liable(table, win.discarder)
    liable_seat = win.discarder if why else None
    return {
        "type": "end",
        "winners": win.winners,
        "how": win.how,
        "discarder": win.discarder,
        "points": points,
        "base": base,
        "fan": fan,
        "limit": limit,
        "categories": in_bit_order(categories),
        "liable": liable_seat,
        "why": why,
        "payoffs": [exactly(x) for x in settled(table, points, win.winners, liable_seat)],
    }
