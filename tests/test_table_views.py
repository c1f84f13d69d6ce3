"""Strategies in Python at the table: what they see, and what happens when they fail."""

import random
from collections import Counter

import numpy as np
import polars as pl
import pytest
from referee.scenarios import SCENARIOS
from told import RULES, STAKES, Told, as_view, view_of
from toy_players import Eager, First, Last

import mjsim
from mjsim._core import view_probe
from mjsim.playing import VIEW, Action, Phase, StrategyError, play, record, record_wall
from mjsim.tianjin import Rules

# Strategies. At the top of the module, for processes import them.


class Fails(Last):
    """Fails on the first turn of a dealer who was dealt certain tiles."""

    def __init__(self, tiles, answer):
        self.tiles, self.answer = tiles, answer

    def choose(self, view, actions):
        if view.hand[:34].tolist() != self.tiles:
            return super().choose(view, actions)
        if isinstance(self.answer, type):
            raise self.answer("no idea")
        return self.answer


class FailsAtOnce(First):
    def new_hand(self):
        raise LookupError("not ready")


class Writes(First):
    """Tries to write into what it is shown."""

    tried = 0

    def choose(self, view, actions):
        for name in VIEW.names:
            with pytest.raises(ValueError, match="read-only"):
                view[name] = 0
            if VIEW[name].shape:
                with pytest.raises(ValueError, match="read-only"):
                    view[name][...] = 0
                with pytest.raises(ValueError, match="cannot set WRITEABLE"):
                    view[name].flags.writeable = True
        Writes.tried += 1
        return 0


# Views.

SESSION = ("score", "nth", "n_hands")
"""What a view tells of a session; nothing in a hand alone."""


def test_view_probe():
    view = as_view(view_probe())
    assert VIEW.itemsize == len(view_probe()) == sum(VIEW[name].itemsize for name in VIEW.names)
    for i, name in enumerate(VIEW.names, 1):
        cells = np.atleast_1d(view[name]).ravel()
        assert cells[-1] == i
        assert not cells[:-1].any()


def seen_in(table, act):
    """What Eager players saw while something was played."""
    Eager.seen = []
    try:
        result = act(table)
        return result, Eager.seen
    finally:
        Eager.seen = None


EAGER = [{"strategy": Eager, "seed": seed, "often": 0.3 + 0.2 * seed} for seed in range(4)]


@pytest.mark.parametrize("name", RULES)
def test_views_show_the_table(name):
    """Every field at every decision with a choice is what is public, or the seat's own."""
    rules, phases = RULES[name], Counter()
    for hand in range(30):
        lines, seen = seen_in(
            EAGER, lambda t, h=hand: record("tianjin", t, h, seed=31, rules=rules, **STAKES)
        )
        told, views = Told(lines), iter(seen)
        for line in told.states():
            if line["type"] == "choice" and len(line["legal"]) > 1:
                data, actions = next(views)
                assert [str(Action.of(code)) for code in actions] == line["legal"]
                view, expected = as_view(data), view_of(told, line)
                assert [*SESSION, *expected] == list(VIEW.names)
                assert not any(view[field].any() for field in SESSION)
                for field, value in expected.items():
                    assert view[field].tolist() == value, (hand, line, field)
                phases[line["on"]] += 1
        assert next(views, None) is None
    assert phases["turn"] > 500
    assert phases["after_pong"] > 50
    assert phases["discard"] > 50


def test_views_of_tian_ting():
    """A declaration shows only after all were asked."""
    asked, declared = [], Counter()
    for seed in range(30):
        deal = SCENARIOS["two_declare"].deal(random.Random(seed))
        lines, seen = seen_in(
            EAGER,
            lambda table, deal=deal: record_wall(
                "tianjin",
                table,
                deal["wall"],
                deal["dice"],
                dealer=deal["dealer"],
                rules=Rules.from_dict(deal["rules"]),
            ),
        )
        views = [as_view(data) for data, _ in seen]
        asked += [view for view in views if view["phase"] == Phase.TIAN_TING]
        seats = {line["seat"] for line in lines if line.get("action") == "tian_ting"}
        declared[len(seats)] += 1
        for view in views:
            after = view["phase"] != Phase.TIAN_TING and view["n_river"].sum()
            assert set(np.flatnonzero(view["ting"])) == (seats if after else set())
    assert len(asked) == 60
    assert declared[1] > 3 < declared[2]
    for view in asked:
        assert view["n_river"].sum() == 1
        assert view["discarder"] == view["dealer"] != view["seat"]


def test_views_do_not_depend_on_earlier_hands():
    """Byte by byte the same in a run of hands as in one hand alone."""
    _, run = seen_in(EAGER, lambda t: play("tianjin", t, 12, seed=31))
    alone = []
    for hand in range(12):
        alone += seen_in(EAGER, lambda t, h=hand: record("tianjin", t, h, seed=31))[1]
    assert len(run) == len(alone)
    fields = set()
    for (data, actions), (other, others) in zip(run, alone, strict=True):
        assert actions == others
        if data != other:
            fields |= {
                name for name in VIEW.names if (as_view(data)[name] != as_view(other)[name]).any()
            }
    assert not fields


def test_views_are_read_only():
    Writes.tried = 0
    record("tianjin", (Writes, "speed", "speed", "speed"), 0, seed=1)
    assert Writes.tried > 0


def test_seats_with_one_action_are_not_asked():
    for hand in range(20):
        lines, seen = seen_in(EAGER, lambda t, h=hand: record("tianjin", t, h, seed=1))
        asked = [line for line in lines if line["type"] == "choice" and len(line["legal"]) > 1]
        assert len(asked) == len(seen)
        assert all(len(actions) > 1 for _, actions in seen)
        for _, actions in seen:
            assert actions == tuple(sorted(actions))


# Strategies in Python that fail. Hand 1502 has dealer 2, who alone is asked first.

FAILED_HAND = 1502


def failing(answer):
    tiles = mjsim.deal("tianjin", FAILED_HAND + 1, seed=17).hands[FAILED_HAND, 2].tolist()
    return ("random", Last, {"strategy": Fails, "tiles": tiles, "answer": answer}, "speed")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (KeyError, "KeyError: 'no idea'"),
        (SystemExit, "SystemExit: no idea"),
        (99, "ValueError: choose returned 99: not an index into"),
        (-1, "ValueError: choose returned -1: not an index into"),
        (1.0, "TypeError: 'float' object cannot be interpreted as an integer"),
        ("0", "TypeError: 'str' object cannot be interpreted as an integer"),
        (None, "TypeError: 'NoneType' object cannot be interpreted as an integer"),
    ],
)
def test_failed_strategy(answer, why):
    with pytest.raises(StrategyError) as failure:
        record("tianjin", failing(answer), FAILED_HAND, seed=17)
    error = failure.value
    assert error.strategy.startswith("Fails(tiles=[0, 0, 1, ")
    assert (error.seat, error.seed, error.hand) == (2, 17, FAILED_HAND)
    assert error.why.startswith(why)
    assert str(error) == f"strategy {error.strategy} (seat 2, seed 17, hand 1502): {error.why}"
    assert error.finished is None
    assert type(error.__cause__).__name__ == why.split(":")[0]


@pytest.mark.parametrize("answer", [LookupError, 99])
def test_failed_strategy_leaves_finished_blocks(answer):
    where = r"\(seat 2, seed 17, hand 1502\)"
    with pytest.raises(StrategyError, match=rf"^strategy Fails\(.*\) {where}: ") as failure:
        play("tianjin", failing(answer), 2500, seed=17)
    whole = play("tianjin", ("random", Last, Last, "speed"), 1000, seed=17)
    assert failure.value.finished.equals(whole)


def test_failed_strategy_in_processes():
    table = failing(LookupError)
    with pytest.raises(StrategyError) as failure:
        play("tianjin", table, 2500, seed=17, workers=2)
    error = failure.value
    where = f"(seat 2, seed 17, hand {FAILED_HAND})"
    assert str(error) == f"strategy {error.strategy} {where}: LookupError: no idea"
    assert error.finished is not None
    kept = error.finished["hand_id"].unique().sort()
    blocks = set((kept // 1000).to_list())
    assert blocks <= {0, 2}
    whole = play("tianjin", ("random", Last, Last, "speed"), 2500, seed=17)
    assert error.finished.equals(whole.filter(pl.col("hand_id").is_in(kept.implode())))


def test_failed_new_hand():
    with pytest.raises(StrategyError, match=r"^strategy FailsAtOnce \(seat 3, seed 1, hand 0\): L"):
        play("tianjin", ("speed", "speed", "speed", FailsAtOnce), 10, seed=1)
    with pytest.raises(StrategyError, match=r"hand 4\): LookupError: not ready$") as failure:
        record("tianjin", ("speed", "speed", "speed", FailsAtOnce), 4, seed=1)
    assert isinstance(failure.value.__cause__, LookupError)


def test_interrupts_come_through():
    with pytest.raises(KeyboardInterrupt):
        play("tianjin", failing(KeyboardInterrupt), 2000, seed=17)
    with pytest.raises(KeyboardInterrupt):
        record("tianjin", failing(KeyboardInterrupt), FAILED_HAND, seed=17)


@pytest.mark.parametrize("answer", [np.int64(0), True, np.uint8(1)])
def test_answers_that_are_indices(answer):
    lines = record("tianjin", failing(answer), FAILED_HAND, seed=17)
    assert lines[2]["action"] == lines[2]["legal"][int(answer)]


def test_import_path():
    by_path = play("tianjin", f"{__name__}:Last", 200, seed=2)
    assert by_path.equals(play("tianjin", Last, 200, seed=2))
    assert (
        record("tianjin", f"{__name__}:Last", 0, seed=2)[0]["strategies"]
        == [f"{__name__}:Last"] * 4
    )
