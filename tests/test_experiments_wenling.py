"""Experiment ``deals`` of 温岭麻将: the same on every engine and in both tables; and true."""

import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from test_plots import texts_of

import mjsim
from mjsim import tianjin
from mjsim.errors import InputError
from mjsim.exact import shanten_distribution
from mjsim.exact.wenling_deals import (
    automatic_distribution,
    automatic_probability,
    de_distribution,
    naonao_probability,
    shown_distribution,
    three_de_probability,
)
from mjsim.experiments import run_deals
from mjsim.experiments.seats import count_seats, seats_alike, share_of_role
from mjsim.experiments.wenling_exact import exact_openings
from mjsim.experiments.wenling_results import RESULTS, count_deals, results_of
from mjsim.experiments.wenling_tables import COUNTS, HANDS, MOST_SHOWN
from mjsim.plots import house_style, plot_deals
from mjsim.plots.deals import figure_deals
from mjsim.store import RunReader, read_manifest, read_metadata, read_results, read_table
from mjsim.tiles import N_KINDS_FLOWERS, format_tiles, tile_code
from mjsim.wenling import Rules, score, shanten_batch
from mjsim.wenling.deals import AUTOMATIC, automatic_wins, de_kinds, is_naonao

SEED = 20260101
TABLES = {"hands": HANDS, "counts": COUNTS}
KEEPS = tuple(TABLES)
TILES = {"dealer": 17, "other": 16}


def deals(path, hands=5500, *, keep="hands", **settings):
    return run_deals(path, hands, game="wenling", **{"seed": SEED, "keep": keep, **settings})


def content(path, table):
    """What a run holds, whatever files it lies in."""
    return RunReader(path, table).digest(), read_results(path).to_dict(as_series=False)


class Unordered(ThreadPoolExecutor):
    """Finishes blocks in an order of its own."""

    def submit(self, fn, /, *args, **kwargs):
        def late():
            time.sleep(random.uniform(0, 0.02))
            return fn(*args, **kwargs)

        return super().submit(late)


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Two hundred thousand openings, a row for each seat."""
    return deals(tmp_path_factory.mktemp("large"), 200_000, workers=2)


@pytest.fixture(scope="module")
def hands(large):
    return RunReader(large.folder, HANDS).hands().sort("hand_id", "seat")


def rows_of(result):
    keys = ("mode", "role", "term")
    return {tuple(row[key] for key in keys): row for row in result.iter_rows(named=True)}


# The same whatever runs it and whatever it keeps


@pytest.mark.parametrize("keep", KEEPS)
def test_deals_do_not_depend_on_how_they_run(tmp_path, keep):
    deals(tmp_path / "one", keep=keep)
    whole = content(tmp_path / "one", TABLES[keep])
    for i, how in enumerate(
        [{"workers": 2}, {"workers": 2, "engine": "processes"}, {"engine": Unordered(4)}]
    ):
        deals(tmp_path / str(i), keep=keep, **how)
        assert content(tmp_path / str(i), TABLES[keep]) == whole


def test_both_tables_say_the_same(tmp_path, large):
    counted = deals(tmp_path, 200_000, keep="counts")
    assert counted.results.drop("run_id").equals(large.results.drop("run_id"))
    runs = [
        RunReader(folder, table) for folder, table in ((large.folder, HANDS), (tmp_path, COUNTS))
    ]
    assert count_deals(runs[0]).equals(count_deals(runs[1]))
    assert runs[1].hands()["block"].n_unique() == 200


@pytest.mark.parametrize("keep", KEEPS)
def test_interrupted_and_resumed(tmp_path, keep):
    deals(tmp_path / "whole", keep=keep)

    def stop(n):
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            deals(tmp_path / "part", keep=keep, progress=stop)
    assert not (tmp_path / "part" / "results.parquet").exists()
    counted = []
    deals(tmp_path / "part", keep=keep, progress=counted.append)
    assert sum(counted) == 5500
    assert content(tmp_path / "part", TABLES[keep]) == content(tmp_path / "whole", TABLES[keep])


@pytest.mark.parametrize("keep", KEEPS)
def test_longer_runs_extend_shorter_ones(tmp_path, keep):
    for n in (300, 2000, 5500):
        deals(tmp_path / "grown", n, keep=keep)
    deals(tmp_path / "whole", keep=keep)
    assert content(tmp_path / "grown", TABLES[keep]) == content(tmp_path / "whole", TABLES[keep])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": tianjin.Rules.platform()}, "rules: those of wenling are wanted"),
        ({"indicator": 42}, "indicator: a tile, or a kind from 0 to 41"),
        ({"hands": 0}, "hands: a whole number from 1"),
        ({"keep": "all"}, "keep: hands, counts, not 'all'"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path, changes, message):
    with pytest.raises(InputError, match=message):
        deals(tmp_path / "x", **changes)


def test_rules_are_of_the_game(tmp_path):
    with pytest.raises(InputError, match="rules: those of tianjin are wanted"):
        run_deals(tmp_path / "x", 10, seed=1, rules=Rules.seed())
    deals(tmp_path / "y", 10)
    with pytest.raises(InputError, match=r"holds another run: .*game is"):
        run_deals(tmp_path / "y", 10, seed=SEED)
    with pytest.raises(InputError, match='rules is "seed", not "parlour"'):
        deals(tmp_path / "y", 10, rules=Rules.parlour())
    assert read_manifest(tmp_path / "y").config.stream == "walls"


# Rows are what they say


@pytest.mark.parametrize(
    ("indicator", "rules"),
    [(None, Rules.seed()), ("E", Rules(naonao="with_winds")), ("3g", Rules.seed())],
)
def test_rows_are_those_of_deal(tmp_path, indicator, rules):
    n = 2500
    deals(tmp_path, n, indicator=indicator, rules=rules)
    frame = RunReader(tmp_path, HANDS).hands().sort("hand_id", "seat")
    dealt = mjsim.deal("wenling", n, seed=SEED, indicator=indicator, naonao=rules.naonao)
    tiles = dealt.hands.reshape(-1, N_KINDS_FLOWERS)
    turned = np.repeat(dealt.indicator, 4)
    assert frame["hand_id"].to_list() == [i // 4 for i in range(4 * n)]
    assert frame["seat"].to_list() == [0, 1, 2, 3] * n
    assert frame.filter("is_dealer")["seat"].to_list() == [i % 4 for i in range(n)]
    assert frame["indicator"].to_list() == [tile_code(kind) for kind in turned]
    assert frame["is_naonao"].to_list() == [is_naonao(int(k), rules.naonao) for k in turned]
    assert frame["n_de"].to_list() == [
        int(row[list(de_kinds(int(kind)))].sum()) for row, kind in zip(tiles, turned, strict=True)
    ]
    assert np.array_equal(frame["shanten"].to_numpy(), shanten_batch(tiles, turned))
    assert np.array_equal(frame["n_shown"].to_numpy(), dealt.shown.sum(axis=2).ravel())
    wins = automatic_wins(dealt.hands, dealt.shown, dealt.indicator, rules.naonao)
    for bit in range(len(AUTOMATIC)):
        mask = frame["automatic"].to_numpy() >> bit & 1
        assert np.array_equal(mask.reshape(n, 4).astype(bool), wins[..., bit])


def test_complete_hands_are_worth_their_best_draw(hands):
    """Against scoring one hand at a time."""
    complete = hands.filter("is_complete")
    assert complete.height > 3
    assert complete["is_dealer"].all()
    assert hands.filter(pl.col("points") > 0).equals(complete)
    last = complete["hand_id"].max()
    dealt = mjsim.deal("wenling", last + 1, seed=SEED)
    for row in complete.iter_rows(named=True):
        held, shown = (
            np.repeat(np.arange(N_KINDS_FLOWERS), array[row["hand_id"], row["seat"]]).tolist()
            for array in (dealt.hands, dealt.shown)
        )
        assert len(held) == 17
        points = []
        for tile in set(held):
            rest = list(held)
            rest.remove(tile)
            found = score(
                format_tiles(rest), tile, row["indicator"], shown=format_tiles(shown), seat="E"
            )
            points.append(found.points)
        assert row["points"] == max(points)


# True


def test_every_exact_value_is_met(large):
    """A correct program fails this for one seed in a hundred; this seed is fixed."""
    assert large.agrees
    rows = rows_of(large.results)
    verdict = rows["all", "all", "agreement"]
    assert verdict["conf_level"] == 0.99
    cells = large.results.filter(pl.col("family") != "agreement")
    sampled = cells.filter(pl.col("exact").is_null())
    assert set(sampled["family"]) == {"is_tianhu", "points", "mean"}
    assert sampled["p_value"].null_count() == sampled.height
    # Whatever is known is tested but for rare events of pooled seats.
    untested = cells.filter(pl.col("exact").is_not_null() & pl.col("p_value").is_null())
    assert set(untested["role"]) == {"other"}
    assert (untested["exact"] * 3 * 200_000 < 25).all()
    tests = large.results.filter(pl.col("p_value").is_not_null()).height - 1
    assert verdict["method"] == f"holm over {tests} tests"
    assert tests > 80


@pytest.mark.parametrize("role", TILES)
def test_exact_values_are_those_of_the_counts(large, role):
    rows = rows_of(large.results)
    n = TILES[role]

    def exact(term):
        return Fraction(rows["all", role, term]["exact_fraction"])

    for family, chances in {
        "n_de": de_distribution(n),
        "shanten": shanten_distribution("wenling", n),
        "automatic": automatic_distribution(n),
    }.items():
        for value, chance in chances.items():
            assert exact(f"{family}={value}") == chance
    shown = shown_distribution(n)
    for value in range(MOST_SHOWN):
        assert exact(f"n_shown={value}") == shown[value]
    assert exact(f"n_shown={MOST_SHOWN}") == sum(shown[k] for k in shown if k >= MOST_SHOWN)
    assert exact("mean_n_shown") == sum(k * chance for k, chance in shown.items())


def test_exact_values_of_whole_hands(large):
    rows = rows_of(large.results)
    exact = {key: row["exact_fraction"] for key, row in rows.items() if key[1] == "all"}
    assert Fraction(exact["all", "all", "is_naonao"]) == naonao_probability() == Fraction(5, 36)
    for mode, indicator in {"all": None, "normal": "1m", "naonao": "C"}.items():
        found = Fraction(exact[mode, "all", "automatic=sande"])
        assert found == three_de_probability(indicator)
    assert Fraction(exact["all", "all", "is_automatic"]) == automatic_probability()
    assert Fraction(exact["normal", "all", "is_automatic"]) == automatic_probability("1m")
    for term in ("is_automatic", *(f"automatic={name}" for name in AUTOMATIC)):
        share = {
            mode: Fraction(exact.get((mode, "all", term), "0")) for mode in ("normal", "naonao")
        }
        whole = share["normal"] * Fraction(31, 36) + share["naonao"] * Fraction(5, 36)
        assert Fraction(exact["all", "all", term]) == whole


def test_estimates_are_those_of_the_rows(large, hands):
    rows = rows_of(large.results)
    by_hand = hands.group_by("hand_id", "is_naonao").agg(
        won=pl.col("automatic").max() > 0,
        three=(pl.col("n_de") == 3).any(),
        complete=pl.col("is_complete").any(),
        points=pl.col("points").max(),
    )
    for mode, among in {
        "all": by_hand,
        "normal": by_hand.filter(~pl.col("is_naonao")),
        "naonao": by_hand.filter("is_naonao"),
    }.items():
        for term, column in {"is_automatic": "won", "automatic=sande": "three"}.items():
            row = rows[mode, "all", term]
            assert (row["n_success"], row["n_trials"]) == (among[column].sum(), among.height)
            assert row["method"] == "wilson"
    complete = by_hand.filter("complete")
    row = rows["all", "dealer", "is_tianhu"]
    assert row["n_success"] == complete.filter(~pl.col("won")).height
    assert rows["all", "dealer", "is_complete"]["n_success"] == complete.height
    points = {
        int(term[7:]): row["n_success"]
        for (_, _, term), row in rows.items()
        if term.startswith("points=")
    }
    assert points == dict(complete["points"].value_counts().iter_rows())
    mean = rows["all", "dealer", "mean_points_complete"]
    assert mean["estimate"] == pytest.approx(complete["points"].mean())
    dealers = hands.filter("is_dealer")
    assert rows["all", "dealer", "shanten=3"]["n_success"] == (dealers["shanten"] == 3).sum()
    assert rows["all", "dealer", "mean_n_shown"]["estimate"] == dealers["n_shown"].mean()


def test_pooled_seats_are_no_independent_trials(large, hands):
    """The error of a share is that of the hands' shares."""
    rows = rows_of(large.results)
    others = hands.filter(~pl.col("is_dealer"))
    for term, values in {
        "n_de=0": (others["n_de"] == 0).cast(pl.Float64),
        "n_shown=2": (others["n_shown"] == 2).cast(pl.Float64),
        "automatic=sibaiban": (others["automatic"] & 2 > 0).cast(pl.Float64),
        "mean_shanten": others["shanten"].cast(pl.Float64),
        "mean_n_shown": others["n_shown"].cast(pl.Float64),
    }.items():
        shares = values.to_numpy().reshape(-1, 3).mean(axis=1)
        row = rows["all", "other", term]
        assert row["n_trials"] == 200_000
        assert row["n_success"] is None
        assert row["method"].endswith(" by hand")
        assert row["estimate"] == pytest.approx(shares.mean(), rel=1e-12)
        error = shares.std(ddof=1) / len(shares) ** 0.5
        assert row["std_error"] == pytest.approx(error, rel=1e-9)
    # A 得 that one seat holds no other does: fewer seats without than three hands would scatter.
    row = rows["all", "other", "n_de=0"]
    p = row["estimate"]
    assert row["std_error"] < 0.95 * (p * (1 - p) / 600_000) ** 0.5


def test_wrong_values_are_found(large):
    """The verdict is no formality: values of other rules and other indicators do not pass."""
    run = RunReader(large.folder, HANDS)
    for wrong in (exact_openings(None, "with_winds"), exact_openings(0, "seed")):
        found = results_of(run, wrong)
        assert rows_of(found)["all", "all", "agreement"]["estimate"] == 0.0
    exact = exact_openings(None, "seed")
    none = exact.modes["naonao"]._replace(any_automatic=Fraction(1, 50))
    found = results_of(run, exact._replace(modes=exact.modes | {"naonao": none}))
    assert rows_of(found)["naonao", "all", "is_automatic"]["p_adjusted"] < 0.01
    assert rows_of(found)["all", "all", "agreement"]["estimate"] == 0.0


@pytest.mark.parametrize(
    ("indicator", "rules"),
    [
        ("3g", Rules.seed()),
        ("E", Rules(naonao="with_winds")),
        ("5m", Rules.parlour()),
        (None, Rules(naonao="always")),
    ],
)
def test_fixed_indicators_and_other_rules(tmp_path, indicator, rules):
    """Four runs: a correct program fails for four seeds in a hundred."""
    result = deals(tmp_path, 100_000, keep="counts", indicator=indicator, rules=rules)
    assert result.agrees
    assert set(result.results["mode"]) == {"all"}  # only one is possible
    assert "is_naonao" not in result.results["term"]
    rows = rows_of(result.results)
    chance = automatic_probability(indicator, naonao=rules.naonao)
    assert Fraction(rows["all", "all", "is_automatic"]["exact_fraction"]) == chance


def test_few_hands(tmp_path):
    """No 闹闹 and no complete hand among ten: nothing is said of them."""
    result = deals(tmp_path, 10)
    rows = rows_of(result.results)
    row = rows["all", "dealer", "mean_points_complete"]
    assert (row["estimate"], row["n_trials"], row["p_value"]) == (None, 0, None)
    assert (row["conf_low"], row["conf_high"]) == (20, 500)
    for (mode, _, _), each in rows.items():
        if mode == "naonao" and not each["n_trials"]:
            assert each["p_value"] is None
    assert rows["all", "all", "agreement"]["estimate"] == 1.0
    assert plot_deals(tmp_path).exists()


def test_labels_are_chinese(large):
    labels = {key: row["label"] for key, row in rows_of(large.results).items()}
    assert labels["all", "dealer", "shanten=0"] == "庄家 听牌"
    assert labels["all", "other", "n_de=2"] == "闲家 2 张得"
    assert labels["all", "other", "n_shown=10"] == "闲家 亮 10 张以上"
    assert labels["naonao", "all", "automatic=sifacai"] == "闹闹 有人四发财"
    assert labels["all", "dealer", "is_tianhu"] == "天胡"
    assert all(labels.values())


def test_seats_are_counted_by_hand():
    values = np.random.default_rng(1).integers(-1, 4, (500, 3))
    groups = np.arange(500) % 2
    counts = count_seats(seats_alike(values, range(-1, 4)), 3, groups, 2)
    for group, value, n_seats in np.ndindex(2, 5, 4):
        among = values[groups == group]
        hits = ((among == value - 1).sum(axis=1) == n_seats).sum()
        assert counts[group, value, n_seats] == hits
    rare = Counter({0: 9990, 1: 10})
    assert not share_of_role(rare, "other", Fraction(1, 3000), 1).tested
    assert share_of_role(rare, "dealer", Fraction(1, 1000), 1).estimate.n_success == 10


# Readable by anyone


def test_every_reader_reads_hands(tmp_path):
    deals(tmp_path, 3000)
    frame = pl.read_parquet(tmp_path / "hands" / "*.parquet")
    assert frame.schema == HANDS.schema
    pandas = pd.concat(pd.read_parquet(file) for file in sorted(tmp_path.glob("hands/*.parquet")))
    assert pandas["indicator"].tolist() == frame["indicator"].to_list()
    assert pandas.dtypes.astype(str).to_dict() == {
        "hand_id": "int64",
        "seat": "int8",
        "is_dealer": "bool",
        "indicator_kind": "uint8",
        "indicator": "category",
        "is_naonao": "bool",
        "n_de": "int64",
        "shanten": "int8",
        "n_shown": "int64",
        "is_complete": "bool",
        "automatic": "uint8",
        "points": "int32",
    }
    with duckdb.connect() as db:
        query = f"""
            SELECT count(*), sum(n_de), sum(n_shown), count(*) FILTER (automatic & 1 = 1)
            FROM '{tmp_path}/hands/*.parquet' WHERE NOT is_dealer
        """
        others = frame.filter(~pl.col("is_dealer"))
        assert db.execute(query).fetchone() == (
            9000,
            others["n_de"].sum(),
            others["n_shown"].sum(),
            (others["n_de"] == 3).sum(),
        )


def test_every_reader_reads_counts_and_results(tmp_path):
    result = deals(tmp_path, 3000, keep="counts")
    pandas = pd.read_parquet(tmp_path / "hands")
    dealers = pandas[(pandas["role"] == "dealer") & (pandas["family"] == "shanten")]
    assert dealers["n_hands"].sum() == 3000
    others = pandas[(pandas["role"] == "other") & (pandas["family"] == "n_de")]
    assert (others["n_hands"] * others["n_seats"]).sum() == 9000
    with duckdb.connect() as db:
        found = db.execute(f"""
            SELECT value, sum(n_hands) FROM '{tmp_path}/hands/*.parquet'
            WHERE role = 'dealer' AND family = 'shanten' GROUP BY value
        """).fetchall()
        tidy = db.execute(f"""
            SELECT term, n_success FROM '{tmp_path}/results.parquet'
            WHERE family = 'shanten' AND role = 'dealer' AND n_success > 0
        """).fetchall()
    assert {f"shanten={steps}": int(n) for steps, n in found} == dict(tidy)
    assert read_table(tmp_path / "results.parquet", RESULTS).equals(result.results)
    metadata = read_metadata(tmp_path / "results.parquet")
    assert metadata["mjsim.n_hands"] == "3000"
    assert metadata["mjsim.rules_sha256"] == Rules.seed().digest


# Drawn


@pytest.mark.parametrize(
    ("hands", "settings"),
    [(50_000, {}), (10, {}), (2000, {"seed": 2**128 - 1, "rules": Rules(naonao="always")})],
)
def test_nothing_overlaps(tmp_path, hands, settings):
    deals(tmp_path, hands, keep="counts", **settings)
    with house_style():
        figure = figure_deals(tmp_path)
        boxes = texts_of(figure)
    assert len(boxes) > 80
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not a.overlaps(b), (one.get_text(), other.get_text())
    for text, box in boxes.items():
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= figure.bbox.x1, text
        assert box.y1 <= figure.bbox.y1, text


def test_figures_are_files(tmp_path):
    """Any warning is an error here, of a missing glyph above all."""
    deals(tmp_path, 2000, keep="counts")
    path = plot_deals(tmp_path)
    before = {form: path.with_suffix(form).read_bytes() for form in (".png", ".svg")}
    plot_deals(tmp_path)
    assert {form: path.with_suffix(form).read_bytes() for form in before} == before
