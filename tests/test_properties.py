"""Properties of 天津麻将 hands that hold whatever the hand, checked on generated ones.

Hands come from the generator of the brute-force oracle's tests, which reaches every category
often; hypothesis draws its seed, so that a failure names one hand. Examples are the same in
every run (derandomize). The categories of a score are derived once more from its groups, by the
wording of T6.
"""

import itertools
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from oracle.hands import random_hand
from oracle.notation import PONG, write_hand, write_tiles

from mjsim.stats import agreement
from mjsim.tianjin import (
    CATEGORIES,
    Rules,
    distance,
    distance_batch,
    score,
    shanten,
    shanten_batch,
    waits,
)
from mjsim.tianjin.fans import fan_of
from mjsim.tianjin.wilds import wild_kinds
from mjsim.tiles import successor

EXAMPLES = 200
settings.register_profile(
    "properties",
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
PROFILE = settings.get_profile("properties")

BIT = {name: 1 << i for i, name in enumerate(CATEGORIES)}
PLATFORM, TRADITIONAL = Rules.platform(), Rules.traditional()
RULES = [
    PLATFORM,
    TRADITIONAL,
    Rules(min_fan=1),
    Rules(min_fan=3),
    Rules(min_fan=3, min_fan_exempt={"su", "gangkai"}),
    Rules(min_fan=2, min_fan_exempt={"tiliu"}, tianhu=8, dihu=True),
    TRADITIONAL.replace(min_fan=3, gangkai_stack=True, tianhu=1),
]

hands = st.integers(0, 2**32 - 1).map(lambda seed: random_hand(random.Random(seed)))
rules_sets = st.sampled_from(RULES)


def held(hand, *, last=True):
    """Copies of each kind in hand, melds and the tile turned up."""
    counts = Counter([*hand.concealed, hand.indicator, *([hand.last] if last else [])])
    for meld_type, kind in hand.melds:
        counts[kind] += 3 if meld_type == PONG else 4
    return counts


def scored(hand, rules=PLATFORM):
    return score(
        hand.text,
        hand.last,
        hand.indicator,
        how=hand.how,
        tian_ting=hand.tian_ting,
        rules=rules,
    )


def with_last(hand):
    """Notation of the hand with its last tile among the others."""
    return write_hand([*hand.concealed, hand.last], hand.melds)


# Names of suits, order of tiles


def renamed(hand, names):
    """The hand with kinds renamed."""
    return hand._replace(
        concealed=tuple(names[kind] for kind in hand.concealed),
        melds=tuple((meld_type, names[kind]) for meld_type, kind in hand.melds),
        last=names[hand.last],
        indicator=names[hand.indicator],
    )


def suits_renamed(order):
    return [9 * order[kind // 9] + kind % 9 if kind < 27 else kind for kind in range(34)]


# 筒 and 條 change places; the winds turn by one, and so do the dragons: wilds follow.
PIN_AND_SOU = suits_renamed((0, 2, 1))
HONOURS_TURNED = [*range(27), *(successor(kind) for kind in range(27, 34))]


@PROFILE
@given(hands, rules_sets, st.sampled_from([PIN_AND_SOU, HONOURS_TURNED]))
def test_renaming_changes_nothing(hand, rules, names):
    other = renamed(hand, names)
    a, b = scored(hand, rules), scored(other, rules)
    if a is None:
        assert b is None
    else:
        assert a[:4] == b[:4]  # fan, wins, categories, kong points
    for text, same in ((hand.text, other.text), (with_last(hand), with_last(other))):
        assert shanten(text, hand.indicator) == shanten(same, other.indicator)
        assert shanten(text) == shanten(same)
        near = distance(text, hand.indicator, rules=rules)
        assert near == distance(same, other.indicator, rules=rules)
    listed = {names[w.kind]: w[2:] for w in waits(hand.text, hand.indicator, rules=rules)}
    found = waits(other.text, other.indicator, rules=rules)
    assert listed == {w.kind: w[2:] for w in found}


@PROFILE
@given(hands, st.permutations(range(3)))
def test_renaming_all_suits_changes_no_shanten(hand, order):
    other = renamed(hand, suits_renamed(order))
    for text, same in ((hand.text, other.text), (with_last(hand), with_last(other))):
        assert shanten(text, hand.indicator) == shanten(same, other.indicator)
        assert shanten(text, strict=True) == shanten(same, strict=True)


@PROFILE
@given(hands, rules_sets, st.randoms(use_true_random=False))
def test_order_changes_nothing(hand, rules, rng):
    tiles, melds = list(hand.concealed), list(hand.melds)
    rng.shuffle(tiles)
    rng.shuffle(melds)
    text = "".join(write_tiles([tile]) for tile in tiles) + write_hand((), melds)

    def all_of(notation):
        return (
            score(
                notation,
                hand.last,
                hand.indicator,
                how=hand.how,
                tian_ting=hand.tian_ting,
                rules=rules,
            ),
            shanten(notation, hand.indicator),
            distance(notation, hand.indicator, rules=rules),
            waits(notation, hand.indicator, rules=rules),
        )

    assert all_of(text) == all_of(hand.text)


# Shanten


def counts_of(tiles):
    row = np.zeros(34, np.uint8)
    np.add.at(row, list(tiles), 1)
    return row


def wilds_left(hand, *, last):
    """A wild of which a copy is left, or None."""
    counts = held(hand, last=last)
    return next((kind for kind in wild_kinds(hand.indicator) if counts[kind] < 4), None)


@PROFILE
@given(hands)
def test_a_wild_never_hurts(hand):
    """In the place of any tile, or as one more."""
    for tiles, last in ((hand.concealed, False), ((*hand.concealed, hand.last), True)):
        wild = wilds_left(hand, last=last)
        if wild is None:
            continue
        before = int(shanten_batch([counts_of(tiles)], hand.indicator)[0])
        rows = [counts_of([*tiles[:i], wild, *tiles[i + 1 :]]) for i in range(len(tiles))]
        if not last:
            rows.append(counts_of([*tiles, wild]))
        assert shanten_batch(rows, hand.indicator).max() <= before


@PROFILE
@given(hands)
def test_a_wild_helps_by_one(hand):
    """One more wild is a tile less that is missing, unless there is nothing to miss."""
    wild = wilds_left(hand, last=False)
    assume(wild is not None)
    before = shanten_batch([counts_of(hand.concealed)], hand.indicator)[0]
    after = shanten_batch([counts_of([*hand.concealed, wild])], hand.indicator)[0]
    assert after == before - 1


@PROFILE
@given(hands, st.booleans())
def test_discards(hand, with_wilds):
    """The best of 13 tiles out of 14 is as near as the 14, a complete hand apart."""
    shown = hand.indicator if with_wilds else None
    tiles = [*hand.concealed, hand.last]
    whole = int(shanten_batch([counts_of(tiles)], shown)[0])
    rows = [counts_of([*tiles[:i], *tiles[i + 1 :]]) for i in range(len(tiles))]
    assert shanten_batch(rows, shown).min() == max(whole, 0)


@PROFILE
@given(hands, st.booleans())
def test_draws(hand, with_wilds):
    """No draw raises shanten, and some draw lowers it, if a fifth copy may come too."""
    shown = hand.indicator if with_wilds else None
    before = int(shanten_batch([counts_of(hand.concealed)], shown)[0])
    counts = held(hand, last=False)
    kinds = [kind for kind in range(34) if counts[kind] < 4]
    rows = [counts_of([*hand.concealed, kind]) for kind in kinds]
    after = shanten_batch(rows, shown)
    assert set(after.tolist()) <= {before, before - 1}
    if with_wilds and any(counts[kind] < 4 for kind in wild_kinds(hand.indicator)):
        assert after.min() == before - 1


@PROFILE
@given(hands, st.booleans())
def test_strict_is_never_nearer(hand, with_wilds):
    shown = hand.indicator if with_wilds else None
    for text in (hand.text, with_last(hand)):
        assert shanten(text, shown) <= shanten(text, shown, strict=True)


@PROFILE
@given(hands)
def test_complete_is_scored(hand):
    """A hand is scored exactly where its shanten with the last tile is -1."""
    complete = shanten(with_last(hand), hand.indicator) == -1
    for rules in (PLATFORM, TRADITIONAL):
        assert (scored(hand, rules) is not None) == complete


# Waits


@PROFILE
@given(hands, rules_sets)
def test_waits_are_scores(hand, rules):
    """Every kind drawn in turn; of kinds with no copy left the shape is listed."""
    listed = {wait.kind: wait for wait in waits(hand.text, hand.indicator, rules=rules)}
    counts = held(hand, last=False)
    for kind in range(34):
        wait = listed.get(kind)
        if counts[kind] == 4:
            assert wait is None or wait.left == 0
            continue
        found = score(hand.text, kind, hand.indicator, rules=rules)
        assert (found is None) == (wait is None)
        if wait is not None:
            assert (wait.value, wait.categories, wait.wins) == (
                found.fan,
                found.categories,
                found.wins,
            )
            assert wait.left == 4 - counts[kind]
            assert wait.tile == write_tiles([kind])
    assert bool(listed) == (shanten(hand.text, hand.indicator) == 0)


@PROFILE
@given(hands, st.randoms(use_true_random=False))
def test_seen_tiles_are_not_left(hand, rng):
    counts = held(hand, last=False)
    wall = [kind for kind in range(34) for _ in range(4 - counts[kind])]
    seen = rng.sample(wall, rng.choice((0, 5, 30)))
    listed = waits(hand.text, hand.indicator)
    fewer = waits(hand.text, hand.indicator, seen=write_tiles(seen))
    assert [w._replace(left=w.left - seen.count(w.kind)) for w in listed] == fewer


@PROFILE
@given(hands)
def test_hundiao_is_waiting_for_all(hand):
    """Some last tile makes a 混吊 exactly where the tiles before it accept all kinds."""
    listed = waits(hand.text, hand.indicator)
    counts = held(hand, last=False)
    kinds = {kind for kind in range(34) if counts[kind] < 4}
    accepted = {wait.kind for wait in listed}
    some = any("hundiao" in wait.categories for wait in listed if wait.kind in kinds)
    assert some == (kinds <= accepted)


def test_next_draw():
    """Hits of 4,000 draws for each of 60 hands; seed 41, error rate 1e-4 for all together.

    The remaining wall, which is all that is not seen, is shuffled and its first tile drawn.
    """
    rng = np.random.default_rng(41)
    source = random.Random(41)
    hits, exact, n = {}, {}, 4000
    while len(hits) < 60:
        hand = random_hand(source)
        counts = held(hand, last=False)
        wall = [kind for kind in range(34) for _ in range(4 - counts[kind])]
        seen = source.sample(wall, 30)
        listed = waits(hand.text, hand.indicator, seen=write_tiles(seen))
        live = sum(wait.left for wait in listed)
        if not live:
            continue
        unseen = np.array(list((Counter(wall) - Counter(seen)).elements()))
        drawn = [rng.permutation(unseen)[0] for _ in range(n)]
        hit = shanten_batch(
            [counts_of([*hand.concealed, kind]) for kind in range(34) if counts[kind] < 4],
            hand.indicator,
        )
        completing = dict(zip([k for k in range(34) if counts[k] < 4], hit == -1, strict=True))
        hits[hand] = sum(bool(completing[int(kind)]) for kind in drawn)
        exact[hand] = Fraction(live, len(unseen))
    verdict = agreement(hits, exact, n=n, disjoint=False, error_rate=1e-4)
    assert verdict.agrees, str(verdict)


# Distance


@PROFILE
@given(hands, rules_sets)
def test_distance_and_shanten(hand, rules):
    for text in (hand.text, with_last(hand)):
        near = shanten(text, hand.indicator)
        assert distance(text, hand.indicator, rules=rules) >= near
        assert distance(text, hand.indicator, rules=Rules(min_fan=1)) == near


@PROFILE
@given(hands)
def test_distance_grows_with_min_fan(hand):
    for text in (hand.text, with_last(hand)):
        found = [distance(text, hand.indicator, rules=Rules(min_fan=fan)) for fan in (1, 2, 3)]
        assert found == sorted(found)


def may_kong_at_once(tiles, melds):
    """Whether all four tiles of a kong are at hand, so that only its replacement is missing."""
    counts = Counter(tiles)
    pongs = [kind for meld_type, kind in melds if meld_type == PONG]
    return 4 in counts.values() or any(counts[kind] for kind in pongs)


@PROFILE
@given(hands, rules_sets)
def test_distance_of_waits(hand, rules):
    """A wait that wins is a distance of 0, and the other way round, with two exceptions.

    Distance also sees the replacement of a kong that is in the hand already; and it does not
    look whether a copy of the winning kind is left.
    """
    near = distance(hand.text, hand.indicator, rules=rules)
    counts = held(hand, last=False)
    winning = [w for w in waits(hand.text, hand.indicator, rules=rules) if w.wins]
    if any(counts[wait.kind] < 4 for wait in winning):
        assert near == 0
    if near == 0:
        assert winning or may_kong_at_once(hand.concealed, hand.melds)


@PROFILE
@given(hands, rules_sets)
def test_distance_of_whole_hands(hand, rules):
    """-1 exactly where some tile as the last one makes a win that may be declared."""
    tiles = [*hand.concealed, hand.last]
    wins = any(
        found is not None and found.wins
        for kind in set(tiles)
        for found in [
            score(without(tiles, kind, hand.melds), kind, hand.indicator, rules=rules),
        ]
    )
    assert (distance(with_last(hand), hand.indicator, rules=rules) == -1) == wins


def without(tiles, kind, melds):
    rest = list(tiles)
    rest.remove(kind)
    return write_hand(rest, melds)


@PROFILE
@given(hands, rules_sets)
def test_distance_of_discards(hand, rules):
    """No discard brings a hand nearer, and some discard keeps its distance.

    A kong at hand is the exception: declared at once it needs no discard.
    """
    tiles = [*hand.concealed, hand.last]
    near = distance(with_last(hand), hand.indicator, rules=rules)
    kept = min(
        distance(without(tiles, kind, hand.melds), hand.indicator, rules=rules)
        for kind in set(tiles)
    )
    assert kept >= max(near, 0)
    if not may_kong_at_once(tiles, hand.melds):
        assert kept == max(near, 0)


@PROFILE
@given(hands, rules_sets)
def test_distance_batch_infers_melds(hand, rules):
    """Of a hand without melds nothing is lost by leaving them out."""
    assume(not hand.melds)
    for tiles in (hand.concealed, (*hand.concealed, hand.last)):
        row = counts_of(tiles)
        near = distance(write_hand(tiles, ()), hand.indicator, rules=rules)
        assert distance_batch([row], hand.indicator, rules=rules)[0] == near
        none = np.zeros((1, 4, 2), np.uint8)
        assert distance_batch([row], hand.indicator, melds=none, rules=rules)[0] == near


# Scores


@PROFILE
@given(hands, rules_sets)
def test_fan_is_that_of_the_categories(hand, rules):
    found = scored(hand, rules)
    assume(found is not None)
    assert found.fan == fan_of(found.categories, rules)
    assert list(found.categories) == [n for n in CATEGORIES if n in found.categories]
    exempt = not rules.min_fan_exempt.isdisjoint(found.categories)
    assert found.wins == (found.fan >= rules.min_fan or exempt)
    shape = {"zhuo5", "long", "benhunlong", "subenlong", "hundiao"}
    assert ("tiliu" in found.categories) == shape.isdisjoint(found.categories)
    assert len({"long", "benhunlong", "subenlong"} & set(found.categories)) <= 1


@PROFILE
@given(hands, rules_sets, st.integers(1, 4))
def test_kongs_in_a_row(hand, rules, kongs):
    assume(hand.how == "kong" or not hand.melds)
    found = score(hand.text, hand.last, hand.indicator, how="kong", rules=rules, kongs=kongs)
    assume(found is not None)
    assert found.fan == fan_of(found.categories, rules, kongs=kongs)


FORMS = {
    "sequence": lambda k: k[0] < 27 and k[0] % 9 < 7 and k == (k[0], k[0] + 1, k[0] + 2),
    "triplet": lambda k: k == (k[0],) * 3,
    "pair": lambda k: k == (k[0],) * 2,
}
LAID = {2: "pong", 3: "open kong", 4: "concealed kong"}


@PROFILE
@given(hands, rules_sets)
def test_groups_are_the_hand(hand, rules):
    """Four melds and a pair out of exactly the tiles of the hand, the last in one of them."""
    found = scored(hand, rules)
    assume(found is not None)
    n_concealed = 5 - len(hand.melds)
    groups, laid = found.groups[:n_concealed], found.groups[n_concealed:]
    wilds = wild_kinds(hand.indicator)
    assert Counter((g.type, g.kinds[0]) for g in laid) == Counter(
        (LAID[meld_type], kind) for meld_type, kind in hand.melds
    )
    assert not any(group.last for group in laid)
    for group in laid:
        assert len(set(group.kinds)) == 1
        assert len(group.kinds) == len(group.wilds) == (3 if group.type == "pong" else 4)
        assert set(group.wilds) == {group.kinds[0] in wilds}

    assert Counter(group.type == "pair" for group in groups) == {
        True: 1,
        False: n_concealed - 1,
    } or (n_concealed == 1 and groups[0].type == "pair")
    for group in groups:
        assert FORMS[group.type](group.kinds)
        assert len(group.wilds) == len(group.kinds)
    tiles = [*hand.concealed, hand.last]
    places = [(k, w) for g in groups for k, w in zip(g.kinds, g.wilds, strict=True)]
    assert Counter(k for k, wild in places if not wild) == Counter(
        tile for tile in tiles if tile not in wilds
    )
    assert sum(wild for _, wild in places) == sum(tile in wilds for tile in tiles)
    (at,) = [group for group in groups if group.last]
    if hand.how == "draw" or (hand.how == "first" and not rules.dihu) or hand.how == "kong":
        assert last_places(at, hand.last, wilds)


@pytest.mark.parametrize(
    ("hand", "last", "indicator"),
    [
        ("7778888m(777s)(NNN)", "4p", "7m"),  # a pair with one of seven wilds, and six wilds
        ("123m456pEE77788m", "E", "7m"),  # three 東, two wilds beside them, and three wilds
        ("23m77788m(EEE)(FFF)", "1m", "7m"),  # three wilds beside a pong of 東
    ],
)
def test_no_kind_is_shown_six_times(hand, last, indicator):
    """A wild may be a fifth copy, a sixth never (as for shanten)."""
    shown = Counter(kind for g in score(hand, last, indicator).groups for kind in g.kinds)
    assert max(shown.values()) <= 5


def last_places(group, last, wilds):
    """Which of a group's tiles can be the last one."""
    return [
        i
        for i, (kind, wild) in enumerate(zip(group.kinds, group.wilds, strict=True))
        if (wild if last in wilds else kind == last and not wild)
    ]


def derived(hand, groups, rules):
    """The best categories that one arrangement supports, by T6.

    Tried are each dragon in it, each tile of the marked group as the last one, and at 天胡 and
    地胡 each tile of the hand as the kind that this was.
    """
    indicator = hand.indicator
    wilds = wild_kinds(indicator)
    tiles = [*hand.concealed, hand.last]
    melded_wild = any(kind in wilds for _, kind in hand.melds)
    always = 0
    if not melded_wild and not any(tile in wilds for tile in tiles):
        always |= BIT["su"]
    if hand.how == "kong":
        always |= BIT["gangkai"]
    if hand.how == "deal":
        always |= BIT["tianhu"]
    if hand.how == "first" and rules.dihu:
        always |= BIT["dihu"]
    if hand.tian_ting and rules.tian_ting:
        always |= BIT["tianting"]
    any_last = always & (BIT["tianhu"] | BIT["dihu"])
    one_of_each = not melded_wild and all(tiles.count(kind) == 1 for kind in wilds)
    best = (0, 0)
    for last in set(tiles) if any_last else {hand.last}:
        for dragon in [(), *dragons(groups)]:
            for at, group in enumerate(groups):
                for i in last_places(group, last, wilds) if group.last else ():
                    mask = always
                    others = [wild for j, wild in enumerate(group.wilds) if j != i]
                    if all(others) and at not in dragon:
                        mask |= BIT["hundiao"]
                    if group.kinds == (3, 4, 5) and i == 1:
                        mask |= BIT["zhuo5"]
                    if dragon:
                        suit = groups[dragon[0]].kinds[0] // 9
                        natural = (
                            rules.su_ben_long
                            and one_of_each
                            and wild_places(groups, dragon) == sorted(wilds)
                            and (last not in wilds or (at in dragon and group.kinds[i] == last))
                        )
                        if suit != indicator // 9:
                            mask |= BIT["long"]
                        elif natural:
                            mask |= BIT["subenlong"]
                        else:
                            mask |= BIT["benhunlong"]
                    if mask == always:
                        mask |= BIT["tiliu"]
                    names = [name for name in CATEGORIES if mask & BIT[name]]
                    best = max(best, (fan_of(names, rules), mask))
    return best


def dragons(groups):
    """Indices of 123, 456 and 789 of one suit, every choice of them."""
    for suit in range(3):
        where = [
            [i for i, g in enumerate(groups) if g.kinds == tuple(range(first, first + 3))]
            for first in range(9 * suit, 9 * suit + 9, 3)
        ]
        yield from itertools.product(*where)


def wild_places(groups, chosen):
    """What the wilds in some groups stand for."""
    return sorted(
        kind
        for i in chosen
        for kind, wild in zip(groups[i].kinds, groups[i].wilds, strict=True)
        if wild
    )


@settings(PROFILE, max_examples=2 * EXAMPLES)
@given(hands, rules_sets)
def test_groups_show_the_categories(hand, rules):
    found = scored(hand, rules)
    assume(found is not None)
    groups = found.groups[: 5 - len(hand.melds)]
    mask = sum(BIT[name] for name in found.categories)
    assert derived(hand, groups, rules) == (found.fan, mask)


@PROFILE
@given(hands)
def test_kong_points(hand):
    for rules in (PLATFORM, Rules(jin_gang_points=9)):
        found = scored(hand, rules)
        assume(found is not None)
        wilds = wild_kinds(hand.indicator)
        points = {2: 0, 3: 1, 4: 2}
        assert found.kong_points == sum(
            rules.jin_gang_points if kind in wilds else points[meld_type]
            for meld_type, kind in hand.melds
        )


@pytest.mark.parametrize("name", CATEGORIES)
def test_generated_hands_reach(name):
    """Every category among 4,000 generated hands, so that the properties speak of it."""
    source = random.Random(51)
    for _ in range(4000):
        found = scored(random_hand(source), TRADITIONAL)
        if found is not None and name in found.categories:
            return
    pytest.fail(f"no {name}")
