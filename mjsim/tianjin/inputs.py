"""Reading what callers pass, and saying what is wrong with a hand."""

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError
from mjsim.notation import Honors, parse_hand, parse_tile
from mjsim.tianjin.rules import Rules
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import N_KINDS, Hand, MeldType, counts_of, tile_code

__all__ = [
    "HOWS",
    "as_codes",
    "as_counts",
    "as_flags",
    "as_kinds",
    "as_melds",
    "check_kongs",
    "check_melds",
    "explain",
    "explain_row",
    "laid_bytes",
    "read_hand",
    "read_kind",
]

HOWS = {"draw": 0, "kong": 1, "deal": 2, "first": 3}
"""How the last tile came: codes by name."""

_PLATFORM = Rules.platform()
_MELD_TYPES = frozenset(MeldType) - {MeldType.NONE}
_LAID: dict[int, str] = {2: "a pong", 3: "a kong", 4: "a kong"}


def read_hand(hand: str | Hand, honors: Honors | None = None) -> Hand:
    """Return the hand that a notation stands for, or the hand itself."""
    if isinstance(hand, Hand):
        for form, kind in hand.melds:
            if form not in _MELD_TYPES or not 0 <= kind < N_KINDS:
                raise InputError(f"hand: no meld is of type {form!r} and kind {kind!r}")
        return hand
    return parse_hand(hand, honors=honors)


def read_kind(tile: str | int, where: str, honors: Honors | None = None) -> int:
    """Return the kind of one tile, given as notation or as a number."""
    if isinstance(tile, str):
        return parse_tile(tile, honors=honors, where=where)
    try:
        kind = index(tile)
    except TypeError:
        kind = -1
    if not 0 <= kind < N_KINDS:
        raise InputError(f"{where}: a tile, or a kind from 0 to 33, not {tile!r}")
    return kind


def check_kongs(kongs: int) -> None:
    """Refuse a number of kongs in a row that no hand has."""
    if not isinstance(kongs, int) or isinstance(kongs, bool) or not 1 <= kongs <= 4:
        raise InputError(f"kongs: 1 to 4 in a row, not {kongs!r}")


def laid_bytes(hand: Hand) -> bytes:
    """Return melds as the kernels read them: four pairs of type and kind."""
    if len(hand.melds) > 4:
        raise InputError(f"hand: {len(hand.melds)} melds; a hand has four")
    return bytes(value for meld in hand.melds for value in meld).ljust(8, b"\0")


def as_counts(counts: ArrayLike, where: str = "hands") -> NDArray[np.uint8]:
    """Return counts as uint8[n, 34]."""
    array = _as_array(counts, where)
    if array.ndim != 2 or array.shape[1] != N_KINDS:
        raise InputError(f"{where}: counts have shape (n, 34), not {array.shape}")
    return _as_bytes(array, where)


def as_kinds(kinds: str | ArrayLike, n: int, where: str, honors: Honors | None = None) -> Any:
    """Return kinds as uint8[n] or uint8[1]."""
    if isinstance(kinds, str):
        kinds = parse_tile(kinds, honors=honors, where=where)
    array = np.atleast_1d(_as_array(kinds, where))
    if array.ndim != 1 or array.shape[0] not in (1, n):
        raise InputError(f"{where}: one kind or {n}, not shape {array.shape}")
    array = _as_bytes(array, where)
    bad = np.flatnonzero(array >= N_KINDS)
    if bad.size:
        raise InputError(f"{where}: row {bad[0]}: a kind is 0 to 33, not {array[bad[0]]}")
    return array


def as_codes(how: str | ArrayLike, n: int) -> NDArray[np.uint8]:
    """Return how the last tiles came as uint8[n] or uint8[1]."""
    if isinstance(how, str):
        if how not in HOWS:
            raise InputError(f"how: {', '.join(HOWS)}, not {how!r}")
        how = HOWS[how]
    array = np.atleast_1d(_as_array(how, "how"))
    if array.dtype.kind in "US":
        raise InputError("how: a name, or codes 0 draw, 1 kong, 2 deal, 3 first")
    if array.ndim != 1 or array.shape[0] not in (1, n):
        raise InputError(f"how: one code or {n}, not shape {array.shape}")
    array = _as_bytes(array, "how")
    bad = np.flatnonzero(array > 3)
    if bad.size:
        raise InputError(f"how: row {bad[0]}: a code is 0 to 3, not {array[bad[0]]}")
    return array


def as_melds(melds: ArrayLike | None, n: int) -> NDArray[np.uint8] | None:
    """Return melds as uint8[n, 4, 2], or None."""
    if melds is None:
        return None
    array = _as_array(melds, "melds")
    if array.shape != (n, 4, 2):
        raise InputError(f"melds: shape ({n}, 4, 2), not {array.shape}")
    return _as_bytes(array, "melds")


def as_flags(flags: ArrayLike, n: int, where: str) -> NDArray[np.uint8]:
    """Return flags as uint8[n] or uint8[1], 0 or 1."""
    array = np.atleast_1d(_as_array(flags, where))
    if array.ndim != 1 or array.shape[0] not in (1, n):
        raise InputError(f"{where}: one or {n}, not shape {array.shape}")
    if array.dtype.kind not in "iub":
        raise InputError(f"{where}: true or false, not {array.dtype}")
    return np.ascontiguousarray(array.astype(bool)).view(np.uint8)


def _as_array(values: ArrayLike, where: str) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError as error:
        raise InputError(f"{where}: no array: {error}") from error


def _as_bytes(array: NDArray[Any], where: str) -> NDArray[np.uint8]:
    if array.dtype != np.uint8:
        if array.dtype.kind not in "iub":
            raise InputError(f"{where}: whole numbers, not {array.dtype}")
        bad = np.flatnonzero((array < 0) | (array > 255))
        if bad.size:
            row = int(np.unravel_index(bad[0], array.shape)[0])
            raise InputError(f"{where}: row {row}: {array.ravel()[bad[0]]} is out of range")
        array = array.astype(np.uint8)
    return np.ascontiguousarray(array)


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
