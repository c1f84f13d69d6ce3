"""The brute-force Tianjin oracle against worked cases, identities and a second scorer."""

import random
from collections import Counter

import pytest
from oracle import tianjin_distance
from oracle.hands import HOW, random_hands
from oracle.notation import read_hand, read_tiles, write_hand, write_tiles
from oracle.shanten import shanten
from oracle.tianjin import CATEGORIES, copies, score, waits, wild_kinds
from oracle.tianjin_distance import counted, distance
from oracle.tianjin_naive import naive_fan
from oracle.tianjin_options import PRESETS, options_of
from oracle.tianjin_settle import settle
from tianjin_cases import (
    DISTANCES,
    REFUSED,
    ROWS,
    SCORED,
    SETTLEMENTS,
    SHANTEN,
    STRICT_SHANTEN,
    WAITS,
    WAITS_FOR_ALL,
)


def kind_of(text):
    (kind,) = read_tiles(text)
    return kind


def scored(case):
    concealed, melds = read_hand(case.hand)
    return score(
        concealed,
        melds,
        kind_of(case.last),
        kind_of(case.indicator),
        case.how,
        case.tian_ting,
        options_of(case.preset, dict(case.changes)),
    )


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_case(case):
    got = scored(case)
    if case.fan is None:
        assert got is None
    else:
        categories = frozenset(case.categories.split())
        assert got[:4] == (case.fan, categories, case.kong_points, case.wins)


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_refused(case):
    with pytest.raises(ValueError, match=r"\w"):
        scored(case)


def test_allowed_jin_gang():
    assert scored(REFUSED[0]._replace(changes=())).kong_points == 4


def test_rows_give_every_kong_total():
    """The kong rows are written as fan plus kong points."""
    totals = {case.fan + case.kong_points for case in ROWS if case.how == "kong"}
    assert totals == {3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 29, 30, 33, 34}


@pytest.mark.parametrize("case", WAITS, ids=lambda case: case.hand)
def test_waits(case):
    concealed, melds = read_hand(case.hand)
    got = waits(concealed, melds, kind_of(case.indicator), read_tiles(case.seen))
    assert {write_tiles([wait.kind]): wait.left for wait in got} == case.left


def test_waits_for_all():
    hand, indicator, left = WAITS_FOR_ALL
    got = waits(*read_hand(hand), kind_of(indicator))
    assert len(got) == 34
    assert sum(wait.left for wait in got) == left


def test_next_draw_values():
    """46m123pPPPFFF9sE with E turned up: 9s is worth 1, every other wait 3."""
    got = waits(*read_hand("46m123pPPPFFF9sE"), kind_of("E"))
    assert {write_tiles([wait.kind]): wait.score.fan for wait in got} == {
        "5m": 3,
        "9s": 1,
        "E": 3,
        "S": 3,
    }


@pytest.mark.parametrize("case", SHANTEN, ids=lambda case: f"{case.hand} {case.indicator}")
def test_shanten(case):
    counts = counted(read_hand(case.hand)[0])
    wilds = wild_kinds(kind_of(case.indicator)) if case.indicator else ()
    assert shanten(counts, wilds) == case.shanten


@pytest.mark.parametrize("case", DISTANCES, ids=str)
def test_distance(case):
    options = options_of("platform", dict(case.changes))
    assert distance(*read_hand(case.hand), kind_of(case.indicator), options) == case.distance


@pytest.mark.parametrize("case", SETTLEMENTS, ids=str)
def test_settle(case):
    assert settled(case) == list(case.payoffs)
    assert sum(case.payoffs) == 0


def settled(case):
    return settle(
        dealer=case.dealer,
        sit=case.sit,
        pulls=case.pulls,
        winner=case.winner,
        fan=case.fan,
        kong_points=case.kong_points,
        chan=case.chan,
        options=options_of(case.preset, dict(case.changes)),
    )


def test_kong_points_identity():
    """At multiplier 1, kong points K net 4 K_i - sum K (n = 200, seed 1)."""
    rng = random.Random(1)
    for _ in range(200):
        points = [rng.randrange(9) for _ in range(4)]
        got = settle(
            dealer=rng.randrange(4),
            sit=0,
            pulls=(0, 0, 0, 0),
            winner=None,
            fan=0,
            kong_points=points,
        )
        assert got == [4 * own - sum(points) for own in points]


def arguments(hand, options):
    return (*hand[:4], hand.how, hand.tian_ting, options)


def wilds_held(hand):
    return sum(tile in wild_kinds(hand.indicator) for tile in (*hand.concealed, hand.last))


def test_second_scorer_agrees():
    """Every tile by itself, every wild as each of the 34 kinds (n = 500, seed 2)."""
    few = [hand for hand in random_hands(2, 800) if wilds_held(hand) <= 2][:500]
    assert len(few) == 500
    for i, hand in enumerate(few):
        given = arguments(hand, PRESETS["traditional" if i % 2 else "platform"])
        got = score(*given)
        assert naive_fan(*given) == (got and (got.fan, got.categories)), str(hand)


def test_pictures_lose_nothing():
    """Arrangements listed one and all give the same score (n = 1500, seed 3)."""
    for hand in random_hands(3, 1500):
        if wilds_held(hand) <= 4:
            given = arguments(hand, PRESETS["traditional"])
            assert score(*given) == score(*given, literal=True), str(hand)


def test_hundiao_means_every_kind_is_accepted():
    """混吊 holds for some last tile if and only if all 34 kinds complete (n = 250, seed 4)."""
    seen = Counter()
    for hand in random_hands(4, 250):
        held = counted(hand.concealed)
        wilds = wild_kinds(hand.indicator)
        every = all(
            shanten([n + (kind == drawn) for kind, n in enumerate(held)], wilds) == -1
            for drawn in range(34)
        )
        single = any(
            "hundiao" in wait.score.categories
            for wait in waits(hand.concealed, hand.melds, hand.indicator)
        )
        assert every == single, str(hand)
        seen[every] += 1
    assert min(seen[True], seen[False]) > 30


def test_complete_means_shanten_minus_one():
    """n = 1200, seed 5."""
    for hand in random_hands(5, 1200):
        complete = score(*arguments(hand, None)) is not None
        counts = counted((*hand.concealed, hand.last))
        assert complete == (shanten(counts, wild_kinds(hand.indicator)) == -1), str(hand)


def test_shanten_steps():
    """The best draw takes one off, the best discard nothing; a wild never adds (n = 60, seed 6)."""
    rng = random.Random(6)
    for hand in random_hands(6, 60):
        wilds = rng.choice((wild_kinds(hand.indicator), ()))
        counts = counted(hand.concealed)
        before = shanten(counts, wilds)
        after = [[n + (kind == drawn) for kind, n in enumerate(counts)] for drawn in range(34)]
        assert min(shanten(more, wilds) for more in after) == before - 1
        drawn = after[hand.last]
        discards = [
            shanten([n - (kind == thrown) for kind, n in enumerate(drawn)], wilds)
            for thrown in range(34)
            if drawn[thrown]
        ]
        assert min(discards) == max(shanten(drawn, wilds), 0)
        if wilds:
            for thrown in set(hand.concealed):
                swapped = list(counts)
                swapped[thrown] -= 1
                swapped[wilds[0]] += 1
                assert shanten(swapped, wilds) <= before


@pytest.mark.parametrize(
    ("tiles", "wild", "exact"),
    [
        (13, False, 3.785806320),
        (14, False, 3.315576238),
        (13, True, 3.386991160),
        (14, True, 2.881286040),
    ],
)
def test_mean_shanten(tiles, wild, exact):
    """The mean over random deals is the one counted exactly (n = 400, seed 7; 4 errors wide)."""
    rng = random.Random(7)
    wall = [kind for kind in range(34) for _ in range(4)]
    values = []
    for _ in range(400):
        drawn = rng.sample(wall, tiles + 1)
        wilds = wild_kinds(drawn[0]) if wild else ()
        values.append(shanten(counted(drawn[1:]), wilds))
    mean = sum(values) / len(values)
    error = (sum((value - mean) ** 2 for value in values) / len(values) ** 2) ** 0.5
    assert abs(mean - exact) < 4 * error


def test_strict_shanten():
    """Four copies at most: rarely one step farther, never nearer (n = 60, seed 13)."""
    for hand, loose, strict in STRICT_SHANTEN:
        counts = counted(read_hand(hand)[0])
        assert (shanten(counts), shanten(counts, strict=True)) == (loose, strict)
    for hand in random_hands(13, 60):
        counts = counted(hand.concealed)
        assert shanten(counts, strict=True) - shanten(counts) in (0, 1)


def test_distance_needs_no_pruning(monkeypatch):
    """The search without its one short cut finds the same (n = 60 hands, seed 8)."""
    hands = [hand for hand in random_hands(8, 2000) if len(hand.concealed) <= 4][:60]
    assert len(hands) == 60
    found = []
    for short_cut in (True, False):
        if not short_cut:
            monkeypatch.setattr(tianjin_distance, "shanten", lambda counts, wilds: -1)
        tianjin_distance.forget()
        found.append(
            [
                distance(tiles, hand.melds, hand.indicator, PRESETS["platform"], 0)
                for hand in hands
                for tiles in (hand.concealed, (*hand.concealed, hand.last))
            ]
        )
    tianjin_distance.forget()
    assert found[0] == found[1]
    assert {-1, 0, None} <= set(found[0])


def test_ready_by_distance():
    """With min_fan 1 ready is shanten 0, fifth copies apart (n = 150, seed 9)."""
    options = options_of("platform", {"min_fan": 1})
    for hand in random_hands(9, 150):
        least = shanten(counted(hand.concealed), wild_kinds(hand.indicator))
        got = distance(hand.concealed, hand.melds, hand.indicator, options, 0)
        if got == 0:
            assert least == 0
        elif least == 0:
            assert not waits(hand.concealed, hand.melds, hand.indicator)


def test_renamed_suits():
    """筒 and 條 are alike (n = 500, seed 10)."""
    swap = [*range(9), *range(18, 27), *range(9, 18), *range(27, 34)]
    for hand in random_hands(10, 500):
        other = hand._replace(
            concealed=tuple(swap[kind] for kind in hand.concealed),
            melds=tuple((meld_type, swap[kind]) for meld_type, kind in hand.melds),
            last=swap[hand.last],
            indicator=swap[hand.indicator],
        )
        options = PRESETS["traditional"]
        assert score(*arguments(hand, options)) == score(*arguments(other, options)), str(hand)


def test_notation_round_trip():
    """n = 200, seed 11."""
    for hand in random_hands(11, 200):
        concealed, melds = read_hand(hand.text)
        assert sorted(concealed) == sorted(hand.concealed)
        assert tuple(melds) == hand.melds
        assert write_hand(concealed, melds) == hand.text


def test_random_hands():
    """Hands are possible, about half are complete, every category is common (n = 3000, seed 12)."""
    hands = random_hands(12, 3000)
    assert hands == random_hands(12, 3000)
    seen, complete = Counter(), 0
    for hand in hands:
        assert max(copies((*hand.concealed, hand.last), hand.melds, hand.indicator)) <= 4
        seen[hand.how] += 1
        seen[wilds_held(hand)] += 1
        seen[f"{len(hand.melds)} melds"] += 1
        got = score(*arguments(hand, PRESETS["traditional"]))
        if got is not None:
            complete += 1
            seen.update(got.categories)
            seen[got.categories - {"tianhu", "dihu", "tianting"}] += 1
    assert 0.45 < complete / len(hands) < 0.65
    assert all(seen[how] > 150 for how in HOW)
    assert all(seen[wilds] > 10 for wilds in range(8))
    assert all(seen[f"{n} melds"] > 100 for n in range(5))
    assert all(seen[name] > 30 for name in CATEGORIES)
    rows = {frozenset(case.categories.split()) - {"tianhu"} for case in ROWS}
    assert all(seen[row] for row in rows)
