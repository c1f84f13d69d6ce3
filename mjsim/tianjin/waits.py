"""Waits: which tiles complete a hand, how many are live, what each is worth (T5-T7)."""

import numpy as np

from mjsim._core import wait_rows
from mjsim.errors import InputError
from mjsim.hands import Wait
from mjsim.inputs import laid_bytes, live_tiles, read_hand, read_kind
from mjsim.notation import Honors, parse_tiles
from mjsim.tianjin.categories import categories_of
from mjsim.tianjin.inputs import explain
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.scoring import may_win
from mjsim.tianjin.wilds import WILDS
from mjsim.tiles import N_KINDS, Hand, counts_of, tile_code

__all__ = ["Wait", "waits"]

_PLATFORM = Rules.platform()


def waits(
    hand: str | Hand,
    indicator: str | int,
    *,
    seen: str = "",
    rules: Rules | None = None,
    honors: Honors | None = None,
) -> list[Wait]:
    """List every kind that completes a hand on an ordinary draw.

    Parameters
    ----------
    hand : str or Hand
        The concealed tiles before the draw, with melds.
    indicator : str or int
        The tile turned up.
    seen : str
        Other tiles known to be out of the wall: discards and melds of the others.
    rules : Rules, optional
        ``Rules.platform()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    list of Wait
        By kind; empty if the hand is not ready. Wild kinds are listed, and kinds of which no
        copy is left. A kind that the hand itself holds four times is listed with 0 left and
        the value of its shape, although it can't be drawn.

    Raises
    ------
    InputError
        If the notation is malformed or the hand impossible.

    Examples
    --------
    >>> [(wait.tile, wait.left) for wait in waits("EEESSSWWWNNNN", "5s") if wait.left]
    [('5s', 3), ('6s', 4)]
    >>> sum(wait.left for wait in waits("123456m123456p5s", "5s"))
    122
    """
    rules = rules or _PLATFORM
    hand = read_hand(hand, honors)
    shown = read_kind(indicator, "indicator", honors)
    out = parse_tiles(seen, honors=honors, where="seen")
    counts = np.frombuffer(counts_of(hand), np.uint8)
    laid = np.frombuffer(laid_bytes(hand), np.uint8)
    fan = np.zeros((1, N_KINDS), np.int32)
    masks = np.zeros((1, N_KINDS), np.uint32)
    row = wait_rows(
        counts.reshape(1, N_KINDS), np.array([shown], np.uint8), laid.reshape(1, 4, 2),
        WILDS, rules.core, fan, masks,
    )  # fmt: skip
    if row >= 0:
        raise InputError(f"hand: {explain(counts.tolist(), hand.melds, shown, rules, more=1)}")
    left = live_tiles(hand, shown, out)
    found = []
    for kind in np.flatnonzero(fan[0]).tolist():
        categories = categories_of(int(masks[0, kind]))
        value = int(fan[0, kind])
        found.append(
            Wait(kind, tile_code(kind), left[kind], value, categories,
                 may_win(value, categories, rules))
        )  # fmt: skip
    return found
