"""The brute-force Wenling oracle against worked cases, identities and a naive arranger."""

import random
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import pytest
from oracle.tianjin_arrange import Group
from oracle.wenling import (
    CATEGORIES,
    HOW,
    SELF_DRAWN,
    Score,
    mask_of,
    meld_tiles,
    names_of,
    score,
    waits,
    wild_kinds,
)
from oracle.wenling_hands import (
    SEATS,
    random_losers,
    random_winners,
    read_hand,
    read_tiles,
    write_hand,
    write_tiles,
)
from oracle.wenling_losers import loser_points, loser_worth
from oracle.wenling_options import PRESETS, Options, options_of
from oracle.wenling_settle import settle, winners_at_the_deal
from wenling_cases import LOSERS, OPTIONS, REFUSED, SCORED, SETTLEMENTS

SEED = Options()


def kind_of(text):
    (kind,) = read_tiles(text)
    return kind


def scored(case, options=None):
    concealed, melds = read_hand(case.hand)
    return score(
        concealed,
        melds,
        kind_of(case.last),
        kind_of(case.indicator),
        case.how,
        SEATS.index(case.seat),
        read_tiles(case.shown),
        options or options_of(case.preset, case.changes),
    )


def lost(case, options=None):
    concealed, melds = read_hand(case.hand)
    seat, shown = SEATS.index(case.seat), read_tiles(case.shown)
    return loser_points(
        concealed,
        melds,
        kind_of(case.indicator),
        seat,
        shown,
        options or options_of("seed", case.changes),
    )


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_case(case):
    want = None
    if case.points is not None:
        categories = frozenset(case.categories.split())
        want = Score(case.points, case.base, case.fan, case.limit, categories)
    assert scored(case) == want


def test_cases_have_every_category():
    seen = {name for case in SCORED for name in case.categories.split()}
    assert seen == set(CATEGORIES)


@pytest.mark.parametrize(
    "case",
    [case for case in OPTIONS if case.shown == "" and case.how != "first_discard"],
    ids=str,
)
def test_option_flips(case):
    """Without the changed options some case of each option is worth something else."""
    same = scored(case, SEED) == scored(case)
    defaults = ("all_honours_fan 2", "pang_selfdraw drawn", "dihu is no first draw")
    assert same == (case.label in defaults)


@pytest.mark.parametrize("case", [case for case in OPTIONS if case.shown], ids=str)
def test_naonao_option_decides_what_is_shown(case):
    with pytest.raises(ValueError, match="not shown"):
        scored(case, SEED)


def test_dragons_are_not_held_in_naonao():
    with pytest.raises(ValueError, match="shown on arrival"):
        score(*read_hand("5678m345789sCCC(SSS)"), kind_of("5m"), kind_of("1g"))


def test_nobody_wins_on_a_discarded_wild():
    with pytest.raises(ValueError, match="discarded"):
        score(*read_hand("1235678m234p345789s"), kind_of("5p"), kind_of("5p"), "discard")


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_refused(case):
    with pytest.raises(ValueError, match=r"\w"):
        scored(SCORED[0]._replace(**case._asdict()))


@pytest.mark.parametrize("case", LOSERS, ids=str)
def test_loser(case):
    assert lost(case) == case.points


@pytest.mark.parametrize(
    ("hand", "seat", "shown", "base", "fan"),
    [
        ("46999m2589p127sSSFF", "S", "", 18, 0),
        ("12457m28p369sSSSEWN", "S", "", 8, 1),
        ("12457m258p369sSSEWN", "S", "", 8, 0),
        ("2467m28p3sEWN(999m)(5555s)", "S", "P2g", 20, 2),
        ("24689m247p368sEEECC7m", "E", "P", 14, 2),
    ],
)
def test_loser_base_and_fan(hand, seat, shown, base, fan):
    worth = loser_worth(*read_hand(hand), kind_of("5p"), SEATS.index(seat), read_tiles(shown))
    assert worth[1:] == (base, fan)


def test_only_the_dealer_holds_17():
    with pytest.raises(ValueError, match="number"):
        loser_points(*read_hand("24689m247p368sEEECC7m"), kind_of("5p"), 1)


@pytest.mark.parametrize("case", SETTLEMENTS, ids=str)
def test_settle(case):
    options = options_of(case.preset, case.changes)
    got = settle(
        case.points,
        winners=case.winners,
        dealer=case.dealer,
        liable=case.liable,
        options=options,
    )
    assert tuple(got) == case.payoffs
    assert sum(got) == 0


def test_settlements_balance():
    """Zero sums, doubled stakes and equal points (n = 2000, seed 1)."""
    rng = random.Random(1)
    for _ in range(2000):
        points = [10 * rng.randrange(51) for _ in range(4)]
        winners = rng.sample(range(4), rng.choice((0, 1, 1, 1, 2, 3)))
        liable = None
        if len(winners) == 1 and rng.random() < 0.4:
            liable = rng.choice([seat for seat in range(4) if seat not in winners])
        dealer = rng.randrange(4)
        by_ratio = []
        for ratio in ("flat", "dealer_double", "idle_half"):
            options = Options(ratio=ratio)
            got = settle(points, winners=winners, dealer=dealer, liable=liable, options=options)
            assert sum(got) == 0
            assert all(payoff.denominator <= 2 for payoff in got)
            by_ratio.append(got)
        assert by_ratio[1] == [2 * payoff for payoff in by_ratio[2]]
        if liable is not None:
            (winner,) = winners
            plain = settle(points, winners=winners, dealer=dealer, options=SEED)
            assert by_ratio[0][winner] == plain[winner]
            assert all(by_ratio[0][seat] >= 0 for seat in range(4) if seat != liable)


def test_settlement_of_losers_identity():
    """Flat, a loser of L points nets (4 L - all losers' L - the winner's total) / 10 - L / 10."""
    points, winner = (100, 160, 30, 80), 1
    losers = sum(points) - points[winner]
    got = settle(points, winners=[winner], dealer=0)
    for seat in (0, 2, 3):
        assert got[seat] == Fraction(3 * points[seat] - losers - points[winner], 10)


def test_automatic_winners():
    assert winners_at_the_deal({0, 3}, 2, SEED) == [3, 0]
    assert winners_at_the_deal({0, 3}, 2, Options(multi_auto="first_seat")) == [3]
    assert winners_at_the_deal(set(), 2, SEED) == []


@pytest.mark.parametrize(
    "text", ["123m456p(222s)[1111p]ESWNCFP", "19m24g13f(234p)", "(789s)[EEEE](CCCC)"]
)
def test_notation_there_and_back(text):
    concealed, melds = read_hand(text)
    again = read_hand(write_hand(concealed, melds))
    assert (sorted(again[0]), again[1]) == (sorted(concealed), melds)


def test_categories_and_masks():
    assert mask_of(CATEGORIES) == (1 << 30) - 1
    assert CATEGORIES.index("dehuanyuan") == 19
    assert all(names_of(1 << bit) == {name} for bit, name in enumerate(CATEGORIES))


def test_waits():
    """得 5p of 3 left, 9s and 6s, of which one is seen."""
    concealed, melds = read_hand("12355678m234p34578s")
    got = waits(concealed, melds, kind_of("5p"), 1, (), read_tiles("6s"))
    assert {write_tiles([wait.kind]): (wait.left, wait.score.points) for wait in got} == {
        "6s": (3, 90),
        "9s": (4, 90),
        "5p": (3, 90),
    }


def test_waits_for_a_third_wild():
    got = waits(*read_hand("147m2558p369sESWNCF"), kind_of("5p"))
    assert [(wait.kind, wait.left, wait.score.limit) for wait in got] == [(13, 1, "sande")]


def naive_arrangements(naturals, wilds, melds, last, *, literal):
    """All arrangements: let every 得 be any kind, then split the tiles in every way."""
    found = set()
    for standing in combinations_with_replacement(range(34), wilds):
        tiles = sorted([(kind, False) for kind in naturals] + [(kind, True) for kind in standing])
        found.update(frozen(groups) for groups in naive_splits(tiles, melds, 1))
    return found


def frozen(groups):
    return tuple(sorted(Group(*zip(*group, strict=True)) for group in groups))


def naive_splits(tiles, melds, pairs):
    """Ways to split sorted (kind, wild) into so many melds and pairs."""
    if not tiles:
        yield []
        return
    first, *rest = tiles
    kind = first[0]
    same = [tile for tile in rest if tile[0] == kind]
    groups = set()
    if pairs:
        groups |= {(first, tile) for tile in same}
    if melds:
        groups |= {(first, *two) for two in combinations(same, 2)}
    if melds and kind < 27 and kind % 9 < 7:
        nexts = [[tile for tile in rest if tile[0] == kind + step] for step in (1, 2)]
        groups |= {(first, *two) for two in product(*nexts)}
    for group in groups:
        left = list(rest)
        for tile in group[1:]:
            left.remove(tile)
        is_pair = len(group) == 2
        for others in naive_splits(left, melds - (not is_pair), pairs - is_pair):
            yield [group, *others]


@pytest.mark.parametrize("preset", PRESETS)
def test_naive_arranger_agrees(preset):
    """n = 250 hands of each preset, seed 7."""
    options = options_of(preset, {})
    for hand in random_winners(7, 250, options):
        want = score(*hand, options, find_arrangements=naive_arrangements)
        assert score(*hand, options) == want, str(hand)


def test_random_winners_reach_everything():
    """n = 4000 hands, seed 8: every category, every how, limits and hands that do not win."""
    options = options_of("parlour", {"dihu": "both"})
    hands = random_winners(8, 4000, options)
    scores = [score(*hand, options) for hand in hands]
    won = [value for value in scores if value is not None]
    assert 0.1 < 1 - len(won) / len(hands) < 0.5
    seen = [name for value in won for name in value.categories]
    assert all(seen.count(name) >= 8 for name in CATEGORIES)
    assert {hand.how for hand in hands} == set(HOW)
    assert {hand.seat for hand in hands} == set(range(4))
    assert sum(value.limit is None and value.points < 500 for value in won) > 1000
    for hand, value in zip(hands, scores, strict=True):
        if value is not None and value.base:
            assert ("zimo" in value.categories) == (hand.how in SELF_DRAWN)


def test_renaming_suits_changes_nothing():
    """n = 300 hands, seed 9."""

    def turned(kind):
        return (kind + 9) % 27 if kind < 27 else kind

    for hand in random_winners(9, 300, SEED):
        other = hand._replace(
            concealed=tuple(map(turned, hand.concealed)),
            melds=tuple((meld_type, turned(kind)) for meld_type, kind in hand.melds),
            last=turned(hand.last),
            indicator=turned(hand.indicator),
        )
        assert score(*hand) == score(*other), str(hand)
    for hand in random_losers(9, 300, SEED):
        other = hand._replace(
            concealed=tuple(map(turned, hand.concealed)),
            melds=tuple((meld_type, turned(kind)) for meld_type, kind in hand.melds),
            indicator=turned(hand.indicator),
        )
        assert loser_worth(*hand) == loser_worth(*other), str(hand)


def test_copy_limit_never_decides_completeness():
    """A sixth copy may change points, never whether the hand is complete (n = 2000, seed 10)."""
    for hand in random_winners(10, 2000, SEED):
        loose = score(*hand, most_copies=6)
        got = score(*hand)
        assert (got is None) == (loose is None), str(hand)
        assert got is None or got.points <= loose.points


def test_more_wilds_never_lower_a_loser():
    """A concealed tile that scores nothing becomes 得 (n = 500, seed 11)."""
    for hand in random_losers(11, 500, SEED):
        wild = wild_kinds(hand.indicator)
        unused = [kind for kind in wild if kind not in hand.concealed]
        singles = [kind for kind in hand.concealed if hand.concealed.count(kind) == 1]
        singles = [kind for kind in singles if kind not in wild]
        if len(wild) == 3 and unused and singles:
            more = list(hand.concealed)
            more[more.index(singles[0])] = unused[0]
            assert loser_points(more, *hand[1:]) >= loser_points(*hand), str(hand)


def test_laid_tiles_of_a_meld():
    assert meld_tiles((1, 0)) == (0, 1, 2)
    assert [len(meld_tiles((meld_type, 5))) for meld_type in (2, 3, 4)] == [3, 4, 4]
