"""`mjsim.odds`: properties of random hands, worked cases, averages, refusals, the JSON schema.

Comparisons with tried walls name their seeds. Each allows `SIGMAS` standard errors: a chance of
7e-6 two-sided for one, and of 1e-3 for all of this file together, which make fewer than 150.
"""

import json
import math
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement, pairwise

import numpy as np
import polars as pl
import pytest
from jsonschema import Draft202012Validator, ValidationError
from odds_hands import near_hands

import mjsim
from mjsim import tianjin, wenling
from mjsim.errors import InputError
from mjsim.notation import parse_hand, parse_tile, parse_tiles
from mjsim.odds import TooFarError, others_win, partial, solo
from mjsim.odds.completions import drawn_completions, read_unknown
from mjsim.odds.others import at_risk
from mjsim.odds.settings import read_settings
from mjsim.playing import record
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import Hand, copies, format_tiles, tile_code
from mjsim.wenling.deals import de_kinds, shown_kinds

SIGMAS = 4.5
GAMES = pytest.mark.parametrize("game", ["tianjin", "wenling"])
HANDS = {
    game: [*near_hands(game, 14, 1), *near_hands(game, 16, 1, most=0)]
    for game in ("tianjin", "wenling")
}
REFERENCE = ("46m123pPPPFFF9sE", "E")


@cache
def odds_of(game, i, **changes):
    asked = HANDS[game][i]
    return solo(asked.hand, asked.indicator, **asked.keywords, **changes)


def every(game, **changes):
    """The odds of every hand of a game."""
    return [odds_of(game, i, **changes) for i in range(len(HANDS[game]))]


def with_odds(odds):
    return [each for each in odds.discards if each.curves is not None]


def after(asked, discard):
    """The hand of 3k + 1 tiles that a discard leaves."""
    tiles = list(asked.hand.tiles)
    if discard.kind is not None:
        tiles.remove(discard.kind)
    return Hand(tiles, asked.hand.melds)


# ---- properties of random hands ---------------------------------------------------------


@GAMES
def test_hands_are_of_every_sort(game):
    """What the properties below rest on: ready and not, to draw and to discard, with melds."""
    odds = every(game)
    assert {each.best.steps for each in odds} == {0, 1}
    assert {each.best.kind is None for each in odds} == {True, False}
    assert any(asked.hand.melds for asked in HANDS[game])
    assert any(asked.seen for asked in HANDS[game])


@GAMES
def test_curves_are_chances_that_never_fall(game):
    for odds in every(game):
        for each in with_odds(odds):
            curves = each.curves
            chances = [curves.ready, curves.won, *curves.categories.values()]
            for chance in chances:
                assert chance.shape == (odds.draws + 1,)
                assert chance.min() >= 0
                assert chance.max() <= 1 + 1e-12
            for curve in (*chances, curves.value):
                assert np.diff(curve).min() >= -1e-12
            assert curves.won[0] == curves.value[0] == 0
            assert curves.ready[0] == (each.steps == 0)
            assert (curves.ready >= curves.won - 1e-12).all()
            # Every win has some category, and no category is won with more than won.
            assert sum(curves.categories.values()).min() >= 0
            assert (sum(curves.categories.values()) >= curves.won - 1e-12).all()
            assert all(
                (chance <= curves.won + 1e-12).all() for chance in curves.categories.values()
            )
            assert each.worth == pytest.approx(curves.won[-1], abs=1e-12)


def test_a_win_is_worth_at_least_what_may_be_declared():
    least = tianjin.Rules.platform().min_fan
    for odds in every("tianjin"):
        for each in with_odds(odds):
            assert (each.curves.value >= least * each.curves.won - 1e-9).all()


def test_a_self_draw_is_always_won_with():
    for odds in every("wenling"):
        for each in with_odds(odds):
            own = each.curves.categories.get("zimo", 0 * each.curves.won)
            automatic = each.curves.categories.get("sande", 0 * each.curves.won)
            np.testing.assert_array_less(each.curves.won, own + automatic + 1e-12)


@GAMES
def test_more_changes_and_more_draws_are_never_worse(game):
    for i in (0, 1, 2, 3, *range(14, 22)):
        # Two changes take long where the hand is not ready.
        depths = (0, 1, 2) if i >= 14 else (0, 1)
        by_depth = [odds_of(game, i, depth=depth, draws=6).best.worth for depth in depths]
        by_draws = [odds_of(game, i, draws=draws).best.worth for draws in (1, 3, 6, 17)]
        for numbers in (by_depth, by_draws):
            assert all(a <= b + 1e-12 for a, b in pairwise(numbers))


@GAMES
def test_no_goal_is_better_served_by_another(game):
    for i in range(6, 20):
        to_win, to_earn = odds_of(game, i).best, odds_of(game, i, goal="value").best
        assert to_win.curves.won[-1] >= to_earn.curves.won[-1] - 1e-12
        assert to_earn.worth == pytest.approx(to_earn.curves.value[-1])
        assert to_earn.worth >= to_win.curves.value[-1] - 1e-9


@GAMES
def test_the_next_draw_is_the_mean_over_waits(game):
    """Against `waits`: to 1e-12, for each discard with odds; 0 where the hand is not ready."""
    module = tianjin if game == "tianjin" else wenling
    n_ready = 0
    for asked, odds in zip(HANDS[game], every(game), strict=True):
        drawable = odds.unseen
        for each in with_odds(odds):
            gone = f"{asked.seen}{each.tile or ''}"
            given = {"seen": gone}
            if game == "wenling":
                given |= {"seat": asked.seat, "shown": asked.shown}
            found = module.waits(after(asked, each), asked.indicator, **given)
            winning = {wait.kind: wait.left for wait in found if wait.wins and wait.left}
            assert each.next == pytest.approx(sum(winning.values()) / drawable, abs=1e-12)
            if each.steps == 0:
                assert dict(each.improving) == winning
                n_ready += 1
    assert n_ready >= 15


def test_unseen_tiles_are_counted():
    for asked, odds in zip(HANDS["tianjin"], every("tianjin"), strict=True):
        laid = 3 * len(asked.hand.melds)
        assert odds.unseen == 135 - len(asked.hand.tiles) - laid - len(parse_tiles(asked.seen))
    for asked, odds in zip(HANDS["wenling"], every("wenling"), strict=True):
        known = [*asked.hand.tiles, *parse_tiles(asked.seen, flowers=True)]
        known += [kind for meld in asked.hand.melds for kind in meld.kinds]
        turned = parse_tile(asked.indicator, flowers=True)
        hidden = shown_kinds(turned)
        usable = [k for k in range(42) if k not in hidden]
        left = sum(copies(k) for k in usable) - sum(k in usable for k in [*known, turned])
        assert odds.unseen == left


def brute_improving(asked, hand, live, module):
    """Live tiles by which shanten falls, by definition; not those that the hand holds all of."""
    counts = hand.counts(len(live))
    now = int(module.shanten_batch(counts[None], asked.indicator)[0])
    kinds = np.flatnonzero((live > 0) & (counts < asked.hand.counts(len(live)) + live))
    rows = np.repeat(counts[None], len(kinds), axis=0)
    rows[np.arange(len(kinds)), kinds] += 1
    found = module.shanten_batch(rows, asked.indicator)
    return now, {int(k): int(live[k]) for k, s in zip(kinds, found, strict=True) if s < now}


@GAMES
def test_improving_and_widening_by_their_definitions(game):
    """Where a win is any complete hand the steps are shanten, so that shanten alone tells."""
    module = tianjin if game == "tianjin" else wenling
    changes = {"rules": tianjin.Rules.platform().replace(min_fan=1)} if game == "tianjin" else {}
    wilds = wild_kinds if game == "tianjin" else de_kinds
    n_wide = 0
    for i, asked in enumerate(HANDS[game]):
        if i % 3:
            continue
        odds = odds_of(game, i, **changes)
        wild = wilds(parse_tile(asked.indicator, flowers=True))
        each = odds.best
        live = odds._query.live
        hand = after(asked, each)
        now, near = brute_improving(asked, hand, live, module)
        if sum(kind in wild for kind in hand.tiles) == 2 and game == "wenling":
            continue  # a third wins whatever the shape
        assert each.steps == each.shanten == now
        assert dict(each.improving) == near
        wide = {}
        for kind in np.flatnonzero(live).tolist():
            if kind in near or kind in wild:
                continue
            for out in set(hand.tiles) - {*wild, kind}:
                tiles = [*hand.tiles, kind]
                tiles.remove(out)
                other = brute_improving(asked, Hand(tiles, hand.melds), live, module)
                if other[0] == now and sum(other[1].values()) > sum(near.values()):
                    wide[kind] = int(live[kind])
        assert dict(each.widening) == wide
        n_wide += bool(wide)
    assert n_wide >= 3


@GAMES
def test_shanten_and_distance_are_those_of_the_game(game):
    module = tianjin if game == "tianjin" else wenling
    for asked, odds in zip(HANDS[game], every(game), strict=True):
        for each in odds.discards:
            hand = after(asked, each)
            assert each.shanten == module.shanten(hand, asked.indicator)
            if game == "tianjin":
                assert each.distance == tianjin.distance(hand, asked.indicator)
            else:
                assert each.distance == each.shanten


@GAMES
def test_discards_are_the_nearest_the_others_have_no_odds(game):
    n_wild = 0
    for i, asked in enumerate(HANDS[game]):
        if not asked.to_discard:
            continue
        odds, full = (
            odds_of(game, i, depth=1, draws=6, all_discards=every) for every in (False, True)
        )
        assert {each.kind for each in odds.discards} == set(asked.hand.tiles)
        natural = [each for each in odds.discards if not each.bars]
        least = min(each.steps for each in natural)
        assert {each.tile for each in with_odds(odds)} == {
            each.tile for each in natural if each.steps == least
        }
        assert len(with_odds(full)) == len(natural)
        for each in with_odds(odds):
            assert full.discard(each.tile).worth == pytest.approx(each.worth, abs=1e-12)
        worths = [each.worth for each in with_odds(full)]
        assert worths == sorted(worths, reverse=True)
        for each in odds.discards:
            if each.bars:
                n_wild += 1
                assert each.steps is each.worth is each.curves is None
                assert each.improving == ()
    assert n_wild >= 3


# ---- the wall that shrinks --------------------------------------------------------------


@GAMES
def test_play_on_true_walls_is_no_better_than_the_best(game):
    """At three draws or fewer: within SIGMAS above the exact best, and near the model."""
    for i in range(4, 26):
        draws = 1 + i % 3
        best = odds_of(game, i, draws=draws).best
        won = best.walls(20_000, seed=100 + i).won
        se = math.sqrt(max(best.true * (1 - best.true), 1e-4) / 20_000)
        assert won.value <= best.true + SIGMAS * se
        if draws == 1 and not kongs_near(HANDS[game][i].hand):
            # One draw knows no tile drawn before: the model is the wall.
            assert best.true == pytest.approx(best.worth, abs=1e-12)
            assert abs(won.value - best.true) <= SIGMAS * se


def kongs_near(hand):
    """Whether one tile more could make a kong, whose replacement is a second draw."""
    return bool(hand.melds) or any(hand.tiles.count(kind) >= 3 for kind in hand.tiles)


def test_more_than_three_draws_have_no_exact_wall():
    assert odds_of("tianjin", 0, draws=4).best.true is None


def test_walls_are_of_the_seed():
    first, again, other = (solo(*REFERENCE, draws=4, trials=70_000, seed=s) for s in (5, 5, 6))
    assert first.walls.to_dict() == again.walls.to_dict()
    assert first.walls.won.value != other.walls.won.value
    # The second block goes on where a run of one block ends.
    block = first.best.walls(65_536, seed=5)
    assert block.won.n_success < first.walls.won.n_success
    walls, best = first.walls, first.best
    assert walls.won_bias.value == pytest.approx(best.curves.won[-1] - walls.won.value)
    assert walls.won_bias.se == walls.won.se
    assert walls.value_bias.ci_low == pytest.approx(best.curves.value[-1] - walls.value.ci_high)


def test_the_error_of_a_mean_value_is_that_of_its_trials():
    """One draw, seed 3: the values won are 0 and a fan each, so that the spread is known."""
    odds = solo(*REFERENCE, draws=1, trials=50_000, seed=3)
    best = odds.best
    assert set(dict(best.improving)) == {parse_tile("5m"), parse_tile("E"), parse_tile("S")}
    hits = odds.walls.won.value
    value = odds.walls.value.value
    assert value == pytest.approx(3 * hits, rel=0.1)  # a kong's replacement is worth more
    assert odds.walls.value.se == pytest.approx(3 * odds.walls.won.se, rel=0.1)


# ---- worked cases -----------------------------------------------------------------------


def test_the_reference_hand():
    """5m, E and S win at 3 fan, 9s has 1 and may not be declared."""
    odds = solo(*REFERENCE, trials=0)
    assert odds.unseen == 122
    assert odds.best.next == pytest.approx(10 / 122, abs=1e-15)
    names = {tile_code(kind): n for kind, n in odds.best.improving}
    assert names == {"5m": 4, "E": 2, "S": 4}
    assert odds.best.kind is odds.best.tile is odds.declared is None
    assert odds.exact
    assert "exact" in odds.model


def test_tiles_seen_are_gone():
    odds = solo(*REFERENCE, seen="5555mSS", trials=0)
    assert odds.best.next == pytest.approx(4 / 116, abs=1e-15)


def test_others_come_first():
    quiet = solo(*REFERENCE, draws=3, trials=0).best.curves
    loud = solo(*REFERENCE, draws=3, others=[0.25, 0, 1], trials=0).best.curves
    assert loud.won[1] == pytest.approx(0.75 * quiet.won[1], abs=1e-15)
    assert loud.won[3] == loud.won[2]
    same = solo(*REFERENCE, draws=3, others=0.0, trials=0).best.curves
    assert same.won.tolist() == quiet.won.tolist()
    assert solo(*REFERENCE, draws=3, others=1, trials=0).best.worth == 0


def test_a_whole_hand_may_be_declared():
    assert solo("46m123pPPPFFF19sE", "E", trials=0).declared is None
    won = solo("456m123pPPPFFF9sE", "E", trials=0)
    best = max(
        (tianjin.score(hand, last, "E") for hand, last in splits("456m123pPPPFFF9sE")),
        key=lambda score: score.fan if score and score.wins else -1,
    )
    assert won.declared.value == best.fan
    assert won.declared.categories == best.categories
    assert not won.declared.forced
    assert with_odds(won)  # playing on is compared still


def splits(text):
    """Every tile of a hand as the last one."""
    hand = parse_hand(text)
    for kind in set(hand.tiles):
        tiles = list(hand.tiles)
        tiles.remove(kind)
        yield Hand(tiles, hand.melds), kind


def test_declared_hands_serve_the_goal():
    assert solo("456m123pPPPFFF9sE", "E", goal="zhuo5", trials=0).declared.categories[0] == "zhuo5"
    assert solo("456m123pPPPFFF9sE", "E", goal="long", trials=0).declared is None


def test_complete_hands_are_declared_as_scores_say():
    """At least 60 complete hands of seed 2, made by taking a tile waited for."""
    n = 0
    for asked in near_hands("tianjin", 60, 2, most=0, tiles=(0,)):
        for wait in tianjin.waits(asked.hand, asked.indicator)[:2]:
            if not wait.left:
                continue
            whole = Hand([*asked.hand.tiles, wait.kind], asked.hand.melds)
            found = solo(whole, asked.indicator, draws=1, depth=0, trials=0).declared
            scores = [
                tianjin.score(hand, last, asked.indicator)
                for hand, last in (
                    (Hand(_without(whole.tiles, k), whole.melds), k) for k in set(whole.tiles)
                )
            ]
            fans = [score.fan for score in scores if score and score.wins]
            assert (found.value if found else 0) == max(fans, default=0)
            n += 1
    assert n >= 60


def _without(tiles, kind):
    rest = list(tiles)
    rest.remove(kind)
    return rest


def test_three_de_end_the_hand():
    odds = solo("555p123m678m345s78s22p1m", "5m", game="wenling", trials=0)
    assert odds.declared is None
    forced = solo("555p123m678m345s78s2p19m", "5p", game="wenling", trials=0)
    assert forced.declared.forced
    assert "sande" in forced.declared.categories
    assert with_odds(forced) == []
    assert forced.best is None
    assert forced.table().height == 0


def test_the_table_holds_the_curves():
    odds = solo("46m123pPPPFFF99sE", "E", draws=3, trials=0)
    table = odds.table()
    assert table.columns == ["discard", "draw", "term", "estimate", "std_error", "exact"]
    assert table["std_error"].is_null().all()
    assert table["exact"].all()
    for each in with_odds(odds):
        for term, numbers in each.curves.terms():
            rows = table.filter(pl.col("discard") == each.tile, pl.col("term") == term)
            assert rows["draw"].to_list() == [0, 1, 2, 3]
            assert rows["estimate"].to_list() == numbers.tolist()
    assert table.height == 4 * sum(len(list(each.curves.terms())) for each in with_odds(odds))


def test_the_figure_and_the_page():
    odds = solo("46m123pPPPFFF99sE", "E", draws=3, trials=0)
    figure = odds.figure(most=2)
    assert [len(axes.lines) for axes in figure.axes] == [2, 2, 2]
    won = figure.axes[1].lines[0]
    assert won.get_ydata().tolist() == odds.best.curves.won.tolist()
    figure.draw_without_rendering()
    page = odds._repr_html_()
    assert page.count("<tr>") == 1 + len(odds.discards)
    assert f"{odds.best.curves.won[-1]:.4f}" in page
    with pytest.raises(InputError, match="no discard has odds"):
        solo("555p123m678m345s78s2p19m", "5p", game="wenling", trials=0).figure()


def test_progress_counts_the_hands_followed():
    told = []
    odds = solo("6m7m8m2p2p3p4p7p1s5s6s7sFF", "P", draws=1, trials=0, progress=told.append)
    assert sum(told) == odds.n_states > 1000


def test_the_package_is_a_room_of_mjsim():
    assert mjsim.odds.solo is solo


# ---- unknown tiles ----------------------------------------------------------------------


def direct(text, indicator, live, worth):
    """Average over one unknown tile, by its live copies."""
    total = sum(live.values())
    return sum(n * worth(kind) for kind, n in live.items()) / total


@pytest.mark.parametrize("known", ["46m123pPPPFFF9s", "46m123pPPPFFF9sE"])
def test_one_unknown_tile_is_averaged_over(known):
    hand = parse_hand(known)
    left = {kind: 4 - hand.tiles.count(kind) - (kind == 27) for kind in range(34)}
    live = {kind: n for kind, n in left.items() if n}

    def worth(kind):
        odds = solo(Hand([*hand.tiles, kind]), "E", draws=4, trials=0)
        return max(odds.best.worth, 1.0 if odds.declared else 0.0)

    found = partial(f"{known}?", "E", draws=4)
    assert found.exact
    assert found.n_completions == len(live)
    assert found.n_ways == sum(live.values())
    assert found.worth.value == pytest.approx(direct(known, "E", live, worth), abs=1e-12)
    assert found.curves.won[-1] == pytest.approx(found.worth.value, abs=1e-12)
    assert found.std_errors is None


def test_an_unknown_indicator_of_wenling_is_averaged_over():
    """Each that the hand can be held under, by its unseen copies."""
    text = "123m55m678m345s78s234p"
    hand = parse_hand(text)
    total, ways = 0.0, 0
    for turned in range(42):
        n = copies(turned) - hand.tiles.count(turned)
        try:
            odds = solo(text, turned, game="wenling", draws=2, trials=0)
        except InputError:
            continue
        total += n * odds.best.worth
        ways += n
    found = partial(text, "?", game="wenling", draws=2)
    assert (found.exact, found.indicator, found.n_ways) == (True, "?", ways)
    assert found.worth.value == pytest.approx(total / ways, abs=1e-12)


def test_completions_drawn_at_random_agree_with_all():
    """Two unknown tiles, seed 4: 400 of 7626 sets of tiles against all 593 pairs of kinds."""
    known = parse_hand("46m123pPPPFFF")
    left = [4 - known.tiles.count(kind) - (kind == 27) for kind in range(34)]
    total, ways = 0.0, 0
    for a, b in combinations_with_replacement(range(34), 2):
        n = math.comb(left[a], 2) if a == b else left[a] * left[b]
        if n:
            odds = solo(Hand([*known.tiles, a, b]), "E", draws=2, depth=0, trials=0)
            total += n * odds.best.worth
            ways += n
    found = partial("46m123pPPPFFF??", "E", draws=2, depth=0, samples=400, seed=4)
    assert not found.exact
    assert found.n_completions == 400
    assert ways == math.comb(sum(left), 2) == 7626
    assert abs(found.worth.value - total / ways) <= SIGMAS * found.worth.se
    assert 0 < found.worth.se < 0.02
    assert found.std_errors.won[-1] == pytest.approx(found.worth.se)
    assert (
        found.to_dict()
        == partial("46m123pPPPFFF??", "E", draws=2, depth=0, samples=400, seed=4).to_dict()
    )


def test_as_many_samples_as_completions_make_it_exact():
    found = partial("46m123pPPPFFF??", "E", draws=1, depth=0, samples=600)
    assert found.exact
    assert found.n_completions == 34 * 35 // 2 - 2  # one P and one F are left


def test_drawn_completions_come_as_often_as_there_are_ways():
    """3000 draws of seed 8 of 122 tiles' pairs: pairs of one kind come as often as they should."""
    settings = read_settings()
    unknown = read_unknown(settings, "46m123pPPPFFF??", "E")
    drawn = [each.tiles for each in drawn_completions(settings, unknown, 3000, 8)]
    alike = sum(a == b for a, b in drawn)
    left = unknown.left
    chance = sum(math.comb(n, 2) for n in left) / math.comb(sum(left), 2)
    assert abs(alike - 3000 * chance) <= SIGMAS * math.sqrt(3000 * chance * (1 - chance))


# ---- how often others win ---------------------------------------------------------------


@GAMES
def test_others_are_counted_as_transcripts_tell(game):
    """60 hands of seed 7, counted again draw by draw from what was told."""
    n = 60
    columns = ["is_winner", "winner", "n_draws", "n_replacements"]
    drew, lost = at_risk(mjsim.play(game, "speed", n, seed=7, columns=columns))
    want = np.zeros((2, n, 40), np.int64)
    for i in range(n):
        lines = record(game, "speed", i, seed=7)
        draws = [0] * 4
        for line in lines:
            if line["type"] == "draw" and line["from"] == "wall":
                want[0, i, draws[line["seat"]]] += 1
                draws[line["seat"]] += 1
        end = lines[-1]
        winners = end["winners"] if game == "wenling" else [end["winner"]]
        winners = [seat for seat in winners or [] if seat is not None]
        if winners:
            for seat in range(4):
                want[1, i, draws[seat]] += seat not in winners
    most = drew.shape[1]
    assert drew.tolist() == want[0, :, :most].tolist()
    assert lost.tolist() == want[1, :, :most].tolist()
    assert not want[:, :, most:].any()


def test_others_win_gives_chances_that_solo_takes():
    found = others_win("tianjin", "speed", 3000, seed=1, draws=25)
    drew, lost = at_risk(
        mjsim.play("tianjin", "speed", 3000, seed=1,
                   columns=["is_winner", "winner", "n_draws", "n_replacements"])
    )  # fmt: skip
    t = 9
    share = lost[:, t].sum() / (lost[:, t].sum() + drew[:, t].sum())
    assert found.chances[t] == pytest.approx(share)
    assert found.estimates[t].n == 3000
    assert 0 < found.estimates[t].se < 0.02
    first = found.together_from
    assert 17 < first <= 25
    assert len({each.value for each in found.estimates[first - 1 :]}) == 1
    rest = lost[:, first - 1 :].sum()
    share = rest / (rest + drew[:, first - 1 :].sum())
    assert found.chances[-1] == pytest.approx(share)
    assert solo(*REFERENCE, draws=25, others=found.chances, trials=0).best.worth < 1


# ---- refusals ---------------------------------------------------------------------------

TIANJIN = {"hand": REFERENCE[0], "indicator": "E", "trials": 0}
WENLING = {
    "hand": "123m55m678m345s78s234p", "indicator": "5p", "game": "wenling", "trials": 0
}  # fmt: skip

REFUSED = [
    (TIANJIN, {"hand": "46m123pPPPFFF9s"}, "hand: 12 concealed tiles; there must be 13 or 14"),
    (TIANJIN, {"hand": "46m123p9s(PPP)"}, "hand: 6 concealed tiles beside 1 melds"),
    (TIANJIN, {"hand": "46m123pPPPFFF9s5z"}, "means different tiles"),
    (TIANJIN, {"hand": "46m123pPPPPPFFF"}, "is a fifth P"),
    (TIANJIN, {"hand": "46m123pPPPEEEE"}, "four E beside the indicator E"),
    (TIANJIN, {"hand": "46m9sEPPPFFF(123p)"}, "no chi in 天津麻将"),
    (TIANJIN, {"hand": "46m9sE123pFFF(SSS)"}, "S is wild"),
    (TIANJIN, {"hand": "46m123pPPPFFF9s?"}, "hand: unknown tiles are for mjsim.odds.partial"),
    (TIANJIN, {"indicator": "?"}, "indicator: an unknown one is for mjsim.odds.partial"),
    (TIANJIN, {"indicator": "1g"}, "indicator, character 1: '1g' is a flower"),
    (TIANJIN, {"indicator": 34}, "indicator: a tile, or a kind from 0 to 33"),
    (TIANJIN, {"seen": "PP"}, "seen: 5 copies of P with hand and indicator"),
    (TIANJIN, {"seen": "EEE"}, "seen: 5 copies of E"),
    (TIANJIN, {"seen": "1x"}, "seen, character 1"),
    (TIANJIN, {"game": "sichuan"}, "game: tianjin, wenling, not 'sichuan'"),
    (TIANJIN, {"draws": 0}, "draws: a whole number 1 to 84, not 0"),
    (TIANJIN, {"draws": 85}, "draws: a whole number 1 to 84, not 85"),
    (TIANJIN, {"draws": 2.5}, "draws: a whole number"),
    (TIANJIN, {"depth": 8}, "depth: a whole number 0 to 7, not 8"),
    (TIANJIN, {"depth": -1}, "depth: a whole number 0 to 7, not -1"),
    (TIANJIN, {"goal": "zhou5"}, "not 'zhou5'; did you mean 'zhuo5'"),
    (TIANJIN, {"goal": "zimo"}, "goal: win, value or a category of tianjin, not 'zimo'"),
    (TIANJIN, {"goal": 3}, "goal: win, value or a category of tianjin, not 3"),
    (TIANJIN, {"goal": "tianhu"}, "goal: a hand alone has no way to tianhu"),
    (TIANJIN, {"goal": "benhunlong"}, "no way to benhunlong with the indicator E"),
    (TIANJIN, {"others": 1.5}, "others: a chance from 0 to 1, not 1.5"),
    (TIANJIN, {"others": float("nan")}, "others: a chance from 0 to 1, not nan"),
    (TIANJIN, {"others": [0.1]}, "others: 1 chances for 17 draws"),
    (TIANJIN, {"others": [0.1] * 16 + ["x"]}, "others: draw 17: a chance from 0 to 1, not 'x'"),
    (TIANJIN, {"others": "speed"}, "others: several are wanted, not 'speed'"),
    (TIANJIN, {"rules": wenling.Rules.seed()}, "rules: of tianjin, not"),
    (TIANJIN, {"rules": tianjin.Rules.platform().replace(min_fan=4)}, "a min_fan of 1, 2 or 3"),
    (TIANJIN, {"seat": "S"}, "seat, shown: tianjin has no winds of seats"),
    (TIANJIN, {"seat": "X"}, "seat: E, S, W, N, not 'X'"),
    (TIANJIN, {"shown": "P"}, "seat, shown: tianjin has no winds of seats"),
    (TIANJIN, {"trials": -1}, "trials: a whole number 0 to 100000000, not -1"),
    (TIANJIN, {"seed": -1}, "seed: a whole number from 0, not -1"),
    (TIANJIN, {"max_states": 0}, "max_states: a whole number 1 to 2147483647, not 0"),
    (WENLING, {"hand": "123m55m678m345s78s23p"}, "15 concealed tiles; there must be 16 or 17"),
    (WENLING, {"hand": "123m55m678m345s78s23pP"}, "P is shown, not held"),
    (WENLING, {"hand": "123m55m678m345s78s23p1g"}, "1g is shown, not held"),
    (WENLING, {"hand": "555p123m678m345s78s22p"}, "three 得 win at once"),
    (WENLING, {"hand": "123m55m678m345s7s(555p)"}, "5p is 得: it can't be in a meld"),
    (WENLING, {"shown": "E"}, "E is not shown"),
    (WENLING, {"shown": "1g", "seen": "1g"}, "seen: 2 copies of 1g"),
    (WENLING, {"seat": 7}, "seat: E, S, W, N or 0 to 3, not 7"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "change", "message"), REFUSED)
def test_what_cannot_be_is_refused_in_one_line(base, change, message):
    with pytest.raises(InputError) as caught:
        solo(**{**base, **change})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


PARTIAL_REFUSED = [
    ({"hand": "46m123pPPPFFF9sE"}, "hand: nothing is unknown"),
    ({"hand": "46m123pPPPFFF9s???"}, "hand: 15 concealed tiles; there must be 13 or 14"),
    ({"hand": "46m123p9s?(PP?)FFF"}, "character 14: '?' is no tile of a meld"),
    ({"hand": "4?6m123pPPPFFF9s"}, "'?' cuts '4' off from its suit"),
    ({"hand": parse_hand(REFERENCE[0])}, "hand: expected text with ?, not Hand"),
    ({"hand": "46m123pPPPFFF9s?", "seen": "PP"}, "seen: 5 copies of P"),
    ({"hand": "46m?PPPFFFE(123p)"}, "no chi in 天津麻将"),
    ({"hand": "46m123pPPPFFF9s?", "samples": 1}, "samples: a whole number from 2, not 1"),
    ({"hand": "46m123pPPPFFF9s?", "goal": "benhunlong"}, "no way to benhunlong"),
]


@pytest.mark.parametrize(("given", "message"), PARTIAL_REFUSED)
def test_what_cannot_be_completed_is_refused(given, message):
    with pytest.raises(InputError) as caught:
        partial(**{"indicator": "E", **given})
    assert message in str(caught.value)


def test_too_far_names_the_limit():
    with pytest.raises(TooFarError, match="more than 1,000 hands"):
        solo("147m258p369sESWNC", "5m", max_states=1000, trials=0)


def test_a_discard_without_odds_is_not_tried():
    odds = solo("46m123pPPPFFF99sE", "E", draws=1, trials=0)
    with pytest.raises(InputError, match="E has no odds"):
        odds.discard("E").walls(10)
    with pytest.raises(InputError, match="is none of this hand's"):
        odds.discard("1s")
    with pytest.raises(InputError, match="trials: a whole number 1 to"):
        odds.best.walls(0)


# ---- the schema -------------------------------------------------------------------------


@cache
def validator():
    schema = json.loads(files("mjsim.odds").joinpath("schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@GAMES
def test_answers_are_as_the_schema_says(game):
    for i in range(10, 18):
        odds = odds_of(game, i)
        validator().validate(json.loads(json.dumps(odds.to_dict(), allow_nan=False)))


def test_every_sort_of_answer_is_as_the_schema_says():
    answers = [
        solo(*REFERENCE, draws=2, trials=1000, goal="value"),
        solo(*REFERENCE, draws=2, trials=1, depth=0),
        solo("456m123pPPPFFF9sE", "E", trials=0),
        solo("555p123m678m345s78s2p19m", "5p", game="wenling", trials=0),
        partial("46m123pPPPFFF9s?", "E", draws=1),
        partial("46m123pPPPFFF??", "?", draws=1, depth=0, samples=20),
        solo("111m222p333p444s99sEES", "1m", game="wenling", goal="gangkai", trials=0),
        partial("46m147pPPPFF9s??", "E", draws=1, depth=0, samples=10, others=0.1),
    ]
    for answer in answers:
        validator().validate(json.loads(json.dumps(answer.to_dict(), allow_nan=False)))


def test_the_schema_refuses_what_is_none():
    document = solo(*REFERENCE, draws=1, trials=0).to_dict()
    for broken in (
        {**document, "draws": 0},
        {**document, "more": 1},
        {**document, "exact": "yes"},
        {**document, "discards": [{**document["discards"][0], "worth": -1}]},
        {name: value for name, value in document.items() if name != "model"},
    ):
        with pytest.raises(ValidationError):
            validator().validate(broken)


def test_the_answer_names_what_was_asked():
    asked = HANDS["wenling"][0]
    document = odds_of("wenling", 0).to_dict()
    assert parse_hand(document["hand"]["notation"], flowers=True) == asked.hand
    assert parse_hand(document["hand"]["zh"], flowers=True) == asked.hand
    assert (document["seat"], document["shown"]) == (asked.seat, asked.shown)
    assert document["seen"] == format_tiles(parse_tiles(asked.seen, flowers=True))
