"""Blocks of deals of 温岭麻将: openings of walls after the initial replacements, W5 at the deal."""

from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjsim._core import wenling_openings
from mjsim.blocks import Block
from mjsim.errors import InputError
from mjsim.inputs import as_kinds
from mjsim.streams import Stream, bits_of
from mjsim.tiles import BAI, EAST, FA, N_KINDS_FLOWERS, PLUM, SPRING, ZHONG

__all__ = [
    "AUTOMATIC",
    "NAONAO",
    "N_THROWN",
    "Naonao",
    "automatic_wins",
    "check_naonao",
    "de_kinds",
    "is_naonao",
    "opening_block",
    "shown_kinds",
]

NO_KIND = 255

Naonao: TypeAlias = Literal["seed", "with_winds", "always"]
"""What makes it 闹闹: 中發白 or a flower turned up, winds too, or anything (W3)."""

NAONAO: Final[tuple[Naonao, ...]] = get_args(Naonao)

N_THROWN = 4
"""Dice thrown before the deal: two throws of two (W2)."""

AUTOMATIC: Final = {
    "sande": (),
    "sibaiban": (BAI,),
    "sihonghua": tuple(range(SPRING, PLUM)),
    "siheihua": tuple(range(PLUM, N_KINDS_FLOWERS)),
    "sihongzhong": (ZHONG,),
    "sifacai": (FA,),
}
"""The automatic wins (W5) in bit order, by the kinds of which all tiles must be shown.

Three 得 are held, not shown: ``sande`` has no such kinds.
"""


def check_naonao(naonao: Naonao) -> Naonao:
    """Return the option, or raise an InputError that names the three."""
    if naonao not in NAONAO:
        raise InputError(f"naonao: {', '.join(NAONAO)}, not {naonao!r}")
    return naonao


def _first_naonao(naonao: Naonao) -> int:
    """Return the kind from which on an indicator makes it 闹闹."""
    return {"seed": ZHONG, "with_winds": EAST, "always": 0}[check_naonao(naonao)]


def is_naonao(indicator: int, naonao: Naonao = "seed") -> bool:
    """Return whether it is 闹闹 under an indicator.

    Raises
    ------
    InputError
        If there is no such option.

    Examples
    --------
    >>> is_naonao(ZHONG), is_naonao(EAST), is_naonao(EAST, "with_winds"), is_naonao(0, "always")
    (True, False, True, True)
    """
    return indicator >= _first_naonao(naonao)


def de_kinds(indicator: int) -> tuple[int, ...]:
    """Return the kinds that are 得: the indicator's own, or the three others of its flowers.

    Examples
    --------
    >>> de_kinds(4), de_kinds(35)  # 五萬; 夏
    ((4,), (34, 36, 37))
    """
    if indicator < SPRING:
        return (indicator,)
    first = SPRING if indicator < PLUM else PLUM
    return tuple(kind for kind in range(first, first + 4) if kind != indicator)


def shown_kinds(indicator: int, naonao: Naonao = "seed") -> tuple[int, ...]:
    """Return the kinds that are shown on arrival and replaced (W4).

    Examples
    --------
    >>> from mjsim.tiles import format_tiles
    >>> for kind in (4, ZHONG, 35):
    ...     print(format_tiles(shown_kinds(kind)))
    P1234g1234f
    FP1234g1234f
    CFP1234f
    """
    first = ZHONG if is_naonao(indicator, naonao) else BAI
    de = de_kinds(indicator)
    # A flower turned up lies on the table, and there is no other of its kind to be shown.
    return tuple(k for k in range(first, N_KINDS_FLOWERS) if k not in de and k != indicator)


def opening_block(
    seed: int,
    block: Block,
    indicator: int | None,
    hands: NDArray[np.uint8],
    shown: NDArray[np.uint8],
    indicators: NDArray[np.uint8],
    dealers: NDArray[np.uint8],
    dice: NDArray[np.uint8],
    *,
    naonao: Naonao = "seed",
) -> None:
    """Fill the openings of a block's walls: uint8[n, 4, 42] twice, [n], [n], [n, 4].

    The walls don't depend on `naonao`; what is shown and replaced does.
    """
    wenling_openings(
        bits_of(seed, Stream.WALLS, "wenling", block.index),
        block.first_hand,
        NO_KIND if indicator is None else indicator,
        NAONAO.index(check_naonao(naonao)),
        hands,
        shown,
        indicators,
        dealers,
        dice,
    )


def automatic_wins(
    hands: ArrayLike, shown: ArrayLike, indicator: str | ArrayLike, naonao: Naonao = "seed"
) -> NDArray[np.bool_]:
    """Return who wins by W5 with these tiles, and by what.

    Parameters
    ----------
    hands, shown : uint8[n, 4, 42]
        Counts by seat of the tiles held and shown, as `mjsim.deal` returns them.
    indicator : str or uint8[n] or int
        One for all rows, or one each.
    naonao : {"seed", "with_winds", "always"}

    Returns
    -------
    bool[n, 4, 6]
        By hand, seat and kind of win in the order of `AUTOMATIC`.

    Raises
    ------
    InputError
        If the shapes differ, or there is no such tile or option.

    Examples
    --------
    >>> from mjsim import deal
    >>> deals = deal("wenling", 10_000, seed=1)
    >>> wins = automatic_wins(deals.hands, deals.shown, deals.indicator)
    >>> dict(zip(AUTOMATIC, wins.sum(axis=(0, 1)).tolist()))
    {'sande': 62, 'sibaiban': 11, 'sihonghua': 14, 'siheihua': 10, 'sihongzhong': 2, 'sifacai': 3}
    """
    held, laid = np.asarray(hands), np.asarray(shown)
    if held.ndim != 3 or held.shape[1:] != (4, N_KINDS_FLOWERS) or laid.shape != held.shape:
        raise InputError(
            f"hands and shown: counts have shape (n, 4, 42), not {held.shape} and {laid.shape}"
        )
    n = held.shape[0]
    kinds = as_kinds(indicator, n, "indicator", n_kinds=N_KINDS_FLOWERS)
    kinds = np.broadcast_to(kinds, n)
    wins = np.zeros((n, 4, len(AUTOMATIC)), np.bool_)
    first = _first_naonao(naonao)
    for column, (name, group) in enumerate(AUTOMATIC.items()):
        if name == "sande":
            wins[..., column] = _held(held, kinds) == 3
        else:
            wins[..., column] = laid[..., list(group)].sum(axis=-1) == 4
            if group[0] in (ZHONG, FA):
                wins[kinds < first, :, column] = False
    return wins


_IS_DE = np.zeros((N_KINDS_FLOWERS, N_KINDS_FLOWERS), np.uint8)
for _kind in range(N_KINDS_FLOWERS):
    _IS_DE[_kind, list(de_kinds(_kind))] = 1


def _held(hands: NDArray[np.uint8], indicators: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the number of 得 that each seat holds."""
    held: NDArray[np.int64] = np.einsum("isk,ik->is", hands, _IS_DE[indicators], dtype=np.int64)
    return held
