"""The oracle of a player alone before the wall, against odds worked out by hand."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from math import inf

import pytest
from odds_cases import plain_hands, questions
from odds_oracle import (
    TIANJIN_GOALS,
    Question,
    as_hand,
    category_distance,
    win_distance,
    with_tile,
    without,
)
from odds_plain import chance, steps
from oracle.hands import random_hands
from oracle.tianjin import BIT, arrangement_masks, wild_kinds
from oracle.tianjin_arrange import arrangements

from mjsim import tianjin, wenling
from mjsim.notation import parse_hand, parse_tile
from mjsim.tiles import Hand, copies

F = Fraction
PLAIN = tianjin.Rules(min_fan=1)


def alone(text, indicator, live=None, *, game="tianjin", rules=PLAIN, **settings):
    """A question with the wall given, ``{tile: copies}``; all that is not held if left out."""
    n_kinds = 34 if game == "tianjin" else 42
    hand = parse_hand(text, flowers=game == "wenling")
    turned = parse_tile(indicator, flowers=game == "wenling")
    concealed = hand.counts(n_kinds).tolist()
    seen = [0] * n_kinds
    if live is not None:
        wanted = {parse_tile(tile): n for tile, n in live.items()}
        seen = [copies(k) - (k == turned) - n - wanted.get(k, 0) for k, n in enumerate(concealed)]
        for meld in hand.melds:
            for kind in meld.kinds:
                seen[kind] -= 1
    return Question(game, concealed, hand.melds, turned, seen, rules=rules, **settings)


READY = "123456m12399p78s"  # 6s and 9s, 4 copies each; 3 + 4 wilds; 122 tiles to draw
P = F(15, 122)


@pytest.mark.parametrize("draws", [1, 2, 3, 40])
def test_ready(draws):
    question = alone(READY, "E", draws=draws)
    assert question.roots() == [(None, 0)]
    assert question.value() == 1 - (1 - P) ** draws
    curves = question.curves()
    assert curves["won"] == [1 - (1 - P) ** t for t in range(draws + 1)]
    assert curves["ready"] == [1] * (draws + 1)


def test_ready_true_wall():
    assert alone(READY, "E", draws=3).true_wall() == 1 - F(107 * 106 * 105, 122 * 121 * 120)


def test_certain_in_the_end():
    """15 of 122 tiles win: one of 60 draws does, but for (107 / 122)**60, less than 1 in 2,000."""
    value = alone(READY, "E", draws=60).value()
    assert 0 < 1 - value < F(1, 2000)


def test_another_may_win():
    q, r = F(1, 4), F(1, 2)
    question = alone(READY, "E", draws=2, quit=[q, r])
    assert question.value() == (1 - q) * (P + (1 - P) * (1 - r) * P)
    assert question.curves()["won"] == [0, (1 - q) * P, question.value()]
    assert question.true_wall() == (1 - q) * (P + (1 - P) * (1 - r) * F(15, 121))


def test_fan_and_categories():
    """Natural wins are 素提溜, 2 fan; a wild completes 提溜, 1 fan."""
    question = alone(READY, "E", draws=1, goal="value")
    assert question.value() == F(8 * 2 + 7 * 1, 122)
    curves = question.curves()["categories"]
    assert curves["su"] == [0, F(8, 122)]
    assert curves["tiliu"] == [0, F(15, 122)]
    assert set(curves) == set(tianjin.CATEGORIES)


def test_wins_that_may_not_be_declared():
    assert alone(READY, "E", draws=1, rules=tianjin.Rules()).value() == F(8, 122)


AWAY = "13m9pC[2222s][5555s][8888s]"
WALL = {"2m": 4, "9p": 3, "C": 2, "5p": 11 - 7}


def test_one_away():
    """2m, then the better of 9p and C; or a pair of either, then 2m."""
    question = alone(AWAY, "N", WALL, draws=2)
    assert question.size == 13
    assert question.value() == F(4 * max(3, 2) + 3 * 4 + 2 * 4, 13 * 13)
    assert question.true_wall() == F(4 * 3 + 3 * 4 + 2 * 4, 13 * 12)
    assert question.curves()["ready"] == [0, F(9, 13), 1 - F(4, 13) ** 2]


def test_one_away_of_fourteen():
    """Two of the single tiles may go first, whatever is then left to draw."""
    question = alone("13m9pCF[2222s][5555s][8888s]", "N", {**WALL, "F": 1}, draws=2)
    c, nine, f = parse_tile("C"), parse_tile("9p"), parse_tile("F")
    assert question.roots() == [(nine, 1), (c, 1), (f, 1)]
    assert question.value(f) == F(4 * 3 + 3 * 4 + 2 * 4, 14 * 14)
    assert question.value(nine) == F(4 * 2 + 2 * 4 + 1 * 4, 14 * 14)
    assert question.value(c) == F(4 * 3 + 3 * 4 + 1 * 4, 14 * 14)


SINGLE = "C[2222s][5555s][8888s][1111p]"
FEW = {"C": 1, "1m": 3, "9p": 1}


def test_change():
    """1m instead of C has three copies; the only 9p, once held, would never come again."""
    assert alone(SINGLE, "N", FEW, draws=2).value() == F(9, 25)
    question = alone(SINGLE, "N", FEW, draws=2, depth=1)
    assert question.value() == F(1 * 5 + 3 * 3 + 1 * 1, 25)
    assert question.taken() == {"win", "change", "pass"}


def test_change_true_wall():
    assert alone(SINGLE, "N", FEW, draws=2).true_wall() == F(2, 5)
    changed = alone(SINGLE, "N", FEW, draws=2, depth=1).true_wall()
    assert changed == F(1, 5) + F(3, 5) * F(2, 4) + F(1, 5) * F(1, 4)


def test_one_change_is_not_two():
    """From C to 9p and on to 1m takes two; to 1m at once, one."""
    wall = {"C": 1, "9p": 2, "1m": 3}
    values = [alone(SINGLE, "N", wall, draws=3, depth=depth).value() for depth in (0, 1, 2)]
    stay = {1: F(1, 6), 2: F(2, 6), 3: F(3, 6)}

    def twice(p):
        return 1 - (1 - p) ** 2

    assert values[0] == 1 - (1 - F(1, 6)) ** 3
    # Two draws left at C, a change allowed: C wins, 9p and 1m are worth waiting for.
    at_c = F(1 * 6 + 2 * 2 + 3 * 3, 36)
    assert values[1] == F(1, 6) + F(2, 6) * max(twice(stay[2]), at_c) + F(3, 6) * twice(stay[3])
    # With 9p held and another change: 9p wins, C goes, 1m is better.
    at_nine = F(2, 6) + F(1, 6) * stay[2] + F(3, 6) * stay[3]
    assert values[2] == F(1, 6) + F(2, 6) * max(at_nine, at_c) + F(3, 6) * twice(stay[3])


def test_wild_is_kept():
    """素 is lost with the wild, which can't be thrown; C wins, at once or after a 1m."""
    question = alone(SINGLE, "N", {"C": 1, "E": 1, "1m": 3}, draws=2, goal="su")
    assert question.value() == F(1 * 5 + 3 * 1, 25)
    assert question.taken() == {"win", "keep", "pass", "nothing"}


def test_concealed_kong():
    """The fourth E, and then C with the replacement or later."""
    wall = {"C": 3, "E": 1, "1m": 6 - 3}
    c, u = 3, 7
    one = F(c, u) + F(1, u) * F(c, u)
    question = alone("EEEC[2222s][5555s][8888s]", "W", wall, draws=2)
    assert alone("EEEC[2222s][5555s][8888s]", "W", wall, draws=1).value() == one
    after = F(c, u) + F(u - c, u) * F(c, u)
    assert question.value() == F(c, u) + F(1, u) * after + F(u - c - 1, u) * one
    assert question.taken() >= {"concealed kong", "replacement win", "nothing"}
    # No tile twice: E, then two more; or two others, the second of which may be E.
    wall_value = F(3, 7) + F(1, 7) * (F(3, 6) + F(3, 6) * F(3, 5))
    wall_value += F(3, 7) * (F(3, 6) + F(1, 6) * F(3, 5))
    assert question.true_wall() == wall_value


def test_added_kong():
    wall = {"C": 3, "E": 1, "1m": 3}
    question = alone("C(EEE)[2222s][5555s][8888s]", "W", wall, draws=1)
    assert question.value() == F(3, 7) + F(1, 7) * F(3, 7)
    assert "added kong" in question.taken()
    categories = question.curves()["categories"]
    assert categories["gangkai"] == [0, F(1, 7) * F(3, 7)]


@pytest.mark.parametrize(("stack", "second"), [(True, 8), (False, 4)])
def test_kongs_in_a_row(stack, second):
    """素 2, 杠開素 4, and 8 with the second kong where it doubles again."""
    question = alone(
        "C(EEE)(FFF)[2222s][5555s]", "W", {"C": 1, "E": 1, "F": 1}, draws=1, goal="value",
        rules=PLAIN.replace(gangkai_stack=stack),
    )  # fmt: skip
    after_one = F(4, 3) + F(1, 3) * F(second, 3)
    assert question.value() == F(2, 3) + 2 * F(1, 3) * after_one
    # No tile twice: after E or F, C or the other kong is next, and then C for certain.
    assert question.true_wall() == F(2, 3) + 2 * F(1, 3) * (F(4, 2) + F(second, 2))


def test_kong_for_its_replacement():
    """The goal 杠開 itself: after the kong of E any C will do, though no kong is left."""
    wall = {"C": 3, "E": 1, "1m": 3}
    question = alone("EEEC[2222s][5555s][8888s]", "W", wall, draws=1, goal="gangkai")
    assert question.roots() == [(None, 1)]
    assert question.value() == F(1, 7) * F(3, 7)
    assert "concealed kong" in question.taken()


def test_wilds_make_no_kong():
    """Of four 2m beside the indicator 1m none is laid."""
    wall = {"C": 2, "2m": 1, "5p": 3}
    question = alone("222mC[2222s][5555s][8888s]", "1m", wall, draws=1, goal="gangkai")
    assert question.roots() == [(None, 3)]  # two C more, and the replacement
    assert question.value() == 0
    assert question.true_wall() == 0


def test_kong_beside_a_win():
    """A W completes 混吊, 2 fan; the F, laid first, makes it 4 with any replacement but a W."""
    wall = {"W": 1, "1m": 3}
    question = alone("CCCF(FFF)[2222s][5555s]", "W", wall, draws=1, goal="value")
    after_wild = F(4 * 3, 4)
    after_one = F(4 * 3 + 2 * 1, 4)  # 素杠開 with 1m, 杠開 with the wild
    assert question.value() == F(1, 4) * max(2, after_wild) + F(3, 4) * after_one
    assert question.true_wall() == F(1, 4) * max(2, F(4)) + F(3, 4) * F(4 * 2 + 2 * 1, 3)


def test_four_kongs_at_most():
    """Of five pongs four become kongs; each draw is C, which wins, or one of the pongs' kinds."""
    wall = dict.fromkeys(("C", "E", "S", "W", "N", "F"), 1)
    question = alone(
        "C(EEE)(SSS)(WWW)(NNN)(FFF)", "5p", wall, game="wenling", rules=wenling.Rules(), draws=1
    )
    value = F(1, 6)
    for left in (2, 3, 4, 5):
        value = F(1, 6) + F(left, 6) * value
    assert question.value() == value


@pytest.mark.parametrize(("by_kind", "value"), [(False, F(2, 4)), (True, F(2, 4) * F(3, 4))])
def test_wilds_are_alike(by_kind, value):
    """With one wild 混吊 is ready for anything, another N too unless N and E are told apart."""
    question = alone(
        SINGLE, "N", {"N": 1, "E": 1, "1m": 2}, draws=2, goal="hundiao",
        rules=PLAIN.replace(su_ben_long=by_kind),
    )  # fmt: skip
    assert question.roots() == [(None, 1)]
    assert question.value() == value
    # No tile twice: a second wild is never of the same kind.
    assert question.true_wall() == F(2, 4)


def test_change_to_the_widest():
    """With 5p come, 2m and 9p and 5p are 11 tiles; without 9p they are 10, without 5p 9."""
    question = alone(AWAY, "N", WALL, draws=2, depth=1)
    hand = question.tiles, question.melds
    nine, c, five = parse_tile("9p"), parse_tile("C"), parse_tile("5p")
    widths = {e: question.width((without(with_tile(hand[0], five), e), hand[1]))
              for e in (nine, c, five)}  # fmt: skip
    assert widths == {nine: 4 + 2 + 4, c: 4 + 3 + 4, five: 4 + 3 + 2}
    moves = question.moves(hand, 0, five, 0)
    assert [(move.name, move.tile) for move in moves] == [("pass", five), ("change", c)]


def test_three_de():
    """Two 得 held; the third ends the hand, however far it is from complete.

    In two draws nothing else can: no kind can be there four times.
    """
    text = "147m2558p369sESWNCF"
    p = F(1, 115)  # 144 less flowers, 白, the tile turned up and the 16 held
    for goal, reward in (("win", 1), ("sande", 1), ("value", 500), ("zimo", 0)):
        question = alone(text, "5p", game="wenling", rules=wenling.Rules(), draws=2, goal=goal)
        assert question.size == 115
        assert question.value() == reward * (1 - (1 - p) ** 2)
        curves = question.curves()
        assert curves["won"][-1] == 1 - (1 - p) ** 2
        assert curves["categories"]["sande"] == curves["won"]
        assert "automatic" in question.taken()


@pytest.mark.parametrize(
    ("indicator", "size"),
    [("5p", 144 - 8 - 4 - 1), ("C", 144 - 8 - 8 - 1), ("1g", 144 - 8 - 12 + 3)],
)
def test_drawable(indicator, size):
    """白 and flowers are shown and replaced, in 闹闹 中 and 发 too; 得 never is."""
    question = Question(
        "wenling", [0] * 42, [], parse_tile(indicator, flowers=True), [0] * 42, 1,
        rules=wenling.Rules(),
    )  # fmt: skip
    assert (
        question.size
        == {"5p": 144 - 8 - 4 - 1, "C": 144 - 8 - 8 - 1, "1g": 144 - 12 - 8 + 3}[indicator]
    )
    assert question.size == size


def test_too_many_tiles():
    hand = parse_hand(READY)
    with pytest.raises(ValueError, match="kind 17"):
        Question("tianjin", hand.counts().tolist(), (), 27, [4] * 34, 1)


# Distances from a category.


def has_by_shape(goal, tiles, last, indicator):
    """Whether complete tiles, the last drawn last, have a category in some arrangement."""
    wilds = wild_kinds(indicator)
    naturals = [kind for kind in tiles if kind not in wilds]
    held = len(tiles) - len(naturals)
    for groups in arrangements(naturals, held, len(tiles) // 3, last):
        if goal == "su" and not held:
            return True
        for mask in arrangement_masks(groups, last, wilds, False):
            if mask & BIT.get(goal, 0):
                return True
    return False


def hundiao_by_shape(tiles, last, indicator):
    """混吊 if no 龍 is counted: the last goes with nothing but wilds that were held."""
    wilds = wild_kinds(indicator)
    naturals = [kind for kind in tiles if kind not in wilds]
    for groups in arrangements(naturals, len(tiles) - len(naturals), len(tiles) // 3, last):
        for group in groups:
            for at, (kind, wild) in enumerate(zip(group.kinds, group.wild, strict=True)):
                others = group.wild[:at] + group.wild[at + 1 :]
                if (wild if last in wilds else kind == last and not wild) and all(others):
                    return True
    return False


def near_hands(goal, seed, n):
    """Hands within two tiles of a category."""
    rng = random.Random(seed)
    for hand in random_hands(rng.randrange(10**6), 40 * n):
        state = tuple(sorted(hand.concealed)), tuple(sorted(hand.melds))
        if goal == "benhunlong" and hand.indicator >= 27:
            continue
        if category_distance(goal, state, hand.indicator) <= 2:
            n -= 1
            yield state, hand.indicator
        if not n:
            return
    raise AssertionError("too few hands are near")


@pytest.mark.parametrize("goal", [goal for goal in TIANJIN_GOALS if goal != "gangkai"])
def test_distance_tile_by_tile(goal):
    """0 where a tile completes the shape, else one more than the best turn leaves.

    A natural tile can be drawn while hand and melds hold fewer than four, a wild always.
    """
    seen = Counter()
    for (tiles, melds), indicator in near_hands(goal, f"near {goal}", 12):
        wilds = wild_kinds(indicator)
        laid = Counter(k for form, k in melds for _ in range(3 if form == 2 else 4))
        if goal == "su":
            laid.clear()  # what melds use up is left aside
        away = category_distance(goal, (tiles, melds), indicator)
        by_shape = (
            hundiao_by_shape
            if goal == "hundiao"
            else lambda full, last, turned: has_by_shape(goal, full, last, turned)
        )
        least, completes = inf, False
        for kind in range(34):
            if tiles.count(kind) + laid[kind] >= 4 and kind not in wilds:
                continue
            full = with_tile(tiles, kind)
            completes = completes or (
                by_shape(full, kind, indicator)
                and not (goal == "su" and any(k in wilds for _, k in melds))
            )
            for e in set(full):
                left = category_distance(goal, (without(full, e), melds), indicator)
                least = min(least, left)
        assert completes == (away == 0), (as_hand(tiles, melds), indicator)
        if away:
            assert least == away - 1, (as_hand(tiles, melds), indicator)
        seen[away] += 1
    assert len(seen) > 1


WAYS = {
    "shape": tianjin.Rules(min_fan=1),
    "all": tianjin.Rules(min_fan=2),
    "few": tianjin.Rules(min_fan=3),
    "hundiao": tianjin.Rules(min_fan=3, min_fan_exempt=frozenset({"hundiao"})),
    "su": tianjin.Rules(min_fan=3, min_fan_exempt=frozenset({"su"})),
}


OUT_OF_REACH = 90
"""What the library calls a win that no number of draws leads to is at least so far."""


@pytest.mark.parametrize("ways", WAYS)
def test_distance_of_a_win(ways):
    """The library's distance looks at kongs, at what melds use up, and at 素 with a wild thrown.

    Any shape is as far as it says; of natural hands without melds the least of a win and a kong
    is, where both may be declared; and a kong is all that can make its distance less than ours.
    """
    rules = WAYS[ways].replace(allow_jin_gang=False)
    compared = Counter()
    for hand in random_hands(20, 700):
        state = tuple(sorted(hand.concealed)), tuple(sorted(hand.melds))
        wilds = wild_kinds(hand.indicator)
        if any(kind in wilds for _, kind in state[1]):
            continue
        ours = win_distance(state, hand.indicator, rules)
        kong = category_distance("gangkai", state, hand.indicator)
        library = tianjin.distance(as_hand(*state), hand.indicator, rules=rules)
        library = inf if library > OUT_OF_REACH else library
        natural = not any(kind in wilds for kind in state[0])
        if ways == "shape":
            assert ours == library, (hand.text, hand.indicator)
        elif ways in ("few", "hundiao"):
            assert min(ours, kong) <= library <= ours, (hand.text, hand.indicator)
        elif natural and not state[1]:
            assert min(ours, kong) == library, (hand.text, hand.indicator)
        else:
            continue
        compared[ours] += 1
    assert len(compared) > 2
    assert sum(compared.values()) >= 30


@pytest.mark.parametrize("exempt", [frozenset({"gangkai", "hundiao"})])
def test_distance_of_any_category(exempt):
    """Where 素 may not be declared, the least distance from a category is the library's."""
    rules = tianjin.Rules(min_fan=3, min_fan_exempt=exempt, allow_jin_gang=False)
    least = Counter()
    for hand in random_hands(20, 700):
        state = tuple(sorted(hand.concealed)), tuple(sorted(hand.melds))
        if any(kind in wild_kinds(hand.indicator) for _, kind in state[1]):
            continue
        found = {
            goal: category_distance(goal, state, hand.indicator)
            for goal in TIANJIN_GOALS
            if goal != "su" and (goal != "benhunlong" or hand.indicator < 27)
        }
        distance = tianjin.distance(as_hand(*state), hand.indicator, rules=rules)
        assert min(found.values()) == distance, (hand.text, hand.indicator)
        least.update(goal for goal, away in found.items() if away == distance)
    assert min(least[goal] for goal in TIANJIN_GOALS if goal != "su") >= 10


# Random questions.


@cache
def some(game):
    """Forty cases, each with its question, which remembers what it was asked."""
    return [(case, case.question()) for case in questions(game, 40, 7)]


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_value_is_where_the_curves_end(game):
    """Values and curves are summed separately; curves never fall."""
    for case, question in some(game):
        for root, away in question.roots():
            curves = question.curves(root)
            goal = {"win": "won"}.get(case.goal, case.goal)
            ends = curves[goal] if goal in curves else curves["categories"][goal]
            assert ends[-1] == question.value(root), str(case)
            for points in (curves["ready"], curves["won"], curves["value"]):
                assert points == sorted(points)
                assert len(points) == case.draws + 1
            assert curves["ready"][0] == (away == 0)
            assert all(a >= b for a, b in zip(curves["ready"], curves["won"], strict=True))


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_more_draws_and_changes_do_no_harm(game):
    small = [pair for pair in some(game) if pair[0].draws + pair[0].depth < 3][:10]
    assert len(small) == 10
    for case, question in small:
        root = question.roots()[0][0]
        more_quit = [*case.quit, 0] if isinstance(case.quit, list) else case.quit
        longer = case._replace(draws=case.draws + 1, quit=more_quit)
        assert longer.question().value(root) >= question.value(root), str(case)
        deeper = case._replace(depth=case.depth + 1).question()
        assert deeper.value(root) >= question.value(root), str(case)
        assert deeper.true_wall(root) >= question.true_wall(root), str(case)


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_passing_over_discards_changes_nothing(game):
    for case, pruned in [pair for pair in some(game) if pair[0].draws < 3][:12]:
        full = case.question(pruned=False)
        for root, _ in pruned.roots()[:1]:
            assert pruned.value(root) == full.value(root), str(case)
            assert pruned.curves(root) == full.curves(root), str(case)


MOVES = {
    "tianjin": {
        "win": 200, "improve": 150, "change": 20, "pass": 200, "keep": 50, "concealed kong": 50,
        "added kong": 50, "replacement win": 100, "nothing": 100,
    },
    "wenling": {
        "win": 200, "automatic": 100, "improve": 120, "change": 20, "pass": 200, "keep": 30,
        "concealed kong": 50, "added kong": 40, "replacement win": 100, "nothing": 100,
    },
}  # fmt: skip
"""In so many of 300 random questions at least best play makes a move; of 40, in a twentieth."""


def taken_in(pairs):
    found = Counter()
    for _, question in pairs:
        found.update(question.taken())
    return found


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_every_move_is_taken(game):
    found = taken_in(some(game))
    few = {
        name: found[name] for name, n in MOVES[game].items() if found[name] < max(n // 20, n >= 20)
    }
    assert not few


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_every_move_is_taken_often(game):
    cases = questions(game, 300, 1)
    found = taken_in((case, case.question()) for case in cases)
    few = {name: found[name] for name, n in MOVES[game].items() if found[name] < n}
    assert not few
    assert {case.goal for case in cases} >= {"win", "value", "gangkai"}
    assert {case.question().roots()[0][1] for case in cases} >= {0, 1, 2}
    assert sum(case.wall for case in cases) >= 80
    if game == "tianjin":
        assert {case.goal for case in cases} == {"win", "value", *TIANJIN_GOALS}
        assert {case.rules.min_fan for case in cases} == {1, 2, 3}
    else:
        assert sum(case.indicator >= 34 for case in cases) >= 30


# The plain recursion.


def test_plain_steps():
    rng = random.Random(5)
    for _ in range(500):
        wall = [k for k in rng.choice((range(34), range(12), range(20, 34))) for _ in range(3)]
        tiles = rng.sample(wall, rng.choice((4, 5, 7, 8, 10, 11, 13, 14)))
        counts = [tiles.count(kind) for kind in range(34)]
        assert steps(counts) == tianjin.shanten(Hand(tiles)), str(Hand(tiles))


def test_plain_agrees():
    """Floats of the plain recursion; no more than a few roundings of 2**-53 are due."""
    for counts, live in plain_hands(11, 40):
        seen = [4 - (k == 29) - c - n for k, (c, n) in enumerate(zip(counts, live, strict=True))]
        question = Question("tianjin", counts, [], 29, seen, 3, rules=PLAIN)
        assert question.curves()["won"][1:] == pytest.approx(chance(counts, live, 3), abs=1e-14)


def test_plain_by_hand():
    """The ready hand with 6s and 9s, three copies each; 99p is no kong."""
    hand = parse_hand(READY)
    counts = hand.counts().tolist()
    live = [3 - n for n in counts]
    live[29] = live[30] = 0
    p = 6 / sum(live)
    assert chance(counts, live, 10) == pytest.approx([1 - (1 - p) ** t for t in range(1, 11)])


def test_plain_refuses_kongs():
    with pytest.raises(ValueError, match="kong"):
        chance(parse_hand(READY).counts().tolist(), [4] * 34, 1)
