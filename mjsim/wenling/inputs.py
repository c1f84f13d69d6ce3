"""Reading hands of 温岭麻将, and what is wrong with those that the kernels refuse."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError
from mjsim.inputs import as_counts
from mjsim.notation import Honors, parse_tiles
from mjsim.tiles import N_KINDS, N_KINDS_FLOWERS, MeldType, copies, tile_code
from mjsim.wenling.deals import de_kinds, is_naonao, shown_kinds
from mjsim.wenling.rules import Rules

__all__ = ["HOWS", "SEATS", "as_shown", "explain", "explain_row", "read_seat", "read_shown"]

HOWS = {
    "draw": 0,
    "discard": 1,
    "replacement": 2,
    "robbed": 3,
    "deal": 4,
    "first_discard": 5,
    "first_draw": 6,
}
"""How the last tile came: codes by name."""

SEATS = {"E": 0, "S": 1, "W": 2, "N": 3}
"""Seats from the dealer on, by their wind."""

_BY_OTHERS = (HOWS["discard"], HOWS["robbed"], HOWS["first_discard"])


def read_seat(seat: str | int) -> int:
    """Return the number of a seat, given by its wind or number."""
    if isinstance(seat, str):
        if seat not in SEATS:
            raise InputError(f"seat: {', '.join(SEATS)}, not {seat!r}")
        return SEATS[seat]
    if isinstance(seat, bool) or seat not in range(4):
        raise InputError(f"seat: E, S, W, N or 0 to 3, not {seat!r}")
    return int(seat)


def read_shown(shown: str, honors: Honors | None = None) -> bytearray:
    """Return shown tiles as 42 counts."""
    counts = bytearray(N_KINDS_FLOWERS)
    for kind in parse_tiles(shown, honors=honors, flowers=True, where="shown"):
        counts[kind] += 1
    return counts


def as_shown(shown: ArrayLike | None, n: int) -> NDArray[np.uint8] | None:
    """Return shown tiles as uint8[n, 42], or None."""
    if shown is None:
        return None
    counts = as_counts(shown, "shown", n_kinds=N_KINDS_FLOWERS)
    if len(counts) != n:
        raise InputError(f"shown: {len(counts)} rows beside {n} hands")
    return counts


def explain(
    counts: Sequence[int],
    melds: Sequence[tuple[int, int]],
    shown: Sequence[int],
    indicator: int,
    rules: Rules,
    *,
    last: int | None = None,
    how: int = 0,
    tiles: tuple[int, ...] = (17,),
) -> str:
    """Say why the kernels refuse a hand.

    Parameters
    ----------
    counts, shown : sequence of 42 int
        Concealed tiles, the last included if there is one; shown tiles.
    melds : sequence of (type, kind)
    indicator, last : int
    rules : Rules
    how : int
        Code of `HOWS`.
    tiles : tuple of int
        Numbers of tiles that a hand without melds may have.
    """
    wild = de_kinds(indicator)
    turned = tile_code(indicator)
    showing = shown_kinds(indicator, rules.naonao)
    mode = "闹闹" if is_naonao(indicator, rules.naonao) else "no 闹闹"
    total = [a + b for a, b in zip(counts, shown, strict=True)]
    total[indicator] += 1
    laid = [(form, kind) for form, kind in melds if form]
    for form, kind in laid:
        run = form == MeldType.CHI
        if (
            not MeldType.CHI <= form <= MeldType.CONCEALED_KONG
            or kind >= N_KINDS
            or (run and (kind >= 27 or kind % 9 > 6))
        ):
            return f"no meld is of type {form} and kind {kind}"
        for each in range(kind, kind + 3) if run else (kind,):
            total[each] += 1 if run else 3 if form == MeldType.PONG else 4
            if each in wild:
                return f"{tile_code(each)} is 得: it can't be in a meld"
            if each in showing:
                return f"{tile_code(each)} is shown, not laid ({mode})"
    for kind in range(N_KINDS_FLOWERS):
        if total[kind] > copies(kind):
            beside = f" with {turned} turned up" if kind == indicator else ""
            return f"{total[kind]} copies of {tile_code(kind)}{beside}; there are {copies(kind)}"
        if shown[kind] and kind in wild:
            return f"{tile_code(kind)} is 得: it is never shown"
        if shown[kind] and kind not in showing:
            return f"{tile_code(kind)} is not shown ({mode})"
        if counts[kind] and kind in showing:
            return f"{tile_code(kind)} is shown, not held ({mode})"
        if counts[kind] and kind >= N_KINDS and kind not in wild:
            return f"{tile_code(kind)} is no tile of a hand"
    if last is not None:
        if not counts[last]:
            return f"the last tile {tile_code(last)} is not among the concealed tiles"
        if last in wild and how in _BY_OTHERS:
            return f"{tile_code(last)} is 得: nobody wins on it when another discards it"
    due = [number - 3 * len(laid) for number in tiles]
    if sum(counts) not in due:
        beside = f" beside {len(laid)} melds" if laid else ""
        return f"{sum(counts)} concealed tiles{beside}; there must be {' or '.join(map(str, due))}"
    raise AssertionError("the hand is a hand")


def explain_row(
    row: int,
    counts: NDArray[np.uint8],
    melds: NDArray[np.uint8] | None,
    shown: NDArray[np.uint8] | None,
    indicators: NDArray[np.uint8],
    rules: Rules,
    *,
    last: NDArray[np.uint8] | None = None,
    how: NDArray[np.uint8] | None = None,
    tiles: tuple[int, ...] = (17,),
) -> InputError:
    """Return the error of a row of a batch; arrays of length 1 hold for every row."""

    def at(array: NDArray[np.uint8]) -> int:
        return int(array[row if array.shape[0] > 1 else 0])

    why = explain(
        counts[row].tolist(),
        [] if melds is None else melds[row].tolist(),
        [0] * N_KINDS_FLOWERS if shown is None else shown[row].tolist(),
        at(indicators),
        rules,
        last=None if last is None else at(last),
        how=0 if how is None else at(how),
        tiles=tiles,
    )
    return InputError(f"row {row}: {why}")
