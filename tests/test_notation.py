"""Notation, read and written."""

import itertools
import random
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mjsim import notation
from mjsim.errors import InputError
from mjsim.notation import (
    format_hand,
    format_hand_zh,
    format_tiles,
    format_tiles_zh,
    parse_hand,
    parse_tile,
    parse_tiles,
)
from mjsim.tiles import Hand, Meld, MeldType, copies, tile_code, tile_zh

# ---- every spelling ---------------------------------------------------------------------

SUITS = {0: "m萬万ｍ", 9: "p筒餅饼ｐ", 18: "s條条索束ｓ"}
RANKS = ["1一１", "2二两兩２", "3三３", "4四４", "5五伍５", "6六６", "7七７", "8八８", "9九９"]
HONORS = {
    27: "E Ｅ 東 东 東風 东风 東风 东風 1z １ｚ 一z",
    28: "S Ｓ 南 南風 南风 2z",
    29: "W Ｗ 西 西風 西风 3z",
    30: "N Ｎ 北 北風 北风 4z",
    31: "C Ｃ 中 紅中 红中",
    32: "F Ｆ 發 发 發財 发财 發财 发財",
    33: "P Ｐ 白 白板",
}
FLOWERS = {
    34: "1g １ｇ 一g 春",
    35: "2g 夏",
    36: "3g 秋",
    37: "4g 冬",
    38: "1f １ｆ 梅",
    39: "2f 蘭 兰",
    40: "3f 竹",
    41: "4f 菊",
}
SPELLINGS = [
    (rank + suit, first + i)
    for first, suits in SUITS.items()
    for i, ranks in enumerate(RANKS)
    for rank, suit in itertools.product(ranks, suits)
] + [(name, kind) for kind, names in HONORS.items() for name in names.split()]
FLOWER_SPELLINGS = [(name, kind) for kind, names in FLOWERS.items() for name in names.split()]


@pytest.mark.parametrize(("text", "kind"), SPELLINGS)
def test_every_spelling(text, kind):
    for flowers in (False, True):
        assert parse_tile(text, flowers=flowers) == kind
    assert parse_tile(f" {text}\n") == kind
    assert parse_tiles(f"{text} {text}") == parse_tiles(text + text) == [kind, kind]
    assert parse_hand(text) == Hand([kind])
    assert parse_hand(f"({text * 3})") == Hand([], [Meld(MeldType.PONG, kind)])
    assert parse_hand(f"［{text * 4}】") == Hand([], [Meld(MeldType.CONCEALED_KONG, kind)])


@pytest.mark.parametrize(("text", "kind"), FLOWER_SPELLINGS)
def test_every_spelling_of_flowers(text, kind):
    assert parse_tile(text, flowers=True) == kind
    assert parse_tiles(text, flowers=True) == [kind]
    assert parse_hand(text, flowers=True) == Hand([kind])
    for parse in (parse_tile, parse_tiles, parse_hand):
        with pytest.raises(InputError, match=r"is a flower, and this game has no flowers$"):
            parse(text)


@pytest.mark.parametrize(
    ("honors", "codes"), [("tenhou", "P F C"), ("chinese", "C F P"), (None, None)]
)
def test_dragons_in_z(honors, codes):
    if codes is None:
        for text in ("5z", "6z", "7z"):
            with pytest.raises(InputError, match="different tiles to different people"):
                parse_tile(text, honors=honors)
        return
    kinds = [parse_tile(code) for code in codes.split()]
    assert [parse_tile(text, honors=honors) for text in ("5z", "6z", "7z")] == kinds
    assert parse_tiles("12345z67z", honors=honors) == [27, 28, 29, 30, *kinds]
    hand = parse_hand("15z(666z)", honors=honors)
    assert hand == Hand([27, kinds[0]], [Meld(MeldType.PONG, kinds[1])])
    assert parse_hand("123mC", honors=honors) == parse_hand("123mC")


def test_s_is_a_suit_and_capital_s_south():
    assert parse_tiles("2s S") == parse_tiles("2sS") == [19, 28]
    assert parse_hand("2sS") == Hand([19, 28])


# ---- tiles ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", []),
        (" \t　\n", []),
        ("321m", [2, 1, 0]),
        ("P9s12m", [33, 26, 0, 1]),
        ("一2３万", [0, 1, 2]),
        ("五万5m伍萬５ｍ", [4, 4, 4, 4]),
        ("白白板白", [33, 33, 33]),
        ("红中中發財发东风东", [31, 31, 32, 32, 27, 27]),
        ("东南西北中发白", [27, 28, 29, 30, 31, 32, 33]),
        ("1m　2m", [0, 1]),
    ],
)
def test_parse_tiles_keeps_the_order_written(text, kinds):
    assert parse_tiles(text) == kinds


def test_a_bamboo_is_no_bamboo_flower():
    assert parse_tiles("一束竹梅", flowers=True) == [18, 40, 38]


# ---- hands ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("123456m12399p78s", "123456m12399p78s"),
        ("78s 12399p 654321m", "123456m12399p78s"),
        ("123m 456p 789s ESWN", "123m456p789sESWN"),
        ("1m2m3m", "123m"),
        ("PFCNWSE", "ESWNCFP"),
        ("11m(567m)(222s)[2222p]", "11m(567m)(222s)[2222p]"),
        ("11m[2222p](222s)(567m)", "11m(567m)(222s)[2222p]"),
        ("11m (222s) (2222p)", "11m(222s)(2222p)"),
        ("11m(222s) (3333p) ", "11m(222s)(3333p)"),
        ("11m（五六七万）【东东东东】［２２２２ｓ］", "11m(567m)[2222s][EEEE]"),
        ("11m( 7m 5m 6m )", "11m(567m)"),
        ("11m(756m)", "11m(567m)"),
        ("11m(2s二条二條)", "11m(222s)"),
        ("(123m)", "(123m)"),
        ("一二三萬 四五六筒 東東 (五六七萬)", "123m456pEE(567m)"),
        ("5m(CCC)(FFF)(PPP)(111z)", "5m(EEE)(CCC)(FFF)(PPP)"),
        ("1m(789m)(789p)(789s)(123m)(123p)(123s)", "1m(123m)(789m)(123p)(789p)(123s)(789s)"),
    ],
)
def test_parse_hand(text, canonical):
    hand = parse_hand(text)
    assert str(hand) == format_hand(hand) == canonical
    assert parse_hand(canonical) == hand
    assert type(hand.tiles) is tuple
    assert all(type(meld) is Meld and type(meld.type) is MeldType for meld in hand.melds)


def test_a_wild_flower_may_be_held():
    assert parse_hand("1m 1g 夏(123m)", flowers=True) == Hand([0, 34, 35], [Meld(MeldType.CHI, 0)])


def test_text_of_numpy_is_text():
    assert parse_tile(np.str_("5m")) == 4
    assert parse_hand(np.str_("12m")) == Hand([0, 1])


@pytest.mark.parametrize(
    ("text", "hant", "hans"),
    [
        (
            "123m5pEECP(567m)[9999s]",
            "一二三萬 五筒 東東中白 (五六七萬) [九九九九條]",
            "一二三万 五筒 东东中白 (五六七万) [九九九九条]",
        ),
        ("F(FFF)", "發 (發發發)", "发 (发发发)"),
        ("(EEEE)", "(東東東東)", "(东东东东)"),
        ("1m", "一萬", "一万"),
    ],
)
def test_format_hand_zh(text, hant, hans):
    hand = parse_hand(text)
    assert format_hand_zh(hand) == format_hand_zh(hand, "hant") == hant
    assert format_hand_zh(hand, script="hans") == hans
    assert parse_hand(hant) == parse_hand(hans) == hand


def test_format_tiles_zh():
    assert format_tiles_zh([]) == ""
    assert format_tiles_zh([39, 34, 32, 8, 0], "hans") == "一九万 发春兰"
    with pytest.raises(InputError, match=r"^script: 'x' is neither 'hant' nor 'hans'$"):
        format_tiles_zh([0], "x")


# ---- errors -----------------------------------------------------------------------------

NO_SUIT = "has no suit behind it (m p s, 萬 筒 條)"
NO_RANK = "has no rank before it"
NEITHER = "is no meld: neither a chi, a pong nor a kong"
SQUARE = "is no meld: square brackets hold a concealed kong, four of a kind"
WHICH = (
    "means different tiles to different people: write C F P for 中 發 白, or name the order, "
    'honors="tenhou" (5z 白 6z 發 7z 中) or honors="chinese" (5z 中 6z 發 7z 白)'
)
FLOWER = "is a flower, and this game has no flowers"

# Each may stand in a hand, in a list of tiles and for one tile.
TILE_ERRORS = [
    ("x", 1, "x", "is no tile"),
    ("1m?", 3, "?", "is no tile"),
    ("1m,2m", 3, ",", "is no tile"),
    ("1m|2m", 3, "|", "is no tile"),
    ("1m，2m", 3, "，", "is no tile"),
    ("🀇", 1, "🀇", "is no tile"),
    ("十万", 1, "十", "is no tile"),
    ("红", 1, "红", "is no tile"),
    ("财", 1, "财", "is no tile"),
    ("中風", 2, "風", "is no tile"),
    ("E風", 2, "風", "is no tile"),
    ("٣m", 1, "٣", "is no tile"),
    ("1m\x00", 3, "\x00", "is no tile"),
    ("\u200b1m", 1, "\u200b", "is no tile"),
    ("\ud8001m", 1, "\ud800", "is no tile"),
    ("m", 1, "m", NO_RANK),
    ("1mm", 3, "m", NO_RANK),
    ("万", 1, "万", NO_RANK),
    ("z", 1, "z", NO_RANK),
    ("1M", 1, "1", NO_SUIT),
    ("M", 1, "M", "is no tile: the letters of suits are small"),
    ("Ｍ", 1, "Ｍ", "is no tile: the letters of suits are small"),
    ("e", 1, "e", "is no tile: the letters of honours are capitals"),
    ("1mc", 3, "c", "is no tile: the letters of honours are capitals"),
    ("12m3", 4, "3", NO_SUIT),
    ("123", 1, "123", NO_SUIT),
    ("12 m", 1, "12", NO_SUIT),
    ("一二 三万", 1, "一二", NO_SUIT),
    ("5東", 1, "5", NO_SUIT),
    ("5S", 1, "5", NO_SUIT),
    ("0", 1, "0", NO_SUIT),
    ("1" * 30, 1, "1" * 23 + "…", NO_SUIT),
    ("0m", 1, "0m", "is no tile: there are no red fives, write 5m"),
    ("46m 406s", 6, "0s", "is no tile: there are no red fives, write 5s"),
    ("１０筒", 2, "０筒", "is no tile: there are no red fives, write 5筒"),
    ("0z", 1, "0z", "is no tile: z has ranks 1-7"),
    ("18z", 2, "8z", "is no tile: z has ranks 1-7"),
    ("5g", 1, "5g", "is no tile: g has ranks 1-4"),
    ("1m０f", 3, "０f", "is no tile: f has ranks 1-4"),
    ("5z", 1, "5z", WHICH),
    ("1m 16z", 5, "6z", WHICH),
    ("７ｚ", 1, "７ｚ", WHICH),
    ("1g", 1, "1g", FLOWER),
    ("1m12f", 3, "1f", FLOWER),
    ("1m春", 3, "春", FLOWER),
    ("1m)", 3, ")", None),
    ("1m]", 3, "]", None),
    ("1m】", 3, "】", None),
]


def message(where, at, text, why):
    return f"{where}, character {at}: {text!r} {why}"


def check_error(parse, text, expected, **options):
    with pytest.raises(InputError) as caught:
        parse(text, **options)
    assert str(caught.value) == expected
    assert len(expected.splitlines()) == 1


@pytest.mark.parametrize(("text", "at", "offender", "why"), TILE_ERRORS)
def test_errors_in_tiles(text, at, offender, why):
    only = why or "has no place here: no melds expected"
    check_error(parse_tile, text, message("tile", at, offender, only))
    check_error(parse_tiles, text, message("tiles", at, offender, only))
    check_error(parse_tiles, text, message("seen", at, offender, only), where="seen")
    check_error(parse_hand, text, message("hand", at, offender, why or "closes nothing"))
    if why:  # inside a meld
        shifted = message("row 3, hand", at + 3, offender, why)
        check_error(parse_hand, f"9p({text})", shifted, where="row 3, hand")


@pytest.mark.parametrize(
    ("text", "at", "offender", "why"),
    [
        ("11m(222s", 4, "(", "is not closed"),
        ("11m[", 4, "[", "is not closed"),
        ("11m（22", 5, "22", NO_SUIT),
        ("11m((222s))", 4, "(", "is not closed"),
        ("11m(222s[3333s]", 4, "(", "is not closed"),
        ("11m(222s)(33s", 10, "(", "is not closed"),
        ("11m(222s]", 9, "]", "does not close '('"),
        ("11m[2222s)", 10, ")", "does not close '['"),
        ("11m【2222s）", 10, "）", "does not close '['"),
        ("11m(222s))", 10, ")", "closes nothing"),
        (")", 1, ")", "closes nothing"),
        ("11m()", 4, "()", NEITHER),
        ("11m( )", 4, "( )", NEITHER),
        ("11m(2s)", 4, "(2s)", NEITHER),
        ("11m(22s)", 4, "(22s)", NEITHER),
        ("11m(223s)", 4, "(223s)", NEITHER),
        ("11m(246s)", 4, "(246s)", NEITHER),
        ("11m(891s)", 4, "(891s)", NEITHER),
        ("11m(89m1p)", 4, "(89m1p)", NEITHER),
        ("11m(9mEE)", 4, "(9mEE)", NEITHER),
        ("11m(89sE)", 4, "(89sE)", NEITHER),
        ("11m(12m3p)", 4, "(12m3p)", NEITHER),
        ("11m(1234m)", 4, "(1234m)", NEITHER),
        ("11m(22222s)", 4, "(22222s)", NEITHER),
        ("11m（二三五万）", 4, "（二三五万）", NEITHER),
        ("11m(1m2m3m4m5m6m7m8m9m1p2p3p)", 4, "(1m2m3m4m5m6m7m8m9m1p2p3"[:23] + "…", NEITHER),
        ("11m(ESW)", 4, "(ESW)", "is no meld: honours form no chi"),
        ("11m(中發白)", 4, "(中發白)", "is no meld: honours form no chi"),
        ("11m(EEC)", 4, "(EEC)", "is no meld: honours form no chi"),
        ("11m[222s]", 4, "[222s]", SQUARE),
        ("11m[567m]", 4, "[567m]", SQUARE),
        ("11m[]", 4, "[]", SQUARE),
        ("11m[2223s]", 4, "[2223s]", SQUARE),
        ("11m[22222s]", 4, "[22222s]", SQUARE),
        ("11m(222s)3m", 10, "3m", "follows a meld: concealed tiles come first"),
        ("(222s) 東(333s)", 8, "東", "follows a meld: concealed tiles come first"),
        ("(222s)x", 7, "x", "is no tile"),
        ("11111m", 5, "1m", "is a fifth 1m"),
        ("CCCCC", 5, "C", "is a fifth C"),
        ("11m 2p 111m", 10, "1m", "is a fifth 1m"),
        ("一万1m１万一萬一万", 9, "一万", "is a fifth 1m"),
        ("红中中紅中中 红中", 8, "红中", "is a fifth C"),
        ("11m(1111m)", 7, "1m", "is a fifth 1m"),
        ("222s3m(222s)", 9, "2s", "is a fifth 2s"),
        ("111m(111m)", 7, "1m", "is a fifth 1m"),
        ("3m(123m)(123m)(333m)", 17, "3m", "is a fifth 3m"),
        ("5555m(567m)", 7, "5m", "is a fifth 5m"),
    ],
)
def test_errors_in_hands(text, at, offender, why):
    check_error(parse_hand, text, message("hand", at, offender, why))
    check_error(parse_hand, text, message("row 7", at, offender, why), where="row 7")
    # None of them depends on how the dragons are written.
    check_error(parse_hand, text, message("hand", at, offender, why), honors="tenhou")


@pytest.mark.parametrize(
    ("text", "at", "offender", "why"),
    [
        ("1m 11g", 5, "1g", "is a second 1g"),
        ("春1g", 2, "1g", "is a second 1g"),
        ("1m(123g)", 3, "(123g)", "is no meld: flowers form none"),
        ("1m[梅]", 3, "[梅]", "is no meld: flowers form none"),
        ("1m(1m1m1g)", 3, "(1m1m1g)", "is no meld: flowers form none"),
    ],
)
def test_errors_with_flowers(text, at, offender, why):
    check_error(parse_hand, text, message("hand", at, offender, why), flowers=True)


def test_copies_are_checked_in_lists_of_tiles():
    check_error(parse_tiles, "CCCC C", message("tiles", 6, "C", "is a fifth C"))
    check_error(
        parse_tiles,
        "1g1g",
        message("shown", 3, "1g", "is a second 1g"),
        flowers=True,
        where="shown",
    )


@pytest.mark.parametrize("text", ["(222s)", "1m(222s)", "1m[2222s]", "1m ("])
def test_no_melds_in_lists_of_tiles(text):
    at = re.search(r"[(\[]", text).start()
    why = "has no place here: no melds expected"
    check_error(parse_tiles, text, message("tiles", at + 1, text[at], why))
    check_error(parse_tile, text, message("tile", at + 1, text[at], why))


@pytest.mark.parametrize(
    ("text", "at", "offender"),
    [
        ("56m", 2, "6m"),
        ("5m 6m", 4, "6m"),
        ("EE", 2, "E"),
        ("五万东风", 3, "东风"),
        ("1m2m3m", 3, "2m"),
    ],
)
def test_more_than_one_tile(text, at, offender):
    why = "is one tile too many: expected one"
    check_error(parse_tile, text, message("last", at, offender, why), where="last")


@pytest.mark.parametrize("text", ["", " ", "\n　"])
def test_empty(text):
    check_error(parse_hand, text, "hand: empty, expected tiles such as 123m456p789s")
    check_error(parse_hand, text, "a: empty, expected tiles such as 123m456p789s", where="a")
    check_error(parse_tile, text, "tile: empty, expected one tile such as 5m")
    check_error(parse_tile, text, "last: empty, expected one tile such as 5m", where="last")


@pytest.mark.parametrize("value", [None, 5, b"5m", ["5m"], {"5m": 1}, 5.0, Hand([4])])
def test_what_is_no_text(value):
    for parse in (parse_tile, parse_tiles, parse_hand):
        name = type(value).__name__
        check_error(parse, value, f"x: expected text, got {name}", where="x")


@pytest.mark.parametrize("parse", [parse_tile, parse_tiles, parse_hand])
@pytest.mark.parametrize("text", ["5m", "", "5z"])
def test_unknown_order_of_honors(parse, text):
    check_error(parse, text, "honors: 'riichi' is neither 'tenhou' nor 'chinese'", honors="riichi")


# ---- properties -------------------------------------------------------------------------


@st.composite
def hands(draw, flowers=False, most=17):
    """Possible hands of any size, drawn from one set of tiles."""
    rest = [copies(kind) for kind in range(42 if flowers else 34)]
    melds = []
    chi = st.integers(0, 26).filter(lambda kind: kind % 9 <= 6).map(lambda k: (MeldType.CHI, k))
    same = st.tuples(
        st.sampled_from([MeldType.PONG, MeldType.OPEN_KONG, MeldType.CONCEALED_KONG]),
        st.integers(0, 33),
    )
    for meld in itertools.starmap(Meld, draw(st.lists(chi | same, max_size=5))):
        if all(rest[kind] >= meld.kinds.count(kind) for kind in meld.kinds):
            melds.append(meld)
            for kind in meld.kinds:
                rest[kind] -= 1
    tiles = [kind for kind, n in enumerate(rest) for _ in range(n)]
    order = draw(st.permutations(range(len(tiles))))
    n = draw(st.integers(0 if melds else 1, most))
    return Hand([tiles[i] for i in order[:n]], melds)


@given(hands())
def test_round_trip(hand):
    assert parse_hand(format_hand(hand)) == hand
    assert parse_hand(format_hand(hand), honors="chinese") == hand
    assert str(parse_hand(str(hand))) == str(hand)


@given(hands(flowers=True))
def test_round_trip_with_flowers(hand):
    assert parse_hand(str(hand), flowers=True) == hand


@given(hands(flowers=True), st.sampled_from(["hant", "hans"]))
def test_round_trip_in_chinese(hand, script):
    text = format_hand_zh(hand, script)
    assert parse_hand(text, flowers=True) == hand
    assert parse_hand(text.replace(" ", ""), flowers=True) == hand


@given(hands(flowers=True))
def test_round_trip_of_tiles(hand):
    kinds = list(hand.tiles)
    assert parse_tiles(format_tiles(kinds), flowers=True) == kinds
    assert parse_tiles(format_tiles_zh(kinds), flowers=True) == kinds


@given(hands(), st.randoms(use_true_random=False), st.sampled_from(["", " ", "\t\u3000"]))
def test_any_order_of_groups(hand, rng, space):
    def name(kind):
        return rng.choice([tile_code(kind), tile_zh(kind, "hant"), tile_zh(kind, "hans")])

    def some_order(parts):
        parts = list(parts)
        rng.shuffle(parts)
        return space.join(parts)

    groups = [name(kind) for kind in hand.tiles]
    melds = [
        ("[%s]" if meld.type == MeldType.CONCEALED_KONG else "(%s)")
        % some_order(map(name, meld.kinds))
        for meld in hand.melds
    ]
    assert parse_hand(some_order(groups) + space + some_order(melds)) == hand


@given(hands(), st.integers(0, 33))
def test_five_of_a_kind(hand, kind):
    have = hand.tiles.count(kind) + sum(meld.kinds.count(kind) for meld in hand.melds)
    four = Hand([*hand.tiles, *[kind] * (4 - have)], hand.melds)
    assert parse_hand(str(four)) == four
    five = Hand([*four.tiles, kind], hand.melds)
    with pytest.raises(InputError, match=f"is a fifth {tile_code(kind)}$"):
        parse_hand(str(five))


ALPHABET = "0123456789mpszgfESWNCFP()[] 一五万筒條东風红中發财白板春兰（】，xM"


@given(
    st.text() | st.text(ALPHABET) | st.from_regex(r"([0-9]{1,5}[mpszgf]|[ESWNCFP\(\)\[\]])*"),
    st.sampled_from([None, "tenhou", "chinese"]),
    st.booleans(),
)
@example("", None, False)
@example("(", None, True)
@example("1" * 5000, None, True)
@example("1m" * 5000, None, True)
@example("(" * 5000, None, True)
@example(" " * 5000 + "x", None, True)
def test_any_text_is_read_or_refused(text, honors, flowers):
    for parse in (parse_tile, parse_tiles, parse_hand):
        try:
            parse(text, honors=honors, flowers=flowers)
        except InputError as error:
            line = str(error)
            assert len(line.splitlines()) == 1
            assert len(line) < 300
            place = re.match(r"(?:tiles?|hand)(?:, character (\d+): |: empty, expected )", line)
            assert place
            assert place[1] is None or 1 <= int(place[1]) <= len(text)


@given(st.from_regex(notation._PLAIN, fullmatch=True))
@example("11m22p33sEE(123m)[4444p]")
@example("11m(222s]")
def test_plain_path_agrees_with_the_reader(text):
    """The short way reads nothing else than the reader would."""
    plain = notation._plain_hand(text)
    if plain is not None:
        assert plain == notation._Reader(text).hand()


def test_plain_path_takes_canonical_hands():
    rng = random.Random(5)
    wall = [kind for kind in range(34) for _ in range(4)]
    for _ in range(300):
        rng.shuffle(wall)
        hand = Hand(wall[:13], [Meld(MeldType.CHI, 0)] * (wall[:13].count(0) == 0))
        text = str(hand)
        try:
            expected = notation._Reader(text).hand()
        except InputError:  # the chi made a fifth
            assert notation._plain_hand(text) is None
        else:
            assert notation._plain_hand(text) == expected == hand
