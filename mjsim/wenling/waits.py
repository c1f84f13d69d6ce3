"""Waits: which tiles win on a self-draw, how many are live, what each is worth."""

import numpy as np

from mjsim._core import wenling_rows
from mjsim.errors import InputError
from mjsim.hands import Wait
from mjsim.inputs import laid_bytes, live_tiles, read_hand, read_kind
from mjsim.notation import Honors, parse_tiles
from mjsim.tiles import N_KINDS_FLOWERS, Hand, counts_of, tile_code
from mjsim.wenling.categories import categories_of
from mjsim.wenling.deals import de_kinds, shown_kinds
from mjsim.wenling.inputs import explain, read_seat, read_shown
from mjsim.wenling.rules import Rules

__all__ = ["Wait", "waits"]

_SEED = Rules.seed()


def waits(
    hand: str | Hand,
    indicator: str | int,
    *,
    seen: str = "",
    seat: str | int = "E",
    shown: str = "",
    rules: Rules | None = None,
    honors: Honors | None = None,
) -> list[Wait]:
    """List every kind that wins when drawn.

    Parameters
    ----------
    hand : str or Hand
        The concealed tiles before the draw, with melds.
    indicator : str or int
        The tile turned up.
    seen : str
        Other tiles known to be out of the wall.
    seat : {"E", "S", "W", "N"} or int
    shown : str
        Tiles that the player has shown.
    rules : Rules, optional
        ``Rules.seed()`` if left out.
    honors : {"tenhou", "chinese"}, optional
        What ``5z 6z 7z`` mean.

    Returns
    -------
    list of Wait
        By kind, 得 and kinds of which no copy is left among them; not kinds that are shown on
        arrival, nor those that the hand itself holds all of. The third 得 is a wait (W5).

    Raises
    ------
    InputError
        If the notation is malformed or the hand impossible.

    Examples
    --------
    >>> [(w.tile, w.left, w.value) for w in waits("123m55m678m345s78s234p", "5p", seat="S")]
    [('5p', 3, 90), ('6s', 4, 90), ('9s', 4, 90)]
    """
    rules = rules or _SEED
    hand = read_hand(hand, honors, n_kinds=N_KINDS_FLOWERS)
    turned = read_kind(indicator, "indicator", honors, n_kinds=N_KINDS_FLOWERS)
    wind = read_seat(seat)
    table = read_shown(shown, honors)
    counts = counts_of(hand, N_KINDS_FLOWERS)
    out = parse_tiles(seen, honors=honors, flowers=True, where="seen")
    on_table = [kind for kind in range(N_KINDS_FLOWERS) for _ in range(table[kind])]
    laid = laid_bytes(hand, 5)
    if sum(counts) != 16 - 3 * len(hand.melds):
        why = explain(counts, hand.melds, table, turned, rules, tiles=(16,))
        raise InputError(f"hand: {why}")
    held = live_tiles(hand, turned, on_table, n_kinds=N_KINDS_FLOWERS)
    left = live_tiles(hand, turned, [*on_table, *out], n_kinds=N_KINDS_FLOWERS)
    silent = shown_kinds(turned, rules.naonao)
    wild = de_kinds(turned)
    drawn = [
        kind
        for kind in range(N_KINDS_FLOWERS)
        if held[kind] and kind not in silent and (kind < 34 or kind in wild)
    ]
    n = len(drawn)
    hands = np.tile(np.frombuffer(counts, np.uint8), (n, 1))
    hands[np.arange(n), drawn] += 1
    points, base, fan = (np.zeros(n, np.int32) for _ in range(3))
    masks = np.zeros(n, np.uint32)
    row = wenling_rows(
        hands,
        np.array(drawn, np.uint8),
        np.array([turned], np.uint8),
        np.tile(np.frombuffer(laid, np.uint8).reshape(1, 5, 2), (n, 1, 1)),
        np.zeros(1, np.uint8),
        np.array([wind], np.uint8),
        np.tile(np.frombuffer(table, np.uint8), (n, 1)),
        rules.core,
        points,
        base,
        fan,
        masks,
    )
    if row >= 0:
        why = explain(hands[row].tolist(), hand.melds, table, turned, rules)
        raise InputError(f"hand: {why}")
    return [
        Wait(
            drawn[i],
            tile_code(drawn[i]),
            left[drawn[i]],
            int(points[i]),
            categories_of(int(masks[i])),
            True,
        )
        for i in np.flatnonzero(points).tolist()
    ]
