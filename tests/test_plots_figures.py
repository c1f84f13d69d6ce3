"""Figures of runs: every one draws, in both languages, and is as it should look."""

import subprocess
import sys
from importlib import import_module
from itertools import combinations, pairwise

import polars as pl
import pytest
from matplotlib.image import imread
from plot_runs import RUNS, made
from test_plots import texts_of

from mjsim.errors import InputError
from mjsim.experiments import run_categories, run_sessions, run_stakes, run_strategies
from mjsim.plots import (
    FIGURES,
    NothingToDraw,
    figure_categories,
    figure_convergence,
    figure_of,
    figure_rules,
    figure_sessions,
    figure_stakes,
    figure_turns,
    figures,
    save_figure,
)
from mjsim.plots.gallery import DRAWN
from mjsim.plots.page import wrapped
from mjsim.plots.style import INCHES
from mjsim.plots.words import _LABELLED, _WORDS, CATEGORIES, Words
from mjsim.store import read_metadata, read_results
from mjsim.tianjin import LABELS as TIANJIN
from mjsim.wenling import LABELS as WENLING

LEAST = 7.0  # points, of letters

EXPECTED = {
    "tianjin-categories": {"categories", "worth", "win_turn", "convergence"},
    "wenling-categories": {"categories", "worth", "win_turn", "convergence"},
    "tianjin-openings": {"openings", "shanten", "convergence"},
    "wenling-openings": {"openings", "shanten"},
    "tianjin-deals": {"deals", "shanten"},
    "wenling-deals": {"deals", "shanten"},
    "wenling-points": {"points"},
    "tianjin-waits": {"waits"},
    "wenling-waits": {"waits"},
    "tianjin-strategies": {"strategies", "convergence"},
    "wenling-strategies": {"strategies"},
    "tianjin-stakes": {"stakes", "stakes: value", "edges"},
    "tianjin-rules": {f"rules{more}" for more in ("", ": winner_payoff", ": mean_fan")}
    | {"rules: drawn", "rules: sd_payoff"},
    "wenling-rules": {f"rules{more}" for more in ("", ": winner_payoff", ": mean_points")}
    | {"rules: drawn"},
    "tianjin-sessions": {"sessions", "sessions: value among speed", "sessions: speed"}
    | {"sessions: value"},
    "wenling-sessions": {"sessions"},
}


@pytest.fixture(params=list(RUNS))
def name(request):
    return request.param


@pytest.fixture
def folder(name, tmp_path_factory):
    return made(name, tmp_path_factory)


def function_of(where):
    module, function = where.split(".")
    return getattr(import_module(f"mjsim.plots.{module}"), function)


def check_layout(figure):
    """Letters are large enough, on the page, and no two of them in one place; return them."""
    boxes = texts_of(figure)
    assert boxes
    for text, box in boxes.items():
        assert text.get_fontsize() >= LEAST, text
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= figure.bbox.x1, text
        assert box.y1 <= figure.bbox.y1, text
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        if one.get_rotation() == other.get_rotation() == 40:  # aslant: boxes are no outlines
            continue
        assert not a.overlaps(b), (one.get_text(), other.get_text())
    return boxes


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_all_figures_of_a_run(name, folder, lang):
    """Any warning is an error here, of a missing glyph above all."""
    found = figures(folder, lang)
    assert set(found) == EXPECTED[name]
    assert next(iter(found)) == name.partition("-")[2]
    for key, figure in found.items():
        if key == "deals":  # its own tests are test_plots
            continue
        assert figure.get_figwidth() == INCHES[False]
        texts = "".join(text.get_text() for text in check_layout(figure))
        # Names of 番種 keep their Chinese beside the English.
        chinese = lang == "zh" or key == "categories"
        assert any(ord(letter) > 0x3000 for letter in texts) == chinese, key


def test_wide_figures(name, folder):
    game, _, experiment = name.partition("-")
    lang = "en" if game == "tianjin" else "zh"
    for key, where in DRAWN[experiment].items():
        if key == "deals":
            continue
        figure = function_of(where)(folder, lang, wide=True)
        assert figure.get_figwidth() == INCHES[True]
        check_layout(figure)


def test_files_are_the_same_again(name, folder, tmp_path):
    """The one that stands for the run goes into its folder, too."""
    game, _, experiment = name.partition("-")
    lang = "zh" if game == "tianjin" else "en"
    drawn = {key: where for key, where in DRAWN[experiment].items() if key != "deals"}
    for again in range(2):
        for key, where in drawn.items():
            save_figure(function_of(where)(folder, lang), tmp_path / f"{again} {key}.png")
    written = sorted(tmp_path.glob("0 *"))
    assert len(written) == 2 * len(drawn)
    for path in written:
        other = path.with_name(path.name.replace("0 ", "1 ", 1))
        assert path.read_bytes() == other.read_bytes(), path.name
    if experiment == "deals":
        return
    path = figure_of(experiment, folder)
    assert path == folder / f"{experiment}.png"
    assert imread(path).shape[1] >= 900
    assert path.with_suffix(".svg").exists()
    if lang == "zh":
        assert path.read_bytes() == (tmp_path / f"0 {experiment}.png").read_bytes()


def test_every_experiment_has_a_figure():
    assert list(FIGURES) == list(DRAWN)


def test_another_process_writes_the_same(tmp_path, tmp_path_factory):
    """Whatever order its sets have; and without kernel, games and experiments."""
    folders = [made(name, tmp_path_factory) for name in ("tianjin-openings", "tianjin-waits")]
    code = f"""
import sys
from mjsim.plots import figures, save_figure
for i, folder in enumerate({[str(folder) for folder in folders]!r}):
    for name, figure in figures(folder).items():
        save_figure(figure, {str(tmp_path)!r} + f"/{{i}}-{{name}}-" + sys.argv[1] + ".png")
rooms = ("mjsim._core", "mjsim.tianjin", "mjsim.wenling", "mjsim.experiments", "mjsim.odds")
print([name for name in sys.modules if name.startswith((*rooms, "matplotlib.pyplot"))])
"""
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", code, seed],
            capture_output=True,
            text=True,
            check=False,
            env={"PYTHONHASHSEED": seed},
        )
        assert (done.stdout, done.stderr) == ("[]\n", "")
    written = sorted(tmp_path.glob("*-1.*"))
    assert len(written) == 8
    for path in written:
        other = path.with_name(path.name.replace("-1.", "-2."))
        assert path.read_bytes() == other.read_bytes(), path.name


# ---- what is not there --------------------------------------------------------------------------


def test_no_win(tmp_path):
    """The one hand of this seed is drawn."""
    results = run_categories(tmp_path, 1, seed=39, strategies=["speed"]).results
    assert results.filter(pl.col("term") == "drawn")["estimate"].item() == 1.0
    for draw in (figure_categories, figure_turns):
        with pytest.raises(NothingToDraw, match="has no wins to draw"):
            draw(tmp_path)
    assert figure_of("categories", tmp_path) is None
    assert figures(tmp_path) == {}


def test_one_strategy(tmp_path):
    run_categories(tmp_path / "c", 200, seed=1, strategies=["value"])
    check_layout(figure_categories(tmp_path / "c"))
    run_sessions(tmp_path / "s", 100, seed=1, strategies=["speed"], n_hands=1)
    check_layout(figure_sessions(tmp_path / "s", "en"))


def test_three_strategies(tmp_path):
    """Six pairs: a legend of several lines, whose columns are not alike."""
    run_sessions(tmp_path, 100, seed=1, strategies=["speed", "value", "random"], n_hands=2)
    for lang in ("zh", "en"):
        for figure in (figure_sessions(tmp_path, lang), figure_sessions(tmp_path, lang, wide=True)):
            check_layout(figure)


def test_few_units(tmp_path):
    run_sessions(tmp_path / "s", 99, seed=1, strategies=["speed"], n_hands=2)
    with pytest.raises(NothingToDraw, match="99 sessions; quantiles want 100"):
        figure_sessions(tmp_path / "s")
    assert figure_of("sessions", tmp_path / "s") is None
    run_strategies(tmp_path / "d", 30, seed=1)
    check_layout(figures(tmp_path / "d")["strategies"])
    with pytest.raises(NothingToDraw, match="30 walls; convergence wants 2000"):
        figure_convergence(tmp_path / "d")


def test_a_setting_alone(tmp_path):
    run_stakes(tmp_path, 50, seed=1, strategies=["speed"], settings=["sit1:pulls0,1,2"])
    with pytest.raises(NothingToDraw, match="no settings in which all pull alike"):
        figure_stakes(tmp_path)
    figure = figure_stakes(tmp_path, wide=True)
    assert [len(axes.texts) for axes in figure.axes] == [1, 1, 1, 1]


def test_hands_that_are_not_there(tmp_path):
    run_categories(tmp_path, 2000, seed=1, strategies=["speed"])
    parts = sorted((tmp_path / "hands").glob("*.parquet"))
    rows = pl.read_parquet(parts[0])
    rows.filter(pl.col("hand_id") < 1999).write_parquet(parts[0])
    with pytest.raises(InputError, match="hands of 1999 hands, results of 2000"):
        figure_turns(tmp_path)
    for part in parts:
        part.unlink()
    with pytest.raises(NothingToDraw, match="has no hands"):
        figure_turns(tmp_path)
    assert list(figures(tmp_path)) == ["categories", "worth"]


def test_more_hands_than_results(tmp_path):
    """As when a longer run was broken off: figures are of the results' hands."""
    run_categories(tmp_path, 1000, seed=1, strategies=["speed"])
    before = save_figure(figure_turns(tmp_path), tmp_path / "a.png").read_bytes()
    results = (tmp_path / "results.parquet").read_bytes()
    run_categories(tmp_path, 3000, seed=1, strategies=["speed"])
    (tmp_path / "results.parquet").write_bytes(results)
    assert save_figure(figure_turns(tmp_path), tmp_path / "b.png").read_bytes() == before


def test_an_interval_without_ends(tmp_path_factory):
    """A difference that never was: 0, and a line across instead of an interval."""
    folder = made("tianjin-rules", tmp_path_factory)
    rows = read_results(folder).filter(pl.col("term") == "drawn_less_default")
    unbounded = rows.filter(pl.col("conf_low").is_infinite())
    assert unbounded.height > 0
    figure = figure_rules(folder, term="drawn")
    labels = [label.get_text() for label in figure.axes[1].get_yticklabels()]
    assert labels.count("0") == unbounded.filter(pl.col("std_error").is_null()).height
    across = [line for line in figure.axes[0].lines if line.get_alpha() == 0.35]
    assert len(across) == unbounded.height


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda run: figures(run("tianjin-waits"), "fr"), "lang: zh or en, not 'fr'"),
        (lambda run: figure_categories(run("tianjin-waits")), "no results of categories, but of"),
        (lambda run: figure_rules(run("tianjin-rules"), term="x"), "term: one of dealer_payoff, "),
        (lambda run: figure_stakes(run("tianjin-stakes"), strategy="x"), "one of speed, value"),
        (lambda run: figure_sessions(run("tianjin-sessions"), cell="x"), "one of speed, value, "),
        (
            lambda run: figure_convergence(run("tianjin-categories"), term="mean_points"),
            "term: one of drawn, mean_fan, mean_win_turn, not 'mean_points'",
        ),
        (
            lambda run: figure_convergence(run("tianjin-strategies"), cell="speed"),
            "cell: one of speed among value, value among speed, not 'speed'",
        ),
        (lambda run: figure_convergence(run("tianjin-deals")), "but of deals"),
    ],
)
def test_what_can_not_be_drawn(draw, message, tmp_path_factory):
    with pytest.raises(InputError, match=message) as caught:
        draw(lambda name: made(name, tmp_path_factory))
    assert "\n" not in str(caught.value)


def test_what_is_no_run(tmp_path):
    with pytest.raises(InputError, match="there is no such file"):
        figures(tmp_path)


# ---- words --------------------------------------------------------------------------------------


def test_names_of_categories_are_the_games_own():
    assert CATEGORIES["tianjin"] == {name: label.en for name, label in TIANJIN.items()}
    assert CATEGORIES["wenling"] == {name: label.en for name, label in WENLING.items()}


def test_scripts():
    """What is no character of GB 2312 is not simplified, what is none of Big5 not traditional."""
    parts = dict.fromkeys(("n", "units", "seed", "level", "term", "one", "other"), "x")
    for key, both in (*_WORDS.items(), *_LABELLED.items()):
        assert set(both[1]) - set("±·") <= set(map(chr, range(32, 127))), key
        Words("wenling", "zh")._say(both, parts).replace("·", "").encode("gb2312")
        Words("tianjin", "zh")._say(both, parts).encode("big5")


def test_lines_are_as_wide_as_the_page():
    text = "one two 三四五六七，八九十 (eleven) twelve"
    for room in (0.5, 0.8, 1.3):
        lines = wrapped(text, room)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not any(line.startswith("，") for line in lines)
        for line, after in pairwise(lines):
            assert line == line.strip()
            assert after
    assert len(wrapped(text, 0.5)) > len(wrapped(text, 1.3)) > 1


def test_metadata_tells_the_units(tmp_path_factory):
    folder = made("tianjin-strategies", tmp_path_factory)
    figure = figures(folder, "en")["strategies"]
    texts = [text.get_text() for text in figure.texts]
    n = int(read_metadata(folder / "results.parquet")["mjsim.n_hands"])
    assert f"{n:,} walls · seed 3 · 95 % intervals" in texts
