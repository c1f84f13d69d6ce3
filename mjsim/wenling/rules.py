"""The options of 温岭麻将 and its two presets."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, Self

from mjsim._core import WenlingRules
from mjsim.options import GameRules, option
from mjsim.wenling.deals import NAONAO

__all__ = ["Rules"]


@dataclass(frozen=True)
class Rules(GameRules):
    """Rules of 温岭麻将: every option, frozen.

    The defaults are the preset ``seed``. `Rules.options` says what each option means, and its
    value in each preset.

    Raises
    ------
    InputError
        If a value is not one that the option can take.

    Examples
    --------
    >>> Rules() == Rules.seed()
    True
    >>> [row.name for row in Rules.options() if len(set(row.presets.values())) > 1]
    ['de_restore_fan', 'ratio']
    >>> Rules(ratio="double")
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: rules: ratio is 'flat' or 'dealer_double' or 'idle_half', not 'double'
    """

    GAME: ClassVar[str] = "wenling"
    PRESETS: ClassVar[tuple[str, ...]] = ("seed", "parlour")

    naonao: Literal["seed", "with_winds", "always"] = option(
        "seed", "W3", "when 闹闹 holds: 中发白 or a flower turned up, winds too, or always",
        among=NAONAO,
    )  # fmt: skip
    de_restore_fan: int = option(
        0, "W8", "fan of each 得 that stands for itself", among=(0, 10), parlour=1
    )
    restored_pair: bool = option(True, "W8", "two 得 as a pair of their own kind are 双得还原")
    ron_triplet: Literal["open", "concealed"] = option(
        "open", "W8", "a triplet completed by another's tile", among=("open", "concealed")
    )
    pang_selfdraw: bool = option(False, "W11", "旁胡 asks for a self-draw")
    all_honours_fan: int = option(2, "W11", "fan of 混一色 without a suit", among=(0, 10))
    dihu: Literal["discard", "first_draw", "both"] = option(
        "discard", "W8", "地胡: a win on the dealer's first discard, on one's own first draw",
        among=("discard", "first_draw", "both"),
    )  # fmt: skip
    loser_sifeng: bool = option(True, "W9", "四风会齐 counts for those who did not win")
    multi_auto: Literal["all", "first_seat"] = option(
        "all", "W5", "who wins of several automatic wins at the deal", among=("all", "first_seat")
    )
    ratio: Literal["flat", "dealer_double", "idle_half"] = option(
        "flat", "W10", "payments to or from the dealer double, or between others half",
        among=("flat", "dealer_double", "idle_half"), parlour="dealer_double",
    )  # fmt: skip
    bao: bool = option(True, "W10", "包三家: a liable player pays for all")
    bao_dragons: bool = option(True, "W10", "discarding 中 or 发 far from ready is liable")
    draw_keeps_dealer: bool = option(False, "W2", "the dealer stays after a drawn hand")
    huang_stacks: int = option(8, "W7", "stacks left when a hand is drawn", among=(0, 40))
    sheng_stacks: int = option(15, "W7", "stacks left when the 生牌 stage begins", among=(0, 40))

    @classmethod
    def seed(cls) -> Self:
        """Return the rules as the source has them."""
        return cls.preset("seed")

    @classmethod
    def parlour(cls) -> Self:
        """Return the rules with what most rooms add."""
        return cls.preset("parlour")

    @cached_property
    def core(self) -> WenlingRules:
        """The options, for the kernels."""
        return WenlingRules(
            ron_open=self.ron_triplet == "open",
            pang_selfdraw=self.pang_selfdraw,
            restored_pair=self.restored_pair,
            loser_sifeng=self.loser_sifeng,
            dihu_discard=self.dihu in ("discard", "both"),
            dihu_draw=self.dihu in ("first_draw", "both"),
            de_restore_fan=self.de_restore_fan,
            all_honours_fan=self.all_honours_fan,
            naonao=NAONAO.index(self.naonao),
            multi_first=self.multi_auto == "first_seat",
            ratio=("flat", "dealer_double", "idle_half").index(self.ratio),
            bao=self.bao,
            bao_dragons=self.bao_dragons,
            draw_keeps_dealer=self.draw_keeps_dealer,
            huang_stacks=self.huang_stacks,
            sheng_stacks=self.sheng_stacks,
        )
