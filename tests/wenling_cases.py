"""Worked Wenling cases as plain data, for the oracle and for the public API alike.

`WORKED` are the examples that pin the rules down, `SUBTLE` other readings that are easily missed,
`LIMITS` the hands worth 500 outright, `OPTIONS` hands whose answer changes with an option.
`LOSERS` and `SETTLEMENTS` serve the other functions, `REFUSED` is what raises. Honours are written
ESWN CFP, flowers 1g-4g 春夏秋冬 and 1f-4f 梅兰竹菊; 得 are what the indicator makes them.
"""

from typing import NamedTuple


def changed(**changes):
    """Changes of options as a tuple."""
    return tuple(changes.items())


class Case(NamedTuple):
    """A winner's hand before its last tile, and what it is worth (points None: no win)."""

    label: str
    hand: str
    last: str
    indicator: str
    points: int | None
    base: int = 0
    fan: int = 0
    categories: str = ""
    limit: str | None = None
    how: str = "draw"
    seat: str = "S"
    shown: str = ""
    preset: str = "seed"
    changes: tuple[tuple[str, object], ...] = ()

    def __str__(self):
        return self.label


class Loser(NamedTuple):
    """The hand of a player who did not win, and its points."""

    label: str
    hand: str
    indicator: str
    points: int
    seat: str = "S"
    shown: str = ""
    changes: tuple[tuple[str, object], ...] = ()

    def __str__(self):
        return self.label


class Settlement(NamedTuple):
    """Points by seat, and what is paid."""

    label: str
    points: tuple[int, ...]
    winners: tuple[int, ...]
    payoffs: tuple[float, ...]
    dealer: int = 0
    liable: int | None = None
    preset: str = "seed"
    changes: tuple[tuple[str, object], ...] = ()

    def __str__(self):
        return self.label


class Refused(NamedTuple):
    """A hand that cannot be."""

    label: str
    hand: str
    last: str
    indicator: str
    shown: str = ""

    def __str__(self):
        return self.label


FIRST = "12355678m234p34578s"  # 123m 55m 678m 234p 345s 789s without its 9s
RESTORED = "12355678m123p34578s"
PAIR_OF_DE = "123678m23455p34578s"
ALL_HONOURS = "5pEEEESSSCC(WWW)(FFF)"
JUNK = "11477m2589p369sESWN"

WORKED = [
    Case("旁胡 on a discard", FIRST, "9s", "5p", 80, 0, 2, "panghu wude", how="discard"),
    Case("旁胡 drawn", FIRST, "9s", "5p", 90, 2, 2, "zimo panghu wude"),
    Case("靠柄", "12355678m234p34589s", "7s", "5p", 50, 4, 1, "zimo kaobing wude"),
    Case("嵌档", "12355678m234p34579s", "8s", "5p", 50, 2, 1, "qiandang wude", how="discard"),
    Case("单吊", "1235678m234p345789s", "5m", "5p", 50, 2, 1, "dandiao wude", how="discard"),
    Case(
        "own wind and dragon",
        "5678m345789sCCC(SSS)",
        "5m",
        "5p",
        290,
        16,
        3,
        "zimo dandiao menfeng zipai wude",
    ),
    Case("open triplet", "5567899m234p345789s", "9m", "5p", 50, 4, 1, "wude", how="discard"),
    Case("concealed triplet", "5567899m234p345789s", "9m", "5p", 60, 10, 1, "zimo wude"),
    Case("得 as itself", RESTORED, "9s", "1p", 50, 2, 1, "zimo panghu"),
    Case(
        "双得还原",
        "55678m112233p34578s",
        "9s",
        "1p",
        500,
        2,
        2,
        "zimo panghu liangde shuangdehuanyuan",
        "shuangdehuanyuan",
    ),
    Case(
        "四风会齐",
        "12345mEEESSSWWWNN",
        "6m",
        "5p",
        500,
        26,
        4,
        "zimo menfeng hunyise wude sifenghuiqi",
        "sifenghuiqi",
    ),
    Case("得 drawn", "12355678m234p34579s", "5p", "5p", 50, 4, 1, "zimo qiandang zimode"),
    Case(
        "闹闹",
        FIRST,
        "9s",
        "C",
        480,
        10,
        4,
        "zimo baiban facai panghu wude",
        shown="FP",
    ),
    Case(
        "kongs, replacement",
        "55678m23p345s(9999m)[1111s]",
        "4p",
        "5p",
        280,
        50,
        2,
        "zimo wude gangkai",
        how="replacement",
    ),
]

SUBTLE = [
    Case("not complete", "12355678m234p34568s", "9s", "5p", None),
    Case("抢杠胡", FIRST, "9s", "5p", 160, 0, 3, "panghu wude qiangganghu", how="robbed"),
    Case(
        "a robbed tile leaves the triplet open",
        "5567899m234p345789s",
        "9m",
        "5p",
        100,
        4,
        2,
        "wude qiangganghu",
        how="robbed",
    ),
    Case(
        "the last ends a sequence, not the pair",
        "1237899m234p345789s",
        "9m",
        "5p",
        80,
        0,
        2,
        "panghu wude",
        how="discard",
    ),
    Case(
        "the last ends a sequence, so the triplet is concealed",
        "5578999m234p345789s",
        "9m",
        "5p",
        60,
        8,
        1,
        "wude",
        how="discard",
    ),
    Case(
        "旁胡 with chi and 得",
        "5567m34578s5p(123m)(234p)",
        "9s",
        "5p",
        40,
        0,
        1,
        "panghu",
        how="discard",
    ),
    Case("单吊 by 得", "1235678m234p345789s", "5p", "5p", 50, 4, 1, "zimo dandiao zimode"),
    Case("四张 not konged", "55789999m234p34578s", "9s", "5p", 60, 10, 1, "zimo wude"),
    Case("the fourth tile of a pong", "55789m234p34578s(999m)", "9s", "5p", 60, 6, 1, "zimo wude"),
    Case("a fifth copy", "5578m234p34578s5p(9999m)", "9s", "5p", 40, 18, 0, "zimo"),
    Case("own-wind pair", "123678m234p34578sSS", "9s", "5p", 100, 4, 2, "zimo panghu wude"),
    Case(
        "another wind's pair",
        "123678m234p34578sSS",
        "9s",
        "5p",
        90,
        2,
        2,
        "zimo panghu wude",
        seat="W",
    ),
    Case(
        "清一色",
        "1112345678999m(234m)",
        "5m",
        "5p",
        500,
        20,
        4,
        "zimo dandiao qingyise wude",
    ),
    Case(
        "清一色 with 得",
        "499m5p(123m)(456m)(789m)(123m)",
        "5m",
        "5p",
        320,
        0,
        4,
        "qingyise panghu",
        how="discard",
    ),
    Case(
        "混一色 with a dragon set",
        "12356778mSS(234m)(CCC)",
        "9m",
        "5p",
        450,
        8,
        4,
        "zimo zipai hunyise wude",
    ),
    Case(
        "对对胡 drawn",
        "5m(222m)(333p)(444s)(666s)(888s)",
        "5m",
        "5p",
        280,
        14,
        3,
        "zimo dandiao duiduihu wude",
    ),
    Case(
        "对对胡 on a discard",
        "5m(222m)(333p)(444s)(666s)(888s)",
        "5m",
        "5p",
        260,
        12,
        3,
        "dandiao duiduihu wude",
        how="discard",
    ),
    Case("两得", "12355678m23455p358s", "9s", "5p", 90, 2, 2, "zimo panghu liangde"),
    Case(
        "a pair of two 得 as dragons",
        "123678m234p34578s23g",
        "9s",
        "1g",
        100,
        4,
        2,
        "zimo panghu liangde",
    ),
    Case("a flower 得", "12355678m23p34578s2g", "9s", "1g", 50, 2, 1, "zimo panghu"),
    Case(
        "own-wind and dragon triplets with 得",
        "55678m55p345sSCC(234p)",
        "S",
        "5p",
        310,
        18,
        3,
        "zimo menfeng zipai liangde",
    ),
    Case(
        "east's flowers",
        FIRST,
        "9s",
        "5p",
        450,
        8,
        4,
        "huapai panghu wude",
        how="discard",
        seat="E",
        shown="1g1f",
    ),
    Case(
        "west's flower and one that is not",
        FIRST,
        "9s",
        "5p",
        230,
        8,
        3,
        "huapai panghu wude",
        how="discard",
        seat="W",
        shown="1g3f",
    ),
    Case(
        "shown 白",
        FIRST,
        "9s",
        "5p",
        450,
        8,
        4,
        "baiban panghu wude",
        how="discard",
        shown="PP",
    ),
    Case(
        "shown 中 in 闹闹",
        FIRST,
        "9s",
        "4f",
        450,
        8,
        4,
        "hongzhong panghu wude",
        how="discard",
        shown="CC",
    ),
]

LIMITS = [
    Case("三得", "147m2558p369sESWNCF", "5p", "5p", 500, 0, 0, "sande", "sande"),
    Case(
        "三得 before 天胡",
        "12355678m34578s555p",
        "9s",
        "5p",
        500,
        0,
        0,
        "sande",
        "sande",
        how="deal",
        seat="E",
    ),
    *(
        Case(
            limit,
            JUNK,
            "5m",
            indicator,
            500,
            0,
            0,
            limit,
            limit,
            how="replacement",
            shown=shown,
        )
        for limit, indicator, shown in (
            ("sibaiban", "5p", "PPPP"),
            ("sihonghua", "5p", "1234g"),
            ("siheihua", "5p", "1234f"),
            ("sihongzhong", "F", "CCCC"),
            ("sifacai", "C", "FFFF"),
        )
    ),
    Case(
        "all flowers",
        JUNK,
        "5m",
        "5p",
        500,
        0,
        0,
        "sihonghua siheihua",
        "sihonghua",
        how="replacement",
        shown="1234g1234f",
    ),
    Case(
        "天胡",
        FIRST,
        "9s",
        "5p",
        500,
        2,
        2,
        "zimo panghu wude tianhu",
        "tianhu",
        how="deal",
        seat="E",
    ),
    Case(
        "地胡",
        FIRST,
        "9s",
        "5p",
        500,
        0,
        2,
        "panghu wude dihu",
        "dihu",
        how="first_discard",
    ),
    Case(
        "四风会齐 with a pair of two 得",
        "12345mEEESSSWWW23g",
        "6m",
        "1g",
        500,
        26,
        4,
        "zimo menfeng hunyise liangde sifenghuiqi",
        "sifenghuiqi",
    ),
    Case(
        "四风会齐 with kongs",
        "12345mEE(SSSS)(WWW)[NNNN]",
        "6m",
        "5p",
        500,
        54,
        3,
        "hunyise wude sifenghuiqi",
        "sifenghuiqi",
        how="discard",
        seat="E",
    ),
    Case(
        "双得还原 as a pair",
        PAIR_OF_DE,
        "9s",
        "5p",
        500,
        2,
        2,
        "zimo panghu liangde shuangdehuanyuan",
        "shuangdehuanyuan",
    ),
]

OPTIONS = [
    Case(
        "ron_triplet",
        "5567899m234p345789s",
        "9m",
        "5p",
        60,
        8,
        1,
        "wude",
        how="discard",
        changes=changed(ron_triplet="concealed"),
    ),
    Case("parlour", RESTORED, "9s", "1p", 90, 2, 2, "zimo panghu dehuanyuan", preset="parlour"),
    Case(
        "de_restore_fan",
        RESTORED,
        "9s",
        "1p",
        180,
        2,
        3,
        "zimo panghu dehuanyuan",
        changes=changed(de_restore_fan=2),
    ),
    Case(
        "naonao with winds",
        FIRST,
        "9s",
        "W",
        210,
        6,
        3,
        "zimo hongzhong panghu wude",
        shown="C",
        changes=changed(naonao="with_winds"),
    ),
    Case(
        "naonao always",
        FIRST,
        "9s",
        "5p",
        210,
        6,
        3,
        "zimo facai panghu wude",
        shown="F",
        changes=changed(naonao="always"),
    ),
    Case(
        "naonao always, four 中",
        JUNK,
        "5m",
        "5p",
        500,
        0,
        0,
        "sihongzhong",
        "sihongzhong",
        how="replacement",
        shown="CCCC",
        changes=changed(naonao="always"),
    ),
    Case(
        "pang_selfdraw on a discard",
        FIRST,
        "9s",
        "5p",
        40,
        0,
        1,
        "wude",
        how="discard",
        changes=changed(pang_selfdraw=True),
    ),
    Case(
        "pang_selfdraw drawn",
        FIRST,
        "9s",
        "5p",
        90,
        2,
        2,
        "zimo panghu wude",
        changes=changed(pang_selfdraw=True),
    ),
    Case(
        "restored_pair",
        PAIR_OF_DE,
        "9s",
        "5p",
        100,
        4,
        2,
        "zimo panghu liangde",
        changes=changed(restored_pair=False),
    ),
    Case(
        "two 得 as a pair of a kind that is not used up",
        "11p44s(777p)(345p)(222p)(123p)",
        "1p",
        "4s",
        500,
        14,
        4,
        "zimo qingyise liangde",
        seat="W",
        changes=changed(restored_pair=False),
    ),
    Case(
        "restored_pair, each 得 with its fan",
        PAIR_OF_DE,
        "9s",
        "5p",
        360,
        2,
        4,
        "zimo panghu liangde dehuanyuan",
        preset="parlour",
        changes=changed(restored_pair=False),
    ),
    Case(
        "dihu is no first discard",
        FIRST,
        "9s",
        "5p",
        80,
        0,
        2,
        "panghu wude",
        how="first_discard",
        changes=changed(dihu="first_draw"),
    ),
    Case(
        "dihu is no first draw", FIRST, "9s", "5p", 90, 2, 2, "zimo panghu wude", how="first_draw"
    ),
    *(
        Case(
            f"dihu, {option} and a {how}",
            FIRST,
            "9s",
            "5p",
            500,
            base,
            2,
            f"{zimo}panghu wude dihu",
            "dihu",
            how=how,
            changes=changed(dihu=option),
        )
        for option, how, base, zimo in (
            ("first_draw", "first_draw", 2, "zimo "),
            ("both", "first_draw", 2, "zimo "),
            ("both", "first_discard", 0, ""),
        )
    ),
    *(
        Case(
            f"all_honours_fan {fan}",
            ALL_HONOURS,
            "C",
            "5p",
            500,
            34,
            4 + fan,
            "zimo zipai hunyise duiduihu",
            seat="N",
            changes=changed(all_honours_fan=fan),
        )
        for fan in (2, 4)
    ),
]

LOSERS = [
    Loser("pairs and a triplet", "46999m2589p127sSSFF", "5p", 20),
    Loser("own wind", "12457m28p369sSSSEWN", "5p", 20),
    Loser("own-wind pair and 得", "12457m258p369sSSEWN", "5p", 10),
    Loser("四风会齐 with 得", "1358m5pEEESSSWWWNN", "5p", 500),
    Loser("four of a kind, not konged", "2469999m28p368sESWN", "5p", 10),
    Loser("laid sets and shown tiles", "2467m28p3sEWN(999m)(5555s)", "5p", 80, shown="P2g"),
    Loser("laid chi", "2467m28p3sEWN(123m)(567s)", "5p", 0),
    Loser("own concealed kong", "2467m278p36s1sEWN[SSSS]", "5p", 70),
    Loser("shown in 闹闹", "24689m247p1368sESWN", "1g", 100, shown="CFP"),
    Loser("the dealer's 17", "24689m247p368sEEECC7m", "5p", 60, seat="E", shown="P"),
    Loser("得 give no fan", "2468m247p38s55pSSCCE", "5p", 20),
    Loser("four winds with an own pair", "12458mEEESSSWWWNN", "5p", 500, seat="N"),
    Loser("four winds with another pair", "12458mEEESSSWWWNN", "5p", 50),
    Loser("no sixth copy", "111147m245578p2468s", "5p", 80, shown="PP"),
    Loser(
        "loser_sifeng",
        "1358m5pEEESSSWWWNN",
        "5p",
        70,
        changes=changed(loser_sifeng=False),
    ),
    Loser(
        "naonao always",
        "24689m247p1368sESWN",
        "5p",
        100,
        shown="CFP",
        changes=changed(naonao="always"),
    ),
]

POINTS = (100, 160, 30, 80)
DOUBLE = changed(ratio="dealer_double")
HALVES = changed(ratio="idle_half")

SETTLEMENTS = [
    Settlement("worked", POINTS, (1,), (-7, 48, -28, -13)),
    Settlement("worked, liable", POINTS, (1,), (-64, 48, 3, 13), liable=0),
    Settlement("bao off", POINTS, (1,), (-7, 48, -28, -13), liable=0, changes=changed(bao=False)),
    Settlement("dealer_double", POINTS, (1,), (-14, 64, -35, -15), changes=DOUBLE),
    Settlement("parlour", POINTS, (1,), (-14, 64, -35, -15), preset="parlour"),
    Settlement("idle_half", POINTS, (1,), (-7, 32, -17.5, -7.5), changes=HALVES),
    Settlement(
        "dealer_double, liable",
        POINTS,
        (1,),
        (-88, 64, 6, 18),
        dealer=2,
        liable=0,
        changes=DOUBLE,
    ),
    Settlement(
        "idle_half, liable",
        POINTS,
        (1,),
        (-44, 32, 3, 9),
        dealer=2,
        liable=0,
        changes=HALVES,
    ),
    Settlement("two winners", (100, 500, 30, 500), (1, 3), (-93, 100, -107, 100)),
    Settlement("three winners", (500, 500, 30, 500), (0, 1, 3), (50, 50, -150, 50)),
    Settlement("drawn", POINTS, (), (0, 0, 0, 0)),
    Settlement("drawn, liable", POINTS, (), (0, 0, 0, 0), liable=2),
]

REFUSED = [
    Refused("a melded 得", "12355678m34578s(555p)", "9s", "5p"),
    Refused("the fourth 得", "12355678m34578s555p", "5p", "5p"),
    Refused("a fourth 得 before the last", "12355678m4578s5555p", "9s", "5p"),
    Refused("a shown 得", FIRST, "9s", "1g", "2g"),
    Refused("the shown indicator", FIRST, "9s", "1g", "1g"),
    Refused("a flower twice", FIRST, "9s", "5p", "1g1g"),
    Refused("too few tiles", "12355678m234p3457s", "9s", "5p"),
    Refused("too many tiles", "123555678m234p34578s", "9s", "5p"),
    Refused("five of a kind", "15555567m234p34578s", "9s", "5p"),
    Refused("five with a chi", "5555m234p345678s(345m)", "9s", "5p"),
]

SCORED = [*WORKED, *SUBTLE, *LIMITS, *OPTIONS]
