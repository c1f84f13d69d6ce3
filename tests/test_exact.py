"""Exact distributions: known figures, independent counts, and the scorer over whole small decks.

Nothing here is sampled. The known figures were counted by other programs. Complete hands without
wilds are counted once more below, by building them out of groups; hands with wilds by listing
every deal of a small deck and scoring it with the scorer, which shares no counting code with
`mjsim.exact`, and in one case with the brute-force oracle.
"""

import itertools
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, prod

import numpy as np
import pytest
from oracle import tianjin as oracle
from oracle.tianjin_options import options_of

from mjsim import InputError
from mjsim._core.games.tianjin_exact import deal_masks
from mjsim.exact import (
    deal_category_distribution,
    deal_fan_distribution,
    deal_mask_counts,
    shanten_distribution,
)
from mjsim.exact.decks import deck_of
from mjsim.stats.proportion import proportion
from mjsim.tianjin import CATEGORIES, Rules, categories_of, score_batch, settle
from mjsim.tianjin.fans import fan_of
from mjsim.tianjin.wilds import wild_kinds

DEALS = comb(135, 14)
PRESETS = {"platform": Rules.platform(), "traditional": Rules.traditional()}
BIT = {name: 1 << i for i, name in enumerate(CATEGORIES)}
EAST = 27
COMPLETE_14 = 11353128141498  # sets of 14 of 136 tiles
COMPLETE_17 = 1554490175889888


def mean_of(distribution):
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


# Shanten: figures counted elsewhere


@pytest.mark.parametrize(
    ("n_tiles", "deals", "ready", "mean"),
    [
        (13, 483774556165488000, 32251945494912, "3.785806320"),
        (14, 4250305029168216000, 2560073880326724, "3.315576238"),
        (16, 261429178502421685800, 5286458103762177, "4.223197239"),
        (17, 1845382436487682488000, 392252359974560580, "3.733550013"),
    ],
)
def test_shanten_without_wilds(n_tiles, deals, ready, mean):
    exact = shanten_distribution(None, n_tiles)
    assert deals == comb(136, n_tiles)
    assert exact[0] == Fraction(ready, deals)
    assert f"{float(mean_of(exact)):.9f}" == mean
    assert sum(exact.values()) == 1


def test_complete_without_wilds():
    four_melds = shanten_distribution(None, 14)[-1]
    assert four_melds == Fraction(COMPLETE_14, 4250305029168216000)
    assert round(1 / four_melds) == 374373
    assert shanten_distribution(None, 17)[-1] == Fraction(COMPLETE_17, 1845382436487682488000)
    for n_tiles in (13, 16):
        assert -1 not in shanten_distribution(None, n_tiles)


def test_strict_shanten():
    """At most four copies of a kind are asked for, as other tools count."""
    exact = shanten_distribution(None, 13, strict=True)
    assert exact[0] == Fraction(32244742336860, 483774556165488000)
    assert sum(exact.values()) == 1


@pytest.mark.parametrize("n_tiles", [13, 14, 16, 17])
def test_strict_never_nearer(n_tiles):
    """A completion with four copies at most is one with five at most; hands held stay complete."""
    for game in (None, "tianjin"):
        loose = shanten_distribution(game, n_tiles)
        strict = shanten_distribution(game, n_tiles, strict=True)
        for steps in range(-1, 9):
            at_most = [sum(p for s, p in d.items() if s <= steps) for d in (strict, loose)]
            assert at_most[0] <= at_most[1]
        if game is None:
            assert strict.get(-1) == loose.get(-1)


def test_tianjin_mean_over_indicators():
    exact = shanten_distribution("tianjin", 14)
    deals = 129634303389630588000
    assert deals == 34 * DEALS
    assert exact[-1] == Fraction(46547374190386781, deals)
    assert round(1 / exact[-1]) == 2785
    assert exact[0] == Fraction(1151386327738002704, deals)
    assert f"{float(mean_of(exact)):.9f}" == "2.881286040"
    thirteen = shanten_distribution("tianjin", 13)
    assert f"{float(mean_of(thirteen)):.9f}" == "3.386991160"


@pytest.mark.parametrize("indicator", range(EAST, 34))
def test_tianjin_honour_turned_up(indicator):
    exact = shanten_distribution("tianjin", 14, indicator)
    assert exact[-1] == Fraction(2043746850934769, 3812773629106782000)
    assert exact[0] == Fraction(48521090550811835, 3812773629106782000)
    assert f"{float(mean_of(exact)):.9f}" == "2.647178291"


@pytest.mark.parametrize(
    ("ranks", "chance"),
    [
        ((1, 8, 9), "3.70887e-04"),
        ((2, 7), "3.04998e-04"),
        ((3, 6), "2.66173e-04"),
        ((4, 5), "2.81847e-04"),
        (None, "5.36026e-04"),
    ],
)
def test_tianjin_by_indicator(ranks, chance):
    kinds = range(EAST, 34) if ranks is None else [9 * s + r - 1 for s in range(3) for r in ranks]
    complete = {shanten_distribution("tianjin", 14, kind)[-1] for kind in kinds}
    assert [f"{float(p):.5e}" for p in complete] == [chance]


@pytest.mark.parametrize("n_tiles", [13, 14, 16, 17])
def test_mean_over_indicators_is_the_mean(n_tiles):
    total = Counter()
    for indicator in range(34):
        exact = shanten_distribution("tianjin", n_tiles, indicator)
        assert sum(exact.values()) == 1
        total.update({steps: chance / 34 for steps, chance in exact.items()})
    assert dict(total) == shanten_distribution("tianjin", n_tiles)


def test_wilds_among_14():
    """Seven wilds in the 135 tiles beside the indicator."""
    deck = deck_of("tianjin", EAST)
    assert (deck.size, deck.wilds) == (135, 7)
    chances = [Fraction(comb(7, k) * comb(128, 14 - k), DEALS) for k in range(8)]
    assert sum(chances) == 1
    figures = [".456109", ".388684", ".130678", ".022338", ".002082", ".000105"]
    assert [f"{float(p):.6f}"[1:] for p in chances[:6]] == figures


@pytest.mark.parametrize("steps", range(-1, 8))
def test_wilds_help(steps):
    """Adding a wild never raises shanten: seven wilds make every threshold likelier."""
    without = sum(p for s, p in shanten_distribution(None, 14).items() if s <= steps)
    for indicator in (0, 4, 11, 26, 30):
        within = shanten_distribution("tianjin", 14, indicator)
        assert sum(p for s, p in within.items() if s <= steps) > without


def test_one_more_tile_helps():
    """The 14th tile never raises shanten and lowers it by one at most."""
    for indicator in (0, 4, 11, 26, 30):
        fewer = shanten_distribution("tianjin", 13, indicator)
        more = shanten_distribution("tianjin", 14, indicator)
        for steps in range(-1, 8):
            at_most = sum(p for s, p in more.items() if s <= steps)
            assert sum(p for s, p in fewer.items() if s <= steps) <= at_most
            assert at_most <= sum(p for s, p in fewer.items() if s <= steps + 1)


# Complete hands without wilds, built out of groups

SUIT_GROUPS = [(r, r, r) for r in range(9)] + [(r, r + 1, r + 2) for r in range(7)]
HONOUR_GROUPS = [(r, r, r) for r in range(7)]
FOUR_FIVE_SIX = (3, 4, 5)


def with_group(vectors, group):
    """Counts of a suit with one more group, as far as there are four of a kind."""
    out = set()
    for counts in vectors:
        more = list(counts)
        for rank in group:
            more[rank] += 1
        if max(more) <= 4:
            out.add(tuple(more))
    return out


@cache
def complete_suits(ranks, most_melds):
    """Every counts of a suit that is just so many melds and pairs: sets by (melds, pairs)."""
    groups = SUIT_GROUPS if ranks == 9 else HONOUR_GROUPS
    found = {(0, 0): {(0,) * ranks}}
    for melds in range(1, most_melds + 1):
        found[melds, 0] = set().union(*(with_group(found[melds - 1, 0], g) for g in groups))
    for melds in range(most_melds + 1):
        found[melds, 1] = set().union(*(with_group(found[melds, 0], (r, r)) for r in range(ranks)))
    return found


def combine(suits, melds):
    """Sum of products over the suits for so many melds and a pair."""
    total = {(0, 0): 1}
    for suit in suits:
        more = Counter()
        for (m, p), ways in total.items():
            for (more_melds, more_pairs), also in suit.items():
                if m + more_melds <= melds and p + more_pairs <= 1:
                    more[m + more_melds, p + more_pairs] += ways * also
        total = more
    return total[melds, 1]


@pytest.mark.parametrize(
    ("melds", "distinct", "sets"), [(4, 11498658, COMPLETE_14), (5, 118856487, COMPLETE_17)]
)
def test_complete_hands_built(melds, distinct, sets):
    suit, honours = complete_suits(9, melds), complete_suits(7, melds)
    numbers = [{key: len(found) for key, found in s.items()} for s in (suit, honours)]
    assert combine([numbers[0]] * 3 + numbers[1:], melds) == distinct
    weights = [
        {key: sum(prod(comb(4, c) for c in counts) for counts in found) for key, found in s.items()}
        for s in (suit, honours)
    ]
    assert combine([weights[0]] * 3 + weights[1:], melds) == sets


@cache
def natural_suit(barred, is_man):
    """Weights of a suit's complete counts by (melds, pairs, has a dragon, has 四五六萬).

    `barred` ranks are wild and do not occur.
    """
    found = complete_suits(9, 4)
    weights = Counter()
    dragon = with_group(with_group(with_group({(0,) * 9}, (0, 1, 2)), (3, 4, 5)), (6, 7, 8))
    (dragon,) = dragon
    for (melds, pairs), vectors in found.items():
        fewer = found.get((melds - 1, pairs), set())
        rest = found.get((melds - 3, pairs), set())
        for counts in vectors:
            if any(counts[rank] for rank in barred):
                continue
            caught = tuple(c - (r in FOUR_FIVE_SIX) for r, c in enumerate(counts)) in fewer
            has_dragon = tuple(c - d for c, d in zip(counts, dragon, strict=True)) in rest
            key = melds, pairs, has_dragon, is_man and caught
            weights[key] += prod(comb(4, c) for c in counts)
    return weights


@cache
def natural_honours(barred):
    weights = Counter()
    for (melds, pairs), vectors in complete_suits(7, 4).items():
        for counts in vectors:
            if not any(counts[rank] for rank in barred):
                weights[melds, pairs, False, False] += prod(comb(4, c) for c in counts)
    return weights


def natural_masks(wilds):
    """Complete deals without any of these kinds by mask of 捉5 and 龍."""
    barred = [tuple(kind % 9 for kind in wilds if kind // 9 == suit) for suit in range(4)]
    man, pin, sou = (natural_suit(barred[suit], suit == 0) for suit in range(3))
    total = Counter({(0, 0, False, False, False): 1})
    for suit, weights in enumerate((man, pin, sou, natural_honours(barred[3]))):
        more = Counter()
        for (m, p, own, other, caught), ways in total.items():
            for (melds, pairs, dragon, catch), also in weights.items():
                if m + melds <= 4 and p + pairs <= 1:
                    key = (
                        m + melds,
                        p + pairs,
                        own or (dragon and suit == 0),
                        other or (dragon and suit > 0),
                        caught or catch,
                    )
                    more[key] += ways * also
        total = more
    masks = Counter()
    for (m, p, own, other, caught), ways in total.items():
        if (m, p) == (4, 1):
            # The dragon of 萬 has its own 五萬, and any tile may be the last at the deal.
            mask = BIT["long"] * (own or other) | BIT["zhuo5"] * (own or caught)
            masks[mask or BIT["tiliu"]] += ways
    return masks


@pytest.mark.parametrize("indicator", [0, 3, 4, 8, 9, 13, 17, 20, 24, EAST, 33])
def test_hands_without_wilds_by_mask(indicator):
    always = BIT["su"] | BIT["tianhu"]
    counted = deal_mask_counts(indicator, Rules.platform())
    natural = {mask & ~always: deals for mask, deals in counted.items() if mask & BIT["su"]}
    assert natural == natural_masks(wild_kinds(indicator))


def test_dragons_of_136_tiles():
    """The whole deck with seven wilds beside it: 116,688,273,408 natural hands hold a dragon."""
    masks = deal_masks(np.full(34, 4, np.uint8), 3, su_ben_long=False)[0]
    always = BIT["su"] | BIT["tianhu"]
    natural = {m & ~always: int(n) for m, n in enumerate(masks) if n and m & BIT["su"]}
    assert natural == natural_masks(())
    assert sum(natural.values()) == COMPLETE_14
    assert sum(n for mask, n in natural.items() if mask & BIT["long"]) == 116688273408


# Every deal of a small deck


def small_deck(copies):
    """All counts of the natural tiles of a deck with 7 to 14 of them: one a row."""
    kinds = list(copies)
    ranges = [np.arange(copies[kind] + 1, dtype=np.uint8) for kind in kinds]
    grid = np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1).reshape(-1, len(kinds))
    n_tiles = grid.sum(axis=1)
    grid = grid[(n_tiles >= 7) & (n_tiles <= 14)]
    hands = np.zeros((len(grid), 34), np.uint8)
    hands[:, kinds] = grid
    return hands


def small_deals(copies, indicator):
    """Every hand of a deck of natural tiles and the seven wilds, and its number of sets."""
    first, second = wild_kinds(indicator)
    natural = small_deck(copies)
    choose = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
    weights = np.prod([choose[n][natural[:, kind]] for kind, n in copies.items()], axis=0)
    n_tiles = natural.sum(axis=1)
    for a, b in itertools.product(range(4), range(5)):
        rows = n_tiles == 14 - a - b
        hands = natural[rows]
        hands[:, first] = a
        hands[:, second] = b
        yield hands, weights[rows] * comb(3, a) * comb(4, b)


def scored_deals(copies, indicator, rules):
    masks = Counter()
    for hands, weights in small_deals(copies, indicator):
        last = hands.argmax(axis=1)
        scores = score_batch(hands, last, indicator, how="deal", rules=rules)
        for mask in np.unique(scores["categories"]):
            masks[int(mask)] += int(weights[scores["categories"] == mask].sum())
    del masks[0]
    return masks


def counted_deals(copies, indicator, *, su_ben_long):
    held = np.zeros(34, np.uint8)
    held[list(copies)] = list(copies.values())
    counts = deal_masks(held, indicator // 9, su_ben_long=su_ben_long)[0]
    return {int(mask): int(counts[mask]) for mask in np.flatnonzero(counts)}


def man(*copies):
    return dict(enumerate(copies))


def deck(tiles, indicator):
    """Copies by kind of a small deck; the wild kinds are left out."""
    return {k: n for k, n in tiles.items() if n and k not in wild_kinds(indicator)}


FULL_MAN = man(1, 1, 1, 2, 3, 2, 1, 1, 1)
TWO_SUITS = dict.fromkeys((*range(2, 7), *range(9, 18)), 1)
SMALL = [
    # One suit with 五萬 and honours: 捉5, 龍, the pair beside a triplet of honours.
    (FULL_MAN | {28: 3, 31: 4}, 29),
    (FULL_MAN | {31: 4, 32: 4}, EAST),
    (man(0, 1, 1, 3, 4, 3, 1, 1, 0) | {28: 1, 32: 2}, 30),
    # 本混龍 and 素本龍, the wilds at either end, in the middle, and wrapping round.
    *((man(1, 2, 2, 2, 2, 2, 2, 2, 1) | {33: 3, 12: 1}, kind) for kind in (0, 3, 4, 5, 7, 8)),
    # The dragon of another suit beside 四五六萬, with the wilds in 筒, 條 and 萬.
    *((TWO_SUITS | {3: 2, 4: 2, 31: 2}, kind) for kind in (0, 9, 13, 17, 20)),
    *(({9 * 2 + r: 2 for r in range(9)} | {3: 1, 4: 2, 5: 1}, k) for k in (18, 22, 25, 26, 12)),
    # No 萬; many of few kinds, so that wilds ask for fifth copies.
    ({9: 4, 10: 4, 18: 4, 28: 4, 31: 4, 33: 4}, 22),
    ({3: 4, 4: 4, 5: 4, 28: 4, 31: 4, 14: 2}, 32),
]


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("case", range(len(SMALL)))
def test_small_deck_scored(case, preset):
    """Category weights agree set by set with the scorer over every deal of the deck."""
    tiles, indicator = SMALL[case]
    copies = deck(tiles, indicator)
    rules = PRESETS[preset]
    counted = counted_deals(copies, indicator, su_ben_long=rules.su_ben_long)
    assert counted == scored_deals(copies, indicator, rules)
    assert len(counted) > 2


def test_small_decks_reach_every_category():
    """So that no weight goes untested: all masks that a whole deck has occur in small ones."""
    for rules in PRESETS.values():
        seen = set()
        for tiles, indicator in SMALL:
            copies = deck(tiles, indicator)
            seen.update(counted_deals(copies, indicator, su_ben_long=rules.su_ben_long))
        every = {mask for kind in range(34) for mask in deal_mask_counts(kind, rules)}
        assert seen == every


@pytest.mark.parametrize("indicator", [0, 4, EAST])
def test_small_deck_by_brute_force(indicator):
    """The same against the oracle's arrangements, for a deck of eleven natural tiles.

    Of the wilds it matters only how many there are, and whether they are one of each kind.
    """
    tiles = {1: 1, 2: 1, 3: 1, 4: 2, 5: 1, 6: 1, 8: 1, 28: 1, 31: 2}
    copies = deck(tiles, indicator)
    first, second = wild_kinds(indicator)
    options = options_of("traditional", {})

    @cache
    def mask_of(natural, n_wilds, one_of_each):
        seconds = 1 if one_of_each else min(n_wilds, 4)
        wilds = [first] * (n_wilds - seconds) + [second] * seconds
        drawn = [kind for kind in range(34) for _ in range(natural[kind])] + wilds
        found = oracle.score(drawn[1:], (), drawn[0], indicator, "deal", options=options)
        return 0 if found is None else oracle.mask_of(found.categories)

    masks = Counter()
    for hands, weights in small_deals(copies, indicator):
        a, b = (int(hands[0, kind]) if len(hands) else 0 for kind in (first, second))
        hands[:, [first, second]] = 0
        for counts, weight in zip(hands.tolist(), weights.tolist(), strict=True):
            masks[mask_of(tuple(counts), a + b, a == b == 1)] += weight
    del masks[0]
    assert counted_deals(copies, indicator, su_ben_long=True) == masks


# Fan and categories of whole decks


def test_fans_sum_to_one():
    for rules in PRESETS.values():
        for indicator in [None, *range(34)]:
            fans = deal_fan_distribution("tianjin", indicator, rules)
            assert sum(fans.values()) == 1
            assert list(fans) == sorted(fans)
            assert min(fans.values()) > 0


def test_not_complete_is_what_shanten_says():
    for rules in PRESETS.values():
        for indicator in [None, *range(34)]:
            complete = shanten_distribution("tianjin", 14, indicator)[-1]
            assert 1 - deal_fan_distribution("tianjin", indicator, rules)[0] == complete
            assert deal_category_distribution("tianjin", indicator, rules)["tianhu"] == complete


@pytest.mark.parametrize("su_ben_long", [False, True])
@pytest.mark.parametrize("indicator", range(34))
def test_every_indicator_counted_directly(indicator, su_ben_long):
    """Symmetry is only a shortcut: counting under the indicator itself gives the same."""
    copies = np.full(34, 4, np.uint8)
    copies[list(wild_kinds(indicator))] = 0
    counts = deal_masks(copies, indicator // 9, su_ben_long=su_ben_long)[0]
    directly = {int(mask): int(counts[mask]) for mask in np.flatnonzero(counts)}
    assert directly == deal_mask_counts(indicator, Rules(su_ben_long=su_ben_long))


def test_categories_follow_from_masks():
    for rules in PRESETS.values():
        for indicator in (0, 4, 13, EAST):
            by_mask = deal_mask_counts(indicator, rules)
            names = deal_category_distribution("tianjin", indicator, rules)
            assert list(names) == [name for name in CATEGORIES if name in names]
            for name in CATEGORIES:
                deals = sum(n for mask, n in by_mask.items() if mask & BIT[name])
                assert names.get(name, 0) == Fraction(deals, DEALS)
            fans = Counter()
            for mask, deals in by_mask.items():
                fans[fan_of(categories_of(mask), rules)] += Fraction(deals, DEALS)
            fans[0] = 1 - sum(fans.values())
            assert fans == deal_fan_distribution("tianjin", indicator, rules)


def test_mean_over_indicators_of_fans():
    for rules in PRESETS.values():
        fans, names = Counter(), Counter()
        for indicator in range(34):
            for fan, chance in deal_fan_distribution("tianjin", indicator, rules).items():
                fans[fan] += chance / 34
            for name, chance in deal_category_distribution("tianjin", indicator, rules).items():
                names[name] += chance / 34
        assert fans == deal_fan_distribution("tianjin", None, rules)
        assert names == deal_category_distribution("tianjin", None, rules)


def test_categories_that_there_are():
    plain = {"tiliu", "hundiao", "zhuo5", "long", "su", "tianhu"}
    traditional = Rules.traditional()
    assert set(deal_category_distribution("tianjin", "E")) == plain
    assert set(deal_category_distribution("tianjin", "E", traditional)) == plain
    for indicator in ("1m", "5p", "9s"):
        assert set(deal_category_distribution("tianjin", indicator)) == plain | {"benhunlong"}
        assert set(deal_category_distribution("tianjin", indicator, traditional)) == plain | {
            "benhunlong",
            "subenlong",
        }
    assert list(deal_category_distribution()) == [
        name for name in CATEGORIES if name in plain | {"benhunlong"}
    ]


def test_pure_dragon_only_moves_dragons():
    """素本龍 takes its deals from 本混龍 alone, and leaves everything else where it was."""
    traditional = Rules.traditional()
    for indicator in (0, 4, 8, 11, 26):
        off = Counter(deal_mask_counts(indicator, Rules.platform()))
        on = Counter(deal_mask_counts(indicator, traditional))
        moved = off - on
        assert all(mask & BIT["benhunlong"] for mask in moved)
        gained = on - off
        assert all(mask & BIT["subenlong"] for mask in gained)
        assert sum(moved.values()) == sum(gained.values()) > 0
        assert not any(mask & BIT["benhunlong"] for mask in gained)


def test_tianhu_scales_the_fans():
    once = deal_fan_distribution("tianjin", None, Rules(tianhu=1))
    for tianhu in (4, 8, 64):
        fans = deal_fan_distribution("tianjin", None, Rules(tianhu=tianhu))
        assert fans == {fan * tianhu: chance for fan, chance in once.items()}
    assert deal_category_distribution() == deal_category_distribution(rules=Rules(tianhu=8))


def test_renamed_suits():
    """筒 and 條 may change places; 萬 may not, because of 五萬, but for shanten it may."""
    for rank in range(9):
        pin, sou = (deal_fan_distribution("tianjin", 9 * suit + rank) for suit in (1, 2))
        assert pin == sou
        for n_tiles in (13, 14):
            found = [shanten_distribution("tianjin", n_tiles, 9 * s + rank) for s in range(3)]
            assert found[0] == found[1] == found[2]
    assert deal_fan_distribution("tianjin", 0) != deal_fan_distribution("tianjin", 9)


def test_returned_counts_are_the_callers():
    rules = Rules.platform()
    before = deal_mask_counts(0, rules)
    before.clear()
    assert deal_mask_counts(0, rules)


# Identities of payments


def test_kong_points_net():
    """Points K at multiplier 1 net 4 K_i less their sum."""
    for kongs in itertools.product((0, 1, 2, 4), repeat=4):
        payoffs = settle(dealer=2, sit=0, pulls=(0, 0, 0, 0), winner=None, fan=0, kong_points=kongs)
        assert list(payoffs) == [4 * points - sum(kongs) for points in kongs]


@pytest.mark.parametrize("winner", [None, 0, 1, 2, 3])
def test_pull_scales_the_flow(winner):
    """Pull k multiplies what passes to and from the dealer by 2**k, so 1 is never best alone."""

    def payoff(pull, dealer_sits=1, kongs=(1, 0, 2, 4)):
        return settle(
            dealer=0,
            sit=dealer_sits,
            pulls=(0, 0, pull, 1),
            winner=winner,
            fan=7,
            kong_points=kongs,
            chan=True,
        )[2]

    for kongs in [(1, 0, 2, 4), (0, 0, 4, 0), (4, 0, 0, 0), (2, 1, 2, 1)]:
        for sits in (0, 1):
            no, one, two = (payoff(pull, sits, kongs) for pull in range(3))
            assert two - one == 2 * (one - no)
            assert one <= max(no, two)


# Bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shanten_distribution("tianjin", 15), "n_tiles: 13, 14, 16 or 17, not 15"),
        (lambda: shanten_distribution("chess", 14), "game: tianjin or None"),
        (lambda: shanten_distribution(None, 14, "E"), "no game, no indicator"),
        (lambda: shanten_distribution("tianjin", 14, 34), "a kind from 0 to 33"),
        (lambda: shanten_distribution("tianjin", 14, "1g"), "indicator"),
        (lambda: deal_fan_distribution("wenling"), "game: tianjin"),
        (lambda: deal_fan_distribution("tianjin", -1), "a kind from 0 to 33"),
        (lambda: deal_category_distribution("tianjin", "1x"), "indicator"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_exact_next_to_an_estimate():
    """What `mjsim.exact` returns can stand beside an estimate as it is."""
    chance = shanten_distribution("tianjin", 14)[-1]
    assert proportion(348, 10**6, exact=chance).exact == chance
