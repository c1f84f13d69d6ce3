"""What brings a hand nearer to its goal, and what makes it wider."""

import numpy as np
from numpy.typing import NDArray

from mjsim._core import wait_rows, wenling_rows
from mjsim.odds.kernel import steps_of
from mjsim.odds.query import AT_ONCE, Query
from mjsim.tianjin import distance_batch
from mjsim.tianjin import shanten_batch as tianjin_shanten
from mjsim.tianjin.rules import Rules as TianjinRules
from mjsim.wenling import shanten_batch as wenling_shanten

__all__ = ["Live", "distances_of", "improving", "shanten_of", "widening", "winning"]

Live = tuple[tuple[int, int], ...]
"""Kinds with the live copies of each."""


def shanten_of(query: Query, rows: NDArray[np.uint8]) -> list[int]:
    """Return the shanten of hands, as `mjsim.tianjin.shanten` or `mjsim.wenling.shanten`."""
    tianjin = query.settings.game == "tianjin"
    found: list[int] = (tianjin_shanten if tianjin else wenling_shanten)(
        rows, query.indicator
    ).tolist()
    return found


def distances_of(query: Query, rows: NDArray[np.uint8]) -> list[int]:
    """Return the distance of hands to a win that may be declared; in 温岭麻将 their shanten."""
    rules = query.settings.rules
    if not isinstance(rules, TianjinRules):
        return shanten_of(query, rows)
    melds = query.laid(len(rows)) if query.hand.melds else None
    found: list[int] = distance_batch(rows, query.indicator, melds=melds, rules=rules).tolist()
    return found


def winning(query: Query, rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which kinds win on an ordinary draw and serve the goal.

    Parameters
    ----------
    query : Query
    rows : ndarray of uint8, shape (n, 34 or 42)
        Concealed tiles before the draw.

    Returns
    -------
    ndarray of bool, shape (n, 34 or 42)
        Among kinds of which a tile is live and not in the hand already.
    """
    if query.settings.game == "tianjin":
        wins, masks = _winning_tianjin(query, rows)
    else:
        wins, masks = _winning_wenling(query, rows)
    if query.settings.goal_code >= 0:
        wins &= (masks >> np.uint32(query.settings.goal_code) & 1) != 0
    return wins & _drawable(query, rows)


def _winning_tianjin(
    query: Query, rows: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.uint32]]:
    rules = query.settings.rules
    assert isinstance(rules, TianjinRules)
    n = len(rows)
    fan = np.zeros(rows.shape, np.int32)
    masks = np.zeros(rows.shape, np.uint32)
    turned = np.full(n, query.indicator, np.uint8)
    bad = wait_rows(rows, turned, query.laid(n), query.settings.facts.wilds, rules.core, fan, masks)
    assert bad < 0, "the hand was checked"
    exempt = sum(1 << query.settings.facts.categories.index(name) for name in rules.min_fan_exempt)
    wins = (fan >= rules.min_fan) | ((fan > 0) & (masks & np.uint32(exempt) != 0))
    return wins, masks


def _winning_wenling(
    query: Query, rows: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.uint32]]:
    wins = np.zeros(rows.shape, np.bool_)
    masks = np.zeros(rows.shape, np.uint32)
    which, last = np.nonzero(_drawable(query, rows))
    hands = rows[which]
    if not len(hands):
        return wins, masks
    hands[np.arange(len(hands)), last] += 1
    points = np.zeros(len(hands), np.int32)
    found = np.zeros(len(hands), np.uint32)
    shown = np.frombuffer(query.settings.shown, np.uint8).reshape(1, -1)
    bad = wenling_rows(
        hands,
        last.astype(np.uint8),
        np.array([query.indicator], np.uint8),
        query.laid(len(hands)),
        np.zeros(1, np.uint8),
        np.array([query.settings.seat], np.uint8),
        np.repeat(shown, len(hands), axis=0),
        query.settings.rules.core,
        points,
        np.zeros(len(hands), np.int32),
        np.zeros(len(hands), np.int32),
        found,
    )
    assert bad < 0, "the hand was checked"
    wins[which, last] = points > 0
    masks[which, last] = found
    return wins, masks


def _drawable(query: Query, rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which kinds each hand may still draw."""
    return (query.live > 0) & (rows < query.most)


def may_win_next(query: Query, row: NDArray[np.uint8], steps: int) -> bool:
    """Whether some tile may win on the next draw; without looking at each."""
    if steps == 0:
        return True
    wilds = sum(int(row[kind]) for kind in query.wild)
    return query.settings.facts.n_melds == 5 and wilds == AT_ONCE - 1


def with_live(query: Query, kinds: NDArray[np.bool_]) -> Live:
    """Return kinds with their live copies."""
    return tuple((kind, int(query.live[kind])) for kind in np.flatnonzero(kinds).tolist())


def improving(query: Query, row: NDArray[np.uint8], steps: int) -> Live:
    """Return the kinds that bring a hand of 3k + 1 tiles nearer to its goal.

    Parameters
    ----------
    query : Query
    row : ndarray of uint8, shape (34 or 42,)
    steps : int
        How far it is. Where it is 0, kinds that win count, and nothing is nearer.
    """
    nearer = np.zeros(len(row), np.bool_)
    if steps > 0:
        for kind in np.flatnonzero(_drawable(query, row)).tolist():
            nearer[kind] = _least(query, row, kind) < steps
    if may_win_next(query, row, steps):
        nearer |= winning(query, row[None])[0]
    return with_live(query, nearer)


def _natural(query: Query, row: NDArray[np.uint8]) -> list[int]:
    return [kind for kind in np.flatnonzero(row).tolist() if kind not in query.wild]


def _least(query: Query, row: NDArray[np.uint8], kind: int) -> int:
    """Return the steps that are left after a draw and the best discard."""
    drawn = row.copy()
    drawn[kind] += 1
    return min(steps_of(query, drawn, _natural(query, drawn)), default=len(row))


def widening(query: Query, row: NDArray[np.uint8], steps: int) -> Live:
    """Return the kinds that leave a hand as far, and let it improve by more live tiles.

    Parameters
    ----------
    query : Query
    row : ndarray of uint8, shape (34 or 42,)
        Concealed tiles, 3k + 1.
    steps : int
        How far it is.
    """
    now = improving(query, row, steps)
    least = sum(n for _, n in now)
    closed = {kind for kind, _ in now}
    known: dict[bytes, int] = {}
    found = np.zeros(len(row), np.bool_)
    for kind in np.flatnonzero(query.live).tolist():
        if kind in closed or kind in query.wild:
            continue
        drawn = row.copy()
        drawn[kind] += 1
        discards = _natural(query, drawn)
        for discard, after in zip(discards, steps_of(query, drawn, discards), strict=True):
            if after != steps or discard == kind:
                continue
            drawn[discard] -= 1
            key = drawn.tobytes()
            if key not in known:
                known[key] = sum(n for _, n in improving(query, drawn, steps))
            drawn[discard] += 1
            if known[key] > least:
                found[kind] = True
                break
    return with_live(query, found)
