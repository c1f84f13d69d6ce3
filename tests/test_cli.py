"""The command line: what it prints, and how it ends."""

import json
import os
import pty
import signal
import subprocess
import sys
from fractions import Fraction

import pytest
from rich.cells import cell_len
from tianjin_cases import OPTIONS, REFUSED, ROWS, SUBTLE, WAITS

import mjsim
from mjsim import tianjin
from mjsim.cli import main
from mjsim.cli.formula import fan_formula
from mjsim.cli.rules import read_rules
from mjsim.notation import parse_hand
from mjsim.tianjin import LABELS, Rules
from mjsim.tiles import tile_zh

PURE = ("12346789m11p222s", "5m", "E")
COMMANDS = ("score", "waits", "exact", "deal", "run", "rules")


@pytest.fixture
def mj(capsys):
    """Run a command line in this process: (exit code, output, errors)."""

    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        return (code, *capsys.readouterr())

    return run


@pytest.fixture
def mj_json(mj):
    """Run a command with --json and return its documents."""

    def run(*arguments):
        code, out, err = mj(*arguments, "--json")
        assert (code, err) == (0, "")
        documents = [json.loads(line) for line in out.splitlines()]
        return documents[0] if len(documents) == 1 else documents

    return run


def process(*arguments, **options):
    """Start the command line as a process of its own."""
    command = [sys.executable, "-m", "mjsim.cli", *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, **{**pipes, **options})


def options_of(case):
    """Return the options that make a worked case."""
    options = ["--preset", case.preset, "--how", case.how]
    for name, value in case.changes:
        shown = ",".join(sorted(value)) if isinstance(value, frozenset | set) else value
        options += ["--set", f"{name}={shown}"]
    return options + ["--tian-ting"] * case.tian_ting


# ---- score ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ROWS + SUBTLE + OPTIONS, ids=str)
def test_score_agrees_with_the_api(case, mj, mj_json):
    arguments = ("score", case.hand, case.last, case.indicator, *options_of(case))
    found = mj_json(*arguments)
    assert found["complete"] == (case.fan is not None) == (found["shanten"] == -1)
    assert (found["fan"], found["wins"]) == (case.fan, case.fan is not None and case.wins)
    assert {row["id"] for row in found["categories"]} == set(case.categories.split())
    _, out, _ = mj(*arguments)
    if case.fan is None:
        assert "no, shanten" in out
        assert found["formula"] is found["kong_points"] is None
        return
    assert found["kong_points"] == case.kong_points
    assert found["formula"] in out
    assert all(f"{row['zh']} {row['id']}" in out for row in found["categories"])
    assert ("below min_fan" in out) == ("below min_fan" in (found["why_not"] or ""))
    assert ("below min_fan" in out) == (not case.wins)
    # The groups are the hand: 14 tiles with kongs as three, and the tiles that are no wilds.
    tiles = [tile for group in found["groups"] for tile in group["tiles"]]
    assert sum(min(3, len(group["tiles"])) for group in found["groups"]) == 14
    hand = parse_hand(case.hand)
    held = sorted([*hand.tiles, found["last"]["kind"], *(k for m in hand.melds for k in m.kinds)])
    wilds = {tile["kind"] for tile in found["wilds"]}
    natural = [kind for kind in held if kind not in wilds]
    assert sorted(tile["kind"] for tile in tiles if not tile["wild"]) == natural
    assert all(text in out for tile in tiles for text in (tile["tile"], tile["zh"]))


@pytest.mark.parametrize("case", ROWS + SUBTLE + OPTIONS, ids=str)
def test_score_marks_the_last_tile(case, mj_json):
    found = mj_json("score", case.hand, case.last, case.indicator, *options_of(case))
    last = [tile for group in found["groups"] for tile in group["tiles"] if tile["last"]]
    any_last = case.how == "deal" or "dihu" in case.categories
    assert len(last) <= 1
    if case.fan is not None and not any_last:
        drawn = found["last"]["kind"]
        assert last[0]["wild"] == (drawn in {tile["kind"] for tile in found["wilds"]})
        assert last[0]["wild"] or last[0]["kind"] == drawn
    if "zhuo5" in case.categories:
        assert last[0]["tile"] == "5m"


@pytest.mark.parametrize("case", [c for c in ROWS + SUBTLE + OPTIONS if c.fan], ids=str)
def test_the_formula_is_the_fan(case):
    rules = Rules.preset(case.preset).replace(**dict(case.changes))
    left, _, right = fan_formula(case.categories.split(), rules).rpartition(" = ")
    digits = "".join(c for c in left.replace("捉5", "").replace("×", "*") if c in "0123456789+*() ")
    assert eval(digits) == int(right) == case.fan


def test_the_formula_in_words():
    platform, traditional = Rules.platform(), Rules.traditional()
    assert fan_formula(["zhuo5", "long", "su", "gangkai"], platform) == (
        "(3 捉5 + 4 龍) × 2 素 × 2 杠開 = 28"
    )
    assert fan_formula(["tiliu"], platform) == "1 提溜 = 1"
    assert fan_formula(["hundiao"], platform) == "1 × 2 混吊 = 2"
    assert fan_formula(["subenlong", "tianting"], traditional) == "4 龍 × 4 素本龍 × 2 天聽 = 32"
    stacked = platform.replace(gangkai_stack=True)
    assert fan_formula(["long", "gangkai"], stacked, kongs=3) == "4 龍 × 8 杠開 = 32"


def test_score_says_what_has_no_effect(mj):
    _, out, _ = mj("score", *PURE, "--how", "first", "--tian-ting", "--kongs", 2)
    for option in ("dihu", "tian_ting", "gangkai_stack"):
        assert option in out


def test_score_of_gangkai_stack(mj_json):
    options = ("--how", "kong", "--kongs", 2, "--set", "gangkai_stack=yes")
    assert mj_json("score", *PURE, *options)["fan"] == 56


# ---- waits ------------------------------------------------------------------------------


def rows_of(out, header):
    """Split the rows of a printed table at the positions of its headers, in terminal cells."""
    lines = out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.split() == header.split())
    rows = []
    for line in lines[start + 1 :]:
        if not line.strip():
            break
        rows.append(line)
    return rows


@pytest.mark.parametrize("case", WAITS, ids=lambda case: case.hand)
def test_waits_agree_with_the_api(case, mj, mj_json):
    waits = tianjin.waits(case.hand, case.indicator, seen=case.seen)
    arguments = ("waits", case.hand, case.indicator, "--seen", case.seen)
    found = mj_json(*arguments)
    assert {row["tile"]: row["left"] for row in found["waits"] if row["left"]} == case.left
    assert [
        (row["kind"], row["left"], row["fan"], row["wins"], [c["id"] for c in row["categories"]])
        for row in found["waits"]
    ] == [(w.kind, w.left, w.value, w.wins, list(w.categories)) for w in waits]
    unseen = 136 - 1 - len(mjsim.tiles.Hand(parse_hand(case.hand).tiles).tiles)
    unseen -= sum(len(meld.kinds) for meld in parse_hand(case.hand).melds)
    unseen -= sum(case.seen.count(rank) for rank in "123456789ESWNCFP")
    mean = Fraction(sum(w.left * w.value for w in waits if w.wins), unseen)
    assert Fraction(found["mean_fan_next_draw_fraction"]) == mean
    assert found["mean_fan_next_draw"] == float(mean)
    assert found["n_unseen"] == unseen
    _, out, _ = mj(*arguments)
    assert (f"mean fan {mean} = " in out) == bool(mean)
    assert f"{len(waits)} kinds, {sum(w.left for w in waits)} live tiles" in out
    rows = rows_of(out, "wait 牌 left fan may win categories")
    assert [row.split() for row in rows] == [
        [w.tile, tile_zh(w.kind), str(w.left), str(w.value), "yes" if w.wins else "no"]
        + [LABELS[name].zh for name in w.categories]
        for w in waits
    ]


def test_waits_of_a_hand_that_is_not_ready(mj, mj_json):
    hand = ("waits", "147m258p369sESWN", "C")
    found = mj_json(*hand)
    assert (found["waits"], found["shanten"], found["mean_fan_next_draw"]) == ([], 8, 0)
    _, out, _ = mj(*hand)
    assert "no, shanten 8" in out
    assert "distance" in out


def test_waits_that_may_not_win(mj):
    _, out, _ = mj("waits", "123456m12399p8sE", "E")
    assert "the fan is below min_fan 2" in out
    assert "wins with" not in out
    assert "distance" in out


# ---- exact ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "arguments", "changes"),
    [
        ((), ("tianjin", 14), {}),
        (("--tiles", 13, "--indicator", "E"), ("tianjin", 13, "E"), {}),
        (("--game", "none"), (None, 14), {}),
        (("--game", "none", "--strict", "--tiles", 13), (None, 13), {"strict": True}),
    ],
)
def test_exact_shanten(options, arguments, changes, mj, mj_json):
    chances = mjsim.exact.shanten_distribution(*arguments, **changes)
    found = mj_json("exact", "shanten", *options)
    assert {
        row["outcome"]: Fraction(row["probability_fraction"]) for row in found["outcomes"]
    } == chances
    assert all(
        float(Fraction(r["probability_fraction"])) == r["probability"] for r in found["outcomes"]
    )
    mean = sum(value * chance for value, chance in chances.items())
    assert Fraction(found["mean_fraction"]) == mean
    _, out, _ = mj("exact", "shanten", *options)
    assert "exact: every deal is counted" in out
    for chance in chances.values():
        assert f"{chance.numerator}/{chance.denominator}" in out
    assert f"mean shanten  {float(mean):.10g}" in out


@pytest.mark.parametrize("rules", [(), ("--preset", "traditional", "--set", "tianhu=8")])
def test_exact_deal(rules, mj, mj_json):
    given = read_rules("traditional", ["tianhu=8"]) if rules else None
    fans = mjsim.exact.deal_fan_distribution("tianjin", "5m", given)
    found = mj_json("exact", "fan", "--indicator", "5m", *rules)
    assert {r["outcome"]: Fraction(r["probability_fraction"]) for r in found["outcomes"]} == fans
    categories = mjsim.exact.deal_category_distribution("tianjin", "5m", given)
    found = mj_json("exact", "categories", "--indicator", "5m", *rules)
    assert {
        r["outcome"]: Fraction(r["probability_fraction"]) for r in found["outcomes"]
    } == categories
    _, out, _ = mj("exact", "categories", "--indicator", "5m", *rules)
    assert all(LABELS[name].zh in out and name in out for name in categories)


@pytest.mark.parametrize(
    "arguments",
    [
        ("shanten", "--set", "min_fan=1"),
        ("shanten", "--tiles", 15),
        ("shanten", "--game", "none", "--indicator", "E"),
        ("fan", "--tiles", 13),
        ("fan", "--strict"),
        ("categories", "--game", "none"),
        ("fan", "--indicator", "8z"),
    ],
)
def test_exact_refuses_what_has_no_meaning(arguments, mj):
    fails(mj, "exact", *arguments)


# ---- deal -------------------------------------------------------------------------------


def test_deal_shows_what_the_api_deals(mj, mj_json):
    deals = mjsim.deal("tianjin", 1003, seed=7)
    found = mj_json("deal", "--hands", 1003, "--seed", 7)
    assert [row["hand_id"] for row in found] == list(range(1003))
    for i in (0, 1, 999, 1000, 1002):
        shown = found[i]
        assert shown["indicator"]["kind"] == deals.indicator[i]
        assert shown["dealer"] == deals.dealer[i]
        assert shown["dice"] == deals.dice[i].tolist()
        for seat, row in enumerate(shown["seats"]):
            hand = parse_hand(row["notation"])
            assert hand == parse_hand(row["zh"])
            assert (hand.counts() == deals.hands[i, seat]).all()
            assert row["shanten"] == tianjin.shanten(hand, shown["indicator"]["tile"])
            assert row["n_wilds"] == sum(
                deals.hands[i, seat, tile["kind"]] for tile in shown["wilds"]
            )
    _, out, _ = mj("deal", "--hands", 2, "--seed", 7)
    for row in found[:2]:
        for seat in row["seats"]:
            line = next(line for line in out.splitlines() if seat["notation"] in line)
            assert seat["zh"] in line
            assert ("莊" in line) == (seat["seat"] == row["dealer"])


def test_deal_options(mj_json):
    found = mj_json("deal", "--seed", 1, "--indicator", "發", "--script", "hans")
    assert found["indicator"] == {"kind": 32, "tile": "F", "zh": "发"}
    assert "萬" not in str(found)
    assert mj_json("deal")["seed"] != mj_json("deal")["seed"]


# ---- rules ------------------------------------------------------------------------------


def test_rules_table(mj, mj_json):
    options = ("--preset", "traditional", "--set", "min_fan_exempt=su,gangkai", "--set", "base=5")
    found = mj_json("rules", *options)
    expected = Rules.traditional().replace(min_fan_exempt={"su", "gangkai"}, base=5)
    assert {row["option"]: row["now"] for row in found["options"]} == expected.to_dict()
    assert found["digest"] == expected.digest
    _, out, _ = mj("rules", *options)
    for option in Rules.options():
        row = next(line for line in out.splitlines() if line.startswith(option.name + " "))
        assert option.meaning in row
        assert option.rule in row.split()
        assert (" * " in row) == (option.name in ("min_fan_exempt", "base"))


def test_read_rules():
    assert read_rules() == Rules.platform()
    assert read_rules("traditional") == Rules.traditional()
    changed = read_rules(changes=["dihu=true", "tian_ting = ON", "min_fan=1", "min_fan=3"])
    assert (changed.dihu, changed.tian_ting, changed.min_fan) == (True, True, 3)
    assert read_rules(changes=["min_fan_exempt="]).min_fan_exempt == frozenset()
    assert read_rules(changes=["wall_break=traditional"]).wall_break == "traditional"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("tianho=8", "tianho"),
        ("tianhu", "tianhu"),
        ("tianhu=many", "tianhu"),
        ("tianhu=0", "tianhu"),
        ("dihu=maybe", "dihu"),
        ("min_fan_exempt=su,hu", "hu"),
        ("wall_break=east", "wall_break"),
        ("core=1", "core"),
    ],
)
def test_rules_refused(change, named, mj):
    for command in (("rules",), ("score", *PURE), ("waits", "123456789m123pE", "E")):
        assert named in fails(mj, *command, "--set", change)


# ---- errors -----------------------------------------------------------------------------


def fails(mj, *arguments, code=2):
    """Check that a command line ends in one line on standard error; return the line."""
    ended, out, err = mj(*arguments)
    assert (ended, out) == (code, "")
    assert err.startswith("mjsim: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    return err


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_impossible_hands(case, mj):
    for as_json in ((), ("--json",)):
        fails(mj, "score", case.hand, case.last, case.indicator, *options_of(case), *as_json)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("score", "12m3q", "5m", "E"), "hand, character 4"),
        (("score", PURE[0], "5z", "E"), "last"),
        (("score", PURE[0], "7z", "E"), "last, character 1"),
        (("score", PURE[0], "5m", "EE"), "indicator, character 2"),
        (("score", "", "5m", "E"), "hand"),
        (("waits", "123m", "E"), "hand"),
        (("waits", "123456789m123pE", "E", "--seen", "1m1m1m1m"), "1m"),
        (("waits", "123456789m123pE", "E", "--seen", "9x"), "seen, character"),
        (("deal", "--indicator", "0p"), "indicator, character 1"),
        (("score", "12\n3m", "5m", "E"), "hand"),
    ],
)
def test_bad_input_names_the_place(arguments, named, mj):
    assert named in fails(mj, *arguments)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("scor",), "scor"),
        (("--verbose",), "--verbose"),
        (("score",), "HAND"),
        (("score", *PURE[:2]), "INDICATOR"),
        (("score", *PURE, "9s"), "9s"),
        (("score", *PURE, "--foo"), "--foo"),
        (("score", *PURE, "--how", "luck"), "luck"),
        (("score", *PURE, "--kongs", "0"), "--kongs"),
        (("score", *PURE, "--kongs", "many"), "--kongs"),
        (("score", *PURE, "--honors", "mine"), "--honors"),
        (("score", *PURE, "--preset"), "--preset"),
        (("score", *PURE, "--game", "chess"), "--game"),
        (("exact", "luck"), "luck"),
        (("deal", "--hands", "0"), "--hands"),
        (("deal", "--seed", "-1"), "--seed"),
        (("run",), "NAME"),
    ],
)
def test_wrong_use(arguments, named, mj):
    assert named in fails(mj, *arguments)


def test_honors_are_named(mj, mj_json):
    assert mj_json("score", PURE[0], "5m", "5z", "--honors", "tenhou")["indicator"]["tile"] == "P"
    assert mj_json("score", PURE[0], "5m", "5z", "--honors", "chinese")["indicator"]["tile"] == "C"
    found = mj_json("waits", "123456789m123pE", "E", "--seen", "7z", "--honors", "tenhou")
    assert found["seen"] == "C"


def test_interrupted(mj, monkeypatch):
    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(tianjin, "score", interrupt)
    assert fails(mj, "score", *PURE, code=130) == "mjsim: interrupted\n"


def test_a_bug_is_no_bad_input(mj, monkeypatch):
    def break_(*arguments, **options):
        raise ZeroDivisionError

    monkeypatch.setattr(tianjin, "score", break_)
    with pytest.raises(ZeroDivisionError):
        mj("score", *PURE)


def test_a_full_disk(mj, monkeypatch):
    def fill(*arguments, **options):
        raise OSError(28, "No space left on device", "part.parquet")

    monkeypatch.setattr(tianjin, "score", fill)
    assert "part.parquet" in fails(mj, "score", *PURE, code=1)


def test_help(mj):
    for arguments in ((), ("--help",), ("-h",)):
        code, out, err = mj(*arguments)
        assert (code, err) == (0, "")
        assert all(name in out for name in COMMANDS)
        assert "[2222s]" in out
    for command in COMMANDS:
        code, out, _ = mj(command, "--help")
        assert code == 0
        assert "--json" in out
    code, out, _ = mj("--version")
    assert (code, out.split()[0]) == (0, "mjsim")


# ---- processes --------------------------------------------------------------------------


def test_as_a_process():
    with process("score", *PURE[:2], "5z") as bad:
        out, err = bad.communicate()
    assert (bad.returncode, out) == (2, "")
    assert err.startswith("mjsim: indicator, character 1")
    assert err.count("\n") == 1
    with process("score", *PURE) as good:
        out, err = good.communicate()
    assert (good.returncode, err) == (0, "")
    assert "× 2 素 = 14" in out
    assert "\x1b" not in out


def test_help_is_light():
    script = (
        "import sys; from mjsim.cli import main; main(['--help']); "
        "print(sorted({'numpy', 'polars', 'mjsim.tianjin', 'scipy'} & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_a_closed_pipe_is_quiet(as_json):
    with process("deal", "--hands", 20_000, "--seed", 1, *as_json) as dealing:
        first = dealing.stdout.readline()
        dealing.stdout.close()
        err = dealing.stderr.read()
    assert first
    assert (dealing.returncode, err) == (141, "")


def test_a_pipe_closed_before_anything_is_written():
    reading, writing = os.pipe()
    os.close(reading)
    with process("score", *PURE, stdout=writing) as scoring:
        os.close(writing)
        err = scoring.stderr.read()
    assert (scoring.returncode, err) == (141, "")


def test_an_interrupt_is_one_line():
    with process("deal", "--hands", 1_000_000_000, "--json") as dealing:
        dealing.stdout.readline()
        dealing.send_signal(signal.SIGINT)
        _, err = dealing.communicate()
    assert (dealing.returncode, err) == (130, "mjsim: interrupted\n")


@pytest.mark.parametrize("encoding", ["ascii", "gbk"])
def test_other_encodings(encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "mjsim.cli", "score", *PURE]
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert b"2 " in done.stdout
    assert ("捉5".encode(encoding, "replace")) in done.stdout


def test_tables_line_up_on_a_terminal():
    terminal, end = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "COLUMNS": "110"}
    with process("waits", "123456789m123pE", "E", stdout=end, env=environment):
        os.close(end)
        text = b""
        while True:
            try:
                text += os.read(terminal, 1 << 16)
            except OSError:  # the other end is closed
                break
    os.close(terminal)
    lines = text.decode().splitlines()
    assert any("──" in line for line in lines)
    rows = [line for line in lines if " yes " in line]
    assert len(rows) == 34
    assert {cell_len(row[: row.index(" yes ")]) for row in rows} == {
        cell_len(rows[0][: rows[0].index(" yes ")])
    }


def test_tables_line_up_in_a_pipe(mj):
    _, out, _ = mj("waits", "123456789m123pE", "E")
    header = next(line for line in out.splitlines() if line.startswith("wait "))
    rows = rows_of(out, "wait 牌 left fan may win categories")
    at = cell_len(header[: header.index("may win")])
    assert {cell_len(row[: row.index("yes")]) for row in rows} == {at}
    assert all(line == line.rstrip() for line in out.splitlines())
