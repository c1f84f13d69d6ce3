"""Stories of ``stakes``, ``points``, ``rules`` and ``strategies``: numbers, signs, scripts."""

import math
import re
from dataclasses import replace

import polars as pl
import pytest
from opencc import OpenCC

from mjsim.experiments import EXPERIMENTS
from mjsim.report.run import read_told_run
from mjsim.report.stories import story_of
from tests.plot_runs import SEED, made

RUNS = ("tianjin-stakes", "wenling-points", "tianjin-rules", "wenling-rules", "tianjin-strategies")


class First:
    """Takes the first action, and says that it looks at the stakes."""

    reads_stakes = True

    def new_hand(self):
        """Forget nothing."""

    def choose(self, view, actions):
        """Return the first."""
        return 0


RISKY = {"strategy": "value", "risk": 0.3}
SMALL = {
    "stakes-two": ("stakes", 200, {"game": "tianjin"}),
    "stakes-random": ("stakes", 100, {"game": "tianjin", "strategies": ["random"], "n_hands": 50}),
    "stakes-replayed": ("stakes", 40, {"strategies": [First], "settings": ["sit1:pulls0,1,2"]}),
    "points-random": ("points", 200, {"game": "wenling", "strategies": ["random"]}),
    "rules-two": ("rules", 200, {"game": "wenling"}),
    "rules-random": ("rules", 200, {"game": "tianjin", "strategies": ["random"]}),
    "rules-one": ("rules", 500, {"strategies": ["speed"], "options": ["chan_points=2"]}),
    "strategies-wenling": ("strategies", 200, {"game": "wenling"}),
    "strategies-three": ("strategies", 100, {"strategies": ["random", "speed", RISKY]}),
}
LANGS = ("zh", "en")

NUMBER = r"[+−]?\d[\d,]*(?:\.\d+)?"
INTERVAL = re.compile(rf"({NUMBER})( %)? \[({NUMBER}), ({NUMBER})\]")
BOUND = re.compile(rf"([≤≥]) ({NUMBER}) %")

_small = {}


@pytest.fixture
def told(tmp_path_factory):
    """Read a run by its name, in a language; each is made once in a process."""

    def read(name, lang="en"):
        if name not in SMALL:
            return read_told_run(made(name, tmp_path_factory), lang)
        if name not in _small:
            experiment, n, options = SMALL[name]
            _small[name] = tmp_path_factory.mktemp(name)
            EXPERIMENTS[experiment](_small[name], n, seed=SEED, **options)
        return read_told_run(_small[name], lang)

    return read


def findings_of(run):
    return list(story_of(run.run.experiment).findings(run))


def texts_of(run):
    """Return everything that a story says of a run."""
    story = story_of(run.run.experiment)
    said = [story.title(run), story.question(run), *story.method(run)]
    return [*said, *(finding.text for finding in findings_of(run))]


def text_of(run, word):
    """Return the one finding that has a word."""
    found = [finding.text for finding in findings_of(run) if word in finding.text]
    assert len(found) == 1, found
    return found[0]


def doctored(run, changes, *where):
    """Put values into the columns of those rows that fulfil conditions; there are some."""
    frame = run.run.results
    chosen = pl.all_horizontal(*where)
    assert frame.filter(chosen).height, where
    columns = [
        pl.when(chosen).then(pl.lit(value, frame.schema[name])).otherwise(pl.col(name)).alias(name)
        for name, value in changes.items()
    ]
    return replace(run, run=replace(run.run, results=frame.with_columns(columns)))


def around(value, half=0.01):
    """Return a normal estimate of many trials."""
    return {
        "estimate": value,
        "std_error": half / 1.959964,
        "conf_low": value - half,
        "conf_high": value + half,
        "method": "normal",
        "n_trials": 10_000,
    }


def only(**values):
    return [pl.col(name) == value for name, value in values.items()]


def read_number(text):
    return float(text.replace("−", "-").replace(",", ""))


def fits(text, value):
    """Return whether a text is a number to the places that it has, or to fewer if it is large."""
    places = len(text.partition(".")[2])
    shown = read_number(text)
    if not places:
        digits = text.lstrip("+−").replace(",", "")
        places = -(len(digits) - len(digits.rstrip("0")))
    return abs(shown - value) <= 0.5000001 * 10.0**-places


def candidates(frame):
    """Yield what numbers of each row may be told as: themselves, turned, in percent, one in."""
    for row in frame.filter(pl.col("estimate").is_not_null()).iter_rows(named=True):
        value, low, high = row["estimate"], row["conf_low"], row["conf_high"]
        if not math.isfinite(high - low):
            continue
        yield value, low, high
        yield -value, -high, -low
        yield 100 * value, 100 * low, 100 * high
        if low > 0:
            yield 1 / value, 1 / high, 1 / low


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", [*RUNS, *SMALL])
def test_numbers_are_those_of_the_results(told, name, lang):
    run = told(name, lang)
    known = list(candidates(run.run.results))
    seen = 0
    for finding in findings_of(run):
        for value, _, low, high in INTERVAL.findall(finding.text):
            triple = (value, low, high)
            assert any(all(map(fits, triple, each)) for each in known), (finding.text, triple)
            seen += 1
        for side, number in BOUND.findall(finding.text):
            ends = [100 * (high if side == "≤" else low) for _, low, high in candidates_of(run)]
            step = 10.0 ** -len(number.partition(".")[2])
            assert any(abs(read_number(number) - end) <= step for end in ends), finding.text
            seen += 1
    assert seen > 0


def candidates_of(run):
    rows = run.run.results.filter(pl.col("estimate").is_not_null())
    return rows.select("estimate", "conf_low", "conf_high").iter_rows()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", [*RUNS, *SMALL])
def test_texts_are_sentences(told, name, lang):
    run = told(name, lang)
    texts = texts_of(run)
    assert all(text and text == text.strip() for text in texts)
    for text in texts:
        assert not re.search(r"\b(nan|None|unknown|inf)\b|[{}]|-\d|  |：。|: \.", text), text
    for finding in findings_of(run):
        assert finding.text.endswith("。" if lang == "zh" else "."), finding.text
    assert len({finding.text for finding in findings_of(run)}) == len(findings_of(run))


@pytest.mark.parametrize("name", [*RUNS, "points-random", "rules-two", "strategies-wenling"])
def test_summary_is_short(told, name):
    found = findings_of(told(name))
    keys = [finding for finding in found if finding.key]
    assert 1 <= len(keys) <= 5
    assert 2 <= len(found) <= 17


@pytest.mark.parametrize(
    "name", ["wenling-points", "wenling-rules", "points-random", "strategies-wenling"]
)
def test_wenling_is_written_in_simplified_characters(told, name):
    for text in texts_of(told(name, "zh")):
        assert OpenCC("t2s").convert(text) == text


def test_main_families_are_there(told):
    for name in RUNS:
        run = told(name)
        families = set(run.run.results["family"])
        missing = set(story_of(run.run.experiment).main) - families
        several = len(run.cells) > 8  # two strategies meet both ways, on four seats
        assert missing <= (set() if several else {"contrast"}), name


SIT = only(family="choice", term="sit|others:none")


@pytest.mark.parametrize(
    ("value", "half", "zh", "en"),
    [
        (0.5, 0.1, "坐莊對莊家有利", "sitting pays the dealer"),
        (-0.5, 0.1, "坐莊對莊家不利", "sitting costs the dealer"),
        (0.5, 0.6, "坐莊是賺是賠，以這麼多盤未定", "whether sitting pays is undecided"),
    ],
)
def test_sitting_is_claimed_by_its_sign(told, value, half, zh, en):
    for lang, claim in (("zh", zh), ("en", en)):
        run = doctored(told("tianjin-stakes", lang), around(value, half), *SIT)
        first = findings_of(run)[0]
        assert claim in first.text
        assert first.key
        others = {"有利", "不利", "未定", "pays the dealer", "costs", "undecided"}
        assert not any(other in first.text for other in others if other not in claim)


def test_sitting_may_turn_over_from_one_strategy_to_another(told):
    run = told("tianjin-stakes")
    for cell, value in (("speed", 0.5), ("value", -0.5)):
        run = doctored(run, around(value), *SIT, pl.col("cell") == cell)
    text = findings_of(run)[0].text
    assert "sitting pays the dealer, +0.5000 [+0.4900, +0.5100] with speed" in text
    assert "sitting costs the dealer, −0.5000 [−0.5100, −0.4900] with value" in text


def pulls(run, values):
    for place, value in values.items():
        run = doctored(
            run, around(value), *only(family="choice", term=f"{place} pull1|others:none")
        )
        run = doctored(run, around(-value), *only(family="edge", term="edge", role=place))
    return run


def test_pulling_is_claimed_place_by_place(told):
    run = pulls(told("tianjin-stakes"), {"place1": 0.2, "place2": 0.001, "place3": -0.2})
    text = text_of(run, "Pulling 1")
    gain, loss, unknown = (part.strip() for part in text.partition(": ")[2].split(";"))
    assert gain.startswith("a gain for place 1 (speed) +0.2")
    assert loss.startswith("a loss for place 3 (speed) −0.2")
    assert unknown.startswith("undecided at so many hands for place 2 (speed) +0.001")
    # The edge has the other sign: who gains by pulling needs none.
    text = text_of(run, "break even")
    assert "more must be won from the dealer than here, by place 3 (speed) +0.2" in text
    assert "it pays as it is for place 1 (speed) −0.2" in text
    assert "undecided at so many hands for place 2" in text


@pytest.mark.parametrize(
    ("lowest", "clear"), [(-0.3, True), (-0.215, False)], ids=["apart", "overlapping"]
)
def test_superlatives_want_intervals_apart(told, lowest, clear):
    run = pulls(told("tianjin-stakes"), {"place1": 0.1, "place2": -0.2, "place3": lowest})
    said = [finding.text for finding in findings_of(run) if "worth least" in finding.text]
    assert said == (["Of the three, pulling 1 is worth least to place 3, whose interval lies below "
                     "both others."] if clear else [])  # fmt: skip


def test_less_luck_is_told_as_a_gain(told):
    run = told("tianjin-stakes")
    row = run.run.results.filter(only(family="edge", term="edge", role="dealer"))
    extra = row.with_columns(term=pl.lit("edge_less_luck"))
    run = replace(run, run=replace(run.run, results=pl.concat([run.run.results, extra])))
    run = doctored(run, around(-0.4), *only(term="edge_less_luck"))
    text = text_of(run, "Less the luck of the deal")
    assert "changes the dealer's points a hand by +0.4000 [+0.3900, +0.4100]" in text


CHOSEN = only(family="profile", role="dealer")
BETTER = only(family="equilibrium", term="advantage", role="dealer")


@pytest.mark.parametrize(
    ("label", "advantage", "undecided"),
    [
        ("均衡 莊家坐1", 0.4, False),
        ("均衡 莊家坐1（未定）", 0.4, True),
        ("均衡 莊家坐1", 0.001, True),
    ],
)
def test_equilibrium_is_known_by_results_and_interval(told, label, advantage, undecided):
    run = doctored(told("tianjin-stakes"), {"estimate": 1.0, "label": label}, *CHOSEN)
    run = doctored(run, around(advantage), *BETTER)
    for finding in findings_of(run):
        if finding.text.startswith("Four players alike"):
            assert ("the dealer sits (undecided)" in finding.text) == undecided
            assert "the dealer sits" in finding.text
            assert finding.key


def test_a_game_without_equilibrium_says_so(told):
    run = doctored(
        told("tianjin-stakes"), {"estimate": 0.0}, pl.col("term").str.starts_with("pure")
    )
    assert all(
        "no pure equilibrium" in finding.text
        for finding in findings_of(run)
        if finding.text.startswith("Four players alike")
    )


def test_best_replies_are_counted_as_they_are_known(told):
    run = told("tianjin-stakes")
    replies = pl.col("term").str.starts_with("best reply of dealer|pulls")
    run = doctored(run, around(0.5) | {"label": "最佳應對 莊家坐1，勝次佳"}, replies)
    stays = pl.col("term").str.starts_with("best reply of dealer|pulls2,2")
    run = doctored(run, {"label": "最佳應對 莊家坐0，勝次佳"}, stays)
    unknown = pl.col("term").str.starts_with("best reply of dealer|pulls0,0")
    run = doctored(run, {"label": "最佳應對未定，似為 莊家坐1，勝次佳"}, unknown)
    wide = pl.col("term") == "best reply of dealer|pulls1,1,1"
    run = doctored(run, around(0.5, 0.6), wide)
    text = text_of(run, "27 ways")
    assert "sitting against 20 and by not sitting against 3; 4 are undecided" in text


def test_ruin_is_told_by_bankroll(told):
    run = told("tianjin-stakes")
    shares = {"estimate": 0.4, "std_error": 0.01, "conf_low": 0.38, "conf_high": 0.42}
    run = doctored(run, shares, *only(family="ruin", term="ruin(50)|plan=own_pull", cell="speed"))
    text = text_of(run, "chance to lose 50 points within 100 hands: only")
    assert "only this player pulling 2, when not the dealer, 40.0 % [38.0, 42.0] with speed" in text


def edges_of(run, values):
    for cell, value in values.items():
        run = doctored(
            run, around(value), *only(family="edge", term="edge", role="place1", cell=cell)
        )
    return run


def test_flips_are_said(told):
    run = edges_of(told("tianjin-stakes"), {"speed": 0.2, "value": -0.2})
    found = [finding for finding in findings_of(run) if "turns over with" in finding.text]
    assert len(found) == 1
    assert found[0].key
    assert "the edge of place 1 is above 0 with speed (+0.2000 [+0.1900, +0.2100])" in found[0].text
    assert "below 0 with value (−0.2000 [−0.2100, −0.1900])" in found[0].text
    run = edges_of(run, {"value": 0.2})
    assert "no sign turns over" in text_of(run, "signs were compared")
    run = edges_of(run, {"value": 0.001})
    assert "the sign is decided with some strategies only" in text_of(run, "signs were compared")


@pytest.mark.parametrize(
    ("value", "half", "claim"),
    [(5.0, 1.0, "higher, +5.0"), (-5.0, 1.0, "lower, −5.0"), (5.0, 6.0, "undecided, +5.0")],
)
def test_what_goes_with_naonao_is_an_association_of_its_sign(told, value, half, claim):
    naonao = only(family="naonao", term="winner_points|naonao_less_normal")
    run = doctored(told("wenling-points"), around(value, half), *naonao)
    text = text_of(run, "Hands of 闹闹 against other hands (an association): the mean points of a")
    assert f"the mean points of a win {claim}" in text
    assert "(an association)" in text


def test_the_chance_of_naonao_is_exact(told):
    assert "13.89 %" in text_of(told("wenling-points"), "exact chance of 闹闹")


@pytest.mark.parametrize(("limits", "most"), [(0.02, True), (0.2, False)])
def test_most_hands_of_500_points_are_no_limits_only_if_known(told, limits, most):
    run = doctored(
        told("wenling-points"),
        {"estimate": limits, "conf_low": limits - 0.001, "conf_high": limits + 0.001},
        *only(term="per_win=any"),
    )
    full = {"estimate": 0.15, "conf_low": 0.14, "conf_high": 0.16}
    run = doctored(run, full, *only(term="winner_points=500"))
    assert ("are no limits" in text_of(run, "won with a limit")) == most


def test_more_wilds_are_said_to_go_with_more_only_if_each_step_is_known(told):
    run = told("wenling-points")
    for de in range(4):
        run = doctored(run, around(10.0 * de, 1.0), *only(term=f"payoff|de:{de}"))
    assert "the more wilds, the higher" in text_of(run, "Wilds held")
    run = doctored(run, around(19.0, 2.0), *only(term="payoff|de:1", cell="value"))
    assert "the more wilds" not in text_of(run, "Wilds held")


def test_rare_shares_are_one_in_so_many(told):
    shares = {"estimate": 0.01, "std_error": 0.0005, "conf_low": 0.009, "conf_high": 0.011}
    run = doctored(told("wenling-points"), shares, *only(term="bao=any"))
    assert "1.000 % [0.900, 1.100] (1 in 100.0 [90.9, 111.1])" in text_of(
        run, "A seat pays for all"
    )


def test_a_kind_of_limit_leads_only_if_its_interval_is_clear(told):
    run = told("wenling-points")
    kinds = [pl.col("family") == "limit_per_hand", pl.col("term") != "per_hand=any"]
    run = doctored(run, around(0.01, 0.001), *kinds)
    assert "most often" not in text_of(run, "Frequent limits")
    run = doctored(run, around(0.02, 0.001), *only(term="per_hand=sande"))
    assert "三得 (three wilds) most often" in text_of(run, "Frequent limits")


def option(run, values, *, term="dealer_payoff_less_default", name="min_fan=3"):
    for cell, (value, half) in values.items():
        run = doctored(run, around(value, half), *only(term=term, option=name, cell=cell))
    return run


@pytest.fixture
def quiet(told):
    """Read ``rules`` with nothing known to differ."""
    run = told("tianjin-rules")
    return doctored(run, around(0.0), *only(family="difference"))


DEALER = "The dealer's payoff a hand"


@pytest.mark.parametrize(
    ("speed", "value", "claim"),
    [
        ((5.0, 0.1), (4.0, 0.1), "raised by “at least 3 fan to win” (+5.0"),
        ((-5.0, 0.1), (-4.0, 0.1), "lowered by “at least 3 fan to win” (−5.0"),
        ((-5.0, 0.1), (4.0, 0.1), "turned over by the strategy with “at least 3 fan to win” (−5.0"),
        ((5.0, 0.1), (0.0, 0.1), "raised by “at least 3 fan to win” (+5.0"),
    ],
)
def test_options_are_claimed_by_their_signs(quiet, speed, value, claim):
    text = text_of(option(quiet, {"speed": speed, "value": value}), DEALER)
    assert text.startswith(f"{DEALER}: {claim}")
    assert text.endswith("no difference seen in the remaining 9.")
    assert ("undecided with value" in text) == (value[0] == 0.0)


def test_nothing_is_said_where_nothing_is_known(quiet):
    for text in (finding.text for finding in findings_of(quiet)):
        assert "raised" not in text
        assert "lowered" not in text
    assert "at so many hands no difference is seen (options tried: 10)" in text_of(quiet, DEALER)


def test_options_are_corrected_for_how_many_there_are(quiet):
    # An interval that just leaves 0 out says nothing among so many.
    run = option(quiet, {"speed": (0.0105, 0.01), "value": (0.0, 0.01)})
    assert "no difference is seen" in text_of(run, DEALER)
    run = option(quiet, {"speed": (0.03, 0.01), "value": (0.0, 0.01)})
    assert "raised by “at least 3 fan to win” (+0.0300 [+0.0200, +0.0400] with speed" in text_of(
        run, DEALER
    )


def test_few_hands_decide_nothing(quiet):
    run = doctored(option(quiet, {"speed": (5.0, 0.1)}), {"n_trials": 399}, pl.lit(True))
    assert "no difference is seen" in text_of(run, DEALER)


def test_what_never_differed_is_unchanged_and_not_undecided(quiet):
    run = option(quiet, {"speed": (5.0, 0.1)})
    same = {"std_error": None, "conf_low": -math.inf, "conf_high": math.inf, "estimate": 0.0}
    where = only(term="dealer_payoff_less_default", option="min_fan=3", cell="value")
    text = text_of(doctored(run, same, *where), DEALER)
    assert "with speed, unchanged with value)" in text


def test_shares_drawn_are_in_percentage_points(quiet):
    run = option(quiet, {"speed": (0.2, 0.001)}, term="drawn_less_default")
    text = text_of(run, "The share of hands drawn")
    assert "raised by “at least 3 fan to win” (+20.000 [+19.900, +20.100] percentage points" in text


def test_options_that_change_no_hand_are_named(told):
    run = told("rules-random")
    rows = run.run.results.filter(pl.col("term") == "changed")
    assert rows.filter(pl.col("option") == "tianhu=8")["estimate"].to_list() == [0.0]
    assert "天胡 and 地胡 times 8" in text_of(run, "Not one hand paid otherwise")
    run = doctored(run, around(0.3), *only(term="changed", option="tianhu=8"))
    assert "天胡 and 地胡 times 8" not in text_of(run, "Not one hand paid otherwise")


def test_settings_alone_are_told_by_their_means(told):
    run = told("stakes-replayed")
    for role, value in (("dealer", 0.5), ("place1", -0.5), ("place2", 0.001)):
        run = doctored(run, around(value), *only(family="mean", role=role))
    text = text_of(run, "Sit 1, places 1, 2, 3 pulling 0, 1, 2")
    assert "a gain for dealer +0.5000 [+0.4900, +0.5100]" in text
    assert "a loss for place 1 −0.5000" in text
    assert "undecided for place 2 +0.0010" in text


def test_every_option_has_a_name_in_both_languages(told):
    for name in ("tianjin-rules", "wenling-rules"):
        for lang in LANGS:
            run = told(name, lang)
            method = next(iter(story_of("rules").method(run)))
            for each in dict.fromkeys(run.run.results["option"]):
                if each != "default":
                    assert re.search(rf"\w[（ ]\(?{re.escape(each)}[)）]", method), (each, method)
