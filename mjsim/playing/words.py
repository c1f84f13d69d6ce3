"""The words of a table in Chinese and English, side by side."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from mjsim.errors import InputError
from mjsim.playing.actions import ActionType

__all__ = ["LANGUAGES", "Lang", "Words"]

Lang: TypeAlias = Literal["zh", "en"]
"""Chinese or English."""

LANGUAGES: tuple[Lang, ...] = ("zh", "en")

_SAID: dict[str, tuple[str, str]] = {
    # heading
    "hand": ("牌局", "hand"),
    "of seed": ("天津麻將，種子 {seed}，第 {hand} 盤", "{hand} of seed {seed}, 天津麻將"),
    "own wall": ("天津麻將，自備牌牆", "on a wall of its own, 天津麻將"),
    "dealer": ("莊家", "dealer"),
    "stakes": ("坐拉", "stakes"),
    "sits": ("坐莊", "the dealer sits 坐莊"),
    "no sit": ("不坐莊", "the dealer does not sit"),
    "no pull": ("無人拉莊", "nobody pulls"),
    "pulls": ("{seat}拉{n}", "{seat} pulls {n} 拉莊"),
    "factors": ("與莊輸贏", "with dealer"),
    "strategies": ("打法", "strategies"),
    "all seats": ("四家皆 {label}", "{label} on all seats"),
    "dice": ("骰子", "dice"),
    "opposite": ("{seat}（對家）", "{seat} (opposite)"),
    "named": ("{seat}（點到）", "{seat} (named)"),
    "wall": ("開牌", "wall"),
    "break": ("{seat}門前右起第 {stack} 墩", "broken at {seat}, stack {stack} from the right end"),
    "over": ("（{seat}門前第 {stack} 墩）", " (stack {stack} of {seat})"),
    "indicator": ("翻牌", "indicator"),
    "from tail": ("{tile}，牌尾第 {stack} 墩上張", "{tile}, on top of stack {stack} from the tail"),
    "wild": ("混", "wild 混"),
    "rules": ("規則", "rules"),
    "but": ("{name}，改動：", "{name}, but "),
    "beside": ("{name}，異於 platform：", "{name}; unlike platform: "),
    # tables
    "seat": ("座", "seat"),
    "seat n": ("座{seat}", "seat {seat}"),
    "tiles": ("記號", "tiles"),
    "zh": ("牌", "牌"),
    "wilds": ("混", "混"),
    "shanten": ("向聽", "shanten"),
    "turn": ("序", "turn"),
    "draw": ("摸", "draw"),
    "left": ("餘", "left"),
    "play": ("打", "play"),
    "then": ("應", "then"),
    "kongs": ("杠", "kongs"),
    "payoff": ("輸贏", "payoff"),
    # turns
    "dealt": ("起手", "dealt"),
    "tail": ("補", "tail"),
    "win": ("和", "wins"),
    "claims": ("{seat}{claim}", "{seat}: {claim}"),
    "pass": ("{seat}不{claims}", "{seat}: no {claims}"),
    "or": ("不", " or "),
    "barred": ("{seat}成小相公", "{seat}: 小相公"),
    # end
    "result": ("結果", "result"),
    "drawn": ("流局，無牌可摸", "drawn: no tile left to draw 流局"),
    "wins": ("{seat}和，{how}", "{seat} wins {how}"),
    "how draw": ("自摸", "on an ordinary draw 自摸"),
    "how kong": ("杠開", "on a kong's replacement 杠開"),
    "how deal": ("天胡", "with the tiles dealt 天胡"),
    "how first": ("地胡", "on the first draw 地胡"),
    "categories": ("番種", "categories"),
    "fan": ("番", "fan"),
    "chan": ("鏟", "鏟"),
    "chan is due": (
        "四家首張相同，莊家付每家 {points}",
        "four first discards alike: the dealer pays each {points}",
    ),
    "times": ("，再乘坐拉", ", times the stakes"),
    "xiaoxianggong": ("小相公", "小相公"),
    "threw": ("{seats}打過混，不能和", "{seats}: threw a wild, may not win"),
    "unpaid": ("流局不計杠", "kong points are not paid after a drawn hand"),
    "wild mark": ("* 混，寫作所代之牌", "* a wild, written as what it stands for"),
    "last mark": ("+ 末張", "+ the last tile"),
    "any last": ("任一張可作末張", "any of the tiles may be taken as the last"),
    # many hands
    "hands": ("盤數", "hands"),
    "many": ("天津麻將，種子 {seed}，{n:,} 盤", "{n:,} of seed {seed}, 天津麻將"),
    "many stakes": ("{sit}，拉莊 {pulls}", "{sit}, pulls 拉莊 {pulls} by seat"),
    "drawn hands": ("流局", "drawn 流局"),
    "who": ("", ""),
    "the dealer": ("莊家", "dealer 莊"),
    "n seats": ("{label}（{n} 座）", "{label}, {n} seats"),
    "win count": ("和", "wins"),
    "share": ("和率 %", "share %"),
    "mean payoff": ("平均輸贏", "mean payoff"),
    "interval": ("95 % 區間", "95 % interval"),
    "error": (
        "± 後為標準誤；和率附 Wilson 區間",
        "± is a standard error; shares have Wilson's interval",
    ),
    "file": ("寫入", "written"),
    ", ": ("，", ", "),
    "; ": ("；", "; "),
}

_ACTIONS: dict[ActionType, tuple[str, str]] = {
    ActionType.CONCEALED_KONG: ("暗杠", "concealed kong"),
    ActionType.ADDED_KONG: ("加杠", "added kong"),
    ActionType.OPEN_KONG: ("明杠", "kong"),
    ActionType.PONG: ("碰", "pong"),
    ActionType.TIAN_TING: ("報天聽", "天聽"),
}


class Words:
    """Says things in one language.

    Parameters
    ----------
    lang : {"zh", "en"}

    Raises
    ------
    InputError
        If there is no such language.

    Examples
    --------
    >>> Words("zh")("pulls", seat="座1", n=2), Words("en").seat(1)
    ('座1拉2', 'seat 1')
    """

    def __init__(self, lang: Lang) -> None:
        if lang not in LANGUAGES:
            raise InputError(f"lang: {' or '.join(LANGUAGES)}, not {lang!r}")
        self.lang = lang
        self._at = LANGUAGES.index(lang)

    def __call__(self, what: str, **values: object) -> str:
        """Return a phrase with values put in."""
        return _SAID[what][self._at].format(**values)

    def seat(self, seat: int, dealer: int | None = None) -> str:
        """Name a seat, and mark the dealer's."""
        return self("seat n", seat=seat) + (" 莊" if seat == dealer else "")

    def seats(self, labels: Sequence[str]) -> str:
        """Name the strategies by seat; all at once if they are the same."""
        if len(set(labels)) == 1:
            return self("all seats", label=labels[0])
        return self(", ").join(f"{self.seat(seat)} {label}" for seat, label in enumerate(labels))

    def action(self, type_: ActionType) -> str:
        """Name a claim, a kong or 天聽."""
        return _ACTIONS[type_][self._at]
