"""Replaying transcripts of both games: what is taken, and the one line about what is not."""

import pytest

from mjsim import InputError
from mjsim.playing import record, record_wall, replay
from mjsim.playing.replay import _Told

GAMES = ("tianjin", "wenling")
NOISY = {"strategy": "speed", "epsilon": 0.2}


def told(game, hand=3):
    return record(game, "speed", hand, seed=1)


def refused(lines):
    with pytest.raises(InputError) as refusal:
        replay(lines)
    message = str(refusal.value)
    assert "\n" not in message
    assert len(message) < 400
    return message


def with_head(of, /, **changes):
    first, *rest = told(of)
    return [{**first, **changes}, *rest]


@pytest.mark.parametrize("strategy", ["speed", "random", NOISY], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_hands_hold(game, strategy):
    for hand in range(40):
        lines = record(game, strategy, hand, seed=7)
        assert replay(lines) == len(lines)


@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_of_a_hand_of_a_seed(game):
    head = told(game)[0]
    own = record_wall(game, "speed", head["wall"], head["dice"], dealer=1)
    assert replay(own) == len(own)
    claimed = [{**own[0], "seed": 1, "hand": 3}, *own[1:]]
    assert refused(claimed) == "line 1: dealer: seat 3 deals hand 3 of a seed, not 1"


@pytest.mark.parametrize(
    ("seed", "hand", "message"),
    [
        (None, "abc", "seed, hand: both or neither, null for none"),
        (None, 2**70, "seed, hand: both or neither, null for none"),
        (1, None, "seed, hand: both or neither, null for none"),
        ("abc", None, "seed, hand: both or neither, null for none"),
        (1, "abc", "hand: a whole number 0 to 4294967295999, not 'abc'"),
        (1, 2**70, f"hand: a whole number 0 to 4294967295999, not {2**70}"),
        (1, 1000 << 32, f"hand: a whole number 0 to 4294967295999, not {1000 << 32}"),
        (1, -1, "hand: a whole number 0 to 4294967295999, not -1"),
        (1, 3.0, "hand: a whole number 0 to 4294967295999, not 3.0"),
        (1, True, "hand: a whole number, not True"),
        ("1", 3, "seed: a whole number from 0, not '1'"),
        (True, 3, "seed: a whole number from 0, not True"),
        (-1, 3, "seed: a whole number from 0, not -1"),
        (1, 7, "wall: not that of seed 1, hand 7"),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_seed_and_hand(game, seed, hand, message):
    assert refused(with_head(game, seed=seed, hand=hand)) == f"line 1: {message}"


@pytest.mark.parametrize("game", GAMES)
def test_a_wall_of_nobody_s(game):
    lines = with_head(game, seed=None, hand=None)
    assert replay(lines) == len(lines)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"wall": 5}, "wall: several are wanted, not 5"),
        ({"dice": None}, "dice: several are wanted, not None"),
        ({"pulls": 0}, "pulls: several are wanted, not 0"),
        ({"strategies": ["a"] * 300}, "strategies: four names, not ['a', 'a'"),
        ({"strategies": [1, 2, 3, 4]}, "strategies: four names, not [1, 2, 3, 4]"),
        ({"game": ["tianjin"] * 99}, "game: tianjin, wenling, not ['tianjin', "),
        ({"game": "x" * 9999}, "game: tianjin, wenling, not 'xxx"),
    ],
)
def test_heads_refused(changes, message):
    assert refused(with_head("tianjin", **changes)).startswith(f"line 1: {message}")


def test_long_lists_are_not_repeated():
    lines = told("wenling")
    at = next(i for i, line in enumerate(lines) if len(line.get("legal", ())) > 12)
    legal = list(lines[at]["legal"])
    legal[2] = "discard 1f"
    lines[at] = {**lines[at], "legal": legal}
    right = told("wenling")[at]["legal"][2]
    expected = f"line {at + 1}: legal: place 2: the rules give {right!r}, not 'discard 1f'"
    assert refused(lines) == expected
    lines = told("tianjin")
    lines[5] = {**lines[5], "action": "x" * 10_000}
    assert refused(lines).startswith("line 6: ")


@pytest.mark.parametrize("line", [None, 3, "choice", ["type", "choice"]])
@pytest.mark.parametrize("place", [0, 1, 4, -1])
def test_lines_that_are_no_mappings(line, place):
    lines = told("tianjin")
    lines[place] = line
    number = range(len(lines))[place] + 1
    message = f"line {number}: a mapping is wanted, not {type(line).__name__}"
    assert refused(lines) == message


def test_options_in_another_order():
    lines = told("tianjin")
    rules = dict(reversed(lines[0]["rules"].items()))
    assert replay([{**lines[0], "rules": rules}, *lines[1:]]) == len(lines)


def test_what_is_no_json_is_refused():
    lines = told("tianjin")
    lines[-1] = {**lines[-1], "payoffs": {1, 2}}
    assert "payoffs: the rules give" in refused(lines)


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_interruptions_stay_interruptions(error, monkeypatch):
    def choose(self, view, actions):
        raise error

    monkeypatch.setattr(_Told, "choose", choose)
    with pytest.raises(error):
        replay(told("tianjin"))
