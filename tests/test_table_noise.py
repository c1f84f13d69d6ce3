"""Noise at the table: SFC64 of three words a seat and hand."""

from collections import Counter
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from scipy import stats
from told import ALPHA, MIXED, NOISY
from toy_players import First, Last

from mjsim.playing import play, record
from mjsim.streams import Stream, bits_of


def noise_words(seed, hand):
    """The words of the four seats, [4, 3]."""
    first = 12 * (hand % 1000)
    bits = bits_of(seed, Stream.NOISE, "tianjin", hand // 1000)
    return bits.random_raw(first + 12)[first:].reshape(4, 3)


def sfc64(words):
    """NumPy's generator, its state made of three words as the core makes it."""
    bits = np.random.SFC64(0)
    state = np.array([*words, 1], np.uint64)
    bits.state = {**bits.state, "state": {"state": state}}
    bits.random_raw(12)
    return bits


def below(bits, n):
    """Lemire's multiply and reject."""
    wide = int(bits.random_raw()) * n
    while wide % 2**64 < 2**64 % n:
        wide = int(bits.random_raw()) * n
    return wide >> 64


def explains(lines, seed, order):
    """Whether `random` made these choices by its words in some order."""
    words = noise_words(seed, lines[0]["hand"])
    noise = [sfc64(words[seat, list(order)]) for seat in range(4)]
    return all(
        line["action"] == line["legal"][below(noise[line["seat"]], len(line["legal"]))]
        for line in lines
        if line["type"] == "choice" and len(line["legal"]) > 1
    )


@cache
def order_of_words():
    """The one order of a seat's three words that explains a hand of `random`."""
    lines = record("tianjin", "random", 0, seed=19)
    (order,) = [order for order in permutations(range(3)) if explains(lines, 19, order)]
    return order


def test_words_of_noise_are_in_order():
    assert order_of_words() == (0, 1, 2)


@pytest.mark.parametrize("hand", [0, 1, 999, 1000, 2003])
def test_random_is_sfc64(hand):
    assert explains(record("tianjin", "random", hand, seed=19), 19, order_of_words())


@pytest.mark.parametrize("hand", [0, 1, 1002])
def test_epsilon_is_sfc64(hand):
    epsilon = 0.25
    table = [{"strategy": Last, "epsilon": epsilon}] * 4
    words = noise_words(19, hand)
    noise = [sfc64(words[seat, list(order_of_words())]) for seat in range(4)]
    by_chance = 0
    for line in record("tianjin", table, hand, seed=19):
        if line["type"] == "choice" and len(line["legal"]) > 1:
            bits = noise[line["seat"]]
            if (int(bits.random_raw()) >> 11) / 2**53 < epsilon:
                chosen = below(bits, len(line["legal"]))
                by_chance += 1
            else:
                chosen = len(line["legal"]) - 1 if line["on"] in ("turn", "after_pong") else 0
            assert line["action"] == line["legal"][chosen]
    assert by_chance > 5


def test_sfc64_is_seeded_as_numpy_seeds_it():
    class Words(np.random.bit_generator.ISeedSequence):
        def generate_state(self, n_words, dtype=np.uint32):
            assert (n_words, dtype) == (3, np.uint64)
            return words.copy()

    words = noise_words(19, 0)[0]
    numpys = np.random.SFC64(Words())
    assert numpys.random_raw(5).tolist() == sfc64(words).random_raw(5).tolist()


def test_noise_is_by_seat_and_hand():
    """A seat's noise does not depend on what the others draw, nor on the hands before."""
    alone = record("tianjin", (NOISY, Last, Last, Last), 1007, seed=5)
    assert alone == record("tianjin", (NOISY, Last, Last, Last), 1007, seed=5)
    frame = play("tianjin", MIXED, 1010, seed=5, columns=["payoff"])
    end = record("tianjin", MIXED, 1007, seed=5)[-1]
    assert frame["payoff"][4 * 1007 : 4 * 1008].to_list() == end["payoffs"]
    first = next(line for line in alone if line.get("on") == "turn")
    mixed = record("tianjin", ("random", "random", "random", Last), 1007, seed=5)
    assert first["seat"] == 3  # the dealer plays without noise: the same first line
    assert first == next(line for line in mixed if line.get("on") == "turn")


@pytest.mark.parametrize(
    "strategy", [{"strategy": "speed", "epsilon": 1}, {"strategy": First, "epsilon": 1.0}]
)
def test_epsilon_one_is_random(strategy):
    """Two-sample chi-square over melds in a hand, 6,000 hands each; fails once in 10^4."""

    def melds(table, seed):
        frame = play("tianjin", table, 6000, seed=seed, columns=["n_pong", "n_open_kong"])
        sums = frame.group_by("hand_id").sum()
        return Counter(
            zip(sums["n_pong"].clip(0, 8).to_list(), sums["n_open_kong"] > 0, strict=True)
        )

    one, other = melds(strategy, 41), melds("random", 42)
    cells = [cell for cell in one | other if one[cell] + other[cell] >= 20]
    table = [[counts[cell] for cell in cells] for counts in (one, other)]
    assert len(cells) > 8
    assert stats.chi2_contingency(table).pvalue > ALPHA
