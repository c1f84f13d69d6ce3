"""What every answer says in plain values: tiles by name, and what was asked."""

from typing import Any

from mjsim.notation import format_hand, format_hand_zh
from mjsim.odds.settings import Settings
from mjsim.tiles import Hand, Script, format_tiles, tile_code, tile_zh

__all__ = ["hand_names", "settings_dict", "tile_names"]


def tile_names(kind: int, script: Script) -> dict[str, Any]:
    """Return the names of a kind.

    Examples
    --------
    >>> tile_names(4, "hant")
    {'kind': 4, 'tile': '5m', 'zh': '五萬'}
    """
    return {"kind": kind, "tile": tile_code(kind), "zh": tile_zh(kind, script)}


def hand_names(hand: Hand, script: Script, n_unknown: int = 0) -> dict[str, str]:
    """Return a hand in notation and in Chinese, unknown tiles as question marks.

    Examples
    --------
    >>> from mjsim.notation import parse_hand
    >>> hand_names(parse_hand("55m(222s)"), "hant", 2)
    {'notation': '55m??(222s)', 'zh': '五五萬 ?? (二二二條)'}
    """
    concealed, laid = Hand(hand.tiles), Hand((), hand.melds)
    unknown = "?" * n_unknown
    zh = (format_hand_zh(concealed, script), unknown, format_hand_zh(laid, script))
    return {
        "notation": f"{format_hand(concealed)}{unknown}{format_hand(laid)}",
        "zh": " ".join(filter(None, zh)),
    }


def settings_dict(settings: Settings) -> dict[str, Any]:
    """Return what was asked, apart from the hand."""
    shown = [kind for kind, n in enumerate(settings.shown) for _ in range(n)]
    return {
        "game": settings.game,
        "rules": settings.rules.to_dict(),
        "goal": settings.goal,
        "draws": settings.draws,
        "depth": settings.depth,
        "others": settings.quit.tolist(),
        "seen": format_tiles(settings.seen),
        "seat": "ESWN"[settings.seat],
        "shown": format_tiles(shown),
    }
