"""Large fan: 2^fan never wraps, the cap holds, and the uncapped total is kept (W8)."""

import pytest
from oracle.wenling import score as oracle_score
from oracle.wenling_options import options_of

from mjsim import wenling
from mjsim.notation import parse_hand, parse_tile

LARGE = {"de_restore_fan": 10, "all_honours_fan": 10}
HANDS = [
    # hand before the last tile, last, indicator, seat: honours alone, one or two 得 as themselves
    ("EEESSSWWWNNCCCFF", "F", "5p", "S"),
    ("EEECCCFFFNNNSSS1m", "1m", "1m", "E"),
    ("111222333m45678m99m", "9m", "9s", "W"),
    ("123m55m678m345s1p23p78s", "9s", "1p", "S"),
]


@pytest.mark.parametrize(("hand", "last", "indicator", "seat"), HANDS)
def test_large_fan(hand, last, indicator, seat):
    rules = wenling.Rules.seed().replace(**LARGE)
    tiles = parse_hand(hand)
    assert tiles.size == 16
    got = wenling.score(hand, last, indicator, seat=seat, rules=rules)
    want = oracle_score(
        list(tiles.tiles),
        (),
        parse_tile(last),
        parse_tile(indicator),
        how="draw",
        seat="ESWN".index(seat),
        options=options_of("seed", LARGE),
    )
    assert want.fan > 4 or hand.startswith("123m")
    assert (got.points, got.base, got.fan) == (want.points, want.base, want.fan)
    assert got.uncapped == (got.base + 20) * 2**got.fan
    if got.limit is None:
        assert got.points == min(-(-got.uncapped // 10) * 10, 500)


def test_rounding_up_to_ten():
    """48 becomes 50."""
    result = wenling.score("123m55m678m345s79s234p", "5p", "5p", seat="S")
    assert (result.uncapped, result.points) == (48, 50)
