"""The oracle of a player alone before the wall, against odds worked out by hand."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from math import inf

import pytest
from odds_cases import questions
from odds_oracle import TIANJIN_GOALS, Question, as_hand, category_distance, with_tile, without
from odds_plain import chance, steps
from oracle.hands import random_hands
from oracle.tianjin import BIT, arrangement_masks, wild_kinds
from oracle.tianjin_arrange import SEQUENCES, TRIPLETS, arrangements

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


def test_golden_kong():
    """With three 2m and 123p the fourth 2m is laid: then C waits for C, 5p being of no use."""
    wall = {"C": 2, "2m": 1, "5p": 3}
    question = alone("222mC[2222s][5555s][8888s]", "1m", wall, draws=1, goal="gangkai")
    allowed = alone(
        "222mC[2222s][5555s][8888s]", "1m", wall, draws=1, goal="gangkai", ready_kongs=True
    )
    assert question.roots() == [(None, 1)]
    assert question.value() == 0
    assert allowed.value() == F(1, 6) * F(2, 6)
    assert "golden kong" in allowed.taken()


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


@pytest.mark.parametrize("exempt", [frozenset(), frozenset({"su", "gangkai", "hundiao"})])
def test_distance_of_any_category(exempt):
    """The least distance from a category is the distance from a win of two fan."""
    rules = tianjin.Rules(min_fan=3 if exempt else 2, min_fan_exempt=exempt)
    least = Counter()
    for hand in random_hands(20, 700):
        state = tuple(sorted(hand.concealed)), tuple(sorted(hand.melds))
        found = {
            goal: category_distance(goal, state, hand.indicator)
            for goal in TIANJIN_GOALS
            if goal != "benhunlong" or hand.indicator < 27
        }
        distance = tianjin.distance(as_hand(*state), hand.indicator, rules=rules)
        assert min(found.values()) == distance, (hand.text, hand.indicator)
        least.update(goal for goal, away in found.items() if away == distance)
    assert min(least[goal] for goal in TIANJIN_GOALS) >= 10


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
        "added kong": 50, "golden kong": 3, "replacement win": 100, "nothing": 100,
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
        found.update({name for root, _ in question.roots() for name in question.taken(root)})
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


def plain_hands(seed, n):
    """Natural hands up to two away, no kind four times in hand and wall; 西 and 北 are wild."""
    rng = random.Random(seed)
    while n:
        groups = [rng.choice(SEQUENCES + TRIPLETS * (rng.random() < 0.3)) for _ in range(4)]
        pair = rng.randrange(34)
        tiles = [kind for kinds in groups for kind in kinds] + [pair, pair]
        rng.shuffle(tiles)
        away = rng.randrange(3)
        tiles = tiles[away + 1 :] + [rng.randrange(34) for _ in range(away)]
        counts = [tiles.count(kind) for kind in range(34)]
        if max(counts) > 3 or counts[29] or counts[30] or steps(counts) > 2:
            continue
        live = [3 - c if rng.random() < 0.7 else rng.randint(0, 3 - c) for c in counts]
        live[29] = live[30] = 0
        n -= 1
        yield counts, live


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
