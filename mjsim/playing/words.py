"""The words of a table in Chinese and English, side by side."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, TypeAlias

from mjsim.errors import InputError
from mjsim.notation import format_hand_zh, format_tiles_zh
from mjsim.playing.actions import ActionType
from mjsim.playing.words_tianjin import TIANJIN
from mjsim.playing.words_wenling import WENLING, WINDS
from mjsim.script import simplified
from mjsim.tiles import Hand, Script, tile_code, tile_zh

__all__ = ["LANGUAGES", "Lang", "Words"]

Lang: TypeAlias = Literal["zh", "en"]
"""Chinese or English."""

LANGUAGES: tuple[Lang, ...] = ("zh", "en")

_COMMON: dict[str, tuple[str, str]] = {
    # heading
    "hand": ("牌局", "hand"),
    "of seed": ("{game}，種子 {seed}，第 {hand} 盤", "{hand} of seed {seed}, {game}"),
    "own wall": ("{game}，自備牌牆", "on a wall of its own, {game}"),
    "dealer": ("莊家", "dealer"),
    "strategies": ("打法", "strategies"),
    "all seats": ("四家皆 {label}", "{label} on all seats"),
    "dice": ("骰子", "dice"),
    "wall": ("開牌", "wall"),
    "indicator": ("翻牌", "indicator"),
    "rules": ("規則", "rules"),
    "but": ("{name}，改動：", "{name}, but "),
    "beside": ("{name}，異於 {first}：", "{name}; unlike {first}: "),
    # tables
    "seat": ("座", "seat"),
    "seat n": ("座{seat}", "seat {seat}"),
    "tiles": ("記號", "tiles"),
    "zh": ("牌", "牌"),
    "shanten": ("向聽", "shanten"),
    "turn": ("序", "turn"),
    "draw": ("摸", "draw"),
    "left": ("餘", "left"),
    "play": ("打", "play"),
    "then": ("應", "then"),
    "payoff": ("輸贏", "payoff"),
    # turns
    "dealt": ("起手", "dealt"),
    "tail": ("補", "tail"),
    "win": ("和", "wins"),
    "claims": ("{seat}{claim}", "{seat}: {claim}"),
    "outdone": ("{seat}要{claim}不成", "{seat}: {claim}, outdone"),
    "pass": ("{seat}不{claims}", "{seat}: no {claims}"),
    "or": ("不", " or "),
    # end
    "result": ("結果", "result"),
    "categories": ("番種", "categories"),
    "last mark": ("+ 末張", "+ the last tile"),
    "any last": ("任一張可作末張", "any of the tiles may be taken as the last"),
    # many hands
    "hands": ("盤數", "hands"),
    "many": ("{game}，種子 {seed}，{n:,} 盤", "{n:,} of seed {seed}, {game}"),
    "who": ("", ""),
    "the dealer": ("莊家", "dealer 莊"),
    "n seats": ("{label}（{n} 座）", "{label}, {n} seats"),
    "one seat": ("{label}（1 座）", "{label}, 1 seat"),
    "win count": ("和", "wins"),
    "share": ("和率 %", "share %"),
    "mean payoff": ("平均輸贏", "mean payoff"),
    "interval": ("95 % 區間", "95 % interval"),
    "error": (
        "± 後為標準誤；和率附 Wilson 區間",
        "± is a standard error; shares have Wilson's interval",
    ),
    "unbalanced": (
        "盤數不是四的倍數，四家坐莊次數不等",
        "not a multiple of 4 hands: seats do not deal equally often",
    ),
    "file": ("寫入", "written"),
    ", ": ("，", ", "),
    "; ": ("；", "; "),
}

_ACTIONS: dict[ActionType, tuple[str, str]] = {
    ActionType.WIN: ("和", "win"),
    ActionType.CONCEALED_KONG: ("暗杠", "concealed kong"),
    ActionType.ADDED_KONG: ("加杠", "added kong"),
    ActionType.OPEN_KONG: ("明杠", "kong"),
    ActionType.PONG: ("碰", "pong"),
    ActionType.CHI: ("吃", "chi"),
    ActionType.TIAN_TING: ("報天聽", "天聽"),
}

_GAMES = {"tianjin": TIANJIN, "wenling": WENLING}
_SCRIPTS: dict[str, Script] = {"tianjin": "hant", "wenling": "hans"}


class Words:
    """Says things in one language, of one game.

    Parameters
    ----------
    lang : {"zh", "en"}
    game : {"tianjin", "wenling"}
    dealer : int, optional
        The dealer's seat, after which 温岭麻将 calls the seats.

    Raises
    ------
    InputError
        If there is no such language.

    Examples
    --------
    >>> Words("zh")("pulls", seat="座1", n=2), Words("en").seat(1)
    ('座1拉2', 'seat 1')
    >>> Words("zh", "wenling", 1).seat(2), Words("en", "wenling", 1).full(2)
    ('南家', 'South (seat 2)')
    """

    def __init__(self, lang: Lang, game: str = "tianjin", dealer: int | None = None) -> None:
        if lang not in LANGUAGES:
            raise InputError(f"lang: {' or '.join(LANGUAGES)}, not {lang!r}")
        self.lang = lang
        self.script = _SCRIPTS[game]
        self._dealer = dealer
        self._said = _COMMON | _GAMES[game]
        self._at = LANGUAGES.index(lang)
        self._game = self._said["game"][self._at]

    @classmethod
    def of(cls, head: Mapping[str, Any], lang: Lang) -> Self:
        """Return the words for a transcript, by its first line."""
        return cls(lang, head["game"], head["dealer"])

    def __call__(self, what: str, **values: object) -> str:
        """Return a phrase with values put in."""
        return self._spelt(self._said[what][self._at]).format(game=self._game, **values)

    def _spelt(self, text: str) -> str:
        return simplified(text) if self.script == "hans" else text

    def _seat(self, form: str, seat: int) -> str:
        zh, en = WINDS[0 if self._dealer is None else (seat - self._dealer) % 4]
        dealer = " 莊" if seat == self._dealer else ""
        return self(form, seat=seat, dealer=dealer, zh=zh, en=en, letter=en[0])

    def seat(self, seat: int) -> str:
        """Name a seat shortly: by its wind in 温岭麻将 if that is known, else by its number."""
        return self("seat n", seat=seat) if self._dealer is None else self._seat("seat now", seat)

    def full(self, seat: int) -> str:
        """Name a seat with its number, and mark the dealer's."""
        return self._seat("seat full", seat)

    def mark(self, seat: int, declared: bool = False) -> str:
        """Return what a column of seats says; the dealer never declares 天聽."""
        return self._seat("seat mark", seat) + " 聽" * declared

    def seats(self, labels: Sequence[str]) -> str:
        """Name the strategies by seat; all at once if they are the same."""
        if len(set(labels)) == 1:
            return self("all seats", label=labels[0])
        return self(", ").join(f"{self.seat(seat)} {label}" for seat, label in enumerate(labels))

    def action(self, type_: ActionType) -> str:
        """Name a win, a claim, a kong or 天聽."""
        return self._spelt(_ACTIONS[type_][self._at])

    def tile(self, kind: int) -> str:
        """Return the notation of a tile and, beside it, the Chinese."""
        return f"{tile_code(kind)} {self.tile_zh(kind)}"

    def tile_zh(self, kind: int) -> str:
        """Return the Chinese of a tile."""
        return tile_zh(kind, self.script)

    def tiles_zh(self, kinds: Sequence[int]) -> str:
        """Return the Chinese of tiles."""
        return format_tiles_zh(kinds, self.script)

    def hand_zh(self, hand: Hand) -> str:
        """Return the Chinese of a hand."""
        return format_hand_zh(hand, self.script)
