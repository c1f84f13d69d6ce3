"""What figures say, in Chinese and in English."""

from typing import Final, Literal, TypeAlias

from mjsim.errors import InputError
from mjsim.script import simplified

__all__ = ["CATEGORIES", "Lang", "Words"]

Lang: TypeAlias = Literal["zh", "en"]
"""Chinese, in the script of the game, or English."""

_WORDS: Final = {
    # units and notes
    "hands": ("{n} 盤", "{n} hands"),
    "walls": ("{n} 副牌牆", "{n} walls"),
    "sessions": ("{n} 場", "{n} sessions"),
    "note": (
        "{units} · 種子 {seed} · 示 {level} 區間",
        "{units} · seed {seed} · {level} intervals",
    ),
    "note_plain": ("{units} · 種子 {seed}", "{units} · seed {seed}"),
    "no_hits": ("未見：區間上端", "none seen: upper end"),
    "exact": ("精確值", "exact"),
    "tianjin": ("天津麻將", "Tianjin"),
    "wenling": ("溫嶺麻將", "Wenling"),
    # axes
    "share_of_wins": ("佔胡牌之比", "share of wins"),
    "probability": ("概率", "probability"),
    "win_rate": ("胡牌率", "win rate"),
    "fan": ("番", "fan"),
    "points": ("分", "points"),
    "shanten": ("向聽", "shanten"),
    "turn": ("巡", "turn"),
    "hand": ("盤", "hands played"),
    "hands_so_far": ("盤數", "hands so far"),
    "walls_so_far": ("牌牆數", "walls so far"),
    "sessions_so_far": ("場數", "sessions so far"),
    "points_a_hand": ("每盤得分", "points a hand"),
    "score": ("得分", "score"),
    # titles
    "categories": ("各番種佔胡牌之比", "Categories among wins"),
    "fan_title": ("胡牌之番數", "Fan of wins"),
    "points_title": ("胡牌之分數", "Points of wins"),
    "turn_title": ("胡牌之巡", "Turn of the win"),
    "shanten_title": ("起手之向聽", "Shanten of the deal"),
    "openings_title": ("起手與胡牌率", "Openings and the win rate"),
    "openings_note": ("只是相關", "associations"),
    "waits_title": ("聽牌之種數與張數", "Waits: kinds and live tiles"),
    "by_role": ("各家每盤平均得分", "Mean points a hand by role"),
    "edges_title": ("保本所需優勢", "Edge needed to break even"),
    "edges_axis": ("每盤分數", "points a hand"),
    "gains_title": ("一家對三家之每盤得分", "Gain of one among three"),
    "rules_title": ("規則之差", "What options change"),
    "convergence_title": ("{term}之收斂", "Convergence of {term}"),
    "sessions_title": ("各盤後之得分", "Scores over a session"),
    "points_bands": ("各家之分數", "Points of winners and losers"),
    # openings
    "wilds_tianjin": ("起手混數", "wilds dealt"),
    "wilds_wenling": ("起手得數", "wilds dealt"),
    "by_shanten": ("依起手向聽", "by shanten of the deal"),
    # waits
    "ready": ("初聽", "first ready"),
    "able": ("初可胡", "first able to win"),
    "win": ("胡前", "before the win"),
    "kinds_waited": ("所聽種數", "kinds waited for"),
    "share": ("佔比", "share"),
    "mean_tiles": ("平均活張", "mean live tiles"),
    "win_tiles": ("可胡者", "those that may win"),
    # stakes
    "sits": ("坐{n}", "sit {n}"),
    "pulls": ("拉{n}", "pull {n}"),
    "alike": ("三家同拉", "all pull alike"),
    "pulls_two": ("對家、上家拉", "places 2, 3 pull"),
    "sit_next": ("坐、下家拉", "sit, place 1 pulls"),
    "dealer": ("莊家", "dealer"),
    "other": ("閒家", "others"),
    "all": ("四家", "all seats"),
    "place1": ("下家", "place 1"),
    "place2": ("對家", "place 2"),
    "place3": ("上家", "place 3"),
    "cells_note": ("± 為標準誤", "±: standard errors"),
    # forests
    "plain": ("原值", "plain"),
    "less_luck": ("扣除手氣", "less luck"),
    "among": ("{one} 對三 {other}", "{one} among {other}"),
    "dealer_payoff": ("莊家每盤得分之差", "dealer's points a hand, less the default's"),
    "winner_payoff": ("胡者每胡得分之差", "winner's points a win, less the default's"),
    "mean_fan": ("平均番數之差", "mean fan, less the default's"),
    "mean_points": ("平均分數之差", "mean points, less the default's"),
    "drawn": ("流局率之差（百分點）", "share drawn, less the default's (% points)"),
    "sd_payoff": ("一家得分標準差之差", "SD of a seat's points, less the default's"),
    # sessions
    "ahead": ("得分為正", "ahead"),
    "leads": ("領先三家", "leads the three"),
    "chance": ("概率", "chance"),
    "quantiles": ("5、25、50、75、95 % 分位", "5, 25, 50, 75, 95 % quantiles"),
    "quantiles_of": ("分位取首 {n} 場", "quantiles: of the first {n}"),
    # points
    "winner": ("胡者", "winners"),
    "loser": ("未胡者", "losers"),
    "share_of_seats": ("佔比", "share"),
    # convergence
    "sequence": (
        "{level} 置信序列，各處同時成立",
        "{level} confidence sequence, all looks at once",
    ),
    "interval": ("{level} 區間（盤數預定）", "{level} interval, of a fixed number"),
    # odds
    "discard": ("打", "discard"),
    "as_it_is": ("現狀", "as it is"),
    "draw": ("摸牌", "draw"),
    "ready_by": ("聽牌之概率", "chance to be ready"),
    "won_by": ("胡牌之概率", "chance to have won"),
    "value_fan": ("所胡之平均番數", "mean fan won"),
    "value_points": ("所胡之平均分數", "mean points won"),
    "goal_win": ("求胡", "to win"),
    "goal_value": ("求大", "for value"),
    "indicator": ("指示牌", "indicator"),
    "exact_in_model": ("模型內為精確值", "exact in the model"),
}

_LABELLED: Final = {
    "drawn": ("流局率", "share drawn"),
    "mean_fan": ("平均番數", "mean fan"),
    "mean_points": ("平均分數", "mean points"),
    "mean_win_turn": ("平均胡牌巡", "mean turn of the win"),
    "dealer_payoff": ("莊家每盤得分", "dealer's points a hand"),
    "gain": ("每盤得分", "points a hand"),
    "ever_ready": ("曾聽牌", "ever ready"),
    "ever_able": ("曾可胡", "ever able to win"),
    "mean_shanten": ("平均向聽數", "mean shanten"),
    "edge": ("莊家坐莊保本所需優勢", "edge a sitting dealer needs"),
    "ahead": ("得分為正", "ahead"),
}

CATEGORIES: Final = {
    "tianjin": {
        "tiliu": "plain hand",
        "hundiao": "wild wait",
        "zhuo5": "catching the five",
        "long": "dragon",
        "benhunlong": "dragon in the wild suit",
        "su": "no wild",
        "subenlong": "natural dragon in the wild suit",
        "gangkai": "win on a kong's replacement",
        "tianhu": "complete at the deal",
        "dihu": "win on the first draw",
        "tianting": "declared ready at the deal",
    },
    "wenling": {
        "zimo": "self-draw",
        "dandiao": "pair wait",
        "qiandang": "middle wait",
        "kaobing": "edge wait",
        "baiban": "white dragons shown",
        "huapai": "own flowers shown",
        "hongzhong": "red dragons shown",
        "facai": "green dragons shown",
        "menfeng": "own wind",
        "zipai": "dragon set",
        "qingyise": "one suit",
        "hunyise": "one suit with honours",
        "duiduihu": "all triplets",
        "panghu": "all sequences, open wait",
        "wude": "no wild",
        "liangde": "two wilds",
        "gangkai": "win on a replacement",
        "qiangganghu": "robbing a kong",
        "zimode": "wild drawn last",
        "dehuanyuan": "wild as itself",
        "sande": "three wilds",
        "sibaiban": "four white dragons",
        "sihonghua": "all seasons",
        "siheihua": "all plants",
        "sihongzhong": "four red dragons",
        "sifacai": "four green dragons",
        "tianhu": "complete at the deal",
        "dihu": "win at the first chance",
        "sifenghuiqi": "all four winds",
        "shuangdehuanyuan": "two wilds as themselves",
    },
}
"""English names of 番種 by game and id. Results have the Chinese ones; the games are not asked."""


class Words:
    """The words of a game in a language.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
        The second is written in simplified characters.
    lang : {"zh", "en"}

    Raises
    ------
    InputError
        If the language is another.

    Examples
    --------
    >>> Words("tianjin", "zh")("dealer"), Words("wenling", "zh")("dealer")
    ('莊家', '庄家')
    >>> Words("tianjin", "en")("hands", n="2,000")
    '2,000 hands'
    """

    def __init__(self, game: str, lang: str) -> None:
        if lang not in ("zh", "en"):
            raise InputError(f"lang: zh or en, not {lang!r}")
        self.game = game
        self.lang = lang

    def __call__(self, key: str, **parts: object) -> str:
        """Say something."""
        return self._say(_WORDS[key], parts)

    def term(self, term: str) -> str:
        """Name a term whose convergence can be drawn."""
        return self._say(_LABELLED[term], {})

    def category(self, name: str, label: str) -> str:
        """Name a 番種 by its id and its Chinese label, which stays beside the English name."""
        return label if self.lang == "zh" else f"{label} {CATEGORIES[self.game].get(name, name)}"

    def either(self, zh: str, en: str, /, **parts: object) -> str:
        """Say what stands in no table of words, given in both languages.

        Examples
        --------
        >>> Words("wenling", "zh").either("{n} 家對坐", "{n} seats", n=4)
        '4 家对坐'
        """
        return self._say((zh, en), parts)

    def _say(self, both: tuple[str, str], parts: dict[str, object]) -> str:
        text = both[self.lang == "en"].format(**parts)
        if self.lang == "zh" and self.game == "wenling":
            return simplified(text.replace("流局", "黃牌"))  # as the game calls it
        return text
