"""Points, categories and arrangement of winning hands (W5, W8)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim._core import wenling_one, wenling_rows
from mjsim.errors import InputError
from mjsim.hands import Group
from mjsim.inputs import as_codes, as_counts, as_kinds, as_melds, laid_bytes, read_hand, read_kind
from mjsim.notation import Honors
from mjsim.tiles import N_KINDS_FLOWERS, Hand, MeldType, counts_of
from mjsim.wenling.arrangement import with_last_wild
from mjsim.wenling.categories import LIMITS, categories_of
from mjsim.wenling.inputs import (
    HOWS,
    SEATS,
    as_shown,
    explain,
    explain_row,
    read_seat,
    read_shown,
)
from mjsim.wenling.rules import Rules
from mjsim.wenling.steps import WILDS

__all__ = ["SCORE_DTYPE", "Group", "Score", "score", "score_batch"]

SCORE_DTYPE = np.dtype(
    [("points", np.int32), ("base", np.int32), ("fan", np.int32), ("categories", np.uint32)]
)
"""What `score_batch` returns: points 0 where neither complete nor an automatic win."""

_SEED = Rules.seed()
_LAID_FORMS = {
    MeldType.CHI: "chi",
    MeldType.PONG: "pong",
    MeldType.OPEN_KONG: "open kong",
    MeldType.CONCEALED_KONG: "concealed kong",
}


class Score(NamedTuple):
    """What a winning hand is worth.

    Attributes
    ----------
    points : int
        Rounded up to ten, 500 at most; 500 with a 腊子.
    base, fan : int
        Of the arrangement, whatever the cap; 0 of an automatic win.
    limit : str or None
        The first 腊子 that holds, None if none does.
    categories : tuple of str
        In bit order.
    groups : tuple of Group
        The arrangement, melds last; empty of an automatic win.
    """

    points: int
    base: int
    fan: int
    limit: str | None
    categories: tuple[str, ...]
    groups: tuple[Group, ...]

    @property
    def uncapped(self) -> int:
        """(base + 20) x 2^fan, neither rounded nor capped."""
        return (self.base + 20) << self.fan


def score(
    hand: str | Hand,
    last: str | int,
    indicator: str | int,
    *,
    how: str = "draw",
    seat: str | int = "E",
    shown: str = "",
    rules: Rules | None = None,
    honors: Honors | None = None,
) -> Score | None:
    """Score a hand with its last tile.

    Parameters
    ----------
    hand : str or Hand
        The concealed tiles before the last one, with melds.
    last : str or int
        The tile drawn or won on.
    indicator : str or int
        The tile turned up.
    how : {"draw", "discard", "replacement", "robbed", "deal", "first_discard", "first_draw"}
        How the last tile came; taken at its word.
    seat : {"E", "S", "W", "N"} or int
        The winner's wind; the dealer is E.
    shown : str
        Tiles shown and replaced.
    rules : Rules, optional
        ``Rules.seed()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    Score or None
        None if the hand is neither complete nor an automatic win (W5).

    Raises
    ------
    InputError
        If the notation is malformed or the hand impossible.

    Notes
    -----
    Points are compared after rounding and cap; among equals the largest category mask is
    reported, then the higher fan, then the higher base.

    Examples
    --------
    >>> result = score("123m55m678m345s78s234p", "9s", "5p", how="discard", seat="S")
    >>> result.points, result.base, result.fan, result.categories
    (80, 0, 2, ('panghu', 'wude'))
    >>> score("EEESSSWWWNN123m45m", "6m", "5p", seat="S").limit
    'sifenghuiqi'
    """
    rules = rules or _SEED
    hand = read_hand(hand, honors, n_kinds=N_KINDS_FLOWERS)
    tile = read_kind(last, "last", honors, n_kinds=N_KINDS_FLOWERS)
    turned = read_kind(indicator, "indicator", honors, n_kinds=N_KINDS_FLOWERS)
    code = HOWS.get(how)
    if code is None:
        raise InputError(f"how: {', '.join(HOWS)}, not {how!r}")
    wind = read_seat(seat)
    table = read_shown(shown, honors)
    counts = counts_of(hand, N_KINDS_FLOWERS)
    counts[tile] += 1
    found = wenling_one(counts, laid_bytes(hand, 5), table, tile, turned, code, wind, rules.core)
    if found is None:
        raise InputError(
            f"hand: {explain(counts, hand.melds, table, turned, rules, last=tile, how=code)}"
        )
    points, base, fan, mask, groups = found
    if not points:
        return None
    categories = categories_of(mask)
    limit = next((name for name in categories if name in LIMITS), None)
    arranged = tuple(map(Group._make, groups))
    if tile in WILDS.kinds(turned):
        arranged = tuple(with_last_wild(arranged, categories))
    if arranged:
        arranged += tuple(
            Group(_LAID_FORMS[meld.type], meld.kinds, (False,) * len(meld.kinds), False)
            for meld in hand.melds
        )
    return Score(points, base, fan, limit, categories, arranged)


def score_batch(
    hands: ArrayLike,
    last: ArrayLike | str,
    indicator: ArrayLike | str,
    *,
    melds: ArrayLike | None = None,
    how: ArrayLike | str = "draw",
    seat: ArrayLike | str = 0,
    shown: ArrayLike | None = None,
    rules: Rules | None = None,
    honors: Honors | None = None,
) -> NDArray[np.void]:
    """Score many hands.

    Parameters
    ----------
    hands : uint8[n, 42]
        Counts of the concealed tiles, the last included.
    last, indicator : uint8[n], int or str
        Kinds, or one for all.
    melds : uint8[n, 5, 2], optional
        (type, kind): 0 none, 1 chi (its lowest kind), 2 pong, 3 open kong, 4 concealed kong.
    how : str or uint8[n]
        A name, or codes in the order of `score`.
    seat : uint8[n], int or str
        0-3 for E S W N.
    shown : uint8[n, 42], optional
        Counts of the tiles shown.
    rules : Rules, optional
        ``Rules.seed()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        For tiles given as notation.

    Returns
    -------
    structured array[n]
        ``points base fan`` int32, points 0 where nothing is won; ``categories`` uint32, bits in
        the order of `CATEGORIES`.

    Raises
    ------
    InputError
        If a row is no hand: the first such row is named.

    Examples
    --------
    >>> from mjsim.notation import parse_hand
    >>> hands = [parse_hand("123m55m678m345s789s234p").counts(42)]
    >>> score_batch(hands, "9s", "5p", seat="S")["points"]
    array([90], dtype=int32)
    """
    rules = rules or _SEED
    counts = as_counts(hands, n_kinds=N_KINDS_FLOWERS)
    n = len(counts)
    tiles = as_kinds(last, n, "last", honors, n_kinds=N_KINDS_FLOWERS)
    turned = as_kinds(indicator, n, "indicator", honors, n_kinds=N_KINDS_FLOWERS)
    codes = as_codes(how, n, HOWS)
    seats = as_codes(seat, n, SEATS, "seat")
    laid = as_melds(melds, n, 5)
    table = as_shown(shown, n)
    out = np.zeros(n, SCORE_DTYPE)
    row = wenling_rows(
        counts, tiles, turned, laid, codes, seats, table, rules.core,
        out["points"], out["base"], out["fan"], out["categories"],
    )  # fmt: skip
    if row >= 0:
        raise explain_row(row, counts, laid, table, turned, rules, last=tiles, how=codes)
    return out
