"""Openings in words, and as tables: what ``mjsim deal`` prints."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mjsim.cli.games import FACTS, WINDS_ZH, wilds_of
from mjsim.cli.options import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mjsim.blocks import Block
    from mjsim.dealing import Deals
    from mjsim.wenling import Rules as WenlingRules

__all__ = ["show_opening", "tianjin_openings", "wenling_openings"]

_SEATS = 4
_WINDS = tuple(WINDS_ZH)


def _deals(game: Game, n: int) -> "Deals":
    """Return empty openings."""
    import numpy as np

    from mjsim.dealing import Deals
    from mjsim.tiles import N_KINDS, N_KINDS_FLOWERS

    kinds, thrown = (N_KINDS_FLOWERS, 4) if game == Game.WENLING else (N_KINDS, 6)
    return Deals(
        np.zeros((n, _SEATS, kinds), np.uint8),
        np.zeros((n, _SEATS, kinds), np.uint8),
        np.empty(n, np.uint8),
        np.empty(n, np.uint8),
        np.empty((n, thrown), np.uint8),
    )


def tianjin_openings(
    seed: int, block: "Block", indicator: int | None, script: str
) -> Iterator[dict[str, Any]]:
    """Deal a block of 天津麻將 and yield its openings."""
    import numpy as np

    from mjsim import tianjin
    from mjsim.tianjin.deals import opening_block

    deals = _deals(Game.TIANJIN, block.n_hands)
    held, _, indicators, dealers, dice = deals
    opening_block(seed, block, indicator, held, indicators, dealers, dice)
    flat = held.reshape(-1, held.shape[2])
    shanten = tianjin.shanten_batch(flat, np.repeat(indicators, _SEATS)).reshape(-1, _SEATS)
    for i in range(block.n_hands):
        yield _opening(Game.TIANJIN, deals, shanten, i, script)


def wenling_openings(
    seed: int, block: "Block", indicator: int | None, rules: "WenlingRules", script: str
) -> Iterator[dict[str, Any]]:
    """Deal a block of 温岭麻将 and yield its openings, with what was shown and who wins by it."""
    import numpy as np

    from mjsim import wenling
    from mjsim.cli.hands import category_dicts, set_dict
    from mjsim.wenling.deals import AUTOMATIC, automatic_wins, is_naonao, opening_block

    deals = _deals(Game.WENLING, block.n_hands)
    held, laid, indicators, dealers, _ = deals
    opening_block(seed, block, indicator, *deals, naonao=rules.naonao)
    flat = held.reshape(-1, held.shape[2])
    shanten = wenling.shanten_batch(flat, np.repeat(indicators, _SEATS)).reshape(-1, _SEATS)
    wins = automatic_wins(held, laid, indicators, rules.naonao)
    names = np.array(list(AUTOMATIC))
    for i in range(block.n_hands):
        opening = _opening(Game.WENLING, deals, shanten, i, script)
        opening["naonao"] = is_naonao(int(indicators[i]), rules.naonao)
        for seat, row in enumerate(opening["seats"]):
            row["wind"] = _WINDS[(seat - int(dealers[i])) % _SEATS]
            row["shown"] = set_dict(_kinds(laid[i, seat]), script)
            row["automatic"] = category_dicts(names[wins[i, seat]].tolist(), Game.WENLING)
        opening["winners"] = _winners(opening, rules)
        yield opening


def _winners(opening: dict[str, Any], rules: "WenlingRules") -> list[int]:
    """Return the seats that win at the deal, from the dealer on."""
    dealer = opening["dealer"]
    seats = [(dealer + step) % _SEATS for step in range(_SEATS)]
    found = [seat for seat in seats if opening["seats"][seat]["automatic"]]
    return found[:1] if rules.multi_auto == "first_seat" else found


def _kinds(counts: "NDArray[np.uint8]") -> list[int]:
    """Return the kinds of counts, each as often as it is counted."""
    return [kind for kind, n in enumerate(counts.tolist()) for _ in range(n)]


def _opening(
    game: Game, deals: "Deals", shanten: "NDArray[np.int8]", i: int, script: str
) -> dict[str, Any]:
    """Return what is said of an opening of either game."""
    from mjsim.cli.hands import set_dict, tile_dict, tile_dicts

    turned = int(deals.indicator[i])
    wilds = wilds_of(game, turned)
    tiles = [_kinds(counts) for counts in deals.hands[i]]
    return {
        "dealer": int(deals.dealer[i]),
        "indicator": tile_dict(turned, script),
        "wilds": tile_dicts(wilds, script),
        "dice": deals.dice[i].tolist(),
        "seats": [
            {
                "seat": seat,
                **set_dict(tiles[seat], script),
                "n_tiles": len(tiles[seat]),
                "n_wilds": sum(kind in wilds for kind in tiles[seat]),
                "shanten": int(shanten[i, seat]),
            }
            for seat in range(_SEATS)
        ],
    }


def show_opening(opening: dict[str, Any]) -> None:
    """Print an opening as a table."""
    from mjsim.cli.hands import tiles_text
    from mjsim.cli.tables import facts, print_all

    head = [
        ("hand", f"{opening['hand_id']} of seed {opening['seed']}"),
        ("indicator", tiles_text([opening["indicator"]])),
        (f"wild {FACTS[opening['game']].wild}", tiles_text(opening["wilds"])),
    ]
    if "naonao" in opening:
        head.append(("闹闹", "yes" if opening["naonao"] else "no"))
    head.append(("dice", _dice(opening)))
    head += _automatic(opening)
    print_all(facts(head), "", _seats(opening), "")


def _dice(opening: dict[str, Any]) -> str:
    dice = opening["dice"]
    throws = [f"{a} + {b}" for a, b in zip(dice[::2], dice[1::2], strict=True)]
    if opening["game"] == Game.WENLING:
        wind = _WINDS[(dice[0] + dice[1] - 1) % _SEATS]
        start = f"counted from {wind} {WINDS_ZH[wind]}, dealing starts after {sum(dice)} stacks"
        return f"{throws[0]} and {throws[1]}: {start}"
    return f"dealer {throws[0]}, the seat named {throws[1]}, opposite {throws[2]}"


def _automatic(opening: dict[str, Any]) -> list[tuple[str, str]]:
    """Return who wins at the deal, and by what."""
    rows = []
    for seat in opening.get("winners", ()):
        row = opening["seats"][seat]
        names = "  ".join(f"{each['zh']} {each['id']}" for each in row["automatic"])
        rows.append(("腊子", f"seat {seat} {row['wind']} wins at the deal: {names}"))
    return rows


def _seats(opening: dict[str, Any]) -> Any:
    """Return the table of the seats."""
    from rich.text import Text

    from mjsim.cli.tables import table

    facts = FACTS[opening["game"]]
    wenling = opening["game"] == Game.WENLING
    shown = ["shown", " "] * wenling
    made = table(
        *("seat", "tiles", "牌", *shown, facts.wild, "shanten"),
        right=[facts.wild, "shanten"],
        fold=["牌"] * wenling,
    )
    for seat in opening["seats"]:
        dealer = seat["seat"] == opening["dealer"]
        cells = [_seat(seat, dealer), seat["notation"], seat["zh"]]
        if wenling:
            cells += [seat["shown"]["notation"], seat["shown"]["zh"]]
        cells += [str(seat["n_wilds"]), str(seat["shanten"])]
        made.add_row(*(Text(cell, style="bold" if dealer else "") for cell in cells))
    return made


def _seat(seat: dict[str, Any], dealer: bool) -> str:
    """Return a seat's number and its wind, or that it deals."""
    name = str(seat["seat"])
    if "wind" in seat:
        name += f" {seat['wind']} {WINDS_ZH[seat['wind']]}"
        return f"{name} 庄" if dealer else name
    return f"{name} 莊" if dealer else name
