"""Words of a table of 天津麻將 alone."""

__all__ = ["TIANJIN"]

TIANJIN: dict[str, tuple[str, str]] = {
    "game": ("天津麻將", "天津麻將"),
    # seats
    "seat now": ("座{seat}", "seat {seat}"),
    "seat full": ("座{seat}{dealer}", "seat {seat}{dealer}"),
    "seat mark": ("{seat}{dealer}", "{seat}{dealer}"),
    # heading
    "stakes": ("坐拉", "stakes"),
    "sits": ("坐莊", "the dealer sits 坐莊"),
    "no sit": ("不坐莊", "the dealer does not sit"),
    "no pull": ("無人拉莊", "nobody pulls"),
    "pulls": ("{seat}拉{n}", "{seat} pulls {n} 拉莊"),
    "factors": ("與莊輸贏", "with dealer"),
    "opposite": ("{seat}（對家）", "{seat} (opposite)"),
    "named": ("{seat}（點到）", "{seat} (named)"),
    "break": ("{seat}門前右起第 {stack} 墩", "broken at {seat}, stack {stack} from the right end"),
    "over": ("（{seat}門前第 {stack} 墩）", " (stack {stack} of {seat})"),
    "turned up": ("{tile}，牌尾第 {stack} 墩上張", "{tile}, on top of stack {stack} from the tail"),
    "wild": ("混", "wild 混"),
    # tables
    "wilds": ("混", "混"),
    "kongs": ("杠", "kongs"),
    # turns
    "barred": ("{seat}成小相公", "{seat}: 小相公"),
    # end
    "drawn": ("流局，無牌可摸", "drawn: no tile left to draw 流局"),
    "wins": ("{seat}和，{how}", "{seat} wins {how}"),
    "how draw": ("自摸", "on an ordinary draw 自摸"),
    "how kong": ("杠開", "on a kong's replacement 杠開"),
    "how deal": ("天胡", "with the tiles dealt 天胡"),
    "how first": ("地胡", "on the first draw 地胡"),
    "fan": ("番", "fan"),
    "chan": ("鏟", "鏟"),
    "chan is due": (
        "四家首張相同，莊家付每家 {points}",
        "four first discards alike: the dealer pays each {points}",
    ),
    "times": ("，再乘坐拉", ", times the stakes"),
    "no longer": ("小相公", "小相公"),
    "threw": ("{seats}打過混，不能和", "{seats}: threw a wild, may not win"),
    "unpaid": ("流局不計杠", "kong points are not paid after a drawn hand"),
    "wild mark": ("* 混，寫作所代之牌", "* a wild, written as what it stands for"),
    # many hands
    "many stakes": ("{sit}，拉莊 {pulls}", "{sit}, pulls 拉莊 {pulls} by seat"),
    "drawn hands": ("流局", "drawn 流局"),
}
"""Phrases in traditional Chinese and in English."""
