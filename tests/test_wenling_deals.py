"""温岭麻将 dealt: openings against a plain reference, exact values against samples and figures.

The reference deals in plain Python from the ids of the wall; which kinds are shown and which are
得 comes from the oracle. Statistical tests have fixed seeds and fail with chance `RATE` each if
the code is right.
"""

import hashlib
import itertools
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, factorial

import numpy as np
import pytest
from oracle import wenling as oracle
from oracle.wenling_options import Options

from mjsim import InputError, deal, tally
from mjsim._core import Wilds, shanten_rows, walls, wenling_openings
from mjsim.blocks import blocks_of
from mjsim.exact import shanten_distribution
from mjsim.exact.decks import deck_of, decks_of
from mjsim.exact.wenling_deals import (
    automatic_distribution,
    automatic_probability,
    de_distribution,
    naonao_probability,
    shown_distribution,
    three_de_probability,
)
from mjsim.notation import parse_tile
from mjsim.stats import agreement
from mjsim.streams import Stream, bits_of
from mjsim.tiles import N_KINDS, N_KINDS_FLOWERS, ZHONG, copies
from mjsim.wenling.deals import (
    AUTOMATIC,
    NAONAO,
    automatic_wins,
    de_kinds,
    is_naonao,
    opening_block,
    shown_kinds,
)

RATE = 1e-4
COPIES = np.array([copies(kind) for kind in range(N_KINDS_FLOWERS)])
# 五萬, a wind, 中, 白, 夏, 菊: with 得 and shown kinds of every sort.
INDICATORS = [None, "5m", "N", "C", "P", "2g", "4f"]


def arrays_of(deals):
    return [deals.hands, deals.shown, deals.indicator, deals.dealer, deals.dice]


# Rules


@pytest.mark.parametrize("naonao", NAONAO)
@pytest.mark.parametrize("indicator", range(N_KINDS_FLOWERS))
def test_kinds_are_the_oracles(indicator, naonao):
    options = Options(naonao=naonao)
    assert is_naonao(indicator, naonao) == oracle.is_naonao(indicator, options)
    assert de_kinds(indicator) == oracle.wild_kinds(indicator)
    want = oracle.kinds_to_show(indicator, options)
    assert set(shown_kinds(indicator, naonao)) | {indicator} == want | {indicator}
    assert indicator not in shown_kinds(indicator, naonao)


# Openings, one by one


def kind_of(tile):
    return tile // 4 if tile < 136 else tile - 102


def opening_by_hand(wall, dealer, options):
    """Hands and tiles shown by seat as lists of kinds, what is left of the wall, the indicator."""
    wall = [kind_of(tile) for tile in wall]
    seats = [(dealer + turn) % 4 for turn in range(4)]
    hands, shown = [[] for _ in seats], [[] for _ in seats]
    for _ in range(4):
        for seat in seats:
            hands[seat] += wall[:4]
            del wall[:4]
    hands[dealer].append(wall.pop(0))
    indicator = wall.pop(0)
    to_show = oracle.kinds_to_show(indicator, options)
    # The tail, stack by stack, upper tiles first: the wall is even, and an even number is gone.
    tail = [tile for first in range(len(wall) - 2, -1, -2) for tile in wall[first : first + 2]]
    while any(kind in to_show for hand in hands for kind in hand):
        for seat in seats:
            out = [kind for kind in hands[seat] if kind in to_show]
            hands[seat] = [kind for kind in hands[seat] if kind not in to_show]
            shown[seat] += out
            hands[seat] += tail[: len(out)]
            del tail[: len(out)]
    return hands, shown, tail, indicator


def counted(lists):
    out = np.zeros((len(lists), N_KINDS_FLOWERS), np.int64)
    for row, kinds in zip(out, lists, strict=True):
        np.add.at(row, kinds, 1)
    return out


@pytest.mark.parametrize("naonao", NAONAO)
@pytest.mark.parametrize("indicator", INDICATORS)
def test_openings_by_hand(indicator, naonao):
    """1,200 hands of two blocks each; with a fixed indicator one exchange in the wall."""
    n, seed, options = 1200, 31, Options(naonao=naonao)
    deals = deal("wenling", n, seed=seed, indicator=indicator, naonao=naonao)
    tiles, dice = (
        np.concatenate(parts)
        for parts in zip(
            *(
                walls(bits_of(seed, Stream.WALLS, "wenling", b), 144, k)
                for b, k in ((0, 1000), (1, 200))
            ),
            strict=True,
        )
    )
    np.testing.assert_array_equal(deals.dice, dice[:, :4])
    np.testing.assert_array_equal(deals.dealer, np.arange(n) % 4)
    wins = automatic_wins(deals.hands, deals.shown, deals.indicator, naonao)
    names = list(AUTOMATIC)
    for i, wall in enumerate(tiles.tolist()):
        if indicator is not None:
            turned = next(t for t in range(144) if kind_of(t) == deals.indicator[i])
            place = wall.index(turned)
            wall[65], wall[place] = wall[place], wall[65]
        hands, shown, rest, turned_up = opening_by_hand(wall, i % 4, options)
        assert deals.indicator[i] == turned_up
        np.testing.assert_array_equal(deals.hands[i], counted(hands))
        np.testing.assert_array_equal(deals.shown[i], counted(shown))
        # 144 tiles in all.
        everything = counted([*hands, *shown, rest, [turned_up]]).sum(axis=0)
        np.testing.assert_array_equal(everything, COPIES)
        for seat in range(4):
            got = [name for name, won in zip(names, wins[i, seat], strict=True) if won]
            want = oracle.automatic(tuple(hands[seat]), tuple(shown[seat]), turned_up, options)
            assert got == want


@pytest.mark.parametrize("naonao", NAONAO)
def test_what_hands_hold(naonao):
    """17 and 16 tiles; nothing that must be shown is held, nothing else shown."""
    deals = deal("wenling", 40_000, seed=32, naonao=naonao)
    tiles = deals.hands.sum(axis=2)
    np.testing.assert_array_equal(tiles, 16 + (np.arange(4) == deals.dealer[:, None]))
    to_show = np.zeros((N_KINDS_FLOWERS, N_KINDS_FLOWERS), bool)
    for kind in range(N_KINDS_FLOWERS):
        to_show[kind, list(oracle.kinds_to_show(kind, Options(naonao=naonao)))] = True
    to_show = to_show[deals.indicator][:, None]
    assert not (deals.hands * to_show).any()
    assert not (deals.shown * ~to_show).any()
    everything = (deals.hands + deals.shown).sum(axis=1)
    everything[np.arange(len(everything)), deals.indicator] += 1
    assert (everything <= COPIES).all()
    # All of them come.
    assert set(deals.indicator.tolist()) == set(range(N_KINDS_FLOWERS))


def test_naonao_changes_no_wall():
    """The indicators and dice stay; the hands change only where 闹闹 does."""
    by_option = [deal("wenling", 5000, seed=33, naonao=naonao) for naonao in NAONAO]
    seed = by_option[0]
    for naonao, other in zip(NAONAO, by_option, strict=True):
        np.testing.assert_array_equal(seed.indicator, other.indicator)
        np.testing.assert_array_equal(seed.dice, other.dice)
        same = np.array([is_naonao(k) == is_naonao(k, naonao) for k in seed.indicator.tolist()])
        np.testing.assert_array_equal(seed.hands[same], other.hands[same])
        if naonao != "seed":
            assert (seed.hands[~same] != other.hands[~same]).any()
    for a, b in zip(arrays_of(seed), arrays_of(deal("wenling", 5000, seed=33)), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("indicator", [None, "3f"])
def test_deal_extends(indicator):
    long = deal("wenling", 2500, seed=9, indicator=indicator)
    for n in (0, 1, 999, 1000, 1001, 2499):
        short = deal("wenling", n, seed=9, indicator=indicator)
        for a, b in zip(arrays_of(short), arrays_of(long), strict=True):
            np.testing.assert_array_equal(a, b[:n])


def test_deal_is_its_blocks():
    """In any order: a block needs nothing of the others, and nothing of what arrays held."""
    whole = deal("wenling", 2500, seed=9, naonao="with_winds")
    for block in reversed(list(blocks_of(2500, 1000))):
        rows = slice(block.first_hand, block.first_hand + block.n_hands)
        parts = [np.full_like(array[rows], 77) for array in arrays_of(whole)]
        opening_block(9, block, None, *parts, naonao="with_winds")
        for got, want in zip(parts, arrays_of(whole), strict=True):
            np.testing.assert_array_equal(got, want[rows])


def test_indicators_by_name_and_kind():
    for name, kind in (("2g", 35), ("夏", 35), ("中", 31), ("5z", 33), (np.int64(41), 41)):
        deals = deal("wenling", 3, seed=1, indicator=name, honors="tenhou")
        assert deals.indicator.tolist() == [kind] * 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: deal("wenling", 1, seed=1, indicator=42), "a kind from 0 to 41"),
        (lambda: deal("wenling", 1, seed=1, indicator=-1), "indicator"),
        (lambda: deal("wenling", 1, seed=1, indicator="5g"), "indicator"),
        (lambda: deal("wenling", 1, seed=1, indicator="5z"), "indicator"),
        (lambda: deal("wenling", 0, seed=1, naonao="never"), "naonao: seed, with_winds, always"),
        (lambda: deal("wenling", -1, seed=1), "n: a whole number"),
        (lambda: deal("wenling", 1, seed=-1), "seed: a whole number"),
        (lambda: deal("tianjin", 1, seed=1, naonao="seed"), "naonao: 天津麻将"),
        (lambda: tally("wenling", 1, seed=1), "game: tianjin, not 'wenling'"),
        (lambda: shanten_distribution("tianjin", 14, naonao="seed"), "naonao: tianjin"),
        (lambda: shanten_distribution("wenling", 17, naonao="x"), "naonao"),
        (lambda: shanten_distribution("wenling", 17, "5f"), "indicator"),
        (lambda: shanten_distribution("wenling", 17, 42), "a kind from 0 to 41"),
        (lambda: shanten_distribution("wenling", 15), "n_tiles"),
        (lambda: shanten_distribution(None, 17, "1g"), "indicator"),
        (lambda: deck_of("wenling", 42), "0 to 41"),
        (lambda: de_distribution(14), "n_tiles: 16 or 17, not 14"),
        (lambda: shown_distribution(13), "n_tiles"),
        (lambda: automatic_distribution(0), "n_tiles"),
        (lambda: automatic_probability("x"), "indicator"),
        (lambda: three_de_probability(42), "indicator"),
        (lambda: naonao_probability("x"), "naonao"),
        (lambda: automatic_wins(np.zeros((1, 4, 34)), np.zeros((1, 4, 34)), [0]), "shape"),
        (lambda: automatic_wins(np.zeros((1, 4, 42)), np.zeros((2, 4, 42)), [0]), "shape"),
        (lambda: automatic_wins(np.zeros((2, 4, 42)), np.zeros((2, 4, 42)), [0] * 3), "shape"),
        (lambda: automatic_wins(np.zeros((2, 4, 42)), np.zeros((2, 4, 42)), [0, 42]), "row 1"),
    ],
)  # fmt: skip
def test_bad_input(call, message):
    with pytest.raises(InputError, match=message):
        call()


@pytest.mark.parametrize("argument", range(3, 9))
def test_kernel_checks_shapes(argument):
    good = [
        0,
        255,
        0,
        *(np.zeros(shape, np.uint8) for shape in ((2, 4, 42), (2, 4, 42), 2, 2, (2, 4))),
    ]
    bits = bits_of(1, Stream.WALLS, "wenling", 0)
    wenling_openings(bits, *good)
    if argument == 8:
        changes = [(1, 42), (2, 3), (2, -1)]
    else:
        changes = [(argument, good[argument][:1].copy())]
    for place, value in changes:
        bad = list(good)
        bad[place] = value
        with pytest.raises(ValueError, match=r"array|naonao|indicator"):
            wenling_openings(bits, *bad)


def test_automatic_wins_of_hands_made_up():
    """Counts that no deal shows keep to the rules: no 四紅中 in normal mode."""
    hands, shown = np.zeros((4, 4, 42), np.uint8), np.zeros((4, 4, 42), np.uint8)
    shown[:, 0, [ZHONG, 32, 33]] = 4
    shown[:, 1, 34:38] = 1
    shown[:, 2, 38:42] = 1
    hands[0, 3, 4] = hands[1, 3, 27] = 3
    hands[2, 3, [39, 40, 41]] = 1
    hands[3, 3, [38, 39, 41]] = 1
    indicators = [4, 27, 38, 39]
    normal, windy, always = (automatic_wins(hands, shown, indicators, n) for n in NAONAO)
    assert normal[:, 0, 1].all()
    for wins, naonao in ((normal, [0, 0, 1, 1]), (windy, [0, 1, 1, 1]), (always, [1, 1, 1, 1])):
        np.testing.assert_array_equal(wins[:, 0, 4], naonao)
        np.testing.assert_array_equal(wins[:, 0, 5], naonao)
        np.testing.assert_array_equal(wins[:, 3, 0], [1, 1, 1, 0])
        assert wins[:, 1, 2].all()
        assert wins[:, 2, 3].all()
    assert normal.sum() == 4 + 2 * 2 + 3 + 4 + 4
    assert automatic_wins(hands[:0], shown[:0], 4).shape == (0, 4, 6)
    alike = automatic_wins(hands, shown, "C"), automatic_wins(hands, shown, [31] * 4)
    np.testing.assert_array_equal(*alike)


# Exact values: figures, and other ways to the same numbers


def mean_of(distribution):
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))


@pytest.mark.parametrize(
    ("n_tiles", "complete", "ready", "mean"),
    [
        (17, "3.38158e-05", "1.88928e-03", "3.31160943"),
        (16, None, "2.53161e-04", "3.82116741"),
    ],
)
def test_shanten_figures(n_tiles, complete, ready, mean):
    exact = shanten_distribution("wenling", n_tiles)
    assert sum(exact.values()) == 1
    if complete:
        assert f"{float(exact[-1]):.5e}" == complete
        assert round(1 / exact[-1]) == 29572
    else:
        assert -1 not in exact
    assert f"{float(exact[0]):.5e}" == ready
    assert f"{float(mean_of(exact)):.8f}" == mean


@pytest.mark.parametrize("naonao", NAONAO)
@pytest.mark.parametrize("n_tiles", [16, 17])
def test_mean_over_indicators_is_the_mean(n_tiles, naonao):
    total = Counter()
    for kind in range(N_KINDS_FLOWERS):
        exact = shanten_distribution("wenling", n_tiles, kind, naonao=naonao)
        assert sum(exact.values()) == 1
        total.update({s: chance * copies(kind) / 144 for s, chance in exact.items()})
    assert dict(total) == shanten_distribution("wenling", n_tiles, naonao=naonao)


def test_decks():
    """131 tiles in normal mode, 127 in 闹闹, 123 where winds or suits make it so; three 得."""
    sizes = Counter()
    for kind in range(N_KINDS_FLOWERS):
        for naonao in NAONAO:
            deck = deck_of("wenling", kind, naonao)
            assert deck.wilds == 3
            assert deck.size == 143 - sum(
                copies(shown)
                for shown in oracle.kinds_to_show(kind, Options(naonao=naonao)) - {kind}
            )
            sizes[naonao, deck.size] += copies(kind)
    assert sizes == {
        ("seed", 131): 124,
        ("seed", 127): 20,
        ("with_winds", 131): 108,
        ("with_winds", 127): 20,
        ("with_winds", 123): 16,
        ("always", 127): 20,
        ("always", 123): 124,
    }
    for naonao in NAONAO:
        assert sum(tiles for _, tiles in decks_of("wenling", naonao)) == 144


def test_de_figures():
    assert f"{float(three_de_probability('5m')):.7f}" == "0.0064455"
    assert f"{float(three_de_probability('C')):.7f}" == "0.0070791"
    assert naonao_probability() == Fraction(20, 144)
    assert naonao_probability("with_winds") == Fraction(36, 144)
    assert naonao_probability("always") == 1
    mixed = [three_de_probability(name) * share for name, share in (("5m", 124), ("C", 20))]
    assert three_de_probability() == sum(mixed) / 144
    # Three 得 are dealt to the tiles that are never shown: 17 and three times 16 of them are held.
    for indicator, kept in (("5m", 131), ("1g", 127)):
        held = mean_of(de_distribution(17, indicator)) + 3 * mean_of(de_distribution(16, indicator))
        assert held == Fraction(3 * 65, kept)


@cache
def lone_player(tiles, kept, show):
    """Chances of how many tiles a lone player shows before so many others, tile by tile."""
    if tiles == 0:
        return {0: Fraction(1)}
    chances = Counter()
    if kept:
        for k, chance in lone_player(tiles - 1, kept - 1, show).items():
            chances[k] += chance * Fraction(kept, kept + show)
    if show:
        for k, chance in lone_player(tiles, kept, show - 1).items():
            chances[k + 1] += chance * Fraction(show, kept + show)
    return dict(chances)


@pytest.mark.parametrize(("indicator", "kept"), [("1m", 131), ("P", 127), ("3g", 127), ("S", 131)])
@pytest.mark.parametrize("n_tiles", [16, 17])
def test_shown_tile_by_tile(n_tiles, indicator, kept):
    exact = shown_distribution(n_tiles, indicator)
    assert exact == lone_player(n_tiles, kept, 143 - kept)
    assert sum(exact.values()) == 1
    # Each tile to be shown lies in one of the kept + 1 gaps between the others.
    assert mean_of(exact) == Fraction((143 - kept) * n_tiles, kept + 1)


@pytest.mark.parametrize("naonao", NAONAO)
@pytest.mark.parametrize("indicator", range(N_KINDS_FLOWERS))
def test_automatic_by_number_shown(indicator, naonao):
    """Which tiles a seat shows is uniform, given their number; so is which it holds."""
    show = sum(
        copies(k) for k in oracle.kinds_to_show(indicator, Options(naonao=naonao)) - {indicator}
    )
    shown = shown_distribution(17, indicator, naonao=naonao)
    whole = sum(
        p * Fraction(comb(show - 4, k - 4), comb(show, k)) for k, p in shown.items() if k > 3
    )
    exact = automatic_distribution(17, indicator, naonao=naonao)
    assert list(exact) == list(AUTOMATIC)
    full = np.where(COPIES == 4, 4, 1)
    full[indicator] -= 1
    for name, chance in exact.items():
        if name == "sande":
            assert chance == de_distribution(17, indicator, naonao=naonao)[3]
        else:
            kinds = AUTOMATIC[name]
            possible = (
                set(kinds) <= set(shown_kinds(indicator, naonao)) and full[list(kinds)].sum() == 4
            )
            assert chance == (whole if possible else 0)


def test_seats_are_as_if_alone():
    """All walls of seven tiles, two seats of two, replaced in rounds: as if one after the other.

    The argument of `mjsim.exact.wenling_deals` on a small table where every order is listed.
    """

    def in_rounds(wall):
        front, back = list(wall[:4]), list(wall[4:])
        hands, shown = [front[:2], front[2:]], [0, 0]
        while any(map(sum, hands)):
            for seat in (0, 1):
                out = sum(hands[seat])
                hands[seat] = [0] * (2 - out) + [back.pop() for _ in range(out)]
                shown[seat] += out
        return tuple(shown)

    def one_by_one(wall, first):
        wall, shown = list(wall), [0, 0]
        for seat in (first, 1 - first):
            kept = 0
            while kept < 2:
                tile = wall.pop(0)
                shown[seat] += tile
                kept += not tile
        return tuple(shown)

    for show in (1, 2, 3):
        tiles = [1] * show + [0] * (7 - show)
        laws = [
            Counter(map(play, set(itertools.permutations(tiles))))
            for play in (in_rounds, lambda w: one_by_one(w, 0), lambda w: one_by_one(w, 1))
        ]
        assert laws[0] == laws[1] == laws[2]
        assert laws[0].total() == factorial(7) // factorial(show) // factorial(7 - show)


# Exact values against 800,000 openings (four seeds), and 200,000 of each other case


def shanten_of(hands, indicators):
    """Shanten of counts of 42 kinds; flowers that are 得 go under 中, which nobody holds then."""
    counts, shown_up = hands[:, :N_KINDS].copy(), indicators.copy()
    flowered = indicators >= N_KINDS
    assert not counts[flowered, ZHONG].any()
    counts[flowered, ZHONG] = hands[flowered, N_KINDS:].sum(axis=1)
    shown_up[flowered] = ZHONG
    out = np.empty(len(hands), np.int8)
    assert shanten_rows(counts, shown_up, Wilds(np.eye(N_KINDS, dtype=bool)), out) == -1
    return out


def summary(deals, naonao):
    """All that the tests below ask of openings, counted."""
    found = Counter()
    add = found.update

    def cells(name, values):
        labels, counts = np.unique(values, return_counts=True)
        add({(name, label): n for label, n in zip(labels.tolist(), counts.tolist(), strict=True)})

    cells("indicator", deals.indicator)
    table = np.zeros((N_KINDS_FLOWERS, N_KINDS_FLOWERS), np.int64)
    for kind in range(N_KINDS_FLOWERS):
        table[kind, list(oracle.wild_kinds(kind))] = 1
    wins = automatic_wins(deals.hands, deals.shown, deals.indicator, naonao)
    rows = np.arange(len(deals.dealer))
    for place in range(4):
        seat = (deals.dealer + place) % 4
        hands, shown = deals.hands[rows, seat], deals.shown[rows, seat]
        cells(f"de {place}", (hands * table[deals.indicator]).sum(axis=1))
        cells(f"shown {place}", shown.sum(axis=1))
        cells(f"shanten {place}", shanten_of(hands, deals.indicator))
        for column, name in enumerate(AUTOMATIC):
            add({(f"automatic {place}", name): int(wins[rows, seat, column].sum())})
        for kind in range(N_KINDS, N_KINDS_FLOWERS):
            add({(f"flowers {place}", kind): int(shown[:, kind].sum())})
    naonao_kinds = [kind for kind in range(N_KINDS_FLOWERS) if is_naonao(kind, naonao)]
    cells("naonao", np.isin(deals.indicator, naonao_kinds))
    cells("all shown", deals.shown.sum(axis=(1, 2)))
    cells("three de", wins[..., 0].any(axis=1))
    cells("automatic", wins.any(axis=(1, 2)))
    return found


CASES = [
    (None, "seed", range(100, 104)),
    (None, "with_winds", [104]),
    ("5m", "seed", [105]),
    ("5m", "always", [106]),
    ("E", "with_winds", [107]),
    ("C", "seed", [108]),
    ("P", "seed", [109]),
    ("3g", "seed", [110]),
    ("1f", "always", [111]),
]


@pytest.mark.parametrize(("indicator", "naonao", "seeds"), CASES)
def test_openings_agree(indicator, naonao, seeds):
    """Places of one opening are not independent, hence apart; all questions share the rate."""
    total = Counter()
    for seed in seeds:
        deals = deal("wenling", 200_000, seed=seed, indicator=indicator, naonao=naonao)
        total.update(summary(deals, naonao))
    n = 200_000 * len(seeds)
    questions = list(exact_values(indicator, naonao))
    for name, disjoint, exact in questions:
        observed = {label: hits for (group, label), hits in total.items() if group == name}
        verdict = agreement(
            observed, exact, n=n, disjoint=disjoint, error_rate=RATE / len(questions)
        )
        assert verdict.agrees, f"{name}: {verdict}"
        if disjoint:
            assert sum(observed.values()) == n


def exact_values(indicator, naonao):
    """All that `summary` counts: name, whether the cells are disjoint, chances."""
    if indicator is None:
        weights = {kind: Fraction(copies(kind), 144) for kind in range(N_KINDS_FLOWERS)}
    else:
        weights = {parse_tile(indicator, flowers=True): Fraction(1)}
    kept = {kind: deck_of("wenling", kind, naonao).size for kind in weights}
    yield "indicator", True, weights
    for place, n_tiles in enumerate((17, 16, 16, 16)):
        options = {"indicator": indicator, "naonao": naonao}
        yield f"de {place}", True, de_distribution(n_tiles, **options)
        yield f"shown {place}", True, shown_distribution(n_tiles, **options)
        yield f"shanten {place}", True, shanten_distribution("wenling", n_tiles, **options)
        yield f"automatic {place}", False, automatic_distribution(n_tiles, **options)
        # A flower that is shown lies in one of the gaps before the seat's own tiles.
        flowers = {flower: Fraction(0) for flower in range(N_KINDS, N_KINDS_FLOWERS)}
        for kind, weight in weights.items():
            for flower in set(flowers) & set(shown_kinds(kind, naonao)):
                flowers[flower] += weight * Fraction(n_tiles, kept[kind] + 1)
        yield f"flowers {place}", False, flowers
    # All seats together are one that holds 65 tiles.
    everything = Counter()
    for kind, weight in weights.items():
        for k, chance in lone_player(65, kept[kind], 143 - kept[kind]).items():
            everything[k] += chance * weight
    yield "all shown", True, everything
    for name, chance in (
        ("naonao", sum(w for kind, w in weights.items() if is_naonao(kind, naonao))),
        ("three de", three_de_probability(indicator, naonao=naonao)),
        ("automatic", automatic_probability(indicator, naonao=naonao)),
    ):
        yield name, True, {True: chance, False: 1 - chance}


# Golden digests


def test_golden_openings():
    """Hands, shown tiles, indicators, dealers and dice of the first 2,000 hands."""
    got = {}
    for seed, indicator, naonao in GOLDEN:
        digest = hashlib.sha256()
        for array in arrays_of(
            deal("wenling", 2000, seed=seed, indicator=indicator, naonao=naonao)
        ):
            assert array.dtype == np.uint8
            digest.update(np.ascontiguousarray(array).tobytes())
        got[seed, indicator, naonao] = digest.hexdigest()
    assert got == GOLDEN


GOLDEN = {
    (0, None, "seed"): "5b71eefc1ec84d4160cba4646d5065471dae727a0e12aa08e9fd1cb45583e6a5",
    (1, None, "seed"): "7602f05bfed99d8a17d23b52b8e1254b11ca2bdf88ca5f6a8db15ee85d1e27e7",
    (1, None, "with_winds"): "f5c694965f13ee079fda020063682e1846057527607da86c829ea9df28811e6b",
    (1, None, "always"): "11443fd99cba4c413e507902b5eeabc1ad3a9f11af16d3d5dcdfed96e91b72ae",
    (2**64, None, "seed"): "05b5d9dd75fc4fa81eb7bd936d3a42e15b8f7906c6d34bbaecc8b6bd379c5f7a",
    (1, "5p", "seed"): "920e44283b9c46891f41d1f689fd13ac70e118a9d034f90bd0d1c3a6326bf407",
    (1, "4g", "seed"): "5fb5a06401ba924418b8a8f8504fbad8889554a4a9441065c4ba45ca9328b12b",
}
