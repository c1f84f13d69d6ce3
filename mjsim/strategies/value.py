"""Strategy ``value``."""

from typing import Annotated, ClassVar

import msgspec

from mjsim._core import Player, TianjinValuePlayer
from mjsim.options import GameRules
from mjsim.strategies.base import Chance, Pull, Strategy

__all__ = ["Value"]

Positive = Annotated[float, msgspec.Meta(gt=0.0)]


class Value(Strategy, frozen=True, kw_only=True):
    """Plays for the fan that a hand may bring, and for kong points.

    In 天津麻将 a hand is looked at along each route to a win that may be declared: 混吊 with one
    wild or two, 捉5, 龍 in each suit, 素 without wilds, and any complete hand where ``min_fan``
    lets 提溜 win. A route is worth its fan, times `step` for each tile that lacks beyond the next,
    times ``x / (1 + x)`` for the next one, x being `turns` times the share of live tiles that
    bring it nearer. So wilds are kept or spent as the better route says. It pongs and kongs where
    what is left, kong points added, is worth more (both are paid by each of the others); and it
    declines a win where throwing a tile and waiting is worth `patience` times as much, somebody
    else winning before each own draw with chance `risk`; never on the first own draw, nor with
    fewer than 16 tiles left. 天聽 is declared where any complete hand,
    doubled, is worth more than the routes. Wilds are thrown only if nothing else is left.

    For 素 the steps are counted as if tiles of the wild kinds could serve, which no draw of one
    does.

    Parameters
    ----------
    step : float
        Chance taken for each tile that lacks beyond the next, 0 to 1.
    turns : float
        Own draws that a hand is expected to last, above 0.
    share : float
        Weight of a hand's other routes beside its best, 0 to 1.
    risk : float
        Chance that somebody else wins before the next own draw, 0 to 1.
    patience : float
        Above 0; see above.
    pong, kong, decline : bool
        Whether it pongs, kongs, and ever declines a win.
    sit : bool
    pull : int
        坐莊, and 拉莊 from 0 to 2, where a session asks for them.
    epsilon : float
        Chance of a uniformly random legal action instead, 0 to 1.

    Notes
    -----
    The defaults were chosen on hands of another seed than any that tests or documents report;
    around them the result is flat.

    Examples
    --------
    >>> Value(step=0.3).label
    'value(step=0.3)'
    """

    NAME: ClassVar[str] = "value"
    READS: ClassVar[frozenset[str] | None] = frozenset(
        {"allow_jin_gang", "jin_gang_points", "min_fan", "min_fan_exempt", "su_ben_long"}
    )

    step: Chance = 0.15
    turns: Positive = 6.0
    share: Chance = 0.15
    risk: Chance = 0.18
    patience: Positive = 1.0
    pong: bool = True
    kong: bool = True
    decline: bool = True
    sit: bool = False
    pull: Pull = 0
    epsilon: Chance = 0.0

    def player(self, rules: GameRules) -> Player:
        """Return the strategy as the engine takes it."""
        return TianjinValuePlayer(**self.parameters())
