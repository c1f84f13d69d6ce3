"""The options of Wenling mahjong that touch points and settlements."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Options:
    """Options by their public names; the defaults are those of the preset `seed`."""

    ron_triplet: str = "open"  # a triplet completed by the tile won on; or "concealed" (W8)
    de_restore_fan: int = 0  # fan of each 得 that stands for itself (W8)
    naonao: str = "seed"  # when 闹闹 holds; or "with_winds", "always" (W3)
    multi_auto: str = "all"  # who wins of several with a W5; or "first_seat"
    pang_selfdraw: bool = False  # 旁胡 on a self-draw only (W8, W11)
    restored_pair: bool = True  # two 得 as the pair of their own kind are 双得还原 (W8)
    dihu: str = "discard"  # what 地胡 is; or "first_draw", "both" (W8)
    all_honours_fan: int = 2  # fan of 混一色 without a suit (W11)
    loser_sifeng: bool = True  # 四风会齐 for those who did not win (W9)
    ratio: str = "flat"  # or "dealer_double", "idle_half" (W10)
    bao: bool = True  # a liable player pays for all (W10)


PRESETS = {
    "seed": Options(),
    "parlour": Options(de_restore_fan=1, ratio="dealer_double"),
}


def options_of(preset, changes):
    """A preset with some options changed."""
    return replace(PRESETS[preset], **dict(changes))
