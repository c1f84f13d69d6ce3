"""The figures of a run with their captions."""

from collections.abc import Iterator
from typing import Final

from mjsim.experiments.sessions_results import AMONG
from mjsim.plots import figures
from mjsim.plots.convergence import TERMS
from mjsim.plots.forest import RULES_TERMS
from mjsim.plots.style import INCHES, svg_of
from mjsim.report.facts import players
from mjsim.report.model import Picture
from mjsim.report.run import ToldRun
from mjsim.report.tables import slug
from mjsim.report.terms import cell_name

__all__ = ["pictures"]

_CAPTIONS: Final = {
    "categories": ("各番種佔胡牌之比。", "Share of wins with each category."),
    "worth": ("胡牌所值之分佈。", "What wins are worth."),
    "win_turn": ("胡牌所在之巡。", "The turn that hands are won in."),
    "deals": ("起手牌：抽樣與精確值。", "Dealt hands: sampled and exact."),
    "shanten": ("起手之向聽：抽樣與精確值。", "Shanten of the deal: sampled and exact."),
    "openings": ("起手與胡牌率；只是相關。", "Openings and the win rate: associations."),
    "points": ("胡者與未胡者之分數。", "Points of winners and of those who did not win."),
    "rules": ("各選項與預設之差。", "What each option changes, less the default."),
    "sessions": (
        "各盤後得分之分位，與得分為正之概率。",
        "Quantiles of scores over a session, and the chance to be ahead.",
    ),
    "stakes": (
        "坐莊與拉莊各設定下每盤平均得分。",
        "Mean points a hand by 坐莊 and 拉莊.",
    ),
    "edges": ("保本所需優勢。", "Edge needed to break even."),
    "strategies": ("一家對三家之每盤得分。", "Gain a hand of one among three."),
    "waits": ("聽牌之種數與活張。", "Waits: kinds and live tiles."),
    "convergence": ("估計隨盤數之收斂。", "How the estimate settles."),
}
_BARS: Final = ("點為估計，線為區間。", "Marks: estimates; bars: intervals.")
_NUMBERS: Final = (
    "點為估計，線為區間；數字為估計 ± 標準誤。",
    "Marks: estimates; bars: intervals; numbers: estimates ± standard errors.",
)
_MARKS: Final = {
    "categories": (
        "點為估計，線為區間；未見者示區間上端。",
        "Marks: estimates; bars: intervals, of what was not seen the upper end.",
    ),
    "worth": _BARS,
    "win_turn": _BARS,
    "deals": (
        "點為抽樣，線為區間，豎劃為精確值。",
        "Marks: sampled; bars: intervals; ticks: exact values.",
    ),
    "shanten": (
        "點為抽樣，線為區間，橫劃為精確值。",
        "Marks: sampled; bars: intervals; ticks: exact values.",
    ),
    "openings": _BARS,
    "points": _BARS,
    "rules": _NUMBERS,
    "sessions": (
        "上：分位，淺色帶為區間。下：實心為得分為正，空心為領先三家，線為區間。",
        "Above: quantiles, with their intervals shaded. Below: filled, to be ahead; hollow, to "
        "lead the three; bars: intervals.",
    ),
    "stakes": (
        "格中為估計 ± 標準誤；坐1 為坐、坐0 為不坐；藍為得、橙為失，色深者大。",
        "Cells: estimates ± standard errors; sit 1: sits, sit 0: does not; blue gains, orange "
        "loses, the darker the more.",
    ),
    "edges": (
        "點為估計，線為區間；空心者扣除手氣。",
        "Marks: estimates, hollow ones less luck; bars: intervals.",
    ),
    "strategies": _NUMBERS,
    "waits": (
        "上：依所聽種數之佔比；下：平均活張，空心為其中可胡者。線為區間。",
        "Above: shares by kinds waited for; below: mean live tiles, hollow those that may win. "
        "Bars: intervals.",
    ),
    "convergence": (
        "帶為置信序列，點為估計，末端豎線為盤數預定時之區間，橫線為最後之估計。",
        "Band: confidence sequence; marks: estimates; bar at the end: interval of a fixed number; "
        "line: last estimate.",
    ),
}
"""What marks and bars are; how sure intervals are stands in the figures."""
_TERMS: Final = {
    "dealer_payoff": ("莊家每盤得分", "dealer's points a hand"),
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
        which = which or _first(told, kind)
        if which in _TERMS:
            caption = _of(told, caption, told.say(*_TERMS[which]))
        elif which:
            caption = _of(told, caption, which if kind == "convergence" else cell_name(told, which))
        caption = told.say(
            "{caption}{marks}", "{caption} {marks}", caption=caption, marks=told.say(*_MARKS[kind])
        )
        wide = figure.get_figwidth() > (INCHES[False] + INCHES[True]) / 2
        yield Picture(slug(name), caption.strip(), svg_of(figure), wide)


def _first(told: ToldRun, kind: str) -> str:
    """Return what a figure is of that is not named: the first there is, or nothing."""
    cells = players(told)
    if not cells:
        return ""
    one = next((cell for cell in cells if AMONG in cell), cells[0])
    if kind == "convergence":
        what = told.run.words.term(TERMS[told.run.experiment][0])
        return told.say("{what}，{who}", "{what}, {who}", what=what, who=cell_name(told, one))
    return {"rules": RULES_TERMS[0], "sessions": one, "stakes": cells[0]}.get(kind, "")


def _of(told: ToldRun, caption: str, what: str) -> str:
    """Say in a caption what the figure is of."""
    return told.say(
        "{caption}（{what}）。", "{caption} ({what}).", caption=caption.rstrip("。."), what=what
    )
