"""What hands are worth, by the brute-force scorers, remembered."""

from functools import lru_cache

from oracle import tianjin_arrange
from oracle.wenling import CATEGORIES, score
from oracle.wenling_losers import loser_worth

from referee_wenling.tiles import listed

SCORED_BEFORE_FORGETTING = 5_000
scored = 0


@lru_cache(1 << 14)
def scored_once(counts, melds, last, indicator, how, wind, shown, options):
    global scored
    scored += 1
    if scored % SCORED_BEFORE_FORGETTING == 0:
        tianjin_arrange.forget()
    held = listed(counts)
    held.remove(last)
    return score(held, melds, last, indicator, how, wind, shown, options)


@lru_cache(1 << 16)
def lost_once(counts, melds, indicator, wind, shown, options):
    return loser_worth(listed(counts), melds, indicator, wind, shown, options)


def winner_worth(table, seat, how, tile=None, options=None):
    """The `Score` of a seat that won, by its last tile or by another's."""
    counts, last = list(table.hands[seat]), table.last if tile is None else tile
    counts[last] += tile is not None
    found = scored_once(
        tuple(counts),
        tuple(table.melds[seat]),
        last,
        table.indicator,
        how,
        table.wind(seat),
        tuple(sorted(table.shown[seat])),
        options or table.rules.scoring,
    )
    if found is None:
        raise AssertionError(f"complete by the filter, but not by the scorer: {counts}")
    return found


def loser_score(table, seat, options=None):
    """(points, base, fan) of a seat that did not win."""
    return lost_once(
        tuple(table.hands[seat]),
        tuple(table.melds[seat]),
        table.indicator,
        table.wind(seat),
        tuple(sorted(table.shown[seat])),
        options or table.rules.scoring,
    )


def in_bit_order(categories):
    return [name for name in CATEGORIES if name in categories]
