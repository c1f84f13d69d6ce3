"""Steps that a hand of 温岭麻将 is away from completion: shanten."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim._core import Wilds
from mjsim.notation import Honors
from mjsim.steps import Game as _Game
from mjsim.steps import shanten_of, shanten_of_many
from mjsim.tiles import N_KINDS_FLOWERS, Hand, copies, tile_code
from mjsim.wenling.deals import de_kinds

__all__ = ["WILDS", "shanten", "shanten_batch"]

_TABLE = np.zeros((N_KINDS_FLOWERS, N_KINDS_FLOWERS), dtype=np.uint8)
for _kind in range(N_KINDS_FLOWERS):
    _TABLE[_kind, sorted(de_kinds(_kind))] = 1

WILDS = Wilds(_TABLE)
"""得 under every indicator, for the kernels."""

_MOST = 17


def _why_no_hand(counts: NDArray[np.uint8], indicator: int) -> str:
    for kind in range(N_KINDS_FLOWERS):
        there = copies(kind) - (kind == indicator)
        if counts[kind] > there:
            return f"{counts[kind]} copies of {tile_code(kind)}; there are {there} to hold"
        if kind >= 34 and counts[kind] and (indicator > 41 or kind not in de_kinds(indicator)):
            return f"{tile_code(kind)} is no 得, and no tile of a hand"
    return f"{counts.sum()} concealed tiles; a hand has 3k + 1 or 3k + 2, at most {_MOST}"


_GAME: _Game = {
    "n_kinds": N_KINDS_FLOWERS,
    "most": _MOST,
    "wilds": WILDS,
    "why": _why_no_hand,
}


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
    return shanten_of(hand, indicator, strict=strict, honors=honors, **_GAME)


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
    return shanten_of_many(counts, indicator, strict=strict, honors=honors, **_GAME)
