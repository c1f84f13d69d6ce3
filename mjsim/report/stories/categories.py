"""The story of ``categories``: how often each 番種 comes, and what wins are."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.telling import (
    HIGHER,
    LATER,
    MORE,
    above,
    by_cell,
    category,
    clauses,
    drawn_hand,
    exactly,
    known,
    listed,
    one_in,
    ordered,
    parted,
    quoted,
    side_by_side,
    topmost,
    wild,
)
from mjsim.report.story import Story

__all__ = ["STORY"]

_SEATS: Final = (
    ("dealer", "莊家", "the dealer"),
    ("place1", "下家", "the seat after the dealer"),
    ("place2", "對家", "the seat opposite"),
    ("place3", "上家", "the seat before the dealer"),
)
_RARE: Final = 0.01
_MOST_RARE: Final = 4
_MOST_FREQUENT: Final = 2
_MOST_APART: Final = 2
_MOST_UNSEEN: Final = 7
_WANTS: Final = {
    "tianjin": {"subenlong": "su_ben_long", "dihu": "dihu", "tianting": "tian_ting"},
    "wenling": {"dehuanyuan": "de_restore_fan"},
}
"""Options without which a 番種 is never counted."""


def _title(run: ToldRun) -> str:
    return run.say("番種：多久來一次，胡牌值多少", "Categories: how often they come, what wins are")


def _question(run: ToldRun) -> str:
    return run.say(
        "每個番種多久來一次？胡一盤通常值多少、第幾巡胡、由誰胡？打法不同，答案差多少？",
        "How often does each category come? What is a win usually worth, on which turn does it "
        "come, and who has it? How much does that change with the players?",
    )


def _method(run: ToldRun) -> Iterator[str]:
    text = run.say(
        "「每盤」是全部盤數（連{drawn}）之中，有人以此番種胡牌的佔比；「每胡」是胡牌之中的佔比。"
        "一副牌可同時有幾個番種，所以各番種相加不是 100 %。",
        "Per hand is the share of all hands, drawn ones too, that somebody wins with a category; "
        "per win is its share among wins. A win may have several categories, so that their shares "
        "do not add up to 100 %.",
        drawn=drawn_hand(run),
    )
    yield quoted(run, text)
    other = run.say(
        "同值的幾種之間另有番種可作的，表中另列「可作」。",
        " What another way of the same worth would have had is told apart.",
    )
    text = run.say(
        "一副牌若有幾種拆法，取最值錢的一種。{other}胡牌的巡數是胡牌者自己的第幾巡。",
        "Where a hand can be arranged in several ways, the one that is worth most counts.{other} "
        "The turn of a win is counted in the winner's own turns.",
        other=other if run.rows("possible") else "",
    )
    yield quoted(run, text)
    yield run.say(
        "胡牌時手裡有幾張{wild}、值多少，只是相關：哪些牌胡得成，本身就受這些{wild}影響。"
        "沒見到的番種，只說明少於所列的界限。",
        "How many {wild}s a winner held, and what the win was worth, is an association: which "
        "hands get to win depends on the wilds, too. A category that was not seen is rarer than "
        "the bound says.",
        wild=wild(run),
    )


def _findings(run: ToldRun) -> Iterator[Finding]:
    yield from _frequent(run)
    yield from _apart(run)
    yield from _worth(run)
    yield from _turns(run)
    yield from _winners(run)
    yield from _rare(run)
    yield from _unseen(run)
    yield from _exact(run)
    yield from _wilds(run)
    yield from _worth_by_wilds(run)
    yield from _drawn(run)


def _id(row: Row) -> str:
    return str(row["term"].partition("=")[2])


def _named(run: ToldRun, row: Row) -> str:
    return category(run, row, _id(row))


def _ruled_out(run: ToldRun, row: Row) -> bool:
    """Return whether the rules in force never count a 番種."""
    option = _WANTS[run.game].get(_id(row))
    return option is not None and option in run.rules and not run.rules[option]


def _per_win(run: ToldRun, cell: str) -> list[Row]:
    rows = [row for row in run.rows("per_win", cell=cell) if known(row) and row["estimate"] > 0]
    return sorted(rows, key=lambda row: -row["estimate"])


def _frequent(run: ToldRun) -> Iterator[Finding]:
    """Tell the most frequent 番種 of each cell, as far as the intervals go."""
    told = {}
    for cell in run.cells:
        rows = _per_win(run, cell)
        if not rows:
            continue
        names = [f"{_named(run, row)} {run.told(row)}" for row in rows[:_MOST_FREQUENT]]
        if topmost(rows) is None:
            told[cell] = run.say(
                "{names}（按估計，次序未定）",
                "{names}, by estimate, in no certain order",
                names=listed(run, names),
            )
        elif len(names) == 1:
            told[cell] = names[0]
        else:
            told[cell] = run.say(
                "{first} 最多，其次（按估計）是{rest}",
                "{first} leads; next, by estimate, {rest}",
                first=names[0],
                rest=listed(run, names[1:]),
            )
    if told:
        yield Finding(
            run.say(
                "胡牌之中最常見的番種——{told}。",
                "The categories most often seen among wins: {told}.",
                told=clauses(run, told),
            ),
            key=True,
        )


def _apart(run: ToldRun) -> Iterator[Finding]:
    """Tell which 番種 are more frequent among some players than among others."""
    if len(run.cells) < 2:
        return
    compared = [
        (row, rows)
        for row in run.rows("per_win", cell=run.cells[0])
        if not _ruled_out(run, row)
        for rows in [by_cell(run, row["term"], family="per_win")]
        if len(rows) > 1
    ]
    if not compared:
        return
    pairs = len(compared) * math.comb(len(run.cells), 2)
    apart = [(row, rows) for row, rows in compared if parted(*_ends(rows), pairs)]
    if not apart:
        yield Finding(
            run.say(
                "{all} 個番種之中，沒有一個因打法而分得開（區間已按比較的次數放寬）。",
                "None of {all} categories sets the players apart, with intervals made wider for "
                "how many are compared.",
                all=len(compared),
            )
        )
        return
    told = [
        run.say("{name}，{numbers}", "{name} {numbers}", name=_named(run, row), numbers=numbers)
        for row, rows in sorted(apart, key=lambda each: -_gap(each[1]))[:_MOST_APART]
        for numbers in [side_by_side(run, rows, run.told)]
    ]
    yield Finding(
        run.say(
            "打法不同，番種的多少也不同：{all} 個番種之中，有 {n} 個在胡牌中的佔比分得開"
            "（區間已按比較的次數放寬）。分得最開的：{told}。",
            "What is played for changes what comes: for {n} of {all} categories the shares among "
            "wins are apart, with intervals made wider for how many are compared. Most clearly: "
            "{told}.",
            all=len(compared),
            n=len(apart),
            told=run.say("；", "; ").join(told),
        ),
        key=True,
    )


def _ends(rows: dict[str, Row]) -> tuple[Row, Row]:
    order = sorted(rows.values(), key=lambda row: float(row["estimate"]))
    return order[-1], order[0]


def _gap(rows: dict[str, Row]) -> float:
    high, low = _ends(rows)
    return float(high["conf_low"] - low["conf_high"])


def _worth_family(run: ToldRun) -> str:
    return "points" if run.game == "wenling" else "fan"


def _worth(run: ToldRun) -> Iterator[Finding]:
    """Tell what the usual win is worth, and the mean."""
    family = _worth_family(run)
    unit = run.say("分" if family == "points" else "番", family)
    told = {}
    means = by_cell(run, f"mean_{family}")
    for cell, mean in means.items():
        worth = run.say(
            "平均 {mean} {unit}", "a mean of {mean} {unit}", mean=run.told(mean), unit=unit
        )
        top = topmost(row for row in run.rows(family, cell=cell) if known(row))
        if top is not None:
            worth = run.say(
                "最常見 {value} {unit}，佔 {share}，{worth}",
                "most often {value} {unit}, {share} of wins, and {worth}",
                value=_id(top),
                unit=unit,
                share=run.told(top),
                worth=worth,
            )
        told[cell] = worth
    if told:
        yield Finding(
            run.say(
                "胡一盤值多少——{told}。{order}",
                "What a win is worth: {told}.{order}",
                told=clauses(run, told),
                order=ordered(run, means, HIGHER),
            ),
            key=True,
        )


def _turns(run: ToldRun) -> Iterator[Finding]:
    rows = by_cell(run, "mean_win_turn")
    if rows:
        yield Finding(
            run.say(
                "胡牌平均在胡牌者自己的第幾巡：{numbers}。{order}",
                "On average a win comes on the winner's own turn {numbers}.{order}",
                numbers=side_by_side(run, rows, run.told),
                order=ordered(run, rows, LATER),
            )
        )


def _winners(run: ToldRun) -> Iterator[Finding]:
    """Tell the dealer's share, whether it is more than a quarter, and the share of the last."""
    told = {}
    verdicts = set()
    falling = True
    for cell in run.cells:
        seats = [
            (run.row(f"winner={name}", cell=cell, family="winner"), zh, en)
            for name, zh, en in _SEATS
        ]
        had = [(row, zh, en) for row, zh, en in seats if row is not None and known(row)]
        if len(had) < len(_SEATS):
            continue
        told[cell] = listed(
            run,
            [
                run.say("{zh} {n}", "{en} {n}", zh=zh, en=en, n=run.told(row))
                for row, zh, en in (had[0], had[-1])
            ],
        )
        dealer = had[0][0]
        falling &= all(above(one, other) for (one, *_), (other, *_) in pairwise(had))
        verdicts.add(int(dealer["conf_low"] > 0.25) - int(dealer["conf_high"] < 0.25))
    if not told:
        return
    verdict = {
        frozenset([1]): ("莊家佔四分之一以上。", " The dealer has more than a quarter."),
        frozenset([-1]): ("莊家不到四分之一。", " The dealer has less than a quarter."),
        frozenset([0]): (
            "莊家是否超過四分之一，未能斷定。",
            " Whether the dealer has more than a quarter is undecided.",
        ),
    }.get(frozenset(verdicts), ("", ""))
    later = run.say(
        "由莊家往下，一家比一家胡得少。",
        " From the dealer on, each seat in turn wins less often than the one before.",
    )
    yield Finding(
        run.say(
            "全部胡牌之中——{told}。{verdict}{later}",
            "Of all wins: {told}.{verdict}{later}",
            told=clauses(run, told),
            verdict=run.say(*verdict),
            later=later if falling else "",
        )
    )


def _rare(run: ToldRun) -> Iterator[Finding]:
    """Tell rare 番種 as one in so many hands."""
    told = {}
    for cell in run.cells:
        rows = [row for row in run.rows("per_hand", cell=cell) if 0.0 < row["estimate"] < _RARE]
        rows.sort(key=lambda row: row["estimate"])
        names = [
            run.say(
                "{name} 平均 {often} 盤一次", "{name} 1 in {often} hands", name=name, often=often
            )
            for row in rows[:_MOST_RARE]
            for name, often in [(_named(run, row), one_in(row))]
            if often is not None
        ]
        if names:
            told[cell] = listed(run, names)
    if told:
        yield Finding(
            run.say(
                "少見的番種，例如——{told}。",
                "Among the rare ones: {told}.",
                told=clauses(run, told),
            )
        )


def _unseen(run: ToldRun) -> Iterator[Finding]:
    """Tell what did not come in any cell, with the bound per hand; and what can't come."""
    rows = [row for row in run.rows("per_hand") if known(row)]
    out = {row["term"]: _named(run, row) for row in rows if _ruled_out(run, row)}
    if out:
        yield Finding(
            run.say(
                "所用規則不計：{names}。",
                "The rules in force do not count {names}.",
                names=listed(run, list(out.values())),
            )
        )
    rows = [row for row in rows if row["term"] not in out]
    seen = {row["term"] for row in rows if row["estimate"] > 0}
    unseen = {row["term"]: row for row in rows if row["term"] not in seen}
    if not unseen:
        return
    bound = run.told(max(unseen.values(), key=lambda row: row["conf_high"]))
    names = [_named(run, row) for row in unseen.values()]
    if len(names) > _MOST_UNSEEN:
        more = len(names) - _MOST_UNSEEN + 1
        names = [
            *names[: _MOST_UNSEEN - 1],
            run.say("另外 {n} 個番種", "{n} others", n=more),
        ]
    yield Finding(
        run.say(
            "一次也沒見到：{names}。任一組打法中，各自每盤的概率 {bound}。",
            "Not seen at all: {names}. With any of the players each comes in {bound} of hands.",
            names=listed(run, names),
            bound=bound,
        )
    )


def _exact(run: ToldRun) -> Iterator[Finding]:
    """Tell the exact chances that stand beside; the same for all players, so once."""
    told: dict[str, Row] = {}
    for row in run.rows("per_hand"):
        if row["exact"] is not None and known(row):
            told.setdefault(row["term"], row)
    for row in told.values():
        yield Finding(
            run.say(
                "{name}每盤的精確概率是 {exact}；這裡 {cell} 見到 {found}。",
                "{name} has an exact chance of {exact} a hand; found here with {cell}: {found}.",
                name=_named(run, row),
                exact=exactly(run, row),
                cell=row["cell"],
                found=run.told(row),
            )
        )


def _wilds(run: ToldRun) -> Iterator[Finding]:
    """Tell with how many wilds winners win most often."""
    told = {}
    for cell in run.cells:
        top = topmost(_shares_of_wilds(run, cell))
        if top is not None:
            told[cell] = run.say(
                "{n} 張，佔 {share}", "{n}, in {share} of wins", n=_id(top), share=run.told(top)
            )
    if told:
        yield Finding(
            run.say(
                "胡牌時手裡最常有幾張{wild}——{told}。",
                "{wild}s that a winner holds most often: {told}.",
                wild=wild(run) if run.lang == "zh" else "Wild",
                told=clauses(run, told),
            )
        )


def _shares_of_wilds(run: ToldRun, cell: str) -> list[Row]:
    return [
        row
        for row in run.rows("wilds", cell=cell)
        if row["term"].startswith("wilds=") and known(row)
    ]


def _worth_by_wilds(run: ToldRun) -> Iterator[Finding]:
    """Tell the mean worth of wins with each number of wilds that is not rare."""
    told = {}
    for cell in run.cells:
        means = [
            run.say("{n} 張 {mean}", "{mean} with {n}", n=_id(row), mean=run.told(mean))
            for row in _shares_of_wilds(run, cell)
            if row["estimate"] >= _RARE
            for mean in [run.row(f"mean_with_wilds:{_id(row)}", cell=cell)]
            if mean is not None and known(mean) and mean["std_error"]
        ]
        if means:
            told[cell] = listed(run, means)
    if told:
        yield Finding(
            run.say(
                "胡牌的平均{unit}數，按手裡的{wild}看（相關）——{told}。",
                "The mean {unit} of a win by the {wild}s the winner holds (an association): "
                "{told}.",
                unit=run.say("分" if run.game == "wenling" else "番", _worth_family(run)),
                wild=wild(run),
                told=clauses(run, told),
            )
        )


def _drawn(run: ToldRun) -> Iterator[Finding]:
    rows = by_cell(run, "drawn")
    if rows:
        yield Finding(
            run.say(
                "{drawn}：{numbers}。{order}",
                "Hands that nobody wins: {numbers}.{order}",
                drawn=drawn_hand(run),
                numbers=side_by_side(run, rows, lambda row: _often(run, row)),
                order=ordered(run, rows, MORE),
            )
        )


def _often(run: ToldRun, row: Row) -> str:
    often = one_in(row) if row["estimate"] < _RARE else None
    if often is None:
        return run.told(row)
    return run.say(
        "{share}（平均 {often} 盤一次）", "{share} (1 in {often})", share=run.told(row), often=often
    )


STORY = Story(
    _title,
    _question,
    _method,
    _findings,
    ("per_win", "per_hand", "fan", "points", "mean", "winner", "hand", "wilds"),
)
"""How often each 番種 comes, per hand and per win, and what wins are."""
