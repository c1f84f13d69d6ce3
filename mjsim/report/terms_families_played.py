"""Families of ``categories``, ``waits``, ``strategies``, ``rules`` and ``sessions``.

Titles in traditional Chinese and in English, then what the numbers are in both.
"""

from typing import Final, TypeAlias

__all__ = ["CATEGORIES", "RULES", "SESSIONS", "STRATEGIES", "WAITS"]

Texts: TypeAlias = tuple[str, str, str, str]

_ALIKE: Final = "只是相關：這些手牌還有別的不同。"
_ASSOCIATION: Final = "An association: such hands differ in other ways, too."

CATEGORIES: Final[dict[str, Texts]] = {
    "hand": ("{drawn}", "Drawn hands", "佔全部盤數的比例。", "Share of all hands."),
    "per_hand": (
        "各番種出現之盤數",
        "Share of hands with each category",
        "佔全部盤數的比例，{drawn}亦計在內；一副牌可兼數番種。",
        "Share of all hands, drawn ones included; a win may have several.",
    ),
    "per_win": (
        "各番種佔胡牌之比",
        "Share of wins with each category",
        "佔胡牌的比例；一副牌可兼數番種，合計不必是 100 %。",
        "Share of wins; a win may have several, so that they need not sum to 100 %.",
    ),
    "possible": (
        "換一種拆法也能作的番種",
        "Categories of some other arrangement",
        "番數相同的拆法不止一種時，任一拆法能作即計；佔胡牌的比例。",
        "Counted if any arrangement of equal fan has it; as a share of wins.",
    ),
    "fan": (
        "胡牌之番數",
        "Fan of wins",
        "各番數佔胡牌的比例。",
        "Share of wins that are worth so many fan.",
    ),
    "points": (
        "胡牌之分數",
        "Points of wins",
        "各分數佔胡牌的比例。",
        "Share of wins that are worth so many points.",
    ),
    "mean": (
        "胡牌之平均{worth}與巡",
        "Mean {worth} and turn of a win",
        "每副胡牌的平均；巡從胡者自己的第一巡數起。",
        "Means over wins; turns are the winner's own.",
    ),
    "winner": (
        "誰胡牌",
        "Who wins",
        "佔胡牌的比例：莊家；四個座位，不論誰是莊家；莊家以外三家，下家、對家、上家以莊家看。",
        "Share of wins: the dealer's; those of the four seats, whoever deals; those of the places "
        "counted from the dealer, of which place 1 plays next and place 3 last.",
    ),
    "wilds": (
        "胡牌時的{wilds}數",
        "Wilds held at the win",
        "胡時手中有這許多{wilds}者佔胡牌的比例，及其平均{worth}。" + _ALIKE,
        "Share of wins with so many wilds in hand, and their mean {worth}. " + _ASSOCIATION,
    ),
}

WAITS: Final[dict[str, Texts]] = {
    "mean": (
        "聽牌之平均",
        "Waits on average",
        "種數：聽幾種牌；活張：該家尚未見到的有幾張；可胡活張：其中摸來即可胡的。巡從各家"
        "自己的第一巡數起。",
        "Kinds waited for; live tiles, those that the seat has not seen; those of them that may "
        "win on a draw. Turns are the seat's own.",
    ),
    "ready_kinds": (
        "初聽時聽幾種",
        "Kinds waited for when first ready",
        "佔曾聽牌者的比例。",
        "Share of seats that are ever ready.",
    ),
    "able_kinds": (
        "初可胡時聽幾種",
        "Kinds waited for when first able to win",
        "佔曾可胡者的比例。",
        "Share of seats that are ever able to win.",
    ),
    "win_kinds": (
        "胡前聽幾種",
        "Kinds waited for before the win",
        "佔胡者的比例，起手即胡者除外。",
        "Share of winners, those who won as dealt left out.",
    ),
    "ever": (
        "曾聽牌、曾可胡",
        "Ever ready, ever able to win",
        "佔各家的比例，每盤四家；可胡指有活張摸來即可胡。",
        "Share of seats, four a hand; able to win: with a live tile that may win on a draw.",
    ),
    "ready_turn": (
        "第幾巡初聽",
        "Turn on which seats are first ready",
        "佔各家的比例，未聽牌者亦計在內。",
        "Share of seats, those never ready included.",
    ),
    "able_turn": (
        "第幾巡初可胡",
        "Turn on which seats are first able to win",
        "佔各家的比例，始終未可胡者亦計在內。",
        "Share of seats, those never able to win included.",
    ),
    "win_given": (
        "聽牌後之胡牌率",
        "Win rate once ready or able to win",
        "佔如此聽牌者的比例。" + _ALIKE,
        "Share of the seats that were ready so. " + _ASSOCIATION,
    ),
    "by_category": (
        "各番種胡前之聽",
        "Waits before the win, by category",
        "胡前之平均種數、活張、可胡活張。" + _ALIKE,
        "Means before the winning tile: kinds, live tiles, those that may win. " + _ASSOCIATION,
    ),
    "by_wilds": (
        "依{wilds}數之聽",
        "Waits by wilds",
        "平均種數、活張、可胡活張：初聽時依起手{wilds}數，胡前依胡時{wilds}數。" + _ALIKE,
        "Mean kinds, live tiles, those that may win: when first ready by wilds dealt, before the "
        "win by wilds held then. " + _ASSOCIATION,
    ),
    "by_turn": (
        "依初聽之巡",
        "Waits by the turn of being first ready",
        "初聽時之平均種數、活張、可胡活張。" + _ALIKE,
        "Means when first ready: kinds, live tiles, those that may win. " + _ASSOCIATION,
    ),
}

STRATEGIES: Final[dict[str, Texts]] = {
    "gain": (
        "一家對三家之每盤得分",
        "Gain of one among three",
        "分：前者坐一家、後者坐三家，同一牌牆四座輪坐的平均；大於 0 即前者贏。",
        "Points a hand of the one among three of the other, over the four seats of each wall; "
        "above 0 the one gains.",
    ),
    "contrast": (
        "同對三家，換一家之差",
        "Gain less that of another in its place",
        "分：同一牌牆，前者與另一打法各作一家對同樣三家，每盤得分之差；這些區間同時成立"
        "（Bonferroni）。",
        "Points a hand: the one's gain less that of another strategy among the same three, on the "
        "same walls. These intervals hold together (Bonferroni).",
    ),
    "wins": (
        "一家對三家之胡牌率",
        "Win rate of one among three",
        "前者胡牌之盤數佔其所打盤數的比例。",
        "Hands that the one wins, as a share of those that it plays.",
    ),
    "design": (
        "比較所需之牌牆",
        "What the comparison takes",
        "變異數之比：大於 1 即同樣盤數下誤差較小。所需牌牆：在 5 % 水準、80 % 檢力下看出此差。",
        "Ratios of variances: above 1 the same number of hands has the smaller error. Walls: to "
        "see such a gain at 5 % with power 80 %.",
    ),
}

RULES: Final[dict[str, Texts]] = {
    "value": (
        "各規則下之平均",
        "Means under each option",
        "得分以分計；{worth}取每副胡牌的平均；{drawn}率為佔盤數的比例。",
        "Gains in points; {worth} over wins; drawn hands as a share of hands.",
    ),
    "difference": (
        "與原規則之差",
        "What each option changes",
        "改後減原規則，同一副牌牆相減；得分之差以分計。重算：牌不變，只改結算；重打：打法隨規則"
        "而變。",
        "The option's less the default's, on the same walls; gains in points. Rescored: the same "
        "play, settled otherwise; replayed: play follows the rules.",
    ),
    "changed": (
        "得分有別之盤",
        "Hands that pay otherwise",
        "佔盤數的比例：四家得分有任一不同即計。",
        "Share of hands: those in which any seat's gain differs.",
    ),
    "pairing": (
        "用同一副牌牆之效",
        "What the same walls save",
        "變異數之比：莊家得分之差，用不同牌牆者除以用同一牌牆者。",
        "Variance of the dealer's difference on other walls over that on the same.",
    ),
}

SESSIONS: Final[dict[str, Texts]] = {
    "score": (
        "終局得分",
        "Final scores",
        "分：一場打完之得分，起始為 0。",
        "Points of a seat after the last hand of a session; the start is 0.",
    ),
    "drawdown": (
        "最大回撤",
        "Largest drawdowns",
        "分：一場之中從至今最高處跌下最多多少，起始之 0 亦算。",
        "Points that a seat falls below its best so far, at most, the start included.",
    ),
    "ruin": (
        "輸盡之概率",
        "Chance of ruin",
        "佔各家的比例：一場之中曾比起始少了這許多分或更多。",
        "Share of seats: those that were ever so far below the start, or further.",
    ),
    "streak": (
        "連莊",
        "Dealer streaks",
        "盤數，或佔連莊次數的比例；每場最後一次連莊被截斷，不計其長短。",
        "In hands, or as shares; a session's last streak is cut off, and its length not counted.",
    ),
    "ahead": (
        "得分為正之概率",
        "Chance to be ahead",
        "佔場數的比例：打了這許多盤後，座0 得分大於 0。",
        "Share of sessions: seat 0 is above 0 after so many hands.",
    ),
    "leads": (
        "領先三家之概率",
        "Chance to lead",
        "佔場數的比例：打了這許多盤後，座0 得分高於其餘三家。",
        "Share of sessions: seat 0 is above each of the others after so many hands.",
    ),
    "until_ahead": (
        "得分為正達九成五要打幾盤",
        "Hands until ahead with chance 95 %",
        "盤數：得分為正之概率達 95 % 所需，以正態近似推算。",
        "Hands after which its score is above 0 with chance 95 %, by the normal approximation.",
    ),
}
