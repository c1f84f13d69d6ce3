"""``mjsim odds``: tables and JSON against the API, the schema, refusals."""

import json
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from mjsim.cli import main
from mjsim.notation import parse_hand
from mjsim.odds import others_win, partial, solo
from mjsim.tianjin import Rules
from mjsim.tiles import tile_code

HAND = ("odds", "46m123pPPPFFF99sE", "--indicator", "E")
WENLING = (
    "odds", "123m55m678m345s78s23p4p6p", "--indicator", "5p", "--game", "wenling", "--seat", "S",
    "--shown", "1g",
)  # fmt: skip


@pytest.fixture
def mj(capsys):
    """Run a command line in this process: (exit code, output, errors)."""

    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        return (code, *capsys.readouterr())

    return run


@pytest.fixture
def text(mj):
    """Run a command that succeeds and say what it prints."""

    def run(*arguments):
        code, out, err = mj(*arguments)
        assert (code, err) == (0, "")
        return out

    return run


@pytest.fixture
def document(text):
    """Run a command with --json and return what it prints, checked against --schema."""

    def run(*arguments):
        found = json.loads(text(*arguments, "--json"))
        validator(text("odds", "--schema")).validate(found)
        return found

    return run


@cache
def validator(schema):
    Draft202012Validator.check_schema(json.loads(schema))
    return Draft202012Validator(json.loads(schema))


def rows_of(out, first):
    """Return the rows of the table whose header begins with a name, cut at two spaces."""
    lines = out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.split()[:1] == [first])
    rows = []
    for line in lines[start + 1 :]:
        if not line:
            break
        rows.append([cell.strip() for cell in line.split("  ") if cell.strip()])
    return rows


def test_the_table_is_what_solo_says(text):
    odds = solo("46m123pPPPFFF99sE", "E", draws=15, trials=0)
    out = text(*HAND, "--draws", 15, "--trials", 0)
    rows = rows_of(out, "discard")
    assert [row[0] for row in rows] == [each.tile for each in odds.discards]
    for row, each in zip(rows, odds.discards, strict=True):
        if each.bars:
            assert row[-1] == "wild: bars the seat"
            continue
        near = " ".join(f"{tile}×{n}" for tile, n in (("5m", 4), ("E", 2), ("S", 4)))
        numbers = [each.next, *(c[-1] for c in (each.curves.ready, each.curves.won))]
        want = [str(each.shanten), str(each.distance), near, "10"]
        want += [f"{number:#.4g}" for number in (*numbers, each.curves.value[-1])]
        assert row[2:-1] == want
        assert row[-1].startswith("捉5 ")
    assert rows[0][1] == "四萬"
    assert "won now" in out
    assert "may be declared as it stands" in out
    assert "exact in the model" in out
    assert "widening" in out
    assert "tried" not in out


def test_curves_of_the_best_discard_are_printed(text):
    best = solo("46m123pPPPFFF99sE", "E", draws=15, trials=0).best
    rows = rows_of(text(*HAND, "--draws", 15, "--trials", 0), "draw")
    assert [int(row[0]) for row in rows] == [0, 3, 6, 9, 12, 15]
    for row in rows[1:]:
        assert row[2] == f"{best.curves.won[int(row[0])]:#.4g}"


def test_the_bias_is_printed_with_its_error(text):
    odds = solo("46m123pPPPFFF99sE", "E", draws=5, trials=2000, seed=3)
    out = text(*HAND, "--draws", 5, "--trials", 2000, "--seed", 3)
    assert f"on 2,000 true walls, seed 3: won {odds.walls.won}" in out
    assert f"less the walls: won {odds.walls.won_bias}" in out
    assert "\ntrue wall" not in out
    few = text(*HAND, "--draws", 2, "--trials", 0)
    true = solo("46m123pPPPFFF99sE", "E", draws=2, trials=0).best.true
    assert f"true wall  {true:#.4g}, the best of the model's choices" in few


def test_wenling_has_seats_shown_tiles_and_points(text, document):
    given = {"game": "wenling", "seat": "S", "shown": "1g", "draws": 3, "trials": 0}
    odds = solo("123m55m678m345s78s23p4p6p", "5p", goal="value", **given)
    arguments = (*WENLING, "--draws", 3, "--trials", 0, "--goal", "value")
    out = text(*arguments)
    assert "mean points" in out
    assert "distance" not in out
    assert "shown      1g  春" in out
    best = rows_of(out, "discard")[0]
    assert best[:2] == ["6p", "六筒"]
    assert f"{odds.best.worth:#.4g}" in best
    assert document(*arguments) == json.loads(json.dumps(odds.to_dict()))


def test_json_is_what_solo_says(document):
    given = {"draws": 4, "trials": 500, "seed": 2, "depth": 0, "all_discards": True}
    odds = solo(
        "46m123pPPPFFF99sE", "E", seen="5m9s", others=0.02, goal="zhuo5",
        rules=Rules.platform().replace(min_fan=3), **given,
    )  # fmt: skip
    found = document(
        *HAND, "--draws", 4, "--trials", 500, "--seed", 2, "--depth", 0, "--all", "--seen", "5m9s",
        "--others", 0.02, "--goal", "zhuo5", "--set", "min_fan=3",
    )  # fmt: skip
    assert found == json.loads(json.dumps(odds.to_dict()))
    assert all(each["curves"] for each in found["discards"] if not each["bars"])


def test_a_category_goal_shows_its_steps(text):
    header = text(*HAND, "--goal", "long", "--draws", 2, "--trials", 0).splitlines()
    assert any("steps" in line.split() for line in header)


def test_unknown_tiles_are_averaged_over(text, document):
    arguments = ("odds", "46m123pPPPFFF9s?", "--indicator", "E", "--draws", 5)
    found = partial("46m123pPPPFFF9s?", "E", draws=5)
    out = text(*arguments)
    assert "exact: all 34 completions" in out
    assert f"wins       {found.worth.value:#.4g}" in out
    assert rows_of(out, "draw")[-1][2] == f"{found.curves.won[-1]:#.4g}"
    assert document(*arguments) == json.loads(json.dumps(found.to_dict()))


def test_drawn_completions_have_an_error(text, document):
    arguments = (
        "odds", "46m123pPPPFFF??", "--indicator", "?", "--draws", 2, "--depth", 0, "--samples", 30,
        "--seed", 9,
    )  # fmt: skip
    found = partial("46m123pPPPFFF??", "?", draws=2, depth=0, samples=30, seed=9)
    out = text(*arguments)
    assert "30 completions drawn, seed 9" in out
    assert str(found.worth) in out
    assert "±" in rows_of(out, "draw")[-1][1]
    assert document(*arguments)["exact"] is False


def test_others_are_measured_by_a_strategy(text, document):
    found = others_win("tianjin", "speed", 10_000, seed=0, draws=17)
    arguments = (*HAND, "--draws", 3, "--trials", 0, "--others", "speed")
    for first in (1, 15):
        own = () if first == 1 else ("--own-draw", first)
        chances = found.chances[first - 1 : first + 2]
        report = document(*arguments, *own)
        assert report["others"] == chances.tolist()
        assert report["given_others"] is True
        measured = report["others_win"]
        assert measured.pop("own_draw") == first
        want = json.loads(json.dumps(found.to_dict()))
        last = first + 2
        assert measured["estimates"] == want["estimates"][:last]
        odds = solo("46m123pPPPFFF99sE", "E", draws=3, trials=0, others=chances)
        assert report["discards"][0]["worth"] == odds.best.worth
    out = text(*arguments, "--own-draw", 15)
    assert "own draws 15 to 17 of hands at a table, speed, 10,000 hands, seed 0" in out
    assert f"others win  {found.estimates[14]} to {found.estimates[16]} before a draw" in out
    assert "± is not carried into them" in out
    assert "exact in the model, given these chances that others win" in out


def test_others_may_be_told_one_by_one(document):
    arguments = (*HAND, "--draws", 2, "--trials", 0, "--others", "0.1,0.3")
    assert document(*arguments)["others"] == [0.1, 0.3]


def test_a_hand_that_ended_has_no_odds(text, document):
    arguments = ("odds", "555p123m678m345s78s2p19m", "--indicator", "5p", "--game", "wenling")
    out = text(*arguments)
    assert "must be declared as it stands" in out
    assert "draw by draw" not in out
    assert document(*arguments)["declared"]["forced"] is True
    arguments = ("odds", "111m222p333p444s99sEES", "--game", "wenling", "--indicator", "1m",
                 "--goal", "gangkai")  # fmt: skip
    out = text(*arguments)
    assert "must be declared as it stands, chance 1, and has not the goal gangkai" in out
    assert "draw by draw" not in out
    assert document(*arguments)["declared"]["serves"] is False


def test_a_wall_that_takes_long_is_followed_if_forced(text, document, monkeypatch):
    arguments = (*HAND, "--draws", 2, "--trials", 0)
    true = solo("46m123pPPPFFF99sE", "E", draws=2, trials=0).best.true
    assert document(*arguments)["discards"][0]["true"] == true
    monkeypatch.setattr("mjsim.odds.answer.TRUE_EDGES", 10)
    assert "true wall  not followed: more than 10 draws in the model; --true" in text(*arguments)
    assert document(*arguments)["discards"][0]["true"] is None
    assert f"true wall  {true:#.4g}, the best" in text(*arguments, "--true")
    assert document(*arguments, "--true")["discards"][0]["true"] == true


def test_long_lists_are_counted_where_they_do_not_fit(text, monkeypatch):
    arguments = ("odds", "46m1235pPPPF39sS", "--indicator", "E", "--draws", 1, "--depth", 0,
                 "--trials", 0)  # fmt: skip
    best = solo("46m1235pPPPF39sS", "E", draws=1, depth=0, trials=0).best
    full = " ".join(f"{tile_code(kind)}×{n}" for kind, n in best.improving)
    assert len(best.improving) > 9
    assert full in rows_of(text(*arguments), "discard")[0]
    monkeypatch.setattr("mjsim.cli.odds_show.fits", lambda part: False)
    out = text(*arguments)
    assert f"{len(best.improving)} kinds" in rows_of(out, "discard")[0]
    assert f"improving  {full}" in out


def test_chinese_notation_is_read(document):
    found = document("odds", "四六萬一二三筒白白白發發發九條東", "--indicator", "東", "--trials", 0)
    assert parse_hand(found["hand"]["notation"]) == parse_hand("46m123pPPPFFF9sE")


def test_the_schema_needs_no_hand(text):
    schema = json.loads(text("odds", "--schema"))
    assert schema["$schema"].endswith("2020-12/schema")
    Draft202012Validator.check_schema(schema)


REFUSED = [
    (("odds",), "a HAND and its --indicator are wanted"),
    (("odds", "46m123pPPPFFF9sE"), "a HAND and its --indicator are wanted"),
    ((*HAND, "--goal", "zhou5"), "did you mean 'zhuo5'?"),
    ((*HAND, "--goal", "tianhu"), "a hand alone has no way to tianhu"),
    ((*HAND, "--draws", 0), "draws: a whole number 1 to 84"),
    ((*HAND, "--draws", 0, "--others", "speed"), "draws: a whole number 1 to 84"),
    ((*HAND, "--depth", 8), "depth: a whole number 0 to 7"),
    ((*HAND, "--seen", "PP"), "seen: 5 copies of P"),
    ((*HAND, "--others", "2"), "others: a chance from 0 to 1"),
    ((*HAND, "--others", "sped"), "--others: a chance, or a strategy: random, speed, value"),
    ((*HAND, "--others", "0.1,0.2"), "others: 2 chances for 17 draws"),
    ((*HAND, "--seat", "S"), "--seat: for --game wenling, not tianjin"),
    ((*HAND, "--set", "min_fan=9"), "min_fan"),
    ((*HAND, "--set", "min_fan=4"), "odds are for a min_fan of 1, 2 or 3"),
    ((*HAND, "--trials", -1), "--trials"),
    ((*HAND, "--trials", 10**9), "trials: a whole number 0 to 100000000"),
    ((*HAND, "--max-states", 2**31), "max_states: a whole number 1 to 2147483647"),
    ((*HAND, "--own-draw", 3), "--own-draw: for --others with a strategy"),
    ((*HAND, "--own-draw", 3, "--others", "0.1"), "--own-draw: for --others with a strategy"),
    (
        (*HAND, "--own-draw", 80, "--others", "speed"),
        "--own-draw: 17 draws from own draw 80 on end at 96; a hand has 84 at most",
    ),
    (
        (*HAND, "--draws", 84, "--depth", 7, "--max-memory", 20),
        "--max-memory: ",
    ),
    (("odds", "46m123pPPPFFF9s?", "--indicator", "E", "--true"), "no discard is singled out"),
    (("odds", "46m123pPPPFFF9s?", "--indicator", "E", "--all"), "no discard is singled out"),
    (
        ("odds", "147m258p369sESWNC", "--indicator", "5m", "--max-states", 1000),
        "--max-states: the hand is too far from its goal: more than 1,000 hands",
    ),
    (
        ("odds", "147m258p369sESWN?", "--indicator", "5m", "--max-states", 1000),
        "--max-states: the hand is too far from its goal: more than 1,000 hands",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_wrong_use_ends_in_one_line(mj, arguments, message):
    code, out, err = mj(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("mjsim: ")
    assert err.count("\n") == 1
    assert message in err
