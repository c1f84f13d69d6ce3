"""The compiled model of a player alone, against exact odds, a plain recursion and tried walls.

Floats are compared with fractions to `CLOSE`, relative above 1: a few thousand sums of terms of
at most 1 are due to lose 2**-53 each. Tried walls are compared at a total error rate of `ERROR`
for each test, shared evenly by its comparisons; their seeds are in the tests.
"""

import math
from collections import Counter
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from numpy.random import PCG64
from odds_cases import plain_hands, questions
from odds_oracle import PONG
from odds_plain import chance

from mjsim import tianjin
from mjsim._core import Solo
from mjsim.odds.games import ASKED
from mjsim.stats import against_exact

CLOSE = 1e-12
ERROR = 1e-4
TRIALS = 20_000
READY, WON, WORTH, FIRST_BIT = range(4)
GAMES = pytest.mark.parametrize("game", ["tianjin", "wenling"])


class Kernel(NamedTuple):
    """A solved question: the kernel, and its arrays by root, draw and column."""

    solo: Solo
    values: np.ndarray
    curves: np.ndarray


def opened(case, question, kinds, **settings):
    """The kernel of a case before any draw, with these first discards."""
    facts = ASKED[case.game]
    goal = {"win": -1, "value": -2}.get(case.goal)
    return Solo(
        case.rules.core,
        facts.wilds,
        np.array(case.concealed, np.uint8),
        [-1 if kind is None else kind for kind in kinds],
        np.array(case.melds, np.uint8).reshape(-1, 2),
        case.indicator,
        np.array(question.live, np.uint8),
        goal=facts.categories.index(case.goal) if goal is None else goal,
        depth=case.depth,
        seat=case.seat,
        shown=None if case.shown is None else np.array(case.shown, np.uint8),
        **settings,
    )


def solved(case, question=None, kinds=None, **settings):
    """The kernel of a case, all draws valued; None if there are too many hands."""
    question = question or case.question()
    if kinds is None:
        kinds = [kind for kind, _ in question.roots()]
    solo = opened(case, question, kinds, **settings)
    while solo.n_left:
        if not solo.grow(5_000):
            return None
    solo.begin(np.array([float(q) for q in question.quits]))
    for _ in range(case.draws):
        solo.solve()
    return Kernel(solo, solo.root_values(), solo.curves())


def column(case):
    """The column of the curves that counts for a goal."""
    names = ASKED[case.game].categories
    plain = {"win": WON, "value": WORTH}
    return plain[case.goal] if case.goal in plain else FIRST_BIT + names.index(case.goal)


def assert_close(found, exact, case):
    """Compare floats with fractions."""
    wanted = np.array([float(x) for x in exact])
    assert found == pytest.approx(wanted, rel=CLOSE, abs=CLOSE), str(case)


# ---- the oracle -------------------------------------------------------------------------


def assert_same(cases):
    """Compare all that the kernel says of every first discard; return the moves of best play."""
    taken = Counter()
    for case in cases:
        question = case.question()
        roots = question.roots()
        kernel = solved(case, question)
        names = ASKED[case.game].categories
        true = kernel.solo.true_values(case.draws) if case.wall else None
        assert kernel.solo.distances() == [away for _, away in roots], str(case)
        for at, (kind, _) in enumerate(roots):
            curves = question.curves(kind)
            assert_close([kernel.values[at, -1]], [question.value(kind)], case)
            for place, name in ((READY, "ready"), (WON, "won"), (WORTH, "value")):
                assert_close(kernel.curves[at, :, place], curves[name], case)
            for bit, name in enumerate(names):
                found = kernel.curves[at, :, FIRST_BIT + bit]
                assert_close(found, curves["categories"][name], case)
            assert not kernel.curves[at, :, FIRST_BIT + len(names) :].any()
            if case.wall:
                assert_close([true[at]], [question.true_wall(kind)], case)
        taken.update(question.taken())
    return taken


COMMON = ("win", "improve", "pass", "keep", "concealed kong", "added kong", "nothing")


def quick_cases(game):
    """150 cases that the oracle answers soon, and 8 with changes, which take it longer."""
    found = questions(game, 260, 1)
    sizes = [case.draws + case.depth + (sum(case.concealed) >= 13) for case in found]
    sized = list(zip(found, sizes, strict=True))
    few = [case for case, size in sized if size <= 3][:150]
    changes = [case for case, size in sized if size == 4 and case.depth and case.draws > 1][:8]
    assert len(few) == 150
    assert len(changes) == 8
    return few + changes


@GAMES
def test_kernel_is_the_oracle(game):
    taken = assert_same(quick_cases(game))
    assert min(taken[name] for name in COMMON) >= 15
    assert taken["change"] >= 4
    assert taken["replacement win"] >= 15
    if game == "wenling":
        assert taken["automatic"] >= 15


@pytest.mark.slow
@GAMES
def test_kernel_is_the_oracle_often(game):
    assert_same(questions(game, 300, 2))


@pytest.mark.slow
@GAMES
def test_kernel_is_the_oracle_with_more_draws(game):
    assert_same(questions(game, 30, 3, heavy=True))


@GAMES
def test_distances_after_any_discard(game):
    """Of every natural tile, not only those that leave the hand nearest."""
    seen = Counter()
    for case in questions(game, 150, 4):
        question = case.question()
        if len(question.tiles) % 3 != 2:
            continue
        left = question.left_by(question.tiles, question.melds)
        found = opened(case, question, list(left)).distances()
        for here, away in zip(found, left.values(), strict=True):
            if away < math.inf:
                assert here == away, str(case)
                seen[away] += 1
            else:
                assert here > 13, str(case)
    assert min(seen[away] for away in (0, 1, 2, 3)) >= 5


# ---- the plain recursion ----------------------------------------------------------------


def test_kernel_is_the_plain_recursion():
    """Natural hands, whatever completes them, up to ten draws."""
    rules = tianjin.Rules(min_fan=1)
    for counts, live in plain_hands(21, 200):
        solo = Solo(
            rules.core,
            ASKED["tianjin"].wilds,
            np.array(counts, np.uint8),
            [-1],
            np.zeros((0, 2), np.uint8),
            29,
            np.array(live, np.uint8),
            goal=-1,
            depth=0,
        )
        while solo.n_left:
            assert solo.grow(5_000)
        solo.begin(np.zeros(10))
        for _ in range(10):
            solo.solve()
        assert solo.root_values()[0, 1:] == pytest.approx(chance(counts, live, 10), abs=CLOSE)


# ---- tried walls ------------------------------------------------------------------------


def tried(case, kernel, at, seed):
    """Sums over tried walls after the last draw, and of squares of the worth."""
    sums, squares = kernel.solo.try_play(at, PCG64([seed, len(case.game)]), TRIALS)
    return sums[-1], squares[-1]


def few_draws(game, n, seed):
    """Cases with their questions, for a win or a category, of which the true wall is asked."""
    found = questions(game, 8 * n, seed)
    found = [case._replace(goal="win") if case.goal == "value" else case for case in found]
    return [(case, case.question()) for case in found if case.wall][:n]


@GAMES
def test_tried_play_is_the_models(game):
    """Wins on true walls, of up to three draws: as often as the model's moves lead to them.

    The best play that keeps count is as good or better.
    """
    pairs = few_draws(game, 50, 5)
    assert len(pairs) == 50
    open_ones = 0
    for i, (case, question) in enumerate(pairs):
        kernel = solved(case, question)
        best = kernel.solo.true_values(case.draws)[0]
        kind = question.roots()[0][0]
        exact = question.tried(kind)
        assert exact <= best + CLOSE, str(case)
        open_ones += 0 < exact < 1
        sums, _ = tried(case, kernel, 0, 100 + i)
        p = against_exact(int(sums[column(case)]), TRIALS, exact).p_value
        assert p >= ERROR / len(pairs), str(case)
    assert open_ones >= 25


class Forced(NamedTuple):
    """A ready hand that can but win or wait, and the kinds of the wall that win."""

    case: object
    question: object
    wins: dict


def forced_hands(game, n, seed):
    """Ready hands to draw that no kong and no wild can change, with 1 to 17 draws."""
    found = []
    for case in questions(game, 40 * n, seed):
        draws = 1 + len(found) * 16 // n
        quit = (0, 0.0625, 0.25)[len(found) % 3]
        case = case._replace(goal="win", depth=0, draws=draws, quit=quit)
        question = case.question()
        hand = question.tiles, question.melds
        if len(question.tiles) % 3 != 1 or question.distance(hand) != 0:
            continue
        kongs = {k for k in range(34) if question.tiles.count(k) + question.live[k] >= 4
                 and question.tiles.count(k) >= 3}  # fmt: skip
        kongs |= {
            kind
            for form, kind in case.melds
            if form == PONG and question.live[kind] + question.tiles.count(kind)
        }
        wins = {kind: question.win(hand, question.comes(hand, kind), 0)
                for kind, _ in question.wall if question.comes(hand, kind) is not None}  # fmt: skip
        wins = {kind: win for kind, win in wins.items() if win}
        waiting_wild = any(k in question.wilds and k not in wins for k, _ in question.wall)
        if kongs or waiting_wild or not wins:
            continue
        found.append(Forced(case, question, wins))
        if len(found) == n:
            return found
    raise AssertionError("too few hands are ready")


def chance_forced(forced):
    """Chance to draw a tile that wins, no tile twice, before anybody else wins."""
    case, question, wins = forced
    n = sum(m for kind, m in question.wall if kind in wins)
    rest = question.size - n
    quit = Fraction(case.quit)
    total, kept = Fraction(0), Fraction(1)
    for t in range(min(case.draws, rest + 1)):
        kept *= 1 - quit
        missed = Fraction(math.comb(rest, t), math.comb(question.size, t))
        total += kept * missed * Fraction(n, question.size - t)
    return total


@GAMES
def test_forced_play_is_hypergeometric(game):
    """Wins and their categories on tried walls; the worth of each win is exact.

    Which of the tiles that win comes first is even, so that its categories are as often won.
    """
    hands = forced_hands(game, 50, 6)
    names = ASKED[game].categories
    counted = []
    for i, forced in enumerate(hands):
        case, question, wins = forced
        kernel = solved(case, question)
        won = chance_forced(forced)
        if case.draws <= 3:
            assert_close(kernel.solo.true_values(case.draws), [won], case)
        sums, squares = tried(case, kernel, 0, 200 + i)
        copies = dict(question.wall)
        total = sum(copies[kind] for kind in wins)
        counted.append((case, sums[WON], won))
        for bit, name in enumerate(names):
            having = sum(copies[k] for k, win in wins.items() if name in win.categories)
            counted.append((case, sums[FIRST_BIT + bit], won * Fraction(having, total)))
        worths = [win.worth for win in wins.values()]
        assert min(worths) * sums[WON] <= sums[WORTH] <= max(worths) * sums[WON]
        if min(worths) == max(worths):
            assert squares == worths[0] ** 2 * sums[WON]
    assert {1, 2, 3} <= {forced.case.draws for forced in hands}
    assert max(forced.case.draws for forced in hands) > 15
    for case, hits, exact in counted:
        assert hits == int(hits)
        assert against_exact(int(hits), TRIALS, exact).p_value >= ERROR / len(counted), str(case)


# ---- properties -------------------------------------------------------------------------

MOST_STATES = 60_000


def long_cases(game, n, seed):
    """Cases with up to 17 draws, and their kernels; those of too many hands are left out."""
    found = []
    for case in questions(game, 2 * n, seed):
        draws = 4 + len(found) % 14
        quit = (0, 0.0625, 0.25)[len(found) % 3]
        longer = case._replace(draws=draws, quit=quit)
        kernel = solved(longer, most_states=MOST_STATES)
        if kernel is not None:
            found.append((longer, kernel))
        if len(found) == n:
            return found
    raise AssertionError("too many hands are far from their goals")


@GAMES
def test_properties_of_long_questions(game):
    """Chances, orders, ends of curves; deeper play is no worse; the same twice."""
    pairs = long_cases(game, 40, 8)
    goals, deeper_wins = Counter(), 0
    for case, (_, values, curves) in pairs:
        chances = np.delete(curves, WORTH, axis=2)
        assert chances.min() >= 0, str(case)
        assert chances.max() <= 1 + CLOSE, str(case)
        slack = CLOSE * np.maximum(1, curves[:, 1:])
        assert (np.diff(curves, axis=1) >= -slack).all(), str(case)
        assert (np.diff(values, axis=1) >= -CLOSE * np.maximum(1, values[:, 1:])).all(), str(case)
        assert (curves[:, :, READY] >= curves[:, :, WON] - CLOSE).all(), str(case)
        assert (curves[:, :, FIRST_BIT:] <= curves[:, :, WON, None] + CLOSE).all(), str(case)
        ends = curves[:, -1, column(case)]
        assert values[:, -1] == pytest.approx(ends, rel=CLOSE, abs=CLOSE), str(case)
        again = solved(case)
        assert np.array_equal(values, again.values), str(case)
        assert np.array_equal(curves, again.curves), str(case)
        deeper = solved(case._replace(depth=case.depth + 1), most_states=MOST_STATES)
        if deeper is not None:
            lowest = values - CLOSE * np.maximum(1, values)
            assert (deeper.values >= lowest).all(), str(case)
            deeper_wins += (deeper.values > values + CLOSE).any()
        goals[case.goal] += 1
    assert {"win", "value"} < set(goals)
    assert len(goals) > 4
    assert max(case.draws for case, _ in pairs) == 17
    assert deeper_wins >= 5


@GAMES
def test_too_many_hands(game):
    """A bound that is too small is told, at any number of hands at a time."""
    told = 0
    for case in questions(game, 30, 9):
        question = case.question()
        kinds = [kind for kind, _ in question.roots()]
        kernel = solved(case, question)
        n = kernel.solo.n_states
        if n < 20:
            continue
        for most in (n // 2, n - 1):
            for piece in (1, 1_000):
                solo = opened(case, question, kinds, most_states=most)
                while solo.n_left and solo.grow(piece):
                    pass
                assert solo.n_left, str(case)
                assert not solo.grow(piece), str(case)
        enough = solved(case, question, most_states=n)
        assert np.array_equal(enough.values, kernel.values), str(case)
        told += 1
    assert told >= 15
