"""What the odds need of each game."""

from collections.abc import Callable
from typing import NamedTuple

from mjsim._core import Wilds
from mjsim.options import GameRules
from mjsim.tianjin.categories import CATEGORIES as TIANJIN_CATEGORIES
from mjsim.tianjin.rules import Rules as TianjinRules
from mjsim.tianjin.wilds import WILDS as TIANJIN_WILDS
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import N_KINDS, N_KINDS_FLOWERS, Script
from mjsim.wenling.categories import CATEGORIES as WENLING_CATEGORIES
from mjsim.wenling.deals import de_kinds
from mjsim.wenling.rules import Rules as WenlingRules
from mjsim.wenling.steps import WILDS as WENLING_WILDS

__all__ = ["ASKED", "AskedGame"]


class AskedGame(NamedTuple):
    """A game in which odds are asked for.

    Attributes
    ----------
    rules : type
    default : callable
        Returns the rules that hold if none are given.
    wilds : Wilds
    wild_kinds : callable
        Returns the kinds that are wild under an indicator.
    n_kinds : int
    n_tiles : int
        Tiles of a hand before its draw, a meld counted as three.
    n_melds : int
        Most melds.
    categories : tuple of str
        By bit.
    worth : str
        What a win is counted in.
    script : str
        The characters of its terms.
    """

    rules: type[GameRules]
    default: Callable[[], GameRules]
    wilds: Wilds
    wild_kinds: Callable[[int], tuple[int, ...]]
    n_kinds: int
    n_tiles: int
    n_melds: int
    categories: tuple[str, ...]
    worth: str
    script: Script


ASKED = {
    "tianjin": AskedGame(
        TianjinRules, TianjinRules.platform, TIANJIN_WILDS, wild_kinds, N_KINDS, 13, 4,
        TIANJIN_CATEGORIES, "fan", "hant",
    ),
    "wenling": AskedGame(
        WenlingRules, WenlingRules.seed, WENLING_WILDS, de_kinds, N_KINDS_FLOWERS, 16, 5,
        WENLING_CATEGORIES, "points", "hans",
    ),
}  # fmt: skip
"""The games by name."""
