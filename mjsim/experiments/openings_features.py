"""What a seat is dealt, in numbers: shanten, wilds, pairs; in 温岭麻将 also what it showed."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjsim.blocks import Block
from mjsim.experiments.seats import SEATS
from mjsim.options import GameRules
from mjsim.tianjin import deals as tianjin
from mjsim.tianjin import steps as tianjin_steps
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import BAI, N_KINDS, N_KINDS_FLOWERS
from mjsim.wenling import deals as wenling
from mjsim.wenling import steps as wenling_steps
from mjsim.wenling.deals import Naonao, de_kinds
from mjsim.wenling.rules import Rules as WenlingRules

__all__ = ["FEATURES", "Features", "features_of", "naonao_of"]

Features = dict[str, NDArray[np.int64]]
"""By name: numbers by hand and seat, and ``is_dealer``, 0 or 1."""

FEATURES: Final = {
    "tianjin": ("shanten", "n_wilds", "n_pairs"),
    "wenling": ("shanten", "n_wilds", "n_pairs", "n_shown", "n_flowers", "n_bai"),
}
"""Names by game."""

_DICE: Final = 6


def _is_wild(n_kinds: int, wilds: Callable[[int], tuple[int, ...]]) -> NDArray[np.bool_]:
    """Return which kinds are wild, by the kind turned up."""
    found = np.zeros((n_kinds, n_kinds), np.bool_)
    for kind in range(n_kinds):
        found[kind, list(wilds(kind))] = True
    return found


_WILD: Final = {
    "tianjin": _is_wild(N_KINDS, wild_kinds),
    "wenling": _is_wild(N_KINDS_FLOWERS, de_kinds),
}


def naonao_of(rules: GameRules) -> Naonao:
    """Return what makes it 闹闹: the only rule of either game that changes what is dealt.

    Examples
    --------
    >>> naonao_of(WenlingRules(naonao="always"))
    'always'
    """
    return rules.naonao if isinstance(rules, WenlingRules) else "seed"


def features_of(game: str, seed: int, block: Block, naonao: Naonao = "seed") -> Features:
    """Deal the openings of a block, and count what each seat has.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    seed : int
    block : Block
    naonao : {"seed", "with_winds", "always"}
        温岭麻将: what makes it 闹闹, and so what is shown and replaced.

    Returns
    -------
    dict of str to int64[n, 4]
        ``is_dealer`` and `FEATURES` of the game, by hand and seat, of the openings that
        `mjsim.deal` deals: in 温岭麻将 after the initial replacements. ``shanten`` is that of the
        tiles held, 14 or 17 for the dealer. ``n_wilds`` counts 混 or 得. ``n_pairs`` counts the
        natural kinds that are held twice or more; three or four alike are one, and wild kinds
        are left out. ``n_shown`` counts the tiles shown and replaced, ``n_flowers`` and
        ``n_bai`` the flowers and 白 among them.

    Examples
    --------
    >>> found = features_of("wenling", 1, Block(0, 0, 1))
    >>> {name: values.tolist()[0] for name, values in found.items()}
    {'is_dealer': [1, 0, 0, 0], 'shanten': [3, 4, 3, 4], 'n_wilds': [0, 0, 0, 0],
     'n_pairs': [2, 1, 2, 5], 'n_shown': [0, 0, 0, 2], 'n_flowers': [0, 0, 0, 1],
     'n_bai': [0, 0, 0, 1]}
    """
    n, n_kinds = block.n_hands, len(_WILD[game])
    held = np.empty((n, SEATS, n_kinds), np.uint8)
    shown = np.zeros_like(held)
    turned, dealers = np.empty(n, np.uint8), np.empty(n, np.uint8)
    if game == "tianjin":
        dice = np.empty((n, _DICE), np.uint8)  # where the wall breaks changes no opening
        tianjin.opening_block(seed, block, None, held, turned, dealers, dice)
        shanten_batch = tianjin_steps.shanten_batch
    else:
        dice = np.empty((n, wenling.N_THROWN), np.uint8)
        wenling.opening_block(seed, block, None, held, shown, turned, dealers, dice, naonao=naonao)
        shanten_batch = wenling_steps.shanten_batch
    steps = shanten_batch(held.reshape(-1, n_kinds), np.repeat(turned, SEATS))
    wild = _WILD[game][turned][:, np.newaxis, :]
    found = {
        "is_dealer": np.arange(SEATS) == dealers[:, np.newaxis],
        "shanten": steps.reshape(n, SEATS),
        "n_wilds": (held * wild).sum(axis=2),
        "n_pairs": ((held >= 2) & ~wild).sum(axis=2),
        "n_shown": shown.sum(axis=2),
        "n_flowers": shown[:, :, N_KINDS:].sum(axis=2),
        "n_bai": shown[:, :, BAI],
    }
    return {name: found[name].astype(np.int64) for name in ("is_dealer", *FEATURES[game])}
