"""The command line: what it prints, and how it ends."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from fractions import Fraction

import polars as pl
import pytest
from rich.cells import cell_len
from tianjin_cases import OPTIONS, REFUSED, ROWS, SUBTLE, WAITS

import mjsim
import mjsim.experiments
from mjsim import tianjin
from mjsim.cli import main
from mjsim.cli.formula import fan_formula
from mjsim.cli.rules import read_rules
from mjsim.experiments.openings_dealt import deal_openings
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


def test_deal_into_parquet(tmp_path, mj, mj_json):
    out = tmp_path / "openings"
    found = mj_json("deal", "--hands", 1500, "--seed", 7, "--indicator", "C", "--out", out)
    assert (found["hands"], found["seed"]) == (1500, 7)
    result = deal_openings(tmp_path / "api", 1500, seed=7, indicator="C")
    parts = [pl.read_parquet(folder / "hands" / "*.parquet") for folder in (out, result.folder)]
    assert parts[0].equals(parts[1])
    assert all(os.path.exists(found["files"][name]) for name in ("folder", "results", "manifest"))
    _, shown, _ = mj("deal", "--hands", 2000, "--seed", 7, "--indicator", "C", "--out", out)
    assert str(out / "manifest.json") in shown
    assert pl.read_parquet(found["files"]["parquet"]).height == 4 * 2000


# ---- run --------------------------------------------------------------------------------


def run_of(name, hands, out, *options):
    return (
        *("run", name, "--game", "tianjin", "--hands", hands, "--seed", 3, "--out", out),
        *options,
    )


TIDY = ("term", "estimate", "std_error", "conf_low", "conf_high", "n_trials", "exact_fraction", "z")


@pytest.mark.parametrize("keep", ["hands", "counts"])
def test_run_deals_agrees_with_the_api(keep, tmp_path, mj_json):
    rules = Rules.traditional().replace(tianhu=8)
    result = mjsim.experiments.run_deals(
        tmp_path / "api", 150_000, seed=3, indicator="5m", rules=rules
    )
    options = ("--indicator", "五萬", "--preset", "traditional", "--set", "tianhu=8")
    engine = ("--workers", 2, "--engine", "threads", "--keep", keep)
    out = tmp_path / "cli"
    found = mj_json(*run_of("deals", 150_000, out, *options, *engine))
    expected = result.results.to_dicts()
    for row in expected:
        row["conf_high"] = None if row["conf_high"] == float("inf") else row["conf_high"]
    assert [[row[name] for name in TIDY] for row in found["results"]] == [
        [row[name] for name in TIDY] for row in expected
    ]
    assert found["rules"] == rules.to_dict()
    assert found["agrees"] is result.agrees
    assert found["indicator"]["tile"] == "5m"
    hands = pl.read_parquet(found["files"]["parquet"])
    assert (hands.height if keep == "hands" else hands["n_hands"].sum()) == 150_000


def test_run_deals_table(tmp_path, mj):
    out = tmp_path / "run"
    _, shown, _ = mj(*run_of("deals", 150_000, out, "--indicator", "E"))
    results = pl.read_parquet(out / "results.parquet")
    for row in results.filter(pl.col("family") != "agreement").to_dicts():
        line = next(line for line in shown.splitlines() if line.startswith(row["term"] + " "))
        assert row["label"] in line
        assert f"{row['n_trials']:,}" in line
        if row["z"] is not None:
            assert line.endswith(f"{row['z']:+.2f}")
        elif row["p_value"] is not None:
            assert line.endswith(f"p {row['p_value']:.2g}")
        numbers = line.replace(row["label"], "")
        if row["n_success"] == 0:
            assert f"≤ {row['conf_high'] * 100:.1g}"[:4] in numbers
            assert " 0 %" not in numbers
        elif row["n_success"]:
            at = numbers.split()[1]
            digits = len(at.partition(".")[2])
            assert at == f"{row['estimate'] * 100:.{digits}f}"
            assert f"{row['std_error'] * 100:.{digits}f}" in numbers
            assert f"[{row['conf_low'] * 100:.{digits}f}, " in numbers
    assert any(row == 0 for row in results["n_success"])
    for name in LABELS.keys() & {term.removeprefix("category=") for term in results["term"]}:
        assert LABELS[name].zh in shown
    for path in ("hands/*.parquet", "results.parquet", "manifest.json"):
        assert str(out / path) in shown
    verdict = next(line for line in shown.splitlines() if line.startswith("agreement "))
    assert ("yes: " in verdict) == (results.filter(term="agreement")["estimate"][0] == 1.0)


def test_run_draws(tmp_path, mj_json):
    found = mj_json(*run_of("deals", 10_000, tmp_path / "plain", "--no-figure"))
    assert found["files"]["figure"] is None
    assert not list((tmp_path / "plain").glob("*.png"))
    found = mj_json(*run_of("deals", 10_000, tmp_path / "drawn"))
    with open(found["files"]["figure"], "rb") as file:
        assert file.read(4) == b"\x89PNG"


def test_run_goes_on(tmp_path, mj, mj_json):
    out = tmp_path / "run"
    short = mj_json(*run_of("deals", 10_000, out, "--keep", "counts"))
    assert mj_json(*run_of("deals", 10_000, out, "--keep", "counts")) == short
    longer = mj_json(*run_of("deals", 200_000, out, "--keep", "counts"))
    assert longer["results"][0]["n_trials"] == 200_000
    assert str(out) in fails(mj, *run_of("deals", 300_000, out, "--indicator", "E"))
    assert str(out) in fails(mj, *run_of("deals", 10_000, out, "--keep", "counts"))


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_run_openings(game, tmp_path, mj, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    asked = [game if word == "tianjin" else word for word in run_of("openings", 3000, tmp_path)]
    code, shown, _ = mj(*asked, "--strategy", "speed")
    assert code == 0
    starts = tuple(f"speed  {role} " for role in ("all", "dealer", "other"))
    rows = [line for line in shown.splitlines() if line.startswith(starts)]
    assert all(any(row.startswith(start) for row in rows) for start in starts)
    assert " 0 %" not in shown
    assert len({cell_len(row[: row.rindex(" 3,000")]) for row in rows}) == 1
    # Shares in percent, means and slopes of payoffs as they are; associations say so.
    for row in rows:
        assert "相關" in row or "相关" in row
        assert ("%" in row) == ("=" in row) == ("payoff" not in row)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (run_of("dealz", 10, "x"), "dealz"),
        (run_of("deals", 10, "/proc/none"), "/proc/none"),
        (run_of("deals", 10, "x", "--set", "tianho=1"), "tianho"),
        (run_of("deals", 10, "x", "--indicator", "5z"), "indicator"),
        (run_of("deals", 10, "x", "--keep", "all"), "--keep"),
        (run_of("openings", 10, "x", "--keep", "hands"), "--keep"),
        (run_of("openings", 10, "x", "--indicator", "E"), "--indicator"),
        (run_of("deals", 0, "x"), "--hands"),
        (run_of("deals", 10, "x", "--engine", "steam"), "--engine"),
        (run_of("deals", 10, "x")[:-2], "--out"),
    ],
)
def test_run_refuses(arguments, named, mj, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert named in fails(mj, *arguments)
    assert not list(tmp_path.iterdir())


def test_an_interrupted_run_keeps_its_blocks(tmp_path, mj_json):
    out = tmp_path / "run"
    with process(*run_of("deals", 10**11, out, "--keep", "counts")) as running:
        while not (out / "manifest.json").exists() and running.poll() is None:
            time.sleep(0.02)
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        shown, err = running.communicate()
    assert (running.returncode, shown) == (130, "")
    assert err == (
        f"mjsim: interrupted; finished blocks are kept in {out}; "
        "the same command goes on from there\n"
    )
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["n_hands_done"] > 0
    assert pl.read_parquet(out / "hands" / "*.parquet")["n_hands"].sum() == manifest["n_hands_done"]


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


def test_no_output_at_all():
    command = f"{sys.executable} -m mjsim.cli score {' '.join(PURE)} >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_interrupt_is_one_line(tmp_path):
    path = tmp_path / "hands.json"
    with (
        path.open("w") as file,
        process("deal", "--hands", 1_000_000_000, "--json", stdout=file) as dealing,
    ):
        while not path.stat().st_size and dealing.poll() is None:
            time.sleep(0.02)
        dealing.send_signal(signal.SIGINT)
        err = dealing.stderr.read()
    assert (dealing.returncode, err) == (130, "mjsim: interrupted\n")
    first, _, _ = path.read_text().partition("\n")
    assert json.loads(first)["hand_id"] == 0


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
