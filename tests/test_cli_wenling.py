"""The command line for 温岭麻将: tables and JSON against the API, worked cases, refusals."""

import json
from fractions import Fraction

import pytest
from rich.cells import cell_len
from wenling_cases import FIRST, LOSERS, REFUSED, SCORED, WORKED

import mjsim
from mjsim import wenling
from mjsim.cli import main
from mjsim.cli.formula import points_formula
from mjsim.cli.rules import read_wenling_rules
from mjsim.notation import parse_hand, parse_tiles
from mjsim.tiles import N_KINDS_FLOWERS, format_tiles, tile_zh
from mjsim.wenling import LABELS, Rules
from mjsim.wenling.deals import automatic_wins, de_kinds, is_naonao, shown_kinds

GAME = ("--game", "wenling")
CASES = pytest.mark.parametrize("case", SCORED, ids=str)


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


def fails(mj, *arguments):
    """Check that a command line ends in one line on standard error; return the line."""
    code, out, err = mj(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("mjsim: ")
    assert err.count("\n") == 1
    return err


def options_of(case):
    """Return the options that make a worked case."""
    options = ["--preset", case.preset] if hasattr(case, "preset") else []
    options += ["--how", case.how] if hasattr(case, "how") else []
    for name, value in case.changes:
        options += ["--set", f"{name}={value}"]
    return [*GAME, *options, "--seat", case.seat, "--shown", case.shown]


def score_of(case):
    return ("score", case.hand, case.last, case.indicator, *options_of(case))


def facts_of(out):
    """Return the names and values that a table begins with."""
    head, _, _ = out.partition("\n\n")
    rows = (line.split("  ", 1) for line in head.splitlines())
    return {row[0]: row[1].strip() for row in rows if row[0]}


def rows_of(out, first):
    """Return the rows of the printed table whose header begins with a name, in words."""
    lines = out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.split()[:1] == [first])
    end = next((i for i in range(start, len(lines)) if not lines[i].strip()), len(lines))
    return [line.split() for line in lines[start + 1 : end]]


def tiles_of(found):
    return [tile for group in found["groups"] for tile in group["tiles"]]


# ---- score ------------------------------------------------------------------------------


@CASES
def test_score_is_the_worked_case(case, mj_json):
    found = mj_json(*score_of(case))
    assert (found["points"], found["wins"]) == (case.points, case.points is not None)
    assert found["complete"] == (found["shanten"] == -1)
    assert found["wins"] == (found["complete"] or found["automatic"])
    if case.points is not None:
        assert (found["base"], found["fan"]) == (case.base, case.fan)
    assert {row["id"] for row in found["categories"]} == set(case.categories.split())
    assert all((row["zh"], row["en"]) == LABELS[row["id"]] for row in found["categories"])
    assert (found["limit"] and found["limit"]["id"]) == case.limit


@CASES
def test_score_says_what_lies_on_the_table(case, mj_json):
    found = mj_json(*score_of(case))
    rules = Rules.preset(case.preset).replace(**dict(case.changes))
    turned = found["indicator"]["kind"]
    assert found["rules"] == rules.to_dict()
    assert (found["game"], found["preset"]) == ("wenling", case.preset)
    assert tuple(tile["kind"] for tile in found["wilds"]) == de_kinds(turned)
    assert found["naonao"] == is_naonao(turned, rules.naonao)
    assert (found["seat"], found["how"]) == (case.seat, case.how)
    shown = format_tiles(parse_tiles(case.shown, flowers=True))
    assert found["shown"]["notation"] == shown


@CASES
def test_score_table(case, mj, mj_json):
    found = mj_json(*score_of(case))
    code, out, err = mj(*score_of(case))
    assert (code, err) == (0, "")
    facts = facts_of(out)
    assert facts["闹闹"] == ("yes" if found["naonao"] else "no")
    assert facts["wild 得"].split() == [tile["tile"] for tile in found["wilds"]] + [
        tile["zh"] for tile in found["wilds"]
    ]
    assert facts["seat"].startswith(case.seat)
    assert found["shown"]["zh"] in facts["shown"] or facts["shown"] == "none"
    if case.points is None:
        assert "points" not in facts
        assert "shanten" in facts["complete"]
        return
    assert facts["points"] == str(case.points)
    assert all(f"{row['zh']} {row['id']}" in facts["categories"] for row in found["categories"])
    assert ("腊子" in facts) == (case.limit is not None)
    if case.limit:
        assert case.limit in facts["腊子"]
        assert LABELS[case.limit].zh in facts["腊子"]
    if found["automatic"]:
        assert (found["formula"], found["uncapped"], found["groups"]) == (None, None, [])
        assert "formula" not in facts
        return
    assert (facts["base 胡"], facts["fan"]) == (str(case.base), str(case.fan))
    assert facts["formula"] == found["formula"]


@pytest.mark.parametrize("case", [c for c in SCORED if c.points], ids=str)
def test_the_formula_gives_the_points(case, mj_json):
    found = mj_json(*score_of(case))
    assert found["automatic"] == (case.limit is not None and not found["groups"])
    if found["automatic"]:
        return
    left, _, right = found["formula"].partition(" = ")
    assert eval(left.replace("×", "*").replace("^", "**")) == found["uncapped"]
    assert found["uncapped"] == (case.base + 20) * 2**case.fan
    assert right.split()[0].rstrip(";") == str(found["uncapped"])
    assert right.removesuffix(" at most").split()[-1] == str(case.points)
    assert ("at most" in right) == (case.limit is None and found["uncapped"] > 500)


def test_the_formula_in_words():
    assert points_formula(0, 2) == "(0 + 20) × 2^2 = 80"
    assert points_formula(13, 2) == "(13 + 20) × 2^2 = 132 → 140"
    assert points_formula(105, 2) == "(105 + 20) × 2^2 = 500"
    assert points_formula(62, 3) == "(62 + 20) × 2^3 = 656 → 500 at most"
    assert points_formula(0, 0, "天胡") == "(0 + 20) × 2^0 = 20; 天胡 → 500"


@pytest.mark.parametrize("case", [c for c in SCORED if c.points], ids=str)
def test_score_arranges_the_hand(case, mj, mj_json):
    found = mj_json(*score_of(case))
    if found["automatic"]:
        return
    tiles = tiles_of(found)
    assert sum(min(3, len(group["tiles"])) for group in found["groups"]) == 17
    hand = parse_hand(case.hand, flowers=True)
    held = [*hand.tiles, found["last"]["kind"], *(k for m in hand.melds for k in m.kinds)]
    wilds = {tile["kind"] for tile in found["wilds"]}
    natural = sorted(kind for kind in held if kind not in wilds)
    assert sorted(tile["kind"] for tile in tiles if not tile["wild"]) == natural
    _, out, _ = mj(*score_of(case))
    assert all(text in out for tile in tiles for text in (tile["tile"], tile["zh"]))
    assert [row[0] for row in rows_of(out, "group")] == [
        group["type"].split()[0] for group in found["groups"]
    ]
    assert ("* 得" in out) == any(tile["wild"] for tile in tiles)


@pytest.mark.parametrize("case", [c for c in SCORED if c.points], ids=str)
def test_score_marks_the_last_tile_where_it_scores(case, mj_json):
    found = mj_json(*score_of(case))
    if found["automatic"]:
        return
    (group,) = (g for g in found["groups"] if any(tile["last"] for tile in g["tiles"]))
    at = [tile["last"] for tile in group["tiles"]].index(True)
    last = group["tiles"][at]
    wild = found["last"]["kind"] in {tile["kind"] for tile in found["wilds"]}
    assert last["wild"] == wild
    assert wild or last["kind"] == found["last"]["kind"]
    rank = last["kind"] % 9
    middle = group["type"] == "sequence" and at == 1
    edge = group["type"] == "sequence" and (at, rank) in ((2, 2), (0, 6))
    categories = case.categories.split()
    assert (group["type"] == "pair") == ("dandiao" in categories)
    assert middle == ("qiandang" in categories)
    assert edge == ("kaobing" in categories)


@pytest.mark.parametrize(
    ("hand", "indicator", "category", "stands"),
    [
        ("123m55m678m345s79s234p", "5p", "qiandang", "8s"),
        ("123m55m678m12s678s234p", "5p", "kaobing", "3s"),
        ("123m55m678m345s89s234p", "5p", "kaobing", "7s"),
        ("1234569m345s789s234p", "5p", "dandiao", "9m"),
        ("123m55m678m345s78s234p", "5p", "panghu", None),
        ("123m55m678m345s7s1g234p", "2g", "panghu", None),
    ],
)
def test_a_drawn_wild_stands_where_it_waits(hand, indicator, category, stands, mj, mj_json):
    arguments = ("score", hand, "5p" if indicator == "5p" else "3g", indicator, *GAME)
    found = mj_json(*arguments)
    assert category in {row["id"] for row in found["categories"]}
    (last,) = (tile for tile in tiles_of(found) if tile["last"])
    assert last["wild"]
    (group,) = (g for g in found["groups"] if any(tile["last"] for tile in g["tiles"]))
    if stands:
        assert last["tile"] == stands
        assert f"{found['last']['tile']} as {stands}" in mj(*arguments)[1]
    else:  # at an end of a sequence that the other end leaves open
        assert not group["tiles"][1]["last"]


def test_score_of_a_hand_that_wins_nothing(mj_json):
    found = mj_json("score", FIRST, "1s", "5p", *GAME)
    assert (found["wins"], found["points"], found["limit"]) == (False, None, None)
    assert (found["categories"], found["groups"]) == ([], [])
    assert found["shanten"] == 0


def test_score_says_that_the_rules_have_no_dihu(mj):
    for how, option in (("first_draw", "discard"), ("first_discard", "first_draw")):
        _, out, _ = mj("score", FIRST, "9s", "5p", *GAME, "--how", how, "--set", f"dihu={option}")
        assert "no 地胡" in out
        _, out, _ = mj("score", FIRST, "9s", "5p", *GAME, "--how", how, "--set", "dihu=both")
        assert "no 地胡" not in out


def test_chinese_names_and_orders_of_honours(mj_json):
    found = mj_json("score", FIRST, "九条", "红中", *GAME, "--shown", "白发春 竹")
    assert found["shown"] == {"notation": "FP1g3f", "zh": "发白春竹"}
    turned = mj_json("score", FIRST, "9s", "5z", *GAME, "--honors", "chinese")["indicator"]
    assert turned == {"kind": 31, "tile": "C", "zh": "中"}


# ---- waits ------------------------------------------------------------------------------

WAITS = [
    (FIRST, "5p", "", "", "S"),
    (FIRST, "C", "PF", "1g99s", "W"),
    ("55678m23p345s(9999m)[1111s]", "5p", "", "4p", "N"),
    ("123678m23455p3458s5p", "1g", "P", "", "E"),
    ("1147m258p369sESWNCF", "5p", "2g", "", "E"),
]


@pytest.mark.parametrize(("hand", "indicator", "shown", "seen", "seat"), WAITS)
def test_waits_agree_with_the_api(hand, indicator, shown, seen, seat, mj, mj_json):
    waits = wenling.waits(hand, indicator, shown=shown, seen=seen, seat=seat)
    options = ("--shown", shown, "--seen", seen, "--seat", seat)
    arguments = ("waits", hand, indicator, *GAME, *options)
    found = mj_json(*arguments)
    assert [
        (row["kind"], row["left"], row["points"], [c["id"] for c in row["categories"]])
        for row in found["waits"]
    ] == [(w.kind, w.left, w.value, list(w.categories)) for w in waits]
    unseen = parse_tiles(seen, flowers=True)
    laid = parse_tiles(shown, flowers=True)
    read = parse_hand(hand, flowers=True)
    held = len(read.tiles) + sum(len(meld.kinds) for meld in read.melds)
    left = 144 - 1 - held - len(laid) - len(unseen)
    assert found["n_unseen"] == left
    mean = Fraction(sum(w.left * w.value for w in waits), left)
    assert Fraction(found["mean_points_next_draw_fraction"]) == mean
    assert Fraction(found["p_win_next_draw_fraction"]) == Fraction(sum(w.left for w in waits), left)
    showing = shown_kinds(found["indicator"]["kind"])
    of_those = sum(4 if kind < 34 else 1 for kind in showing)
    assert found["n_unseen_shown"] == of_those - sum(k in showing for k in [*laid, *unseen])
    _, out, _ = mj(*arguments)
    if waits:
        assert rows_of(out, "wait") == [
            [w.tile, tile_zh(w.kind, "hans"), str(w.left), str(w.value)]
            + [LABELS[name].zh for name in w.categories]
            for w in waits
        ]
        assert f"mean points {mean} = " in out
        assert f"{found['n_unseen_shown']} of the unseen would be shown" in out
    else:
        assert f"no, shanten {found['shanten']}" in out
    assert "distance" not in out


def test_waits_line_up(mj):
    _, out, _ = mj("waits", FIRST, "C", *GAME, "--shown", "PF")
    lines = [line for line in out.splitlines() if " 480 " in line]
    assert len(lines) == 3
    assert len({cell_len(line[: line.index(" 480 ")]) for line in lines}) == 1


# ---- loser ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", LOSERS, ids=str)
def test_loser(case, mj, mj_json):
    arguments = ("loser", case.hand, case.indicator, *options_of(case))
    found = mj_json(*arguments)
    assert found["points"] == case.points
    assert (found["seat"], found["game"]) == (case.seat, "wenling")
    assert mj_json(*(a for a in arguments if a not in GAME)) == found
    _, out, _ = mj(*arguments)
    assert facts_of(out)["points"] == str(case.points)
    assert "without the 20" in out


# ---- exact ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "n_tiles", "indicator", "naonao"),
    [
        ((), 17, None, "seed"),
        (("--tiles", 16, "--indicator", "春"), 16, "1g", "seed"),
        (("--indicator", "E", "--set", "naonao=with_winds"), 17, "E", "with_winds"),
    ],
)
def test_exact_shanten(options, n_tiles, indicator, naonao, mj, mj_json):
    chances = mjsim.exact.shanten_distribution("wenling", n_tiles, indicator, naonao=naonao)
    found = mj_json("exact", "shanten", *GAME, *options)
    assert {
        row["outcome"]: Fraction(row["probability_fraction"]) for row in found["outcomes"]
    } == chances
    assert (found["n_tiles"], found["naonao"], found["game"]) == (n_tiles, naonao, "wenling")
    _, out, _ = mj("exact", "shanten", *GAME, *options)
    assert f"{n_tiles} random tiles, 温岭麻将" in out
    assert all(f"{chance.numerator}/{chance.denominator}" in out for chance in chances.values())


# ---- deal -------------------------------------------------------------------------------


@pytest.mark.parametrize("naonao", ["seed", "always"])
def test_deal_shows_what_the_api_deals(naonao, mj_json):
    deals = mjsim.deal("wenling", 1203, seed=7, naonao=naonao)
    found = mj_json("deal", "--hands", 1203, "--seed", 7, *GAME, "--set", f"naonao={naonao}")
    wins = automatic_wins(deals.hands, deals.shown, deals.indicator, naonao)
    assert [row["hand_id"] for row in found] == list(range(1203))
    assert wins.any()
    for i in (0, 999, 1000, *wins.any(axis=(1, 2)).nonzero()[0].tolist()):
        opening, turned = found[i], int(deals.indicator[i])
        assert opening["indicator"]["kind"] == turned
        assert opening["dealer"] == deals.dealer[i] == i % 4
        assert opening["dice"] == deals.dice[i].tolist()
        assert opening["naonao"] == is_naonao(turned, naonao)
        assert tuple(tile["kind"] for tile in opening["wilds"]) == de_kinds(turned)
        for seat, row in enumerate(opening["seats"]):
            hand = parse_hand(row["notation"], flowers=True)
            assert hand == parse_hand(row["zh"], flowers=True)
            assert (hand.counts(N_KINDS_FLOWERS) == deals.hands[i, seat]).all()
            shown = parse_tiles(row["shown"]["notation"], flowers=True)
            assert shown == parse_tiles(row["shown"]["zh"], flowers=True)
            assert [shown.count(kind) for kind in range(42)] == deals.shown[i, seat].tolist()
            assert row["wind"] == "ESWN"[(seat - i) % 4]
            assert len(row["automatic"]) == wins[i, seat].sum()
            assert row["shanten"] == wenling.shanten(hand, opening["indicator"]["tile"])
            assert row["n_tiles"] == (17 if seat == opening["dealer"] else 16)
        assert sorted(opening["winners"]) == wins[i].any(axis=1).nonzero()[0].tolist()


def test_deal_table(mj, mj_json):
    options = ("--hands", 400, "--seed", 7, *GAME)
    found = mj_json("deal", *options)
    _, out, _ = mj("deal", *options)
    pages = out.split("hand       ")[1:]
    assert len(pages) == len(found)
    assert any(opening["winners"] for opening in found)
    for page, opening in zip(pages, found, strict=True):
        for row in opening["seats"]:
            line = next(line for line in page.splitlines() if row["notation"] in line)
            assert line.startswith(f"{row['seat']} {row['wind']} ")
            assert ("庄" in line) == (row["seat"] == opening["dealer"])
            assert row["zh"] in line
            assert f"{row['shown']['notation']} " in line
            assert row["shown"]["zh"] in line
        assert ("腊子" in page) == bool(opening["winners"])
        for seat in opening["winners"]:
            won = opening["seats"][seat]["automatic"]
            assert any(
                f"seat {seat} " in line and all(row["id"] in line for row in won)
                for line in page.splitlines()
            )
        start = "ESWN"[(sum(opening["dice"][:2]) - 1) % 4]
        assert f"counted from {start} " in page
        assert f"after {sum(opening['dice'])} stacks" in page


def test_several_automatic_wins(mj_json):
    options = ("--hands", 300, "--seed", 16, *GAME)
    everyone = mj_json("deal", *options)
    several = [opening for opening in everyone if len(opening["winners"]) > 1]
    assert several
    first = mj_json("deal", *options, "--set", "multi_auto=first_seat")
    for opening in several:
        (winner,) = first[opening["hand_id"]]["winners"]
        assert winner == opening["winners"][0]
        winds = [opening["seats"][seat]["wind"] for seat in opening["winners"]]
        assert winds == sorted(winds, key="ESWN".index)


def test_deal_in_either_script(mj):
    _, simplified, _ = mj("deal", "--seed", 1, *GAME)
    _, traditional, _ = mj("deal", "--seed", 1, *GAME, "--script", "hant")
    assert "万" in simplified
    assert "萬" not in simplified
    assert "萬" in traditional


# ---- rules ------------------------------------------------------------------------------


def test_rules_table(mj, mj_json):
    options = (*GAME, "--preset", "parlour", "--set", "huang_stacks=7", "--set", "bao=no")
    expected = Rules.parlour().replace(huang_stacks=7, bao=False)
    found = mj_json("rules", *options)
    assert {row["option"]: row["now"] for row in found["options"]} == expected.to_dict()
    assert (found["digest"], found["preset"]) == (expected.digest, "parlour")
    for preset in Rules.PRESETS:
        values = {row["option"]: row[preset] for row in found["options"]}
        assert values == Rules.preset(preset).to_dict()
    _, out, _ = mj("rules", *options)
    assert out.split()[:4] == ["option", "seed", "parlour", "now"]
    for option in Rules.options():
        row = next(line for line in out.splitlines() if line.startswith(option.name + " "))
        assert option.meaning in row
        assert option.rule in row.split()
        assert (" * " in row) == (option.name in ("huang_stacks", "bao"))


def test_the_first_preset_is_the_default(mj_json):
    assert read_wenling_rules() == Rules.seed()
    assert mj_json("rules", *GAME)["preset"] == "seed"
    assert mj_json("rules")["preset"] == "platform"
    assert mj_json("score", FIRST, "9s", "5p", *GAME)["preset"] == "seed"


# ---- what is refused --------------------------------------------------------------------


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_impossible_hands(case, mj):
    for as_json in ((), ("--json",)):
        arguments = (case.hand, case.last, case.indicator, *GAME, "--shown", case.shown)
        assert "hand" in fails(mj, "score", *arguments, *as_json) or case.shown


TIANJIN = ("12346789m11p222s", "5m", "E")
WON = ("score", FIRST, "9s", "5p")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((*WON, *GAME, "--tian-ting"), "--tian-ting"),
        ((*WON, *GAME, "--kongs", 1), "--kongs"),
        ((*WON, *GAME, "--how", "kong"), "not 'kong'"),
        ((*WON, *GAME, "--seat", "X"), "--seat"),
        ((*WON, *GAME, "--preset", "platform"), "seed and parlour"),
        ((*WON, *GAME, "--preset", "house"), "house"),
        ((*WON, *GAME, "--set", "min_fan=1"), "mjsim rules --game wenling"),
        ((*WON, *GAME, "--set", "ratio=double"), "dealer_double"),
        ((*WON, *GAME, "--shown", "9x"), "shown, character"),
        ((*WON, *GAME, "--shown", "C"), "C is not shown"),
        ((*WON, *GAME, "--shown", "(PPP)"), "shown"),
        (("score", FIRST, "1g2g", "5p", *GAME), "last, character"),
        (("score", FIRST, "9s", "5z", *GAME), "indicator, character 1"),
        (("score", FIRST, "5p", "5p", *GAME, "--how", "discard"), "得"),
        (("score", *TIANJIN, "--seat", "S"), "--seat"),
        (("score", *TIANJIN, "--shown", "P"), "--shown"),
        (("score", *TIANJIN, "--how", "robbed"), "not 'robbed'"),
        (("score", *TIANJIN, "--preset", "seed"), "platform and traditional"),
        (("score", TIANJIN[0], "1g", "E"), "no flowers"),
        (("waits", "123456789m123pE", "E", "--seat", "S"), "--seat"),
        (("waits", "123456789m123pE", "E", "--shown", "P"), "--shown"),
        (("waits", "123m", "5p", *GAME), "3 concealed tiles"),
        (("waits", FIRST, "5p", *GAME, "--seen", "9x"), "seen, character"),
        (("waits", FIRST, "5p", *GAME, "--seen", "9s9s9s9s9s"), "fifth 9s"),
        (("loser", FIRST, "5p", "--game", "tianjin"), "wenling"),
        (("loser", FIRST, "5p", "--preset", "traditional"), "seed and parlour"),
        (("loser", FIRST + "1s", "5p", "--seat", "S"), "17 concealed tiles"),
        (("loser", FIRST), "INDICATOR"),
        (("loser", FIRST, "5p", "--kongs", 1), "--kongs"),
        (("exact", "fan", *GAME), "exact fan: for --game tianjin, not wenling"),
        (("exact", "categories", *GAME), "exact categories: for --game tianjin, not wenling"),
        (("exact", "shanten", *GAME, "--tiles", 15), "n_tiles"),
        (("exact", "shanten", *GAME, "--set", "bao=no"), "naonao"),
        (("exact", "shanten", *GAME, "--preset", "platform"), "seed and parlour"),
        (("exact", "shanten", "--game", "none", "--indicator", "1g"), "flower"),
        (("deal", *GAME, "--indicator", "5g"), "indicator, character 1"),
        (("deal", *GAME, "--set", "dihu=both"), "naonao and multi_auto"),
        (("deal", "--set", "dihu=on"), "deal"),
        (("deal", "--indicator", "1g"), "flower"),
        (("deal", *GAME, "--preset", "platform"), "seed and parlour"),
        (("rules", *GAME, "--preset", "traditional"), "seed and parlour"),
        (("rules", "--preset", "parlour"), "platform and traditional"),
    ],
)
def test_wrong_use(arguments, named, mj):
    assert named in fails(mj, *arguments)
    if len(arguments) > 2:
        assert named in fails(mj, *arguments, "--json")


def test_openings_are_written_for_tianjin_only(mj, tmp_path):
    out = tmp_path / "run"
    assert "--out" in fails(mj, "deal", *GAME, "--seed", 1, "--out", out)
    assert not out.exists()


def test_help_names_both_games(mj):
    _, out, _ = mj("--help")
    assert "loser" in out
    for command in ("score", "waits", "loser", "exact", "deal", "rules"):
        code, out, _ = mj(command, "--help")
        assert code == 0
        assert "wenling" in out


def test_a_worked_table_in_full(mj):
    case = next(case for case in WORKED if case.label == "得 drawn")
    _, out, _ = mj(*score_of(case))
    assert out == (
        "hand        12355678m234p34579s + 5p\n"
        "            一二三五五六七八万 二三四筒 三四五七九条 + 五筒\n"
        "indicator   5p  五筒\n"
        "wild 得     5p  五筒\n"
        "闹闹        no\n"
        "seat        S  南\n"
        "shown       none\n"
        "complete    yes\n"
        "points      50\n"
        "base 胡     4\n"
        "fan         1\n"
        "formula     (4 + 20) × 2^1 = 48 → 50\n"
        "categories  自摸 zimo  嵌档 qiandang  自摸得 zimode\n"
        "\n"
        "group           tiles      牌               last\n"
        "sequence  顺子  1m 2m 3m   一万 二万 三万\n"
        "pair      将    5m 5m      五万 五万\n"
        "sequence  顺子  6m 7m 8m   六万 七万 八万\n"
        "sequence  顺子  2p 3p 4p   二筒 三筒 四筒\n"
        "sequence  顺子  3s 4s 5s   三条 四条 五条\n"
        "sequence  顺子  7s 8s* 9s  七条 八条* 九条  5p as 8s 八条\n"
        "\n"
        "* 得, written as what it stands for\n"
    )
