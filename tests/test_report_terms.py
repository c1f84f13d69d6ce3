"""Names of terms, families, roles, cells and options in both languages."""

import re
from collections import Counter, defaultdict
from typing import ClassVar

import polars as pl
import pytest
from opencc import OpenCC
from plot_runs import RUNS, made

from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.deals_results import RESULTS as DEALS
from mjsim.experiments.rules import OPTIONS
from mjsim.plots.data import Run
from mjsim.plots.words import Words
from mjsim.report.run import ToldRun, read_told_run
from mjsim.report.terms import (
    cell_name,
    family_note,
    family_title,
    label_of,
    mode_name,
    role_name,
    variant_name,
)
from mjsim.report.terms_families import FAMILIES
from mjsim.report.terms_numbers import in_points, number_of
from mjsim.report.terms_options import option_said
from mjsim.strategies import Speed
from mjsim.tianjin import Rules as TianjinRules
from mjsim.tianjin.categories import LABELS as TIANJIN
from mjsim.wenling import Rules as WenlingRules
from mjsim.wenling.categories import LABELS as WENLING

SIMPLER = OpenCC("t2s")
APART = ("family", "cell", "role", "variant", "option", "indicator", "rules")
"""What tells rows apart beside their labels; ``mode`` is told in labels."""

CHINESE = re.compile("[\u3400-\u9fff]+")
KEPT = {
    "番種", "坐莊", "拉莊", "腊子", "包三家", "生牌", "闹闹", "中", "发", "白", "胡数", "天胡",
}  # fmt: skip
"""Terms of the games that English keeps, beside names of 番種."""

RULES = {"tianjin": TianjinRules, "wenling": WenlingRules}


class Reader(Speed, frozen=True, kw_only=True):
    """Plays as speed does, and says that it reads stakes."""

    READS_STAKES: ClassVar[bool] = True


def told(experiment, game, lang):
    """Return a run without results."""
    run = Run(None, pl.DataFrame(), experiment, game, (), 1, "1", Words(game, lang))
    return ToldRun(run, lang, {}, {})


@pytest.fixture(scope="module", params=[*RUNS, "tianjin-replayed", "tianjin-indicator"])
def folder(request, tmp_path_factory):
    if request.param in RUNS:
        return made(request.param, tmp_path_factory)
    path = tmp_path_factory.mktemp(request.param)
    if request.param == "tianjin-replayed":
        EXPERIMENTS["stakes"](path, 100, seed=7, strategies=[Reader()], n_hands=20)
    else:
        rules = TianjinRules.traditional()
        options = {"indicator": "5m", "rules": rules, "keep": "counts"}
        EXPERIMENTS["deals"](path, 300_000, seed=7, **options)
    return path


# ---- runs ---------------------------------------------------------------------------------------


def test_every_term_of_a_run_has_an_english_name(folder):
    run = read_told_run(folder, "en")
    rows = list(run.run.results.iter_rows(named=True))
    labels = (TIANJIN if run.game == "tianjin" else WENLING).values()
    known = sorted((f"{label.zh} {label.en}" for label in labels), key=len, reverse=True)
    assert rows
    for row in rows:
        name = label_of(run, row)
        assert name != unnamed(row), row["term"]
        left = name
        for each in known:
            left = left.replace(each, "")
        assert {*CHINESE.findall(left)} <= KEPT, name
        assert "{" not in name
        assert len(name) < 100


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_labels_tell_the_rows_of_a_family_apart(folder, lang):
    run = read_told_run(folder, lang)
    names = Counter(
        (*(row.get(column) for column in APART), label_of(run, row))
        for row in run.run.results.iter_rows(named=True)
    )
    assert max(names.values()) == 1, names.most_common(1)


def test_a_term_has_one_name_in_all_cells(folder):
    """So that cells can stand side by side, but for what is best, which may be another."""
    run = read_told_run(folder, "en")
    names = defaultdict(set)
    for row in run.run.results.iter_rows(named=True):
        if row["family"] not in ("best_reply", "equilibrium", "profile"):
            key = (row["term"], row["family"], row.get("role", ""))
            names[*key, row.get("mode")].add(label_of(run, row))
    assert {len(found) for found in names.values()} == {1}


ELSEWHERE = {
    r"莊之([下對上]家)": r"\1",
    r"和牌時 (\d) 混": r"胡牌時 \1 混",
    r"(\d) 混之均值": r"胡牌時 \1 混：平均{worth}",
}
"""Labels of results that figures and sentences put otherwise."""


def as_elsewhere(row, game):
    """Return the label of a row as figures and sentences have it."""
    label = row["label"]
    if label == "流局" and game == "wenling":
        return "黃牌"
    for pattern, words in ELSEWHERE.items():
        if re.fullmatch(pattern, label):
            worth = "番數" if game == "tianjin" else "分數"
            return re.sub(pattern, words.format(worth=worth), label)
    return label


def test_chinese_labels_are_the_results_own(folder):
    run = read_told_run(folder, "zh")
    for row in run.run.results.iter_rows(named=True):
        name = label_of(run, row)
        if run.game == "wenling":
            assert SIMPLER.convert(name) == name
            if row["family"] not in ("wilds", "by_wilds"):
                assert name == SIMPLER.convert(as_elsewhere(row, run.game))
            else:
                assert "混" not in name
        else:
            assert name.endswith(as_elsewhere(row, run.game))


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_families_of_a_run_have_titles_and_notes(folder, lang):
    run = read_told_run(folder, lang)
    titles = {}
    for family in run.run.results["family"].unique():
        title, note = family_title(run, family), family_note(run, family)
        assert title != family
        for text in (title, note):
            assert text
            assert "{" not in text
            assert (lang == "zh") == bool(CHINESE.sub("", text) != text and "。" in note)
            if lang == "en":
                assert {*CHINESE.findall(text)} <= KEPT, text
            elif run.game == "wenling":
                assert SIMPLER.convert(text) == text
        assert titles.setdefault(title, family) == family
        assert note.endswith("。" if lang == "zh" else ".")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_roles_and_cells_of_a_run_have_names(folder, lang):
    run = read_told_run(folder, lang)
    for column, naming in (("role", role_name), ("cell", cell_name), ("mode", mode_name)):
        if column not in run.run.results.columns:
            continue
        values = run.run.results[column].unique().to_list()
        if column == "cell":
            values += [cell for cell in run.cells if cell not in values]
        names = {value: naming(run, value) for value in values}
        assert len({*names.values()}) == len(names)
        for value, name in names.items():
            assert bool(value) <= bool(name)
            if lang == "zh" and run.game == "wenling":
                assert SIMPLER.convert(name) == name
        if column == "cell":
            for value, name in names.items():
                for strategy in {"speed", "value"} & {*re.findall(r"\w+", value)}:
                    assert strategy in name


# ---- rarer terms --------------------------------------------------------------------------------

RARER = [
    ("categories", "tianjin", "possible_per_win=long", "龍（可作）", "龍 dragon, possible"),
    ("categories", "tianjin", "per_win=tianting", "天聽", "天聽 declared ready at the deal"),
    ("categories", "wenling", "per_hand=sifacai", "四发财", "四发财 four green dragons"),
    ("categories", "wenling", "mean_with_wilds:3", "3 混之均值", "mean points with 3 wilds"),
    ("categories", "wenling", "points=500", "500 分", "500 points"),
    ("deals", "tianjin", "fan=0", "未成和", "not complete"),
    ("deals", "tianjin", "possible=hundiao", "混吊 可作", "混吊 wild wait, possible"),
    ("deals", "tianjin", "chi2:fan", "番數分佈", "fan: all values together, χ²"),
    ("deals", "wenling", "chi2:n_de", "庄家 得数分布", "wilds: all values together, χ²"),
    ("deals", "wenling", "n_shown=10", "庄家 亮 10 张以上", "10 or more tiles shown"),
    ("deals", "wenling", "points=120", "120 分", "120 points"),
    ("deals", "wenling", "mean_points_complete", "成胡者平均分", "mean points of complete hands"),
    ("openings", "wenling", "payoff|n_shown:10", "", "10 or more tiles shown: gain a hand"),
    ("openings", "wenling", "win|n_bai=1", "", "1 白 shown: win rate"),
    ("openings", "tianjin", "payoff|shanten:-1,n_wilds:7", "", "complete, 7 wilds: gain a hand"),
    ("openings", "tianjin", "win_slope|n_wilds=+1,shanten=0", "",
     "one wild more, shanten alike: difference in win rate"),
    ("points", "wenling", "per_win=any", "任一腊子", "any 腊子"),
    ("points", "wenling", "bao_cost:zhongfa", "", "paid beyond its own share: 中 or 发"),
    ("points", "wenling", "winner_points=100-140", "", "100 to 140 points"),
    ("points", "wenling", "shown=8+", "亮 8 张以上", "8 or more tiles shown"),
    ("points", "wenling", "winner_limit|naonao", "", "share of wins with a 腊子, 闹闹"),
    ("rules", "wenling", "mean_points_less_default", "",
     "mean points of a win, less the default's"),
    ("sessions", "tianjin", "ruin(1e+06)", "", "falls 1e+06 points or more below the start"),
    ("sessions", "tianjin", "stays|streak=6+", "", "the dealer stays after 6 or more hands"),
    ("sessions", "tianjin", "leads_after=640", "", "above the three others after 640 hands"),
    ("sessions", "tianjin", "hands_until_ahead:0.95", "", "hands until above 0 with chance 95 %"),
    ("sessions", "wenling", "score_q05", "", "final score: 5 % quantile"),
    ("stakes", "tianjin", "replayed", "", "hands played alike under every stake"),
    ("stakes", "tianjin", "ruin(50)|plan=own_pull", "100 盤內輸盡 50 分（唯己非莊則拉2）",
     "loses 50 points within 100 hands: only this seat pulls 2, when it does not deal"),
    ("stakes", "tianjin", "sd sit1:pulls2,0,1", "", "dealer sits, pulls 2 0 1"),
    ("stakes", "tianjin", "pure equilibria|sit1", "坐1 後純均衡：拉0,2,0；拉1,0,0",
     "pure equilibria once the dealer sits (pulls 0 2 0; pulls 1 0 0): number"),
    ("stakes", "tianjin", "pure equilibria|sit0", "坐0 後純均衡：無",
     "pure equilibria once the dealer does not sit (none): number"),
    ("stakes", "tianjin", "best reply of place2|sit1:pulls0,-,2",
     "最佳應對未定，似為 對家拉1，勝次佳",
     "against sit, pulls 0 – 2: pulls 1, undecided; ahead of the next best"),
    ("stakes", "tianjin", "p best reply of place3|always", "最佳應對 上家拉2：校正之 p",
     "against whatever the others choose: pulls 2; corrected p"),
    ("strategies", "tianjin", "walls_for_0.1", "", "walls to see a gain of 0.1"),
    ("waits", "tianjin", "win_win_tiles|gangkai", "",
     "杠開 win on a kong's replacement: live tiles that may win"),
    ("waits", "wenling", "ready_win_tiles|turn:20+", "",
     "first ready from turn 20 on: live tiles that may win"),
    ("waits", "wenling", "win|able_kinds=10+", "", "first able to win with 10 or more kinds"),
]  # fmt: skip


NUMBERS = [
    ("stakes", "edge", 0.02619, 0.00199, "+0.0262 [+0.0223, +0.0301]"),
    ("stakes", "sd sit0:pulls0,0,0", 4.8788, 0.0052, "4.8788 [4.8686, 4.8890]"),
    ("stakes", "loses place1 pull2|others:none", 0.00819, 0.00016, "+0.819 [+0.788, +0.850]"),
    ("rules", "sd_payoff", 4.7557, 0.0026, "4.7557 [4.7506, 4.7608]"),
    ("rules", "dealer_payoff_less_default", -0.0375, 0.0041, "−0.0375 [−0.0455, −0.0295]"),
    ("openings", "win_slope|shanten=-1", 0.07767, 0.0002, "+7.767 [+7.728, +7.806]"),
    ("points", "drawn|naonao_less_normal", -0.000524, 0.000061, "−0.0524 [−0.0644, −0.0404]"),
    ("points", "drawn|naonao", 0.000368, 0.000051, "0.0368 % [0.0268, 0.0468]"),
]
"""Terms with an estimate, its standard error and what a table has."""

POINTS = {
    "loses place1 pull2|others:none",
    "win_slope|shanten=-1",
    "drawn|naonao_less_normal",
}
"""Those of them that are differences of shares."""


@pytest.mark.parametrize(("experiment", "term", "value", "se", "shown"), NUMBERS)
def test_numbers_have_the_signs_and_units_of_sentences(experiment, term, value, se, shown):
    row = {
        "experiment": experiment, "term": term, "estimate": value, "std_error": se,
        "conf_low": value - 1.96 * se, "conf_high": value + 1.96 * se, "conf_level": 0.95,
        "method": "normal", "n_trials": 1000, "n_success": None, "exact": None,
        "exact_fraction": None,
    }  # fmt: skip
    run = told(experiment, "tianjin", "en")
    assert number_of(run, row) == shown
    assert in_points(row) == (term in POINTS)


def test_small_p_values_and_whole_quantiles():
    run = told("stakes", "tianjin", "en")
    row = {"term": "p", "estimate": 6.7e-225}
    assert number_of(run, row) == "< 0.0001"
    assert number_of(run, row | {"estimate": 0.0421}) == "0.042"
    row = {
        "term": "score_q05", "estimate": -48.0, "std_error": 0.5, "conf_low": -48.0,
        "conf_high": -47.0, "method": "woodruff", "n_success": None,
    }  # fmt: skip
    assert number_of(run, row) == "−48 [−48, −47]"
    assert number_of(run, row | {"term": "drawdown_q05"}) == "−48 [−48, −47]"
    whole = {"estimate": 20.0, "conf_low": 19.0, "conf_high": 20.0}
    assert number_of(run, row | whole) == "+20 [+19, +20]"


@pytest.mark.parametrize(
    ("experiment", "game", "term", "label", "name"), RARER, ids=lambda value: str(value)[:40]
)
def test_rarer_terms(experiment, game, term, label, name):
    found = label_of(told(experiment, game, "en"), row_of(experiment, game, term, label))
    assert found.removesuffix(" (association)") == name


def test_the_best_reply_to_what_the_dealer_replies():
    row = row_of(
        "stakes", "tianjin", "best reply of dealer|replies", "最佳應對 莊家坐0，勝次佳", "dealer"
    )
    assert label_of(told("stakes", "tianjin", "en"), row) == (
        "against the others replying: does not sit; ahead of the next best"
    )
    assert label_of(told("stakes", "tianjin", "zh"), row) == "他家應之：最佳應對 莊家坐0，勝次佳"


def test_a_stake_is_named_by_who_chooses_it():
    run = told("stakes", "tianjin", "en")
    edges = [
        label_of(run, row_of("stakes", "tianjin", "edge_less_luck", "", role))
        for role in ("dealer", "place1")
    ]
    assert edges == [
        "edge needed for sitting 坐莊 to break even, less luck",
        "edge needed for pulling 拉莊 to break even, less luck",
    ]


def test_modes_are_told_in_labels():
    run = told("deals", "wenling", "en")
    row = row_of("deals", "wenling", "automatic=sande", "有人三得", "all")
    names = [label_of(run, row | {"mode": mode}) for mode in ("all", "normal", "naonao")]
    assert names == [
        "三得 three wilds",
        "not 闹闹: 三得 three wilds",
        "闹闹: 三得 three wilds",
    ]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    ("experiment", "term"),
    [
        ("categories", "per_win=novel"),  # a 番種 that is new
        ("categories", "novel"),
        ("stakes", "ruin(50)|plan=novel"),
        ("waits", "win_kinds|novel"),
        ("points", "novel|naonao"),
        ("novel", "mean"),
    ],
)
def test_what_nobody_has_named(experiment, term, lang):
    run, row = told(experiment, "wenling", lang), row_of(experiment, "wenling", term, "對張")
    assert label_of(run, row) == ("对张" if lang == "zh" else f"{term} 對張")
    assert family_title(run, "novel") == "novel"
    assert family_note(run, "novel") == ""
    assert role_name(run, "seatbelt") == "seatbelt"
    assert role_name(run, "novel") == "novel"
    assert mode_name(run, "novel") == "novel"
    assert variant_name(run, "novel=1") == "novel=1"
    assert variant_name(run, "bao=perhaps") == "bao=perhaps"
    assert cell_name(run, "mine(x=1)") == "mine(x=1)"


# ---- cells, options, families -------------------------------------------------------------------

CELLS = [
    ("openings", "tianjin", "dealt", "起手", "as dealt"),
    ("sessions", "wenling", "value(risk=0.3) among speed", "value(risk=0.3) 对三 speed",
     "value(risk=0.3) among speed"),
    ("strategies", "tianjin", "speed / value @2", "speed 對三 value，坐座2",
     "speed among value, at seat 2"),
    ("rules", "wenling", "value · ratio=idle_half", "value · 闲家之间减半（ratio=idle_half）",
     "value · between others half (ratio=idle_half)"),
    ("rules", "tianjin", "speed · min_fan=3", "speed · 起胡 3 番（min_fan=3）",
     "speed · at least 3 fan to win (min_fan=3)"),
    ("stakes", "tianjin", "mine · sit1:seats0,1,2,0", "mine · 坐莊，各座拉 0 1 2 0",
     "mine · dealers sit, pulls by seat 0 1 2 0"),
]  # fmt: skip


@pytest.mark.parametrize(("experiment", "game", "cell", "zh", "en"), CELLS)
def test_cells(experiment, game, cell, zh, en):
    assert cell_name(told(experiment, game, "zh"), cell) == zh
    assert cell_name(told(experiment, game, "en"), cell) == en


def test_roles():
    roles = ("dealer", "place2", "seat3", "")
    assert [role_name(told("waits", "wenling", "zh"), role) for role in roles] == [
        "庄家", "对家", "座3", "四家",
    ]  # fmt: skip
    assert [role_name(told("points", "wenling", "en"), role) for role in roles] == [
        "dealer", "place 2", "seat 3", "",
    ]  # fmt: skip
    assert role_name(told("deals", "wenling", "en"), "all") == "any seat"
    assert role_name(told("openings", "wenling", "en"), "all") == "all seats"


def test_places_are_called_as_in_figures():
    for lang in ("zh", "en"):
        for game in ("tianjin", "wenling"):
            run = told("stakes", game, lang)
            for role in ("dealer", "place1", "place2", "place3"):
                assert role_name(run, role) == Words(game, lang)(role)


@pytest.mark.parametrize("game", RULES)
def test_every_option_has_words_for_every_value(game):
    rules = RULES[game]
    seen = set()
    for entry in rules._fields():
        among = entry.metadata["among"]
        if isinstance(entry.default, bool):
            values = ["true", "false"]
        elif isinstance(entry.default, str | int):
            values = among  # words, or the ends of a range
        else:
            values = ["su,zhuo5"]
        for value in values:
            both = option_said(game, f"{entry.name}={value}")
            assert both is not None, (entry.name, value)
            assert not seen & {*both}
            seen |= {*both}
            assert "{" not in "".join(both)
    for change in OPTIONS[game]:
        run = told("rules", game, "zh")
        name = variant_name(run, change)
        assert name.endswith(f"（{change}）")
        if game == "wenling":
            assert SIMPLER.convert(name) == name
    assert variant_name(told("rules", game, "en"), "default") == "default"


def test_families_are_of_experiments_and_none_is_empty():
    assert set(FAMILIES) == set(EXPERIMENTS)
    for families in FAMILIES.values():
        for family in families.values():
            assert all(family)
            for zh, en in ((family.zh, family.en), (family.zh_note, family.en_note)):
                assert CHINESE.search(zh) or zh == "{drawn}"
                assert {*re.findall(r"\{(\w+)\}", zh + en)} <= {"worth", "wilds", "drawn"}


def test_associations_are_called_so():
    """What goes with something that was not assigned says so in title or note."""
    for experiment, families in FAMILIES.items():
        for name, family in families.items():
            if name.startswith(("by_", "slope")) or name in ("de", "shown", "naonao", "win_given"):
                assert "association" in f"{family.en} {family.en_note}".lower(), (experiment, name)
                assert "相關" in family.zh + family.zh_note, (experiment, name)


def test_columns_of_deals_are_those_that_tell_rows_apart():
    assert {*APART} >= {*DEALS.schema} & {"indicator", "rules", "variant", "family"}


def row_of(experiment, game, term, label, role=""):
    return {
        "experiment": experiment, "game": game, "family": "", "term": term, "label": label,
        "role": role,
    }  # fmt: skip


def unnamed(row):
    return f"{row['term']} {row['label']}"
