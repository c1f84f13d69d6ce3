"""Strategy ``value`` against ``speed``: the same walls, every rotation of the seats."""

import numpy as np
import polars as pl
import pytest

from mjsim import play, stats
from mjsim.playing import record, replay
from mjsim.strategies import Value
from mjsim.tianjin import Rules


def gains(mine, others, n, *, seed, rules=None):
    """What one `mine` among three `others` gains a hand: a mean over the four seats, by wall."""
    walls = np.zeros(n)
    for seat in range(4):
        table = [others] * 4
        table[seat] = mine
        hands = play("tianjin", table, n, seed=seed, rules=rules, columns=["payoff"])
        walls += hands.filter(pl.col("seat") == seat)["payoff"].to_numpy()
    return walls / 4


def test_value_gains_half_a_point_a_hand_from_three_speed(capsys):
    # At unit stake, platform rules. The bound is far below the interval: by chance alone the
    # test would fail in fewer than one of 10^9 runs.
    gain = stats.mean(gains("value", "speed", 10_000, seed=20), level=0.999, seed=20)
    with capsys.disabled():
        print(f"\nvalue against three speed: {gain} a hand")
    assert gain.ci_low > 0.5


def test_value_gains_under_the_traditional_rules_too():
    # 天聽 and 地胡 are on; the same margin at an error rate of 10^-4 a tail.
    gain = stats.mean(
        gains("value", "speed", 5_000, seed=21, rules=Rules.traditional()), level=0.9998
    )
    assert gain.ci_low > 0.5


@pytest.mark.parametrize("part", ["kong", "pong", "decline"])
def test_each_part_of_value_earns_its_place(part):
    # Paired by wall: the part switched off against the whole, both among three speed.
    whole = gains("value", "speed", 8_000, seed=22)
    less = gains({"strategy": "value", part: False}, "speed", 8_000, seed=22)
    assert stats.mean(whole - less, level=0.9998).ci_low > 0, part


def test_value_throws_no_wild_while_it_holds_anything_else():
    for hand in range(60):
        lines = record("tianjin", "value", hand, seed=23)
        wilds = set(lines[0]["wilds"])
        for line in lines:
            if line["type"] != "choice" or not line["action"].startswith("discard"):
                continue
            if line["action"].split()[1] in wilds:
                assert {tile.split()[1] for tile in line["legal"] if "discard" in tile} <= wilds
        assert replay(lines) == len(lines)


def test_value_plans_for_what_may_be_declared():
    # With min_fan 1 提溜 wins too, and hands end sooner than with min_fan 3.
    def ends(**options):
        hands = play(
            "tianjin",
            "value",
            4_000,
            seed=24,
            rules=Rules.platform().replace(**options),
            columns=["fan", "n_left"],
        )
        return hands["n_left"].mean(), hands["fan"].drop_nulls().min()

    early, least = ends(min_fan=1)
    late, most = ends(min_fan=3)
    assert early > late + 5
    assert (least, most) == (1, 3)


def test_parameters_reach_the_kernel():
    hands = [
        play("tianjin", strategy, 500, seed=25, columns=["payoff", "n_turns"])
        for strategy in ("value", Value(turns=0.5), Value(step=0.9), Value(share=1.0))
    ]
    for first in range(4):
        for second in range(first):
            assert not hands[first].equals(hands[second])
