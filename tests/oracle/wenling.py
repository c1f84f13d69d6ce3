"""Brute-force scorer of Wenling winners: every arrangement, every place of the last tile (W5, W8).

Kinds 0-33 are tiles that can lie in a meld, 34-41 the flowers, which can be held only as 得.
"""

from typing import NamedTuple

from oracle.tianjin_arrange import arrangements
from oracle.wenling_options import Options

LIMITS = (
    "sande",
    "sibaiban",
    "sihonghua",
    "siheihua",
    "sihongzhong",
    "sifacai",
    "tianhu",
    "dihu",
    "sifenghuiqi",
    "shuangdehuanyuan",
)
CATEGORIES = (
    "zimo",
    "dandiao",
    "qiandang",
    "kaobing",
    "baiban",
    "huapai",
    "hongzhong",
    "facai",
    "menfeng",
    "zipai",
    "qingyise",
    "hunyise",
    "duiduihu",
    "panghu",
    "wude",
    "liangde",
    "gangkai",
    "qiangganghu",
    "zimode",
    "dehuanyuan",
    *LIMITS,
)
BIT = {name: 1 << position for position, name in enumerate(CATEGORIES)}
HOW = ("draw", "discard", "replacement", "robbed", "deal", "first_discard", "first_draw")
SELF_DRAWN = ("draw", "replacement", "deal", "first_draw")

CHI, PONG, OPEN_KONG, CONCEALED_KONG = 1, 2, 3, 4
WINDS = range(27, 31)
ZHONG, FA, BAI = DRAGONS = range(31, 34)
SEASONS, PLANTS = range(34, 38), range(38, 42)  # 春夏秋冬 and 梅兰竹菊
FLOWERS = range(34, 42)

MOST_COPIES = 5  # of a kind in an arrangement, 得 that stand for it included (W3)
MOST_POINTS = 500


class Score(NamedTuple):
    """What a winner's hand is worth."""

    points: int
    base: int
    fan: int
    limit: str | None
    categories: frozenset[str]


class Wait(NamedTuple):
    """A kind that wins on a self-draw, and how many copies of it are left."""

    kind: int
    left: int
    score: Score


class Winner(NamedTuple):
    """All that is known beside the arrangement."""

    melds: tuple[tuple[int, int], ...]
    last: int
    wild_kinds: tuple[int, ...]
    wilds: int  # 得 held, the last tile included
    naonao: bool
    how: str
    seat: int
    shown: tuple[int, ...]
    options: Options


def wild_kinds(indicator):
    """The kinds that are 得: the kind turned up, or the three others of a flower's group (W3)."""
    for group in (SEASONS, PLANTS):
        if indicator in group:
            return tuple(kind for kind in group if kind != indicator)
    return (indicator,)


def is_naonao(indicator, options):
    """Whether the tile turned up makes it 闹闹 (W3)."""
    if options.naonao == "always" or indicator in DRAGONS or indicator in FLOWERS:
        return True
    return options.naonao == "with_winds" and indicator in WINDS


def kinds_to_show(indicator, options):
    """The kinds shown on arrival (W4)."""
    dragons = DRAGONS if is_naonao(indicator, options) else (BAI,)
    return {*dragons, *FLOWERS} - set(wild_kinds(indicator))


def meld_tiles(meld):
    """The tiles of a laid meld, as kinds."""
    meld_type, kind = meld
    if meld_type == CHI:
        return (kind, kind + 1, kind + 2)
    return (kind,) * (3 if meld_type == PONG else 4)


def copies(concealed, melds, shown, indicator):
    """Copies of each of the 42 kinds that are accounted for."""
    counts = [0] * 42
    for kind in (*concealed, *shown, indicator, *(k for m in melds for k in meld_tiles(m))):
        counts[kind] += 1
    return counts


def copies_there_are(kind):
    """Copies of a kind among the 144 tiles."""
    return 1 if kind in FLOWERS else 4


def check(concealed, melds, shown, indicator, options, sizes):
    """Refuse what cannot be held; `sizes` are the tiles a hand without melds may have."""
    if len(concealed) + 3 * len(melds) not in sizes:
        raise ValueError("wrong number of tiles")
    held = copies(concealed, melds, shown, indicator)
    if any(count > copies_there_are(kind) for kind, count in enumerate(held)):
        raise ValueError("more copies of a kind than there are")
    to_show = kinds_to_show(indicator, options)
    if any(kind in to_show for kind in concealed):
        raise ValueError("a tile that is shown on arrival is held")
    if any(kind not in to_show for kind in shown):
        raise ValueError("a shown tile that is not shown")
    for meld in melds:
        meld_type, kind = meld
        if meld_type not in (CHI, PONG, OPEN_KONG, CONCEALED_KONG):
            raise ValueError("no such meld")
        if meld_type == CHI and (kind >= 27 or kind % 9 > 6):
            raise ValueError("no sequence starts there")
        if any(k in wild_kinds(indicator) or k in to_show or k > 33 for k in meld_tiles(meld)):
            raise ValueError("a tile that cannot be melded")


def check_winner(concealed, melds, last, indicator, how, shown, options):
    """Refuse what cannot be won on; `concealed` has the last tile in it."""
    check(concealed, melds, shown, indicator, options, (17,))
    if how not in HOW:
        raise ValueError(f"unknown how: {how!r}")
    if how not in SELF_DRAWN and last in wild_kinds(indicator):
        raise ValueError("nobody wins on a discarded 得")


def rounded(points):
    """Points up to the next ten, at most 500."""
    return min(MOST_POINTS, -(-points // 10) * 10)


def automatic(concealed, shown, indicator, options):
    """The automatic wins (W5) that hold, in the order of the limits."""
    naonao = is_naonao(indicator, options)
    kinds = wild_kinds(indicator)
    holds = {
        "sande": sum(kind in kinds for kind in concealed) == 3,
        "sibaiban": shown.count(BAI) == 4,
        "sihonghua": all(kind in shown for kind in SEASONS),
        "siheihua": all(kind in shown for kind in PLANTS),
        "sihongzhong": naonao and shown.count(ZHONG) == 4,
        "sifacai": naonao and shown.count(FA) == 4,
    }
    return [name for name in LIMITS if holds.get(name)]


def is_high(kind):
    """Winds, dragons, 1 and 9."""
    return kind >= 27 or kind % 9 in (0, 8)


def set_points(kind, meld_type=None, is_open=False):
    """Base points of a triplet (`meld_type` None or PONG) or a kong."""
    if meld_type == CONCEALED_KONG:
        points = 16
    elif meld_type == OPEN_KONG:
        points = 8
    else:
        points = 2 if is_open or meld_type == PONG else 4
    return 2 * points if is_high(kind) else points


def pair_points(kind, seat):
    """Base points of a pair."""
    return 2 if kind in DRAGONS or kind == WINDS[seat] else 0


def is_sequence(kinds):
    """Whether a group's kinds are a sequence."""
    return kinds[0] != kinds[-1]


def is_triplet(kinds):
    """Whether a group's kinds are a triplet."""
    return len(kinds) == 3 and not is_sequence(kinds)


def places(groups, last, last_is_wild):
    """Where the last tile may be: (group, slot) holding a 得, or a natural tile of its kind."""
    return {
        (group, slot)
        for group in groups
        for slot, (kind, wild) in enumerate(zip(group.kinds, group.wild, strict=True))
        if (wild if last_is_wild else kind == last and not wild)
    }


def wait_of(place):
    """Which wait the place of the last tile makes it, if any."""
    group, slot = place
    if group.is_pair:
        return "dandiao"
    if is_sequence(group.kinds):
        first = group.kinds[0] % 9
        if slot == 1:
            return "qiandang"
        if (first, slot) in ((0, 2), (6, 0)):
            return "kaobing"
    return None


def base_points(groups, place, winner):
    """Base points (W8) of an arrangement, the last tile in its place."""
    self_drawn = winner.how in SELF_DRAWN
    opened = place[0] if not self_drawn and winner.options.ron_triplet == "open" else None
    base = 4 * len(winner.shown)
    base += 2 if self_drawn else 0
    base += 2 if wait_of(place) else 0
    for meld_type, kind in winner.melds:
        if meld_type != CHI:
            base += set_points(kind, meld_type)
    for group in groups:
        if group.is_pair:
            base += pair_points(group.kinds[0], winner.seat)
        elif is_triplet(group.kinds):
            is_open = group == opened
            base += set_points(group.kinds[0], is_open=is_open)
            if is_open:
                opened = None  # only one of two equal triplets
    return base


def fans(groups, place, winner):
    """Fan by category (W8) of an arrangement; those that do not hold are 0."""
    options, how = winner.options, winner.how
    self_drawn = how in SELF_DRAWN
    melds = [group.kinds for group in groups if not group.is_pair]
    melds += [meld_tiles(meld) for meld in winner.melds]
    sets = [kinds[0] for kinds in melds if not is_sequence(kinds)]
    (pair,) = (group.kinds[0] for group in groups if group.is_pair)
    suits = {kinds[0] // 9 for kinds in (*melds, (pair,))}  # honours are suit 3
    if suits == {3}:
        one_suit_with_honours = options.all_honours_fan
    else:
        one_suit_with_honours = 2 if len(suits) == 2 and 3 in suits else 0
    all_sequences = not sets and wait_of(place) is None
    shown = winner.shown
    return {
        "baiban": shown.count(BAI),
        "huapai": sum(kind in (SEASONS[winner.seat], PLANTS[winner.seat]) for kind in shown),
        "hongzhong": shown.count(ZHONG) if winner.naonao else 0,
        "facai": shown.count(FA) if winner.naonao else 0,
        "menfeng": sets.count(WINDS[winner.seat]),
        "zipai": sum(kind in DRAGONS for kind in sets),
        "qingyise": 3 if len(suits) == 1 and 3 not in suits else 0,
        "hunyise": one_suit_with_honours,
        "duiduihu": 2 if len(sets) == 5 else 0,
        "panghu": int(all_sequences and (self_drawn or not options.pang_selfdraw)),
        "wude": int(winner.wilds == 0),
        "liangde": int(winner.wilds == 2),
        "gangkai": int(how == "replacement"),
        "qiangganghu": int(how == "robbed"),
        "zimode": int(self_drawn and winner.last in winner.wild_kinds),
        "dehuanyuan": options.de_restore_fan * restored(groups, winner.wild_kinds),
    }


def restored(groups, kinds):
    """How many 得 stand for themselves."""
    return sum(
        wild and kind in kinds
        for group in groups
        for kind, wild in zip(group.kinds, group.wild, strict=True)
    )


def limits(groups, winner):
    """Limits (W8) of an arrangement, without those of W5."""
    options = winner.options
    of_one_kind = {group.kinds[0] for group in groups if not is_sequence(group.kinds)}
    of_one_kind |= {kind for meld_type, kind in winner.melds if meld_type != CHI}
    in_pair = any(group.is_pair and restored([group], winner.wild_kinds) for group in groups)
    both_restored = restored(groups, winner.wild_kinds) == 2
    holds = {
        "tianhu": winner.how == "deal",
        "dihu": (winner.how == "first_discard" and options.dihu in ("discard", "both"))
        or (winner.how == "first_draw" and options.dihu in ("first_draw", "both")),
        "sifenghuiqi": of_one_kind.issuperset(WINDS),
        "shuangdehuanyuan": both_restored and (options.restored_pair or not in_pair),
    }
    return [name for name in LIMITS if holds.get(name)]


def mask_of(categories):
    """Categories as a bit mask."""
    return sum(BIT[name] for name in categories)


def names_of(mask):
    """The set of categories in a bit mask."""
    return frozenset(name for name in CATEGORIES if mask & BIT[name])


def worth(groups, place, winner):
    """(points, category mask, fan, base) of an arrangement, the last tile in its place.

    A limit changes the points alone: base points, fan and the other categories stay.
    """
    base = base_points(groups, place, winner)
    by_category = fans(groups, place, winner)
    fan = sum(by_category.values())
    names = {name for name, value in by_category.items() if value}
    if winner.how in SELF_DRAWN:
        names.add("zimo")
    if wait_of(place):
        names.add(wait_of(place))
    reached = limits(groups, winner)
    points = MOST_POINTS if reached else rounded((base + 20) << fan)
    return points, mask_of(names.union(reached)), fan, base


def has_too_many(groups, melds, most):
    """Whether some kind is there more often than it may be."""
    tiles = [kind for group in groups for kind in group.kinds]
    tiles += [kind for meld in melds for kind in meld_tiles(meld)]
    return any(tiles.count(kind) > most for kind in set(tiles))


def score(
    concealed,
    melds,
    last,
    indicator,
    how="draw",
    seat=0,
    shown=(),
    options=None,
    *,
    most_copies=MOST_COPIES,
    find_arrangements=arrangements,
):
    """Score a hand by trying everything.

    Parameters
    ----------
    concealed : sequence of int
        Kinds of the concealed tiles before the last one.
    melds : sequence of (type, kind)
        Type 1 chi (its lowest kind), 2 pong, 3 open or added kong, 4 concealed kong.
    last, indicator : int
        Kinds of the last tile and of the tile turned up.
    how : str
        One of `HOW`.
    seat : int
        0-3 for east, south, west, north.
    shown : sequence of int
        Kinds of the shown tiles.
    options : Options
    most_copies : int
        See `MOST_COPIES`.
    find_arrangements : callable
        Arguments as those of `arrangements`.

    Returns
    -------
    Score or None
        None if the hand is not complete and no automatic win. Of arrangements with the same
        points the one with the largest category mask counts, then most fan, then most base.
    """
    options = options or Options()
    tiles, shown = [*concealed, last], tuple(shown)
    check_winner(tiles, melds, last, indicator, how, shown, options)

    reached = automatic(tiles, shown, indicator, options)
    if reached:
        return Score(MOST_POINTS, 0, 0, reached[0], frozenset(reached))

    kinds = wild_kinds(indicator)
    naturals = [kind for kind in tiles if kind not in kinds]
    wilds = len(tiles) - len(naturals)
    naonao = is_naonao(indicator, options)
    winner = Winner(tuple(melds), last, kinds, wilds, naonao, how, seat, shown, options)
    best = None
    for groups in find_arrangements(naturals, wilds, 5 - len(melds), last, literal=True):
        if has_too_many(groups, melds, most_copies):
            continue
        for place in places(groups, last, last in kinds):
            found = worth(groups, place, winner)
            if best is None or found > best:
                best = found
    if best is None:
        return None
    points, mask, fan, base = best
    categories = names_of(mask)
    limit = next((name for name in LIMITS if name in categories), None)
    return Score(points, base, fan, limit, categories)


def waits(concealed, melds, indicator, seat=0, shown=(), seen=(), options=None):
    """Kinds that win on a self-draw, with the copies left; none that is shown on arrival.

    A kind of which every copy is in the hand, its melds, shown or turned up is not listed.
    """
    options = options or Options()
    held = copies(concealed, melds, shown, indicator)
    found = []
    for kind in range(42):
        unheld = copies_there_are(kind) - held[kind]
        if unheld and kind not in kinds_to_show(indicator, options):
            value = score(concealed, melds, kind, indicator, "draw", seat, shown, options)
            if value is not None:
                found.append(Wait(kind, unheld - list(seen).count(kind), value))
    return found
