"""The public Tianjin API against worked cases and the brute-force oracle."""

import random

import numpy as np
import pytest
from oracle import tianjin_arrange, tianjin_distance
from oracle.hands import HOW, random_hands
from oracle.notation import read_hand, read_tiles, write_tiles
from oracle.shanten import shanten
from oracle.tianjin import copies, mask_of, names_of, score, waits, wild_kinds
from oracle.tianjin_distance import counted, distance
from oracle.tianjin_options import options_of
from oracle.tianjin_settle import settle
from tianjin_cases import (
    DISTANCES,
    REFUSED,
    SCORED,
    SETTLEMENTS,
    SHANTEN,
    STRICT_SHANTEN,
    WAITS,
    WAITS_FOR_ALL,
)

import mjsim
from mjsim import tianjin

EXEMPT = {"min_fan": 3, "min_fan_exempt": frozenset({"su", "gangkai"})}
RULES = [
    ("platform", {}),
    ("traditional", {}),
    ("platform", {"tianhu": 6}),
    ("platform", {"dihu": True}),
    ("platform", {"tian_ting": True}),
    ("platform", {"su_ben_long": True}),
    ("platform", {"min_fan": 1}),
    ("platform", EXEMPT),
    ("platform", {"jin_gang_points": 8}),
    ("platform", {"allow_jin_gang": False}),
    ("traditional", {"tianhu": 8, "dihu": True}),
    ("traditional", {"dihu": False}),
    ("traditional", {"tian_ting": False}),
    ("traditional", {"su_ben_long": False}),
    ("traditional", {"min_fan": 3}),
]
DISTANCE_RULES = [
    ("platform", {}),
    ("platform", {"min_fan": 1}),
    ("platform", {"min_fan": 3}),
    ("platform", EXEMPT),
    ("platform", {"allow_jin_gang": False}),
    ("platform", {"min_fan": 3, "min_fan_exempt": frozenset({"hundiao"})}),
    ("platform", {"min_fan": 3, "min_fan_exempt": frozenset({"gangkai"})}),
    ("traditional", {}),
    ("traditional", {"min_fan": 3, "min_fan_exempt": frozenset({"su"})}),
]


def rules_of(preset, changes):
    return getattr(tianjin.Rules, preset)().replace(**dict(changes))


def holds_jin_gang(hand):
    return any(kind in wild_kinds(hand.indicator) for _, kind in hand.melds)


def dealt_out(hands, rules=RULES):
    """Hands by rules: hand i goes to rules i mod n, a 金杠 only where it is allowed."""
    for index, (preset, changes) in enumerate(rules):
        chosen = [
            hand
            for hand in hands[index :: len(rules)]
            if changes.get("allow_jin_gang", True) or not holds_jin_gang(hand)
        ]
        if chosen:
            yield preset, changes, chosen


def as_arrays(hands):
    """Arguments of `score_batch`."""
    counts = np.array([counted((*hand.concealed, hand.last)) for hand in hands], dtype=np.uint8)
    melds = np.zeros((len(hands), 4, 2), dtype=np.uint8)
    for row, hand in enumerate(hands):
        for place, meld in enumerate(hand.melds):
            melds[row, place] = meld
    last = np.array([hand.last for hand in hands], dtype=np.uint8)
    indicator = np.array([hand.indicator for hand in hands], dtype=np.uint8)
    how = np.array([HOW.index(hand.how) for hand in hands], dtype=np.uint8)
    ting = np.array([hand.tian_ting for hand in hands], dtype=bool)
    return (counts, last, indicator), {"melds": melds, "how": how, "tian_ting": ting}


def oracle_score(hand, options):
    return score(*hand[:4], hand.how, hand.tian_ting, options)


def batch_disagreements(hands):
    """Hands whose fan or categories differ, described."""
    wrong = []
    for preset, changes, chosen in dealt_out(hands):
        options = options_of(preset, changes)
        arrays, named = as_arrays(chosen)
        got = tianjin.score_batch(*arrays, **named, rules=rules_of(preset, changes))
        assert got.shape == (len(chosen),)
        for hand, row in zip(chosen, got, strict=True):
            worth = oracle_score(hand, options)
            want = (0, 0) if worth is None else (worth.fan, mask_of(worth.categories))
            fan, mask = int(row["fan"]), int(row["categories"])
            if want[0] != fan or (fan and want[1] != mask):
                wrong.append(
                    f"{hand} [{preset} {changes}]: want {want[0]} {sorted(names_of(want[1]))}, "
                    f"got {fan} {sorted(names_of(mask))}"
                )
    tianjin_arrange.forget()
    return wrong


def assert_none(wrong):
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong[:20])


def api_score(hand, last, indicator, *, how, tian_ting, rules):
    return tianjin.score(hand, last, indicator, how=how, tian_ting=tian_ting, rules=rules)


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_case(case):
    got = api_score(
        case.hand,
        case.last,
        case.indicator,
        how=case.how,
        tian_ting=case.tian_ting,
        rules=rules_of(case.preset, case.changes),
    )
    if case.fan is None:
        assert got is None
    else:
        assert set(got.categories) == set(case.categories.split())
        assert (got.fan, got.kong_points, got.wins) == (case.fan, case.kong_points, case.wins)


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_refused(case):
    rules = rules_of(case.preset, case.changes)
    with pytest.raises(mjsim.InputError):
        api_score(case.hand, case.last, case.indicator, how="draw", tian_ting=False, rules=rules)
    concealed, laid = read_hand(case.hand)
    melds = np.zeros((1, 4, 2), dtype=np.uint8)
    melds[0, : len(laid)] = np.array(laid).reshape(-1, 2)
    (last,), (indicator,) = read_tiles(case.last), read_tiles(case.indicator)
    counts = np.array([counted([*concealed, last])], dtype=np.uint8)
    with pytest.raises(mjsim.InputError):
        tianjin.score_batch(counts, last, indicator, melds=melds, rules=rules)


def test_score():
    """n = 510 hands, seed 101."""
    wrong = []
    for preset, changes, chosen in dealt_out(random_hands(101, 510)):
        options, rules = options_of(preset, changes), rules_of(preset, changes)
        for hand in chosen:
            last, indicator = write_tiles([hand.last]), write_tiles([hand.indicator])
            got = api_score(
                hand.text, last, indicator, how=hand.how, tian_ting=hand.tian_ting, rules=rules
            )
            want = oracle_score(hand, options)
            if got is not None:
                assert len(got.categories) == len(set(got.categories))
                got = (got.fan, frozenset(got.categories), got.kong_points, got.wins)
            if got != (want and want[:4]):
                wrong.append(f"{hand} [{preset} {changes}]: want {want}, got {got}")
    assert_none(wrong)


@pytest.mark.parametrize("chunk", range(20))
def test_score_batch(chunk):
    """n = 20 x 1000 hands, seeds 1000 to 1019."""
    assert_none(batch_disagreements(random_hands(1000 + chunk, 1000)))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(100))
def test_score_batch_at_length(chunk):
    """n = 100 x 10,000 hands, seeds 2000 to 2099."""
    assert_none(batch_disagreements(random_hands(2000 + chunk, 10_000)))


@pytest.mark.parametrize("case", SHANTEN, ids=lambda case: f"{case.hand} {case.indicator}")
def test_shanten_case(case):
    assert tianjin.shanten(case.hand, case.indicator) == case.shanten


def by_shape(hands):
    """Count vectors of hands without and with the last tile, by indicator and number of tiles."""
    groups = {}
    for hand in hands:
        for tiles in (hand.concealed, (*hand.concealed, hand.last)):
            groups.setdefault((hand.indicator, len(tiles)), []).append(counted(tiles))
    return groups


@pytest.mark.parametrize("chunk", range(4))
def test_shanten_batch(chunk):
    """n = 4 x 500 hands, with wilds and without, seeds 201 to 204."""
    wrong = []
    for (indicator, _), rows in by_shape(random_hands(201 + chunk, 500)).items():
        for shown in (indicator, None):
            wilds = () if shown is None else wild_kinds(shown)
            got = tianjin.shanten_batch(np.array(rows, dtype=np.uint8), shown)
            for row, value in zip(rows, got, strict=True):
                want = shanten(row, wilds)
                if value != want:
                    wrong.append(f"{row} indicator {shown}: want {want}, got {value}")
    assert_none(wrong)


@pytest.mark.parametrize(("hand", "loose", "strict"), STRICT_SHANTEN)
def test_strict_shanten_case(hand, loose, strict):
    assert tianjin.shanten(hand) == loose
    assert tianjin.shanten(hand, strict=True) == strict


def test_strict_shanten_batch():
    """Without wilds; n = 150 hands, seed 211."""
    wrong = []
    for rows in by_shape(random_hands(211, 150)).values():
        got = tianjin.shanten_batch(np.array(rows, dtype=np.uint8), strict=True)
        for row, value in zip(rows, got, strict=True):
            want = shanten(row, strict=True)
            if value != want:
                wrong.append(f"{row}: want {want}, got {value}")
    assert_none(wrong)


def left_of(found):
    """Copies left by notation, of kinds that can still be drawn or have been seen."""
    return {write_tiles([wait.kind]): wait.left for wait in found}


@pytest.mark.parametrize("case", WAITS, ids=lambda case: case.hand)
def test_waits_case(case):
    got = left_of(tianjin.waits(case.hand, case.indicator, seen=case.seen))
    assert {tile: left for tile, left in got.items() if left} == case.left


def test_waits_for_all():
    hand, indicator, left = WAITS_FOR_ALL
    got = left_of(tianjin.waits(hand, indicator))
    assert len(got) == 34
    assert sum(got.values()) == left


@pytest.mark.parametrize("chunk", range(4))
def test_waits(chunk):
    """n = 4 x 150 hands, seeds 301 to 304.

    A kind whose four copies are in the hand or turned up may be listed with none left, or not.
    """
    rng = random.Random(301 + chunk)
    wrong = []
    for preset, changes, chosen in dealt_out(random_hands(301 + chunk, 150)):
        options, rules = options_of(preset, changes), rules_of(preset, changes)
        for hand in chosen:
            held = copies(hand.concealed, hand.melds, hand.indicator)
            wall = [kind for kind in range(34) for _ in range(4 - held[kind])]
            seen = rng.sample(wall, rng.choice((0, 10, 40)))
            listed = tianjin.waits(
                hand.text, write_tiles([hand.indicator]), seen=write_tiles(seen), rules=rules
            )
            assert all(wait.left == 0 for wait in listed if held[wait.kind] == 4)
            got = {
                (wait.kind, wait.left, wait.value, frozenset(wait.categories), wait.wins)
                for wait in listed
                if held[wait.kind] < 4
            }
            want = {
                (wait.kind, wait.left, wait.score.fan, wait.score.categories, wait.score.wins)
                for wait in waits(hand.concealed, hand.melds, hand.indicator, seen, options)
            }
            if got != want:
                wrong.append(
                    f"{hand} seen {write_tiles(seen)} [{preset} {changes}]: "
                    f"missing {want - got}, extra {got - want}"
                )
    assert_none(wrong)


@pytest.mark.parametrize("case", DISTANCES, ids=str)
def test_distance_case(case):
    rules = rules_of("platform", case.changes)
    assert tianjin.distance(case.hand, case.indicator, rules=rules) == case.distance


def distance_disagreements(hands, limit):
    """Hands whose distance differs; above the limit the oracle only says that it is above."""
    wrong = []
    for preset, changes, chosen in dealt_out(hands, DISTANCE_RULES):
        options, rules = options_of(preset, changes), rules_of(preset, changes)
        for number, hand in enumerate(chosen):
            tiles = (*hand.concealed, hand.last) if number % 2 else hand.concealed
            text = hand._replace(concealed=tiles).text
            got = tianjin.distance(text, write_tiles([hand.indicator]), rules=rules)
            want = distance(tiles, hand.melds, hand.indicator, options, limit)
            if got != want and not (want is None and got > limit):
                wrong.append(
                    f"{text} indicator {write_tiles([hand.indicator])} [{preset} {changes}]: "
                    f"want {f'more than {limit}' if want is None else want}, got {got}"
                )
            tianjin_distance.forget()
    return wrong


@pytest.mark.parametrize("chunk", range(6))
def test_distance(chunk):
    """n = 6 x 150 hands, distances up to 1, seeds 401 to 406."""
    assert_none(distance_disagreements(random_hands(401 + chunk, 150), 1))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(20))
def test_distance_at_length(chunk):
    """n = 20 x 600 hands, distances up to 1, seeds 411 to 430."""
    assert_none(distance_disagreements(random_hands(411 + chunk, 600), 1))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(6))
def test_distance_of_two(chunk):
    """n = 6 x 30 hands of at most eight concealed tiles, distances up to 2, seeds 431 to 436."""
    small = [hand for hand in random_hands(431 + chunk, 400) if len(hand.concealed) <= 7][:30]
    assert len(small) == 30
    assert_none(distance_disagreements(small, 2))


def api_settle(preset, changes, **given):
    return [int(payoff) for payoff in tianjin.settle(**given, rules=rules_of(preset, changes))]


@pytest.mark.parametrize("case", SETTLEMENTS, ids=str)
def test_settle_case(case):
    given = case._asdict()
    for name in ("label", "payoffs", "preset", "changes"):
        del given[name]
    assert api_settle(case.preset, case.changes, **given) == list(case.payoffs)


def test_settle():
    """n = 2000 outcomes, seed 501."""
    rng = random.Random(501)
    for _ in range(2000):
        preset = rng.choice(("platform", "traditional"))
        changes = rng.choice(
            ({}, {"base": rng.randrange(1, 20)}, {"kong_points_on_draw": False}, {"chan_points": 5})
        )
        winner = rng.choice((None, 0, 1, 2, 3))
        given = {
            "dealer": rng.randrange(4),
            "sit": rng.randrange(2),
            "winner": winner,
            "fan": 0 if winner is None else rng.randrange(2, 60),
            "kong_points": [rng.choice((0, 0, 1, 2, 3, 4, 8)) for _ in range(4)],
            "chan": rng.random() < 0.3,
        }
        given["pulls"] = [0 if s == given["dealer"] else rng.randrange(3) for s in range(4)]
        want = settle(**given, options=options_of(preset, changes))
        assert sum(want) == 0
        assert api_settle(preset, changes, **given) == want, (preset, changes, given)
