"""Dealing hands in bulk: whole openings, and counts of the dealer's first tiles."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjsim.blocks import Block, blocks_of
from mjsim.errors import InputError
from mjsim.inputs import read_kind
from mjsim.notation import Honors
from mjsim.streams import BLOCK_SIZE, Stream, check_game
from mjsim.tianjin.categories import CATEGORIES, categories_of
from mjsim.tianjin.deals import Tally, opening_block, tally_block
from mjsim.tianjin.fans import fan_of_deal
from mjsim.tianjin.rules import Rules
from mjsim.tiles import N_KINDS, N_KINDS_FLOWERS
from mjsim.wenling import deals as wenling
from mjsim.wenling.deals import Naonao

__all__ = ["WHATS", "Deals", "deal", "outcomes", "tally"]

_TALLIED = ("tianjin",)

WHATS = ("complete", "shanten", "wilds", "fan", "categories")
"""What `tally` can count."""


class Deals(NamedTuple):
    """Openings of hands.

    Attributes
    ----------
    hands : uint8[n, 4, 34] or uint8[n, 4, 42]
        Counts by seat: the dealer's 14 tiles, the others' 13. In 温岭麻将, which has 42 kinds,
        17 and 16 after the initial replacements.
    shown : uint8[n, 4, 34] or uint8[n, 4, 42]
        Tiles shown and replaced; none in 天津麻将 (read-only).
    indicator : uint8[n]
        Kind turned up.
    dealer : uint8[n]
        Seat of the dealer: that of hand i is i mod 4.
    dice : uint8[n, 6] or uint8[n, 4]
        Throws of the dealer, of the seat that they name (traditional), of the opposite seat; in
        温岭麻将 the two throws.
    """

    hands: NDArray[np.uint8]
    shown: NDArray[np.uint8]
    indicator: NDArray[np.uint8]
    dealer: NDArray[np.uint8]
    dice: NDArray[np.uint8]


def _blocks(n: int, stream: Stream) -> list[Block]:
    if not isinstance(n, int) or isinstance(n, bool) or n < 0:
        raise InputError(f"n: a whole number from 0, not {n!r}")
    return list(blocks_of(n, BLOCK_SIZE[stream])) if n else []


def deal(
    game: str,
    n: int,
    *,
    seed: int,
    indicator: str | int | None = None,
    naonao: Naonao | None = None,
    honors: Honors | None = None,
) -> Deals:
    """Deal the openings of n hands.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    n : int
        Hands 0 to n - 1; a longer run extends a shorter one.
    seed : int
    indicator : str or int, optional
        The tile turned up in every hand; what the wall shows if left out.
    naonao : {"seed", "with_winds", "always"}, optional
        温岭麻将: what makes it 闹闹, and so what is shown and replaced; ``"seed"`` if left out.
        The walls stay the same.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    Deals

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> deals = deal("tianjin", 3, seed=1)
    >>> deals.hands.shape, deals.hands.sum(axis=2).tolist()
    ((3, 4, 34), [[14, 13, 13, 13], [13, 14, 13, 13], [13, 13, 14, 13]])

    The tiles that each seat showed:

    >>> deals = deal("wenling", 3, seed=1, indicator="1g")
    >>> deals.hands.shape, deals.shown.sum(axis=2).tolist()
    ((3, 4, 42), [[1, 3, 0, 3], [2, 5, 1, 1], [2, 1, 4, 3]])
    """
    if check_game(game) == "wenling":
        return _deal_wenling(n, seed, indicator, "seed" if naonao is None else naonao, honors)
    if naonao is not None:
        raise InputError("naonao: 天津麻将 has no 闹闹")
    turned = None if indicator is None else read_kind(indicator, "indicator", honors)
    blocks = _blocks(n, Stream.WALLS)
    hands = np.empty((n, 4, N_KINDS), np.uint8)
    indicators = np.empty(n, np.uint8)
    dealers = np.empty(n, np.uint8)
    dice = np.empty((n, 6), np.uint8)
    for block in blocks:
        rows = slice(block.first_hand, block.first_hand + block.n_hands)
        opening_block(seed, block, turned, hands[rows], indicators[rows], dealers[rows], dice[rows])
    none = np.broadcast_to(np.uint8(0), hands.shape)
    return Deals(hands, none, indicators, dealers, dice)


def _deal_wenling(
    n: int, seed: int, indicator: str | int | None, naonao: Naonao, honors: Honors | None
) -> Deals:
    wenling.check_naonao(naonao)
    turned = None
    if indicator is not None:
        turned = read_kind(indicator, "indicator", honors, n_kinds=N_KINDS_FLOWERS)
    blocks = _blocks(n, Stream.WALLS)
    deals = Deals(
        np.empty((n, 4, N_KINDS_FLOWERS), np.uint8),
        np.empty((n, 4, N_KINDS_FLOWERS), np.uint8),
        np.empty(n, np.uint8),
        np.empty(n, np.uint8),
        np.empty((n, wenling.N_THROWN), np.uint8),
    )
    for block in blocks:
        rows = slice(block.first_hand, block.first_hand + block.n_hands)
        parts = (array[rows] for array in deals)
        wenling.opening_block(seed, block, turned, *parts, naonao=naonao)
    return deals


def tally(
    game: str,
    n: int,
    *,
    seed: int,
    indicator: str | int | None = None,
    what: str = "complete",
    rules: Rules | None = None,
    honors: Honors | None = None,
) -> dict[Any, int]:
    """Deal the dealer's first 14 tiles n times and count what came; no hand is kept.

    Parameters
    ----------
    game : {"tianjin"}
    n : int
        Hands; a longer run extends a shorter one.
    seed : int
        The stream is not that of `deal`.
    indicator : str or int, optional
        The tile turned up in every hand; random if left out.
    what : {"complete", "shanten", "wilds", "fan", "categories"}
        Complete or not; shanten; wilds held; fan as 天胡, 0 if not complete; categories of the
        complete hands as 天胡 (a hand counts under each of its categories).
    rules : Rules, optional
        ``Rules.platform()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    dict
        Number of hands by outcome: bool, int or category id. All but ``categories`` sum to n.

    Raises
    ------
    InputError
        If an argument can't be.

    Examples
    --------
    >>> tally("tianjin", 1_000_000, seed=1)
    {False: 999652, True: 348}
    """
    check_game(game, _TALLIED)
    if what not in WHATS:
        raise InputError(f"what: {', '.join(WHATS)}, not {what!r}")
    rules = rules or Rules.platform()
    shown = None if indicator is None else read_kind(indicator, "indicator", honors)
    scored = what in ("fan", "categories")
    total = Tally.empty()
    for block in _blocks(n, Stream.TALLY):
        total = total.merge(tally_block(seed, block, shown, rules, scored=scored))
    return outcomes(total, what, rules)


def outcomes(total: Tally, what: str, rules: Rules) -> dict[Any, int]:
    """Return the counts of one kind of outcome out of a tally."""
    by_shanten = total.shanten.sum(axis=(0, 1))
    n = int(by_shanten.sum())
    if what == "complete":
        return {False: n - int(by_shanten[0]), True: int(by_shanten[0])}
    if what == "shanten":
        return {i - 1: int(hands) for i, hands in enumerate(by_shanten) if hands}
    if what == "wilds":
        return {i: int(hands) for i, hands in enumerate(total.shanten.sum(axis=(0, 2))) if hands}
    by_mask = total.masks.sum(axis=0)
    masks = np.flatnonzero(by_mask)
    if what == "fan":
        counts = {0: n - int(by_shanten[0])}
        for mask in masks:
            fan = fan_of_deal(int(mask), rules)
            counts[fan] = counts.get(fan, 0) + int(by_mask[mask])
        return dict(sorted(counts.items()))
    by_name = dict.fromkeys(CATEGORIES, 0)
    for mask in masks:
        for name in categories_of(int(mask)):
            by_name[name] += int(by_mask[mask])
    return {name: hands for name, hands in by_name.items() if hands}
