"""Dealt hands against exact values: `tally`, `deal` and the walls under them.

Every test has a fixed seed, so that it fails always or never. `RATE` is the chance with which a
test would have failed although the code is right; with fewer than 100 tests the chance that any
of them had is below 1 %. Where a test asks many questions they share its rate.
"""

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import chi2, chisquare

from mjsim import deal, tally
from mjsim._core.rng import draws
from mjsim._core.walls import walls
from mjsim.blocks import blocks_of
from mjsim.dealing import outcomes
from mjsim.exact import (
    deal_category_distribution,
    deal_fan_distribution,
    deal_mask_counts,
    shanten_distribution,
)
from mjsim.inputs import read_kind
from mjsim.stats import agreement
from mjsim.streams import BLOCK_SIZE, Stream
from mjsim.tianjin import CATEGORIES, Rules, score_batch, shanten_batch
from mjsim.tianjin.deals import Tally, tally_block
from mjsim.tianjin.wilds import wild_kinds

RATE = 1e-4
DEALS = comb(135, 14)
MANY = 200_000_000
PLATFORM, TRADITIONAL = Rules.platform(), Rules.traditional()
# One indicator of each symmetry class, not the one that exact counting takes for its class:
# 萬 and 筒 or 條, with the wilds at the edge, one, two and three ranks from it, or wrapped.
CLASSES = ["8m", "7m", "6m", "5m", "9m", "8s", "2s", "3p", "5s", "9p", "C"]


def assert_agrees(observed, exact, **options):
    verdict = agreement(observed, exact, **{"error_rate": RATE} | options)
    assert verdict.agrees, str(verdict)


def hypergeometric(good, bad, drawn):
    """Chances of 0, 1, … good ones among so many drawn."""
    return {
        k: Fraction(comb(good, k) * comb(bad, drawn - k), comb(good + bad, drawn))
        for k in range(min(good, drawn) + 1)
    }


def whole_tally(seed, n, indicator, rules):
    """All that `tally` counts, of one run."""
    total = Tally.empty()
    for block in blocks_of(n, BLOCK_SIZE[Stream.TALLY]):
        total = total.merge(tally_block(seed, block, indicator, rules))
    return total


# Tallies with random indicators: 200 million hands, seed 20250101


@pytest.fixture(scope="module")
def counted():
    return whole_tally(20250101, MANY, None, PLATFORM)


def test_complete(counted):
    complete = shanten_distribution("tianjin", 14)[-1]
    assert_agrees(outcomes(counted, "complete", PLATFORM), {True: complete, False: 1 - complete})


def test_shanten(counted):
    exact = shanten_distribution("tianjin", 14)
    assert_agrees(outcomes(counted, "shanten", PLATFORM), exact)


def test_fan(counted):
    assert_agrees(outcomes(counted, "fan", PLATFORM), deal_fan_distribution())


def test_categories(counted):
    observed = outcomes(counted, "categories", PLATFORM)
    exact = deal_category_distribution()
    assert set(observed) == set(exact)
    assert_agrees(observed, exact, n=MANY, disjoint=False)


def test_wilds(counted):
    assert_agrees(outcomes(counted, "wilds", PLATFORM), hypergeometric(7, 128, 14))


def test_indicator_is_uniform(counted):
    by_kind = counted.shanten.sum(axis=(1, 2))
    assert_agrees(dict(enumerate(by_kind.tolist())), dict.fromkeys(range(34), Fraction(1, 34)))


def test_shanten_by_indicator(counted):
    """The two together, in 34 x 10 cells."""
    by_shanten = counted.shanten.sum(axis=1)
    observed = {(kind, i - 1): int(by_shanten[kind, i]) for kind, i in np.ndindex(34, 10)}
    exact = {
        (kind, steps): chance / 34
        for kind in range(34)
        for steps, chance in shanten_distribution("tianjin", 14, kind).items()
    }
    assert_agrees(observed, exact)


def test_wilds_by_indicator(counted):
    """The wilds held do not depend on the indicator."""
    by_wilds = counted.shanten.sum(axis=2)
    observed = {(kind, w): int(by_wilds[kind, w]) for kind, w in np.ndindex(34, 8)}
    exact = {(k, w): p / 34 for k in range(34) for w, p in hypergeometric(7, 128, 14).items()}
    assert_agrees(observed, exact)


def test_masks_by_indicator(counted):
    """Sets of categories of complete hands under each indicator, rare ones too."""
    observed = {
        (int(kind), int(mask)): int(counted.masks[kind, mask])
        for kind, mask in np.argwhere(counted.masks)
    }
    exact = {
        (kind, mask): Fraction(deals, 34 * DEALS)
        for kind in range(34)
        for mask, deals in deal_mask_counts(kind, PLATFORM).items()
    }
    assert_agrees(observed, exact, n=MANY)


def test_possible_masks(counted):
    """Categories of any arrangement of the highest fan; sums over the indicators."""
    by_mask = counted.possible.sum(axis=0)
    observed = {int(mask): int(by_mask[mask]) for mask in np.flatnonzero(by_mask)}
    exact = Counter()
    for kind in range(34):
        exact.update(deal_mask_counts(kind, PLATFORM, possible=True))
    chances = {mask: Fraction(deals, 34 * DEALS) for mask, deals in exact.items()}
    assert_agrees(observed, chances, n=MANY)


# Tallies with one indicator: 11 x 16 million hands, seeds 1 to 11


@pytest.mark.parametrize(("seed", "tile"), list(enumerate(CLASSES, start=1)))
def test_one_indicator(seed, tile):
    """Masks (traditional rules), shanten and wilds; the three share the rate."""
    n = 16_000_000
    kind = read_kind(tile, "indicator")
    total = whole_tally(seed, n, kind, TRADITIONAL)
    assert total.shanten[kind].sum() == total.shanten.sum() == n
    share = {"n": n, "error_rate": RATE / 3}
    exact = {m: Fraction(d, DEALS) for m, d in deal_mask_counts(kind, TRADITIONAL).items()}
    observed = {int(m): int(total.masks[kind, m]) for m in np.flatnonzero(total.masks[kind])}
    assert_agrees(observed, exact, **share)
    exact = shanten_distribution("tianjin", 14, tile)
    assert_agrees(outcomes(total, "shanten", TRADITIONAL), exact, **share)
    assert_agrees(outcomes(total, "wilds", TRADITIONAL), hypergeometric(7, 128, 14), **share)


# The public functions give the same counts


def test_tally_returns_these_counts():
    n, seed = 300_000, 5
    for indicator, rules in ((None, PLATFORM), ("5p", TRADITIONAL)):
        kind = None if indicator is None else 13
        total = whole_tally(seed, n, kind, rules)
        for what in ("complete", "shanten", "wilds", "fan", "categories"):
            got = tally("tianjin", n, seed=seed, indicator=indicator, what=what, rules=rules)
            assert got == outcomes(total, what, rules)
            if what != "categories":
                assert sum(got.values()) == n
            else:
                assert list(got) == [name for name in CATEGORIES if name in got]


# Openings: 800,000 with what the wall shows, seed 11; 400,000 under 五筒, seed 12


@pytest.fixture(scope="module")
def openings():
    return deal("tianjin", 800_000, seed=11)


@pytest.fixture(scope="module")
def openings_5p():
    return deal("tianjin", 400_000, seed=12, indicator="5p")


def hands_at(deals, place):
    """The hands of the seat so many places after the dealer's: uint8[n, 34]."""
    return deals.hands[np.arange(len(deals.dealer)), (deals.dealer + place) % 4]


def tabled(values):
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def test_dealers_in_turn(openings):
    n = len(openings.dealer)
    np.testing.assert_array_equal(openings.dealer, np.arange(n) % 4)
    tiles = openings.hands.sum(axis=2)
    np.testing.assert_array_equal(tiles, 13 + (np.arange(4) == openings.dealer[:, None]))
    assert not openings.shown.any()


def test_no_tile_twice(openings, openings_5p):
    for deals in (openings, openings_5p):
        held = deals.hands.sum(axis=1)
        held[np.arange(len(held)), deals.indicator] += 1
        assert held.max() == 4
    assert set(openings_5p.indicator.tolist()) == {13}


@pytest.mark.parametrize("place", range(4))
def test_shanten_of_openings(openings, place):
    """Of each place in order of play; hands of one opening are not independent, hence apart."""
    hands = hands_at(openings, place)
    observed = tabled(shanten_batch(hands, openings.indicator))
    assert_agrees(observed, shanten_distribution("tianjin", 13 if place else 14))


@pytest.mark.parametrize("place", range(4))
def test_shanten_of_openings_5p(openings_5p, place):
    hands = hands_at(openings_5p, place)
    observed = tabled(shanten_batch(hands, "5p"))
    assert_agrees(observed, shanten_distribution("tianjin", 13 if place else 14, "5p"))


@pytest.mark.parametrize("seat", range(4))
def test_seats_are_equal(openings, seat):
    """One seat over all four dealers: a quarter of the hands are a dealer's."""
    hands = np.ascontiguousarray(openings.hands[:, seat])
    observed = tabled(shanten_batch(hands, openings.indicator))
    exact = Counter()
    for n_tiles, share in ((14, Fraction(1, 4)), (13, Fraction(3, 4))):
        for steps, chance in shanten_distribution("tianjin", n_tiles).items():
            exact[steps] += share * chance
    assert_agrees(observed, exact)


def test_fan_of_dealers(openings, openings_5p):
    """The dealer's hand scored as 天胡 by `score_batch`; the two share the rate."""
    for deals, indicator, rules in (
        (openings, None, PLATFORM),
        (openings_5p, "5p", TRADITIONAL),
    ):
        hands = hands_at(deals, 0)
        last = hands.argmax(axis=1)
        scores = score_batch(hands, last, deals.indicator, how="deal", rules=rules)
        exact = deal_fan_distribution("tianjin", indicator, rules)
        assert_agrees(tabled(scores["fan"]), exact, error_rate=RATE / 2)


def test_fan_of_a_first_draw(openings):
    """Any 13 tiles and one of the wall are as good as the dealer's 14: 地胡, traditional rules.

    The second seat's tiles with one of the dealer's, chosen at random (seed 13).
    """
    dealers, hands = hands_at(openings, 0), hands_at(openings, 1)
    chosen = np.random.default_rng(13).integers(0, 14, len(hands))
    kinds = (dealers.cumsum(axis=1) > chosen[:, None]).argmax(axis=1)
    hands[np.arange(len(hands)), kinds] += 1
    scores = score_batch(hands, kinds, openings.indicator, how="first", rules=TRADITIONAL)
    exact = deal_fan_distribution("tianjin", None, TRADITIONAL)
    assert_agrees(tabled(scores["fan"]), exact)


def shares(copies, deck):
    """Chances of how the copies of a kind are spread over 14, 13, 13, 13 tiles and the rest."""
    rest = deck - 53
    chances = {}
    for spread in itertools.product(range(copies + 1), repeat=4):
        left = copies - sum(spread)
        if left >= 0:
            ways = comb(14, spread[0]) * comb(rest, left)
            for k in spread[1:]:
                ways *= comb(13, k)
            chances[sum(k * 5**i for i, k in enumerate(spread))] = Fraction(
                ways, comb(deck, copies)
            )
    assert sum(chances.values()) == 1
    return chances


def spreads(deals):
    """How the copies of each kind are spread over the four hands, as base-5 numbers."""
    return sum(5**place * hands_at(deals, place).astype(np.int16) for place in range(4))


def test_copies_of_a_kind(openings):
    """Of all 34 kinds: how the four copies are spread over the four hands and the wall.

    With that each hand's number of copies is hypergeometric, and the hands are exchangeable.
    """
    codes = spreads(openings)
    chances = shares(4, 136)
    for kind in range(34):
        assert_agrees(tabled(codes[:, kind]), chances, error_rate=RATE / 34)


def test_copies_of_a_kind_under_a_fixed_indicator(openings_5p):
    """Walls with a fixed indicator are uniform: of 五筒 three copies lie among the other 135."""
    codes = spreads(openings_5p)
    for kind in range(34):
        chances = shares(3 if kind == 13 else 4, 135)
        assert_agrees(tabled(codes[:, kind]), chances, error_rate=RATE / 34)


@pytest.mark.parametrize("place", range(4))
def test_copies_in_one_hand(openings, place):
    hands = hands_at(openings, place)
    exact = hypergeometric(4, 132, 13 if place else 14)
    for kind in range(34):
        assert_agrees(tabled(hands[:, kind]), exact, error_rate=RATE / 34)


def test_two_kinds_in_one_hand(openings):
    """How many copies of two kinds the dealer holds, together: neighbours, and far apart."""
    hands = hands_at(openings, 0)
    pairs = [(0, 1), (8, 9), (4, 13), (26, 27), (0, 33), (13, 31)]
    exact = {
        5 * a + b: Fraction(comb(4, a) * comb(4, b) * comb(128, 14 - a - b), comb(136, 14))
        for a in range(5)
        for b in range(5)
    }
    for a, b in pairs:
        together = 5 * hands[:, a].astype(int) + hands[:, b]
        assert_agrees(tabled(together), exact, error_rate=RATE / len(pairs))


def test_wilds_in_all_hands(openings):
    """Wilds that the four hold together: 53 of the 135 tiles beside the indicator."""
    wild = np.zeros((34, 34), bool)
    for indicator in range(34):
        wild[indicator, list(wild_kinds(indicator))] = True
    held = (openings.hands.sum(axis=1) * wild[openings.indicator]).sum(axis=1)
    assert_agrees(tabled(held), hypergeometric(7, 128, 53))


def test_indicator_of_openings(openings):
    """Uniform, and so whatever the dice that say where it lies and whoever deals."""
    throw = openings.dice[:, 4].astype(int) + openings.dice[:, 5]
    cells = (throw * 4 + openings.dealer) * 34 + openings.indicator
    exact = {
        (s * 4 + dealer) * 34 + kind: Fraction(6 - abs(s - 7), 36 * 4 * 34)
        for s in range(2, 13)
        for dealer in range(4)
        for kind in range(34)
    }
    assert_agrees(tabled(cells), exact)


def test_dice(openings):
    """All six together: 46,656 throws, about 17 expected of each."""
    assert openings.dice.min() == 1
    assert openings.dice.max() == 6
    codes = (openings.dice.astype(int) - 1) @ 6 ** np.arange(6)
    counts = np.bincount(codes, minlength=6**6)
    assert len(counts) == 6**6
    assert chisquare(counts).pvalue > RATE


def test_dice_pairs(openings):
    """Every two dice, 36 cells each, which is sharper than all six together."""
    pairs = list(itertools.combinations(range(6), 2))
    dice = openings.dice.astype(int) - 1
    for a, b in pairs:
        counts = np.bincount(6 * dice[:, a] + dice[:, b], minlength=36)
        assert chisquare(counts).pvalue > RATE / len(pairs)


def test_dice_do_not_tell_the_hand(openings):
    """A dealer's shanten does not depend on the sum of the dealer's dice."""
    hands = hands_at(openings, 0)
    steps = shanten_batch(hands, openings.indicator).astype(int)
    throw = openings.dice[:, 0].astype(int) + openings.dice[:, 1]
    exact = {
        100 * s + steps: Fraction(6 - abs(s - 7), 36) * chance
        for s in range(2, 13)
        for steps, chance in shanten_distribution("tianjin", 14).items()
    }
    assert_agrees(tabled(100 * throw + steps), exact)


def test_hands_in_a_row_are_independent(openings):
    """The dealer's shanten in hand i and in hand i + 1, 400,000 pairs."""
    hands = hands_at(openings, 0)
    steps = shanten_batch(hands, openings.indicator).astype(int).reshape(-1, 2)
    one = shanten_distribution("tianjin", 14)
    exact = {100 * a + b: p * q for a, p in one.items() for b, q in one.items()}
    assert_agrees(tabled(steps @ [100, 1]), exact)


# Whole walls: a million each of 136 and 144 tiles, seed 21


def whole_walls(n_tiles, chunks=10, size=100_000):
    bits = np.random.PCG64DXSM(np.random.SeedSequence(21, spawn_key=(n_tiles,)))
    for _ in range(chunks):
        yield walls(bits, n_tiles, size)[0]


@pytest.fixture(scope="module", params=[136, 144])
def places_and_pairs(request):
    """How often each tile lies at each place, and each pair of tiles at some pairs of places."""
    n_tiles = request.param
    pairs = [(0, 1), (1, 2), (0, n_tiles - 1), (n_tiles - 2, n_tiles - 1), (9, 70), (13, 52)]
    places = np.zeros((n_tiles, n_tiles), np.int64)
    together = np.zeros((len(pairs), n_tiles * n_tiles), np.int64)
    for dealt in whole_walls(n_tiles):
        for place in range(n_tiles):
            places[place] += np.bincount(dealt[:, place], minlength=n_tiles)
        for row, (a, b) in enumerate(pairs):
            codes = dealt[:, a].astype(np.intp) * n_tiles + dealt[:, b]
            together[row] += np.bincount(codes, minlength=n_tiles * n_tiles)
    return n_tiles, places, together.reshape(-1, n_tiles, n_tiles)


def test_every_tile_at_every_place(places_and_pairs):
    """All places at once.

    Over uniform permutations of m the counts N of tile by place have expectation n / m, and
    (m - 1) sum (N - n/m)**2 / n is asymptotically chi-square with (m - 1)**2 degrees of freedom.
    """
    m, places, _ = places_and_pairs
    n = int(places[0].sum())
    assert (places.sum(axis=0) == n).all()
    statistic = (m - 1) * float(((places - n / m) ** 2).sum()) / n
    df = (m - 1) ** 2
    # Two-sided: too even a spread is as wrong.
    assert RATE / 2 < chi2.sf(statistic, df) < 1 - RATE / 2


def test_pairs_of_tiles_at_pairs_of_places(places_and_pairs):
    m, _, together = places_and_pairs
    off = ~np.eye(m, dtype=bool)
    for counts in together:
        assert not counts.diagonal().any()
        assert chisquare(counts[off]).pvalue > RATE / len(together)


# Bounded draws: half a million words each, seed 31


@pytest.mark.parametrize(
    ("n", "k"), [(136, 1), (136, 2), (7, 3), (6, 5), (46656, 1), (129, 7), (20, 13), (144, 8)]
)
def test_draws_are_uniform(n, k):
    """Each column alone and the first two together, in 10,000 cells or fewer."""
    bits = np.random.PCG64DXSM(np.random.SeedSequence(31, spawn_key=(n, k)))
    drawn = draws(bits, n, k, 500_000).astype(np.int64)
    tests = k + (k > 1)
    for i in range(k):
        assert drawn[:, i].max() < n - i
        # Of many outcomes neighbours are taken together: 216 of 46,656 a cell.
        cell = 216 if n == 46656 else 1
        counts = np.bincount(drawn[:, i] // cell, minlength=-(-(n - i) // cell))
        if len(counts) > 1:
            assert chisquare(counts).pvalue > RATE / tests
    if k > 1 and n * (n - 1) < 25_000:
        counts = np.bincount(drawn[:, 0] * (n - 1) + drawn[:, 1], minlength=n * (n - 1))
        assert chisquare(counts).pvalue > RATE / tests
