"""Batches: bad rows are named, rows equal scalars, inputs of every kind, memory and threads."""

import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from oracle.hands import HOW, random_hands
from oracle.notation import write_hand

from mjsim import InputError
from mjsim.notation import parse_hand
from mjsim.tianjin import (
    Rules,
    categories_of,
    distance,
    distance_batch,
    score,
    score_batch,
    shanten,
    shanten_batch,
    waits,
)
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import Hand, Meld

TRADITIONAL = Rules.traditional()
GOOD = "123m123p789sPPPE9m"  # 14 tiles, 混吊 under E


def counts(text):
    return parse_hand(text).counts()


# Bad rows


def rows_with(text, *, at=3, n=6, good=GOOD):
    """Counts of n hands, one of them another."""
    rows = np.tile(counts(good), (n, 1))
    row = np.zeros(34, np.uint8)
    for kind in parse_kinds(text):
        row[kind] += 1
    rows[at] = row
    return rows


def parse_kinds(text):
    """Kinds of a notation, even if there can't be so many of them."""
    out, ranks = [], []
    for letter in text:
        if letter.isdigit():
            ranks.append(int(letter) - 1)
        elif letter in "mps":
            out += [9 * "mps".index(letter) + rank for rank in ranks]
            ranks = []
        else:
            out.append(27 + "ESWNCFP".index(letter))
    return out


def laid(*melds, at=3, n=6):
    """Melds of n hands, none but at one of them."""
    out = np.zeros((n, 4, 2), np.uint8)
    for i, meld in enumerate(melds):
        out[at, i] = meld
    return out


BAD_COUNTS = [
    ("99999m123p789sPPPEE", "5 copies of 9m"),
    ("99999s123p789sPPPE", "copies of 9s"),
    ("PPPPP123p789s123m", "5 copies of P"),
    ("123m123p789sPPPEEE", "15 concealed tiles"),
    ("123m123p789sPPP", "12 concealed tiles"),
    ("", "0 concealed tiles"),
    ("123p789sPPEEEE9m", "four E beside the indicator E|4 copies of E|5 copies of E"),
]


@pytest.mark.parametrize(("text", "message"), BAD_COUNTS)
def test_bad_rows_of_counts(text, message):
    rows = rows_with(text)
    calls = [
        lambda: shanten_batch(rows, "E"),
        lambda: distance_batch(rows, "E"),
        lambda: distance_batch(rows, "E", melds=laid()),
        lambda: score_batch(rows, rows.argmax(axis=1), "E"),
        lambda: score_batch(rows, rows.argmax(axis=1), "E", melds=laid(), how="draw"),
    ]
    for call in calls:
        with pytest.raises(InputError, match=rf"^row 3: .*({message}|last tile)"):
            call()


@pytest.mark.parametrize("huge", [5, 127, 128, 200, 255])
def test_large_counts_are_refused(huge):
    """Counts are read eight at a time: none may spill over into its neighbours."""
    for kind in (0, 7, 8, 9, 17, 18, 25, 26, 27, 33):
        rows = rows_with(GOOD)
        rows[3, kind] = huge
        for call in (shanten_batch, distance_batch):
            with pytest.raises(InputError, match=r"^row 3: "):
                call(rows, "E")
        with pytest.raises(InputError, match=r"^row 3: "):
            score_batch(rows, np.full(6, 0), "E")


def test_rows_with_totals_that_wrap():
    """256 tiles more than a hand has, or 255 and 15: byte sums must not overflow silently."""
    for filled in (np.full(34, 255), np.full(34, 8), np.full(34, 128), np.full(34, 4)):
        rows = rows_with(GOOD)
        rows[3] = filled
        for call in (shanten_batch, distance_batch):
            with pytest.raises(InputError, match=r"^row 3: "):
                call(rows, 27)
        with pytest.raises(InputError, match=r"^row 3: "):
            score_batch(rows, 0, 27)


@pytest.mark.parametrize(
    ("text", "melds", "message"),
    [
        ("123p789s99mPPP", [(1, 9)], "no chi"),
        ("123p789s99mPPP", [(5, 9)], "no meld is of type 5"),
        ("123p789s99mPPP", [(255, 9)], "no meld is of type 255"),
        ("123p789s99mPPP", [(2, 34)], "no meld is of type 2 and kind 34"),
        ("123p789s99mPPP", [(2, 255)], "no meld is of type 2 and kind 255"),
        ("123p789s99mPPP", [(2, 27)], "E is wild"),
        ("123p789s99mPPP", [(2, 28)], "S is wild"),
        ("123p789s99mPPP", [(3, 28)], "S is wild"),
        ("123p789s99mPPP", [(4, 27)], "copies of E|four E|E is wild"),
        ("123p789s99mPPP", [(2, 33)], "6 copies of P"),
        ("123p789s99mPPP", [(3, 0), (2, 0)], "7 copies of 1m"),
        ("123p789s99mPPP", [(3, 8)], "6 copies of 9m"),
        ("123p789s99mPPP", [(2, 0), (2, 1)], "11 concealed tiles beside 2 melds; there must be 8"),
        ("123p789s99mPPP", [], "11 concealed tiles"),
        ("99m", [(2, 0), (2, 1), (2, 2)], "there must be 5"),
    ],
)
def test_bad_melds(text, melds, message):
    rows, with_melds = rows_with(text), laid(*melds)
    with pytest.raises(InputError, match=rf"^row 3: .*({message})"):
        score_batch(rows, rows.argmax(axis=1), "E", melds=with_melds)
    with pytest.raises(InputError, match=r"^row 3: "):
        distance_batch(rows, "E", melds=with_melds)


def test_jin_gang():
    rows, melds = rows_with("123p789s99mPPP"), laid((4, 28))
    assert score_batch(rows, 8, "E", melds=melds)["fan"][3] == 1
    with pytest.raises(InputError, match=r"^row 3: these rules allow no 金杠"):
        score_batch(rows, 8, "E", melds=melds, rules=Rules(allow_jin_gang=False))
    with pytest.raises(InputError, match=r"^row 3: these rules allow no 金杠"):
        distance_batch(rows, "E", melds=melds, rules=Rules(allow_jin_gang=False))


def test_last_not_in_hand():
    rows = rows_with(GOOD)
    last = np.full(6, 8, np.uint8)
    last[3] = 13
    with pytest.raises(InputError, match=r"^row 3: the last tile 5p is not among"):
        score_batch(rows, last, "E")
    rows, melds = rows_with("123p789s99mEES"), laid((2, 33))
    last[3] = 33
    with pytest.raises(InputError, match=r"^row 3: the last tile P is not among"):
        score_batch(rows, last, "E", melds=melds)


@pytest.mark.parametrize("how", ["deal", "first", np.array([0, 1, 0, 2, 0, 0]), [0, 0, 0, 3, 0, 0]])
def test_melds_before_the_first_turn(how):
    rows, melds = rows_with("123p789s99mPPP"), laid((2, 0))
    for rules in (None, TRADITIONAL):
        with pytest.raises(InputError, match=r"^row 3: .*no melds"):
            score_batch(rows, rows.argmax(axis=1), "E", melds=melds, how=how, rules=rules)


def test_the_first_bad_row_is_named():
    rows = rows_with("", at=4)
    rows[2, 0] = 5
    for call in (
        lambda: shanten_batch(rows, "E"),
        lambda: distance_batch(rows, "E"),
        lambda: score_batch(rows, 8, "E"),
    ):
        with pytest.raises(InputError, match=r"^row 2: "):
            call()


def test_far_rows_are_named():
    """The last of 100,000."""
    rows = rows_with("", at=99_999, n=100_000)
    with pytest.raises(InputError, match=r"^row 99999: "):
        shanten_batch(rows, "E")


def test_indicator_by_row():
    """A fourth copy of the indicator in one row only."""
    rows = rows_with("123p789sPPPP99mE")
    indicators = np.full(6, 27)
    shanten_batch(rows, indicators)
    indicators[3] = 33
    for call in (
        lambda: shanten_batch(rows, indicators),
        lambda: distance_batch(rows, indicators),
        lambda: score_batch(rows, 8, indicators),
    ):
        with pytest.raises(
            InputError, match=r"^row 3: four P beside the indicator P|4 copies of P"
        ):
            call()


GOOD_ROWS = np.tile(counts(GOOD), (6, 1))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": GOOD_ROWS[0]}, r"hands: counts have shape \(n, 34\), not \(34,\)"),
        ({"hands": np.zeros((6, 42), np.uint8)}, r"hands: counts have shape \(n, 34\)"),
        ({"hands": np.zeros((6, 33), np.uint8)}, r"hands: counts have shape \(n, 34\)"),
        ({"hands": GOOD_ROWS[None]}, r"hands: counts have shape \(n, 34\)"),
        ({"hands": GOOD_ROWS.astype(float)}, "hands: whole numbers, not float64"),
        ({"hands": GOOD_ROWS.astype("U3")}, "hands: whole numbers"),
        ({"hands": GOOD_ROWS.astype(object)}, "hands: whole numbers"),
        ({"hands": GOOD_ROWS.astype(complex)}, "hands: whole numbers"),
        ({"last": [8] * 5}, "last: one kind or 6"),
        ({"last": [8] * 7}, "last: one kind or 6"),
        ({"last": []}, "last: one kind or 6"),
        ({"last": [[8] * 6]}, "last: one kind or 6"),
        ({"last": 34}, "last: row 0: a kind is 0 to 33, not 34"),
        ({"last": -1}, "last: row 0: -1 is out of range"),
        ({"last": [8, 8, 8, 8, 300, 8]}, "last: row 4: 300 is out of range"),
        ({"last": [8, 8, 8, 8, 255, 8]}, "last: row 4: a kind is 0 to 33, not 255"),
        ({"last": 8.0}, "last: whole numbers"),
        ({"last": "9x"}, "last"),
        ({"indicator": [27] * 4}, "indicator: one kind or 6"),
        ({"indicator": 42}, "indicator: row 0: a kind is 0 to 33"),
        ({"indicator": [27, 27, 27, 27, 27, 40]}, "indicator: row 5: a kind is 0 to 33"),
        ({"indicator": "1g"}, "indicator"),
        ({"melds": np.zeros((6, 5, 2), np.uint8)}, r"melds: shape \(6, 4, 2\)"),
        ({"melds": np.zeros((5, 4, 2), np.uint8)}, r"melds: shape \(6, 4, 2\)"),
        ({"melds": np.zeros((6, 8), np.uint8)}, r"melds: shape \(6, 4, 2\)"),
        ({"melds": np.zeros((6, 4, 2))}, "melds: whole numbers"),
        ({"melds": np.full((6, 4, 2), -1)}, "melds: row 0: -1 is out of range"),
        ({"melds": np.full((6, 4, 2), 256)}, "melds: row 0: 256 is out of range"),
        ({"how": "chi"}, "how: draw, kong, deal, first, not 'chi'"),
        ({"how": 4}, "how: row 0: a code is 0 to 3, not 4"),
        ({"how": [0, 0, 9, 0, 0, 0]}, "how: row 2: a code is 0 to 3, not 9"),
        ({"how": [0, 0]}, "how: one code or 6"),
        ({"how": ["draw"] * 6}, "how: a name, or codes"),
        ({"how": 0.0}, "how: whole numbers"),
        ({"tian_ting": [True, False]}, "tian_ting: one or 6"),
        ({"tian_ting": [[True] * 6]}, "tian_ting: one or 6"),
        ({"kongs": 0}, "kongs: 1 to 4 in a row, not 0"),
    ],
)  # fmt: skip
def test_bad_arguments_of_score_batch(changes, message):
    given = {"hands": GOOD_ROWS, "last": "9m", "indicator": "E"}
    score_batch(**given)
    with pytest.raises(InputError, match=message):
        score_batch(**given | changes)


@pytest.mark.parametrize("function", [shanten_batch, distance_batch])
@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((GOOD_ROWS[0], "E"), r"counts: counts have shape \(n, 34\)"),
        ((np.zeros((6, 42), np.uint8), "E"), r"counts: counts have shape \(n, 34\)"),
        ((GOOD_ROWS.astype(float), "E"), "counts: whole numbers, not float64"),
        ((GOOD_ROWS.astype(int) - 1, "E"), "counts: row 0: -1 is out of range"),
        ((GOOD_ROWS.astype(int) + 256, "E"), "counts: row 0: 25[6-9] is out of range"),
        ((GOOD_ROWS, 34), "indicator: row 0: a kind is 0 to 33"),
        ((GOOD_ROWS, 255), "indicator: row 0: a kind is 0 to 33"),
        ((GOOD_ROWS, [27] * 5), "indicator: one kind or 6"),
        ((GOOD_ROWS, "5z"), "indicator"),
    ],
)
def test_bad_arguments_of_steps(function, args, message):
    with pytest.raises(InputError, match=message):
        function(*args)


def test_bad_rules_of_distance():
    for min_fan in (4, 20):
        with pytest.raises(InputError, match="min_fan of 1, 2 or 3"):
            distance_batch(GOOD_ROWS, "E", rules=Rules(min_fan=min_fan))
    with pytest.raises(InputError, match=r"melds: shape \(6, 4, 2\)"):
        distance_batch(GOOD_ROWS, "E", melds=np.zeros((6, 4), np.uint8))


# Bad scalars: what a batch refuses, one hand may not do either

HAND = "123m123p789sPPPE"
ONE_HAND = {
    "score": lambda hand, indicator: score(hand, "5p", indicator),
    "waits": waits,
    "shanten": shanten,
    "distance": distance,
}
each_function = pytest.mark.parametrize("name", list(ONE_HAND))


@each_function
@pytest.mark.parametrize("kind", [8.0, 8.7, -1, 34, 255, "", "9x", "99m", "1g"])
def test_bad_indicators(name, kind):
    with pytest.raises(InputError, match="indicator"):
        ONE_HAND[name](HAND, kind)


@pytest.mark.parametrize("kind", [8.0, 8.7, -1, 34, 255, "", "9x", "99m", "1g"])
def test_bad_last_tiles(kind):
    with pytest.raises(InputError, match="last"):
        score(HAND, kind, "E")


def test_whole_numbers_are_kinds():
    for kind in (27, np.int64(27), np.uint8(27)):
        for call in ONE_HAND.values():
            assert call(HAND, kind) == call(HAND, "E")
        assert score(HAND, kind, "E") == score(HAND, "E", "E")


@each_function
@pytest.mark.parametrize(
    ("hand", "indicator"),
    [
        ("1234p(123m)(222s)(333s)", "E"),  # a chi
        ("1234p(EEE)(222s)(333s)", "E"),  # a pong of wilds
        ("1234p(SSSS)(222s)(333s)", "E"),  # an open kong of wilds
        ("1234p(FFFF)(222s)(333s)", "F"),  # the indicator's fourth copy
        ("123pF(FFF)(222s)(333s)", "F"),
    ],
)
def test_impossible_melds(name, hand, indicator):
    with pytest.raises(InputError, match=r"^hand"):
        ONE_HAND[name](hand, indicator)


@each_function
@pytest.mark.parametrize("meld", [(2, -1), (2, 40), (2, 300), (0, 3), (7, 3)], ids=str)
def test_impossible_melds_of_a_hand(name, meld):
    """Of a `Hand` that was not read from notation."""
    hand = Hand(parse_hand("123p789s99m33s").tiles, [Meld(*meld)])
    with pytest.raises(InputError):
        ONE_HAND[name](hand, "E")


@pytest.mark.parametrize("kongs", [0, -1, 1.5, 5, 30, 32, 2**31])
def test_impossible_kongs_in_a_row(kongs):
    """Four melds are four kongs at most; without the limit the fan would overflow."""
    rules = Rules(gangkai_stack=True)
    with pytest.raises(InputError, match="kongs"):
        score(HAND, "9m", "E", how="kong", kongs=kongs, rules=rules)
    with pytest.raises(InputError, match="kongs"):
        score_batch(GOOD_ROWS, "9m", "E", how="kong", kongs=kongs, rules=rules)


def test_ragged_rows():
    for function in (shanten_batch, distance_batch):
        with pytest.raises(InputError):
            function([[1, 2], [3]], "E")


# Scalar and batch


def arrays_of(hands):
    """A batch of hands as arrays: hands, last, indicator, melds, how, tian_ting."""
    rows = np.zeros((len(hands), 34), np.uint8)
    melds = np.zeros((len(hands), 4, 2), np.uint8)
    for i, hand in enumerate(hands):
        np.add.at(rows[i], [*hand.concealed, hand.last], 1)
        if hand.melds:
            melds[i, : len(hand.melds)] = hand.melds
    return {
        "hands": rows,
        "last": np.array([hand.last for hand in hands], np.uint8),
        "indicator": np.array([hand.indicator for hand in hands], np.uint8),
        "melds": melds,
        "how": np.array([HOW.index(hand.how) for hand in hands], np.uint8),
        "tian_ting": np.array([hand.tian_ting for hand in hands]),
    }


@pytest.fixture(scope="module")
def hands():
    return random_hands(61, 3000)


@pytest.fixture(scope="module")
def batch(hands):
    return arrays_of(hands)


@pytest.mark.parametrize("rules", [Rules.platform(), TRADITIONAL, Rules(min_fan=3, tianhu=8)])
def test_score_batch_is_score(hands, batch, rules):
    """n = 3,000 hands, seed 61."""
    scores = score_batch(**batch, rules=rules)
    for hand, (fan, mask) in zip(hands, scores.tolist(), strict=True):
        one = score(
            hand.text,
            hand.last,
            hand.indicator,
            how=hand.how,
            tian_ting=hand.tian_ting,
            rules=rules,
        )
        if one is None:
            assert (fan, mask) == (0, 0)
        else:
            assert (one.fan, one.categories) == (fan, categories_of(mask))


def test_steps_batch_is_steps(hands, batch):
    for whole in (True, False):
        rows = batch["hands"].copy()
        texts = [write_hand([*hand.concealed, hand.last], hand.melds) for hand in hands]
        if not whole:
            rows[np.arange(len(rows)), batch["last"]] -= 1
            texts = [hand.text for hand in hands]
        shown, melds = batch["indicator"], batch["melds"]
        both = list(zip(texts, shown.tolist(), strict=True))
        assert shanten_batch(rows, shown).tolist() == [shanten(t, k) for t, k in both]
        assert shanten_batch(rows).tolist() == [shanten(t) for t in texts]
        strict = shanten_batch(rows, shown, strict=True)
        assert strict.tolist() == [shanten(t, k, strict=True) for t, k in both]
        for rules in (Rules.platform(), Rules(min_fan=3)):
            near = distance_batch(rows, shown, melds=melds, rules=rules)
            assert near.tolist() == [distance(t, k, rules=rules) for t, k in both]


def test_one_value_for_all_rows(batch):
    rows = np.tile(counts("456m123123p99789s"), (50, 1))
    every = score_batch(
        rows, np.full(50, 4), np.full(50, 27), how=np.full(50, 1), tian_ting=np.full(50, True)
    )
    for last, shown, how, ting in (
        ("5m", "E", "kong", True),
        (4, 27, 1, [True]),
        ([4], [27], [1], True),
    ):
        one = score_batch(rows, last, shown, how=how, tian_ting=ting)
        np.testing.assert_array_equal(one, every)
    kinds = np.full(50, 27)
    assert (shanten_batch(rows, kinds) == shanten_batch(rows, "E")).all()
    assert (distance_batch(rows, kinds) == distance_batch(rows, "E")).all()


def test_order_of_rows_and_melds(batch):
    """Rows do not see each other; where a meld stands among the four does not matter."""
    rng = np.random.default_rng(62)
    order = rng.permutation(len(batch["last"]))
    whole = score_batch(**batch)
    mixed = {name: array[order] for name, array in batch.items()}
    np.testing.assert_array_equal(score_batch(**mixed), whole[order])
    moved = batch | {"melds": batch["melds"][:, ::-1]}
    np.testing.assert_array_equal(score_batch(**moved), whole)
    near = distance_batch(batch["hands"], batch["indicator"], melds=batch["melds"])
    far = distance_batch(batch["hands"], batch["indicator"], melds=moved["melds"])
    np.testing.assert_array_equal(near, far)
    for size in (1, 2, 7, 999):
        few = {name: array[:size] for name, array in batch.items()}
        np.testing.assert_array_equal(score_batch(**few), whole[:size])


# Inputs of every kind


def spaced(array):
    """The same contents, not contiguous in any axis."""
    wide = np.zeros([2 * size + 1 for size in array.shape], array.dtype)
    view = wide[tuple(slice(0, 2 * size, 2) for size in array.shape)]
    view[...] = array
    assert not view.flags.c_contiguous
    return view


def frozen(array):
    array = array.copy()
    array.flags.writeable = False
    return array


VARIANTS = {
    "non-contiguous": spaced,
    "columns first": np.asfortranarray,
    "backwards": lambda array: np.ascontiguousarray(array[::-1])[::-1],
    "read-only": frozen,
    "int64": lambda array: array if array.dtype == bool else array.astype(np.int64),
    "int8": lambda array: array if array.dtype == bool else array.astype(np.int8),
    "uint64": lambda array: array if array.dtype == bool else array.astype(np.uint64),
    "big-endian": lambda array: array if array.dtype == bool else array.astype(">i4"),
    "list": lambda array: array.tolist(),
    "subclass": lambda array: array.view(type("Sub", (np.ndarray,), {})),
}


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_inputs(batch, variant):
    """Whatever holds the numbers, the result is the same, and they are left as they were."""
    few = {name: array[:500] for name, array in batch.items()}
    given = {name: VARIANTS[variant](array) for name, array in few.items()}
    before = {name: np.array(array) for name, array in given.items()}
    np.testing.assert_array_equal(score_batch(**given), score_batch(**few))
    for function in (shanten_batch, distance_batch):
        np.testing.assert_array_equal(
            function(given["hands"], given["indicator"]), function(few["hands"], few["indicator"])
        )
    np.testing.assert_array_equal(
        distance_batch(given["hands"], given["indicator"], melds=given["melds"]),
        distance_batch(few["hands"], few["indicator"], melds=few["melds"]),
    )
    for name, array in given.items():
        np.testing.assert_array_equal(np.array(array), before[name])


def test_inputs_of_bad_batches_are_left_alone(batch):
    given = {name: array.copy() for name, array in batch.items()}
    given["hands"][-1, 0] += 5
    before = {name: array.copy() for name, array in given.items()}
    for call in (
        lambda: score_batch(**given),
        lambda: shanten_batch(given["hands"], given["indicator"]),
        lambda: distance_batch(given["hands"], given["indicator"], melds=given["melds"]),
    ):
        with pytest.raises(InputError, match=r"^row 2999: "):
            call()
    for name, array in given.items():
        np.testing.assert_array_equal(array, before[name])


@pytest.mark.parametrize("empty", [np.zeros((0, 34), np.uint8), np.zeros((0, 34), np.int64)])
def test_empty_batches(empty):
    none = np.zeros(0, np.uint8)
    for last, shown in (("5m", "E"), (none, none), (4, none), (none, 27)):
        scores = score_batch(empty, last, shown)
        assert scores.shape == (0,)
        assert scores.dtype.names == ("fan", "categories")
    scores = score_batch(empty, none, none, melds=np.zeros((0, 4, 2), np.uint8), how=none)
    assert scores.shape == (0,)
    for function in (shanten_batch, distance_batch):
        for shown in ("E", none):
            found = function(empty, shown)
            assert (found.shape, found.dtype) == ((0,), np.int8)
    assert shanten_batch(empty).shape == (0,)


def test_types_of_results(batch):
    scores = score_batch(**batch)
    assert scores.dtype == np.dtype([("fan", "i4"), ("categories", "u4")])
    assert shanten_batch(batch["hands"], batch["indicator"]).dtype == np.int8
    assert distance_batch(batch["hands"], batch["indicator"]).dtype == np.int8
    assert scores.flags.owndata
    assert scores.flags.writeable


# Threads


def test_threads(batch):
    """Four threads, each over other rows and indicators, get what one alone gets."""
    n = len(batch["last"])
    rng = np.random.default_rng(63)
    parts = []
    for _ in range(40):
        rows = rng.integers(0, n, 2000)
        parts.append({name: array[rows] for name, array in batch.items()})

    def work(part):
        shown, melds = part["indicator"], part["melds"]
        return (
            score_batch(**part),
            score_batch(**part, rules=TRADITIONAL),
            shanten_batch(part["hands"], shown),
            shanten_batch(part["hands"], shown, strict=True),
            distance_batch(part["hands"], shown, melds=melds),
        )

    serial = [work(part) for part in parts]
    with ThreadPoolExecutor(4) as pool:
        threaded = list(pool.map(work, parts * 2))
    for one, other in zip(serial * 2, threaded, strict=True):
        for a, b in zip(one, other, strict=True):
            np.testing.assert_array_equal(a, b)


def test_threads_with_errors(batch):
    """A bad batch in one thread does not disturb the others."""
    bad = {name: array.copy() for name, array in batch.items()}
    bad["hands"][1234, 5] = 77
    want = score_batch(**batch)

    def work(number):
        if number % 2:
            with pytest.raises(InputError, match=r"^row 1234: "):
                score_batch(**bad)
            return want
        return score_batch(**batch)

    with ThreadPoolExecutor(4) as pool:
        for got in pool.map(work, range(40)):
            np.testing.assert_array_equal(got, want)


def test_first_use_in_threads():
    """Tables that are built when first asked for, asked for by four threads at once."""
    code = """
        from concurrent.futures import ThreadPoolExecutor
        import numpy as np
        from mjsim.tianjin import distance_batch, shanten_batch
        rows = np.zeros((500, 34), np.uint8)
        rows[:, :13] = 1
        def work(i):
            if i % 2:
                return distance_batch(rows, "E")
            return shanten_batch(rows, "E", strict=True)
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(work, range(8)))
        assert {(i % 2, *set(a.tolist())) for i, a in enumerate(found)} == {
            (0, shanten_batch(rows[:1], "E", strict=True)[0]), (1, distance_batch(rows[:1], "E")[0])
        }
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True, timeout=60)


# Memory

PRELUDE = """
import resource, sys
import numpy as np
from mjsim import InputError, deal, exact, tally
from mjsim._core.rng import draws
from mjsim._core.walls import walls
from mjsim.blocks import Block
from mjsim.tianjin import *
from mjsim.tianjin.deals import deal_block, tally_block

def used():
    # Pages in use now, which a leak makes grow; the peak where there is no /proc.
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

def refused(call):
    try:
        call()
    except InputError:
        return
    raise AssertionError("not refused")

rng = np.random.default_rng(1)
bits = np.random.PCG64DXSM(1)
rules = Rules.traditional()
dealt = deal("tianjin", 1000, seed=1)
rows = dealt.hands[np.arange(1000), dealt.dealer]
last = rows.argmax(axis=1)
shown = dealt.indicator
bad = rows.copy()
bad[-1, 0] = 9
"""

# What is called, and the rows that one call takes: a million rows or 100,000 scalar calls.
SCALAR = {
    "score": 'score("123m789m46m11p222s", "5m", "E")',
    "score, melds": 'score("46m9978sE(FFF)[1111p]", "5m", "E", how="kong")',
    "score, incomplete": 'score("123456m12399p78s", "1s", "E")',
    "score, deal": 'score("123456789m123pE", "S", "E", how="deal", rules=rules)',
    "score, refused": 'refused(lambda: score("11111m12399p78s", "1s", "E"))',
    "waits": 'waits("123456m12399p78s", "E")',
    "waits, refused": 'refused(lambda: waits("123456m12399p78", "E"))',
    "shanten": 'shanten("123456m12399p78s", "9p", strict=True)',
    "distance": 'distance("123456m1239p78sE", "E")',
    "settle": "settle(dealer=1, sit=1, pulls=(1, 0, 0, 0), winner=0, fan=3, kong_points=(0,) * 4)",
    "categories_of": "categories_of(100)",
    "rules": "Rules(min_fan=3).core",
    "exact, shanten": 'exact.shanten_distribution("tianjin", 14, "E")',
    "exact, fan": 'exact.deal_fan_distribution("tianjin", "E")',
}
BATCH = {
    "score_batch": "score_batch(rows, last, shown, how='deal')",
    "score_batch, int64": "score_batch(rows.astype(int), last, shown)",
    "score_batch, refused": "refused(lambda: score_batch(bad, last, shown))",
    "shanten_batch": "shanten_batch(rows, shown)",
    "shanten_batch, refused": "refused(lambda: shanten_batch(bad, shown))",
    "distance_batch": "distance_batch(rows, shown)",
    "distance_batch, refused": "refused(lambda: distance_batch(bad, shown))",
    "deal": 'deal("tianjin", 1000, seed=1)',
    "tally": 'tally("tianjin", 1000, seed=1, what="fan")',
    "deal_block": "deal_block(1, Block(0, 0, 1000), None, rules)",
    "walls": "walls(bits, 136, 1000)",
    "draws": "draws(bits, 136, 8, 1000)",
}
FLAT = 1_500_000  # bytes that allocators may still add after the warm-up


def growth_of(call, n, warm_up):
    """Bytes that a fresh process gains in n calls after the first ones."""
    code = PRELUDE + textwrap.dedent(f"""
        for _ in range({warm_up}):
            {call}
        before = used()
        for _ in range({n}):
            {call}
        print(used() - before)
    """)
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=600
    )
    return int(done.stdout)


def test_a_leak_is_seen():
    keep = "rules.__dict__.setdefault('kept', []).append(bytearray(1))"
    assert growth_of(keep, 100_000, 10_000) > 2 * FLAT


@pytest.mark.parametrize("name", list(SCALAR))
def test_memory_of_scalar_calls(name):
    """100,000 calls: a leak of 16 bytes in each would show (of 80, where 20,000 are made)."""
    n = 20_000 if name.startswith("exact") else 100_000
    assert growth_of(SCALAR[name], n, n // 10) < FLAT


@pytest.mark.slow
@pytest.mark.parametrize("name", list(SCALAR))
def test_memory_of_a_million_scalar_calls(name):
    assert growth_of(SCALAR[name], 1_000_000, 100_000) < FLAT


@pytest.mark.parametrize("name", list(BATCH))
def test_memory_of_batch_calls(name):
    """A million rows in 1,000 calls: a leak of two bytes a row would show."""
    assert growth_of(BATCH[name], 1000, 200) < FLAT


@pytest.mark.slow
@pytest.mark.parametrize("name", list(BATCH))
def test_memory_of_many_batch_calls(name):
    """20 million rows in 20,000 calls: a leak of 80 bytes a call would show."""
    assert growth_of(BATCH[name], 20_000, 1000) < FLAT


@pytest.mark.parametrize("highest", [3, 256])
def test_noise_is_refused(highest):
    """Any bytes at all, 1,000 rows each, seed 64: named as row 0, never scored, never a crash."""
    rng = np.random.default_rng(64)
    for _ in range(1000):
        row = rng.integers(0, highest, (1, 34))
        if 13 <= row.sum() <= 14:
            continue
        last, shown = rng.integers(0, 34, 2)
        for melds in (None, rng.integers(0, 256, (1, 4, 2))):
            with pytest.raises(InputError, match=r"^row 0: "):
                score_batch(row, last, shown, melds=melds)
        with pytest.raises(InputError, match=r"^row 0: "):
            distance_batch(row, shown, melds=rng.integers(0, 256, (1, 4, 2)))
        if row.sum() > 14:
            for function in (shanten_batch, distance_batch):
                with pytest.raises(InputError, match=r"^row 0: "):
                    function(row, shown)


def test_wild_kinds_of_every_indicator():
    """One wild makes 13 tiles and a pair's half ready, whichever kind it is."""
    for indicator in range(34):
        others = [kind for kind in range(34) if kind not in wild_kinds(indicator)]
        for wild in wild_kinds(indicator):
            row = np.zeros((1, 34), np.uint8)
            row[0, [others[-1], wild]] = 1
            assert shanten_batch(row, indicator)[0] == -1
