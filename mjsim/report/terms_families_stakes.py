"""Families of ``stakes``.

Titles in traditional Chinese and in English, then what the numbers are in both.
"""

from typing import Final

__all__ = ["STAKES"]

_POINTS: Final = "Points a hand"
_PLACES: Final = "拉依下家、對家、上家之序。"
_PULLS: Final = "Pulls are those of places 1, 2 and 3."
_WHERE: Final = "下家、對家、上家，以莊家看。"
_NUMBERED: Final = "Places are counted from the dealer: place 1 plays next, place 3 last."

STAKES: Final[dict[str, tuple[str, str, str, str]]] = {
    "method": (
        "如何得知各賭注之得分",
        "How the stakes were tried",
        "佔重打盤數的比例：結算與重打得分相同，或各賭注下打法相同。",
        "Share of hands: those that pay as settled when they are played again, or that are "
        "played alike under every stake.",
    ),
    "flow": (
        "坐莊、拉莊所乘之得失",
        "What stakes multiply",
        "分：每加一份賭注，選者每盤多得多少；負為多輸。",
        "Points a hand that the chooser gains for each unit of stake more; below 0 it loses.",
    ),
    "edge": (
        "保本所需優勢",
        "Edge needed to break even",
        "分：還須每盤多贏多少，坐或拉才不虧；負為現在已經有利。" + _WHERE,
        "Points a hand by which the chooser must play better for its stake to pay; below 0 it "
        "pays already. " + _NUMBERED,
    ),
    "design": (
        "扣除手氣之效",
        "What taking luck out saves",
        "變異數之比：原值除以扣除手氣後；大於 1 即誤差較小。",
        "Variance over that less luck; above 1 the error is smaller.",
    ),
    "choice": (
        "自己坐或拉值多少",
        "What a choice is worth to who makes it",
        "分：選與不選每盤得分之差，同一副牌相減，他人不坐不拉。",
        f"{_POINTS}: with the choice less without, on the same hands, with no other stake.",
    ),
    "choice_others": (
        "一家坐或拉對各家之影響",
        "What a choice does to each seat",
        "分：選與不選每盤得分之差，依他人如何坐拉；他人皆不坐不拉時對自己之差另有一表。",
        f"{_POINTS}: with the choice less without, by what the others choose; what it is worth "
        "to the chooser with no other stake has a table of its own.",
    ),
    "choice_sd": (
        "坐或拉對標準差之影響",
        "What a choice does to the standard deviation",
        "分：每盤得分標準差之增減，他人不坐不拉。",
        "Points: change of the standard deviation of a hand's gain, with no other stake.",
    ),
    "choice_loses": (
        "坐或拉對輸一盤之影響",
        "What a choice does to the chance to lose a hand",
        "概率之差，以百分點計；他人不坐不拉。",
        "Difference of chances in percentage points, with no other stake.",
    ),
    "ruin": (
        "輸盡之概率",
        "Chance of ruin",
        "佔各家的比例：連打這許多盤，每盤換莊，曾輸到這許多分或更多。",
        "Share of seats: those that lose so much or more within a stretch of hands whose "
        "dealer is the next seat each time.",
    ),
    "mean": (
        "各種坐拉之每盤得分",
        "Gain a hand under each setting",
        f"分：每盤得分的平均。{_PLACES}",
        f"{_POINTS}, on average. {_PULLS}",
    ),
    "sd": (
        "各種坐拉之標準差",
        "Standard deviation under each setting",
        f"分：每盤得分之標準差。{_PLACES}",
        f"Points: standard deviation of a hand's gain. {_PULLS}",
    ),
    "loses": (
        "各種坐拉下輸一盤之概率",
        "Chance to lose a hand under each setting",
        f"佔盤數的比例。{_PLACES}",
        f"Share of hands. {_PULLS}",
    ),
    "equilibrium": (
        "坐拉之均衡",
        "Equilibrium of the stake game",
        "得分與差以分計。莊家先定坐否，三家見而同時定拉；由後往前推。純均衡：其個數，冒號後是所"
        "拉。未定：尚不能斷言最佳。",
        "Gains and differences in points a hand. The dealer sits or not, the three see it and pull "
        "at once: by backward induction. Of pure equilibria the number is given, and what places "
        "1, 2 and 3 pull in them. Undecided: not known to be best.",
    ),
    "profile": (
        "均衡時各家所選",
        "What each chooses in equilibrium",
        "莊家 1 為坐、0 為不坐；閒家為拉幾。",
        "The dealer: 1 sits, 0 does not; the others: what they pull.",
    ),
    "best_reply": (
        "最佳應對",
        "Best replies",
        f"分：比次佳之選每盤多得多少；p 已就全部比較校正。{_PLACES}",
        f"{_POINTS} by which the best choice is ahead of the next; each p is corrected for all "
        f"comparisons. {_PULLS}",
    ),
}
