"""Columns of `play`: their types, their nulls, which are asked for; arguments refused."""

import polars as pl
import pytest
from told import MIXED, PLATFORM, TRADITIONAL

from mjsim import InputError
from mjsim.playing import GROUPS, play, record, record_wall
from mjsim.playing.columns import COLUMNS as BY_GAME

COLUMNS = BY_GAME["tianjin"]


def test_columns_have_their_types():
    frame = play("tianjin", "speed", 1500, seed=1, rules=TRADITIONAL, columns=list(GROUPS))
    assert dict(frame.schema) == {name: column.dtype for name, column in COLUMNS.items()}
    nothing = PLATFORM.replace(min_fan=65536)
    for n in (0, 1, 3):
        drawn = play("tianjin", "random", n, seed=1, rules=nothing, columns=list(GROUPS))
        assert drawn.schema == frame.schema
        assert drawn.height == 4 * n
        for name in ("winner", "how", "fan", "categories", "possible", "win_turn", "win_tiles"):
            assert drawn[name].null_count() == 4 * n, name
        assert not drawn["is_winner"].any()
        assert pl.concat([frame, drawn]).height == frame.height + 4 * n


def test_columns_are_null_where_they_have_no_value():
    frame = play("tianjin", "speed", 9000, seed=1, rules=TRADITIONAL, columns=list(GROUPS))
    won, drawn = pl.col("is_winner"), pl.col("winner").is_null()
    dealt = pl.col("how").cast(pl.String) == "deal"
    never = {name for name in COLUMNS if frame[name].null_count() == 0}
    for names, missing in [
        (["winner"], drawn),
        (["how", "fan", "categories", "possible", "win_turn"], ~won),
        (["win_kinds", "win_tiles", "win_win_tiles"], ~won | dealt),
        (
            ["ready_kinds", "ready_tiles", "ready_win_tiles", "ready_turn"],
            pl.col("ready_turn").is_null(),
        ),
        (
            ["able_kinds", "able_tiles", "able_win_tiles", "able_turn"],
            pl.col("able_turn").is_null(),
        ),
    ]:
        for name in names:
            missed = frame.select((pl.col(name).is_null() == missing).all()).item()
            assert missed, name
            assert name not in never
    assert frame.filter(dealt).height > 0
    assert set(COLUMNS) - never == {name for name in COLUMNS if COLUMNS[name].null is not None}


def test_columns_asked_for():
    def names(asked):
        return play("tianjin", "random", 1, seed=1, columns=asked).columns

    groups = {group: [name for name in COLUMNS if COLUMNS[name].group == group] for group in GROUPS}
    assert names(None) == groups["result"]
    assert names([]) == ["hand_id", "seat"]
    assert names("waits") == ["hand_id", "seat", *groups["waits"]]
    assert names(["is_su", "payoff"]) == ["hand_id", "seat", "payoff", "is_su"]
    assert names(["waits", "seat", "flags", "payoff"]) == [
        "hand_id",
        "seat",
        "payoff",
        *groups["waits"],
        *groups["flags"],
    ]
    assert names(list(GROUPS)) == list(COLUMNS)
    whole = play("tianjin", MIXED, 300, seed=1, columns=list(GROUPS))
    for group in GROUPS:
        assert play("tianjin", MIXED, 300, seed=1, columns=group).equals(
            whole.select("hand_id", "seat", *groups[group][2 * (group == "result") :])
        )


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("payof", "columns: no column or group 'payof'; did you mean 'payoff'?"),
        (["fan", "wait"], "columns: no column or group 'wait'; did you mean 'waits'?"),
        (["is_zhuo6"], "columns: no column or group 'is_zhuo6'; did you mean 'is_zhuo5'?"),
        (["qqqq"], "columns: no column or group 'qqqq'"),
        ([3], "columns: no column or group 3"),
        (3, "columns: several are wanted, not 3"),
    ],
)
def test_columns_refused(asked, message):
    with pytest.raises(InputError) as refusal:
        play("tianjin", "random", 1, seed=1, columns=asked)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "sichuan"}, "game: tianjin, wenling, not 'sichuan'"),
        ({"n_hands": -1}, "n_hands: a whole number from 0, not -1"),
        ({"n_hands": True}, "n_hands: a whole number from 0, not True"),
        ({"n_hands": 1.0}, "n_hands: a whole number from 0, not 1.0"),
        ({"seed": -1}, "seed: a whole number from 0, not -1"),
        ({"seed": -1, "n_hands": 0}, "seed: a whole number from 0, not -1"),
        ({"seed": None}, "seed: a whole number from 0, not None"),
        ({"sit": 2}, "sit: a whole number from 0 to 1, not 2"),
        ({"pulls": (0, 0, 3, 0)}, "pulls: a whole number from 0 to 2, not 3"),
        ({"pulls": (0, 0, 0)}, "pulls: four numbers, not 3"),
        ({"rules": {"base": 2}}, "rules: of tianjin, not {'base': 2}"),
        ({"strategies": ("speed",) * 3}, "strategies: four, or one for all seats, not 3"),
        ({"pulls": 1}, "pulls: several are wanted, not 1"),
        ({"pulls": None}, "pulls: several are wanted, not None"),
        ({"workers": 0}, "workers: a whole number from 1, not 0"),
        ({"workers": "2"}, "workers: a whole number from 1, not '2'"),
        ({"workers": 1.5}, "workers: a whole number from 1, not 1.5"),
        ({"variants": [PLATFORM]}, "variants: rules by name, not list"),
        ({"variants": {1: PLATFORM}}, "variants: a name is a text, not 1"),
        ({"variants": {f"{i}": PLATFORM for i in range(32)}}, "variants: 31 at most, not 32"),
        ({"engine": "gpu"}, "engine: 'gpu' is none of auto, here, threads, processes, dask"),
    ],
)
def test_arguments_refused(changes, message):
    given = {"game": "tianjin", "strategies": "speed", "n_hands": 1, "seed": 1, **changes}
    with pytest.raises(InputError) as refusal:
        play(**given)
    found = str(refusal.value).replace("number 0 to", "number from 0 to")
    assert found == message


def test_thirty_one_variants():
    variants = {f"{i}": PLATFORM.replace(base=i + 1) for i in range(31)}
    frame = play("tianjin", "speed", 1, seed=1, variants=variants)
    assert frame.height == 4 * 32


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tiles": None}, "wall: several are wanted, not None"),
        ({"tiles": 136}, "wall: several are wanted, not 136"),
        ({"dice": None}, "dice: several are wanted, not None"),
        ({"dice": 6}, "dice: several are wanted, not 6"),
        ({"seed": "x"}, "seed: a whole number from 0, not 'x'"),
        ({"seed": None}, "seed: a whole number from 0, not None"),
        ({"dealer": 4}, "dealer: a whole number 0 to 3, not 4"),
    ],
)
@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_walls_refused(game, changes, message):
    head = record(game, "speed", 0, seed=1)[0]
    given = {"tiles": head["wall"], "dice": head["dice"], **changes}
    with pytest.raises(InputError) as refusal:
        record_wall(game, "random", **given)
    assert str(refusal.value) == message


@pytest.mark.parametrize("hand", [-1, 1.0, "1", None, True, 1000 << 32, 2**63, 10**30])
def test_hands_refused(hand):
    with pytest.raises(InputError, match=r"^hand: a whole number"):
        record("tianjin", "speed", hand, seed=1)
