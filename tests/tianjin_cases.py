"""Worked Tianjin cases as plain data, for the oracle and for the public API alike.

`ROWS` has at least one hand for every row of the table of fan (T7), `SUBTLE` the consequences
under T6 and other readings that are easily missed, `OPTIONS` hands whose answer changes with an
option, `REFUSED` what raises. `WAITS`, `SHANTEN`, `DISTANCES` and `SETTLEMENTS` serve the other
functions. Honours are written ESWN CFP; indicator E makes E and S wild.
"""

from typing import NamedTuple


class Case(NamedTuple):
    """A hand before its last tile, and what it is worth (fan None: not complete)."""

    label: str
    hand: str
    last: str
    indicator: str
    fan: int | None
    categories: str = ""
    kong_points: int = 0
    how: str = "draw"
    wins: bool = True
    tian_ting: bool = False
    preset: str = "platform"
    changes: tuple[tuple[str, object], ...] = ()

    def __str__(self):
        return self.label


def changed(**changes):
    """Changes of options as a tuple."""
    return tuple(changes.items())


def kong_row(label, hand, last, indicator, fan, categories, melds=("(FFFF)", "[FFFF]")):
    """A row with a kong: the same hand with an open and with a concealed one."""
    return [
        Case(f"{label} +{points}", hand + meld, last, indicator, fan, categories, points, "kong")
        for points, meld in enumerate(melds, start=1)
    ]


ROWS = [
    Case("提溜", "123456m12399p78s", "E", "E", 1, "tiliu", wins=False),
    Case("天胡提溜", "111789m12399p78s", "E", "E", 4, "tiliu tianhu", how="deal"),
    Case("素提溜", "123789m12399p78s", "9s", "E", 2, "tiliu su"),
    *kong_row("杠開提溜", "123m12399p78s", "E", "E", 2, "tiliu gangkai"),
    *kong_row("杠開素提溜", "123m12399p78s", "9s", "E", 4, "tiliu su gangkai"),
    Case("捉5", "46m123123p7899sE", "5m", "E", 3, "zhuo5"),
    Case("捉5, wild in another meld", "46m123123p9978sE", "5m", "E", 3, "zhuo5"),
    Case("捉5, wild in the same meld", "4m123123p99789sE", "5m", "E", 3, "zhuo5"),
    Case("素捉5", "46m123123p99789s", "5m", "E", 6, "zhuo5 su"),
    *kong_row("杠開捉5", "46m123p9978sE", "5m", "E", 6, "zhuo5 gangkai"),
    *kong_row("杠開素捉5", "46m123p99789s", "5m", "E", 12, "zhuo5 su gangkai"),
    Case("混吊", "123m123p789sPPPE", "9m", "E", 2, "hundiao"),
    Case("雙混吊", "123m123p78999sES", "W", "E", 2, "hundiao"),
    *kong_row("杠開混吊", "123m123p789sE", "9m", "E", 4, "hundiao gangkai"),
    *kong_row("杠開雙混吊", "123m78999sES", "W", "E", 4, "hundiao gangkai"),
    Case("雙混捉5", "ES123pPPPFFF99s", "5m", "E", 6, "hundiao zhuo5"),
    *kong_row("杠開雙混捉5", "ES123pPPP99s", "5m", "E", 12, "hundiao zhuo5 gangkai"),
    Case("龍", "123456789m12p9sE", "9s", "E", 4, "long"),
    Case("素龍", "123456789m123p9s", "9s", "E", 8, "long su"),
    Case("捉5龍", "12346789m12p99sE", "5m", "E", 7, "long zhuo5"),
    Case("素捉5龍", "12346789m123p99s", "5m", "E", 14, "long zhuo5 su"),
    Case("混吊龍", "123456789m123pE", "9s", "E", 8, "long hundiao"),
    *kong_row("杠開龍", "12345678m9sE", "9s", "E", 8, "long gangkai"),
    *kong_row("杠開素龍", "123456789s9p", "9p", "E", 16, "long su gangkai"),
    *kong_row("杠開素捉5龍", "12346789m99s", "5m", "E", 28, "long zhuo5 su gangkai"),
    *kong_row("杠開捉5龍", "1234678m99sE", "5m", "E", 14, "long zhuo5 gangkai"),
    Case("本混龍", "123789m445m2233s", "6m", "4m", 8, "benhunlong"),
    Case("混吊本混龍", "1234456789m123p", "9s", "4m", 16, "benhunlong hundiao"),
    Case("本混捉5龍", "11346789m123p99s", "5m", "1m", 14, "benhunlong zhuo5"),
    *kong_row("杠開本混龍", "113456789m9s", "9s", "1m", 16, "benhunlong gangkai"),
    *kong_row("杠開混吊本混龍", "1123456789m", "9s", "1m", 32, "benhunlong hundiao gangkai"),
    Case("雙混吊捉5龍", "123456789p11sES", "5m", "E", 14, "long zhuo5 hundiao"),
    *kong_row("杠開本混捉5龍", "1134678m9m99s", "5m", "1m", 28, "benhunlong zhuo5 gangkai"),
    Case("雙混吊本混捉5龍", "123456789p11s34p", "5m", "3p", 28, "benhunlong zhuo5 hundiao"),
    Case("素本龍", "123456789m123p9s", "9s", "1m", 16, "subenlong", preset="traditional"),
    Case("素本伍龍", "12346789m123p99s", "5m", "1m", 28, "subenlong zhuo5", preset="traditional"),
]

SUBTLE = [
    Case("not complete", "123456m12399p78s", "1s", "E", None),
    Case("no seven pairs", "1133m5577p2244sC", "C", "E", None),
    Case("a natural and a drawn wild: no 混吊", "123456789m123p9p", "E", "E", 4, "long"),
    Case("the same without 龍", "123m123p789sPPP9m", "E", "E", 1, "tiliu", wins=False),
    Case("a pair of two wilds is 混吊", "123456789m123pE", "S", "E", 8, "long hundiao"),
    Case("the same without 龍", "123m123p789sPPPE", "S", "E", 2, "hundiao"),
    Case("last inside the dragon: no 混吊", "123m789m11p222sES", "5m", "E", 7, "long zhuo5"),
    Case("double inside the dragon, 條", "123s789s11p222mES", "5s", "E", 4, "long"),
    Case("double beside the dragon", "123456789m11pES", "5m", "E", 14, "long zhuo5 hundiao"),
    Case("drawn wild as the 5", "46m123123p99789s", "S", "E", 3, "zhuo5"),
    Case("drawn wild as the 5, two wilds", "ES123pPPPFFF99s", "S", "E", 6, "hundiao zhuo5"),
    Case("the same kind three times", "EE123pPPPFFF99s", "E", "E", 6, "hundiao zhuo5"),
    Case("五萬 wild, drawn as itself", "46m123123p99789s", "5m", "4m", 3, "zhuo5"),
    Case("五萬 wild, drawn as another", "12378m123p12399s", "5m", "5m", 1, "tiliu", wins=False),
    Case("五萬 wild, held, 四萬 drawn", "56m123123p99789s", "4m", "4m", 3, "zhuo5"),
    Case("五萬 wild, held, 六萬 drawn", "45m123123p99789s", "6m", "5m", 3, "zhuo5"),
    Case("六萬 drawn, no wild", "45m123123p99789s", "6m", "E", 2, "tiliu su"),
    Case("五筒 is no 捉5", "46p123123m99789s", "5p", "E", 2, "tiliu su"),
    Case("五萬 in 345", "34m123123p99789s", "5m", "E", 2, "tiliu su"),
    Case("五萬 in 345 or 456", "34666m123p99789s", "5m", "E", 2, "tiliu su"),
    Case("second 456 beside the dragon", "123446678m9mE99s", "5m", "E", 7, "long zhuo5"),
    Case("two sequences 456 and a dragon", "1234466789m5m99s", "5m", "E", 14, "long zhuo5 su"),
    Case("wild, not last, as 五萬", "46m123123p999sES", "7p", "E", 2, "hundiao"),
    Case("wraps: 9 and 1 wild", "1123456789m9s12p", "9s", "9m", 8, "benhunlong"),
    Case("wraps in another suit", "123456789m99s12p", "9p", "9p", 4, "long"),
    Case("白 makes 中 wild", "123m123p789sFFFC", "9m", "P", 2, "hundiao"),
    Case("北 makes 東 wild", "123m123p789sFFFE", "9m", "N", 2, "hundiao"),
    Case("白's successor is not 東", "123m123p789sFFFE", "9m", "P", None),
    Case("wild as a fifth copy", "123456789m1111p", "N", "W", 4, "long"),
    Case("金杠 is not 素", "123m123p9978s[SSSS]", "9s", "E", 1, "tiliu", 4, wins=False),
    Case("金杠 and 本混龍", "113456789m9s[2222m]", "9s", "1m", 8, "benhunlong", 4),
    Case(
        "金杠 leaves no 素本龍",
        "113456789m9s[2222m]",
        "9s",
        "1m",
        8,
        "benhunlong",
        4,
        preset="traditional",
    ),
    Case("several kongs", "123m9978s[1111p](PPPP)", "9s", "E", 4, "tiliu su gangkai", 3, "kong"),
    Case("four kongs", "E[1111p](PPPP)[SSSS](FFFF)", "9s", "E", 4, "hundiao gangkai", 8, "kong"),
    Case("four kongs, 素", "9s[1111p](PPPP)(FFFF)(CCC)", "9s", "E", 2, "tiliu su", 4),
    Case("seven wilds", "EEESSSS123p456m", "7s", "E", 8, "long hundiao"),
    Case("天胡: any tile is the last", "456m123123p9978s", "E", "E", 12, "zhuo5 tianhu", 0, "deal"),
    Case("天胡混吊", "23m123p789sPPP9mE", "1m", "E", 8, "hundiao tianhu", 0, "deal"),
    Case("天胡素", "123789m12399p78s", "9s", "E", 8, "tiliu su tianhu", 0, "deal"),
    Case("天胡 not complete", "123456m12399p78s", "1s", "E", None, how="deal"),
    Case("drawn 四萬 for the 五萬", "12356789m123p99s", "4m", "4m", 14, "benhunlong zhuo5"),
]


def flip(label, on, off, *args, **fields):
    """Two cases of one hand: (fan, categories, changes and other fields) for each of two rules."""
    return [
        Case(f"{label} ({n})", *args, **{**fields, **given}) for n, given in enumerate((on, off))
    ]


TILIU = ("123456m12399p78s", "E", "E")
FIRST = {"how": "first", "categories": "tiliu su"}
PURE = ("123456789m123p9s", "9s", "1m")

OPTIONS = [
    *flip(
        "tianhu",
        {"fan": 4},
        {"fan": 8, "changes": changed(tianhu=8)},
        *("111789m12399p78s", "E", "E"),
        categories="tiliu tianhu",
        how="deal",
    ),
    *flip(
        "tianhu of 地胡",
        {"fan": 4},
        {"fan": 6, "changes": changed(tianhu=6)},
        *("111789m12399p78s", "E", "E"),
        categories="tiliu dihu",
        how="first",
        preset="traditional",
    ),
    *flip(
        "dihu",
        {"fan": 2, "categories": "tiliu su"},
        {"fan": 8, "categories": "tiliu su dihu", "changes": changed(dihu=True)},
        *("123789m12399p78s", "9s", "E"),
        how="first",
    ),
    *flip(
        "dihu, any tile the last",
        {"fan": 12, "categories": "zhuo5 dihu"},
        {"fan": 1, "categories": "tiliu", "wins": False, "changes": changed(dihu=False)},
        *("456m123123p9978s", "E", "E"),
        how="first",
        preset="traditional",
    ),
    *flip(
        "tian_ting",
        {"fan": 2, "categories": "tiliu su"},
        {"fan": 4, "categories": "tiliu su tianting", "changes": changed(tian_ting=True)},
        *("123789m12399p78s", "9s", "E"),
        tian_ting=True,
    ),
    *flip(
        "tian_ting lifts 提溜",
        {"fan": 2, "categories": "tiliu tianting"},
        {"fan": 1, "categories": "tiliu", "wins": False, "changes": changed(tian_ting=False)},
        *TILIU,
        tian_ting=True,
        preset="traditional",
    ),
    Case(
        "天聽 and 地胡",
        *("123789m12399p78s", "9s", "E", 16, "tiliu su dihu tianting"),
        how="first",
        tian_ting=True,
        preset="traditional",
    ),
    *flip(
        "su_ben_long",
        {"fan": 8, "categories": "benhunlong"},
        {"fan": 16, "categories": "subenlong", "changes": changed(su_ben_long=True)},
        *PURE,
    ),
    *flip(
        "su_ben_long, 五萬",
        {"fan": 28, "categories": "subenlong zhuo5"},
        {"fan": 14, "categories": "benhunlong zhuo5", "changes": changed(su_ben_long=False)},
        *("12346789m123p99s", "5m", "1m"),
        preset="traditional",
    ),
    *flip(
        "su_ben_long, drawn 四萬 as itself or as the 五萬",
        {"fan": 16, "categories": "subenlong"},
        {"fan": 14, "categories": "benhunlong zhuo5", "changes": changed(su_ben_long=False)},
        *("12356789m123p99s", "4m", "4m"),
        preset="traditional",
    ),
    *flip(
        "su_ben_long, drawn 五萬",
        {"fan": 28, "categories": "subenlong zhuo5"},
        {"fan": 14, "categories": "benhunlong zhuo5", "changes": changed(su_ben_long=False)},
        *("12346789m123p99s", "5m", "4m"),
        preset="traditional",
    ),
    Case(
        "two wilds of one kind: no 素本龍",
        *("113456789m123p9s", "9s", "1m", 8, "benhunlong"),
        preset="traditional",
    ),
    Case(
        "a third wild: no 素本龍",
        *("1123456789m123p", "9s", "1m", 16, "benhunlong hundiao"),
        preset="traditional",
    ),
    Case(
        "wilds of another suit: no 素本龍",
        *("123456789m12p45s", "6s", "1p", 8, "long hundiao"),
        preset="traditional",
    ),
    *kong_row("杠開素本龍 not played", "123456789m9s", "9s", "1m", 16, "benhunlong gangkai"),
    Case(
        "杠開素本龍, traditional",
        *("123456789m9s[FFFF]", "9s", "1m", 32, "subenlong gangkai", 2, "kong"),
        preset="traditional",
    ),
    *flip(
        "min_fan 1",
        {"wins": False},
        {"wins": True, "changes": changed(min_fan=1)},
        *TILIU,
        fan=1,
        categories="tiliu",
    ),
    *flip(
        "min_fan 3",
        {"wins": True},
        {"wins": False, "changes": changed(min_fan=3)},
        *("123m123p789sPPPE", "9m", "E"),
        fan=2,
        categories="hundiao",
    ),
    *flip(
        "min_fan_exempt su",
        {"wins": False, "changes": changed(min_fan=3)},
        {"wins": True, "changes": changed(min_fan=3, min_fan_exempt=frozenset({"su"}))},
        *("123789m12399p78s", "9s", "E"),
        fan=2,
        categories="tiliu su",
    ),
    *flip(
        "min_fan_exempt gangkai",
        {"wins": False, "changes": changed(min_fan=3, min_fan_exempt=frozenset({"su"}))},
        {"wins": True, "changes": changed(min_fan=3, min_fan_exempt=frozenset({"gangkai"}))},
        *("123m12399p78s(5555s)", "E", "E"),
        fan=2,
        categories="tiliu gangkai",
        kong_points=1,
        how="kong",
    ),
    *flip(
        "min_fan_exempt of another category",
        {"wins": False, "changes": changed(min_fan=3)},
        {
            "wins": False,
            "changes": changed(min_fan=3, min_fan_exempt=frozenset({"su", "gangkai"})),
        },
        *("123m123p789sPPPE", "9m", "E"),
        fan=2,
        categories="hundiao",
    ),
    *flip(
        "jin_gang_points",
        {"kong_points": 4},
        {"kong_points": 8, "changes": changed(jin_gang_points=8)},
        *("113456789m9s[2222m]", "9s", "1m"),
        fan=8,
        categories="benhunlong",
    ),
]

SCORED = ROWS + SUBTLE + OPTIONS

# Hands that cannot be held, with the option that forbids them if there is one.
REFUSED = [
    Case(
        "allow_jin_gang off",
        "123m123p9978s[SSSS]",
        "9s",
        "E",
        0,
        changes=changed(allow_jin_gang=False),
    ),
    Case("a kong of the indicator's kind", "123m123p9978s[EEEE]", "9s", "E", 0),
    Case("a pong of wilds", "123m123p9978s(SSS)", "9s", "E", 0),
    Case("an open kong of wilds", "123m123p9978s(SSSS)", "9s", "E", 0),
    Case("five of a kind", "11111m12399p789s", "9s", "E", 0),
    Case("the indicator's fourth copy", "123m123p789sPPPP", "9m", "P", 0),
    Case("too few tiles", "123m123p789sPPP", "9m", "E", 0),
    Case("too many tiles", "123m123p789sPPPEC", "9m", "E", 0),
]


class WaitCase(NamedTuple):
    """A hand, and the copies left of each kind it can still draw to be complete."""

    hand: str
    indicator: str
    left: dict[str, int]
    seen: str = ""


WAITS = [
    WaitCase("EEESSSWWWNNNN", "5s", {"5s": 3, "6s": 4}),
    WaitCase("123456789m1111p", "W", {"W": 3, "N": 4}),
    WaitCase(
        "46m123pPPPFFF9sE",
        "E",
        {"5m": 4, "9s": 3, "E": 2, "S": 4},
    ),
    WaitCase("46m123pPPPFFF9sE", "E", {"5m": 1, "9s": 3, "E": 2, "S": 3}, "555mS1p"),
    WaitCase("123m12399p78s(FFF)", "P", {"6s": 4, "9s": 4, "P": 3, "C": 4}),
]
WAITS_FOR_ALL = ("123456m123456p5s", "5s", 122)  # hand, indicator, copies left in all


class ShantenCase(NamedTuple):
    """A hand and its shanten (indicator None: no wilds)."""

    hand: str
    indicator: str | None
    shanten: int


SHANTEN = [
    ShantenCase("123456789m1199p", "E", 0),
    ShantenCase("123456789m11999p", "E", -1),
    ShantenCase("123456789m1111p", None, 0),  # a fifth copy is missing, yet obtainable
    ShantenCase("147m258p369sESWN", None, 8),
    ShantenCase("147m258p369sESWN", "E", 6),
    ShantenCase("147m258p369sESWNC", "E", 6),
    ShantenCase("1234mEEE", "E", 0),
    ShantenCase("12345mEEE", "E", -1),
    ShantenCase("5m", "E", 0),
    ShantenCase("EEESSSS123p456m", "E", 0),
    ShantenCase("1133557799mCCPP", None, 3),
]

# Hand, shanten, and shanten with four copies of a kind at most; no wilds.
STRICT_SHANTEN = [
    ("123456789m1111p", 0, 1),
    ("123456789m1112p", 0, 0),
    ("1111m", 0, 1),
    ("EEEESSSSWWWWN", 2, 3),
    ("11112345678999m", -1, -1),
]


class DistanceCase(NamedTuple):
    """A hand and its distance from one that may be declared."""

    label: str
    hand: str
    indicator: str
    distance: int
    changes: tuple[tuple[str, object], ...] = ()

    def __str__(self):
        return self.label


DISTANCES = [
    DistanceCase("ready for 素", "123456m12399p78s", "E", 0),
    DistanceCase("complete, 素", "123456m12399p789s", "E", -1),
    DistanceCase("ready for 提溜 only", "123456m12399p8sE", "E", 1),
    DistanceCase("the same, min_fan 1", "123456m12399p8sE", "E", 0, changed(min_fan=1)),
    DistanceCase("ready for 素, min_fan 3", "123m12399p78s(CCC)", "E", 1, changed(min_fan=3)),
    DistanceCase(
        "the same, 素 exempt",
        *("123m12399p78s(CCC)", "E", 0),
        changed(min_fan=3, min_fan_exempt=frozenset({"su"})),
    ),
    DistanceCase("complete, 提溜 only", "123789m12399p78sE", "E", 0),
    DistanceCase("complete, 捉5 if the 五萬 is last", "456m12312399p78sE", "E", -1),
    DistanceCase("the fifth copy", "EEESSSWWWNNNN", "5s", 1),
    DistanceCase("the fifth copy, three laid", "2s(7777s)(9999m)(111s)(222s)", "6p", 1),
    DistanceCase("the fifth copy, four laid", "13p99s(222s)[2222p](FFF)", "E", 1),
    DistanceCase("a wild as that copy", "13p99s(222s)[2222p](FFF)", "E", 0, changed(min_fan=1)),
    DistanceCase("any tile beside a wild", "E(222s)[2222p](FFF)(111p)", "E", 0),
    DistanceCase("by a concealed kong", "1111p123789m99p8sE", "E", 0),
    DistanceCase("no kong before the next draw", "111p123789m99p8sE", "E", 1),
    DistanceCase("by an added kong", "1p123789m99p8sE(111p)", "E", 0),
    DistanceCase("a kong's fourth copy is no tile lost", "1p123789m99p8sE(111s)", "E", 1),
    DistanceCase("混吊", "123m123p789sPPPE", "E", 0),
]


class Settlement(NamedTuple):
    """A hand's outcome and the four payoffs."""

    label: str
    payoffs: tuple[int, int, int, int]
    dealer: int = 0
    sit: int = 0
    pulls: tuple[int, int, int, int] = (0, 0, 0, 0)
    winner: int | None = None
    fan: int = 0
    kong_points: tuple[int, int, int, int] = (0, 0, 0, 0)
    chan: bool = False
    preset: str = "platform"
    changes: tuple[tuple[str, object], ...] = ()

    def __str__(self):
        return self.label


STAKED = {"sit": 1, "pulls": (0, 0, 1, 2)}  # the dealer sits; seats 1, 2, 3 pull 0, 1, 2
KONGS = {"kong_points": (2, 1, 4, 0)}

SETTLEMENTS = [
    Settlement("the dealer wins 3", (42, -6, -12, -24), winner=0, fan=3, **STAKED),
    Settlement("B wins 3", (-12, -3, 18, -3), winner=2, fan=3, **STAKED),
    Settlement("kong points", (1, -3, 9, -7), **KONGS),
    Settlement("kong points, a win", (-1, -5, 15, -9), winner=2, fan=2, **KONGS),
    Settlement(
        "kong points not on a draw",
        (0, 0, 0, 0),
        changes=changed(kong_points_on_draw=False),
        **KONGS,
    ),
    Settlement(
        "the option leaves wins alone",
        (-1, -5, 15, -9),
        winner=2,
        fan=2,
        changes=changed(kong_points_on_draw=False),
        **KONGS,
    ),
    Settlement("B's concealed kong", (-8, -2, 12, -2), kong_points=(0, 0, 2, 0), **STAKED),
    Settlement("seat 0 pulls and wins", (18, -12, -3, -3), 1, 1, (1, 0, 0, 0), winner=0, fan=3),
    Settlement("seat 2 wins", (-3, -6, 12, -3), 1, 1, (1, 0, 0, 0), winner=2, fan=3),
    Settlement("鏟", (-14, 2, 4, 8), chan=True, **STAKED),
    Settlement("鏟, traditional", (-28, 4, 8, 16), chan=True, preset="traditional", **STAKED),
    Settlement(
        "鏟, chan_points", (-42, 6, 12, 24), chan=True, changes=changed(chan_points=3), **STAKED
    ),
    Settlement(
        "鏟 and kong points, not on a draw",
        (-14, 2, 4, 8),
        chan=True,
        changes=changed(kong_points_on_draw=False),
        **STAKED,
        **KONGS,
    ),
    Settlement("鏟 and a win", (-26, -1, 22, 5), winner=2, fan=3, chan=True, **STAKED),
    Settlement("nothing happened", (0, 0, 0, 0), **STAKED),
    Settlement(
        "base",
        (-130, -5, 110, 25),
        winner=2,
        fan=3,
        chan=True,
        changes=changed(base=5),
        **STAKED,
    ),
    Settlement("base of kong points", (10, -30, 90, -70), changes=changed(base=10), **KONGS),
]
