"""The public Wenling API against worked cases and the brute-force oracle."""

import random
from fractions import Fraction

import numpy as np
import pytest
from oracle import tianjin_arrange
from oracle.shanten import shanten
from oracle.wenling import (
    HOW,
    copies,
    copies_there_are,
    mask_of,
    names_of,
    score,
    waits,
    wild_kinds,
)
from oracle.wenling_hands import (
    SEATS,
    random_losers,
    random_winners,
    write_hand,
    write_tiles,
)
from oracle.wenling_losers import loser_points, loser_worth
from oracle.wenling_options import options_of
from oracle.wenling_settle import settle
from wenling_cases import LOSERS, REFUSED, SCORED, SETTLEMENTS

import mjsim
from mjsim import wenling

RULES = [
    ("seed", {}),
    ("parlour", {}),
    ("seed", {"ron_triplet": "concealed"}),
    ("seed", {"de_restore_fan": 2}),
    ("seed", {"naonao": "with_winds"}),
    ("parlour", {"naonao": "always"}),
    ("seed", {"pang_selfdraw": True}),
    ("seed", {"restored_pair": False}),
    ("parlour", {"restored_pair": False}),
    ("parlour", {"dihu": "first_draw"}),
    ("seed", {"dihu": "both"}),
    ("seed", {"all_honours_fan": 4}),
]
LOSER_RULES = [
    ("seed", {}),
    ("parlour", {}),
    ("seed", {"naonao": "with_winds"}),
    ("seed", {"naonao": "always"}),
    ("seed", {"loser_sifeng": False}),
]


def rules_of(preset, changes):
    return getattr(wenling.Rules, preset)().replace(**dict(changes))


def made_for(rules, recipe, seed, n):
    """Some n hands in all, of a recipe, made for each of the rules."""
    for index, (preset, changes) in enumerate(rules):
        share = n // len(rules) + (index < n % len(rules))
        options = options_of(preset, changes)
        hands = recipe(f"{seed} {index}", share, options)
        yield f"{preset} {changes}", options, rules_of(preset, changes), hands


def counted(kinds):
    """Counts of the 42 kinds."""
    return np.bincount(kinds, minlength=42).astype(np.uint8)


def as_arrays(hands):
    """Arguments of `score_batch`."""
    counts = np.array([counted([*hand.concealed, hand.last]) for hand in hands])
    melds = np.zeros((len(hands), 5, 2), dtype=np.uint8)
    for row, hand in enumerate(hands):
        for place, meld in enumerate(hand.melds):
            melds[row, place] = meld
    named = {
        "melds": melds,
        "how": np.array([HOW.index(hand.how) for hand in hands], dtype=np.uint8),
        "seat": np.array([hand.seat for hand in hands], dtype=np.uint8),
        "shown": np.array([counted(np.array(hand.shown, dtype=int)) for hand in hands]),
    }
    last = np.array([hand.last for hand in hands], dtype=np.uint8)
    indicator = np.array([hand.indicator for hand in hands], dtype=np.uint8)
    return (counts, last, indicator), named


def described(points, base, fan, mask):
    return f"{points} = {base}, {fan} {sorted(names_of(mask))}"


def batch_disagreements(seed, n):
    """Hands whose points, base, fan or categories differ, described."""
    wrong = []
    for label, options, rules, hands in made_for(RULES, random_winners, seed, n):
        arrays, named = as_arrays(hands)
        got = wenling.score_batch(*arrays, **named, rules=rules)
        assert got.shape == (len(hands),)
        for hand, row in zip(hands, got, strict=True):
            value = score(*hand, options)
            want = None if value is None else (*value[:3], mask_of(value.categories))
            found = tuple(int(row[name]) for name in ("points", "base", "fan", "categories"))
            if want is None and found[0]:
                wrong.append(f"{hand} [{label}]: want no win, got {described(*found)}")
            if want is not None and want != found:
                wrong.append(f"{hand} [{label}]: want {described(*want)}, got {described(*found)}")
    tianjin_arrange.forget()
    return wrong


def assert_none(wrong):
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong[:20])


def api_score(case, rules):
    got = wenling.score(
        case.hand,
        case.last,
        case.indicator,
        how=case.how,
        seat=case.seat,
        shown=case.shown,
        rules=rules,
    )
    if got is None:
        return None
    assert len(got.categories) == len(set(got.categories))
    return got.points, got.base, got.fan, got.limit, frozenset(got.categories)


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_case(case):
    got = api_score(case, rules_of(case.preset, case.changes))
    if case.points is None:
        assert got is None
    else:
        categories = frozenset(case.categories.split())
        assert got == (case.points, case.base, case.fan, case.limit, categories)


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_refused(case):
    with pytest.raises(mjsim.InputError):
        wenling.score(case.hand, case.last, case.indicator, shown=case.shown)


@pytest.mark.parametrize("chunk", range(4))
def test_score(chunk):
    """n = 4 x 300 hands, one by one, seeds 101 to 104."""
    wrong = []
    for label, options, rules, hands in made_for(RULES, random_winners, 101 + chunk, 300):
        for hand in hands:
            got = wenling.score(
                hand.text,
                write_tiles([hand.last]),
                write_tiles([hand.indicator]),
                how=hand.how,
                seat=SEATS[hand.seat],
                shown=write_tiles(hand.shown),
                rules=rules,
            )
            if got is not None:
                got = (got.points, got.base, got.fan, got.limit, frozenset(got.categories))
            want = score(*hand, options)
            if got != want:
                wrong.append(f"{hand} [{label}]: want {want}, got {got}")
    assert_none(wrong)


@pytest.mark.parametrize("chunk", range(20))
def test_score_batch(chunk):
    """n = 20 x 1000 hands, seeds 1000 to 1019."""
    assert_none(batch_disagreements(1000 + chunk, 1000))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(100))
def test_score_batch_at_length(chunk):
    """n = 100 x 10,000 hands, seeds 2000 to 2099."""
    assert_none(batch_disagreements(2000 + chunk, 10_000))


@pytest.mark.parametrize("case", LOSERS, ids=str)
def test_loser_case(case):
    rules = rules_of("seed", case.changes)
    got = wenling.loser_points(
        case.hand, case.indicator, seat=case.seat, shown=case.shown, rules=rules
    )
    assert got == case.points


def loser_disagreements(seed, n):
    """Losers' hands whose points differ, described."""
    wrong = []
    for label, options, rules, hands in made_for(LOSER_RULES, random_losers, seed, n):
        for hand in hands:
            got = wenling.loser_points(
                hand.text,
                write_tiles([hand.indicator]),
                seat=SEATS[hand.seat],
                shown=write_tiles(hand.shown),
                rules=rules,
            )
            if got != loser_points(*hand, options):
                want = loser_worth(*hand, options)
                wrong.append(f"{hand} [{label}]: want {want}, got {got}")
    return wrong


@pytest.mark.parametrize("chunk", range(20))
def test_loser_points(chunk):
    """n = 20 x 1000 hands, seeds 3000 to 3019."""
    assert_none(loser_disagreements(3000 + chunk, 1000))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(100))
def test_loser_points_at_length(chunk):
    """n = 100 x 10,000 hands, seeds 4000 to 4099."""
    assert_none(loser_disagreements(4000 + chunk, 10_000))


@pytest.mark.parametrize("chunk", range(4))
def test_waits(chunk):
    """n = 4 x 100 hands without an automatic win, seeds 301 to 304.

    A kind of which all copies are in the hand, shown or turned up may be listed with none left,
    or not.
    """
    rng = random.Random(301 + chunk)
    wrong = []
    for label, options, rules, hands in made_for(RULES, random_winners, 301 + chunk, 100):
        for hand in hands:
            value = score(*hand, options)
            if value is not None and not value.base and value.points == 500:
                continue
            held = copies(hand.concealed, hand.melds, hand.shown, hand.indicator)
            gone = {kind for kind in range(42) if held[kind] == copies_there_are(kind)}
            wall = [kind for kind in range(42) for _ in range(copies_there_are(kind) - held[kind])]
            seen = rng.sample(wall, rng.choice((0, 10, 40)))
            listed = wenling.waits(
                hand.text,
                write_tiles([hand.indicator]),
                seat=SEATS[hand.seat],
                shown=write_tiles(hand.shown),
                seen=write_tiles(seen),
                rules=rules,
            )
            assert all(wait.left == 0 for wait in listed if wait.kind in gone)
            got = {
                (wait.kind, wait.left, wait.value, frozenset(wait.categories))
                for wait in listed
                if wait.kind not in gone
            }
            found = waits(
                hand.concealed,
                hand.melds,
                hand.indicator,
                hand.seat,
                hand.shown,
                seen,
                options,
            )
            want = {(w.kind, w.left, w.score.points, w.score.categories) for w in found}
            if got != want:
                wrong.append(
                    f"{hand} seen {write_tiles(seen)} [{label}]: "
                    f"missing {want - got}, extra {got - want}"
                )
    assert_none(wrong)


@pytest.mark.parametrize("chunk", range(4))
def test_shanten(chunk):
    """n = 4 x 400 hands, without and with the last tile, seeds 401 to 404."""
    options = options_of("seed", {})
    groups = {}
    for hand in random_winners(401 + chunk, 400, options):
        for tiles in (hand.concealed, (*hand.concealed, hand.last)):
            groups.setdefault((hand.indicator, len(tiles)), []).append(tiles)
    wrong = []
    for (indicator, _), rows in groups.items():
        counts = np.array([counted(tiles) for tiles in rows])
        got = wenling.shanten_batch(counts, indicator)
        for tiles, row, value in zip(rows, counts, got, strict=True):
            want = shanten(row.tolist(), wild_kinds(indicator))
            one = wenling.shanten(write_hand(tiles), write_tiles([indicator]))
            if not value == one == want:
                wrong.append(
                    f"{write_hand(tiles)}, 得 {write_tiles([indicator])}: want {want}, "
                    f"got {value} and {one}"
                )
    assert_none(wrong)


def api_settle(points, preset, changes, **given):
    got = wenling.settle(points, **given, rules=rules_of(preset, changes))
    return [Fraction(payoff) for payoff in got]


@pytest.mark.parametrize("case", SETTLEMENTS, ids=str)
def test_settle_case(case):
    got = api_settle(
        case.points,
        case.preset,
        case.changes,
        winners=case.winners,
        dealer=case.dealer,
        liable=case.liable,
    )
    assert tuple(got) == case.payoffs


def test_settle():
    """n = 2000 outcomes, seed 501."""
    rng = random.Random(501)
    for _ in range(2000):
        preset = rng.choice(("seed", "parlour"))
        changes = rng.choice(
            ({}, {"ratio": "dealer_double"}, {"ratio": "idle_half"}, {"bao": False})
        )
        points = [10 * rng.randrange(51) for _ in range(4)]
        winners = tuple(rng.sample(range(4), rng.choice((0, 1, 1, 1, 1, 2, 3))))
        liable = None
        if len(winners) == 1 and rng.random() < 0.4:
            liable = rng.choice([seat for seat in range(4) if seat not in winners])
        given = {"winners": winners, "dealer": rng.randrange(4), "liable": liable}
        want = settle(points, **given, options=options_of(preset, changes))
        assert sum(want) == 0
        assert api_settle(points, preset, changes, **given) == want, (preset, changes, given)
