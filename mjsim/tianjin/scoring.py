"""Fan, categories and arrangement of complete hands (T6, T7)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim._core import arrange, count_tiles, score_one, score_rows
from mjsim.errors import InputError
from mjsim.hands import Group
from mjsim.inputs import (
    as_codes,
    as_counts,
    as_flags,
    as_kinds,
    as_melds,
    laid_bytes,
    read_hand,
    read_kind,
)
from mjsim.notation import Honors
from mjsim.tianjin.categories import categories_of
from mjsim.tianjin.inputs import HOWS, check_kongs, explain, explain_row
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.wilds import WILDS, wild_kinds
from mjsim.tiles import Hand, MeldType

__all__ = ["SCORE_DTYPE", "Group", "Score", "kong_points", "score", "score_batch"]

SCORE_DTYPE = np.dtype([("fan", np.int32), ("categories", np.uint32)])
"""What `score_batch` returns: fan 0 where not complete, categories as a mask."""

_PLATFORM = Rules.platform()
_LAID_FORMS = {
    MeldType.PONG: "pong",
    MeldType.OPEN_KONG: "open kong",
    MeldType.CONCEALED_KONG: "concealed kong",
}


class Score(NamedTuple):
    """What a complete hand is worth.

    Attributes
    ----------
    fan : int
        Before kong points (T7).
    wins : bool
        Whether it may be declared: the fan reaches ``min_fan``, or a category is exempt.
    categories : tuple of str
        In bit order.
    kong_points : int
        Points of the hand's own kongs (T8).
    groups : tuple of Group
        One arrangement in which all these categories hold, melds last.
    """

    fan: int
    wins: bool
    categories: tuple[str, ...]
    kong_points: int
    groups: tuple[Group, ...]


def kong_points(hand: Hand, indicator: int, rules: Rules) -> int:
    """Points of a hand's kongs: 明杠 1, 暗杠 2, 金杠 by the rules (T8)."""
    points = 0
    for form, kind in hand.melds:
        if form == MeldType.OPEN_KONG:
            points += 1
        elif form == MeldType.CONCEALED_KONG:
            points += rules.jin_gang_points if kind in wild_kinds(indicator) else 2
    return points


def may_win(fan: int, categories: tuple[str, ...], rules: Rules) -> bool:
    """Whether a win may be declared (T5, T10)."""
    return fan >= rules.min_fan or (
        fan > 0 and bool(rules.min_fan_exempt) and not rules.min_fan_exempt.isdisjoint(categories)
    )


def score(
    hand: str | Hand,
    last: str | int,
    indicator: str | int,
    *,
    how: str = "draw",
    tian_ting: bool = False,
    rules: Rules | None = None,
    kongs: int = 1,
    honors: Honors | None = None,
) -> Score | None:
    """Score a hand with its last tile.

    Parameters
    ----------
    hand : str or Hand
        The concealed tiles before the last one, with melds.
    last : str or int
        The tile drawn.
    indicator : str or int
        The tile turned up.
    how : {"draw", "kong", "deal", "first"}
        How the last tile came: an ordinary draw, a kong's replacement (杠開), the dealer's first
        14 tiles (天胡), a non-dealer's first draw (地胡). It is taken at its word; ``first`` is
        an ordinary draw where the rules have no 地胡.
    tian_ting : bool
        天聽 was declared; without effect where the rules have none.
    rules : Rules, optional
        ``Rules.platform()`` if left out.
    kongs : int
        Kongs in a row before the last tile, 1-4; matters for ``gangkai_stack`` only.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    Score or None
        None if the hand is not complete. A complete hand that may not be declared has
        ``wins=False``.

    Raises
    ------
    InputError
        If the notation is malformed or the hand impossible.

    Examples
    --------
    捉5龍, the last tile in the dragon (T6):

    >>> result = score("123m789m46m11p222s", "5m", "E")
    >>> result.fan, result.categories
    (14, ('zhuo5', 'long', 'su'))
    >>> score("123456m12399p78s", "E", "E").wins
    False
    >>> score("123456m12399p78s", "1s", "E") is None
    True
    """
    rules = rules or _PLATFORM
    hand = read_hand(hand, honors)
    tile = read_kind(last, "last", honors)
    shown = read_kind(indicator, "indicator", honors)
    code = HOWS.get(how)
    if code is None:
        raise InputError(f"how: {', '.join(HOWS)}, not {how!r}")
    check_kongs(kongs)
    try:
        counts = count_tiles(hand.tiles, tile)
    except ValueError as error:
        raise InputError(f"hand: {error} in 天津麻将") from None
    melds = laid_bytes(hand) if hand.melds else _NO_MELDS
    found = score_one(counts, melds, tile, shown, code, tian_ting, kongs, WILDS, rules.core)
    if found is None:
        why = explain(counts, hand.melds, shown, rules, last=tile, how=code)
        raise InputError(f"hand: {why}")
    fan, mask, _ = found
    if not fan:
        return None
    categories = categories_of(mask)
    any_last = code == 2 or (code == 3 and rules.dihu)
    groups = tuple(map(Group._make, arrange(counts, melds, tile, shown, any_last, mask, WILDS)))
    points = 0
    if hand.melds:
        groups += tuple(_laid(form, kind, shown) for form, kind in hand.melds)
        points = kong_points(hand, shown, rules)
    return Score(fan, may_win(fan, categories, rules), categories, points, groups)


_NO_MELDS = bytes(8)


def _laid(form: MeldType, kind: int, indicator: int) -> Group:
    n = 3 if form == MeldType.PONG else 4
    return Group(_LAID_FORMS[form], (kind,) * n, (kind in wild_kinds(indicator),) * n, False)


def score_batch(
    hands: ArrayLike,
    last: ArrayLike | str,
    indicator: ArrayLike | str,
    *,
    melds: ArrayLike | None = None,
    how: ArrayLike | str = "draw",
    tian_ting: ArrayLike | bool = False,
    rules: Rules | None = None,
    kongs: int = 1,
    honors: Honors | None = None,
) -> NDArray[np.void]:
    """Score many hands.

    Parameters
    ----------
    hands : uint8[n, 34]
        Counts of the concealed tiles, the last included.
    last, indicator : uint8[n], int or str
        Kinds, or one for all.
    melds : uint8[n, 4, 2], optional
        (type, kind): 0 none, 2 pong, 3 open kong, 4 concealed kong.
    how : str or uint8[n]
        A name, or codes: 0 draw, 1 kong, 2 deal, 3 first.
    tian_ting : bool or bool[n]
    rules : Rules, optional
        ``Rules.platform()`` if left out.
    kongs : int
        Kongs in a row before the last tile; matters for ``gangkai_stack`` only.
    honors : {"tenhou", "chinese"}, optional
        For tiles given as notation.

    Returns
    -------
    structured array[n]
        ``fan`` int32, 0 where not complete; ``categories`` uint32, bits in the order of
        `CATEGORIES`.

    Raises
    ------
    InputError
        If a row is no hand: the first such row is named.

    Examples
    --------
    >>> from mjsim.notation import parse_hand
    >>> hands = [parse_hand("123456789m123pES").counts()]
    >>> score_batch(hands, "S", "E")
    array([(8, 10)], dtype=[('fan', '<i4'), ('categories', '<u4')])
    """
    rules = rules or _PLATFORM
    counts = as_counts(hands)
    n = len(counts)
    tiles = as_kinds(last, n, "last", honors)
    shown = as_kinds(indicator, n, "indicator", honors)
    codes = as_codes(how, n, HOWS)
    laid = as_melds(melds, n)
    ting = as_flags(tian_ting, n, "tian_ting")
    check_kongs(kongs)
    out = np.zeros(n, SCORE_DTYPE)
    row = score_rows(
        counts, tiles, shown, laid, codes, ting, kongs, WILDS, rules.core,
        out["fan"], out["categories"],
    )  # fmt: skip
    if row >= 0:
        raise explain_row(row, counts, laid, shown, rules, last=tiles, how=codes)
    return out
