"""Reports that hold what a report may hold, made of nothing but the model."""

from mjsim.report.model import Cell, Fact, Finding, Picture, Report, Section, Table

N_LONG = 60
"""Rows of the long table."""

MISSING = (7, 23, 41)
"""Rows of it that have no number."""

TEXTS = {
    ("zh", "Hant"): {
        "title": "天津麻將：番種與莊家",
        "question": "各番種多常出現？坐莊是否划算？",
        "finding": "捉5佔胡牌之 14.03 % [13.96, 14.10]，龍佔 5.27 % [5.23, 5.31]。",
        "method": "每副牌牆皆由種子產生，四家同用一種打法；每個區間皆為 95 %。",
        "check": "與精確值相符：最小的校正 p 為 0.54。",
        "columns": ("打法", "番種", "每盤得分", "盤數"),
        "names": ("提溜", "混吊", "捉五", "龍", "本混龍", "素"),
        "note": "方括號內為 95 % 區間。",
        "picture": "各番種佔胡牌之比",
        "rule": "起胡番數",
        "long": "這是一段寫得很長的說明，用來看一格裡的文字太長時會不會換行，"
        "而不是把整張表撐得很寬，也不會被裁掉一部分。",
    },
    ("zh", "Hans"): {
        "title": "温岭麻将：番种与庄家",
        "question": "各番种多常出现？坐庄是否划算？",
        "finding": "对对胡占胡牌之 14.03 % [13.96, 14.10]，清一色占 5.27 % [5.23, 5.31]。",
        "method": "每副牌墙皆由种子产生，四家同用一种打法；每个区间皆为 95 %。",
        "check": "与精确值相符：最小的校正 p 为 0.54。",
        "columns": ("打法", "番种", "每盘得分", "盘数"),
        "names": ("自摸", "单吊", "嵌档", "靠边", "白板", "花牌"),
        "note": "方括号内为 95 % 区间。",
        "picture": "各番种占胡牌之比",
        "rule": "腊子",
        "long": "这是一段写得很长的说明，用来看一格里的文字太长时会不会换行，"
        "而不是把整张表撑得很宽，也不会被裁掉一部分。",
    },
    ("en", "Hant"): {
        "title": "Tianjin mahjong: 番種 and the dealer’s edge",
        "question": "How often does each 番種 come? Does it pay to sit as the dealer?",
        "finding": "捉5 comes in 14.03 % [13.96, 14.10] of the wins, 龍 in 5.27 % [5.23, 5.31].",
        "method": "Every wall follows from the seed; all four seats play one strategy.",
        "check": "It agrees with the exact values: the smallest corrected p is 0.54.",
        "columns": ("strategy", "category", "gain a hand", "hands"),
        "names": (
            "plain hand 提溜",
            "wild wait 混吊",
            "catching the five 捉五",
            "dragon",
            "Su",
            "b",
        ),
        "note": "Brackets hold 95 % intervals.",
        "picture": "Categories among wins",
        "rule": "least fan to win",
        "long": "This is a long remark, which shows whether the text of a cell is broken into "
        "lines when there is much of it, instead of making all of the table wide or being cut off.",
    },
}
"""What the samples say, by language and script."""


def sample(lang="zh", script="Hant"):
    """Return a report of two runs.

    The first has a long table of which the second column is text and the third numbers, with
    equal ones and some missing, a wide figure and a narrow one, a changed rule, a wide and a
    folded table; the second has little.
    """
    said = TEXTS[lang, script]
    runs = (_full(said), _little(said))
    glossary = (Fact("zhuo5", said["names"][2]), Fact("long", said["names"][3]))
    return Report(said["title"], lang, script, runs, glossary, "mjsim report runs/a runs/b")


def empty():
    """Return a report that holds as little as can be."""
    section = Section("bare", "Bare", "What?", (), (), (), (), (), (), (), "")
    return Report("Nothing", "en", "Hant", (section,), (), "mjsim report runs/bare")


def gain(row):
    """Return the number in the third column of a row of the long table; None if it is missing.

    Values come twice, so that it can be seen whether sorting keeps the order of equals.
    """
    return None if row in MISSING else ((row // 2 * 37) % 31 - 15) / 8


def picture(name, title, *, wide=False):
    """Return a figure: a diagonal on white."""
    width, height = (660, 300) if wide else (320, 220)
    svg = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}pt" height="{height}pt" '
        f'viewBox="0 0 {width} {height}"><style>path{{fill:none;stroke:#1b4f8a}}</style>'
        f'<rect width="100%" height="100%" fill="#fff"/><path d="M0 0L{width} {height}"/></svg>'
    )
    return Picture(name, title, svg.encode(), wide)


def _long(said):
    rows = []
    for row in range(N_LONG):
        number = gain(row)
        text = (
            "–" if number is None else f"{number:+.3f} [{number - 0.1:+.3f}, {number + 0.1:+.3f}]"
        )
        rows.append(
            (
                Cell("speed" if row % 2 else "value among speed"),
                Cell(said["names"][row % 6]),
                Cell(text.replace("-", "−"), number, alarm=row == 3),
                Cell(f"{1000 * (row + 1):,}", 1000.0 * (row + 1)),
            )
        )
    numeric = (False, False, True, True)
    return Table("long", said["columns"][2], said["columns"], numeric, tuple(rows), said["note"])


def _wide(said):
    columns = (said["columns"][0], *(f"{said['columns'][3]} {i}" for i in range(1, 15)))
    rows = tuple(
        (
            Cell(f"{said['names'][row]} {row}"),
            *(Cell(f"{row + i / 100:.2f} % [{row}, {row + 1}]", row + i / 100) for i in range(14)),
        )
        for row in range(4)
    )
    return Table("wide", said["columns"][3], columns, (False, *[True] * 14), rows)


def _folded(said):
    rows = tuple(
        (Cell(name), Cell(said["long"] if not i else name), Cell(f"{i}", float(i)))
        for i, name in enumerate(said["names"])
    )
    columns = said["columns"][:3]
    return Table("folded", said["picture"], columns, (False, False, True), rows, main=False)


def _full(said):
    return Section(
        "full",
        said["picture"],
        said["question"],
        (said["method"], said["method"]),
        (Finding(said["finding"], key=True), Finding(said["method"])),
        (
            picture("narrow", said["picture"]),
            picture("second", said["columns"][2]),
            picture("across", said["question"], wide=True),
        ),
        (_long(said), _wide(said), _folded(said)),
        (said["check"],),
        (Fact(said["rule"], "3", changed=True), Fact("base", "1"), Fact("tianhu", "4")),
        (Fact(said["columns"][3], "1,000,000"), Fact(said["columns"][0], "speed, value")),
        "mjsim run categories --game tianjin --hands 1000000 --seed 1 --strategy speed "
        "--strategy value --out runs/tianjin-categories-with-a-long-name",
    )


def _little(said):
    findings = (Finding(said["check"], key=True),)
    command = "mjsim run stakes --out runs/stakes"
    return Section(
        "little", said["title"], said["question"], (), findings, (), (), (), (), (), command
    )
