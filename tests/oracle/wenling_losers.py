"""Points of the players of Wenling mahjong who did not win (W9), by trying every use of 得."""

from itertools import combinations_with_replacement

from oracle.wenling import (
    BAI,
    CHI,
    DRAGONS,
    FA,
    MOST_COPIES,
    MOST_POINTS,
    PLANTS,
    SEASONS,
    WINDS,
    ZHONG,
    check,
    is_naonao,
    meld_tiles,
    pair_points,
    rounded,
    set_points,
    wild_kinds,
)
from oracle.wenling_options import Options


def best_of_kind(kind, count, seat):
    """Most points that so many concealed tiles of a kind make as triplets and pairs."""
    return max(
        triplets * set_points(kind) + (count - 3 * triplets) // 2 * pair_points(kind, seat)
        for triplets in range(count // 3 + 1)
    )


def has_four_winds(counts, laid, seat):
    """Triplets or kongs of all winds, or a pair of the own one with those of the others."""
    return all(kind in laid or counts[kind] >= (2 if kind == WINDS[seat] else 3) for kind in WINDS)


def natural_fan(counts, laid, seat, shown, naonao):
    """Fan of the natural tiles `counts`, the laid sets and the shown tiles."""
    fan = shown.count(BAI)
    fan += sum(kind in (SEASONS[seat], PLANTS[seat]) for kind in shown)
    if naonao:
        fan += shown.count(ZHONG) + shown.count(FA)
    for kind in (WINDS[seat], *DRAGONS):
        fan += kind in laid or counts[kind] >= 3
    return fan


def best_base(counts, in_melds, wilds, seat, most_copies):
    """Most base points of concealed tiles, over all kinds that the 得 can stand for."""
    by_kind = {kind: best_of_kind(kind, count, seat) for kind, count in counts.items()}
    naturals = sum(by_kind.values())
    best = 0
    for used in range(wilds + 1):
        for standing in combinations_with_replacement(range(34), used):
            base = naturals
            for kind in set(standing):
                more = counts[kind] + standing.count(kind)
                if more + in_melds[kind] > most_copies:
                    break
                base += best_of_kind(kind, more, seat) - by_kind[kind]
            else:
                best = max(best, base)
    return best


def loser_worth(
    concealed,
    melds,
    indicator,
    seat=0,
    shown=(),
    options=None,
    *,
    most_copies=MOST_COPIES,
):
    """(points, base, fan) of a hand that did not win; a limit leaves base and fan None.

    Parameters
    ----------
    concealed : sequence of int
        Kinds of the concealed tiles: 16, or the dealer's 17, less three for each meld.
    melds, indicator, seat, shown, options, most_copies
        As for `score`.
    """
    options, shown = options or Options(), tuple(shown)
    check(concealed, melds, shown, indicator, options, (16, 17) if seat == 0 else (16,))
    wild = wild_kinds(indicator)
    wilds = sum(kind in wild for kind in concealed)
    counts = {kind: 0 if kind in wild else list(concealed).count(kind) for kind in range(34)}
    in_melds = [sum(meld_tiles(meld).count(kind) for meld in melds) for kind in range(34)]
    laid = {kind for meld_type, kind in melds if meld_type != CHI}

    if options.loser_sifeng:
        for standing in combinations_with_replacement(WINDS, wilds):
            more = {kind: counts[kind] + standing.count(kind) for kind in WINDS}
            if has_four_winds(more, laid, seat):
                return MOST_POINTS, None, None

    base = 4 * len(shown)
    base += sum(set_points(kind, meld_type) for meld_type, kind in melds if meld_type != CHI)
    base += best_base(counts, in_melds, wilds, seat, most_copies)
    fan = natural_fan(counts, laid, seat, shown, is_naonao(indicator, options))
    return rounded(base << fan), base, fan


def loser_points(*args, **options):
    """Points of a hand that did not win: arguments as for `loser_worth`."""
    return loser_worth(*args, **options)[0]
