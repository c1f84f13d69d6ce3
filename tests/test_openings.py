"""Experiment ``openings``: its numbers in plain Python, from `mjsim.play` and `mjsim.deal`."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import numpy as np
import polars as pl
import pytest

import mjsim
from mjsim.errors import InputError
from mjsim.exact import shanten_distribution
from mjsim.exact.wenling_deals import shown_distribution
from mjsim.experiments import EXPERIMENTS, HEADLINES, run_openings
from mjsim.experiments.cells import alike_cells
from mjsim.experiments.openings import TABLES
from mjsim.experiments.openings_association import LEAST, SHORT, results_of
from mjsim.experiments.openings_exact import (
    _pairs,
    arrivals_distribution,
    exact_features,
    pairs_distribution,
)
from mjsim.experiments.openings_features import FEATURES
from mjsim.experiments.openings_slopes import slope
from mjsim.experiments.openings_words import WORDS
from mjsim.store import RunReader
from mjsim.tiles import BAI, N_KINDS
from mjsim.wenling import Rules as WenlingRules
from mjsim.wenling.deals import NAONAO, de_kinds

SEED = 20260107
N = 3000
MANY = 30_000
GAMES = ("tianjin", "wenling")
PLAYERS = ("speed", "value")
ROLES = ("all", "dealer", "other")


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return request.param


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    made = {}

    def run(game):
        if game not in made:
            made[game] = run_openings(tmp_path_factory.mktemp(game), N, seed=SEED, game=game)
        return made[game]

    return run


def rows_of(result):
    """Rows by cell, role and term; no key comes twice."""
    keys = ("cell", "role", "term")
    rows = {tuple(row[key] for key in keys): row for row in result.results.iter_rows(named=True)}
    assert len(rows) == result.results.height
    return rows


def successor(kind):
    """The kind after one: suits, winds and dragons go round."""
    for first, size in ((0, 9), (9, 9), (18, 9), (27, 4), (31, 3)):
        if first <= kind < first + size:
            return first + (kind - first + 1) % size
    raise AssertionError(kind)


def plain_deals(game, n, **options):
    """What each seat is dealt, tile by tile, by (hand, seat)."""
    dealt = mjsim.deal(game, n, seed=SEED, **options)
    batch = {"tianjin": mjsim.tianjin, "wenling": mjsim.wenling}[game].shanten_batch
    n_kinds = dealt.hands.shape[2]
    steps = batch(dealt.hands.reshape(-1, n_kinds), np.repeat(dealt.indicator, 4)).tolist()
    found = {}
    hands, shown = dealt.hands.tolist(), dealt.shown.tolist()
    for hand, turned in enumerate(dealt.indicator.tolist()):
        wild = {turned, successor(turned)} if game == "tianjin" else set(de_kinds(turned))
        for seat in range(4):
            held, laid = hands[hand][seat], shown[hand][seat]
            found[hand, seat] = {
                "is_dealer": int(dealt.dealer[hand]) == seat,
                "shanten": steps[4 * hand + seat],
                "n_wilds": sum(held[kind] for kind in wild),
                "n_pairs": len([k for k in range(n_kinds) if held[k] > 1 and k not in wild]),
                "n_shown": sum(laid),
                "n_flowers": sum(laid[N_KINDS:]),
                "n_bai": laid[BAI],
            }
    return found


def plain_play(game, player, n, **options):
    """What becomes of each seat, by (hand, seat)."""
    columns = ["is_winner", "payoff", "dealer", "n_wilds_dealt"]
    hands = mjsim.play(game, player, n, seed=SEED, columns=columns, **options)
    return {(row["hand_id"], row["seat"]): row for row in hands.iter_rows(named=True)}


def plain_ratio(pairs):
    """The ratio of two sums over hands, and its error by the formula of the books."""
    total, of = defaultdict(float), defaultdict(float)
    for hand, y, x in pairs:
        total[hand] += y
        of[hand] += x
    value = sum(total.values()) / sum(of.values())
    used = [hand for hand in of if total[hand] or of[hand]]
    squares = sum((total[hand] - value * of[hand]) ** 2 for hand in used)
    m = len(used)
    return value, (m / (m - 1) * squares) ** 0.5 / sum(of.values()) if m > 1 else None


def same(row, pairs):
    value, error = plain_ratio(pairs)
    assert row["estimate"] == pytest.approx(value, rel=1e-9, abs=1e-12)
    if row["std_error"] is not None:  # nothing but hits, or none
        assert row["std_error"] == pytest.approx(error, rel=1e-6)
    assert row["conf_low"] <= row["estimate"] <= row["conf_high"]


# Rows


def test_rows_are_those_of_deal_and_play(runs, game):
    frame = RunReader(runs(game).folder, TABLES[game]).hands()
    dealt = plain_deals(game, N)
    assert frame.height == N * 4 * len(PLAYERS)
    for number, player in enumerate(PLAYERS):
        played = plain_play(game, player, N)
        for row in frame.filter(pl.col("cell") == number).iter_rows(named=True):
            at = row["hand_id"], row["seat"]
            assert {name: row[name] for name in ("is_dealer", *FEATURES[game])} == {
                name: dealt[at][name] for name in ("is_dealer", *FEATURES[game])
            }
            assert (row["is_winner"], row["payoff"]) == (
                played[at]["is_winner"],
                played[at]["payoff"],
            )
            # The engine says the same of the seat that it dealt to.
            assert row["n_wilds"] == played[at]["n_wilds_dealt"]
            assert row["is_dealer"] == (played[at]["dealer"] == row["seat"])


@pytest.mark.parametrize("naonao", NAONAO)
def test_rules_that_change_the_deal(tmp_path, naonao):
    rules = WenlingRules(naonao=naonao)
    run_openings(tmp_path, 300, seed=SEED, game="wenling", strategies=["speed"], rules=rules)
    dealt = plain_deals("wenling", 300, naonao=naonao)
    played = plain_play("wenling", "speed", 300, rules=rules)
    for row in RunReader(tmp_path, TABLES["wenling"]).hands().iter_rows(named=True):
        at = row["hand_id"], row["seat"]
        for name in FEATURES["wenling"]:
            assert row[name] == dealt[at][name]
        assert row["payoff"] == played[at]["payoff"]


# Tables, recounted


def seats_of(dealt, role):
    return [
        at for at, seat in dealt.items() if role in ("all", ("other", "dealer")[seat["is_dealer"]])
    ]


@pytest.mark.parametrize("role", ROLES)
def test_shares_and_means_of_the_deal(runs, game, role):
    rows, dealt = rows_of(runs(game)), plain_deals(game, N)
    seats = seats_of(dealt, role)
    for name in FEATURES[game]:
        same(rows["dealt", role, f"mean_{name}"], [(at[0], dealt[at][name], 1) for at in seats])
        for value in {dealt[at][name] for at in seats}:
            row = rows["dealt", role, f"{name}={value}"]
            share = sum(dealt[at][name] == value for at in seats) / len(seats)
            assert row["estimate"] == pytest.approx(share, abs=1e-12)
            assert row["n_trials"] == N
            assert (row["n_success"] is not None) == (role == "dealer")
    ready = sum(dealt[at]["shanten"] <= 0 for at in seats) / len(seats)
    assert rows["dealt", role, "ready=dealt"]["estimate"] == pytest.approx(ready, abs=1e-12)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("role", ROLES)
def test_win_rates_and_payoffs(runs, game, role, player):
    rows, dealt, played = rows_of(runs(game)), plain_deals(game, N), plain_play(game, player, N)
    groups = defaultdict(list)
    for at in seats_of(dealt, role):
        seat = dealt[at]
        groups["dealt=any"].append(at)
        groups[f"shanten={seat['shanten']},n_wilds={seat['n_wilds']}"].append(at)
        for name in FEATURES[game]:
            groups[f"{name}={seat[name]}"].append(at)
    assert max(seat["n_shown"] for seat in dealt.values()) < 10  # where a value stands for more
    for given, seats in groups.items():
        same(rows[player, role, f"win|{given}"], [(a[0], played[a]["is_winner"], 1) for a in seats])
        term = f"payoff|{given}".replace("=", ":")
        several = len({hand for hand, _ in seats}) >= LEAST
        wanted = several and (role, given) != ("all", "dealt=any")
        assert ((player, role, term) in rows) == wanted
        if wanted:
            same(rows[player, role, term], [(a[0], played[a]["payoff"], 1) for a in seats])
    found = {term for cell, of, term in rows if (cell, of) == (player, role) and "win|" in term}
    assert found == {f"win|{given}" for given in groups}


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("role", ROLES)
def test_slopes(runs, game, role, player):
    """Least squares by linear algebra, with a level for each role; the sandwich by hand."""
    rows, dealt, played = rows_of(runs(game)), plain_deals(game, N), plain_play(game, player, N)
    seats = seats_of(dealt, role)
    hands = np.array([hand for hand, _ in seats])
    deals = np.array([dealt[at]["is_dealer"] for at in seats], float)
    levels = [deals, 1 - deals] if role == "all" else [np.ones(len(seats))]

    def fit(y, signed):
        x = np.stack([*(sign * np.array([dealt[at][name] for at in seats], float)
                        for name, sign in signed), *levels], axis=1)  # fmt: skip
        inverse = np.linalg.inv(x.T @ x)
        beta = inverse @ x.T @ y
        scores = np.zeros((N, x.shape[1]))
        np.add.at(scores, hands, x * (y - x @ beta)[:, np.newaxis])
        return beta[0], (N / (N - 1) * (inverse @ scores.T @ scores @ inverse)[0, 0]) ** 0.5

    signs = dict.fromkeys(FEATURES[game], 1) | {"shanten": -1}
    pairs = [(name, None) for name in signs]
    pairs += [("shanten", "n_wilds"), ("n_wilds", "shanten")]
    for what, mark in (("is_winner", "="), ("payoff", ":")):
        y = np.array([played[at][what] for at in seats], float)
        for name, fixed in pairs:
            slopes = [(name, signs[name])] + ([(fixed, signs[fixed])] if fixed else [])
            value, error = fit(y, slopes)
            term = f"{what.removeprefix('is_').replace('winner', 'win')}_slope|"
            term += f"{name}{mark}{signs[name]:+d}" + (f",{fixed}{mark}0" if fixed else "")
            row = rows[player, role, term]
            assert row["estimate"] == pytest.approx(value, rel=1e-7, abs=1e-10)
            # Some hands may add nothing; they are no trials of a ratio.
            assert row["std_error"] == pytest.approx(error, rel=1e-3)


@pytest.mark.parametrize("role", ROLES)
def test_parts_make_up_the_whole(runs, game, role):
    rows = rows_of(runs(game))
    for name in FEATURES[game]:
        shares = {
            term: row["estimate"]
            for (cell, of, term), row in rows.items()
            if (cell, of) == ("dealt", role) and row["family"] == name
        }
        assert sum(shares.values()) == pytest.approx(1.0, abs=1e-12)
        for player in PLAYERS:
            wins = sum(
                share * rows[player, role, f"win|{term}"]["estimate"]
                for term, share in shares.items()
                if share
            )
            whole = rows[player, role, "win|dealt=any"]["estimate"]
            assert wins == pytest.approx(whole, abs=1e-12)


# What is exact


def test_pairs_by_enumeration():
    """All hands of five tiles out of four kinds of four and two wilds."""
    deck = [kind for kind in range(4) for _ in range(4)] + [9, 9]
    found = defaultdict(int)
    for hand in combinations(deck, 5):
        found[sum(hand.count(kind) > 1 for kind in range(4))] += 1
    total = sum(found.values())
    assert _pairs(4, 2, 5) == {k: Fraction(n, total) for k, n in sorted(found.items())}


@pytest.mark.parametrize("naonao", NAONAO)
@pytest.mark.parametrize("role", ["dealer", "other"])
def test_exact_laws(game, role, naonao):
    laws = exact_features(game, role, naonao)
    assert tuple(laws) == FEATURES[game]
    assert all(sum(law.values()) == 1 for law in laws.values())


def test_arrivals():
    """A tile to be shown comes before the n-th of K kept ones with chance n / (K + 1)."""
    usual, naonao = Fraction(16, 131 + 1), Fraction(16, 127 + 1)  # 12 and 16 tiles are to be shown
    for kinds, usually, dragon, white, flower in (
        ([BAI], 4, 4, 0, 4),  # 白 turned up is 得
        (range(N_KINDS, 42), 8, 8, 8, 4),  # and so are the other flowers of its four
    ):
        law = arrivals_distribution(16, kinds)
        turned = 4 * 31 * usually * usual + (8 * dragon + 4 * white + 8 * flower) * naonao
        assert sum(k * chance for k, chance in law.items()) == turned / 144
        assert sum(law.values()) == 1
    everything = arrivals_distribution(16, range(42), "always")
    assert everything == shown_distribution(16, naonao="always")


def test_every_exact_share_is_met(tmp_path, game):
    """The verdict errs for one seed in a hundred, and each game is one run."""
    result = run_openings(tmp_path, MANY, seed=SEED, game=game, strategies=["speed"], workers=2)
    assert result.agrees
    rows = rows_of(result)
    n_tiles = {"tianjin": (14, 13), "wenling": (17, 16)}[game]
    for role, tiles in zip(("dealer", "other"), n_tiles, strict=True):
        law = shanten_distribution(game, tiles)
        assert Fraction(rows["dealt", role, "shanten=3"]["exact_fraction"]) == law[3]
        assert rows["dealt", role, "shanten=3"]["z"] is not None
        ready = Fraction(rows["dealt", role, "ready=dealt"]["exact_fraction"])
        assert ready == law.get(-1, 0) + law[0]
        pairs = Fraction(rows["dealt", role, "n_pairs=2"]["exact_fraction"])
        assert pairs == pairs_distribution(game, tiles)[2]
    mixed = rows["dealt", "all", "shanten=3"]
    laws = [shanten_distribution(game, tiles)[3] for tiles in n_tiles]
    assert Fraction(mixed["exact_fraction"]) == (laws[0] + 3 * laws[1]) / 4
    assert mixed["z"] is None  # it follows from the two, and is no test of its own
    # Nothing is dealt whose chance is not known.
    dealt = result.results.filter(pl.col("cell") == "dealt", pl.col("family") != "agreement")
    assert dealt["exact"].null_count() == 0
    # The verdict is no formality.
    if game == "wenling":
        run = RunReader(tmp_path, TABLES[game])
        wrong = results_of(run, alike_cells(game, ["speed"], WenlingRules(naonao="always")))
        assert wrong.filter(pl.col("term") == "agreement")["estimate"].to_list() == [0.0]


# Slopes


def test_slope_helper():
    rng = np.random.default_rng(1)
    roles = [np.ones((50, 4), np.bool_)]
    on = rng.integers(0, 5, (50, 4))
    exact = slope(2 * on + 7, on, roles, seed=1)
    assert exact.value == pytest.approx(2.0)
    assert slope(on, np.ones((50, 4)), roles, seed=1).method == "no trials"
    # What lies on a line with the other tells nothing beside it.
    assert slope(on, 3 * on + 1, roles, beside=on, seed=1).method == "no trials"
    # A role has a level of its own.
    dealer = np.zeros((50, 4), np.bool_)
    dealer[:, 0] = True
    apart = 2 * on + 100 * dealer
    assert slope(apart, on, [dealer, ~dealer], seed=1).value == pytest.approx(2.0)


def test_slopes_cover_the_truth():
    """Seats that share a hand's luck: of 600 intervals of 95 % this many, but for 1 in 1000."""
    rng = np.random.default_rng(2)
    roles = [np.ones((300, 4), np.bool_)]
    met = 0
    for _ in range(600):
        on = rng.integers(0, 4, (300, 1)) + rng.integers(0, 2, (300, 4))
        luck = rng.normal(size=(300, 1)) * (1 + on[:, :1])
        found = slope(0.5 * on + luck + rng.normal(size=(300, 4)), on, roles, seed=2)
        met += found.ci_low <= 0.5 <= found.ci_high
    assert 551 <= met <= 586  # binomial quantiles at 0.05 % and 99.95 % for 0.95


# How it runs


def test_workers_and_extending_change_nothing(tmp_path, game):
    whole = run_openings(tmp_path / "a", 2500, seed=SEED, game=game)
    run_openings(tmp_path / "b", 1200, seed=SEED, game=game)
    again = run_openings(tmp_path / "b", 2500, seed=SEED, game=game, workers=2)
    assert again.results.equals(whole.results)
    digests = [RunReader(tmp_path / each, TABLES[game]).digest() for each in ("a", "b")]
    assert digests[0] == digests[1]
    with pytest.raises(InputError, match="holds another run"):
        run_openings(tmp_path / "b", 2500, seed=SEED + 1, game=game)


def test_few_hands(tmp_path, game):
    result = run_openings(tmp_path, 1, seed=SEED, game=game)
    assert not set(result.results["family"]) & {"slope", "slope_other"}
    assert not result.results["term"].str.starts_with("payoff").any()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "sichuan"}, "game"),
        ({"n": 0}, "n: a whole number from 1, not 0"),
        ({"strategies": ["speed", "speed"]}, "strategies: one or more that differ"),
        ({"rules": WenlingRules()}, "rules: of tianjin"),
    ],
)
def test_what_cannot_be(tmp_path, options, message):
    with pytest.raises(InputError, match=f"^{message}"):
        run_openings(tmp_path / "run", options.pop("n", 10), seed=1, **options)
    assert not (tmp_path / "run").exists()


def test_names(runs, game):
    """Every feature has its names, and what is read first is there."""
    words = WORDS[game]
    assert tuple(words.names) == tuple(words.means) == tuple(words.steps) == FEATURES[game]
    assert set(FEATURES[game]) <= set(SHORT)
    results = runs(game).results
    assert set(HEADLINES["openings"]) <= set(results["family"])
    given = results.filter(pl.col("term").str.contains(r"^(win|payoff)(_slope)?\|"))
    told = given.filter(~pl.col("term").str.contains("dealt"))["label"]
    assert told.str.contains("相關|相关").all()
    other_script = {"tianjin": "[庄闲听无对张]", "wenling": "[莊閒聽無對張]"}[game]
    assert (
        not results.filter(pl.col("family") != "agreement")["label"]
        .str.contains(other_script)
        .any()
    )
    assert EXPERIMENTS["openings"] is run_openings
