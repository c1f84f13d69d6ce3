"""Reading what callers pass, the same for every game: hands, kinds, arrays."""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim.errors import InputError
from mjsim.notation import Honors, parse_hand, parse_tile
from mjsim.tiles import N_KINDS, Hand, MeldType, copies, tile_code

__all__ = [
    "as_codes",
    "as_counts",
    "as_flags",
    "as_kinds",
    "as_melds",
    "laid_bytes",
    "live_tiles",
    "read_hand",
    "read_kind",
    "several",
    "whole",
]

_MELD_TYPES = frozenset(MeldType) - {MeldType.NONE}


def read_hand(hand: str | Hand, honors: Honors | None = None, *, n_kinds: int = N_KINDS) -> Hand:
    """Return the hand that a notation stands for, or the hand itself."""
    if isinstance(hand, Hand):
        for form, kind in hand.melds:
            if form not in _MELD_TYPES or not 0 <= kind < N_KINDS:
                raise InputError(f"hand: no meld is of type {form!r} and kind {kind!r}")
        return hand
    return parse_hand(hand, honors=honors, flowers=n_kinds > N_KINDS)


def read_kind(
    tile: str | int, where: str, honors: Honors | None = None, *, n_kinds: int = N_KINDS
) -> int:
    """Return the kind of one tile, given as notation or as a number."""
    if isinstance(tile, str):
        return parse_tile(tile, honors=honors, where=where, flowers=n_kinds > N_KINDS)
    try:
        kind = index(tile)
    except TypeError:
        kind = -1
    if not 0 <= kind < n_kinds:
        raise InputError(f"{where}: a tile, or a kind from 0 to {n_kinds - 1}, not {tile!r}")
    return kind


def laid_bytes(hand: Hand, most: int = 4) -> bytes:
    """Return melds as the kernels read them: pairs of type and kind."""
    if len(hand.melds) > most:
        raise InputError(f"hand: {len(hand.melds)} melds; a hand has {most}")
    return bytes(value for meld in hand.melds for value in meld).ljust(2 * most, b"\0")


def as_counts(
    counts: ArrayLike, where: str = "hands", *, n_kinds: int = N_KINDS
) -> NDArray[np.uint8]:
    """Return counts as uint8[n, n_kinds]."""
    array = _as_array(counts, where)
    if array.ndim != 2 or array.shape[1] != n_kinds:
        raise InputError(f"{where}: counts have shape (n, {n_kinds}), not {array.shape}")
    return _as_bytes(array, where)


def as_kinds(
    kinds: str | ArrayLike,
    n: int,
    where: str,
    honors: Honors | None = None,
    *,
    n_kinds: int = N_KINDS,
) -> NDArray[np.uint8]:
    """Return kinds as uint8[n] or uint8[1]."""
    if isinstance(kinds, str):
        kinds = parse_tile(kinds, honors=honors, where=where, flowers=n_kinds > N_KINDS)
    array = np.atleast_1d(_as_array(kinds, where))
    if array.ndim != 1 or array.shape[0] not in (1, n):
        raise InputError(f"{where}: one kind or {n}, not shape {array.shape}")
    array = _as_bytes(array, where)
    bad = np.flatnonzero(array >= n_kinds)
    if bad.size:
        raise InputError(
            f"{where}: row {bad[0]}: a kind is 0 to {n_kinds - 1}, not {array[bad[0]]}"
        )
    return array


def as_codes(
    how: str | ArrayLike, n: int, names: Mapping[str, int], where: str = "how"
) -> NDArray[np.uint8]:
    """Return names or their codes as uint8[n] or uint8[1]."""
    if isinstance(how, str):
        if how not in names:
            raise InputError(f"{where}: {', '.join(names)}, not {how!r}")
        how = names[how]
    array = np.atleast_1d(_as_array(how, where))
    if array.dtype.kind in "US":
        codes = ", ".join(f"{code} {name}" for name, code in names.items())
        raise InputError(f"{where}: a name, or codes {codes}")
    if array.ndim != 1 or array.shape[0] not in (1, n):
        raise InputError(f"{where}: one code or {n}, not shape {array.shape}")
    array = _as_bytes(array, where)
    most = max(names.values())
    bad = np.flatnonzero(array > most)
    if bad.size:
        raise InputError(f"{where}: row {bad[0]}: a code is 0 to {most}, not {array[bad[0]]}")
    return array


def as_melds(melds: ArrayLike | None, n: int, most: int = 4) -> NDArray[np.uint8] | None:
    """Return melds as uint8[n, most, 2], or None."""
    if melds is None:
        return None
    array = _as_array(melds, "melds")
    if array.shape != (n, most, 2):
        raise InputError(f"melds: shape ({n}, {most}, 2), not {array.shape}")
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


def live_tiles(hand: Hand, indicator: int, seen: list[int], *, n_kinds: int = N_KINDS) -> list[int]:
    """Return for each kind the copies not in the hand, its melds, `seen` or the indicator.

    Raises
    ------
    InputError
        If more copies of a kind are named than there are.
    """
    left = [copies(kind) for kind in range(n_kinds)]
    for meld in hand.melds:
        for kind in meld.kinds:
            left[kind] -= 1
    for kind in (*hand.tiles, indicator, *seen):
        left[kind] -= 1
    for kind in range(n_kinds):
        if left[kind] < 0:
            raise InputError(
                f"seen: {copies(kind) - left[kind]} copies of {tile_code(kind)} "
                f"with hand and indicator; there are {copies(kind)}"
            )
    return left


def several(name: str, values: object) -> tuple[Any, ...]:
    """Return values of which there are to be several, as a tuple.

    Examples
    --------
    >>> several("dice", 3)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: dice: several are wanted, not 3
    """
    if isinstance(values, Iterable) and not isinstance(values, str | bytes):
        return tuple(values)
    raise InputError(f"{name}: several are wanted, not {values!r}")


def whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """Return a whole number as Python's own, so that no payment wraps."""
    try:
        number = index(value)  # type: ignore[arg-type]  # that is what is asked
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        bounds = f"from {least}" if most is None else f"{least} to {most}"
        raise InputError(f"{name}: a whole number {bounds}, not {value!r}")
    return number
