"""What several commands say of a hand: its tiles, the wilds, its categories."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from mjsim.notation import Honors
    from mjsim.tiles import Hand, Script

__all__ = [
    "category_dicts",
    "hand_dict",
    "read_hand",
    "read_tile",
    "read_tiles",
    "tile_dict",
    "tile_dicts",
    "tiles_text",
]


def read_hand(text: str, honors: str | None) -> "Hand":
    """Read a hand."""
    from mjsim.notation import parse_hand

    return parse_hand(text, honors=cast("Honors | None", honors))


def read_tile(text: str, where: str, honors: str | None) -> int:
    """Read one tile; an error calls it `where`."""
    from mjsim.notation import parse_tile

    return parse_tile(text, honors=cast("Honors | None", honors), where=where)


def read_tiles(text: str, where: str, honors: str | None) -> list[int]:
    """Read any number of tiles; an error calls them `where`."""
    from mjsim.notation import parse_tiles

    return parse_tiles(text, honors=cast("Honors | None", honors), where=where)


def hand_dict(hand: "Hand") -> dict[str, str]:
    """Return the notation and the Chinese of a hand."""
    from mjsim.notation import format_hand, format_hand_zh

    return {"notation": format_hand(hand), "zh": format_hand_zh(hand)}


def tile_dict(kind: int, script: str = "hant") -> dict[str, Any]:
    """Return the names of a kind.

    Examples
    --------
    >>> tile_dict(4)
    {'kind': 4, 'tile': '5m', 'zh': '五萬'}
    """
    from mjsim.tiles import tile_code, tile_zh

    return {"kind": kind, "tile": tile_code(kind), "zh": tile_zh(kind, cast("Script", script))}


def tile_dicts(kinds: Iterable[int], script: str = "hant") -> list[dict[str, Any]]:
    """Return the names of kinds, one by one."""
    return [tile_dict(kind, script) for kind in kinds]


def tiles_text(tiles: Iterable[dict[str, Any]]) -> str:
    """Return the notation of tiles and, beside it, the Chinese.

    Examples
    --------
    >>> tiles_text(tile_dicts([8, 0]))
    '9m 1m  九萬 一萬'
    """
    tiles = list(tiles)
    return "  ".join(" ".join(tile[name] for tile in tiles) for name in ("tile", "zh"))


def category_dicts(categories: Iterable[str]) -> list[dict[str, Any]]:
    """Return ids and names of categories."""
    from mjsim.tianjin import LABELS

    return [{"id": name, "zh": LABELS[name].zh, "en": LABELS[name].en} for name in categories]
