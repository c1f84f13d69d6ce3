"""How ``stakes`` is told: what 坐莊 and 拉莊 are worth, and what they do to spread and ruin."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.signs import Claims, by_sign, sentence, turned
from mjsim.report.stories.telling import above, known, listed, side_by_side
from mjsim.report.story import Story

__all__ = ["STORY"]

_ROLES: Final = ("dealer", "place1", "place2", "place3")
_PLACES: Final = _ROLES[1:]
_RUIN: Final = re.compile(r"ruin\((?P<held>[^)]+)\)\|plan=(?P<plan>\w+)")
_STRETCH: Final = re.compile(r"(\d+) 盤內")
_CHOICE: Final = re.compile(r"[坐拉](\d)")
_UNDECIDED: Final = "未定"
_MOST_SETTINGS: Final = 4
_SETTINGS: Final = (
    ("sit0:pulls0,0,0", "無人坐拉", "nobody sitting or pulling"),
    ("sit1:pulls0,0,0", "只有莊家坐", "only the dealer sitting"),
    ("sit1:pulls2,2,2", "皆坐皆拉 2", "the dealer sitting and all pulling 2"),
)
_TOGETHER: Final = (
    ("none", "無人坐拉", "nobody sitting or pulling"),
    ("all", "人人皆坐皆拉 2", "everybody sitting and pulling 2"),
)
_ALONE: Final = (
    ("own_sit", "別人都不，自己當莊時坐", "only this player sitting, when the dealer"),
    ("own_pull", "別人都不，自己不當莊時拉 2", "only this player pulling 2, when not the dealer"),
)


def _title(run: ToldRun) -> str:
    return run.say("坐莊與拉莊", "坐莊 and 拉莊: what the stakes do")


def _question(run: ToldRun) -> str:
    return run.say(
        "莊家該不該坐，閒家該不該拉？坐與拉使各家的得失、起伏與輸盡的機會改變多少？",
        "Should the dealer sit (坐莊), should the others pull (拉莊), and what does each do to "
        "gains, to their spread and to the chance of ruin?",
    )


def _method(run: ToldRun) -> Iterator[str]:
    yield run.say(
        "開牌前莊家可以坐（0 或 1），三家閒家看到之後各自拉（0、1 或 2）。莊家與一家閒家之間的"
        "一切輸贏，連杠與鏟在內，都乘以 2 的「坐＋拉」次方；閒家之間不乘。下家、對家、上家是莊家"
        "之後依次的三家。別人都不坐不拉時，坐或拉 1 多算一份底注，拉 2 多算三份；莊家坐了，拉的"
        "輸贏再加倍。一家因拉莊而輸的，就是莊家所贏的。",
        "Before the deal the dealer may sit (坐莊: 0 or 1); the three others, who see it, may each "
        "pull (拉莊: 0, 1 or 2). All that is paid between the dealer and one of the others, kongs "
        "and 鏟 with it, is multiplied by 2 to the power of sit + pull; nothing between two others "
        "is. Places 1, 2, 3 are the seats after the dealer, in turn. Where nobody else chooses "
        "anything, sitting or pulling 1 adds the unit stake once, pulling 2 three times; after the "
        "dealer sits, what a pull changes doubles. What a pull costs a place the dealer gains.",
    )
    settled = _rows(run, "method", "settled")
    if settled:
        yield run.say(
            "不看賭注的打法，每副牌只打一次，按各家之間在底注下的往來，結算每一種坐拉。抽樣照兩種"
            "坐拉重打一遍，得分與結算相符的盤：{each}。",
            "A strategy that does not read the stakes plays each wall once, and what the seats "
            "paid each other at unit stake settles every setting. Some hands were played again "
            "under two settings; the share that paid as settled is {each}.",
            each=side_by_side(run, settled, run.told),
        )
    replayed = _rows(run, "method", "replayed")
    if replayed:
        yield run.say(
            "看賭注的打法，各種坐拉都在同樣的牌牆上重打；各種坐拉之下打得一樣的盤：{each}。",
            "A strategy that reads the stakes plays every setting on the same walls; the share of "
            "hands that it plays alike under all of them is {each}.",
            each=side_by_side(run, replayed, run.told),
        )
    yield run.say(
        "「保本所需優勢」（edge）是坐或拉每多算一份底注所輸的數目：正數是這一家按底注每盤要從"
        "對手多贏這麼多才不虧；負數是不必打得更好，已有這麼多賺頭。",
        "The edge of a role is what its stake loses for each unit that it adds: if it is above 0, "
        "the role must win so many points a hand more, at unit stake, to break even; if below, "
        "the stake pays by so much as it is.",
    )
    yield run.say(
        "這裡每盤換莊，打法不因注大而改；真人注大時可能打得緊些或鬆些，這裡看不出來。輸盡的機會以"
        "連續若干盤為一段來算，沒有連莊；連莊見實驗 sessions。",
        "The deal passes on after every hand here, and no player gets bolder or more careful for "
        "higher stakes, as people may. Ruin is counted in stretches of consecutive hands, without "
        "dealers who stay; the experiment sessions has them.",
    )


def _findings(run: ToldRun) -> Iterator[Finding]:
    if not run.rows("choice"):
        yield from _means(run)
    yield from _sitting(run)
    yield from _pulling(run)
    yield from _edges(run)
    yield from _less_luck(run)
    yield from _spread(run)
    yield from _loses(run)
    yield from _ruin(run)
    yield from _equilibrium(run)
    yield from _values(run)
    yield from _replies(run)
    yield from turned(run, _flipped)


def _rows(run: ToldRun, family: str, term: str, role: str | None = None) -> dict[str, Row]:
    """Return the rows of a term that have an interval, by cell."""
    return {row["cell"]: row for row in run.rows(family, term=term, role=role) if known(row)}


def _in_turn(rows: Sequence[Row]) -> list[Row]:
    """Return rows with the dealer's first, then place by place."""
    return sorted(rows, key=lambda row: _ROLES.index(row["role"]))


def _by_role(
    run: ToldRun,
    rows: Sequence[Row],
    claims: Claims,
    show: Callable[[Row], str],
    start: str = "",
) -> str:
    """Claim of roles what their signs allow, in a sentence; their cells are named if several."""
    several = len({row["cell"] for row in rows}) > 1
    names = {}
    for row in _in_turn(rows):
        role = run.run.words(row["role"])
        cell = run.say("（{cell}）", " ({cell}) ", cell=row["cell"]) if several else " "
        names[role + cell] = row

    def each(those: Mapping[str, Row]) -> str:
        return listed(run, [name + show(row) for name, row in those.items()])

    return sentence(run, by_sign(run, names, claims, each), start)


def _means(run: ToldRun) -> Iterator[Finding]:
    """Tell means under the settings asked for, where no single choice can be compared."""
    settings: dict[str, list[Row]] = {}
    for row in run.rows("mean"):
        if known(row):
            settings.setdefault(row["term"], []).append(row)
    claims = {
        1: ("得，{each}", "a gain for {each}"),
        -1: ("失，{each}", "a loss for {each}"),
        0: ("得失未定，{each}", "undecided for {each}"),
    }
    for number, (term, rows) in enumerate(list(settings.items())[:_MOST_SETTINGS]):
        sit, _, pulls = term.removeprefix("mean sit").partition(":pulls")
        start = run.say(
            "坐 {sit}，下家、對家、上家拉 {pulls}，每盤得分：",
            "sit {sit}, places 1, 2, 3 pulling {pulls}, in points a hand: ",
            sit=sit,
            pulls=run.say("、", ", ").join(pulls.split(",")),
        )
        yield Finding(_by_role(run, rows, claims, run.signed, start), key=number == 0)


def _sitting(run: ToldRun) -> Iterator[Finding]:
    """Tell what sitting is worth to the dealer."""
    rows = _rows(run, "choice", "sit|others:none", "dealer")
    claims = {
        1: ("坐莊對莊家有利，每盤多得的分：{each}", "sitting pays the dealer, {each}"),
        -1: ("坐莊對莊家不利，每盤得分之差：{each}", "sitting costs the dealer, {each}"),
        0: (
            "坐莊是賺是賠，以這麼多盤未定，每盤得分之差：{each}",
            "whether sitting pays is undecided at so many hands, {each}",
        ),
    }
    if rows:
        start = run.say("無人拉時，", "where nobody pulls, in points a hand, ")
        told = by_sign(run, rows, claims, lambda those: side_by_side(run, those, run.signed))
        yield Finding(sentence(run, told, start), key=True)


def _pulling(run: ToldRun) -> Iterator[Finding]:
    """Tell what pulling is worth to each place, and to which the least."""
    rows = [row for row in run.rows("choice") if " pull1|others:none" in row["term"] and known(row)]
    claims = {
        1: ("得利的是{each}", "a gain for {each}"),
        -1: ("吃虧的是{each}", "a loss for {each}"),
        0: ("以這麼多盤賺賠未定的是{each}", "undecided at so many hands for {each}"),
    }
    if not rows:
        return
    start = run.say(
        "別人都不坐不拉時拉 1，每盤得分之差：",
        "pulling 1 where nobody else sits or pulls, in points a hand: ",
    )
    yield Finding(_by_role(run, rows, claims, run.signed, start), key=True)
    cells = {row["cell"] for row in rows}
    worst = {_worst([row for row in rows if row["cell"] == cell]) for cell in cells}
    role = worst.pop()
    if role and not worst:
        yield Finding(
            run.say(
                "三家之中，拉 1 對{role}最不合算，其區間整個低於另外兩家。",
                "Of the three, pulling 1 is worth least to {role}, whose interval lies below both "
                "others.",
                role=run.run.words(role),
            )
        )


def _worst(rows: Sequence[Row]) -> str:
    """Return the place to which pulling is worth least, empty if intervals do not tell."""
    least, *others = sorted(rows, key=lambda row: float(row["estimate"]))
    clear = len(rows) == len(_PLACES) and all(above(other, least) for other in others)
    return str(least["role"]) if clear else ""


def _edges(run: ToldRun) -> Iterator[Finding]:
    """Tell how much better who pulls has to be."""
    rows = [row for row in run.rows("edge", term="edge") if row["role"] in _PLACES and known(row)]
    claims = {
        1: (
            "每盤還得從莊家多贏的是{each}",
            "more must be won from the dealer than here, by {each}",
        ),
        -1: ("現在就已有賺的是{each}", "it pays as it is for {each}"),
        0: (
            "以這麼多盤，是否已經保本未定的是{each}",
            "undecided at so many hands for {each}",
        ),
    }
    if rows:
        start = run.say(
            "拉莊要保本（按底注計）：",
            "for pulling to break even, in points a hand at unit stake: ",
        )
        yield Finding(_by_role(run, rows, claims, run.signed, start))


def _less_luck(run: ToldRun) -> Iterator[Finding]:
    """Tell what sitting is worth with luck taken out, and what that gains."""
    rows = _rows(run, "edge", "edge_less_luck", "dealer")
    smaller = _rows(run, "design", "edge_luck_reduction", "dealer")
    if not rows:
        return
    clauses = [
        run.say(
            "扣除起手與摸牌的手氣，坐莊使莊家每盤的得分變化：{each}",
            "less the luck of the deal and of the draws, sitting changes the dealer's points a "
            "hand by {each}",
            each=side_by_side(run, rows, lambda row: run.signed(row, factor=-1.0)),
        )
    ]
    if smaller:
        clauses.append(
            run.say(
                "方差因此可除以：{each}",
                "which divides the variance by {each}",
                each=side_by_side(run, smaller, run.told),
            )
        )
    yield Finding(sentence(run, clauses))


def _spread(run: ToldRun) -> Iterator[Finding]:
    """Tell standard deviations of the dealer under three settings."""
    clauses = []
    for setting, zh, en in _SETTINGS:
        rows = _rows(run, "sd", f"sd {setting}", "dealer")
        if rows:
            clauses.append(f"{run.say(zh, en)}{run.say('，', ', ')}")
            clauses[-1] += side_by_side(run, rows, run.told)
    if clauses:
        start = run.say("莊家每盤得分的標準差：", "standard deviation of a dealer's points: ")
        yield Finding(sentence(run, clauses, start))


def _loses(run: ToldRun) -> Iterator[Finding]:
    """Tell what pulling 2 does to the chance to lose a hand."""
    rows = [
        row
        for row in run.rows("choice_loses")
        if f"{row['role']} pull2" in row["term"] and known(row)
    ]
    claims = {
        1: ("較常輸的是{each}", "higher for {each}"),
        -1: ("較少輸的是{each}", "lower for {each}"),
        0: ("以這麼多盤未定的是{each}", "undecided at so many hands for {each}"),
    }
    if rows:
        start = run.say(
            "拉 2 使輸一盤的機會改變幾個百分點：",
            "what pulling 2 does to the chance to lose a hand, in percentage points: ",
        )
        text = _by_role(run, rows, claims, lambda row: run.signed(row, factor=100.0), start)
        yield Finding(text)


def _ruin(run: ToldRun) -> Iterator[Finding]:
    """Tell the chance to lose a bankroll, by plan of the table."""
    found: dict[str, dict[str, dict[str, Row]]] = {}
    stretch = ""
    for row in run.rows("ruin"):
        named, hands = _RUIN.match(row["term"]), _STRETCH.match(row["label"])
        if named and hands and known(row):
            stretch = hands[1]
            plans = found.setdefault(named["held"], {})
            plans.setdefault(named["plan"], {})[row["cell"]] = row
    for number, (held, plans) in enumerate(found.items()):
        start = run.say(
            "帶 {held} 分，{hands} 盤之內輸盡的機會：",
            "the chance to lose {held} points within {hands} hands: ",
            held=held,
            hands=stretch,
        )
        for those in (_TOGETHER, _ALONE):
            clauses = [
                run.say(zh, en) + run.say("，", ", ") + side_by_side(run, plans[plan], run.told)
                for plan, zh, en in those
                if plan in plans
            ]
            if clauses:
                yield Finding(sentence(run, clauses, start), key=number == 0 and those is _TOGETHER)


def _decided(run: ToldRun, row: Row) -> bool:
    """Return whether a choice in the equilibrium is known to be best, as results and interval."""
    better = run.rows("equilibrium", term="advantage", cell=row["cell"], role=row["role"])
    return _UNDECIDED not in row["label"] and all(run.sign(each) > 0 for each in better)


def _chosen(run: ToldRun, row: Row) -> str:
    """Say what a role chooses in the equilibrium."""
    choice = int(row["estimate"])
    does = {
        (True, False): ("{who}不坐", "the dealer does not sit"),
        (True, True): ("{who}坐", "the dealer sits"),
        (False, False): ("{who}不拉", "{who} does not pull"),
        (False, True): ("{who}拉 {n}", "{who} pulls {n}"),
    }[row["role"] == "dealer", choice > 0]
    text = run.say(*does, who=run.run.words(row["role"]), n=choice)
    return text if _decided(run, row) else text + run.say("（未定）", " (undecided)")


def _equilibrium(run: ToldRun) -> Iterator[Finding]:
    """Tell what all choose who know of each other; cells that choose alike together."""
    alike: dict[tuple[str, bool], list[str]] = {}
    profiles: dict[str, list[Row]] = {}
    for row in run.rows("profile"):
        profiles.setdefault(row["cell"], []).append(row)
    for cell, rows in profiles.items():
        chosen = listed(run, [_chosen(run, row) for row in _in_turn(rows)])
        sits = int(_in_turn(rows)[0]["estimate"])
        pure = run.row(f"pure equilibria|sit{sits}", cell=cell, family="equilibrium")
        none = pure is not None and not pure["estimate"]
        alike.setdefault((chosen, none), []).append(cell)
    for (chosen, none), cells in alike.items():
        start = run.say(
            "四家都是 {cells}，莊家先選，三家後選，各選對自己最好的：",
            "four players alike ({cells}), the dealer choosing first, each for itself: ",
            cells=run.say(" 或都是 ", " or ").join(cells),
        )
        if none:
            chosen += run.say(
                "（三家沒有純均衡，這只是最接近的）",
                " (the three have no pure equilibrium; this is nearest to one)",
            )
        yield Finding(sentence(run, [chosen], start), key=True)


def _values(run: ToldRun) -> Iterator[Finding]:
    """Tell what the roles get when all choose so."""
    rows = [row for row in run.rows("equilibrium", term="value") if known(row)]
    claims = {
        1: ("為正的是{each}", "above 0 for {each}"),
        -1: ("為負的是{each}", "below 0 for {each}"),
        0: ("正負未定的是{each}", "undecided for {each}"),
    }
    if rows:
        start = run.say("如此坐拉，每盤得分：", "points a hand if all choose so: ")
        yield Finding(_by_role(run, rows, claims, run.signed, start))


def _replies(run: ToldRun) -> Iterator[Finding]:
    """Tell against how many pulls of the three the dealer is known to do best by sitting."""
    found: dict[str, list[int | None]] = {}
    for row in run.rows("best_reply", role="dealer"):
        choice = _CHOICE.search(row["label"])
        if row["term"].startswith("best reply of dealer|pulls") and choice:
            known = _UNDECIDED not in row["label"] and run.sign(row) > 0
            found.setdefault(row["cell"], []).append(int(choice[1]) if known else None)
    alike: dict[tuple[int, ...], list[str]] = {}
    for cell, replies in found.items():
        counts = (len(replies), *(replies.count(each) for each in (1, 0, None)))
        alike.setdefault(counts, []).append(cell)
    for (n, sit, stay, unknown), cells in alike.items():
        both = {
            sit: (
                "三家的 {n} 種拉法，不論哪一種，莊家（{cells}）都以坐為佳（已按比較的個數校正）。",
                "Whichever of the {n} ways the three pull in, a dealer ({cells}) does best by "
                "sitting (corrected for the number of comparisons).",
            ),
            stay: (
                "三家的 {n} 種拉法，不論哪一種，莊家（{cells}）都以不坐為佳"
                "（已按比較的個數校正）。",
                "Whichever of the {n} ways the three pull in, a dealer ({cells}) does best by not "
                "sitting (corrected for the number of comparisons).",
            ),
        }.get(
            n,
            (
                "對三家的 {n} 種拉法，莊家（{cells}）以坐為佳的有 {sit} 種，以不坐為佳的有 {stay} "
                "種，未定的有 {unknown} 種（已按比較的個數校正）。",
                "Of the {n} ways in which the three may pull, a dealer ({cells}) does best by "
                "sitting against {sit} and by not sitting against {stay}; {unknown} are undecided "
                "(corrected for the number of comparisons).",
            ),
        )
        yield Finding(
            run.say(
                *both,
                n=n,
                cells=run.say(" 或 ", " or ").join(cells),
                sit=sit,
                stay=stay,
                unknown=unknown,
            )
        )


def _flipped(run: ToldRun, row: Row) -> str:
    role = run.run.words(row["role"])
    if row["family"] == "edge":
        return run.say("{role}保本所需優勢", "the edge of {role}", role=role)
    return run.say("均衡之下{role}每盤得分", "what the equilibrium gives {role}", role=role)


STORY: Final = Story(
    _title,
    _question,
    _method,
    _findings,
    ("edge", "choice", "ruin", "equilibrium", "choice_sd", "choice_loses"),
)
"""What 坐莊 and 拉莊 are worth, and what they do to spread and ruin."""
