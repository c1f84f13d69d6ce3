"""How ``points`` is told: what hands of 温岭麻将 are worth, and what goes with it."""

from collections.abc import Iterator
from typing import Final

from mjsim.plots.words import CATEGORIES
from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.points_goes_with import goes_with
from mjsim.report.stories.signs import sentence
from mjsim.report.stories.telling import (
    HIGHER,
    MORE,
    by_cell,
    clauses,
    exactly,
    known,
    listed,
    one_in,
    ordered,
    percent,
    side_by_side,
    topmost,
)
from mjsim.report.story import Story

__all__ = ["STORY"]

_KINDS: Final = 3
_MOST_UNSEEN: Final = 4
_RARE: Final = 0.1  # a share that is told as one in so many, too
_WHY: Final = (
    ("shengpai", "生牌階段打生牌", "throwing a tile not yet seen near the end (生牌)"),
    ("zhongfa", "離聽牌尚遠而打中、發", "throwing 中 or 发 far from ready"),
)


def _title(run: ToldRun) -> str:
    return run.say("胡與不胡各值多少分", "Points: what wins and other hands are worth")


def _question(run: ToldRun) -> str:
    return run.say(
        "胡一盤值多少分，收進多少？腊子、包三家、黃牌多久一次？沒胡的三家手裡還有多少分？鬧鬧、得、"
        "亮牌和輸贏有什麼關係？",
        "What is a win worth, and what does it bring in? How often do limit hands (腊子), 包三家 "
        "and drawn hands (黄牌) come? What do the hands that did not win count, and what goes with "
        "闹闹, wilds (得) and shown tiles?",
    )


def _method(run: ToldRun) -> Iterator[str]:
    yield run.say(
        "胡者的分數是（胡數＋20）乘以 2 的番數次方，進到十位，最多 500；腊子一律 500。其他三家各付"
        "胡者分數的十分之一；未胡的三家之間再按分數之差的十分之一互結。“得分”是結完之後的輸贏，"
        "照所用規則的莊閒比例。",
        "A win counts (base + 20) × 2 to the power of its fan, rounded up to ten, at most 500; a "
        "limit hand (腊子) counts 500. Each of the others pays the winner a tenth of that, and the "
        "three settle a tenth of the differences of their own points. Payoffs are what is left "
        "after all that, by the ratio that the rules in force have.",
    )
    yield run.say(
        "胡數、番數與不封頂的分數不計自動成腊子的胡牌。一副牌可以同時有幾種腊子。包三家的“多付”"
        "是比起不包時多付的。未胡者的分數只算有人胡的盤。",
        "Base, fan and uncapped points leave out wins by an automatic limit. A win may have "
        "several limits. What 包三家 costs is what the liable seat pays beyond its share without "
        "it. Points of those who did not win are of hands that somebody won.",
    )
    yield run.say(
        "鬧鬧、得與亮牌是觀察到的，不是安排的；與它們相連的得失是相關，不等於是它們造成的：得多的人"
        "牌也可能本來就好。只有鬧鬧與起手得數的概率是精確值。",
        "闹闹, wilds and shown tiles were observed and not assigned: what goes with them is an "
        "association, and need not be what they do. Only the chances of 闹闹 and of the wilds "
        "dealt are exact.",
    )


def _findings(run: ToldRun) -> Iterator[Finding]:
    yield from _worth(run)
    yield from _spread(run)
    yield from _cap(run)
    yield from _limits(run)
    yield from _kinds(run)
    yield from _losers(run)
    yield from _bao(run)
    yield from _drawn(run)
    yield from _naonao(run)
    yield from goes_with(run)


def _often(run: ToldRun, row: Row) -> str:
    """Return a share, and behind it once in how many hands."""
    often = one_in(row) if row["estimate"] < _RARE else None
    if often is None:
        return run.told(row)
    return run.say(
        "{share}（平均 {often} 盤一次）", "{share} (1 in {often})", share=run.told(row), often=often
    )


def _range(term: str) -> str:
    """Return the points that a term such as ``winner_points=50-90`` is of."""
    return term.partition("=")[2].replace("-", "–")


def _worth(run: ToldRun) -> Iterator[Finding]:
    """Tell the mean points of a win, and what it brings in."""
    worth = by_cell(run, "winner_points", family="mean")
    pays = by_cell(run, "winner_payoff", family="mean")
    if worth and pays:
        text = run.say(
            "胡一盤平均值幾分：{worth}。{order}平均實際收進：{pays}。",
            "The mean points of a win are {worth}.{order} On average a win brings in {pays}.",
            worth=side_by_side(run, worth, run.told),
            pays=side_by_side(run, pays, run.signed),
            order=ordered(run, worth, HIGHER),
        )
        yield Finding(text, key=True)


def _spread(run: ToldRun) -> Iterator[Finding]:
    """Tell which step of points is the most frequent, and how many wins count 500."""
    told = {}
    for cell in run.cells:
        rows = [row for row in run.rows("winner_points", cell=cell) if known(row)]
        if not rows:
            continue
        parts = []
        top = topmost(rows)
        if top is not None:
            parts.append(
                run.say(
                    "{step} 分最多，佔 {share}",
                    "{step} points most often, {share} of wins",
                    step=_range(top["term"]),
                    share=run.told(top),
                )
            )
        if rows[-1] is not top:
            parts.append(
                run.say(
                    "{step} 分佔 {share}",
                    "{step} points in {share}",
                    step=_range(rows[-1]["term"]),
                    share=run.told(rows[-1]),
                )
            )
        told[cell] = run.say("，", ", ").join(parts)
    if told:
        start = run.say("胡牌的分數，分段來看——", "points of wins, in steps: ")
        yield Finding(sentence(run, [clauses(run, told)], start))


def _cap(run: ToldRun) -> Iterator[Finding]:
    """Tell how many wins the cap cuts down, and from what."""
    beyond = by_cell(run, "beyond_cap", family="beyond")
    uncapped = by_cell(run, "uncapped_beyond_cap", family="mean")
    if not beyond:
        return
    told = [
        run.say(
            "不封頂就超過 500 分的胡牌佔（自動成腊子的不算在內）：{each}",
            "the share of wins that would count more than 500 without a cap, automatic limits "
            "left aside, is {each}",
            each=side_by_side(run, beyond, percent),
        )
    ]
    if uncapped:
        told.append(
            run.say(
                "這些牌不封頂平均值：{each}",
                "those would count on average {each}",
                each=side_by_side(run, uncapped, run.told),
            )
        )
    yield Finding(sentence(run, told))


def _limits(run: ToldRun) -> Iterator[Finding]:
    """Tell how often any limit comes, and whether it is most of what counts 500."""
    hands = by_cell(run, "per_hand=any", family="limit_per_hand")
    if not hands:
        return
    wins = by_cell(run, "per_win=any", family="limit_per_win")
    told = [
        run.say(
            "有人以腊子胡牌的盤佔：{each}",
            "the share of hands won with a limit (腊子) is {each}",
            each=side_by_side(run, hands, lambda row: _often(run, row)),
        )
    ]
    full = by_cell(run, "winner_points=500", family="winner_points")
    if wins and all(
        cell in full and full[cell]["conf_low"] > 2 * row["conf_high"] for cell, row in wins.items()
    ):
        told.append(
            run.say(
                "滿 500 分的胡牌多半不是腊子，而是胡數與番數算到封頂",
                "most wins that count 500 are no limits, but reach the cap by base and fan",
            )
        )
    yield Finding(sentence(run, told), key=True)


def _kinds(run: ToldRun) -> Iterator[Finding]:
    """Tell the most frequent kinds of limits, and those that did not come."""
    told = {}
    for cell in run.cells:
        rows = [
            row
            for row in run.rows("limit_per_hand", cell=cell)
            if known(row) and row["estimate"] > 0 and row["term"] != "per_hand=any"
        ]
        rows.sort(key=lambda row: -row["estimate"])
        names = [
            run.say(
                "{name} {often}", "{name} {often}", name=_limit(run, row), often=_often(run, row)
            )
            for row in rows[:_KINDS]
        ]
        if not names:
            continue
        told[cell] = listed(run, names)
        if topmost(rows) is not None:
            told[cell] += run.say(
                "，以{name}最多", ", {name} most often", name=_limit(run, rows[0])
            )
    if told:
        start = run.say(
            "較常見的腊子（每盤，按估計排列）——", "frequent limits, a hand, by estimate: "
        )
        yield Finding(sentence(run, [clauses(run, told)], start))
    yield from _unseen(run)


def _limit(run: ToldRun, row: Row) -> str:
    name = row["term"].partition("=")[2]
    if run.lang == "zh":
        return str(row["label"])
    return f"{row['label']} ({CATEGORIES['wenling'].get(name, name)})"


def _unseen(run: ToldRun) -> Iterator[Finding]:
    """Tell the limits that came in no cell, with the bound."""
    rows = [
        row for row in run.rows("limit_per_hand") if row["term"] != "per_hand=any" and known(row)
    ]
    seen = {row["term"] for row in rows if row["estimate"] > 0}
    unseen = {row["term"]: row for row in rows if row["term"] not in seen}
    if not unseen:
        return
    names = [_limit(run, row) for row in unseen.values()]
    if len(names) > _MOST_UNSEEN:
        more = len(names) - _MOST_UNSEEN
        names[_MOST_UNSEEN:] = [run.say("另外 {n} 種", "{n} more", n=more)]
    yield Finding(
        run.say(
            "一次也沒見到的腊子：{names}；各自每盤的概率 {bound}。",
            "Limits that did not come at all: {names}; each has a chance a hand of {bound}.",
            names=listed(run, names),
            bound=run.told(max(unseen.values(), key=lambda row: row["conf_high"])),
        )
    )


def _losers(run: ToldRun) -> Iterator[Finding]:
    """Tell what hands that did not win count, and lose."""
    counts = by_cell(run, "loser_points", family="mean")
    pays = by_cell(run, "loser_payoff", family="mean")
    if not counts:
        return
    told = [
        run.say(
            "別人胡了，未胡的一家手裡平均還有幾分：{each}",
            "when another wins, a hand that did not counts on average {each}",
            each=side_by_side(run, counts, run.told),
        )
    ]
    none = by_cell(run, "loser_points=0", family="loser_points")
    if none:
        told.append(
            run.say(
                "一分也沒有的佔：{each}",
                "nothing at all in {each}",
                each=side_by_side(run, none, run.told),
            )
        )
    if pays:
        told.append(
            run.say(
                "結算之後平均得分：{each}",
                "after settling its mean payoff is {each}",
                each=side_by_side(run, pays, run.signed),
            )
        )
    yield Finding(sentence(run, told))


def _bao(run: ToldRun) -> Iterator[Finding]:
    """Tell how often a seat pays for all, what that costs it, and for what."""
    often = by_cell(run, "bao=any", family="bao")
    if not often:
        return
    told = [
        run.say(
            "包三家的盤佔：{each}",
            "a seat pays for all (包三家) in {each}",
            each=side_by_side(run, often, lambda row: _often(run, row)),
        )
    ]
    cost = by_cell(run, "bao_cost:any", family="bao_paid")
    if cost:
        told.append(
            run.say(
                "包的一家平均比不包多付：{each}",
                "that costs it on average, beyond what it would pay otherwise, {each}",
                each=side_by_side(run, cost, run.told),
            )
        )
    yield Finding(sentence(run, told), key=True)
    paid = by_cell(run, "bao_paid:any", family="bao_paid")
    if paid:
        yield Finding(
            run.say(
                "包的一家平均一共付出：{each}。",
                "A seat that pays for all pays on average, all told, {each}.",
                each=side_by_side(run, paid, run.told),
            )
        )
    reasons = []
    for why, zh, en in _WHY:
        rows = by_cell(run, f"bao={why}", family="bao")
        if rows:
            each = side_by_side(run, rows, lambda row: _often(run, row))
            reasons.append(
                run.say("{what}，{each}", "{what}, {each}", what=run.say(zh, en), each=each)
            )
    if reasons:
        yield Finding(sentence(run, reasons, run.say("為何而包：", "why a seat pays for all: ")))


def _drawn(run: ToldRun) -> Iterator[Finding]:
    rows = by_cell(run, "drawn", family="hand")
    if rows:
        yield Finding(
            run.say(
                "黃牌的盤佔：{each}。{order}",
                "The share of hands drawn (黄牌) is {each}.{order}",
                each=side_by_side(run, rows, lambda row: _often(run, row)),
                order=ordered(run, rows, MORE),
            )
        )


def _naonao(run: ToldRun) -> Iterator[Finding]:
    """Tell the exact chance of 闹闹, once: it is the same for all players."""
    rows = [row for row in by_cell(run, "naonao", family="hand").values() if row["exact"]]
    for row in rows[:1]:
        yield Finding(
            run.say(
                "鬧鬧的精確概率是 {exact}；這些牌牆裡佔 {found}。",
                "The exact chance of 闹闹 is {exact}; of these walls it had {found}.",
                exact=exactly(run, row),
                found=run.told(row),
            )
        )


STORY: Final = Story(
    _title,
    _question,
    _method,
    _findings,
    (
        "mean",
        "winner_points",
        "limit_per_hand",
        "loser_points",
        "bao",
        "bao_paid",
        "naonao",
        "de",
        "shown",
        "hand",
    ),
)
"""What hands of 温岭麻将 are worth, and what goes with it."""
