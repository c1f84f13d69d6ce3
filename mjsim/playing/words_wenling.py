"""Words of a table of 温岭麻将 alone."""

__all__ = ["WENLING", "WINDS"]

WINDS = (("东", "East"), ("南", "South"), ("西", "West"), ("北", "North"))
"""Seats from the dealer on."""

WENLING: dict[str, tuple[str, str]] = {
    "game": ("温岭麻将", "温岭麻将"),
    # seats
    "seat now": ("{zh}家", "{en}"),
    "seat full": ("{zh}家（座{seat}）", "{en} (seat {seat})"),
    "seat mark": ("{seat} {zh}", "{seat} {letter}"),
    # heading
    "throws": ("{first}，{second}", "{first} and {second}"),
    "break": (
        "{seat}门前右起留 {stack} 墩，其后起牌",
        "at {seat}: dealing starts after {stack} stacks from the right end",
    ),
    "over": ("（{seat}门前第 {stack} 墩之后）", " (after stack {stack} of {seat})"),
    "turned up": ("{tile}", "{tile}"),
    "wild": ("得", "wild 得"),
    "naonao": ("闹闹", "闹闹"),
    "naonao on": ("是，翻出中发白及花牌，得除外", "yes: 中发白 and flowers are shown, except 得"),
    "naonao off": ("否，翻出白板及花牌", "no: 白 and flowers are shown"),
    # tables
    "wilds": ("得", "得"),
    "round": ("轮", "round"),
    "shown": ("翻出", "shown"),
    "replaced": ("补回", "replaced by"),
    "as dealt": ("起手牌", "as dealt"),
    "in hand": ("补牌后", "in hand"),
    "points": ("分", "points"),
    # turns
    "shows": ("翻出", "shown"),
    "barred": ("{seat}打得，不能再和", "{seat}: threw 得, may not win"),
    # end
    "drawn": ("黄牌，余 {left} 张", "drawn 黄牌: {left} tiles left"),
    "wins": ("{seat}和，{how}", "{seat} wins {how}"),
    "how draw": ("自摸", "by own draw 自摸"),
    "how discard": ("{by}点炮，{tile}", "on {tile}, discarded by {by} 点炮"),
    "how replacement": ("补牌自摸", "on a replacement 补牌"),
    "how robbed": ("抢{by}杠，{tile}", "on {tile}, robbing the kong of {by} 抢杠"),
    "how deal": ("起手即成", "with the tiles dealt"),
    "how first_discard": ("{by}首张 {tile}", "on {tile}, the dealer's first discard"),
    "how first_draw": ("首张自摸", "on the first own draw"),
    "at once": ("腊子即胡：{names}", "at once, by {names} 腊子"),
    "points row": ("分", "points"),
    "outright": ("腊子 {points}", "{points} outright 腊子"),
    "capped": (" 封顶", " at most"),
    "liable": ("包三家", "包三家"),
    "why shengpai": (
        "{seat}在生牌阶段打生牌，一家付清",
        "{seat} pays for all: threw a live tile 生牌 near the end",
    ),
    "why zhongfa": (
        "{seat}离听牌尚远而打中发，一家付清",
        "{seat} pays for all: threw 中 or 发, far from ready",
    ),
    "no longer": ("打得", "threw 得"),
    "threw": ("{seats}，不能和", "{seats}: may not win"),
    "shown tiles": ("翻出 {tiles}", "shown {tiles}"),
    "others": ("未和者", "others"),
    "between": (
        "两两比分，差额十分之一归高者",
        "each two settle a tenth of the difference of points",
    ),
    "wild mark": ("* 得，写作所代之牌", "* 得, written as what it stands for"),
    # many hands
    "drawn hands": ("黄牌", "drawn 黄牌"),
}
"""Phrases in simplified Chinese and in English."""
