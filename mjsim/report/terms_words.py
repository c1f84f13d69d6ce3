"""English for what the ids of terms hold: numbers with their nouns, seats, 番種, stakes."""

from collections.abc import Callable, Mapping
from typing import Final

from mjsim.hands import Label
from mjsim.plots.words import CATEGORIES
from mjsim.tianjin import categories as tianjin
from mjsim.wenling import categories as wenling

__all__ = ["ROLES", "WORTH", "english_part"]

ROLES: Final = {
    "all": ("四家", "all seats"),
    "dealer": ("莊家", "dealer"),
    "other": ("閒家", "other seats"),
    "place1": ("下家", "place 1"),
    "place2": ("對家", "place 2"),
    "place3": ("上家", "place 3"),
    "winner": ("胡者", "winner"),
    "loser": ("未胡者", "loser"),
    "liable": ("包三家者", "who pays for all"),
    "seat": ("一家", "a seat"),
}
"""Whose a number is, by id; places as the dealer sees them, numbered as figures number them."""

WORTH: Final = {"tianjin": ("番數", "fan"), "wenling": ("分數", "points")}
"""What a win is worth, by game."""

_LABELS: Final[Mapping[str, Mapping[str, Label]]] = {
    "tianjin": tianjin.LABELS,
    "wenling": wenling.LABELS,
}
_WORDS: Final = {
    "feature": {
        "shanten": "shanten",
        "n_wilds": "wilds",
        "n_de": "wilds",
        "n_pairs": "pairs",
        "n_shown": "tiles shown",
        "n_flowers": "flowers shown",
        "n_bai": "白 shown",
        "fan": "fan",
    },
    "step": {
        "shanten": "one shanten fewer",
        "n_wilds": "one wild more",
        "n_pairs": "one pair more",
        "n_shown": "one more tile shown",
        "n_flowers": "one more flower shown",
        "n_bai": "one more 白 shown",
    },
    "outcome": {"win": "win rate", "payoff": "gain a hand"},
    "moment": {"ready": "first ready", "able": "first able to win", "win": "before the win"},
    "so": {"ready": "ready", "able": "able to win"},
    "what": {
        "kinds": "kinds waited for",
        "tiles": "live tiles",
        "win_tiles": "live tiles that may win",
    },
    "why": {"any": "any reason", "shengpai": "生牌, a live tile late", "zhongfa": "中 or 发"},
    "times": {"naonao": "闹闹", "normal": "not 闹闹"},
    "asked": {
        "winner_points": "points of a win",
        "winner_payoff": "a winner's gain",
        "winner_limit": "share of wins with a 腊子",
        "loser_points": "points of losers",
        "dealer_payoff": "the dealer's gain a hand",
        "drawn": "share of hands drawn",
        "dispersion": "mean square of a seat's gain",
    },
    "others": {
        "none": "no other stake",
        "all": "all others sit and pull 2",
        "average": "mean over the others' stakes",
    },
    "plan": {
        "none": "nobody sits or pulls",
        "sit": "dealers sit, nobody pulls",
        "all": "dealers sit, all pull 2",
        "own_sit": "only this seat sits, when it deals",
        "own_pull": "only this seat pulls 2, when it does not deal",
    },
    "spread": {"score": "final score", "drawdown": "largest drawdown"},
    "sat": {"0": "does not sit", "1": "sits"},
}
_SHANTEN: Final = {"-1": "complete", "0": "ready"}
_TURNS: Final = {"0": "at the deal", "never": "never"}


def english_part(name: str, value: str, game: str) -> str:
    """Say a part of a term in English.

    Parameters
    ----------
    name : str
        What the part is: ``category``, ``wilds``, ``turn`` …
    value : str
        What stands there in the term.
    game : {"tianjin", "wenling"}

    Returns
    -------
    str

    Raises
    ------
    KeyError
        If there is no word for the value.

    Examples
    --------
    >>> english_part("category", "zhuo5", "tianjin"), english_part("wilds", "1", "tianjin")
    ('捉5 catching the five', '1 wild')
    >>> english_part("turn", "20+", "tianjin"), english_part("shown", "0", "wenling")
    ('from turn 20 on', 'no tile shown')
    """
    if name in _WORDS:
        return _WORDS[name][value]
    saying = _SAYINGS.get(name)
    return value if saying is None else saying(value, game)


def _category(name: str, game: str) -> str:
    return "any 腊子" if name == "any" else f"{_LABELS[game][name].zh} {CATEGORIES[game][name]}"


def _shanten(value: str, _game: str) -> str:
    return _SHANTEN.get(value, f"{value}-shanten")


def _turn(value: str, _game: str) -> str:
    if value.endswith("+"):
        return f"from turn {value[:-1]} on"
    return _TURNS.get(value, f"on turn {value}")


def _points(value: str, _game: str) -> str:
    first, _, last = value.partition("-")
    return f"{first} to {last} points" if last else f"{value} points"


def _pulls(value: str, _game: str) -> str:
    """Say three pulls; a place that does not count is left open."""
    return f"pulls {' '.join('–' if pull == '-' else pull for pull in value.split(','))}"


def _choice(value: str, _game: str) -> str:
    role, _, pull = value.rpartition(" pull")
    return f"{ROLES[role][1]} pulls {pull}" if role else "dealer sits"


def _percent(value: str, _game: str) -> str:
    return f"{float(value):.0%}".replace("%", " %")


def _count(one: str, many: str, none: str = "") -> Callable[[str, str], str]:
    """Return what says a number of things; ``8+`` stands for more, too."""

    def say(value: str, _game: str) -> str:
        if value == "0" and none:
            return none
        if value.endswith("+"):
            return f"{value[:-1]} or more {many}"
        return f"{value} {one if value == '1' else many}"

    return say


def _most_shown(value: str, game: str) -> str:
    """Say tiles shown where ten stand for more, too."""
    return _SAYINGS["shown"](f"{value}+" if value == "10" else value, game)


_SAYINGS: Final[Mapping[str, Callable[[str, str], str]]] = {
    "category": _category,
    "shanten": _shanten,
    "turn": _turn,
    "points": _points,
    "pulls": _pulls,
    "choice": _choice,
    "percent": _percent,
    "wilds": _count("wild", "wilds", "no wild"),
    "pairs": _count("pair", "pairs", "no pair"),
    "shown": _count("tile shown", "tiles shown", "no tile shown"),
    "most_shown": _most_shown,
    "flowers": _count("flower shown", "flowers shown", "no flower shown"),
    "bai": _count("白 shown", "白 shown", "no 白 shown"),
    "kinds": _count("kind", "kinds"),
    "hands": _count("hand", "hands"),
    "fan": _count("fan", "fan", "not complete"),
    "role": lambda value, _game: ROLES[value][1] if value in ROLES else f"seat {value[4:]}",
}
