"""Lines of a transcript: the hand, what was dealt, what happened, the end."""

from collections.abc import Callable, Sequence
from typing import Any

from numpy.typing import NDArray

from mjsim.playing.actions import Action, Phase
from mjsim.playing.games import PLAYED
from mjsim.playing.table import Table
from mjsim.playing.walls import Wall
from mjsim.tianjin.categories import categories_of as tianjin_categories
from mjsim.tiles import format_tiles, tile_code
from mjsim.wenling.categories import LIMITS
from mjsim.wenling.categories import categories_of as wenling_categories
from mjsim.wenling.deals import is_naonao
from mjsim.wenling.rules import Rules as WenlingRules

__all__ = ["VERSION", "Line", "dealt_line", "end_line", "event_lines", "hand_line"]

Line = dict[str, Any]

VERSION = 1
"""Of the format; a transcript states it."""

_NO_TILE = 255

_WHYS = (None, "shengpai", "zhongfa")


def hand_line(table: Table, wall: Wall, dealer: int, seed: int | None, hand: int | None) -> Line:
    """Return the first line: rules, stakes, dice, break, indicator, the whole wall."""
    seat, stack = wall.breaking(dealer, table.rules)
    indicator = wall.indicator
    wilds = [tile_code(kind) for kind in PLAYED[table.game].wilds.kinds(indicator)]
    line: Line = {
        "type": "hand",
        "version": VERSION,
        "game": table.game,
        "seed": seed if hand is not None else None,
        "hand": hand,
        "rules": table.rules.to_dict(),
        "dealer": dealer,
        "sit": table.sit,
        "pulls": [0 if i == dealer else pull for i, pull in enumerate(table.pulls)],
        "strategies": [strategy.label for strategy in table.strategies],
        "dice": wall.dice,
        "break": {"seat": seat, "stack": stack},
        "indicator": tile_code(indicator),
        # The indicator's kind before its successor.
        "wilds": sorted(wilds, key=lambda tile: tile != tile_code(indicator)),
        "wall": [tile_code(int(kind)) for kind in wall.tiles],
    }
    if isinstance(table.rules, WenlingRules):
        line["naonao"] = is_naonao(indicator, table.rules.naonao)
    return line


def dealt_line(wall: Wall, dealer: int) -> Line:
    """Return the second line: the four hands as dealt."""
    return {"type": "deal", "hands": [format_tiles(hand) for hand in wall.dealt(dealer)]}


def event_lines(told: Sequence[tuple[Any, ...]]) -> list[Line]:
    """Return draws, tiles shown and choices, as the engine told them."""
    return [_LINES[event[0]](*event[1:]) for event in told]


def _draw(seat: int, kind: int, tail: bool, left: int) -> Line:
    origin = "tail" if tail else "wall"
    return {"type": "draw", "seat": seat, "tile": tile_code(kind), "from": origin, "left": left}


def _show(seat: int, kinds: Sequence[int]) -> Line:
    return {"type": "show", "seat": seat, "tiles": format_tiles(kinds)}


def _choice(seat: int, phase: int, kind: int, actions: Sequence[int], chosen: int) -> Line:
    return {
        "type": "choice",
        "seat": seat,
        "on": Phase(phase).name.lower(),
        "tile": None if kind == _NO_TILE else tile_code(kind),
        "legal": [str(Action.of(code)) for code in actions],
        "action": str(Action.of(chosen)),
    }


_LINES: dict[str, Callable[..., Line]] = {"draw": _draw, "show": _show, "choice": _choice}


def end_line(game: str, rows: NDArray[Any]) -> Line:
    """Return the last line, out of four rows."""
    winner = int(rows["winner"][0])
    won = rows[winner] if winner >= 0 else None
    names = {code: name for name, code in PLAYED[game].hows.items()}
    how = None if won is None else names[int(won["how"])]
    fan = 0 if won is None else int(won["fan"])
    mask = 0 if won is None else int(won["categories"])
    payoffs = [_whole(float(payoff)) for payoff in rows["payoff"]]
    if game == "tianjin":
        return {
            "type": "end",
            "winner": None if won is None else winner,
            "how": how,
            "fan": fan,
            "categories": list(tianjin_categories(mask)),
            "kong_points": rows["kong_points"].tolist(),
            "chan": bool(rows["is_chan"][0]),
            "payoffs": payoffs,
        }
    categories = wenling_categories(mask)
    return {
        "type": "end",
        "winners": [seat for seat in _from_dealer(rows) if rows["is_winner"][seat]],
        "how": how,
        "discarder": _seat(rows["discarder"][0]),
        "points": rows["points"].tolist(),
        "base": 0 if won is None else int(won["base"]),
        "fan": fan,
        "limit": next((name for name in categories if name in LIMITS), None),
        "categories": list(categories),
        "liable": _seat(rows["liable"][0]),
        "why": _WHYS[int(rows["why"][0])],
        "payoffs": payoffs,
    }


def _from_dealer(rows: NDArray[Any]) -> list[int]:
    """Return the seats in the order E S W N."""
    return [(int(rows["dealer"][0]) + i) % 4 for i in range(4)]


def _seat(value: int) -> int | None:
    return int(value) if value >= 0 else None


def _whole(payoff: float) -> float | int:
    """Halves stay as they are; the rest are whole numbers."""
    return int(payoff) if payoff == int(payoff) else payoff
