"""Columns of luck: counted again from transcripts, and mean 0 whatever is played.

The recount follows every tile that is drawn in play and asks, of each kind that the wall still
holds, what it would have done for the hand: by the public scorers and shanten, and in some hands
by the oracles. Before a draw a hand lacks `shanten + 1` tiles; of a hand that lacks one counts
what the tile wins, of another whether the tile is a step or a wild, times the share of the wall.
"""

from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import polars as pl
import pytest
import referee.rules
import referee.worth
import referee_wenling.rules
import referee_wenling.worth
import told
import told_wenling
from oracle.shanten import shanten as shanten_by_definition
from told import ALPHA

from mjsim import InputError, tianjin, wenling
from mjsim.playing import COLUMNS, play, record
from mjsim.stats import normal_quantile
from mjsim.tiles import Hand, Meld, MeldType

GAMES = ("tianjin", "wenling")
LUCK = ("luck_win", "luck_ready", "luck_near", "luck_far", "luck_wild")
STEPS = {2: "luck_ready", 3: "luck_near"}
"""Column of a step by the tiles lacked; luck_far of more."""
NEAR = 1e-9
"""Sums of some hundred terms up to 500: rounding makes 1e-11 of them at most."""


# A hand counted again.


class Recount:
    """Sums of luck by seat and column, beside a hand that is followed by its transcript."""

    playing = True  # draws before the first turn belong to the deal: 温岭麻将 has some

    def __init__(self, lines, rules):
        super().__init__(lines)
        self.played = rules
        self.wall = Counter(self.kind_of(tile) for tile in lines[0]["wall"])
        self.unseen = self.wall - sum(self.hands, Counter([self.indicator]))
        self.brought, self.due = np.zeros((2, 4, len(LUCK)))
        self.worth_drawn = [None] * 4  # of the last tile that a hand drew which lacked one
        self.seen = Counter()

    def draw(self, line):
        kind = self.kind_of(line["tile"])
        if self.playing:
            assert self.unseen.total() == line["left"] + 1
            self.count(line["seat"], kind, line["from"] == "tail")
        self.unseen[kind] -= 1
        super().draw(line)

    def count(self, seat, drawn, tail):
        """Add one draw to the sums."""
        kinds = [kind for kind, left in self.unseen.items() if left]
        held = [kind for kind in kinds if kind not in self.shown_kinds]
        lacks, *then = self.lacking(seat, [None, *held])
        then = dict(zip(held, then, strict=True))
        assert lacks > 0
        self.note(seat, drawn, tail, lacks)
        self.worth_drawn[seat] = None
        if lacks == 1:
            how = self.how(seat, tail)
            complete = [kind for kind in held if not then[kind]]
            worth = dict.fromkeys(kinds, 0)
            if self.may_win(seat):
                worth |= {kind: self.worth(seat, kind, how) for kind in complete}
            self.add("luck_win", seat, worth, drawn, 1)
            self.worth_drawn[seat] = worth[drawn]
            self.seen[f"ready: {how}"] += 1
            self.seen["complete, worth nothing"] += drawn in complete and not worth[drawn]
        else:
            step = {kind: then.get(kind, lacks) < lacks for kind in kinds}
            wild = {kind: kind in self.wilds and kind in held for kind in kinds}
            assert all(step[kind] for kind in kinds if wild[kind])
            weight = self.unseen.total() / self.wall.total()
            self.add(STEPS.get(lacks, "luck_far"), seat, step, drawn, weight)
            self.add("luck_wild", seat, wild, drawn, weight)
            self.seen["wild drawn"] += wild[drawn]

    def add(self, column, seat, values, drawn, weight):
        """Add to a column what the tile brought, and what was due."""
        at = seat, LUCK.index(column)
        self.brought[at] += weight * values[drawn]
        self.due[at] += weight * sum(values[kind] * p for kind, p in self.odds(values).items())

    def odds(self, kinds):
        """Chances of kinds to be drawn."""
        return {kind: self.unseen[kind] / self.unseen.total() for kind in kinds}

    def may_win(self, seat):
        return not self.barred[seat]

    def note(self, seat, drawn, tail, lacks):
        """Count what has to occur among the hands."""
        shown, barred = drawn in self.shown_kinds, self.barred[seat]
        self.seen.update(
            {
                "draws with melds": bool(self.melds[seat]),
                "draws of barred seats": barred,
                "replacements": tail,
                "shown": shown,
                "ready and barred": lacks == 1 and barred,
                "ready, and shown": lacks == 1 and shown,
            }
        )

    def counts(self, seat, kind):
        """Counts of the concealed tiles, one of a kind added."""
        counts = [self.hands[seat][each] for each in range(self.n_kinds)]
        if kind is not None:
            counts[kind] += 1
        return counts

    def lacking(self, seat, kinds):
        """Tiles that the hand lacks when it has drawn each of some kinds."""
        counts = np.array([self.counts(seat, kind) for kind in kinds], np.uint8)
        return (self.game.shanten_batch(counts, self.indicator).astype(int) + 1).tolist()

    def finish(self):
        super().finish()
        assert sum(self.hands, Counter()) + self.visible + self.unseen == self.wall
        self.seen.update(line["action"].split()[0] for line in self.lines if "action" in line)
        for seat, won in self.drawn_wins(self.lines[-1]):
            if self.worth_drawn[seat] is not None:
                self.seen["wins"] += 1
                self.seen["wins of what was counted"] += self.worth_drawn[seat] == won
        return self


class TianjinRecount(Recount, told.Told):
    """By the scorer and shanten of `mjsim.tianjin`."""

    game, n_kinds, shown_kinds = tianjin, 34, frozenset()
    kind_of = staticmethod(told.kind_of)

    def how(self, seat, tail):
        """How the tile drawn now comes: 地胡 is for a first draw before any claim and kong."""
        self.seen["ready: 天聽"] += self.ting[seat]
        self.seen["ready: kongs in a row"] += tail and self.kongs > 1
        if tail:
            return "kong"
        first = seat != self.dealer and not self.did["draws"][seat] and not any(self.melds)
        return "first" if first and self.played.dihu else "draw"

    def worth(self, seat, kind, how):
        """Fan of a win on a tile drawn now; 0 if it may not be declared."""
        melds = [Meld(MeldType(form), of) for form, of, _ in self.melds[seat]]
        found = tianjin.score(
            Hand(self.hands[seat].elements(), melds),
            kind,
            self.indicator,
            how=how,
            tian_ting=bool(self.ting[seat]),
            rules=self.played,
            kongs=max(self.kongs, 1),
        )
        return found.fan if found and found.wins else 0

    def drawn_wins(self, end):
        return [] if end["winner"] is None else [(end["winner"], end["fan"])]


class WenlingRecount(Recount, told_wenling.Told):
    """By the scorer and shanten of `mjsim.wenling`."""

    game, n_kinds = wenling, 42
    kind_of = staticmethod(told_wenling.kind_of)

    @property
    def shown_kinds(self):
        first = told_wenling.ZHONG if self.naonao else told_wenling.BAI
        return set(range(first, self.n_kinds)) - self.wilds

    def how(self, seat, tail):
        """How the tile drawn now comes: a first draw counts as any other."""
        return "replacement" if tail else "draw"

    def worth(self, seat, kind, how):
        """Points of a win on a tile drawn now."""
        found = wenling.score(
            self.hand(seat),
            kind,
            self.indicator,
            how=how,
            seat=self.wind(seat),
            shown=self.table(seat),
            rules=self.played,
        )
        return found.points if found else 0

    def drawn_wins(self, end):
        by_shown_tiles = (told_wenling.AUTOMATIC - {"sande"}) & set(end["categories"])
        if end["how"] not in ("draw", "replacement") or by_shown_tiles:
            return []
        return [(seat, end["points"][seat]) for seat in end["winners"]]


class ByDefinition:
    """Shanten by definition, copies without limit, instead of mjsim's."""

    def lacking(self, seat, kinds):
        return [shanten_by_definition(self.counts(seat, k), self.wilds) + 1 for k in kinds]


class TianjinByOracles(ByDefinition, TianjinRecount):
    """By the scorer of the referee."""

    def worth(self, seat, kind, how):
        found = referee.worth.worth(
            self.counts(seat, kind),
            [(form, of) for form, of, _ in self.melds[seat]],
            kind,
            self.indicator,
            how,
            tian_ting=bool(self.ting[seat]),
            kongs_in_a_row=self.kongs,
            rules=referee.rules.TableRules.of(self.lines[0]["rules"]),
        )
        return found.fan if found and found.wins else 0


class WenlingByOracles(ByDefinition, WenlingRecount):
    """By the scorer of the referee."""

    def worth(self, seat, kind, how):
        found = referee_wenling.worth.scored_once(
            tuple(self.counts(seat, kind)),
            tuple((form, of) for form, of, _ in self.melds[seat]),
            kind,
            self.indicator,
            how,
            told_wenling.WINDS.index(self.wind(seat)),
            tuple(sorted(self.shown[seat].elements())),
            referee_wenling.rules.TableRules.of(self.lines[0]["rules"]).scoring,
        )
        return found.points if found else 0


RECOUNTS = {"tianjin": TianjinRecount, "wenling": WenlingRecount}
BY_ORACLES = {"tianjin": TianjinByOracles, "wenling": WenlingByOracles}


def forgetful(game, what):
    """A recount that makes one mistake."""

    class Forgetful(RECOUNTS[game]):
        def may_win(self, seat):
            return what == "barred" or super().may_win(seat)

        def how(self, seat, tail):
            return super().how(seat, tail and what != "replacements")

        def odds(self, kinds):
            return dict.fromkeys(kinds, 1 / len(kinds)) if what == "copies" else super().odds(kinds)

        def count(self, seat, drawn, tail):
            if what != "shown" or drawn not in self.shown_kinds:
                super().count(seat, drawn, tail)

    return {game: Forgetful}


# The columns are what is counted again.


class Table(NamedTuple):
    """Who plays by which rules, from which seed."""

    game: str
    strategies: Any
    rules: Any
    seed: int


WILD = {"strategy": "speed", "epsilon": 0.5}
ROUGH = (WILD, "random", "value", WILD)
STRICT = told.TRADITIONAL.replace(min_fan=3)
ALWAYS = told_wenling.SEED.replace(naonao="always")
TABLES = {
    "tianjin speed": Table("tianjin", "speed", told.PLATFORM, 31),
    "tianjin noisy": Table("tianjin", told.NOISY, told.TRADITIONAL, 32),
    "tianjin mixed": Table("tianjin", told.MIXED, told.RULES["min_fan 1"], 33),
    "tianjin value": Table("tianjin", "value", STRICT, 34),
    "tianjin rough": Table("tianjin", ROUGH, told.RULES["min_fan 3"], 35),
    "wenling speed": Table("wenling", "speed", told_wenling.SEED, 36),
    "wenling noisy": Table("wenling", told.NOISY, told_wenling.PARLOUR, 37),
    "wenling mixed": Table("wenling", told_wenling.MIXED, told_wenling.RULES["no reserve"], 38),
    "wenling value": Table("wenling", "value", told_wenling.RULES["always"], 39),
    "wenling rough": Table("wenling", ROUGH, ALWAYS, 40),
}
N_COUNTED = 40
OCCURS = {
    "tianjin": {
        "draws with melds": 1000,
        "draws of barred seats": 300,
        "replacements": 50,
        "ready and barred": 50,
        "ready: draw": 1000,
        "ready: kong": 20,
        "complete, worth nothing": 150,
        "wins of what was counted": 100,
        "wild drawn": 150,
        "pong": 200,
        "open_kong": 20,
        "added_kong": 20,
        "concealed_kong": 8,
    },
    "wenling": {
        "draws with melds": 1000,
        "draws of barred seats": 50,
        "replacements": 250,
        "shown": 200,
        "ready and barred": 5,
        "ready, and shown": 25,
        "ready: draw": 200,
        "ready: replacement": 30,
        "wins of what was counted": 25,
        "wild drawn": 50,
        "chi": 200,
        "pong": 200,
        "open_kong": 15,
        "added_kong": 8,
        "concealed_kong": 8,
    },
}


class Counted(NamedTuple):
    """Hands of a table counted again: [hands, 4, columns]; what occurred; what differs."""

    brought: np.ndarray
    due: np.ndarray
    seen: Counter
    wrong: list


def less_others(sums):
    """Own sums less the mean of the other seats', of an array [..., 4, columns]."""
    return sums - (sums.sum(axis=-2, keepdims=True) - sums) / 3


def columns_of(frame):
    """The columns of luck, [hands, 4, columns]."""
    return frame.select(LUCK).to_numpy().reshape(-1, 4, len(LUCK))


def compared(name, hands, by=RECOUNTS):
    """Count hands of a table again."""
    game, strategies, rules, seed = TABLES[name]
    given = {"seed": seed, "rules": rules}
    found = columns_of(play(game, strategies, max(hands) + 1, columns="luck", **given))
    brought, due = np.zeros((2, len(hands), 4, len(LUCK)))
    seen, wrong = Counter(), []
    for i, hand in enumerate(hands):
        recount = by[game](record(game, strategies, hand, **given), rules).finish()
        brought[i], due[i] = recount.brought, recount.due
        seen.update(recount.seen)
        expected = less_others(brought[i] - due[i])
        wrong += [
            f"{name}, seed {seed}, hand {hand}, seat {seat}: {LUCK[at]} is "
            f"{found[hand, seat, at]:.12g}, counted again {expected[seat, at]:.12g}"
            for seat, at in np.argwhere(np.abs(found[hand] - expected) > NEAR)
        ]
    return Counted(brought, due, seen, wrong)


@cache
def counted_again(name):
    return compared(name, range(N_COUNTED))


def assert_same(counted):
    if counted.wrong:
        pytest.fail("\n".join([f"{len(counted.wrong)} differ:", *counted.wrong[:20]]))


@pytest.mark.parametrize("name", TABLES)
def test_columns_are_what_is_counted_again(name):
    """400 hands, every draw of every seat."""
    assert_same(counted_again(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_columns_of_many_hands(name):
    """4,000 hands more."""
    assert_same(compared(name, range(1000, 1400)))


@pytest.mark.parametrize("game", GAMES)
def test_everything_occurs(game):
    """And whoever won on a drawn tile won what was counted for it, 地胡 and three 得 included."""
    seen = Counter()
    for name in TABLES:
        if TABLES[name].game == game:
            seen.update(counted_again(name).seen)
    print(f"\n{game}: {dict(seen)}")
    assert not {what: seen[what] for what, least in OCCURS[game].items() if seen[what] < least}
    assert seen["wins"] == seen["wins of what was counted"]


KONGS = pl.sum_horizontal("n_open_kong", "n_added_kong", "n_concealed_kong")
RARE = {
    ("tianjin noisy", "地胡"): (pl.col("how") == "first", {"ready: first": 3}),
    ("tianjin noisy", "天聽"): (pl.col("is_ting"), {"ready: 天聽": 50}),
    ("tianjin mixed", "kongs in a row"): (
        pl.col("n_replacements") > 1,
        {"ready: kongs in a row": 2},
    ),
    ("tianjin value", "金杠"): (pl.col("n_jin_gang") > 0, {"concealed_kong": 4}),
    ("tianjin rough", "three kongs"): (KONGS > 2, {"replacements": 20}),
    ("wenling noisy", "three 得"): (
        (pl.col("n_wilds") > 2) & pl.col("is_winner"),
        {"wins of what was counted": 1},
    ),
    ("wenling mixed", "shown often"): (pl.col("n_replacements") > 4, {"shown": 40}),
    ("wenling rough", "kongs"): (KONGS > 1, {"replacements": 20}),
    ("wenling value", "杠上开花"): (pl.col("how") == "replacement", {"ready: replacement": 8}),
}
MOST_RARE = 20


@pytest.mark.parametrize(("name", "what"), RARE)
def test_rare_hands(name, what):
    """The first hands of 4,000 in which something came."""
    game, strategies, rules, seed = TABLES[name]
    condition, occurs = RARE[name, what]
    frame = play(game, strategies, 4000, seed=seed, rules=rules)
    hands = frame.filter(condition)["hand_id"].unique().sort().to_list()[:MOST_RARE]
    assert len(hands) > 2
    counted = compared(name, hands)
    assert_same(counted)
    print(f"\n{name}, {what}: {len(hands)} hands, {dict(counted.seen)}")
    assert counted.seen["wins"] == counted.seen["wins of what was counted"]
    assert not {each for each, least in occurs.items() if counted.seen[each] < least}


@pytest.mark.parametrize("name", TABLES)
def test_columns_are_those_of_the_oracles(name):
    """Shanten by definition, the worth by the referees: 20 hands."""
    assert_same(compared(name, range(100, 102), BY_ORACLES))


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("tianjin noisy", "barred"),
        ("wenling noisy", "barred"),
        ("tianjin speed", "replacements"),
        ("wenling speed", "replacements"),
        ("tianjin speed", "copies"),
        ("wenling speed", "copies"),
        ("wenling rough", "shown"),
    ],
)
def test_a_mistake_would_show(name, what):
    """Who may not win, 杠開, how many tiles of a kind, tiles shown: each matters in 40 hands."""
    right = counted_again(name)
    wrong = compared(name, range(N_COUNTED), forgetful(TABLES[name].game, what))
    off = np.abs(less_others(wrong.brought - wrong.due - right.brought + right.due)) > NEAR
    assert off.any()


# Their means are 0.

N = 20_000
MIXED = (told.NOISY, "random", "value", WILD)
PLAYED = {
    "tianjin speed": Table("tianjin", "speed", told.PLATFORM, 51),
    "tianjin mixed": Table("tianjin", MIXED, told.TRADITIONAL, 52),
    "wenling speed": Table("wenling", "speed", told_wenling.SEED, 53),
    "wenling mixed": Table("wenling", MIXED, told_wenling.PARLOUR, 54),
}
N_TESTS = len(PLAYED) * (4 + 4 + 1) * len(LUCK)
SKEWED = 10
"""Skewness may make a far tail so many times as heavy as the normal law's."""
LIMIT = normal_quantile(1 - ALPHA / SKEWED / N_TESTS)
"""Of |z|: all tests together fail by chance with probability ALPHA at most."""


def z_of(values):
    """Means over standard errors, [columns] of [hands, columns]; refused if far too skewed."""
    n, centred = len(values), values - values.mean(axis=0)
    deviations = values.std(axis=0, ddof=1)
    assert (deviations > 0).all()
    skewness = (centred**3).mean(axis=0) / deviations**3
    # Both tails of a Studentized mean beside the normal law's, to the first order.
    assert (np.cosh(skewness * LIMIT**3 / (3 * n**0.5)) < SKEWED).all()
    return values.mean(axis=0) / (deviations / n**0.5)


@cache
def played(name):
    """Columns of luck, [hands, 4, columns], and others by name, [hands, 4]."""
    game, strategies, rules, seed = PLAYED[name]
    more = ("n_wilds_dealt", "dealer", "is_winner")
    frame = play(game, strategies, N, seed=seed, rules=rules, columns=["luck", *more])
    return columns_of(frame), {each: frame[each].to_numpy().reshape(-1, 4) for each in more}


def show(name, z):
    print(f"\n{name}: |z| at most {np.abs(z).max():.2f} of {np.size(z)}, limit {LIMIT:.2f}")


@pytest.mark.parametrize("name", PLAYED)
def test_means_are_0(name):
    """Of each seat, whatever all four play."""
    luck, _ = played(name)
    z = np.array([z_of(luck[:, seat]) for seat in range(4)])
    show(name, z)
    assert np.abs(z).max() < LIMIT


@pytest.mark.parametrize("name", PLAYED)
def test_means_are_0_whatever_was_dealt(name):
    """Of hands in which a seat was dealt a wild: what was known before does not matter."""
    luck, others = played(name)
    dealt = others["n_wilds_dealt"] > 0
    assert (dealt.sum(axis=0) > N // 5).all()
    z = np.array([z_of(luck[dealt[:, seat], seat]) for seat in range(4)])
    show(name, z)
    assert np.abs(z).max() < LIMIT


@pytest.mark.parametrize("name", PLAYED)
def test_means_of_the_dealer_are_0(name):
    luck, others = played(name)
    z = z_of(luck[np.arange(N), others["dealer"][:, 0]])
    show(name, z)
    assert np.abs(z).max() < LIMIT


@pytest.mark.parametrize("name", ["tianjin speed", "wenling speed"])
def test_means_of_winners_are_not_0(name):
    """What comes of the draws matters: each column of those who won is above 0."""
    luck, others = played(name)
    z = np.array([z_of(luck[others["is_winner"][:, seat], seat]) for seat in range(4)])
    show(name, z)
    assert z.min() > LIMIT


def plain_z(values):
    return values.mean(axis=0) / (values.std(axis=0, ddof=1) / len(values) ** 0.5)


@pytest.mark.parametrize("game", GAMES)
def test_without_what_was_due_means_are_not_0(game):
    """The z tests would show it: `random` draws more steps of hands far from ready.

    200 hands, and 80 of two tables where one seat plays at random; what is due taken off, the
    same z are small.
    """
    each = [counted_again(name) for name in TABLES if TABLES[name].game == game]
    brought = np.concatenate([counted.brought for counted in each])
    due = np.concatenate([counted.due for counted in each])
    own = plain_z(brought.mean(axis=1))
    assert own.min() > LIMIT
    at_random = np.concatenate(
        [less_others(counted_again(f"{game} {name}").brought)[:, 1] for name in ("mixed", "rough")]
    )
    far = plain_z(at_random)[LUCK.index("luck_far")]
    print(f"\n{game}: z of own sums {own.round(1)}, of luck_far at random {far:.1f}")
    assert far > LIMIT
    assert np.abs(plain_z((brought - due).mean(axis=1))).max() < LIMIT


# The columns beside the others.


@pytest.mark.parametrize("name", PLAYED)
def test_sums_over_seats_are_0(name):
    luck, _ = played(name)
    assert np.isfinite(luck).all()
    assert np.abs(luck.sum(axis=1)).max() < NEAR


@pytest.mark.parametrize("name", PLAYED)
def test_other_columns_stay(name):
    game, strategies, rules, seed = PLAYED[name]
    given = {"seed": seed, "rules": rules}
    others = ["result", "waits", "flags"]
    alone = play(game, strategies, 1500, columns=others, **given)
    beside = play(game, strategies, 1500, columns=[*others, "luck"], **given)
    assert beside.drop(LUCK).equals(alone)
    luck = beside.select("hand_id", "seat", *LUCK)
    assert luck.equals(play(game, strategies, 1500, columns="luck", **given))
    for column in LUCK:
        one = play(game, strategies, 1500, columns=column, **given)
        assert one.equals(luck.select("hand_id", "seat", column))


@pytest.mark.parametrize("name", PLAYED)
def test_columns_do_not_depend_on_workers(name):
    game, strategies, rules, seed = PLAYED[name]
    given = {"seed": seed, "rules": rules, "columns": "luck"}
    one = play(game, strategies, 2500, **given)
    assert one.equals(play(game, strategies, 2500, workers=2, **given))
    assert one.equals(play(game, strategies, 3000, **given).head(4 * 2500))


@pytest.mark.parametrize("game", GAMES)
def test_group(game):
    assert tuple(name for name, of in COLUMNS[game].items() if of.group == "luck") == LUCK
    frame = play(game, "speed", 3, seed=1, columns="luck")
    assert frame.columns == ["hand_id", "seat", *LUCK]
    assert set(frame.dtypes[2:]) == {pl.Float64}
    assert not frame.null_count().sum_horizontal().item()
    assert set(play(game, "speed", 3, seed=1).columns).isdisjoint(LUCK)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("asked", "meant"), [("luk", "luck"), ("luck_wim", "luck_win"), ("luck_nera", "luck_near")]
)
def test_misspelt_columns(game, asked, meant):
    with pytest.raises(InputError) as refusal:
        play(game, "speed", 1, seed=1, columns=[asked])
    expected = f"columns: no column or group {asked!r}; did you mean {meant!r}?"
    assert str(refusal.value) == expected
