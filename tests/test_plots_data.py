"""What figures draw is what the results say, and what the hands come to."""

import numpy as np
import polars as pl
import pytest
from plot_runs import made

from mjsim.experiments import run_categories, run_points, run_strategies
from mjsim.experiments.until import run_watched
from mjsim.odds import solo
from mjsim.odds.draw import figure_odds
from mjsim.plots import (
    figure_categories,
    figure_convergence,
    figure_edges,
    figure_openings,
    figure_points,
    figure_rules,
    figure_sessions,
    figure_shanten,
    figure_stakes,
    figure_strategies,
    figure_turns,
    figure_waits,
    figure_worth,
)
from mjsim.plots.convergence import TERMS, looks_of
from mjsim.plots.marks import log_shares
from mjsim.plots.sessions import quantiles
from mjsim.plots.stakes import _key
from mjsim.stats import clustered_quantile
from mjsim.store import estimate_of, read_results

EQUAL = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture
def run(tmp_path_factory):
    def read(name):
        folder = made(name, tmp_path_factory)
        return folder, read_results(folder).filter(pl.col("estimate").is_not_null())

    return read


def named(figure, gid):
    (found,) = figure.findobj(lambda artist: artist.get_gid() == gid)
    return found


def drawn(figure, gid, axis):
    """Positions and values of marks, in the order of their positions."""
    points = named(figure, gid).get_offsets().data
    return sorted(zip(points[:, 1 - axis].tolist(), points[:, axis].tolist(), strict=True))


def bars(figure, name, axis):
    """Positions and ends of intervals."""
    segments = named(figure, f"intervals {name}").get_segments()
    return sorted((one[1 - axis], one[axis], other[axis]) for one, other in segments)


def check_marks(figure, name, rows, *, axis=1):
    """Estimates and intervals are those of rows, in the order of their places."""
    found = [value for _, value in drawn(figure, f"estimates {name}", axis)]
    assert found == pytest.approx(rows["estimate"].to_list(), **EQUAL)
    known = rows.filter(pl.col("conf_low").is_finite(), pl.col("conf_high").is_finite())
    ends = bars(figure, name, axis)
    assert [low for _, low, _ in ends] == pytest.approx(known["conf_low"].to_list(), **EQUAL)
    assert [high for _, _, high in ends] == pytest.approx(known["conf_high"].to_list(), **EQUAL)
    places = [at for at, _ in drawn(figure, f"estimates {name}", axis)]
    assert len(set(places)) == len(places)


def family(rows, name, cell, **where):
    found = rows.filter(pl.col("family") == name, pl.col("cell") == cell)
    for column, value in where.items():
        found = found.filter(pl.col(column) == value)
    return found


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_categories(run, game):
    folder, rows = run(f"{game}-categories")
    figure = figure_categories(folder)
    (axes,) = figure.axes
    labels = [label.get_text() for label in axes.get_yticklabels()]
    floor = axes.get_xlim()[0]
    for cell in ("speed", "value"):
        own = family(rows, "per_win", cell)
        by_label = dict(zip(own["label"], own.iter_rows(named=True), strict=True))
        in_order = [by_label[label] for label in labels]
        seen = [row for row in in_order if row["estimate"] > 0.0]
        unseen = [row for row in in_order if row["estimate"] == 0.0]
        assert seen
        assert unseen
        marks = drawn(figure, f"estimates {cell}", 0)
        assert [value for _, value in marks] == pytest.approx(
            [row["estimate"] for row in seen], **EQUAL
        )
        assert [labels[round(at)] for at, _ in marks] == [row["label"] for row in seen]
        bounds = drawn(figure, f"bounds {cell}", 0)
        highs = [row["conf_high"] for row in unseen]
        assert [value for _, value in bounds] == pytest.approx(highs, **EQUAL)
        assert [labels[round(at)] for at, _ in bounds] == [row["label"] for row in unseen]
        ends = bars(figure, cell, 0)
        assert [low for _, low, _ in ends] == pytest.approx(
            [max(row["conf_low"], floor) for row in in_order], **EQUAL
        )
        assert [high for _, _, high in ends] == pytest.approx(
            [row["conf_high"] for row in in_order], **EQUAL
        )
    best = (
        rows.filter(pl.col("family") == "per_win").group_by("label").agg(pl.col("estimate").max())
    )
    largest = dict(best.iter_rows())
    assert [largest[label] for label in labels] == sorted(largest.values(), reverse=True)


@pytest.mark.parametrize(("game", "worth"), [("tianjin", "fan"), ("wenling", "points")])
def test_worth(run, game, worth):
    folder, rows = run(f"{game}-categories")
    figure = figure_worth(folder)
    for cell in ("speed", "value"):
        own = family(rows, worth, cell)
        values = [value for _, value in drawn(figure, f"estimates {cell}", 1)]
        assert values == pytest.approx(own["estimate"].to_list(), **EQUAL)
        assert sum(values) == pytest.approx(1.0, rel=1e-9)
        highs = [high for _, _, high in bars(figure, cell, 1)]
        assert highs == pytest.approx(own["conf_high"].to_list(), **EQUAL)
    if game == "wenling":
        places = [round(at, -1) for at, _ in drawn(figure, "estimates speed", 1)]
        own = family(rows, worth, "speed")
        assert places == own["term"].str.split("=").list.last().cast(pl.Float64).to_list()


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_turns(run, game):
    """Against the results' mean turn; and the error of a share among a number of wins."""
    folder, rows = run(f"{game}-categories")
    figure = figure_turns(folder)
    for cell in ("speed", "value"):
        marks = drawn(figure, f"estimates {cell}", 1)
        turns = np.array([round(at) for at, _ in marks])
        shares = np.array([value for _, value in marks])
        assert turns.tolist() == list(range(turns[0], turns[-1] + 1))
        assert shares.sum() == pytest.approx(1.0, abs=1e-12)
        average = rows.filter(pl.col("term") == "mean_win_turn", pl.col("cell") == cell)
        assert (turns * shares).sum() == pytest.approx(average["estimate"].item(), **EQUAL)
        widths = np.array([high - low for _, low, high in bars(figure, cell, 1)])
        drawn_hands = family(rows, "hand", cell)["estimate"].item()
        wins = 2000 * (1 - drawn_hands)
        expected = 2 * 1.959964 * np.sqrt(shares * (1 - shares) / wins)
        common = shares > 0.05
        assert common.sum() > 5
        # One win a hand, but for a few in 温岭麻将: the ratio's error is the binomial one.
        assert widths[common] == pytest.approx(expected[common], rel=0.01)


def test_points(run):
    folder, rows = run("wenling-points")
    figure = figure_points(folder)
    for who in ("winner", "loser"):
        for cell in ("speed", "value"):
            own = rows.filter(
                pl.col("cell") == cell, pl.col("term").str.starts_with(f"{who}_points=")
            )
            check_marks(figure, f"{who} {cell}", own)


@pytest.mark.parametrize("name", ["tianjin-openings", "wenling-deals", "tianjin-deals"])
def test_shanten(run, name):
    folder, rows = run(name)
    figure = figure_shanten(folder, "en")
    rows = rows.filter(pl.col("family") == "shanten")
    if "role" not in rows.columns:
        rows = rows.with_columns(role=pl.lit("dealer"))
    for role in ("dealer", "other") if name != "tianjin-deals" else ("dealer",):
        own = rows.filter(pl.col("role") == role)
        seen = own.filter(pl.col("estimate") > 0)
        values = [value for _, value in drawn(figure, f"estimates {role}", 1)]
        assert values == pytest.approx(seen["estimate"].to_list(), **EQUAL)
        exact = drawn(figure, f"exact {role}", 1)
        floor = figure.axes[0].get_ylim()[0]
        expected = own.filter(pl.col("exact") >= floor)
        assert [value for _, value in exact] == pytest.approx(expected["exact"].to_list(), **EQUAL)
        steps = expected["term"].str.split("=").list.last().cast(pl.Int64).to_list()
        labels = [int(label.get_text()) for label in figure.axes[0].get_xticklabels()]
        assert [labels[round(at)] for at, _ in exact] == steps


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_openings(run, game):
    folder, rows = run(f"{game}-openings")
    figure = figure_openings(folder)
    for cell in ("speed", "value"):
        own = family(rows, "win_by_shanten", cell, role="all")
        check_marks(figure, f"by_shanten {cell}", own)
        own = family(rows, "win_by_wilds", cell, role="all")
        check_marks(figure, f"wilds_{game} {cell}", own)


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
def test_waits(run, game):
    folder, rows = run(f"{game}-waits")
    figure = figure_waits(folder)
    for cell in ("speed", "value"):
        for moment in ("ready", "able", "win"):
            own = family(rows, f"{moment}_kinds", cell, role="")
            check_marks(figure, f"{moment} {cell}", own)
            for what in ("tiles", "win_tiles"):
                own = family(rows, "mean", cell, role="", term=f"{moment}_{what}")
                assert own.height == 1
                check_marks(figure, f"{moment}_{what} {cell}", own, axis=0)


@pytest.mark.parametrize(("wide", "n"), [(False, 6), (True, 54)])
def test_stakes(run, wide, n):
    folder, rows = run("tianjin-stakes")
    figure = figure_stakes(folder, "en", wide=wide, strategy="value")
    for axes, role in zip(figure.axes, ("dealer", "place1", "place2", "place3"), strict=True):
        own = {
            _key(row["term"]): row
            for row in family(rows, "mean", "value", role=role).iter_rows(named=True)
        }
        assert len(own) == 54
        assert len(axes.texts) == n
        down = [label.get_text() for label in axes.get_yticklabels()]
        across = [label.get_text() for label in axes.get_xticklabels()]
        for text, patch in zip(axes.texts, axes.patches, strict=True):
            x, y = text.get_position()
            if wide:
                (sit, one), (two, three) = (
                    map(int, label.split(", ")) for label in (down[y], across[x])
                )
            else:
                sit, one = int(down[y].split()[1]), int(across[x].split()[1])
                two = three = one
            row = own[sit, (one, two, three)]
            assert text.get_text().replace("\n", " ") == str(estimate_of(row))
            red, _, blue, _ = patch.get_facecolor()
            assert (blue >= red) == (row["estimate"] >= 0.0)


def test_edges(run):
    folder, rows = run("tianjin-stakes")
    figure = figure_edges(folder)
    for cell in ("speed", "value"):
        check_marks(figure, f"edge {cell}", family(rows, "edge", cell, term="edge"), axis=0)


def test_strategies(run):
    folder, rows = run("tianjin-strategies")
    figure = figure_strategies(folder, "en")
    for term, name in (("gain", "plain"), ("gain_less_luck", "less luck")):
        check_marks(figure, name, rows.filter(pl.col("term") == term), axis=0)
    written = [label.get_text() for label in figure.axes[1].get_yticklabels()]
    gains = rows.filter(pl.col("family") == "gain")
    assert sorted(written) == sorted(str(estimate_of(row)) for row in gains.iter_rows(named=True))
    low, high = figure.axes[0].get_xlim()
    assert low < 0 < high


@pytest.mark.parametrize("game", ["tianjin", "wenling"])
@pytest.mark.parametrize("term", ["dealer_payoff", "winner_payoff"])
def test_rules(run, game, term):
    folder, rows = run(f"{game}-rules")
    figure = figure_rules(folder, term=term)
    axes = figure.axes[0]
    names = sorted((text.get_position()[1], text.get_text()) for text in axes.texts)
    options = [name.replace(" = ", "=") for _, name in names]
    assert len(options) == 10
    for cell in ("speed", "value"):
        own = rows.filter(pl.col("cell") == cell, pl.col("term") == f"{term}_less_default")
        order = {option: i for i, option in enumerate(options)}
        own = own.sort(pl.col("option").replace_strict(order))
        check_marks(figure, cell, own, axis=0)


def test_sessions(run):
    folder, rows = run("tianjin-sessions")
    figure = figure_sessions(folder)
    for family_, cell in (("ahead", "value among speed"), ("leads", "speed among value")):
        check_marks(figure, f"{family_} {cell}", family(rows, family_, cell))
    for cell in ("speed", "speed among value"):
        figure = figure_sessions(folder, cell=cell)
        role = "seat0" if "among" in cell else ""
        for percent in (5, 25, 50, 75, 95):
            row = family(rows, "score", cell, role=role, term=f"score_q{percent:02d}")
            line = named(figure, f"quantile {percent / 100:g}")
            assert len(line.get_xdata()) == 12
            assert line.get_ydata()[-1] == pytest.approx(row["estimate"].item(), **EQUAL)
            band = named(figure, f"intervals {percent / 100:g}").get_paths()[0].vertices
            last = band[band[:, 0] == 12.0][:, 1]
            assert last.min() == pytest.approx(row["conf_low"].item(), **EQUAL)
            assert last.max() == pytest.approx(row["conf_high"].item(), **EQUAL)


def test_quantiles_are_those_of_each_hand():
    scores = np.random.default_rng(5).normal(size=(300, 4, 3)).cumsum(axis=1)
    for share in (0.05, 0.5, 0.9):
        middle, low, high = quantiles(scores, share)
        for hand in range(4):
            one = clustered_quantile(scores[:, hand, :], share, seed=1)
            assert middle[hand] == pytest.approx(one.value, **EQUAL)
            assert (low[hand], high[hand]) == pytest.approx((one.ci_low, one.ci_high), **EQUAL)


def test_only_so_many_scores_are_read(run, monkeypatch):
    """Of a long run the first sessions; the note says how many."""
    folder, _ = run("wenling-sessions")
    monkeypatch.setattr("mjsim.plots.sessions._LEAST", 20)
    monkeypatch.setattr("mjsim.plots.sessions._MOST", 40 * 5 * 4)
    figure = figure_sessions(folder, "en")
    texts = [text.get_text() for text in figure.texts]
    note = "100 sessions · seed 3 · 95 % intervals · quantiles: of the first 40"
    assert note in [text.replace("\n", " ") for text in texts]
    rows = pl.concat([pl.read_parquet(part) for part in sorted((folder / "hands").glob("*"))])
    last = rows.filter(pl.col("block") < 40, pl.col("nth") == 4)["score"]
    median = named(figure, "quantile 0.5").get_ydata()[-1]
    assert median == pytest.approx(float(np.quantile(last.to_numpy(), 0.5)), **EQUAL)


# ---- convergence --------------------------------------------------------------------------------

AT_END = {
    "tianjin-categories": {name: name for name in ("drawn", "mean_fan", "mean_win_turn")},
    "wenling-categories": {name: name for name in ("drawn", "mean_points", "mean_win_turn")},
    "tianjin-strategies": {"gain": "gain"},
    "tianjin-openings": {"mean_shanten": "mean_shanten"},
}


@pytest.mark.parametrize(
    ("name", "term"), [(name, term) for name, terms in AT_END.items() for term in terms]
)
def test_convergence_ends_at_the_results(run, name, term):
    folder, rows = run(name)
    figure = figure_convergence(folder, term=term)
    own = rows.filter(pl.col("term") == AT_END[name][term], pl.col("role").is_in(["", "all"]))
    row = own.row(0, named=True)
    line = named(figure, "estimates")
    assert line.get_xdata().tolist() == list(looks_of(2000))
    assert line.get_ydata()[-1] == pytest.approx(row["estimate"], **EQUAL)
    ((_, low), (_, high)) = named(figure, "interval").get_segments()[0]
    # The results' interval of a mean within bounds keeps to them; here none comes near.
    assert (low, high) == pytest.approx((row["conf_low"], row["conf_high"]), rel=1e-9, abs=1e-9)
    band = named(figure, "sequence").get_paths()[0].vertices[:, 1]
    assert band.min() < low
    assert band.max() > high


def test_other_terms_end_at_the_results(tmp_path):
    """Those of experiments whose small runs have fewer than 2000 hands."""
    rows = run_points(tmp_path / "p", 2000, seed=2, strategies=["speed"]).results
    for term, name in (("drawn", "drawn"), ("mean_points", "winner_points")):
        line = named(figure_convergence(tmp_path / "p", term=term), "estimates")
        row = rows.filter(pl.col("term") == name)
        assert line.get_ydata()[-1] == pytest.approx(row["estimate"].item(), **EQUAL)


@pytest.mark.parametrize(
    ("name", "term", "where"),
    [
        ("tianjin-rules", "dealer_payoff", {"cell": "speed", "option": "default"}),
        ("tianjin-rules", "drawn", {"cell": "speed", "option": "default"}),
        ("tianjin-stakes", "edge", {"cell": "speed", "role": "dealer"}),
        ("tianjin-waits", "ever_ready", {"cell": "speed", "role": ""}),
        ("wenling-waits", "ever_able", {"cell": "speed", "role": ""}),
        ("tianjin-sessions", "ahead_after=12", {"cell": "speed among value"}),
    ],
)
def test_terms_from_few_hands(run, monkeypatch, name, term, where):
    monkeypatch.setattr("mjsim.plots.convergence.FIRST", 50)
    folder, rows = run(name)
    row = rows.filter(pl.col("term") == term, *(pl.col(k) == v for k, v in where.items()))
    figure = figure_convergence(folder, term=term.partition("_after")[0])
    line = named(figure, "estimates")
    assert line.get_ydata()[-1] == pytest.approx(row["estimate"].item(), **EQUAL)
    assert len(line.get_ydata()) > 2


def test_every_term_is_drawn_somewhere():
    tested = {(name.partition("-")[2], term) for name, terms in AT_END.items() for term in terms}
    tested |= {("points", "drawn"), ("points", "mean_points"), ("rules", "dealer_payoff")}
    tested |= {("rules", "drawn"), ("stakes", "edge"), ("waits", "ever_ready")}
    tested |= {("waits", "ever_able"), ("sessions", "ahead")}
    assert tested == {(name, term) for name, terms in TERMS.items() for term in terms}


@pytest.mark.parametrize(
    ("experiment", "term", "options"),
    [
        (run_categories, "drawn", {"strategies": ["speed"]}),
        (run_categories, "mean_fan", {"strategies": ["speed"]}),
        (run_strategies, "gain", {}),
    ],
)
def test_the_sequence_is_that_of_a_watched_run(tmp_path, experiment, term, options):
    """Looks at a run on its way show the same intervals."""
    looks = []
    run_watched(experiment, tmp_path, 4500, term, look=looks.append, seed=4, **options)
    figure = figure_convergence(tmp_path, term=term)
    band = named(figure, "sequence").get_paths()[0].vertices
    line = named(figure, "estimates")
    assert [look.n for look in looks] == line.get_xdata().tolist() == [2000, 3000, 4500]
    for look, value in zip(looks[:-1], line.get_ydata(), strict=False):
        row = look.rows.row(0, named=True)
        assert value == pytest.approx(row["estimate"], **EQUAL)
        ends = band[band[:, 0] == look.n][:, 1]
        assert ends.min() == pytest.approx(row["conf_low"], **EQUAL)
        assert ends.max() == pytest.approx(row["conf_high"], **EQUAL)


# ---- odds, and the axes of shares ---------------------------------------------------------------


def test_odds():
    odds = solo("123456m1239p78sEE", "E", draws=4, trials=0)
    figure = figure_odds(odds, 2, "en")
    for each in odds.discards[:2]:
        for name in ("ready", "won", "value"):
            line = named(figure, f"{name} {each.tile}")
            assert line.get_xdata().tolist() == [0, 1, 2, 3, 4]
            assert line.get_ydata().tolist() == getattr(each.curves, name).tolist()


def test_ticks_of_shares_are_powers_of_ten(run):
    from matplotlib.figure import Figure

    _, rows = run("tianjin-categories")
    rows = rows.filter(pl.col("family") == "per_win")
    for most in (1, 2, 4, 6):
        axes = Figure().subplots()
        floor = log_shares(axes, rows, most=most)
        ticks = axes.get_yticks()
        assert 1 <= len(ticks) <= most
        assert np.log10(ticks) == pytest.approx(np.round(np.log10(ticks)), abs=1e-9)
        assert floor == axes.get_ylim()[0]
        assert floor < rows.filter(pl.col("estimate") > 0)["estimate"].min()
        assert floor < rows.filter(pl.col("estimate") == 0)["conf_high"].min()
