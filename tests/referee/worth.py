"""What a complete hand is worth, by the brute-force scorer, remembered."""

from functools import lru_cache
from typing import NamedTuple

from oracle import tianjin_arrange
from oracle.tianjin import CATEGORIES, score


class Worth(NamedTuple):
    """Fan with all factors, categories in bit order, and whether it may be declared."""

    fan: int
    categories: tuple[str, ...]
    wins: bool
    wins_unstacked: bool  # also if further kongs in a row did not double


SCORED_BEFORE_FORGETTING = 20_000
scored = 0


@lru_cache(1 << 16)
def scored_once(counts, melds, last, indicator, how, tian_ting, options):
    global scored
    scored += 1
    if scored % SCORED_BEFORE_FORGETTING == 0:
        tianjin_arrange.forget()
    held = [kind for kind, count in enumerate(counts) for _ in range(count)]
    held.remove(last)
    return score(held, melds, last, indicator, how, tian_ting, options)


def worth(counts, melds, last, indicator, how, *, tian_ting, kongs_in_a_row, rules):
    """The worth of a complete hand, `last` among its counts, or None if it is not complete.

    Option `gangkai_stack`: every kong in a row after the first doubles once more. All
    arrangements double alike, so the best one stays the best.
    """
    options = rules.scoring
    found = scored_once(tuple(counts), tuple(melds), last, indicator, how, tian_ting, options)
    if found is None:
        return None
    further = kongs_in_a_row - 1 if rules.gangkai_stack and how == "kong" else 0
    fan = found.fan << further
    names = tuple(name for name in CATEGORIES if name in found.categories)
    exempt = bool(found.categories & options.min_fan_exempt)
    return Worth(
        fan, names, fan >= options.min_fan or exempt, found.fan >= options.min_fan or exempt
    )
