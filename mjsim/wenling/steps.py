"""Steps that a hand of 温岭麻将 is away from completion: shanten."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim._core import Wilds, shanten_rows
from mjsim.errors import InputError
from mjsim.inputs import as_counts, as_kinds, read_hand, read_kind
from mjsim.notation import Honors
from mjsim.tiles import N_KINDS_FLOWERS, Hand, copies, counts_of, tile_code
from mjsim.wenling.deals import de_kinds

__all__ = ["WILDS", "shanten", "shanten_batch"]

_TABLE = np.zeros((N_KINDS_FLOWERS, N_KINDS_FLOWERS), dtype=np.uint8)
for _kind in range(N_KINDS_FLOWERS):
    _TABLE[_kind, sorted(de_kinds(_kind))] = 1

WILDS = Wilds(_TABLE)
"""得 under every indicator, for the kernels."""

_NONE = np.array([255], np.uint8)
_MOST = 17


def _why_no_hand(counts: NDArray[np.uint8], indicator: int) -> str:
    for kind in range(N_KINDS_FLOWERS):
        there = copies(kind) - (kind == indicator)
        if counts[kind] > there:
            return f"{counts[kind]} copies of {tile_code(kind)}; there are {there} to hold"
        if kind >= 34 and counts[kind] and (indicator > 41 or kind not in de_kinds(indicator)):
            return f"{tile_code(kind)} is no 得, and no tile of a hand"
    return f"{counts.sum()} concealed tiles; a hand has 3k + 1 or 3k + 2, at most {_MOST}"


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
        The tile turned up; no 得 if left out.
    strict : bool
        Ask for at most four copies of a kind; by default five, since 得 may be a fifth (W3).
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
    >>> shanten("123m55m678m345s78s234p", "5p"), shanten("123m55m678m345s78s2g34p", "1g")
    (0, 0)
    """
    hand = read_hand(hand, honors, n_kinds=N_KINDS_FLOWERS)
    counts = np.frombuffer(counts_of(hand, N_KINDS_FLOWERS), np.uint8).reshape(1, -1)
    turned = _NONE
    if indicator is not None:
        kind = read_kind(indicator, "indicator", honors, n_kinds=N_KINDS_FLOWERS)
        turned = np.array([kind], np.uint8)
    if hand.melds and hand.size not in (16, 17):
        raise InputError(f"hand: {hand.size} tiles with melds; there must be 16 or 17")
    out = np.empty(1, np.int8)
    if shanten_rows(counts, turned, WILDS, out, most=_MOST, strict=strict) >= 0:
        raise InputError(f"hand: {_why_no_hand(counts[0], int(turned[0]))}")
    return int(out[0])


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
    counts : uint8[n, 42]
        Concealed tiles; melds are inferred from their number.
    indicator : uint8[n], int or str, optional
        Kinds turned up, or one for all; no 得 if left out.
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
    >>> shanten_batch([parse_hand("123m55m678m345s78s234p").counts(42)], "5p")
    array([0], dtype=int8)
    """
    hands = as_counts(counts, "counts", n_kinds=N_KINDS_FLOWERS)
    n = len(hands)
    turned = _NONE
    if indicator is not None:
        turned = as_kinds(indicator, n, "indicator", honors, n_kinds=N_KINDS_FLOWERS)
    out = np.empty(n, np.int8)
    row = shanten_rows(hands, turned, WILDS, out, most=_MOST, strict=strict)
    if row >= 0:
        kind = int(turned[row if len(turned) > 1 else 0])
        raise InputError(f"row {row}: {_why_no_hand(hands[row], kind)}")
    return out
