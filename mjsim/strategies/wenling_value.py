"""Strategy ``value`` of 温岭麻将."""

from typing import Annotated, ClassVar

import msgspec

from mjsim._core import Player, WenlingValuePlayer
from mjsim.options import GameRules
from mjsim.strategies.base import Chance, Strategy

__all__ = ["WenlingValue"]

Positive = Annotated[float, msgspec.Meta(gt=0.0)]
Natural = Annotated[float, msgspec.Meta(ge=0.0)]


class WenlingValue(Strategy, frozen=True, kw_only=True):
    """Plays for the points that a hand may bring, winning or not.

    A hand is looked at along its plans: any complete hand, 混一色 and 清一色 in each suit, 对对胡.
    A plan's points are estimated from what is laid, shown and held ((base + 20) x 2^fan, W8: sets
    of own wind and dragons, triplets, kongs, no 得 or two); a ready hand is scored exactly for
    each tile that it waits for. The chance to win is `first` for a ready hand with the usual
    live tiles, times `step` for each tile that lacks beyond the next, and follows the live tiles.
    Three others pay a winner; a loser settles with two others, so that points of a hand that
    does not win count too (`losing`). It pongs, chis and kongs where what is left, times
    `eager`, is worth more than the hand as it is, wins whenever it may, and throws 得 only if
    nothing else is left. In the 生牌 stage a discard that may make its seat liable costs `danger`
    points, a 中 or 发 from a hand far from ready a quarter of it, where the rules have ``bao``
    (W10).

    Parameters
    ----------
    first, step : float
        Chances, 0 to 1; see above.
    turns : float
        Rounds of the table that count for a live tile, above 0.
    weight : float
        Weight of live tiles while a hand is not ready, 0 to 1.
    share : float
        Weight of a hand's other plans beside its best, 0 to 1.
    faith : float
        Weight of the plans for 混一色, 清一色 and 对对胡, 0 to 1.
    losing : float
        Weight of the points of a hand that does not win, from 0.
    eager : float
        What a claim leaves counts so much, above 0.
    danger : float
        Points that a discard costs which may make its seat liable, from 0.
    pong, chi, kong : bool
        Whether it claims so at all.
    epsilon : float
        Chance of a uniformly random legal action instead, 0 to 1.

    Notes
    -----
    The defaults were chosen on hands of other seeds than tests or documents report.

    Examples
    --------
    >>> WenlingValue(chi=False).label
    'value(chi=False)'
    """

    NAME: ClassVar[str] = "value"
    GAMES: ClassVar[tuple[str, ...]] = ("wenling",)
    READS: ClassVar[frozenset[str] | None] = frozenset(
        {
            "all_honours_fan",
            "bao",
            "bao_dragons",
            "de_restore_fan",
            "dihu",
            "huang_stacks",
            "naonao",
            "pang_selfdraw",
            "restored_pair",
            "ron_triplet",
            "sheng_stacks",
        }
    )

    first: Chance = 0.45
    step: Chance = 0.4
    turns: Positive = 12.0
    weight: Chance = 0.6
    share: Chance = 0.15
    faith: Chance = 0.5
    losing: Natural = 0.8
    eager: Positive = 0.9
    danger: Natural = 12.0
    pong: bool = True
    chi: bool = True
    kong: bool = True
    epsilon: Chance = 0.0

    def player(self, rules: GameRules) -> Player:
        """Return the strategy as the engine takes it."""
        return WenlingValuePlayer(**self.parameters())
