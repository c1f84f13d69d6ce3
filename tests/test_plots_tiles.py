"""Hands drawn as tiles, alone and over the curves of their odds."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font
from matplotlib.image import imread
from test_plots_figures import check_layout

import mjsim.plots
from mjsim.errors import InputError
from mjsim.odds import solo
from mjsim.odds.draw import figure_odds
from mjsim.plots import draw_hand, figure_hand, save_figure
from mjsim.plots.tiles import FONT, _outline, hand_width
from mjsim.tiles import N_KINDS_FLOWERS, Hand, Meld, MeldType, tile_unicode


def tiles_of(artist):
    """Names of tiles, with their left edges in widths of a tile, from left to right."""
    found = []
    for each in artist.findobj(lambda artist: str(artist.get_gid()).startswith("tile")):
        box = each.get_window_extent()
        left, _ = each.axes.transData.inverted().transform((box.x0, box.y0))
        found.append((round(left, 1), each.get_gid().removeprefix("tile ")))
    return sorted(found)


def test_the_font_has_every_tile():
    """And a licence beside it, of which nothing may be left out."""
    there = FT2Font(str(FONT)).get_charmap()
    wanted = [tile_unicode(kind) for kind in range(N_KINDS_FLOWERS)] + ["\U0001f02b"]
    assert {ord(character) for character in wanted} <= set(there)
    outlines = {_outline(character).vertices.tobytes() for character in wanted}
    assert len(outlines) == len(wanted)
    for character in wanted:  # all of one size: a tile is 1 wide
        box = _outline(character).get_extents()
        assert (box.x0, box.y0) == pytest.approx((0.0, 0.0), abs=0.01)
        assert (box.x1, box.y1) == pytest.approx((1.0, 1.324), abs=0.01)
    licence = (FONT.parent / "OFL.txt").read_text()
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Noto Project Authors" in licence
    assert Path(mjsim.plots.__file__).parent in FONT.parents


def test_tiles_stand_in_their_places():
    figure = figure_hand("12m5pE(222s)[CCCC](777p)", wild=[13, 27], drawn=27, flowers=[34, 41])
    names = [name for _, name in tiles_of(figure)]
    assert names == [
        *("0", "1", "13 wild", "27 wild"),
        *("15", "15", "15", "19", "19", "19"),
        *("back", "31", "31", "back"),
        *("34", "41"),
    ]  # fmt: skip
    lefts = [left for left, _ in tiles_of(figure)]
    gaps = np.diff(lefts)
    apart = [i for i, gap in enumerate(gaps) if gap > 1.2]
    assert apart == [2, 3, 6, 9, 13]  # before the tile drawn, each meld, and the flowers
    assert gaps == pytest.approx(np.where(gaps > 1.2, 1.35, 1.0), abs=0.11)


def test_an_open_kong_lies_face_up():
    hand = Hand([0, 0], [Meld(MeldType.OPEN_KONG, 5), Meld(MeldType.CHI, 9)])
    names = [name for _, name in tiles_of(figure_hand(hand))]
    assert names == ["0", "0", "9", "10", "11", "5", "5", "5", "5"]


def test_the_width_is_that_drawn():
    for hand, more in (("123m", {}), ("55p(222s)[EEEE]", {"flowers": [34]}), ("5p", {"drawn": 13})):
        axes = Figure().subplots()
        axes.set_xlim(0, 20)
        assert draw_hand(axes, hand, **more) == hand_width(hand, **more)
        boxes = [tile.get_window_extent() for tile in axes.patches]
        right = axes.transData.inverted().transform((max(box.x1 for box in boxes), 0))[0]
        assert right == pytest.approx(hand_width(hand, **more), abs=0.05)
        assert axes.get_xlim() == (0, 20)


def test_every_tile_is_on_the_picture(tmp_path):
    figure = figure_hand("19m19p19sESWNCFP", flowers=range(34, 42))
    for tile in figure.axes[0].patches:
        box = tile.get_window_extent()
        assert box.x0 >= -0.5
        assert box.x1 <= figure.bbox.x1 + 0.5
        assert box.y0 >= -0.5
        assert box.y1 <= figure.bbox.y1 + 0.5
    before = save_figure(figure, tmp_path / "a.png").read_bytes()
    pixels = imread(tmp_path / "a.png")
    n = len(tiles_of(figure))
    inked = (pixels[..., :3].sum(axis=2) < 1.5).mean(axis=0)
    columns = np.array_split(inked, n)
    assert all(column.mean() > 0.03 for column in columns)
    again = figure_hand("19m19p19sESWNCFP", flowers=range(34, 42))
    assert save_figure(again, tmp_path / "a.png").read_bytes() == before


def test_wilds_have_a_corner(tmp_path):
    def orange(wild):
        path = save_figure(figure_hand("1m2m", wild=wild), tmp_path / "a.png")
        red, green, blue = np.moveaxis(imread(path)[..., :3], 2, 0)
        return (red > 0.8) & (green > 0.5) & (green < 0.75) & (blue < 0.2)

    assert not orange([]).any()
    found = orange([1])
    half = found.shape[1] // 2
    assert not found[:, :half].any()
    assert found[: found.shape[0] // 2, half:].sum() > 50


@pytest.mark.parametrize(
    ("hand", "more", "message"),
    [
        ("12x", {}, "hand, character 1"),
        ("12m", {"drawn": 5}, "drawn: 5 is none of the hand's concealed tiles"),
        ("12m", {"flowers": [3]}, "flowers: 3 is no flower's kind"),
        ("12m", {"wild": [42]}, "kind 42 is none of 0-41"),
    ],
)
def test_what_is_no_hand(hand, more, message):
    with pytest.raises(InputError, match=message):
        figure_hand(hand, **more)


@pytest.fixture(scope="module")
def asked():
    return [
        solo("123456m1239p78sEE", "E", draws=6, trials=0),
        solo("123m55p478s(222p)[SSSS]", "5m", draws=3, trials=0),
        solo("123456m12339p78s55pE", "E", game="wenling", draws=3, trials=0),
    ]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("wide", [False, True])
def test_the_hand_above_its_odds(asked, lang, wide):
    for odds in asked:
        figure = figure_odds(odds, 3, lang, wide=wide)
        check_layout(figure)
        names = [name.removesuffix(" wild") for _, name in tiles_of(figure)]
        laid = [kind for meld in odds._query.hand.melds for kind in meld.kinds]
        assert len(names) == len(odds._query.hand.tiles) + len(laid) + 1
        assert names[: len(odds._query.hand.tiles)] == list(map(str, odds._query.hand.tiles))
        assert names[-1] == str(odds._query.indicator)
        figure.draw_without_rendering()
        panels = [axes.get_tightbbox() for axes in figure.axes]
        for tile in figure.findobj(lambda each: str(each.get_gid()).startswith("tile")):
            box = tile.get_window_extent()
            assert box.x1 <= figure.bbox.x1
            assert not any(box.overlaps(panel) for panel in panels)


def test_odds_are_the_same_file_again(asked, tmp_path):
    files = []
    for _ in range(2):
        path = save_figure(figure_odds(asked[0]), tmp_path / "odds.png")
        files.append((path.read_bytes(), path.with_suffix(".svg").read_bytes()))
    assert files[0] == files[1]
