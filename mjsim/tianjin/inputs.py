"""What is wrong with a hand of 天津麻将 that the kernels refuse."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mjsim.errors import InputError
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import N_KINDS, Hand, MeldType, counts_of, tile_code

__all__ = ["HOWS", "check_kongs", "check_melds", "explain", "explain_row"]

HOWS = {"draw": 0, "kong": 1, "deal": 2, "first": 3}
"""How the last tile came: codes by name."""

_PLATFORM = Rules.platform()
_LAID: dict[int, str] = {2: "a pong", 3: "a kong", 4: "a kong"}


def check_kongs(kongs: int) -> None:
    """Refuse a number of kongs in a row that no hand has."""
    if not isinstance(kongs, int) or isinstance(kongs, bool) or not 1 <= kongs <= 4:
        raise InputError(f"kongs: 1 to 4 in a row, not {kongs!r}")


def check_melds(hand: Hand, indicator: int | None) -> None:
    """Refuse tiles and melds that can't be held together, whatever their number."""
    counts = counts_of(hand)
    why = _why_impossible(counts, hand.melds, indicator, _PLATFORM)
    if why:
        raise InputError(f"hand: {why}")


def _why_impossible(
    counts: Sequence[int], melds: Sequence[tuple[int, int]], indicator: int | None, rules: Rules
) -> str | None:
    """Say why tiles and melds can't be held together; None if they can."""
    held = list(counts)
    laid = [(form, kind) for form, kind in melds if form]
    wild = wild_kinds(indicator) if indicator is not None else ()
    for form, kind in laid:
        if form == MeldType.CHI:
            return "no chi in 天津麻将"
        if form not in _LAID or kind >= N_KINDS:
            return f"no meld is of type {form} and kind {kind}"
        held[kind] += 3 if form == MeldType.PONG else 4
    for kind in range(N_KINDS):
        if held[kind] > 4:
            return f"{held[kind]} copies of {tile_code(kind)}; there are four"
    if indicator is not None and held[indicator] > 3:
        return f"four {tile_code(indicator)} beside the indicator {tile_code(indicator)}"
    for form, kind in laid:
        if kind in wild:
            name = tile_code(kind)
            if form != MeldType.CONCEALED_KONG or kind == indicator:
                return f"{name} is wild: it can't be in {_LAID[form]}"
            if not rules.allow_jin_gang:
                return "these rules allow no 金杠 (allow_jin_gang)"
    return None


def explain(
    counts: Sequence[int],
    melds: Sequence[tuple[int, int]],
    indicator: int | None,
    rules: Rules,
    *,
    last: int | None = None,
    how: int = 0,
    more: int = 0,
) -> str:
    """Say why the kernels refuse a hand.

    Parameters
    ----------
    counts : sequence of 34 int
        Concealed tiles, the last included if there is one.
    melds : sequence of (type, kind)
    indicator, last : int or None
    rules : Rules
    how : int
        Code of `HOWS`.
    more : int
        Tiles that a whole hand would have beyond these.
    """
    laid = [meld for meld in melds if meld[0]]
    why = _why_impossible(counts, melds, indicator, rules)
    if why:
        return why
    if last is not None and not counts[last]:
        return f"the last tile {tile_code(last)} is not among the concealed tiles"
    if laid and how in (HOWS["deal"], HOWS["first"]):
        return "天胡 and 地胡 come before any claim or kong: no melds"
    due = 14 - 3 * len(laid) - more
    if sum(counts) != due:
        with_melds = f" beside {len(laid)} melds" if laid else ""
        return f"{sum(counts)} concealed tiles{with_melds}; there must be {due}"
    raise AssertionError("the hand is a hand")


def explain_row(
    row: int,
    counts: NDArray[np.uint8],
    melds: NDArray[np.uint8] | None,
    indicators: NDArray[np.uint8],
    rules: Rules,
    *,
    last: NDArray[np.uint8] | None = None,
    how: NDArray[np.uint8] | None = None,
    more: int = 0,
) -> InputError:
    """Return the error of a row of a batch; arrays of length 1 hold for every row."""

    def at(array: NDArray[np.uint8]) -> int:
        return int(array[row if array.shape[0] > 1 else 0])

    why = explain(
        counts[row].tolist(),
        [] if melds is None else melds[row].tolist(),
        at(indicators),
        rules,
        last=None if last is None else at(last),
        how=0 if how is None else at(how),
        more=more,
    )
    return InputError(f"row {row}: {why}")
