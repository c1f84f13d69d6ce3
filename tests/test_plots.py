"""Figures: out of Parquet alone, with every glyph, nothing over anything else."""

import subprocess
import sys
from itertools import combinations

import matplotlib as mpl
import polars as pl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.image import imread
from matplotlib.text import Text

from mjsim.errors import InputError
from mjsim.experiments import EXPERIMENTS, run_deals, run_openings
from mjsim.experiments.labels import fan_label, shanten_label, wilds_label
from mjsim.plots import FIGURES, figure_of, house_style, plot_deals
from mjsim.plots import style as style_
from mjsim.plots.cells import scores
from mjsim.plots.deals import figure_deals
from mjsim.store import read_metadata
from mjsim.tianjin import LABELS, Rules
from mjsim.tiles import N_KINDS_FLOWERS, tile_zh

MANY = Rules.traditional().replace(
    min_fan=3,
    min_fan_exempt=frozenset({"su", "gangkai", "hundiao", "benhunlong"}),
    tianhu=8,
    base=100,
    gangkai_stack=True,
    draw_rotates=True,
    dead_wall=14,
    last_claim_free_tiles=4,
)


@pytest.fixture(scope="module", params=["usual", "few", "wordy"])
def folder(request, tmp_path_factory):
    """Runs that look different: many hands; hardly any; long names."""
    path = tmp_path_factory.mktemp(request.param)
    if request.param == "usual":
        run_deals(path, 500_000, seed=1, keep="counts")
    elif request.param == "few":
        run_deals(path, 10, seed=1, indicator="5m", keep="counts")
    else:
        run_deals(path, 3000, seed=2**128 - 1, rules=MANY, keep="counts")
    return path


def draw(figure):
    FigureCanvasAgg(figure).draw()


def texts_of(figure):
    """Texts that are drawn, with their places; ticks beyond an axis are not."""
    drawn = []
    plain = Text.draw

    def record(text, renderer):
        drawn.append(text)
        plain(text, renderer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", record)
        draw(figure)
    return {
        text: text.get_window_extent()
        for text in drawn
        if text.get_visible() and text.get_text().strip()
    }


def test_nothing_overlaps(folder):
    with house_style():
        figure = figure_deals(folder)
        boxes = texts_of(figure)
    assert len(boxes) > 60
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not a.overlaps(b), (one.get_text(), other.get_text())
    for text, box in boxes.items():
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= figure.bbox.x1, text
        assert box.y1 <= figure.bbox.y1, text


def test_files(folder):
    """Any warning is an error here, of a missing glyph above all."""
    path = plot_deals(folder)
    assert path == folder / "deals.png"
    assert imread(path).shape[1] >= 1600
    before = {name: (folder / name).read_bytes() for name in ("deals.png", "deals.svg")}
    plot_deals(str(folder))
    assert {name: (folder / name).read_bytes() for name in before} == before
    assert b"<svg" in before["deals.svg"]
    assert not list(folder.glob("*.tmp"))


def test_missing_glyphs_are_noticed():
    """What the test above relies on."""
    figure = Figure()
    with mpl.rc_context({"font.family": ["DejaVu Sans"]}):
        figure.text(0.5, 0.5, "龍")
        with pytest.raises(UserWarning, match=r"Glyph .* missing"):
            draw(figure)


def test_every_name_has_its_glyphs(tmp_path):
    names = [label.zh for label in LABELS.values()]
    names += [
        tile_zh(kind, script) for kind in range(N_KINDS_FLOWERS) for script in ("hant", "hans")
    ]
    names += [wilds_label(0), *(shanten_label(steps) for steps in range(-1, 9)), fan_label(0)]
    names += ["−1 ± 2 ≤ 3 ≥ 4 × · – … χ² σ μ 混儿 财神 莊家 閒家 與精確值相符 混數分佈"]
    with house_style():
        figure = Figure()
        figure.text(0.0, 0.5, " ".join(names))
        figure.text(0.0, 0.2, r"$10^{-4}$")
        for form in ("png", "svg", "pdf"):
            figure.savefig(tmp_path / f"all.{form}")
    pdf = (tmp_path / "all.pdf").read_bytes()
    assert b"/Type3" not in pdf.replace(b" ", b"")  # text that can be searched and edited


def test_style_leaves_no_trace():
    before = dict(mpl.rcParams)
    with house_style():
        assert mpl.rcParams["font.family"] == ["Noto Sans SC", "DejaVu Sans"]
        assert mpl.rcParams["backend"] == before["backend"]
    assert dict(mpl.rcParams) == before
    with pytest.raises(ZeroDivisionError), house_style():
        raise ZeroDivisionError
    assert dict(mpl.rcParams) == before


def test_figures_may_be_drawn_later():
    """As a notebook does, when the context is left already."""
    with house_style():
        figure = Figure()
        figure.subplots().set_title("天津麻將")
    draw(figure)


def test_another_font_will_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "pylopdf_fonts_zh_cn", None)
    monkeypatch.setattr(fontManager, "get_font_names", lambda: ["Arial", "WenQuanYi Micro Hei"])
    style_.family.cache_clear()
    try:
        assert style_.family() == ("WenQuanYi Micro Hei", "DejaVu Sans")
    finally:
        style_.family.cache_clear()


def test_figures_need_parquet_alone(tmp_path):
    """No kernel, no game, no display: a results file from elsewhere is enough."""
    run_deals(tmp_path, 1000, seed=1, keep="counts")
    for other in ("manifest.json", "hands"):
        (tmp_path / other).rename(tmp_path.parent / f"{tmp_path.name}-{other}")
    code = f"""
import sys
from mjsim.plots import FIGURES
FIGURES["deals"]({str(tmp_path)!r})
rooms = ("mjsim._core", "mjsim.tianjin", "mjsim.exact", "mjsim.experiments", "matplotlib.pyplot")
print([name for name in sys.modules if name.startswith(rooms)])
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")
    assert (tmp_path / "deals.png").exists()


def test_scores_of_all_kinds():
    rows = [
        # estimate, exact, z, p_value, p_adjusted
        (0.5, 0.4, 2.5, 0.0124, 0.3),
        (0.5, 0.4, None, 0.0455, 0.3),
        (0.3, 0.4, None, 0.0455, 0.005),
        (0.4, 0.4, None, 1.0, 1.0),
        (0.4, 0.1, None, 0.0, 0.0),
        (0.4, None, None, None, 1.0),
    ]
    names = ["estimate", "exact", "z", "p_value", "p_adjusted"]
    found = scores(pl.DataFrame(rows, schema=names, orient="row"))
    values = found["score"].to_list()
    assert values[:4] == pytest.approx([2.5, 2.0, -2.0, 0.0], abs=1e-4)
    assert values[4] > 30
    assert values[5] is None
    assert found["is_score_z"].to_list() == [True, False, False, False, False, False]
    assert found["is_alarm"].to_list() == [False, False, True, False, True, False]


def test_disagreement_is_seen(tmp_path):
    """A cell far off is drawn in red at the edge, and the head says so."""
    results = run_deals(tmp_path, 100_000, seed=1, keep="counts").results
    far = pl.col("term") == "shanten=2"
    verdict = pl.col("term") == "agreement"
    changed = results.with_columns(
        z=pl.when(far).then(30.0).otherwise("z"),
        p_adjusted=pl.when(far | verdict).then(1e-9).otherwise("p_adjusted"),
        estimate=pl.when(verdict).then(0.0).otherwise("estimate"),
    )
    file = tmp_path / "results.parquet"
    metadata = read_metadata(file)
    metadata.pop("ARROW:schema")
    changed.write_parquet(file, metadata=metadata)
    with house_style():
        figure = figure_deals(tmp_path)
        boxes = texts_of(figure)
    (head,) = [text for text in boxes if "DISAGREES" in text.get_text()]
    assert head.get_color() == style_.COLORS["alarm"]


def test_what_is_no_run_of_deals(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        plot_deals(tmp_path)
    run_openings(tmp_path, 100, seed=1)
    with pytest.raises(InputError, match="holds no results of deals"):
        plot_deals(tmp_path)


def test_a_result_draws_its_figure(tmp_path):
    result = run_deals(tmp_path, 1000, seed=1, keep="counts")
    assert figure_of("deals", result.folder) == tmp_path / "deals.png"
    drawn = figure_of("deals", result.folder).stat().st_mtime_ns
    assert figure_of("deals", result.folder).stat().st_mtime_ns == drawn  # it is there already
    longer = run_deals(tmp_path, 2000, seed=1, keep="counts")
    assert figure_of("deals", longer.folder).stat().st_mtime_ns > drawn
    assert figure_of("none", longer.folder) is None
    assert sorted(FIGURES) == sorted(EXPERIMENTS)
