"""Whole hands on the command line: playing, reading and checking them."""

import io
import json
import os
import pty
import re
import subprocess
import sys

import numpy as np
import polars as pl
import pytest
from rich.cells import cell_len

from mjsim import tianjin
from mjsim.cli import main
from mjsim.playing import COLUMNS, GROUPS, ActionType, play, record
from mjsim.playing.turns import follow
from mjsim.playing.words import Words
from mjsim.stats import mean, proportion
from mjsim.tianjin import LABELS, Rules
from mjsim.tiles import tile_code, tile_zh

TRADITIONAL = ("--preset", "traditional")
MIXED = [option for name in ("speed", "random") * 2 for option in ("--strategy", name)]

# Hands of seed 1: (options, hand), what happens in each.
DRAGON = ((), 0)  # 龍 after 鏟
PLAIN = ((), 3)  # 混吊 after pongs
DRAWN = ((), 92)  # with an added kong
TING = (TRADITIONAL, 32)  # 天聽 wins
KONGS = (TRADITIONAL, 5754)  # three in a row
DEALT = (TRADITIONAL, 7167)  # 天胡
FIRST = (TRADITIONAL, 5763)  # 地胡, 龍, 天聽
STRAY = (("--strategy", "random"), 11)  # three are 小相公
HANDS = (DRAGON, PLAIN, DRAWN, TING, KONGS, DEALT, FIRST, STRAY)


class Raises:
    def new_hand(self): ...

    def choose(self, view, actions):
        raise KeyError("hnad")


@pytest.fixture
def mj(capsys):
    """Run a command line in this process: (exit code, output, errors)."""

    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        return (code, *capsys.readouterr())

    return run


@pytest.fixture
def shown(mj):
    """Return the page of a hand of seed 1."""

    def run(case, *arguments):
        options, hand = case
        code, out, err = mj("play", "--seed", 1, "--hand", hand, *options, *arguments)
        assert (code, err) == (0, "")
        return out

    return run


def fails(mj, *arguments, code=2):
    """Check that a command line ends in one line on standard error; return the line."""
    ended, out, err = mj(*arguments)
    assert (ended, out) == (code, "")
    assert err.startswith("mjsim: ")
    assert err.count("\n") == 1
    return err


def of_json(text):
    return [json.loads(line) for line in text.splitlines()]


def recorded(case, **options):
    given, hand = case
    rules = Rules.traditional() if "traditional" in given else None
    strategy = "random" if "random" in given else "speed"
    return record("tianjin", strategy, hand, seed=1, rules=rules, **options)


# ---- one hand ---------------------------------------------------------------------------


@pytest.mark.parametrize("case", HANDS, ids=str)
def test_json_is_the_transcript(case, shown):
    assert of_json(shown(case, "--json")) == recorded(case)


def test_out_is_the_transcript(tmp_path, shown):
    out = tmp_path / "hand.jsonl"
    for options in ((), ("--json",)):
        page = shown(PLAIN, "--out", out, *options)
        assert of_json(out.read_text()) == recorded(PLAIN)
        assert (str(out) in page) == (not options)
    assert [entry.name for entry in tmp_path.iterdir()] == ["hand.jsonl"]


def test_stakes_and_strategies(shown):
    stakes = ("--sit", 1, "--pulls", "0,1,2,2")  # seat 3 deals
    lines = of_json(shown(((), 3), *MIXED, *stakes, "--json"))
    assert lines == record("tianjin", ["speed", "random"] * 2, 3, seed=1, sit=1, pulls=(0, 1, 2, 2))
    page = shown(((), 3), *MIXED, *stakes)
    assert "seat 0 speed, seat 1 random, seat 2 speed, seat 3 random" in page
    assert "the dealer sits 坐莊, seat 1 pulls 1 拉莊, seat 2 pulls 2 拉莊" in page
    assert "seat 0 × 2, seat 1 × 4, seat 2 × 8" in page
    page = shown(((), 3), *MIXED, *stakes, "--lang", "zh")
    assert "坐莊，座1拉1，座2拉2" in page


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("case", HANDS, ids=str)
def test_pages_tell_the_transcript(case, lang, shown):
    lines, page = recorded(case), shown(case, "--lang", lang)
    head, end, story = lines[0], lines[-1], follow(lines)
    say = Words.of(head, lang)
    for tiles in lines[1]["hands"]:
        assert tiles in page
    assert say.full(head["dealer"]) in page
    assert " ".join(head["wilds"]) in page
    for name in end["categories"]:
        assert LABELS[name].zh in page
        assert (LABELS[name].en in page) == (lang == "en")
    rows = play_of(page, say)
    assert len(rows) == len(story.steps)
    numbers = [int(row[:4].split()[0]) if row[:4].strip() else 0 for row in rows]
    assert [n for n in numbers if n] == list(range(1, story.steps[-1].turn + 1))
    draws = iter([line for line in lines if line["type"] == "draw"])
    for row, step in zip(rows, story.steps, strict=True):
        if step.left is not None:
            assert f" {step.left}  {next(draws)['tile']}" in row
        if step.act is not None and step.act.type == ActionType.DISCARD:
            assert f" {tile_code(step.act.kind):<2} {tile_zh(step.act.kind)}" in row
    for seat, payoff in enumerate(end["payoffs"]):
        shown_payoff = f" {payoff:+d}" if payoff else " 0"
        assert re.search(rf"^{seat} .*{re.escape(shown_payoff)}$", page, re.MULTILINE)
        assert str(story.hands[seat]) in page
    if end["winner"] is not None:
        assert re.search(rf"^{say('fan')} .* = {end['fan']}$", page, re.MULTILINE)
        assert say(f"how {end['how']}") in page
    assert not [line for line in page.splitlines() if line != line.rstrip()]


def play_of(page, say):
    """Return the rows of the play."""
    lines = page.splitlines()
    header = next(
        i for i, line in enumerate(lines) if re.match(rf"{say('turn')} .*{say('then')}", line)
    )
    rows = lines[header + 1 :]
    rows = rows[1:] if "──" in rows[0] else rows
    return rows[: next(i for i, row in enumerate(rows) if not row.strip())]


@pytest.mark.parametrize(
    ("case", "zh", "en"),
    [
        (DRAGON, "鏟 四家首張相同，莊家付每家 1", "鏟 four first discards alike"),
        (
            PLAIN,
            "碰 座0不碰 座3碰 末張 混吊 座1和，自摸",
            "seat 3: pong; no pong; wild wait; the last",
        ),
        (DRAWN, "流局，無牌可摸 加杠 補", "drawn: no tile left; added kong, tail"),
        (TING, "座3報天聽 聽 明杠 補 座3和", "seat 3: 天聽; seat 0: kong; declared ready"),
        (KONGS, "暗杠 加杠 明杠 座2明杠", "concealed kong, added kong, seat 0: kong"),
        (DEALT, "天胡 起手", "with the tiles dealt 天胡"),
        (FIRST, "地胡 龍 天聽 報天聽", "on the first draw 地胡, dragon"),
        (STRAY, "成小相公 打過混，不能和", "seat 2: 小相公; threw a wild, may not win"),
    ],
    ids=str,
)
def test_words(case, zh, en, shown):
    page = shown(case, "--lang", "zh")
    assert all(word in page for word in zh.split())
    page = re.sub(r"\s+", " ", shown(case))
    assert all(word in page for word in re.split(r"[;,] ", en))
    assert "None" not in page


def test_rules_that_differ(shown):
    assert "rules       platform\n" in shown(PLAIN)
    page = shown(PLAIN, "--set", "min_fan=3", "--set", "min_fan_exempt=su,gangkai")
    assert "platform, but min_fan=3 min_fan_exempt=gangkai,su\n" in page
    assert "traditional; unlike platform: dihu=true" in shown(TING)
    changed = shown(TING, "--set", "tianhu=8", "--lang", "zh")
    assert "platform，改動：tianhu=8 dihu=true" in changed


def test_the_wall(shown):
    # 4 + 6 names seat 2 of dealer 1: 10 + 9 stacks are more than its 17.
    page = shown((TRADITIONAL, 5))
    assert "seat 1 莊 4+6=10; seat 2 (named) 5+4=9; seat 3 (opposite) 2+2=4" in page
    assert "seat 2, stack 19 from the right end (stack 2 of seat 1)" in page
    assert "(named)" not in shown(((), 5))
    assert "7s 七條, on top of stack 4 from the tail" in page


@pytest.mark.parametrize("hands", [range(60)])
def test_the_end_follows_from_the_story(hands):
    rules = Rules.traditional().replace(gangkai_stack=True)
    n_won = 0
    for hand in hands:
        lines = record("tianjin", "speed", hand, seed=2, rules=rules)
        story, end = follow(lines), lines[-1]
        counts = np.bincount([kind for each in story.hands for kind in each.tiles], minlength=34)
        assert (counts <= 4).all()
        if end["winner"] is None or story.last is None:
            continue
        n_won += 1
        score = tianjin.score(
            story.hands[end["winner"]],
            tile_code(story.last),
            lines[0]["indicator"],
            how=end["how"],
            tian_ting=end["winner"] in story.declared,
            rules=rules,
            kongs=story.kongs,
        )
        assert (score.fan, list(score.categories)) == (end["fan"], end["categories"])
        assert score.kong_points == end["kong_points"][end["winner"]]
    assert n_won > 50


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_pages_fit_a_terminal(columns, lang):
    options = (*TRADITIONAL, "--lang", lang, "--pulls", "2,2,2,2")
    for hand in (5, 5754):
        page = on_terminal(columns, "play", "--seed", 1, "--hand", hand, *options)
        lines = page.splitlines()
        assert max(map(cell_len, lines)) <= columns
        assert any("──" in line for line in lines)
        rows = play_of(page, Words(lang))
        assert len(rows) > 20
        # The tile that came stands in the same place everywhere, beside 莊 and without it.
        came = [re.search(r"([1-9][mps]|[ESWNCFP] ) ", row).start() for row in rows[1:]]
        assert len({cell_len(row[:at]) for row, at in zip(rows[1:], came, strict=True)}) == 1


def on_terminal(columns, *arguments):
    """Return what a command prints on a terminal of so many columns."""
    terminal, end = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "COLUMNS": str(columns)}
    command = [sys.executable, "-m", "mjsim.cli", *map(str, arguments)]
    with subprocess.Popen(command, stdout=end, env=environment):
        os.close(end)
        text = b""
        while True:
            try:
                text += os.read(terminal, 1 << 16)
            except OSError:  # the other end is closed
                break
    os.close(terminal)
    return text.decode()


# ---- many hands -------------------------------------------------------------------------


def test_many_hands_json(mj):
    options = (*TRADITIONAL, *MIXED, "--sit", 1, "--pulls", "1,0,2,0")
    code, out, _ = mj("play", "--seed", 3, "--hands", 1500, *options, "--json")
    assert code == 0
    found = json.loads(out)
    frame = play(
        "tianjin",
        ["speed", "random"] * 2,
        1500,
        seed=3,
        rules=Rules.traditional(),
        sit=1,
        pulls=(1, 0, 2, 0),
    )
    assert (found["hands"], found["seed"], found["sit"]) == (1500, 3, 1)
    assert found["drawn"]["estimate"] == frame["winner"].null_count() / 4 / 1500
    rows = {row["who"]: row for row in found["rows"]}
    assert list(rows) == ["0", "1", "2", "3", "dealer", "speed", "random"]
    chosen = {
        **{str(seat): pl.col("seat") == seat for seat in range(4)},
        "dealer": pl.col("seat") == pl.col("dealer"),
        "speed": pl.col("seat").is_in([0, 2]),
        "random": pl.col("seat").is_in([1, 3]),
    }
    for who, condition in chosen.items():
        part = frame.filter(condition)
        wins = int(part["is_winner"].sum())
        share, payoff = proportion(wins, 1500), mean(by_hand(part))
        assert rows[who]["wins"] == wins
        assert rows[who]["share"]["conf_low"] == pytest.approx(share.ci_low)
        assert rows[who]["payoff"]["estimate"] == pytest.approx(payoff.value)
        assert rows[who]["payoff"]["std_error"] == pytest.approx(payoff.se)
        assert rows[who]["payoff"]["conf_high"] == pytest.approx(payoff.ci_high)
    payoffs = [row["payoff"]["estimate"] for row in found["rows"]]
    assert sum(payoffs[:4]) == pytest.approx(0)


def by_hand(frame):
    """Return the mean payoff of each hand, whose seats share its luck."""
    return frame.group_by("hand_id", maintain_order=True).agg(pl.mean("payoff"))["payoff"]


def test_many_hands_table(mj):
    code, out, _ = mj("play", "--seed", 1, "--hands", 400, "--workers", 2)
    assert code == 0
    frame = play("tianjin", "speed", 400, seed=1)
    for seat in range(4):
        part = frame.filter(pl.col("seat") == seat)
        line = next(line for line in out.splitlines() if line.startswith(f"seat {seat} "))
        share = proportion(int(part["is_winner"].sum()), 400)
        payoff = mean(part["payoff"])
        assert f" {share.n_success}  " in line
        assert f"{share:ci%}".removesuffix(" %") in line
        assert line.endswith(f"{payoff}  {f'{payoff:ci}'.partition(' ')[2]}")
    assert "400 of seed 1" in out
    assert "speed on all seats" in out
    n_drawn = frame["winner"].null_count() // 4
    assert f"{n_drawn}: {proportion(n_drawn, 400):ci%}" in out
    assert max(map(cell_len, out.splitlines())) <= 80
    _, zh, _ = mj("play", "--seed", 1, "--hands", 400, "--lang", "zh")
    assert all(word in zh for word in ("四家皆 speed", "座0", "和率", "平均輸贏", "流局"))
    code, out, _ = mj("play", "--seed", 1, "--hands", 1)  # no error is known of one hand
    assert code == 0
    assert "nan" not in out


def test_many_hands_into_parquet(tmp_path, mj):
    out = tmp_path / "hands.parquet"
    asked = ("play", "--seed", 1, "--hands", 1200, *MIXED, "--out", out)
    assert str(out) in mj(*asked)[1]
    strategies = ["speed", "random"] * 2
    assert pl.read_parquet(out).equals(play("tianjin", strategies, 1200, seed=1))
    facts = pl.read_parquet_metadata(out)
    assert facts["mjsim.rules_sha256"] == Rules.platform().digest
    assert (facts["mjsim.game"], facts["mjsim.seed"], facts["mjsim.n_hands"]) == (
        *("tianjin", "1"),
        "1200",
    )
    labels = [each["label"] for each in json.loads(facts["mjsim.strategies_json"])]
    assert labels == strategies
    mj(*asked, "--columns", "fan, waits", "--workers", 2)
    again = pl.read_parquet(out)
    assert again.equals(play("tianjin", strategies, 1200, seed=1, columns=["fan", "waits"]))
    assert "payoff" not in again.columns
    assert [entry.name for entry in tmp_path.iterdir()] == ["hands.parquet"]


def test_strategies_of_files_and_paths(tmp_path, monkeypatch, mj):
    (tmp_path / "calm.toml").write_text('strategy = "speed"\npong = false\n')
    (tmp_path / "my_first.py").write_text(
        "class Last:\n"
        "    def new_hand(self): ...\n"
        "    def choose(self, view, actions): return len(actions) - 1\n"
    )
    monkeypatch.chdir(tmp_path)  # import paths start here, as with `python -m`
    for name, label in (("calm.toml", "speed(pong=False)"), ("my_first:Last", "my_first:Last")):
        code, out, _ = mj("play", "--seed", 1, "--hand", 0, "--strategy", name, "--json")
        assert code == 0
        assert of_json(out)[0]["strategies"] == [label] * 4


# ---- replay -----------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    """Write lines, and return the file."""

    def write(*lines):
        path = tmp_path / "hands.jsonl"
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        return path

    return write


def test_round_trip(file, mj, shown, monkeypatch):
    texts = [shown(case, "--json", "--sit", 1) for case in HANDS]
    path = file(*"\n".join(texts).splitlines())  # with blank lines between the hands
    code, out, err = mj("replay", path)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"hand {hand} of seed 1: {len(text.splitlines())} lines hold"
        for (_, hand), text in zip(HANDS, texts, strict=True)
    ]
    found = json.loads(mj("replay", path, "--json")[1])
    assert (found["holds"], found["n_hands"], found["file"]) == (True, len(HANDS), str(path))
    numbers = [each["first_line"] for each in found["hands"]]
    lines = path.read_text().splitlines()
    assert all('"type": "hand"' in lines[number - 1] for number in numbers)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert mj("replay", "-")[1] == out


def test_a_wall_of_ones_own(file, mj):
    from mjsim.playing import record_wall

    lines = recorded(PLAIN)
    own = record_wall("tianjin", "speed", lines[0]["wall"], lines[0]["dice"], dealer=3)
    assert mj("replay", file(*own))[1] == f"hand at line 1: {len(own)} lines hold\n"


def test_what_breaks_the_rules(file, mj):
    good, bad = recorded(DRAGON), recorded(PLAIN)
    first = len(good)
    at = next(i for i, line in enumerate(bad) if line.get("action") == "pong P")
    broken = {
        "payoffs": (len(bad) - 1, {"payoffs": [0, 0, 0, 0]}),
        "left": (5, {"left": 70}),
        "may not 'pong C'": (at, {"action": "pong C"}),
        "seat 1 may not": (at, {"legal": ["pass"]}),
        "wall": (0, {"seed": 2}),
        "version": (0, {"version": 2}),
    }
    for word, (place, change) in broken.items():
        lines = [*bad]
        lines[place] = {**lines[place], **change}
        code, out, err = mj("replay", path := file(*good, *lines))
        assert (code, err.count("\n")) == (2, 1)
        assert out == f"hand 0 of seed 1: {first} lines hold\n"  # what stands before does hold
        assert f"{path}: line {first + place + 1}: " in err
        assert word in err


@pytest.mark.parametrize("kept", [1, 2, 10, -1])
def test_hands_that_break_off(kept, file, mj):
    lines = recorded(PLAIN)[:kept]
    for more in ([], recorded(DRAGON)):
        error = fails(mj, "replay", file(*lines, *more))
        assert int(re.search(r"line (\d+)", error)[1]) in (len(lines), len(lines) + 1)
        assert "end" in error


def test_what_is_no_transcript(tmp_path, file, mj):
    lines = recorded(PLAIN)
    path = file(*lines[:4], '{"type": "choice",')
    assert f"{path}: line 5: no JSON: " in fails(mj, "replay", path)
    assert "line 2: a JSON object is wanted, not list" in fails(
        mj, "replay", file(lines[0], "[1, 2]")
    )
    assert "line 1: no JSON" in fails(mj, "replay", file("[" * 100_000))
    assert "line 1" in fails(mj, "replay", file(*lines[1:]))
    assert "no transcript in it" in fails(mj, "replay", file())
    assert "No such file" in fails(mj, "replay", tmp_path / "nowhere")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xfa\n")
    assert "line 1: no JSON" in fails(mj, "replay", tmp_path / "bytes", "--json")


# ---- wrong use --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((), "exactly one of --hand and --hands"),
        (("--hand", 1, "--hands", 2), "exactly one of --hand and --hands"),
        (("--hand", -1), "--hand"),
        (("--hands", 0), "--hands"),
        (("--hand", 1, "--strategy", "sped"), "sped"),
        (("--hand", 1, "--strategy", "speed", "--strategy", "speed"), "four"),
        (("--hand", 1, "--strategy", "nowhere:X"), "nowhere"),
        (("--hand", 1, "--strategy", "nowhere.toml"), "nowhere.toml"),
        (("--hand", 1, "--strategy", "test_cli_play:Raises"), "KeyError: 'hnad'"),
        (("--hands", 9, "--strategy", "test_cli_play:Raises"), "hand 0"),
        (("--hand", 1, "--sit", 2), "sit"),
        (("--hand", 1, "--pulls", "0,1,2"), "pulls"),
        (("--hand", 1, "--pulls", "0,1,2,x"), "--pulls"),
        (("--hand", 1, "--pulls", "0,1,2,3"), "pulls"),
        (("--hand", 1, "--lang", "fr"), "--lang"),
        (("--hand", 1, "--columns", "payoff"), "--columns"),
        (("--hands", 1, "--columns", "payoff"), "--columns"),
        (("--hands", 1, "--columns", "waist", "--out", "a.parquet"), "waits"),
        (("--hands", 1, "--out", "a.json"), "--out"),
        (("--hand", 1, "--out", "a.parquet"), "--out"),
        (("--hand", 1, "--out", "nowhere/a.jsonl"), "no folder nowhere"),
        (("--hand", 1, "--preset", "seed"), "--preset"),
        (("--hand", 1, "--set", "min_fan=many"), "min_fan"),
        (("--hand", 1000 << 32), "hand: a whole number"),
        (("--hand", 99999999999999999999), "hand: a whole number"),
        (("--hand", 1, "--workers", 2), "--workers"),
        (("--hand", 1, "--engine", "threads"), "--engine"),
        (("--hand", 1, "--out", "."), "--out: . is a folder"),
        (("--hands", 1, "--out", "."), "--out: . is a folder"),
    ],
    ids=str,
)
def test_wrong_use(arguments, word, mj, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    monkeypatch.chdir(tmp_path)
    assert word in fails(mj, "play", "--seed", 1, *arguments)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["d.parquet", "d", "d.jsonl"])
@pytest.mark.parametrize("many", ["--hand", "--hands"])
def test_folders_are_no_files(name, many, mj, tmp_path):
    (tmp_path / name).mkdir()
    error = fails(mj, "play", "--seed", 1, many, 1, "--out", tmp_path / name)
    assert f"--out: {tmp_path / name} is a folder" in error
    assert not list((tmp_path / name).iterdir())


def test_help_names_the_groups_of_columns(mj):
    page = " ".join(re.sub(r"[│|]", " ", mj("play", "--help")[1]).split())
    assert f"or the groups {', '.join(GROUPS)};" in page
    for columns in COLUMNS.values():
        assert {column.group for column in columns.values()} == set(GROUPS)


def test_seats_of_a_strategy_and_who_deals(mj):
    seated = [option for name in ("speed", *["random"] * 3) for option in ("--strategy", name)]
    page = mj("play", "--seed", 1, "--hands", 6, *seated)[1]
    assert "speed, 1 seat " in page
    assert "random, 3 seats " in page
    assert "not a multiple of 4 hands" in page
    assert "multiple" not in mj("play", "--seed", 1, "--hands", 8)[1]
    assert "不是四的倍數" in mj("play", "--seed", 1, "--hands", 7, "--lang", "zh")[1]


def test_strategies_that_differ_have_rows_of_their_own(mj, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    seated = []
    for first in ("true", "false"):
        path = tmp_path / f"{first}.toml"
        path.write_text(f'strategy = "test_strategies:Mine"\nfirst = {first}\n')
        seated += ["--strategy", path] * 2
    found = json.loads(mj("play", "--seed", 1, "--hands", 4, *seated, "--json")[1])
    labels = [f"test_strategies:Mine(first={first})" for first in (True, False)]
    assert [(row["who"], row["n_seats"]) for row in found["rows"][5:]] == [
        (label, 2) for label in labels
    ]


def test_a_seed_is_wanted(mj):
    assert "--seed" in fails(mj, "play", "--hand", 1)
