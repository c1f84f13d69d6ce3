"""Whole hands of 温岭麻将 on the command line: pages, tables, JSON, Parquet, wrong use."""

import io
import json
import re

import numpy as np
import polars as pl
import pytest
from rich.cells import cell_len
from rich.console import Console

from mjsim import wenling
from mjsim.cli import main, tables
from mjsim.cli.play_show import show_hand
from mjsim.cli.play_won import won
from mjsim.notation import parse_tile
from mjsim.playing import ActionType, play, record, record_wall, replay
from mjsim.playing.render import heading, result
from mjsim.playing.render_wenling import automatic
from mjsim.playing.turns import follow
from mjsim.playing.words import _COMMON, Words
from mjsim.stats import mean, proportion
from mjsim.tiles import MeldType, format_tiles, tile_code, tile_zh
from mjsim.wenling import LABELS, Rules

NOISY = {"strategy": "speed", "epsilon": 0.2}

# Hands of seed 1: strategy, hand; what happens in each.
PLAIN = ("speed", 0)  # a discard wins
AT_ONCE = ("speed", 29)  # 三得 at the deal, two rounds of showing
NAONAO = ("speed", 26)
LIABLE = ("speed", 31)
DRAGON = ("speed", 272)  # liable for 发
OUTDONE = ("speed", 115)  # chi, but another pongs; a concealed kong
DRAWN = ("random", 3)  # two threw 得
ROBBED = (NOISY, 128)
SHOWN = (NOISY, 115)  # the fourth 白 is shown, 三得 not
OWN_FLOWERS = (NOISY, 0)  # four flowers win
CAPPED = (NOISY, 119)  # 500 at most, on a replacement
HANDS = (
    *(PLAIN, AT_ONCE, NAONAO, LIABLE, DRAGON, OUTDONE),
    *(DRAWN, ROBBED, SHOWN, OWN_FLOWERS, CAPPED),
)


@pytest.fixture
def mj(capsys):
    """Run ``mjsim play --game wenling --seed 1`` in this process: (exit code, output, errors)."""

    def run(*arguments):
        given = ("play", "--game", "wenling", "--seed", 1, *arguments)
        code = main([str(argument) for argument in given])
        return (code, *capsys.readouterr())

    return run


@pytest.fixture
def page(capsys):
    """Return the page of a hand."""

    def show(lines, lang="en"):
        show_hand(lines, lang)
        return capsys.readouterr().out

    return show


def recorded(case, **options):
    strategy, hand = case
    return record("wenling", strategy, hand, seed=1, **options)


def plain(text):
    return re.sub(r"\s+", " ", text)


# ---- one hand ---------------------------------------------------------------------------


def test_json_and_out(mj, tmp_path, capsys):
    out = tmp_path / "hand.jsonl"
    code, text, err = mj("--hand", 29, "--json", "--out", out)
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines == recorded(AT_ONCE)
    assert out.read_text() == text
    assert main(["replay", str(out)]) == 0
    assert capsys.readouterr().out == f"hand 29 of seed 1: {len(lines)} lines hold\n"
    assert str(out) in mj("--hand", 29, "--out", out)[1]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("case", HANDS, ids=str)
def test_pages_tell_the_transcript(case, lang, page):
    lines = recorded(case)
    assert replay(lines) == len(lines)
    head, end, text = lines[0], lines[-1], page(lines, lang)
    story, say = follow(lines), Words.of(head, lang)
    assert "None" not in text
    for tiles in lines[1]["hands"]:
        assert tiles in text
    assert say.full(head["dealer"]) in text
    for _, seat, shown, drawn in story.showings:
        cells = say.mark(seat), format_tiles(shown), format_tiles(drawn)
        assert re.search("{} +{} .* {} ".format(*cells), text)
    for step in story.steps:
        if step.left is not None:
            row = f" {step.left}  {tile_code(step.tile):<2} {tile_zh(step.tile, 'hans')}"
            assert row in text
    for seat, payoff in enumerate(end["payoffs"]):
        points = end["points"][seat] or ""
        cells = say.mark(seat), str(story.hands[seat]), f"{payoff:+g}" if payoff else "0"
        name, tiles, gain = map(re.escape, cells)
        assert re.search(rf"^{name} +{tiles}.* {points} +{gain}$", text, re.MULTILINE)
        if story.shown[seat]:
            assert format_tiles(sorted(story.shown[seat])) in text
    for name in end["categories"]:
        assert LABELS[name].zh in text
        assert (LABELS[name].en in plain(text)) == (lang == "en")
    for seat in end["winners"]:
        assert plain(say("wins", seat=say.full(seat), how="")) in plain(text)
    assert not [line for line in text.splitlines() if line != line.rstrip()]


@pytest.mark.parametrize(
    ("case", "zh", "en"),
    [
        (PLAIN, "北家点炮，7p 七筒; 东家不碰不吃", "discarded by North 点炮; East: no pong or chi"),
        (AT_ONCE, "腊子即胡：三得; 腊子 500", "wins at once, by 三得 three wilds; 500 outright"),
        (NAONAO, "是，翻出中发白及花牌; P 白*", "yes: 中发白 and flowers are shown; 66 P 白*"),
        (
            LIABLE,
            "包三家 东家（座3）在生牌阶段打生牌",
            "East (seat 3) pays for all: threw a live tile",
        ),
        (DRAGON, "离听牌尚远而打中发", "threw 中 or 发, far from ready; on F 发"),
        (OUTDONE, "南家要吃二三四筒不成，西家碰; 暗杠", "South: chi 234p, outdone, West: pong"),
        (DRAWN, "黄牌，余 17 张; 西家打得，不能再和", "drawn 黄牌: 17 tiles left; North: threw 得"),
        (
            ROBBED,
            "加杠 西家和; 抢南家杠，8m 八万",
            "added kong West: wins; robbing the kong of South",
        ),
        (SHOWN, "腊子即胡：四白板; 翻出 PPPP4g2f", "at once, by 四白板 four white dragons"),
        (OWN_FLOWERS, "四黑花", "by 四黑花 all plants"),
        (CAPPED, "= 1344 → 500 封顶; 补牌自摸", "= 1344 → 500 at most; on a replacement"),
    ],
    ids=str,
)
def test_words(case, zh, en, page):
    for lang, words in (("zh", zh), ("en", en)):
        text = plain(page(recorded(case), lang))
        for word in words.split("; "):
            assert word in text


def test_heading():
    lines = recorded((("speed", NOISY) * 2, 33), rules=Rules.parlour().replace(bao=False))
    found = dict(heading(lines, "zh"))
    assert found["牌局"] == "温岭麻将，种子 1，第 33 盘"
    assert found["规则"] == "seed，改动：de_restore_fan=1 ratio=dealer_double bao=false"
    assert found["庄家"] == "东家（座1）"
    assert found["打法"].startswith("北家 speed，东家 speed(epsilon=0.2)")
    found = dict(heading(recorded(PLAIN, rules=Rules.parlour()), "en"))
    assert found["rules"] == "parlour; unlike seed: de_restore_fan=1 ratio=dealer_double"
    assert found["dealer"] == "East (seat 0)"


def test_the_wall():
    head = recorded(PLAIN)[0]
    lines = record_wall("wenling", "speed", head["wall"], [4, 4, 6, 6], dealer=2)
    found = dict(heading(lines, "en"))
    assert found["hand"] == "on a wall of its own, 温岭麻将"
    assert found["dice"] == "4+4=8 and 6+6=12"
    assert found["wall"].startswith("at North: dealing starts after 20 stacks")
    assert found["wall"].endswith(" (after stack 2 of West)")


def test_flowers_that_are_wild():
    hand = next(i for i in range(99) if recorded(("speed", i))[0]["indicator"][-1] in "gf")
    lines = recorded(("speed", hand))
    wilds = lines[0]["wilds"]
    zh = " ".join(tile_zh(33 + "gf".index(t[1]) * 4 + int(t[0]), "hans") for t in wilds)
    assert dict(heading(lines, "en"))["wild 得"] == f"{' '.join(wilds)}  {zh}"


@pytest.mark.parametrize("strategy", ["speed", NOISY], ids=str)
def test_the_end_follows_from_the_story(strategy):
    ended = set()
    for hand in range(150):
        lines = record("wenling", strategy, hand, seed=2)
        head, end, story = lines[0], lines[-1], follow(lines)
        tiles = [kind for each in story.hands for kind in each.tiles]
        assert (np.bincount(tiles, minlength=42)[:34] <= 4).all()
        for seat in range(4):
            wind = (seat - head["dealer"]) % 4
            shown, each = format_tiles(story.shown[seat]), story.hands[seat]
            if seat not in end["winners"] and end["winners"]:
                points = wenling.loser_points(each, head["indicator"], seat=wind, shown=shown)
                assert points == end["points"][seat]
        if not end["winners"]:
            continue
        winner = end["winners"][0]
        ended.add(end["how"])
        found = won(lines, story, Words.of(head, "en"))
        if found is None:
            indicator = parse_tile(head["indicator"], flowers=True)
            assert automatic(story, winner, indicator) == end["categories"]
            continue
        total = re.search(r"(\d+)(?: at most)?$", found.formula)[1]
        assert int(total) == end["points"][winner]
        assert sum(tile["last"] for group in found.groups for tile in group["tiles"]) == 1
    assert ended >= {"draw", "discard"}


def test_a_robbed_kong_is_a_pong_again():
    lines = recorded(ROBBED)
    story, end = follow(lines), lines[-1]
    assert story.steps[-1].act.type == ActionType.ADDED_KONG
    laid = story.hands[end["discarder"]].melds
    assert [meld.type for meld in laid if meld.kind == story.last] == [MeldType.PONG]


def test_several_winners_at_the_deal():
    rows = play("wenling", "random", 60_000, seed=3, columns=["is_winner", "how"], workers=2)
    several = rows.group_by("hand_id").agg(pl.sum("is_winner")).filter(pl.col("is_winner") > 1)
    lines = record("wenling", "random", several["hand_id"].min(), seed=3)
    facts = result(lines, follow(lines), "en")
    assert [name for name, _ in facts].count("result") == len(lines[-1]["winners"]) > 1
    assert all("at once, by" in text for name, text in facts if name == "result")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("columns", [80, 120])
def test_pages_fit_a_terminal(columns, lang, monkeypatch):
    for case in HANDS:
        file = io.StringIO()
        console = Console(file=file, width=columns, force_terminal=True, color_system=None)
        monkeypatch.setattr(tables, "_terminal", lambda console=console: console)
        show_hand(recorded(case), lang)
        assert max(map(cell_len, file.getvalue().splitlines())) <= columns


def test_characters_are_simplified():
    say = Words("zh", "wenling", 0)
    wanted = ("seed", "hand", "name", "first", "label", "seat", "claim", "claims")
    for what in _COMMON:
        said = say(what, n=1, **dict.fromkeys(wanted, ""))
        said.encode("gb2312")
    with pytest.raises(UnicodeEncodeError):
        _COMMON["dealer"][0].encode("gb2312")


# ---- many hands -------------------------------------------------------------------------


def test_many_hands(mj, tmp_path):
    out = tmp_path / "hands.parquet"
    rules = ("--set", "ratio=idle_half")
    seated = [option for name in ("speed", "random") * 2 for option in ("--strategy", name)]
    code, text, err = mj("--hands", 800, *rules, *seated, "--out", out, "--json")
    assert (code, err) == (0, "")
    found = json.loads(text)
    frame = play(
        "wenling",
        ["speed", "random"] * 2,
        800,
        seed=1,
        rules=Rules.seed().replace(ratio="idle_half"),
    )
    assert pl.read_parquet(out).equals(frame)
    assert pl.read_parquet_metadata(out)["mjsim.game"] == "wenling"
    assert found["game"] == "wenling"
    assert found["drawn"]["estimate"] == frame["winner"].null_count() / 3200
    rows = {row["who"]: row for row in found["rows"]}
    part = frame.filter(pl.col("seat") % 2 == 0).group_by("hand_id", maintain_order=True)
    hands = part.agg(pl.any("is_winner"), pl.mean("payoff"))
    assert rows["speed"]["wins"] == hands["is_winner"].sum()
    assert rows["speed"]["payoff"]["estimate"] == pytest.approx(mean(hands["payoff"]).value)
    code, text, err = mj("--hands", 800, *rules, *seated)
    assert (code, err) == (0, "")
    assert "sit" not in text
    n_drawn = frame["winner"].null_count() // 4
    assert f"drawn 黄牌 {n_drawn}: {proportion(n_drawn, 800):ci%}" in plain(text)
    assert max(map(cell_len, text.splitlines())) <= 80
    text = mj("--hands", 8, "--lang", "zh")[1]
    assert all(word in text for word in ("温岭麻将，种子 1，8 盘", "黄牌", "庄家", "平均输赢"))
    text.encode("gb2312")


# ---- wrong use --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--hand", 1, "--sit", 1), "--sit: for --game tianjin, not wenling"),
        (("--hands", 1, "--pulls", "0,1,0,0"), "--pulls: for --game tianjin, not wenling"),
        (("--hand", 1, "--preset", "platform"), "--preset"),
        (("--hand", 1, "--set", "min_fan=3"), "min_fan"),
        (("--hand", 1, "--strategy", "valu"), "strategy: random, speed, value, module:Class"),
        (("--hands", 1, "--columns", "is_zhuo5", "--out", "a.parquet"), "is_zhuo5"),
        (("--hand", 1, "--out", "nowhere/a.jsonl"), "no folder nowhere"),
    ],
    ids=str,
)
def test_wrong_use(arguments, word, mj, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = mj(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert word in err
    assert not list(tmp_path.iterdir())
