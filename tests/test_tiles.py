"""Kinds, names, melds and hands."""

import pickle
import unicodedata

import numpy as np
import pytest

from mjsim import tiles
from mjsim.errors import InputError
from mjsim.tiles import (
    BAI,
    EAST,
    FA,
    NORTH,
    PLUM,
    SOUTH,
    SPRING,
    WEST,
    ZHONG,
    Hand,
    Meld,
    MeldType,
    Suit,
    copies,
    counts_of,
    format_tiles,
    is_flower,
    is_honor,
    is_suited,
    rank_of,
    successor,
    suit_of,
    tile_code,
    tile_unicode,
    tile_zh,
)

ALL = range(tiles.N_KINDS_FLOWERS)


def test_numbers_of_kinds():
    assert (tiles.N_KINDS, tiles.N_KINDS_FLOWERS) == (34, 42)
    assert (EAST, SOUTH, WEST, NORTH) == (27, 28, 29, 30)
    assert (ZHONG, FA, BAI) == (31, 32, 33)
    assert (SPRING, PLUM) == (34, 38)


def test_codes_in_order():
    assert " ".join(map(tile_code, ALL)) == (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
        "E S W N C F P 1g 2g 3g 4g 1f 2f 3f 4f"
    )


@pytest.mark.parametrize(
    ("script", "names"),
    [
        (
            "hant",
            "一萬 二萬 三萬 四萬 五萬 六萬 七萬 八萬 九萬 "
            "一筒 二筒 三筒 四筒 五筒 六筒 七筒 八筒 九筒 "
            "一條 二條 三條 四條 五條 六條 七條 八條 九條 "
            "東 南 西 北 中 發 白 春 夏 秋 冬 梅 蘭 竹 菊",
        ),
        (
            "hans",
            "一万 二万 三万 四万 五万 六万 七万 八万 九万 "
            "一筒 二筒 三筒 四筒 五筒 六筒 七筒 八筒 九筒 "
            "一条 二条 三条 四条 五条 六条 七条 八条 九条 "
            "东 南 西 北 中 发 白 春 夏 秋 冬 梅 兰 竹 菊",
        ),
    ],
)
def test_chinese_names_in_order(script, names):
    assert [tile_zh(kind, script) for kind in ALL] == names.split()


def test_chinese_names_are_traditional_by_default():
    assert [tile_zh(kind) for kind in ALL] == [tile_zh(kind, "hant") for kind in ALL]


def test_unknown_script():
    with pytest.raises(InputError, match=r"^script: 'latin' is neither 'hant' nor 'hans'$"):
        tile_zh(0, "latin")


def test_unicode_pictures():
    ranks = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
    names = [f"{rank} OF {suit}" for suit in ("CHARACTERS", "CIRCLES", "BAMBOOS") for rank in ranks]
    names += [f"{wind} WIND" for wind in ("EAST", "SOUTH", "WEST", "NORTH")]
    names += [f"{dragon} DRAGON" for dragon in ("RED", "GREEN", "WHITE")]
    names += ["SPRING", "SUMMER", "AUTUMN", "WINTER"]
    names += ["PLUM", "ORCHID", "BAMBOO", "CHRYSANTHEMUM"]
    assert [unicodedata.name(tile_unicode(kind)) for kind in ALL] == [
        f"MAHJONG TILE {name}" for name in names
    ]


def test_suits_and_ranks():
    sizes = {
        Suit.WAN: 9,
        Suit.TONG: 9,
        Suit.TIAO: 9,
        Suit.WINDS: 4,
        Suit.DRAGONS: 3,
        Suit.SEASONS: 4,
        Suit.PLANTS: 4,
    }
    expected = [(suit, rank) for suit, n in sizes.items() for rank in range(1, n + 1)]
    assert [(suit_of(kind), rank_of(kind)) for kind in ALL] == expected


def test_classes_of_kinds():
    assert [kind for kind in ALL if is_suited(kind)] == list(range(27))
    assert [kind for kind in ALL if is_honor(kind)] == list(range(27, 34))
    assert [kind for kind in ALL if is_flower(kind)] == list(range(34, 42))
    assert [copies(kind) for kind in ALL] == [4] * 34 + [1] * 8


@pytest.mark.parametrize(
    "cycle",
    [
        "1m 2m 3m 4m 5m 6m 7m 8m 9m",
        "1p 2p 3p 4p 5p 6p 7p 8p 9p",
        "1s 2s 3s 4s 5s 6s 7s 8s 9s",
        "E S W N",
        "C F P",
    ],
)
def test_successor_goes_round(cycle):
    cycle = cycle.split()
    kinds = [kind for kind in range(34) if tile_code(kind) in cycle]
    assert [tile_code(successor(kind)) for kind in kinds] == cycle[1:] + cycle[:1]


@pytest.mark.parametrize("kind", range(34, 42))
def test_flowers_have_no_successor(kind):
    with pytest.raises(InputError, match=f"^{tile_code(kind)} is a flower and has no successor$"):
        successor(kind)


@pytest.mark.parametrize("kind", [-1, 42, 255])
@pytest.mark.parametrize(
    "function",
    [
        tile_code,
        tile_zh,
        tile_unicode,
        suit_of,
        rank_of,
        is_suited,
        is_honor,
        is_flower,
        copies,
        successor,
        lambda kind: format_tiles([0, kind]),
        lambda kind: Hand([0, kind]),
    ],
)
def test_no_such_kind(function, kind):
    with pytest.raises(InputError, match=f"^kind {kind} is none of 0-41$"):
        function(kind)


@pytest.mark.parametrize(
    ("kinds", "text"),
    [
        ([], ""),
        ([4], "5m"),
        ([31], "C"),
        ([2, 0, 1, 1], "1223m"),
        ([33, 33, 27, 18, 9, 0], "1m1p1sEPP"),
        ([38, 41, 34, 33], "P1g14f"),
        (np.array([26, 0], dtype=np.uint8), "1m9s"),
    ],
)
def test_format_tiles(kinds, text):
    assert format_tiles(kinds) == text


def test_meld_types_are_the_codes_of_arrays():
    assert [(t.name, t.value) for t in MeldType] == [
        ("NONE", 0),
        ("CHI", 1),
        ("PONG", 2),
        ("OPEN_KONG", 3),
        ("CONCEALED_KONG", 4),
    ]


@pytest.mark.parametrize(
    ("meld", "kinds", "text"),
    [
        (Meld(MeldType.NONE, 0), (), ""),
        (Meld(MeldType.CHI, 15), (15, 16, 17), "(789p)"),
        (Meld(MeldType.PONG, EAST), (27, 27, 27), "(EEE)"),
        (Meld(MeldType.OPEN_KONG, 19), (19,) * 4, "(2222s)"),
        (Meld(MeldType.CONCEALED_KONG, BAI), (33,) * 4, "[PPPP]"),
    ],
)
def test_meld(meld, kinds, text):
    assert meld.kinds == kinds
    assert str(meld) == text
    assert Meld(*np.array(meld, dtype=np.uint8)) == meld


def test_hand_is_canonical():
    pong, chi = Meld(MeldType.PONG, 0), Meld(MeldType.CHI, 4)
    hand = Hand(np.array([33, 9, 9]), [pong, chi])
    assert hand == Hand((9, 33, 9), (chi, pong))
    assert hash(hand) == hash(Hand((9, 33, 9), (chi, pong)))
    assert hand.tiles == (9, 9, 33)
    assert all(type(kind) is int for kind in hand.tiles)
    assert hand.melds == (chi, pong)
    assert str(hand) == "11pP(567m)(111m)"
    assert hand._replace(tiles=(2, 1)).tiles == (1, 2)
    assert Hand([]) == ((), ())


def test_hand_cannot_be_changed():
    with pytest.raises(AttributeError):
        Hand([0]).tiles = (1,)
    with pytest.raises(AttributeError):
        Hand([0]).note = "x"


def test_hand_survives_pickling():
    hand = Hand([33, 0], [Meld(MeldType.CHI, 4)])
    copy = pickle.loads(pickle.dumps(hand))
    assert copy == hand
    assert type(copy) is Hand


def test_size_counts_a_kong_as_three():
    kong = Meld(MeldType.CONCEALED_KONG, 27)
    assert Hand([0] * 4, [kong, Meld(MeldType.PONG, 28)]).size == 10


def test_counts():
    hand = Hand([0, 0, 33], [Meld(MeldType.PONG, 28)])
    counts = hand.counts()
    assert counts.dtype == np.uint8
    assert counts.shape == (34,)
    assert counts[[0, 33]].tolist() == [2, 1]
    assert counts.sum() == 3
    counts[0] = 1  # an array of its own
    assert bytes(counts_of(hand)) == bytes([2] + [0] * 32 + [1])
    assert Hand([41]).counts(42).tolist() == [0] * 41 + [1]


def test_counts_of_a_flower_in_a_game_without():
    with pytest.raises(InputError, match=r"^kind 41 is none of 0-33$"):
        counts_of(Hand([0, 41]))
    with pytest.raises(InputError, match=r"^kind 41 is none of 0-33$"):
        Hand([0, 41]).counts()
