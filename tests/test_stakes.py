"""Experiment ``stakes``: choices, ruin, the stake game, and strategies that read stakes."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy.stats import t as student

import mjsim
from mjsim import InputError
from mjsim.cli import main
from mjsim.experiments import EXPERIMENTS
from mjsim.experiments.cells import RESULTS
from mjsim.experiments.remake import remake
from mjsim.experiments.result import Result
from mjsim.experiments.sequences import Looks, at_every_look
from mjsim.experiments.stakes_choices import CHOICES, contexts
from mjsim.experiments.stakes_decisions import (
    Decision,
    apart,
    decisions_of,
    judge,
    least_gap,
    reply,
)
from mjsim.experiments.stakes_equilibrium import pure_equilibria, regrets, solve
from mjsim.experiments.stakes_game import add_games, game_of, regret
from mjsim.experiments.stakes_payoffs import Replayed, Settled, payoffs_of
from mjsim.experiments.stakes_ruin import PLANS
from mjsim.experiments.stakes_settings import (
    EVERYBODY,
    NOBODY,
    ROLES,
    SETTINGS,
    Setting,
    met_by,
    read_settings,
    seatings,
)
from mjsim.experiments.table_counts import CellSheet
from mjsim.experiments.tidy import Sheet
from mjsim.stats import asymptotic_sequence, paired
from mjsim.store import RunConfig, read_manifest, sha256_of
from mjsim.strategies import Speed

N, SEED = 1200, 12
run_stakes = EXPERIMENTS["stakes"]


class ReadingSpeed(Speed, frozen=True, kw_only=True):
    """Says that it reads stakes, and plays as ever."""

    READS_STAKES = True


class Timid:
    """Takes its win only if it neither pulled nor was sat against."""

    reads = frozenset()
    reads_stakes = True

    def new_hand(self): ...

    def choose(self, view, actions):
        bold = view.sit or view.pulls[view.seat]
        return len(actions) - 1 if bold else 0


class Liar(Timid):
    """Reads stakes, and denies it."""

    reads_stakes = False


def row(result, term, **where):
    found = result.results.filter(pl.col("term") == term)
    for column, value in where.items():
        found = found.filter(pl.col(column) == value)
    assert found.height == 1, (term, where, found.height)
    return found.row(0, named=True)


def by_role(strategy, n, setting, seed=SEED):
    """Payoffs by role as `mjsim.play` gives them: a table for each dealer, its hands alone."""
    found = np.full((n, 4), np.nan)
    for dealer in range(4):
        pulls = np.zeros(4, int)
        pulls[[(dealer + place) % 4 for place in (1, 2, 3)]] = setting.pulls
        hands = mjsim.play(
            "tianjin", strategy, n, seed=seed, sit=setting.sit, pulls=pulls.tolist(),
            columns=["payoff", "dealer"],
        )  # fmt: skip
        payoffs = hands["payoff"].to_numpy().reshape(n, 4)
        those = hands["dealer"].to_numpy()[::4] == dealer
        found[those] = np.roll(payoffs[those], -dealer, axis=1)
    assert not np.isnan(found).any()
    return found


@pytest.fixture(scope="module")
def speed(tmp_path_factory):
    return run_stakes(
        tmp_path_factory.mktemp("stakes"), N, seed=SEED, strategies=["speed"], n_hands=25
    )


@pytest.fixture(scope="module")
def timid(tmp_path_factory):
    return run_stakes(
        tmp_path_factory.mktemp("timid"), 60, seed=SEED, strategies=[Timid], n_hands=5
    )


def test_settled_is_what_play_pays(speed):
    for setting in (Setting(0, (1, 0, 2)), Setting(1, (2, 2, 0)), EVERYBODY):
        payoffs = by_role("speed", N, setting)
        for place, role in enumerate(ROLES):
            mean = row(speed, f"mean {setting.name}", role=role)
            assert mean["estimate"] == payoffs[:, place].mean()
            lost = row(speed, f"loses {setting.name}", role=role)
            assert lost["n_success"] == (payoffs[:, place] < 0).sum()
    method = row(speed, "settled")
    assert (method["n_success"], method["n_trials"]) == (250, 250)


def test_settled_takes_averages_and_single_settings_alike():
    rng = np.random.default_rng(31)
    flows = rng.integers(-9, 9, (40, 4, 4)).astype(float)
    flows -= flows.transpose(0, 2, 1)
    payoffs = Settled(flows, np.arange(40) % 4)
    for setting in SETTINGS:
        pulls = np.tile([0, *setting.pulls], (40, 1))
        plain = payoffs_of(flows, np.zeros(40, int), setting.sit, pulls)
        assert np.array_equal(payoffs.of(setting), plain)
    every = np.mean([payoffs.of(setting) for setting in SETTINGS], axis=0)
    assert np.allclose(payoffs.average(SETTINGS), every, rtol=1e-12, atol=1e-12)


def test_choices(speed):
    at = {setting: by_role("speed", N, setting) for setting in (NOBODY, EVERYBODY)}
    for choice in CHOICES:
        taken = by_role("speed", N, NOBODY.choosing(*choice))
        for place, role in enumerate(ROLES):
            apart = taken[:, place] - at[NOBODY][:, place]
            term = f"{choice.name}|others:none"
            if not apart.any():
                assert place not in (0, choice.role)  # a pull is between two
                where = pl.col("term") == term, pl.col("role") == role
                assert speed.results.filter(*where).is_empty()
                continue
            found = row(speed, term, role=role)
            assert found["estimate"] == pytest.approx(apart.mean(), rel=1e-9)
            assert found["std_error"] == pytest.approx(apart.std(ddof=1) / N**0.5, rel=1e-9)
            wider = taken[:, place].std(ddof=1) - at[NOBODY][:, place].std(ddof=1)
            assert row(speed, f"sd {term}", role=role)["estimate"] == pytest.approx(wider)
            oftener = (taken[:, place] < 0).mean() - (at[NOBODY][:, place] < 0).mean()
            where = pl.col("term") == f"loses {term}", pl.col("role") == role
            loses = speed.results.filter(*where)
            assert loses.height or not oftener
            assert not loses.height or loses["estimate"][0] == pytest.approx(oftener)
        left = by_role("speed", N, EVERYBODY.choosing(choice.role, 0))
        full = by_role("speed", N, EVERYBODY.choosing(*choice))
        found = row(speed, f"{choice.name}|others:all", role="dealer")
        assert found["estimate"] == pytest.approx((full - left)[:, 0].mean(), rel=1e-9)
        family = "choice" if choice.role == 0 else "choice_others"
        assert row(speed, f"{choice.name}|others:none", role="dealer")["family"] == family


def test_choices_averaged_over_what_others_choose(speed):
    # What a dealer gains by sitting is the mean over the 27 settings that are there to sit in.
    means = {
        setting: row(speed, f"mean {setting.name}", role="dealer")["estimate"]
        for setting in SETTINGS
    }
    for choice in CHOICES:
        free = contexts(choice)["average"]
        assert len(free) == (27 if choice.role == 0 else 18)
        value = np.mean([means[each.choosing(*choice)] - means[each] for each in free])
        found = row(speed, f"{choice.name}|others:average", role="dealer")
        assert found["estimate"] == pytest.approx(value, rel=1e-9)


def test_flow_is_what_breaks_even(speed):
    for place, role in enumerate(ROLES):
        level = 1 if place == 0 else 2
        apart = by_role("speed", N, NOBODY.choosing(place, level)) - by_role("speed", N, NOBODY)
        value = apart[:, place].mean() / (2**level - 1)
        assert row(speed, "flow", role=role)["estimate"] == pytest.approx(value, rel=1e-9)
        assert row(speed, "edge", role=role)["estimate"] == pytest.approx(-value, rel=1e-9)


@pytest.mark.parametrize("plan", PLANS)
def test_ruin_by_a_direct_loop(speed, plan):
    of = {setting: by_role("speed", N, setting) for setting in set(PLANS[plan][1])}
    for held in (50, 200):
        ruined = np.zeros((N // 25, 4), bool)
        for stretch, seat in product(range(N // 25), range(4)):
            left = held
            for hand in range(25 * stretch, 25 * (stretch + 1)):
                role = (seat - hand) % 4
                setting = {
                    "none": NOBODY,
                    "sit": Setting(1, (0, 0, 0)),
                    "all": EVERYBODY,
                    "own_sit": Setting(int(role == 0), (0, 0, 0)),
                    "own_pull": Setting(0, tuple(2 * (role == place) for place in (1, 2, 3))),
                }[plan]
                left += of[setting][hand, role]
                if left <= 0:
                    ruined[stretch, seat] = True
                    break
        found = row(speed, f"ruin({held})|plan={plan}")
        assert found["estimate"] == ruined.mean()
        assert found["n_trials"] == N // 25
        if ruined.any():
            error = ruined.mean(axis=1).std(ddof=1) / (N // 25) ** 0.5
            assert found["std_error"] == pytest.approx(error, rel=1e-9)
    assert row(speed, "ruin(50)|plan=all")["estimate"] > 0.2


def test_stretches_longer_than_the_run(tmp_path):
    found = run_stakes(tmp_path, 40, seed=1, strategies=["speed"], n_hands=41, bankrolls=[7])
    assert found.results.filter(pl.col("family") == "ruin").is_empty()
    found = run_stakes(tmp_path, 40, seed=1, strategies=["speed"], n_hands=20, bankrolls=[7])
    assert found.results.filter(pl.col("family") == "ruin")["n_trials"].to_list() == [2] * 5


def test_every_dealer_meets_every_setting():
    rng = np.random.default_rng(32)
    some = [[SETTINGS[i] for i in rng.choice(54, size, replace=False)] for size in (1, 3, 20)]
    for wanted in (SETTINGS, [NOBODY], [NOBODY, EVERYBODY], *some):
        tables = seatings(wanted)
        met = [(met_by(pulls, sit, dealer), dealer) for sit, pulls in tables for dealer in range(4)]
        assert set(met) >= set(product(wanted, range(4)))
        assert len(tables) <= min(54, 4 * len(wanted))
        if len(wanted) == 54:
            assert len(set(met)) == len(met)  # nothing is played twice


def brute_force(values):
    """Solve by all plans: the dealer's, and for each place a pull after either."""
    plans = list(product(range(3), repeat=2))
    found = []
    for sit, *replies in product(range(2), *[plans] * 3):

        def at(sat, replies, role):
            return values[(sat, *(reply[sat] for reply in replies), role)]

        good = at(sit, replies, 0) >= at(1 - sit, replies, 0)
        for sat, place, pull in product(range(2), range(3), range(3)):
            other = list(replies)
            other[place] = (pull, pull)
            good &= at(sat, replies, place + 1) >= at(sat, other, place + 1)
        if good:
            found.append((sit, tuple(reply[sit] for reply in replies), tuple(replies)))
    return found


def random_values(rng):
    """A game without any structure, in whole numbers: there are ties."""
    return rng.integers(-4, 5, (2, 3, 3, 3, 4)).astype(float)


def test_solution_is_subgame_perfect():
    rng = np.random.default_rng(33)
    counts = set()
    for _ in range(40):
        values = random_values(rng)
        found, every = solve(values), brute_force(values)
        for sit in range(2):
            pure = {tuple(r[sit] for r in replies) for _, _, replies in every}
            counts.add(len(found.equilibria[sit]))
            if all(found.equilibria):
                assert pure == set(found.equilibria[sit])
            assert found.replies[sit] in found.equilibria[sit] or not found.equilibria[sit]
        if all(found.equilibria):
            assert (found.path.sit, found.path.pulls) in {each[:2] for each in every}
        else:
            assert not every
    assert {0, 1} < counts  # none, one, several: all were seen


def test_regrets_by_loops():
    rng = np.random.default_rng(34)
    for _ in range(10):
        values = random_values(rng)[0, ..., 1:]
        found = regrets(values)
        for pulls in product(range(3), repeat=3):
            most = 0.0
            for place, pull in product(range(3), repeat=2):
                other = (*pulls[:place], pull, *pulls[place + 1 :])
                most = max(most, values[other][place] - values[pulls][place])
            assert found[pulls] == most
            assert (pulls in pure_equilibria(values)) == (most == 0.0)


def random_payoffs(rng, n=500):
    flows = rng.normal(rng.normal(0, 0.3, (4, 4)), 1.0, (n, 4, 4))
    return Settled(flows - flows.transpose(0, 2, 1), np.arange(n) % 4)


def as_replayed(payoffs):
    played = {setting: payoffs.of(setting) for setting in SETTINGS}
    return Replayed(played, payoffs.dealers, np.ones(len(payoffs.dealers), bool))


def test_dominant_pulls_are_what_enumeration_finds():
    rng = np.random.default_rng(35)
    profiles = set()
    for _ in range(20):
        payoffs = random_payoffs(rng)
        flows = [
            (payoffs.of(NOBODY.choosing(p, 1)) - payoffs.of(NOBODY))[:, p].mean() for p in (1, 2, 3)
        ]
        pulls = tuple(2 * int(flow > 0) for flow in flows)
        taken = sum(-flow * 2.0**pull for flow, pull in zip(flows, pulls, strict=True))
        game = game_of(payoffs, 1)
        assert game.solution.path == Setting(int(taken > 0), pulls)
        assert game.solution.equilibria == ([pulls], [pulls])
        profiles.add(game.solution.path)
        decided = {(each.role, each.others): each.choice for each in game.decisions}
        assert [decided[place, "always"] for place in (1, 2, 3)] == list(pulls)
        every = brute_force(
            np.array([payoffs.of(s).mean(axis=0) for s in SETTINGS]).reshape(2, 3, 3, 3, 4)
        )
        assert [each[:2] for each in every] == [game.solution.path]
        # The same hands, as if they had been played: the same, at other rates.
        again = game_of(as_replayed(payoffs), 1)
        assert again.solution == game.solution
        for one, other in zip(
            game.values + game.advantages + game.regrets,
            again.values + again.advantages + again.regrets,
            strict=True,
        ):
            assert one == other
        assert (len(game.decisions), len(again.decisions)) == (30, 81)
    assert len(profiles) > 3


def test_best_replies_by_loops():
    rng = np.random.default_rng(36)
    played = {setting: rng.integers(-5, 6, (300, 4)).astype(float) for setting in SETTINGS}
    payoffs = Replayed(played, np.arange(300) % 4, np.zeros(300, bool))
    found = {(each.role, each.others): each for each in decisions_of(payoffs, 1)}
    assert len(found) == 27 + 54
    for one, two, three in product(range(3), repeat=3):
        stay, sit = (played[sat, (one, two, three)][:, 0].mean() for sat in range(2))
        reply = found[0, f"pulls{one},{two},{three}"]
        assert (reply.choice, reply.least.value) == (
            int(sit > stay),
            pytest.approx(abs(sit - stay)),
        )
    for sit, one, three in product(range(2), range(3), range(3)):
        means = [played[sit, (one, pull, three)][:, 2].mean() for pull in range(3)]
        reply = found[2, f"sit{sit}:pulls{one},-,{three}"]
        assert reply.choice == np.argmax(means)
        assert reply.least.value == pytest.approx(np.diff(np.sort(means))[-1])
        assert len(reply.p_values) == 3


def test_judged_by_holm_over_the_run():
    rng = np.random.default_rng(40)
    decisions = [
        *decisions_of(random_payoffs(rng, 200), 1),
        *decisions_of(as_replayed(random_payoffs(rng, 200)), 1),
    ]
    picked = replace(decisions[0], others="replies", n_compared=729)
    assert picked.p_values == [min(1.0, 729 * p) for p in decisions[0].p_values]
    decisions.append(picked)
    every = sorted(p for each in decisions for p in each.p_values)
    adjusted = {}
    worst = 0.0
    for i, p in enumerate(every):
        worst = max(worst, min(1.0, (len(every) - i) * p))
        adjusted.setdefault(p, worst)
    found = judge(decisions)
    for decision, judged in zip(decisions, found, strict=True):
        p = max(adjusted[p] for p in decision.p_values[: len(decision.gaps)])
        assert judged.p_adjusted == pytest.approx(p, rel=1e-12)
        assert judged.decided == (p <= 0.05)
    assert {each.n_tests for each in found} == {30 + 27 + 54 * 3 + 1}
    some = [each.p_adjusted for each in found]
    assert any(p <= 0.05 for p in some)
    assert any(0.05 < p < 0.5 for p in some)


@pytest.mark.parametrize(
    ("p_values", "decided"),
    [((0.02,), True), ((0.06,), False), ((0.001, 0.02), True), ((0.001, 0.06), False)],
)
def test_best_must_beat_every_other(p_values, decided):
    some = paired([1.0, 2.0], [0.0, 0.0])
    gaps = tuple(replace(some, p_value=p) for p in p_values)
    (judged,) = judge([Decision(1, "x", 0, gaps)])
    assert judged.decided == decided
    assert judged.p_adjusted == max(p_values)  # the last of Holm's steps is not corrected


def test_rate_of_false_decisions():
    """Where no choice matters, at most 5 % of runs call any decided."""
    rng = np.random.default_rng(37)
    runs, false = 200, 0
    for _ in range(runs):
        flows = rng.normal(0.0, 1.0, (60, 4, 4))
        payoffs = Settled(flows - flows.transpose(0, 2, 1), np.arange(60) % 4)
        false += any(each.decided for each in judge(list(decisions_of(payoffs, 1))))
    # More than 20 of 200 has a chance of 0.12 % at a rate of 5 %.
    assert false <= 20


def test_decisions_of_a_run_that_looks_again():
    rng = np.random.default_rng(38)
    payoffs = random_payoffs(rng, 4000)
    decisions = list(decisions_of(payoffs, 1))
    once = judge(decisions)
    with at_every_look(Looks(4000, 1000)):
        often = judge(decisions)
        found = regret(np.arange(2000.0) % 5, [np.arange(2000.0) % 3], 1)
    assert all(each.p_adjusted is None for each in often)
    assert {each.decided for each in once} == {True, False}
    for decision, judged in zip(decisions, often, strict=True):
        looks = [
            asymptotic_sequence(
                replace(gap.difference, level=1 - 0.05 / 30), tuned_n=4000, first_look=1000
            )
            for gap in decision.gaps
        ]
        assert judged.decided == all(look.ci_low > 0 for look in looks)
    # Who may look again and again decides less.
    assert all(a.decided or not b.decided for a, b in zip(once, often, strict=True))
    assert any(each.decided for each in often)
    assert np.isnan(found.se)
    assert found.ci_low == found.value == 0.0


def test_regret_bounds_the_largest():
    """Both gains are 0: the interval misses in 5 % of samples at most."""
    rng = np.random.default_rng(39)
    missed, n = 0, 400
    for _ in range(n):
        chosen, *others = rng.normal(0.0, 1.0, (3, 50))
        found = regret(chosen, others, 1)
        assert found.ci_low <= found.value <= found.ci_high
        missed += found.ci_low > 0.0
    # More than 33 of 400 has a chance of 0.21 % at a rate of 5 %.
    assert missed <= 33


PULLS = {pull: NOBODY.choosing(1, pull) for pull in range(3)}


def of_pulls(values):
    """Payoffs of the first place by its pull: float64[3, n]."""
    played = {PULLS[pull]: np.outer(own, [-1.0, 1.0, 0.0, 0.0]) for pull, own in enumerate(values)}
    return Replayed(played, np.zeros(values.shape[1], int), np.zeros(values.shape[1], bool))


@pytest.mark.parametrize("means", [(0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (0.1, 0.1, 0.0)])
def test_least_gap_bounds_how_much_better_the_best_is(means):
    """Of the choice that the sample shows as best, whichever: 5 % of samples at most are missed."""
    rng = np.random.default_rng([42, *(round(10 * mean) for mean in means)])
    missed, runs = 0, 400
    for _ in range(runs):
        values = rng.normal(0.0, 1.0, (3, 60)) + np.array(means)[:, np.newaxis]
        found = reply(of_pulls(values), 1, PULLS, "x", 1)
        true = means[found.choice] - max(m for i, m in enumerate(means) if i != found.choice)
        missed += not found.least.ci_low <= true <= found.least.ci_high
    # More than 33 of 400 has a chance of 0.21 % at a rate of 5 %.
    assert missed <= 33


def test_least_gap_by_hand():
    rng = np.random.default_rng(43)
    values = rng.normal(0.0, 1.0, (3, 60)) * np.array([[1.0], [3.0], [1.0]])
    values[0] += 0.4
    found = reply(of_pulls(values), 1, PULLS, "x", 1)
    assert found.choice == 0
    gaps = values[0] - values[1:]
    half = student.ppf(1 - 0.05 / 3 / 2, 59) * gaps.std(axis=1, ddof=1) / 60**0.5
    means = gaps.mean(axis=1)
    least = found.least
    assert least.value == pytest.approx(means.min())
    assert least.ci_low == pytest.approx((means - half).min(), rel=1e-9)
    assert least.ci_high == pytest.approx((means + half).min(), rel=1e-9)
    assert least.level == 0.95
    assert least.method == "paired t, least of 2, Bonferroni over 3"
    assert least.se == pytest.approx((gaps.std(axis=1, ddof=1) / 60**0.5)[means.argmin()])
    # One comparison of two choices is corrected for nothing.
    pair = reply(of_pulls(values), 1, {pull: PULLS[pull] for pull in (0, 2)}, "x", 1).least
    assert pair == paired(values[0], values[2], seed=1).difference
    # One out of many that could have been picked is.
    picked = Decision(0, "x", 0, (apart(values[0], values[2], 9, 1),), n_compared=9).least
    wide = student.ppf(1 - 0.05 / 9 / 2, 59) * gaps[1].std(ddof=1) / 60**0.5
    assert picked.ci_high == pytest.approx(gaps[1].mean() + wide, rel=1e-9)


def test_least_gap_of_a_run_that_looks_again():
    rng = np.random.default_rng(44)
    best, one, two = rng.normal(0.0, 1.0, (3, 3000)) + np.array([[0.3], [0.1], [0.0]])
    with at_every_look(Looks(4000, 1000)):
        found = least_gap([apart(best, one, 3, 1), apart(best, two, 3, 1)], 3)
    looks = [
        asymptotic_sequence(
            paired(best, other, level=1 - 0.05 / 3, seed=1).difference,
            tuned_n=4000,
            first_look=1000,
        )
        for other in (one, two)
    ]
    assert found.ci_low == min(look.ci_low for look in looks)
    assert found.ci_high == min(look.ci_high for look in looks)
    assert np.isnan(found.se)  # the sheet leaves the bounds as they are
    assert found.method == "least of 2, Bonferroni over 3, asymptotic sequence"


def test_rows_say_how_many_choices_are_compared(speed):
    for role in ROLES:
        method = row(speed, "advantage", role=role)["method"]
        words = ", least of 2, Bonferroni over 3"
        assert method == "paired normal" + words * (role != "dealer")
        others = "always" if role != "dealer" else "pulls0,0,0"
        assert row(speed, f"best reply of {role}|{others}")["method"] == "paired normal"


def test_rows_of_the_game(speed):
    results = speed.results
    best = results.filter(pl.col("family") == "best_reply")
    assert best.height == 2 * 30
    p_values = best.filter(pl.col("term").str.starts_with("p "))
    undecided = p_values["label"].str.contains("未定")
    assert (undecided == (p_values["estimate"] > 0.05)).all()
    for role in ROLES:
        chosen = int(row(speed, "choice", role=role)["estimate"])
        assert row(speed, "regret", role=role)["estimate"] == 0.0
        assert row(speed, "p", role=role)["method"] == "holm over 30 tests"
        if role != "dealer":
            others = f"best reply of {role}|always"
            assert chosen == 2 * ("拉2" in row(speed, others)["label"])
    assert set(results.filter(pl.col("term").str.starts_with("pure"))["estimate"]) == {1.0}
    pulls = tuple(int(row(speed, "choice", role=role)["estimate"]) for role in ROLES[1:])
    path = Setting(int(row(speed, "choice", role="dealer")["estimate"]), pulls)
    for role in ROLES:
        mean = row(speed, f"mean {path.name}", role=role)
        assert row(speed, "value", role=role)["estimate"] == mean["estimate"]
        # No reply depends on the others: all else stays as it is.
        place = ROLES.index(role)
        others = {path.choosing(place, choice) for choice in range(3 if place else 2)} - {path}
        means = [row(speed, f"mean {each.name}", role=role)["estimate"] for each in others]
        advantage = row(speed, "advantage", role=role)["estimate"]
        assert advantage == pytest.approx(mean["estimate"] - max(means), rel=1e-9)


def test_rows_of_a_game_without_a_pure_equilibrium():
    """The first place gains by pulling what the second pulls, the second by one more."""
    rng = np.random.default_rng(41)
    played = {}
    for setting in SETTINGS:
        one, two, _ = setting.pulls
        values = [setting.sit, one == two, two == (one + 1) % 3, 0.0]
        played[setting] = rng.normal(values, 0.5, (400, 4))
    payoffs = Replayed(played, np.arange(400) % 4, np.zeros(400, bool))
    config = RunConfig(
        experiment="stakes", game="tianjin", rules_sha256=sha256_of({}), seed=1, stream="walls",
        block_size=1000,
    )  # fmt: skip
    sheet = Sheet(config, {"role": ""})
    game = game_of(payoffs, 1)
    add_games([(CellSheet(sheet, 1, cell="toy"), game)], 400)
    found = Result("stakes", Path(), sheet.frame(RESULTS))
    assert game.solution.equilibria == ([], [])
    for sit in range(2):
        pure = row(found, f"pure equilibria|sit{sit}")
        assert (pure["estimate"], pure["label"]) == (0.0, f"坐{sit} 後純均衡：無")
    assert game.solution.path.sit == 1
    values = [each.mean(axis=0) for each in played.values()]
    most = regrets(np.reshape(values, (2, 3, 3, 3, 4))[1, ..., 1:]).min()
    regret_of = [row(found, "regret", role=role) for role in ROLES]
    assert max(each["estimate"] for each in regret_of[1:]) == pytest.approx(most)
    assert regret_of[0]["estimate"] == 0.0
    unsure = 0
    for role, other in zip(ROLES, regret_of, strict=True):
        advantage = row(found, "advantage", role=role)
        if advantage["estimate"] < 0:
            unsure += 1
            assert other["estimate"] == pytest.approx(-advantage["estimate"])
            assert "未定" in advantage["label"]
            terms = pl.col("term") == "p", pl.col("role") == role
            assert found.results.filter(*terms).is_empty()
    assert unsure
    assert "未定" not in row(found, "advantage", role="dealer")["label"]


def test_replayed_is_settled_where_stakes_are_not_used(speed, tmp_path):
    found = run_stakes(tmp_path, N, seed=SEED, strategies=[ReadingSpeed()], n_hands=25)
    method = row(found, "replayed")
    assert (method["n_success"], method["n_trials"]) == (N, N)
    keys = ["term", "role"]
    values = ["estimate", "std_error", "conf_low", "conf_high", "n_trials", "n_success"]
    families = pl.col("family").is_in(
        ["mean", "sd", "loses", "flow", "edge", "choice", "choice_others", "choice_sd",
         "choice_loses", "ruin", "equilibrium", "profile"]
    )  # fmt: skip
    # Only p depends on how many best replies there are to find.
    sides = [
        each.results.filter(families, pl.col("term") != "p").select("family", *keys, *values)
        for each in (speed, found)
    ]
    assert sides[0].select("family", *keys).equals(sides[1].select("family", *keys))
    for name in values:
        one, other = (side[name].cast(pl.Float64).fill_null(-1).to_numpy() for side in sides)
        assert np.allclose(one, other, rtol=1e-9, atol=1e-12), name
    cells = read_manifest(found.folder).config.design["cells"]
    assert len(cells) == 54
    assert cells[5]["name"].endswith(" · sit0:seats0,1,2,0")


def test_replayed_is_what_play_pays(timid):
    for setting in (NOBODY, Setting(0, (1, 0, 2)), Setting(1, (0, 2, 1)), EVERYBODY):
        payoffs = by_role(Timid, 60, setting)
        for place, role in enumerate(ROLES):
            mean = row(timid, f"mean {setting.name}", role=role)
            assert mean["estimate"] == pytest.approx(payoffs[:, place].mean(), rel=1e-12)
    method = row(timid, "replayed")
    assert 0 < method["n_success"] < 60
    best = timid.results.filter(pl.col("family") == "best_reply")
    assert best.filter(~pl.col("term").str.starts_with("p ")).height == 81 + 1
    # Who is sat against replies otherwise: the dealer chooses between the two replies.
    means = np.array(
        [[row(timid, f"mean {s.name}", role=r)["estimate"] for r in ROLES] for s in SETTINGS]
    ).reshape(2, 3, 3, 3, 4)
    solution = solve(means)
    stay, sit = (means[(each, *solution.replies[each], 0)] for each in range(2))
    assert solution.replies[0] != solution.replies[1]
    assert row(timid, "choice", role="dealer")["estimate"] == (sit > stay)
    advantage = row(timid, "advantage", role="dealer")["estimate"]
    assert advantage == pytest.approx(abs(sit - stay), rel=1e-9)
    assert row(timid, "best reply of dealer|replies")["estimate"] == advantage


def test_replayed_does_not_depend_on_workers_and_extends(tmp_path):
    names = [NOBODY.name, "sit1:pulls0,1,2"]
    options = {"seed": 3, "strategies": [ReadingSpeed()], "settings": names, "bankrolls": [9]}
    whole = run_stakes(tmp_path / "a", 2100, **options)
    run_stakes(tmp_path / "b", 700, **options)
    again = run_stakes(tmp_path / "b", 2100, workers=2, **options)
    assert again.results.equals(whole.results)
    with pytest.raises(InputError):  # other tables
        run_stakes(tmp_path / "b", 2100, **(options | {"settings": None}))


def test_fewer_settings(tmp_path):
    names = ["sit0:pulls0,0,0", "sit0:pulls0,2,0", "sit1:pulls2,2,2"]
    found = run_stakes(tmp_path / "a", 40, seed=SEED, strategies=[Timid, "speed"], settings=names)
    means = found.results.filter(pl.col("family") == "mean")
    assert set(means["term"]) == {f"mean {name}" for name in names}
    games = found.results.filter(pl.col("family") == "equilibrium")
    assert set(games["cell"]) == {"speed"}  # whose hands tell all
    choices = found.results.filter(pl.col("family").str.starts_with("choice"))
    assert set(choices.filter(pl.col("cell") == "Timid")["term"]) <= {
        f"{what}place2 pull2|others:none" for what in ("", "loses ")
    }
    cells = read_manifest(found.folder).config.design["cells"]
    assert len(cells) == len(seatings(read_settings(names))) + 1
    payoffs = by_role(Timid, 40, read_settings(names)[1])
    mean = row(found, f"mean {names[1]}", cell="Timid", role="place2")
    assert mean["estimate"] == payoffs[:, 2].mean()
    # Hands that all three pay as the flows of the first say.
    columns = [f"flow_{seat}" for seat in range(4)]
    flows = mjsim.play("tianjin", Timid, 40, seed=SEED, columns=columns).select(columns)
    alike = np.ones(40, bool)
    for setting in read_settings(names):
        played = by_role(Timid, 40, setting)
        for hand, each in enumerate(flows.to_numpy().reshape(40, 4, 4)):
            turned = np.roll(each, (-(hand % 4),) * 2, (0, 1))[np.newaxis]
            pulls = np.array([[0, *setting.pulls]])
            told = payoffs_of(turned, np.array([0]), setting.sit, pulls)[0]
            alike[hand] &= (told == played[hand]).all()
    assert 0 < alike.sum() < 40
    assert row(found, "replayed", cell="Timid")["n_success"] == alike.sum()


def test_who_denies_to_read_stakes_is_found_out(tmp_path):
    with pytest.raises(InputError, match=r"^stakes: Liar: plays hand \d+ otherwise"):
        run_stakes(tmp_path / "run", 40, seed=1, strategies=[Liar])
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"settings": []}, "^settings: one or more, not none"),
        ({"settings": "sit0:pulls0,0,0"}, "^settings: several are wanted"),
        ({"settings": ["sit0:pulls0,0,3"]}, "^settings: sit0:pulls0,0,0 to sit1:pulls2,2,2, not"),
        ({"settings": [NOBODY.name] * 2}, "^settings: sit0:pulls0,0,0 comes twice"),
        ({"bankrolls": [50, -1]}, "^bankrolls: a number above 0, not -1"),
        ({"bankrolls": [float("inf")]}, "^bankrolls: a number above 0, not inf"),
        ({"bankrolls": [True]}, "^bankrolls: a number above 0, not True"),
        ({"bankrolls": 50}, "^bankrolls: several are wanted"),
        ({"bankrolls": [50, 50.0]}, r"^bankrolls: 50\.0 comes twice"),
        ({"bankrolls": [1_000_000, 1_000_001]}, r"^bankrolls: 1000001 has the name of another, 1e"),
        ({"n_hands": 0}, "^n_hands: a whole number from 1, not 0"),
        ({"game": "wenling"}, "^game: tianjin"),
    ],
)
def test_refused(tmp_path, options, words):
    with pytest.raises(InputError, match=words):
        run_stakes(tmp_path / "run", 10, **({"seed": 1, "strategies": ["speed"]} | options))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("of", ["speed", "timid"])
def test_results_are_made_again(of, request):
    """Out of the folder alone, whether settings were settled or replayed."""
    result = request.getfixturevalue(of)
    made = remake(result.folder)
    assert made.results(made.run).equals(result.results)


def test_command_line(tmp_path, capsys):
    run = ("--hands", 40, "--seed", SEED, "--strategy", "speed", "--no-figure", "--json")
    asked = ("--bankroll", 7, "--bankroll", 12.5, "--stretch", 20, "--setting", EVERYBODY.name)

    def mj(*arguments):
        return main([str(argument) for argument in ("run", *arguments)])

    assert mj("stakes", *run, *asked, "--out", tmp_path / "run") == 0
    capsys.readouterr()
    plain = run_stakes(
        tmp_path / "plain", 40, seed=SEED, strategies=["speed"], bankrolls=[7, 12.5], n_hands=20,
        settings=[EVERYBODY.name],
    )  # fmt: skip
    assert pl.read_parquet(tmp_path / "run" / "results.parquet").equals(plain.results)
    for option in (("--bankroll", 7), ("--stretch", 20), ("--setting", EVERYBODY.name)):
        for experiment in ("sessions", "waits"):
            assert mj(experiment, *run, *option, "--out", tmp_path / "no") == 2
            assert f"run {experiment}: takes no {option[0]}" in capsys.readouterr().err
    assert mj("stakes", *run, "--bankroll", 0, "--out", tmp_path / "no") == 2
    assert "bankrolls: a number above 0, not 0" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()
