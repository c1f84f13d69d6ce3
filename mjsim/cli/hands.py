"""What several commands say of a hand: its tiles, the wilds, its categories."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from mjsim.cli.games import FACTS
from mjsim.cli.options import Game

if TYPE_CHECKING:
    from mjsim.notation import Honors
    from mjsim.tiles import Hand, Script

__all__ = [
    "category_dicts",
    "hand_dict",
    "read_hand",
    "read_tile",
    "read_tiles",
    "set_dict",
    "tile_dict",
    "tile_dicts",
    "tiles_text",
]


def read_hand(text: str, honors: str | None, game: Game = Game.TIANJIN) -> "Hand":
    """Read a hand."""
    from mjsim.notation import parse_hand

    order = cast("Honors | None", honors)
    return parse_hand(text, honors=order, flowers=FACTS[game].flowers)


def read_tile(text: str, where: str, honors: str | None, game: Game = Game.TIANJIN) -> int:
    """Read one tile; an error calls it `where`."""
    from mjsim.notation import parse_tile

    order = cast("Honors | None", honors)
    return parse_tile(text, honors=order, flowers=FACTS[game].flowers, where=where)


def read_tiles(text: str, where: str, honors: str | None, game: Game = Game.TIANJIN) -> list[int]:
    """Read any number of tiles; an error calls them `where`."""
    from mjsim.notation import parse_tiles

    order = cast("Honors | None", honors)
    return parse_tiles(text, honors=order, flowers=FACTS[game].flowers, where=where)


def hand_dict(hand: "Hand", script: str = "hant") -> dict[str, str]:
    """Return the notation and the Chinese of a hand."""
    from mjsim.notation import format_hand, format_hand_zh

    return {"notation": format_hand(hand), "zh": format_hand_zh(hand, cast("Script", script))}


def set_dict(kinds: Iterable[int], script: str = "hant") -> dict[str, str]:
    """Return the notation and the Chinese of tiles that are no hand, as one text each.

    Examples
    --------
    >>> set_dict([34, 33, 33])
    {'notation': 'PP1g', 'zh': '白白春'}
    """
    from mjsim.notation import format_tiles, format_tiles_zh

    kinds = sorted(kinds)
    return {
        "notation": format_tiles(kinds),
        "zh": format_tiles_zh(kinds, cast("Script", script)),
    }


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


def category_dicts(categories: Iterable[str], game: Game = Game.TIANJIN) -> list[dict[str, Any]]:
    """Return ids and names of categories."""
    from mjsim.cli.games import labels_of

    labels = labels_of(game)
    return [{"id": name, "zh": labels[name].zh, "en": labels[name].en} for name in categories]
