"""The figures of a run with their captions."""

from collections.abc import Iterator
from typing import Final

from mjsim.plots import figures
from mjsim.plots.style import INCHES, svg_of
from mjsim.report.model import Picture
from mjsim.report.run import ToldRun
from mjsim.report.tables import slug
from mjsim.report.terms import cell_name

__all__ = ["pictures"]

_CAPTIONS: Final = {
    "categories": ("各番種佔胡牌之比。", "Share of wins with each 番種."),
    "worth": ("胡牌所值之分佈。", "What wins are worth."),
    "win_turn": ("胡牌所在之巡。", "The turn that hands are won in."),
    "deals": ("起手牌：抽樣與精確值。", "Dealt hands: sampled and exact."),
    "shanten": ("起手之向聽：抽樣與精確值。", "Shanten of the deal: sampled and exact."),
    "openings": ("起手與胡牌率；只是相關。", "Openings and the win rate: associations."),
    "points": ("胡者與未胡者之分數。", "Points of winners and of those who did not win."),
    "rules": ("各選項與預設之差。", "What each option changes, less the default."),
    "sessions": (
        "各盤後得分之分位，與得分為正之機率。",
        "Quantiles of scores over a session, and the chance to be ahead.",
    ),
    "stakes": (
        "坐莊與拉莊各設定下每盤平均得分；± 為標準誤。",
        "Mean points a hand by 坐莊 and 拉莊; ± are standard errors.",
    ),
    "edges": ("保本所需優勢。", "Edge needed to break even."),
    "strategies": ("一家對三家之每盤得分。", "Gain a hand of one among three."),
    "waits": ("聽牌之種數與活張。", "Waits: kinds and live tiles."),
    "convergence": (
        "估計隨盤數之收斂，與其信賴序列。",
        "How the estimate settles, with its confidence sequence.",
    ),
}
_TERMS: Final = {
    "winner_payoff": ("胡者每胡得分", "winner's points a win"),
    "mean_fan": ("平均番數", "mean fan"),
    "mean_points": ("平均分數", "mean points"),
    "drawn": ("流局率", "share drawn"),
    "sd_payoff": ("一家得分之標準差", "standard deviation of a seat's points"),
}


def pictures(told: ToldRun) -> Iterator[Picture]:
    """Draw all figures of a run.

    Parameters
    ----------
    told : ToldRun

    Yields
    ------
    Picture
        The one that stands for the run first.
    """
    for name, figure in figures(told.run.folder, told.lang).items():
        kind, _, which = name.partition(": ")
        caption = told.say(*_CAPTIONS[kind])
        if which in _TERMS:
            caption = _of(told, caption, told.say(*_TERMS[which]))
        elif which:
            caption = _of(told, caption, cell_name(told, which))
        wide = figure.get_figwidth() > (INCHES[False] + INCHES[True]) / 2
        yield Picture(slug(name), caption.strip(), svg_of(figure), wide)


def _of(told: ToldRun, caption: str, what: str) -> str:
    """Say in a caption what the figure is of."""
    return told.say(
        "{caption}（{what}）。", "{caption} ({what}).", caption=caption.rstrip("。."), what=what
    )
