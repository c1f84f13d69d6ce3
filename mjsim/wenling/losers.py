"""Points of those who did not win (W9)."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim._core import loser_rows
from mjsim.errors import InputError
from mjsim.inputs import as_codes, as_counts, as_kinds, as_melds, laid_bytes, read_hand, read_kind
from mjsim.notation import Honors
from mjsim.tiles import N_KINDS_FLOWERS, Hand, counts_of
from mjsim.wenling.inputs import (
    SEATS,
    as_shown,
    explain,
    explain_row,
    read_seat,
    read_shown,
)
from mjsim.wenling.rules import Rules

__all__ = ["loser_points", "loser_points_batch"]

_SEED = Rules.seed()


def loser_points(
    hand: str | Hand,
    indicator: str | int,
    *,
    seat: str | int = "E",
    shown: str = "",
    rules: Rules | None = None,
    honors: Honors | None = None,
) -> int:
    """Points of a hand that did not win.

    Parameters
    ----------
    hand : str or Hand
        16 tiles with the melds, or the dealer's 17.
    indicator : str or int
        The tile turned up.
    seat : {"E", "S", "W", "N"} or int
    shown : str
        Tiles shown and replaced.
    rules : Rules, optional
        ``Rules.seed()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    int
        Rounded up to ten, 500 at most.

    Raises
    ------
    InputError
        If the notation is malformed or the hand impossible.

    Notes
    -----
    得 go where they add most base points, at most five of a kind in all, and never add fan.

    Examples
    --------
    >>> loser_points("SSFF999m12s46m258p7s9p", "5p", seat="S")
    20
    """
    rules = rules or _SEED
    hand = read_hand(hand, honors, n_kinds=N_KINDS_FLOWERS)
    turned = read_kind(indicator, "indicator", honors, n_kinds=N_KINDS_FLOWERS)
    wind = read_seat(seat)
    table = read_shown(shown, honors)
    counts = np.frombuffer(counts_of(hand, N_KINDS_FLOWERS), np.uint8)
    points = np.zeros(1, np.int32)
    row = loser_rows(
        counts.reshape(1, -1),
        np.array([turned], np.uint8),
        np.frombuffer(laid_bytes(hand, 5), np.uint8).reshape(1, 5, 2),
        np.array([wind], np.uint8),
        np.frombuffer(table, np.uint8).reshape(1, -1),
        rules.core,
        points,
    )
    if row >= 0:
        tiles = (16, 17) if wind == 0 else (16,)
        why = explain(counts.tolist(), hand.melds, table, turned, rules, tiles=tiles)
        raise InputError(f"hand: {why}")
    return int(points[0])


def loser_points_batch(
    hands: ArrayLike,
    indicator: ArrayLike | str,
    *,
    melds: ArrayLike | None = None,
    seat: ArrayLike | str = 0,
    shown: ArrayLike | None = None,
    rules: Rules | None = None,
    honors: Honors | None = None,
) -> NDArray[np.int32]:
    """Points of many hands that did not win.

    Parameters
    ----------
    hands : uint8[n, 42]
        Counts of the concealed tiles.
    indicator : uint8[n], int or str
    melds : uint8[n, 5, 2], optional
        As for `score_batch`.
    seat : uint8[n], int or str
        0-3 for E S W N.
    shown : uint8[n, 42], optional
        Counts of the tiles shown.
    rules : Rules, optional
        ``Rules.seed()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        For a tile given as notation.

    Returns
    -------
    int32[n]

    Raises
    ------
    InputError
        If a row is no hand: the first such row is named.

    Examples
    --------
    >>> from mjsim.notation import parse_hand
    >>> loser_points_batch([parse_hand("SSFF999m12s46m258p7s9p").counts(42)], "5p", seat="S")
    array([20], dtype=int32)
    """
    rules = rules or _SEED
    counts = as_counts(hands, n_kinds=N_KINDS_FLOWERS)
    n = len(counts)
    turned = as_kinds(indicator, n, "indicator", honors, n_kinds=N_KINDS_FLOWERS)
    seats = as_codes(seat, n, SEATS, "seat")
    laid = as_melds(melds, n, 5)
    table = as_shown(shown, n)
    points = np.zeros(n, np.int32)
    row = loser_rows(counts, turned, laid, seats, table, rules.core, points)
    if row >= 0:
        dealer = seats[row if len(seats) > 1 else 0] == 0
        tiles = (16, 17) if dealer else (16,)
        raise explain_row(row, counts, laid, table, turned, rules, tiles=tiles)
    return points
