"""Streams of random bits: distinct, extendable, independent of everything else, and pinned.

The golden digests pin what a seed means. If one changes, every published number that names a
seed changes its meaning: that needs a reason and a note, not a new digest alone.
"""

import ctypes
import hashlib
import itertools
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from math import prod

import numpy as np
import pytest

from mjsim import InputError, deal, tally
from mjsim._core.rng import draws
from mjsim._core.walls import walls
from mjsim.blocks import Block, blocks_of
from mjsim.dealing import WHATS
from mjsim.streams import BLOCK_SIZE, GAMES, RNG, Stream, bits_of, check_game
from mjsim.tianjin import Rules
from mjsim.tianjin.deals import Tally, deal_block, opening_block, tally_block
from mjsim.tianjin.fans import fan_of_deal

PLATFORM = Rules.platform()
WORD = 1 << 64


def sha256(*arrays):
    """Digest of the contents of arrays of bytes."""
    digest = hashlib.sha256()
    for array in arrays:
        assert array.dtype == np.uint8
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def deal_rows(deals):
    return [deals.hands, deals.shown, deals.indicator, deals.dealer, deals.dice]


# What a stream is


def test_bits_are_of_the_seed_sequence():
    assert RNG == "PCG64DXSM"
    for seed, stream, game, block in [
        (0, Stream.WALLS, "tianjin", 0),
        (1, Stream.TALLY, "tianjin", 7),
        (2**100, Stream.TALLY, "wenling", 2**40),
    ]:
        key = (int(stream), GAMES[game], block)
        want = np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=key))
        got = bits_of(seed, stream, game, block)
        assert got.random_raw(5).tolist() == want.random_raw(5).tolist()


def test_numbers_that_streams_depend_on():
    """Changing any of these changes every wall."""
    assert GAMES == {"tianjin": 0, "wenling": 1}
    assert (Stream.WALLS, Stream.TALLY, Stream.ODDS) == (0, 1, 3)
    assert BLOCK_SIZE[Stream.WALLS] == 1000
    assert BLOCK_SIZE[Stream.TALLY] == 131072
    assert BLOCK_SIZE[Stream.ODDS] == 65536


def test_streams_are_distinct():
    """90,000 streams: the first words of all seeds, purposes, games and blocks differ."""
    seeds = [*range(1000), 2**32, 2**32 + 1, 2**64, 2**64 + 1, 2**128 - 1]
    purposes = (Stream.WALLS, Stream.TALLY, Stream.ODDS)
    few = itertools.product(seeds, purposes, GAMES, range(5))
    many = itertools.product((0, 1), purposes, GAMES, range(5, 5005))
    keys = [*few, *many]
    words = {bits_of(*key).random_raw() for key in keys}
    assert len(words) == len(keys) > 90_000


def test_walls_are_distinct():
    """All walls of 200 seeds and five blocks, 20 each."""
    seen = {
        wall.tobytes()
        for seed in range(200)
        for block in range(5)
        for wall in walls(bits_of(seed, Stream.WALLS, "tianjin", block), 136, 20)[0]
    }
    assert len(seen) == 200 * 5 * 20


def test_openings_are_distinct():
    """Across the borders of blocks and over seeds."""
    seen = {hand.tobytes() for seed in range(20) for hand in deal("tianjin", 2500, seed=seed).hands}
    assert len(seen) == 20 * 2500


def test_tally_is_not_what_deal_deals():
    """The streams differ: dealers of `deal` and the hands of `tally` are other hands."""
    n = 1000
    dealt = deal("tianjin", n, seed=3).indicator
    counted = deal_block(3, Block(0, 0, n), None, PLATFORM)["indicator"]
    assert (dealt == counted).mean() < 0.1


@pytest.mark.parametrize("seed", [-1, 1.0, 1.5, True, False, "1", None, np.int64(1), [1]])
def test_bad_seeds(seed):
    calls = [
        lambda: deal("tianjin", 1, seed=seed),
        lambda: tally("tianjin", 1, seed=seed),
        lambda: bits_of(seed, Stream.WALLS, "tianjin", 0),
    ]
    for call in calls:
        with pytest.raises(InputError, match="seed: a whole number from 0"):
            call()


@pytest.mark.parametrize("n", [-1, 1.0, True, None, "3"])
def test_bad_numbers_of_hands(n):
    for function in (deal, tally):
        with pytest.raises(InputError, match="n: a whole number from 0"):
            function("tianjin", n, seed=1)


def test_other_bad_input():
    for function in (deal, tally):
        with pytest.raises(InputError, match="game"):
            function("chess", 1, seed=1)
        for indicator in (34, -1, "1g", "x"):
            with pytest.raises(InputError, match="indicator"):
                function("tianjin", 1, seed=1, indicator=indicator)
    with pytest.raises(InputError, match="what: complete, shanten"):
        tally("tianjin", 1, seed=1, what="fans")
    with pytest.raises(InputError, match="game: tianjin, wenling"):
        check_game("")
    with pytest.raises(InputError, match="positive"):
        list(blocks_of(0, 10))


def test_no_hands():
    assert deal("tianjin", 0, seed=1).hands.shape == (0, 4, 34)
    assert tally("tianjin", 0, seed=1) == {False: 0, True: 0}


# Longer runs extend shorter ones


@pytest.mark.parametrize("indicator", [None, "5p"])
def test_deal_extends(indicator):
    long = deal("tianjin", 3500, seed=9, indicator=indicator)
    for n in (1, 2, 999, 1000, 1001, 2000, 3499):
        short = deal("tianjin", n, seed=9, indicator=indicator)
        for a, b in zip(deal_rows(short), deal_rows(long), strict=True):
            np.testing.assert_array_equal(a, b[:n])


def test_deal_is_its_blocks():
    """In any order: a block needs nothing of the others."""
    whole = deal("tianjin", 2500, seed=9)
    for block in reversed(list(blocks_of(2500, 1000))):
        n = block.n_hands
        hands, dice = np.empty((n, 4, 34), np.uint8), np.empty((n, 6), np.uint8)
        indicators, dealers = np.empty(n, np.uint8), np.empty(n, np.uint8)
        opening_block(9, block, None, hands, indicators, dealers, dice)
        rows = slice(block.first_hand, block.first_hand + n)
        np.testing.assert_array_equal(hands, whole.hands[rows])
        np.testing.assert_array_equal(indicators, whole.indicator[rows])
        np.testing.assert_array_equal(dealers, whole.dealer[rows])
        np.testing.assert_array_equal(dice, whole.dice[rows])


@pytest.mark.parametrize("indicator", [None, 4])
def test_tally_adds_over_blocks(indicator):
    size = BLOCK_SIZE[Stream.TALLY]
    parts = [tally_block(4, block, indicator, PLATFORM) for block in blocks_of(2 * size + 77, size)]
    total = Tally.empty()
    for part in reversed(parts):
        total = total.merge(part)
    for n, upto in ((size, 1), (2 * size, 2), (2 * size + 77, 3)):
        merged = Tally.empty()
        for part in parts[:upto]:
            merged = merged.merge(part)
        by_shanten = merged.shanten.sum(axis=(0, 1))
        want = {i - 1: int(hands) for i, hands in enumerate(by_shanten) if hands}
        assert tally("tianjin", n, seed=4, indicator=indicator, what="shanten") == want
    assert (total.shanten == merged.shanten).all()
    assert (total.masks == merged.masks).all()


def test_tally_extends():
    """A block's first hands are the same however many are counted."""
    fewer = deal_block(4, Block(3, 3 << 17, 1000), None, PLATFORM)
    more = deal_block(4, Block(3, 3 << 17, 5000), None, PLATFORM)
    np.testing.assert_array_equal(fewer, more[:1000])


@pytest.mark.parametrize("indicator", [None, 30])
def test_rows_are_what_is_counted(indicator):
    block = Block(1, 1 << 17, 1 << 17)
    rows = deal_block(6, block, indicator, PLATFORM)
    counted = tally_block(6, block, indicator, PLATFORM)
    shanten = np.zeros_like(counted.shanten)
    np.add.at(shanten, (rows["indicator"], rows["n_wilds"], rows["shanten"] + 1), 1)
    np.testing.assert_array_equal(shanten, counted.shanten)
    complete = rows[rows["shanten"] == -1]
    masks = np.zeros_like(counted.masks)
    np.add.at(masks, (complete["indicator"], complete["categories"]), 1)
    np.testing.assert_array_equal(masks, counted.masks)
    possible = np.zeros_like(counted.possible)
    np.add.at(possible, (complete["indicator"], complete["possible"]), 1)
    np.testing.assert_array_equal(possible, counted.possible)
    # What is reported is possible.
    assert not (rows["categories"] & ~rows["possible"]).any()
    assert not rows["fan"][rows["shanten"] > -1].any()
    assert not rows["categories"][rows["shanten"] > -1].any()
    for row in complete:
        assert row["fan"] == fan_of_deal(int(row["categories"]), PLATFORM)


def test_unscored_tally():
    block = Block(0, 0, 50_000)
    scored = tally_block(6, block, None, PLATFORM)
    unscored = tally_block(6, block, None, PLATFORM, scored=False)
    np.testing.assert_array_equal(scored.shanten, unscored.shanten)
    assert not unscored.masks.any()


def test_rules_do_not_change_the_hands():
    block = Block(0, 0, 20_000)
    a, b = (deal_block(8, block, None, rules) for rules in (PLATFORM, Rules.traditional()))
    for name in ("indicator", "n_wilds", "shanten"):
        np.testing.assert_array_equal(a[name], b[name])


def test_wall_of_a_fixed_indicator_is_the_same_but_for_one_exchange():
    """The dice stay, and at most one tile of each of two hands is another."""
    free, fixed = (deal("tianjin", 3000, seed=2, indicator=shown) for shown in (None, "5p"))
    np.testing.assert_array_equal(free.dice, fixed.dice)
    moved = np.abs(free.hands.astype(int) - fixed.hands).sum(axis=(1, 2))
    assert set(moved.tolist()) == {0, 2}


# Nothing else matters


def test_global_states_do_not_matter():
    want = deal("tianjin", 1500, seed=5), tally("tianjin", 10**5, seed=5, what="shanten")
    for state in (0, 1):
        np.random.seed(state)  # noqa: NPY002
        random.seed(state)
        got = deal("tianjin", 1500, seed=5), tally("tianjin", 10**5, seed=5, what="shanten")
        np.testing.assert_array_equal(got[0].hands, want[0].hands)
        assert got[1] == want[1]


def test_global_states_are_left_alone():
    np.random.seed(3)  # noqa: NPY002
    random.seed(3)
    want = np.random.random(), random.random()  # noqa: NPY002
    np.random.seed(3)  # noqa: NPY002
    random.seed(3)
    deal("tianjin", 1500, seed=5)
    tally("tianjin", 10**5, seed=5)
    assert (np.random.random(), random.random()) == want  # noqa: NPY002


def test_threads_do_not_matter():
    want = [tally("tianjin", 300_000, seed=seed, what="shanten") for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        got = list(
            pool.map(lambda seed: tally("tianjin", 300_000, seed=seed, what="shanten"), range(8))
        )
    assert got == want


# Bounded draws, word by word


class Bitgen(ctypes.Structure):
    """NumPy's bitgen_t."""

    _fields_ = (
        ("state", ctypes.c_void_p),
        ("next_uint64", ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)),
        ("next_uint32", ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)),
        ("next_double", ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)),
        ("next_raw", ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)),
    )


class Fed:
    """A bit generator that yields the words it is given, and counts them."""

    def __init__(self, words):
        self.words = list(words)
        self.used = 0
        self.lock = threading.Lock()
        fields = dict(Bitgen._fields_)
        self._bitgen = Bitgen()
        self._bitgen.next_uint64 = fields["next_uint64"](self._next)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        self._name = b"BitGenerator"
        self.capsule = new(ctypes.addressof(self._bitgen), self._name, None)

    def _next(self, _):
        self.used += 1
        return self.words[self.used - 1]


BOUNDS = [
    (136, 1), (3, 1), (7, 3), (6, 5), (10, 2), (46656, 1), (136, 8), (135, 7), (128, 7), (20, 13),
    (144, 8), (64, 1), (2**32, 1),
]  # fmt: skip


def product_of(n, k):
    """n (n - 1) ... (n - k + 1)."""
    return prod(range(n - k + 1, n + 1))


def outcome_of(word, n, k):
    """The draws that a word stands for: digits of floor(word * product / 2**64)."""
    number = word * product_of(n, k) // WORD
    digits = []
    for bound in range(n - k + 1, n + 1):
        number, digit = divmod(number, bound)
        digits.append(digit)
    return digits[::-1]


@pytest.mark.parametrize(("n", "k"), BOUNDS)
def test_draws_are_exact_at_the_edges(n, k):
    """Each outcome is accepted from floor(2**64 / product) words, no more and no less.

    A word w stands for the outcome floor(w P / 2**64), P being the product of the bounds, and is
    rejected if w P mod 2**64 is below 2**64 mod P. Fed are the words around the borders of
    outcomes: of the first, the last and up to 200 others; after each a word that is accepted,
    which must be used if and only if the first was rejected.
    """
    product = product_of(n, k)
    least = WORD % product
    rng = random.Random(1)
    outcomes = {0, 1, product - 2, product - 1, *(rng.randrange(product) for _ in range(200))}
    safe = next(word for word in range(WORD // 3, WORD) if word * product % WORD >= least)
    for outcome in outcomes:
        first = -(-outcome * WORD // product)  # the least word of this outcome
        end = -(-(outcome + 1) * WORD // product)
        low = [word for word in range(first, first + 3) if word * product % WORD < least]
        assert low in ([], [first])
        assert end - first - len(low) == WORD // product
        for word in {first - 1, first, first + 1, end - 1, end} - {-1, WORD}:
            bits = Fed([word, safe])
            got = draws(bits, n, k, 1)[0].tolist()
            reject = word * product % WORD < least
            assert bits.used == 1 + reject
            assert got == outcome_of(safe if reject else word, n, k)


@pytest.mark.parametrize(("n", "k"), BOUNDS)
def test_word_zero_is_rejected_unless_exact(n, k):
    """0 is the word that is always rejected, save where the product divides 2**64."""
    exact = WORD % product_of(n, k) == 0
    bits = Fed([0, 0, 0, WORD - 1])
    got = draws(bits, n, k, 1)[0].tolist()
    assert bits.used == (1 if exact else 4)
    assert got == ([0] * k if exact else [n - 1 - i for i in range(k)])


def test_draws_follow_the_words():
    """Draw by draw what the arithmetic says of a real generator's words."""
    n, k = 136, 8
    product = product_of(n, k)
    words = np.random.PCG64DXSM(7).random_raw(3000).tolist()
    accepted = [w for w in words if w * product % WORD >= WORD % product]
    got = draws(np.random.PCG64DXSM(7), n, k, len(accepted))
    assert got.tolist() == [outcome_of(word, n, k) for word in accepted]


# Walls, tile by tile


def wall_by_hand(words, n_tiles):
    """A Fisher-Yates shuffle from the front and six dice, out of raw words.

    As many draws come out of a word as keep the product of their bounds at 2**58 or less.
    """

    def drawn(n, k):
        product = product_of(n, k)
        word = next(words)
        while word * product % WORD < WORD % product:
            word = next(words)
        return outcome_of(word, n, k)

    tiles = list(range(n_tiles))
    place = 0
    while place < n_tiles - 1:
        k = 1
        while place + k < n_tiles - 1 and k < 16 and product_of(n_tiles - place, k + 1) <= 1 << 58:
            k += 1
        for i in drawn(n_tiles - place, k):
            tiles[place], tiles[place + i] = tiles[place + i], tiles[place]
            place += 1
    (number,) = drawn(6**6, 1)
    return tiles, [1 + number // 6**i % 6 for i in range(6)]


@pytest.mark.parametrize("n_tiles", [2, 3, 136, 144])
def test_walls_by_hand(n_tiles):
    source = np.random.PCG64DXSM(17)
    words = iter(lambda: int(source.random_raw()), None)
    tiles, dice = walls(np.random.PCG64DXSM(17), n_tiles, 50)
    for got, thrown in zip(tiles.tolist(), dice.tolist(), strict=True):
        assert (got, thrown) == wall_by_hand(words, n_tiles)


def test_openings_by_hand():
    """Four rounds from the dealer; the indicator lies at the tail, by the last two dice."""
    deals = deal("tianjin", 50, seed=23)
    tiles, dice = walls(bits_of(23, Stream.WALLS, "tianjin", 0), 136, 50)
    np.testing.assert_array_equal(dice, deals.dice)
    for i, wall in enumerate(tiles // 4):
        hands = np.zeros((4, 34), int)
        for turn in range(4):  # three rounds of four tiles, then one each
            size = 4 if turn < 3 else 1
            for seat in range(4):
                first = 16 * turn + size * seat
                np.add.at(hands[(i + seat) % 4], wall[first : first + size], 1)
        hands[i % 4, wall[52]] += 1
        np.testing.assert_array_equal(hands, deals.hands[i])
        assert deals.indicator[i] == wall[136 - 2 * int(dice[i, 4] + dice[i, 5])]


# Golden digests


def test_golden_openings():
    """Hands, shown tiles, indicators, dealers and dice of the first 2,000 hands."""
    got = {
        (seed, shown): sha256(*deal_rows(deal("tianjin", 2000, seed=seed, indicator=shown)))
        for seed, shown in [(0, None), (1, None), (2**64, None), (1, "5p"), (1, "E")]
    }
    assert got == GOLDEN_OPENINGS


def test_golden_walls():
    """The first 1,000 walls and their dice, 136 and 144 tiles."""
    got = {
        (seed, n_tiles): sha256(*walls(bits_of(seed, Stream.WALLS, game, 0), n_tiles, 1000))
        for seed in (0, 1)
        for game, n_tiles in (("tianjin", 136), ("wenling", 144))
    }
    assert got == GOLDEN_WALLS


def test_golden_tallies():
    got = {
        (what, shown): tally("tianjin", 10**6, seed=1, indicator=shown, what=what)
        for what, shown in GOLDEN_TALLIES
    }
    assert got == GOLDEN_TALLIES
    assert {what for what, _ in got} == set(WHATS)


def test_golden_rows():
    """Rows of blocks 0 and 5 as 32-bit numbers: indicator, wilds, shanten, fan and categories."""
    got = {}
    for index, shown in ((0, None), (5, None), (0, 3)):
        rows = deal_block(1, Block(index, index << 17, 1 << 17), shown, Rules.traditional())
        names = ("indicator", "n_wilds", "shanten", "fan", "categories")
        columns = [rows[name].astype("<i4").view(np.uint8) for name in names]
        got[index, shown] = sha256(*columns)
    assert got == GOLDEN_ROWS


GOLDEN_OPENINGS = {
    (0, None): "90c85c83b05743ce0ef3a083756ff9494a13f5e48d669dc8aa0758bcf7a6d701",
    (1, None): "37f59e9099f82fd96550eebe6e2511e7334c8f23095cb63858a9b7ed8bf9bb50",
    (2**64, None): "ac868910a6ed187116a0cb9f1e162a64894e94a0ce522611f0ec72cee3a5a604",
    (1, "5p"): "84fcd08886028a7f00ad0fa50ef7c73794f7d969031be557386869f6126e871c",
    (1, "E"): "325ee62bbf24e4c4833c73acd51b35bc57be322895234ba9fe21f07802943971",
}
GOLDEN_WALLS = {
    (0, 136): "bf1d570e6999f188f7bb73157bc00cd0b935830b3783aa499725933c43bd2a5f",
    (0, 144): "29936a46a9d79d269d388981b3e7746db87c3691474ff10e1954f1d8395d0ef4",
    (1, 136): "fd0652a00498117208365c08cc5940a74477ab9d7b245b376e4b140b1210073a",
    (1, 144): "d81bbfc970f31d741385c2e23e022c7777ee31557dafae7eaba0f7f8331559ee",
}
GOLDEN_TALLIES = {
    ("complete", None): {False: 999652, True: 348},
    ("complete", "4m"): {False: 999742, True: 258},
    ("shanten", None): {
        -1: 348,
        0: 8842,
        1: 77802,
        2: 269192,
        3: 374979,
        4: 209678,
        5: 53161,
        6: 5796,
        7: 200,
        8: 2,
    },
    ("shanten", "4m"): {
        -1: 258,
        0: 7336,
        1: 67960,
        2: 249606,
        3: 378378,
        4: 227672,
        5: 61624,
        6: 6906,
        7: 257,
        8: 3,
    },
    ("wilds", None): {0: 456324, 1: 388525, 2: 130741, 3: 22127, 4: 2179, 5: 101, 6: 3},
    ("wilds", "4m"): {0: 455654, 1: 388474, 2: 131240, 3: 22450, 4: 2073, 5: 107, 6: 2},
    ("fan", None): {0: 999652, 4: 112, 8: 160, 12: 61, 16: 4, 24: 7, 32: 4},
    ("fan", "4m"): {0: 999742, 4: 85, 8: 161, 12: 7, 16: 2, 32: 3},
    ("categories", None): {
        "tiliu": 113,
        "hundiao": 168,
        "zhuo5": 68,
        "long": 7,
        "benhunlong": 1,
        "su": 2,
        "tianhu": 348,
    },
    ("categories", "4m"): {"tiliu": 85, "hundiao": 164, "zhuo5": 7, "long": 5, "tianhu": 258},
}
GOLDEN_ROWS = {
    (0, None): "dc212031dae8b2380f5b0482c32ad08cafaf16a4f997024f85ac51c56905ed63",
    (5, None): "19829a6f7627d5a3a17ab754d092526dec2e7150e9f7bcd9bc887725c84cc5c2",
    (0, 3): "198f1b8840c7f810a24e7bb087d21ab3e3952f1b142f3ee285500989684bc1cf",
}
