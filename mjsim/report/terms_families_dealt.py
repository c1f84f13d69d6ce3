"""Families of ``deals``, ``openings`` and ``points``.

Titles in traditional Chinese and in English, then what the numbers are in both.
"""

from typing import Final, TypeAlias

__all__ = ["DEALS", "OPENINGS", "POINTS"]

Texts: TypeAlias = tuple[str, str, str, str]

_ALIKE: Final = "只是相關：這些手牌還有別的不同。"
_ASSOCIATION: Final = "An association: such hands differ in other ways, too."
_OF_SEATS: Final = ("佔起手牌的比例。", "Share of the hands dealt.")
_OF_HANDS: Final = ("佔全部盤數的比例。", "Share of all hands.")

_DEALT: Final[dict[str, tuple[str, str]]] = {
    "shanten": ("起手向聽", "Shanten of the deal"),
    "n_wilds": ("起手{wilds}數", "Wilds dealt"),
    "n_shown": ("起手亮牌張數", "Tiles shown at the deal"),
}

DEALS: Final[dict[str, Texts]] = {
    **{name: (*titles, *_OF_SEATS) for name, titles in _DEALT.items()},
    "n_de": ("起手得數", "Wilds dealt", *_OF_SEATS),
    "is_complete": (
        "起手成牌",
        "Complete at the deal",
        "莊家起手即成，佔全部盤數的比例。",
        "The dealer's tiles complete as dealt, as a share of all hands.",
    ),
    "fan": (
        "起手成牌之番數",
        "Fan of the deal",
        "佔全部盤數的比例，莊家起手；未成者亦列。",
        "Share of all hands, of what the dealer is dealt; not complete is listed, too.",
    ),
    "category": (
        "起手成牌之番種",
        "Categories of the deal",
        "佔全部盤數的比例，莊家起手；一副牌可兼數番種。",
        "Share of all hands, of what the dealer is dealt; a hand may have several.",
    ),
    "possible": (
        "換一種拆法也能作的番種",
        "Categories of some other arrangement",
        "番數相同的拆法不止一種時，任一拆法能作即計；佔全部盤數的比例。",
        "Counted if any arrangement of equal fan has it; as a share of all hands.",
    ),
    "mean": (
        "起手之平均",
        "Means of the deal",
        "向聽數、亮牌張數按家計；番數或分數只計起手成牌者。",
        "Shanten and tiles shown by seat; fan or points of complete hands alone.",
    ),
    "automatic": (
        "起手腊子",
        "腊子 at the deal",
        "莊家、閒家：佔起手牌的比例；任一家：佔盤數的比例，分鬧鬧與否者只算該類的盤。",
        "Of dealer and others a share of the hands dealt; of any seat a share of hands, given "
        "闹闹 or not of such hands.",
    ),
    "is_automatic": (
        "有人起手腊子",
        "Any 腊子 at the deal",
        "佔盤數的比例；分鬧鬧與否者只算該類的盤。",
        "Share of hands; given 闹闹 or not, of such hands.",
    ),
    "is_naonao": ("鬧鬧", "闹闹", *_OF_HANDS),
    "is_tianhu": ("天胡", "天胡", *_OF_HANDS),
    "points": (
        "起手成牌之分數",
        "Points of complete deals",
        "佔起手成牌者的比例；胡張取分數最高的一張。",
        "Share of complete deals; the winning tile is the one that gives most.",
    ),
}

_BY: Final = {
    "whatever": ("不論起手", "whatever is dealt"),
    "shanten": ("依起手向聽", "by shanten dealt"),
    "wilds": ("依起手{wilds}數", "by wilds dealt"),
    "pairs": ("依起手對數", "by pairs dealt"),
    "shown": ("依起手亮牌", "by tiles shown at the deal"),
    "flowers": ("依起手亮花", "by flowers shown at the deal"),
    "bai": ("依起手亮白板", "by 白 shown at the deal"),
    "both": ("依起手向聽與{wilds}數", "by shanten and wilds dealt"),
}


def _outcomes() -> dict[str, Texts]:
    """Return families of win rates and gains by what is dealt."""
    found: dict[str, Texts] = {}
    for name, (zh, en) in _BY.items():
        plain = name == "whatever"
        zh_mark, en_mark = ("", "") if plain else ("（相關）", " (association)")
        zh_more, en_more = ("", "") if plain else (_ALIKE, f" {_ASSOCIATION}")
        found[f"win_by_{name}"] = (
            f"胡牌率：{zh}{zh_mark}",
            f"Win rate {en}{en_mark}",
            f"佔如此起手者的比例。{zh_more}",
            f"Share of the seats that were dealt so.{en_more}",
        )
        found[f"payoff_by_{name}"] = (
            f"每盤得分：{zh}{zh_mark}",
            f"Gain a hand {en}{en_mark}",
            f"分：如此起手者每盤的平均。{zh_more}",
            f"Points a hand of the seats that were dealt so.{en_more}",
        )
    return found


_SLOPE: Final = (
    "直線之斜率：每差一步，胡牌率差幾個百分點，每盤得分差幾分。" + _ALIKE,
    "Slopes of a line: by how many percentage points the win rate, and by how many points the "
    "gain a hand, differ for one step. " + _ASSOCIATION,
)

OPENINGS: Final[dict[str, Texts]] = {
    **{name: (*titles, *_OF_SEATS) for name, titles in _DEALT.items()},
    "n_pairs": (
        "起手對數",
        "Pairs dealt",
        "佔起手牌的比例；{wilds}除外，同一種牌有兩張以上算一對。",
        "Share of the hands dealt; a kind held twice or more is one, wilds left out.",
    ),
    "n_flowers": ("起手亮花張數", "Flowers shown at the deal", *_OF_SEATS),
    "n_bai": ("起手亮白板張數", "白 shown at the deal", *_OF_SEATS),
    "mean": (
        "起手之平均",
        "Means of the deal",
        "向聽數與張數，按家計。",
        "Shanten and numbers of tiles, by seat.",
    ),
    "ready": (
        "起手聽牌",
        "Ready at the deal",
        "佔起手牌的比例，起手即成者亦計在內。",
        "Share of the hands dealt, complete hands included.",
    ),
    **_outcomes(),
    "slope": (
        "向聽、{wilds}數與胡牌（相關）",
        "Shanten and wilds, and what goes with them (association)",
        *_SLOPE,
    ),
    "slope_other": (
        "起手其他各項與胡牌（相關）",
        "What else is dealt, and what goes with it (association)",
        *_SLOPE,
    ),
}

POINTS: Final[dict[str, Texts]] = {
    "winner_points": (
        "胡者之分數",
        "Points of winners",
        "各分數段佔胡牌的比例。",
        "Share of wins with so many points.",
    ),
    "loser_points": (
        "未胡者之分數",
        "Points of those who did not win",
        "各分數段佔有人胡牌時未胡各家的比例。",
        "Share of those who did not win, in hands that somebody won.",
    ),
    "mean": (
        "分數與得分之平均",
        "Means of points and gains",
        "分數：手牌所值；得分：結算後之輸贏；胡數、番數、不封頂分數不計自動腊子。",
        "Points are what a hand is worth, gains what is settled; base, fan and points without the "
        "cap leave out automatic 腊子.",
    ),
    "beyond": (
        "封頂",
        "Wins above the cap",
        "佔胡牌的比例：不封頂則逾 500 分者。",
        "Share of wins: those above 500 points without the cap.",
    ),
    "hand": ("黃牌與鬧鬧", "Drawn hands and 闹闹", *_OF_HANDS),
    "limit_per_hand": (
        "各腊子出現之盤數",
        "Share of hands with each 腊子",
        "佔全部盤數的比例；一盤可有數種。",
        "Share of all hands; a hand may have several.",
    ),
    "limit_per_win": (
        "各腊子佔胡牌之比",
        "Share of wins with each 腊子",
        "佔胡牌的比例；一副牌可兼數種。",
        "Share of wins; a win may have several.",
    ),
    "bao": (
        "包三家之盤數",
        "Hands with 包三家",
        "佔全部盤數的比例：合計，及分別依緣由。",
        "Share of all hands, together and by the reason.",
    ),
    "bao_paid": (
        "包三家付多少",
        "What 包三家 costs",
        "分：每次包三家，包者共付多少，比不包時多付多少。",
        "Points each time: what the liable seat pays in all, and beyond what it would pay without.",
    ),
    "naonao": (
        "鬧鬧與平常之別",
        "闹闹 and other hands",
        "得分與分數以分計，比例之差以百分點計；鬧鬧由翻出的牌定，兩類之差仍只稱相關。",
        "In points, or as shares, whose differences are in percentage points; the tile turned up "
        "makes it 闹闹, and the difference is called an association all the same.",
    ),
    "de_dealt": ("起手得數", "Wilds dealt", *_OF_SEATS),
    "de": (
        "得數與胡牌（相關）",
        "Wilds and what goes with them (association)",
        "得分以分計；胡率為佔如此各家的比例；末項為佔胡者的比例。" + _ALIKE,
        "Gains in points a hand, win rates as shares of such seats, and shares of "
        "winners. " + _ASSOCIATION,
    ),
    "shown": (
        "亮牌與胡牌（相關）",
        "Tiles shown and what goes with them (association)",
        "依整盤亮牌張數：佔各家的比例、平均得分、胡率。" + _ALIKE,
        "Tiles shown over the whole hand: share of seats, gain in points a hand, win rate. "
        + _ASSOCIATION,
    ),
}
