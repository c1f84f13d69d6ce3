"""Steps that a hand is away: from completion, and from a win that may be declared."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim._core import distance_rows
from mjsim.errors import InputError
from mjsim.inputs import as_counts, as_kinds, as_melds, laid_bytes, read_hand, read_kind
from mjsim.notation import Honors
from mjsim.steps import Game as _Game
from mjsim.steps import shanten_of, shanten_of_many
from mjsim.tianjin.inputs import check_melds, explain, explain_row
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.wilds import WILDS
from mjsim.tiles import N_KINDS, Hand, counts_of, tile_code

__all__ = ["distance", "distance_batch", "shanten", "shanten_batch"]

_MOST = 14


def _why_no_hand(counts: NDArray[np.uint8], indicator: int) -> str:
    for kind in range(N_KINDS):
        if counts[kind] > 4:
            return f"{counts[kind]} copies of {tile_code(kind)}; there are four"
    if indicator < N_KINDS and counts[indicator] > 3:
        return f"four {tile_code(indicator)} beside the indicator {tile_code(indicator)}"
    return f"{counts.sum()} concealed tiles; a hand has 3k + 1 or 3k + 2, at most {_MOST}"


_GAME: _Game = {"n_kinds": N_KINDS, "most": _MOST, "wilds": WILDS, "why": _why_no_hand}


def shanten(
    hand: str | Hand,
    indicator: str | int | None = None,
    *,
    strict: bool = False,
    honors: Honors | None = None,
) -> int:
    """Tiles that a hand misses for melds and a pair, less one.

    Parameters
    ----------
    hand : str or Hand
        3k + 1 or 3k + 2 concealed tiles; laid melds, shown or not, are inferred from their
        number.
    indicator : str or int, optional
        The tile turned up; no wilds if left out.
    strict : bool
        Ask for at most four copies of a kind, as other tools do. By default a fifth may be
        asked for, since a wild may be one (T3); a sixth never.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    int
        -1 complete, 0 ready, and so on.

    Raises
    ------
    InputError
        If the notation is malformed or the hand impossible.

    Examples
    --------
    >>> shanten("123456m12399p78s"), shanten("123456m12399p78s", "9p")
    (0, 0)
    >>> shanten("1111m"), shanten("1111m", strict=True)
    (0, 1)
    """
    return shanten_of(hand, indicator, strict=strict, honors=honors, check=check_melds, **_GAME)


def shanten_batch(
    counts: ArrayLike,
    indicator: ArrayLike | str | None = None,
    *,
    strict: bool = False,
    honors: Honors | None = None,
) -> NDArray[np.int8]:
    """Shanten of many hands.

    Parameters
    ----------
    counts : uint8[n, 34]
        Concealed tiles; melds are inferred from their number.
    indicator : uint8[n], int or str, optional
        Kinds turned up, or one for all; no wilds if left out.
    strict : bool
        As for `shanten`.
    honors : {"tenhou", "chinese"}, optional
        For a tile given as notation.

    Returns
    -------
    int8[n]

    Raises
    ------
    InputError
        If a row is no hand: the first such row is named.

    Examples
    --------
    >>> from mjsim.notation import parse_hand
    >>> shanten_batch([parse_hand("123456m12399p78s").counts()], "9p")
    array([0], dtype=int8)
    """
    return shanten_of_many(counts, indicator, strict=strict, honors=honors, **_GAME)


def _may_distance(rules: Rules | None) -> Rules:
    rules = rules or Rules.platform()
    if rules.min_fan > 3:
        raise InputError(f"rules: distance is for a min_fan of 1, 2 or 3, not {rules.min_fan}")
    return rules


def distance(
    hand: str | Hand,
    indicator: str | int,
    *,
    rules: Rules | None = None,
    honors: Honors | None = None,
) -> int:
    """Tiles that a hand misses for a win that may be declared, less one (T5).

    Such a win is 素, 混吊, 捉5, 龍 or a kong's replacement, as far as the rules' ``min_fan`` and
    ``min_fan_exempt`` let it be declared; with ``min_fan=1`` the distance is the shanten.

    Parameters
    ----------
    hand : str or Hand
        The concealed tiles with melds: one or none less than a whole hand.
    indicator : str or int
        The tile turned up.
    rules : Rules, optional
        ``Rules.platform()`` if left out; ``min_fan`` is 3 at most.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    int
        0: one suitable tile wins. -1: the hand is whole and may be declared, some one of its
        tiles being the last.

    Raises
    ------
    InputError
        If the notation is malformed, the hand impossible or ``min_fan`` above 3.

    Notes
    -----
    The last tile of 捉5 and 混吊 is drawn last, hence missing even if its kind is held. A kong
    counts the copies it lacks and the replacement; 杠開 doubles once. 素 needs natural tiles:
    four of a kind at most, the hand's own melds among them, and none of a wild kind. Otherwise
    copies are limited as for `shanten`. What others show or threw is not taken into account.

    Examples
    --------
    Ready for a natural hand, and ready for 提溜 alone, which is one step further from a win:

    >>> shanten("123456m12399p78s", "E"), distance("123456m12399p78s", "E")
    (0, 0)
    >>> shanten("123456m1239p78sE", "E"), distance("123456m1239p78sE", "E")
    (0, 1)
    """
    rules = _may_distance(rules)
    hand = read_hand(hand, honors)
    shown = read_kind(indicator, "indicator", honors)
    counts = np.frombuffer(counts_of(hand), np.uint8)
    out = np.empty(1, np.int8)
    row = distance_rows(
        counts.reshape(1, N_KINDS),
        np.array([shown], np.uint8),
        np.frombuffer(laid_bytes(hand), np.uint8).reshape(1, 4, 2),
        WILDS,
        rules.core,
        out,
    )
    if row >= 0:
        more = 0 if hand.size > 13 else 1
        raise InputError(f"hand: {explain(counts.tolist(), hand.melds, shown, rules, more=more)}")
    return int(out[0])


def distance_batch(
    counts: ArrayLike,
    indicator: ArrayLike | str,
    *,
    melds: ArrayLike | None = None,
    rules: Rules | None = None,
    honors: Honors | None = None,
) -> NDArray[np.int8]:
    """Distance of many hands to a win that may be declared.

    Parameters
    ----------
    counts : uint8[n, 34]
        Concealed tiles.
    indicator : uint8[n], int or str
        Kinds turned up, or one for all.
    melds : uint8[n, 4, 2], optional
        (type, kind), as for `score_batch`. If left out, their number is inferred from the
        number of tiles, and none of them is a pong that could become a kong, or a 金杠.
    rules : Rules, optional
        ``Rules.platform()`` if left out; ``min_fan`` is 3 at most.
    honors : {"tenhou", "chinese"}, optional
        For a tile given as notation.

    Returns
    -------
    int8[n]

    Raises
    ------
    InputError
        If a row is no hand: the first such row is named.

    Examples
    --------
    >>> from mjsim.notation import parse_hand
    >>> distance_batch([parse_hand("123456m1239p78sE").counts()], "E")
    array([1], dtype=int8)
    """
    rules = _may_distance(rules)
    hands = as_counts(counts, "counts")
    n = len(hands)
    shown = as_kinds(indicator, n, "indicator", honors)
    laid = as_melds(melds, n)
    out = np.empty(n, np.int8)
    row = distance_rows(hands, shown, laid, WILDS, rules.core, out)
    if row >= 0:
        if laid is None:
            shown_here = int(shown[row if len(shown) > 1 else 0])
            raise InputError(f"row {row}: {_why_no_hand(hands[row], shown_here)}")
        n_melds = int(np.count_nonzero(laid[row, :, 0]))
        more = 0 if int(hands[row].sum()) > 13 - 3 * n_melds else 1
        raise explain_row(row, hands, laid, shown, rules, more=more)
    return out
