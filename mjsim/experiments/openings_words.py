"""Chinese names of what ``openings`` counts, by game."""

from collections.abc import Callable
from typing import Final, NamedTuple

from mjsim.experiments.labels import (
    de_label,
    shanten_label,
    shown_label,
    wenling_shanten_label,
    wilds_label,
)
from mjsim.experiments.wenling_tables import MOST_SHOWN

__all__ = ["WORDS", "Step", "Words", "bai_label", "flowers_label", "pairs_label"]


class Step(NamedTuple):
    """A step of something that is dealt, for a slope.

    Attributes
    ----------
    sign : int
        Which way it goes.
    more, same : str
        One step more, and none.
    """

    sign: int
    more: str
    same: str

    @property
    def change(self) -> str:
        """Return the step with its sign: ``+1`` or ``-1``."""
        return f"{self.sign:+d}"


class Words(NamedTuple):
    """Names in a game's script.

    Attributes
    ----------
    roles : dict of str to str
    names : dict of str to callable
        By feature: names its values.
    means : dict of str to str
        Of features.
    steps : dict of str to Step
        Of features.
    ready, win, payoff, associated : str
    """

    roles: dict[str, str]
    names: dict[str, Callable[[int], str]]
    means: dict[str, str]
    steps: dict[str, Step]
    ready: str
    win: str
    payoff: str
    associated: str


def pairs_label(pairs: int, sign: str = "對") -> str:
    """Name a number of pairs.

    Examples
    --------
    >>> pairs_label(0), pairs_label(3)
    ('無對', '3 對')
    """
    none = "無" if sign == "對" else "无"
    return f"{pairs} {sign}" if pairs else f"{none}{sign}"


def flowers_label(flowers: int) -> str:
    """Name a number of flowers shown.

    Examples
    --------
    >>> flowers_label(0), flowers_label(2)
    ('无花', '2 张花')
    """
    return f"{flowers} 张花" if flowers else "无花"


def bai_label(bai: int) -> str:
    """Name a number of 白 shown.

    Examples
    --------
    >>> bai_label(0), bai_label(2)
    ('无白板', '2 张白板')
    """
    return f"{bai} 张白板" if bai else "无白板"


WORDS: Final = {
    "tianjin": Words(
        roles={"all": "四家", "dealer": "莊家", "other": "閒家"},
        names={"shanten": shanten_label, "n_wilds": wilds_label, "n_pairs": pairs_label},
        means={"shanten": "平均向聽數", "n_wilds": "平均混數", "n_pairs": "平均對數"},
        steps={
            "shanten": Step(-1, "少一向聽", "向聽同"),
            "n_wilds": Step(1, "多一混", "混數同"),
            "n_pairs": Step(1, "多一對", "對數同"),
        },
        ready="起手聽牌",
        win="胡牌率",
        payoff="平均得失",
        associated="相關",
    ),
    "wenling": Words(
        roles={"all": "四家", "dealer": "庄家", "other": "闲家"},
        names={
            "shanten": wenling_shanten_label,
            "n_wilds": de_label,
            "n_pairs": lambda pairs: pairs_label(pairs, "对"),
            "n_shown": lambda shown: shown_label(shown, MOST_SHOWN),
            "n_flowers": flowers_label,
            "n_bai": bai_label,
        },
        means={
            "shanten": "平均向听数",
            "n_wilds": "平均得数",
            "n_pairs": "平均对数",
            "n_shown": "平均亮牌数",
            "n_flowers": "平均花数",
            "n_bai": "平均白板数",
        },
        steps={
            "shanten": Step(-1, "少一向听", "向听同"),
            "n_wilds": Step(1, "多一得", "得数同"),
            "n_pairs": Step(1, "多一对", "对数同"),
            "n_shown": Step(1, "多亮一张", "亮牌同"),
            "n_flowers": Step(1, "多一花", "花数同"),
            "n_bai": Step(1, "多一白板", "白板同"),
        },
        ready="起手听牌",
        win="胡牌率",
        payoff="平均得失",
        associated="相关",
    ),
}
"""By game: traditional characters for 天津, simplified for 温岭."""
