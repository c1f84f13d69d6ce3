"""What a table needs of each game."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mjsim._core import Wilds
from mjsim.options import GameRules
from mjsim.tianjin.inputs import HOWS as TIANJIN_HOWS
from mjsim.tianjin.rules import Rules as TianjinRules
from mjsim.tianjin.wilds import WILDS as TIANJIN_WILDS
from mjsim.wenling.inputs import HOWS as WENLING_HOWS
from mjsim.wenling.rules import Rules as WenlingRules
from mjsim.wenling.steps import WILDS as WENLING_WILDS

__all__ = ["PLAYED", "PlayedGame"]


class PlayedGame(NamedTuple):
    """A game at the table.

    Attributes
    ----------
    rules : type
    default : callable
        Returns the rules that are played if none are given.
    wilds : Wilds
    hows : mapping of str to int
        How a win may come: codes by name.
    has_stakes : bool
        坐莊 and 拉莊 are known.
    settling : frozenset of str
        Options that change what is paid and never what is legal.
    """

    rules: type[GameRules]
    default: Callable[[], GameRules]
    wilds: Wilds
    hows: Mapping[str, int]
    has_stakes: bool
    settling: frozenset[str]


PLAYED = {
    "tianjin": PlayedGame(
        TianjinRules,
        TianjinRules.platform,
        TIANJIN_WILDS,
        TIANJIN_HOWS,
        True,
        frozenset(
            {
                "base",
                "chan_points",
                "draw_rotates",
                "jin_gang_points",
                "kong_points_on_draw",
                "su_ben_long",
                "tianhu",
                "wall_break",
            }
        ),
    ),
    "wenling": PlayedGame(
        WenlingRules,
        WenlingRules.seed,
        WENLING_WILDS,
        WENLING_HOWS,
        False,
        # A win has no minimum: what scores it changes nothing that is legal.
        frozenset(
            {
                "all_honours_fan",
                "bao",
                "bao_dragons",
                "de_restore_fan",
                "dihu",
                "draw_keeps_dealer",
                "loser_sifeng",
                "pang_selfdraw",
                "ratio",
                "restored_pair",
                "ron_triplet",
                "sheng_stacks",
            }
        ),
    ),
}
"""The games by name."""
