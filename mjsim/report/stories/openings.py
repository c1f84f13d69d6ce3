"""The story of ``openings``: what is dealt, and what becomes of it at the table."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.telling import (
    above,
    by_cell,
    clauses,
    exactly,
    known,
    listed,
    percent,
    points,
    quoted,
    wild,
)
from mjsim.report.story import Story

__all__ = ["STORY"]

_DEALT: Final = "dealt"
_MOST_WILDS: Final = 4
_SOME_WILDS: Final = "2"  # rarely dealt, but often enough to be remembered
_SHANTEN: Final = ("1", "2", "3", "4", "5")
_NARROW: Final = 0.2  # the widest interval of a win rate that is told
_STEPS: Final = (
    ("shanten:-1", "少一向聽", "one shanten less"),
    ("n_wilds:+1", "多一張{wild}", "one {wild} more"),
    ("n_pairs:+1", "多一對", "one pair more"),
    ("n_flowers:+1", "多亮一張花", "one flower more shown"),
    ("n_bai:+1", "多亮一張白板", "one 白 more shown"),
)


def _title(run: ToldRun) -> str:
    return run.say("起手：發到什麼，後來如何", "Openings: what is dealt, and what becomes of it")


def _question(run: ToldRun) -> str:
    return run.say(
        "起手的向聽、{wild}數、對子，與後來胡不胡、得失多少分有什麼關係？"
        "多一張{wild}相當於多少，近一步又相當於多少？",
        "What do shanten, {wild}s and pairs of a deal have to do with who wins, and with what is "
        "gained or lost? What goes with one {wild} more, and what with one step less?",
        wild=wild(run),
    )


def _method(run: ToldRun) -> Iterator[str]:
    yield run.say(
        "向聽是起手離聽牌還差幾步：0 是聽牌，-1 是成牌。莊家起手多一張，步數與閒家不能直接相比，"
        "所以按向聽只看閒家。發牌與打法無關，發到什麼有精確概率可對。",
        "Shanten is how many steps a deal is from ready: 0 is ready, -1 complete. A dealer holds "
        "a tile more, so that steps of dealers and of others are not alike: by shanten only the "
        "others are told. Deals do not depend on the players, and have exact chances to stand "
        "beside.",
    )
    text = run.say(
        "「少一向聽」「多一張{wild}」之差是最小平方直線的斜率：起手差一步或一張，胡率與得失平均差多少；"
        "註明「{wild}數同」或「向聽同」的，是另一項不變時的差。莊家只與莊家比，閒家只與閒家比。得失是一盤輸贏的分數，"
        "四家相加為零。",
        "What goes with one shanten less or one wild more is the slope of the line of least "
        "squares; where it says so, the other of the two is held fixed. Dealers are compared with "
        "dealers there, others with others. Gains are points of a hand, those of the four seats "
        "adding up to zero.",
        wild=wild(run),
    )
    yield quoted(run, text)
    yield run.say(
        "這些都只是相關：{wild}多的起手，往往步數也少；除了註明不變的那一項，其他都沒有固定。",
        "All of this is association: who is dealt {wild}s is nearer to a win as well, and nothing "
        "is held fixed but what is said to be.",
        wild=wild(run),
    )


def _findings(run: ToldRun) -> Iterator[Finding]:
    yield from _ready(run)
    yield from _shanten(run)
    yield from _wilds(run)
    yield from _wins_by_wilds(run)
    yield from _payoffs_by_wilds(run)
    yield from _wins_by_shanten(run)
    yield from _win_slopes(run)
    yield from _payoff_slopes(run)
    yield from _roles(run)


def _dealt(run: ToldRun, term: str, role: str) -> Row | None:
    row = run.row(term, cell=_DEALT, role=role)
    return row if known(row) and row is not None and row["exact"] is not None else None


def _beside(run: ToldRun, row: Row) -> str:
    """Return what is exact, with what was found."""
    return run.say(
        "{exact}（見到 {found}）",
        "{exact} (found: {found})",
        exact=exactly(run, row),
        found=run.told(row).replace("-", "−"),
    )


def _ready(run: ToldRun) -> Iterator[Finding]:
    dealer, other = (_dealt(run, "ready=dealt", role) for role in ("dealer", "other"))
    if dealer is not None and other is not None:
        yield Finding(
            run.say(
                "起手即聽牌或成牌，精確概率：莊家 {dealer}，閒家 {other}。",
                "Ready or complete as dealt, exact chances: the dealer {dealer}, others {other}.",
                dealer=_beside(run, dealer),
                other=_beside(run, other),
            ),
            key=True,
        )


def _shanten(run: ToldRun) -> Iterator[Finding]:
    dealer, other = (_dealt(run, "mean_shanten", role) for role in ("dealer", "other"))
    if dealer is not None and other is not None:
        yield Finding(
            run.say(
                "起手平均向聽數，精確值：莊家 {dealer}，閒家 {other}。",
                "Mean shanten as dealt, exact: the dealer {dealer}, others {other}.",
                dealer=_beside(run, dealer),
                other=_beside(run, other),
            )
        )


def _wilds(run: ToldRun) -> Iterator[Finding]:
    rows = [(held, _dealt(run, f"n_wilds={held}", "all")) for held in range(_MOST_WILDS)]
    told = [
        run.say("{n} 張 {chance}", "{n} {chance}", n=held, chance=_beside(run, row))
        for held, row in rows
        if row is not None
    ]
    if told:
        yield Finding(
            run.say(
                "隨便一家起手有幾張{wild}，精確概率：{told}。",
                "{wild}s dealt to any seat, exact chances: {told}.",
                wild=wild(run) if run.lang == "zh" else "Wild",
                told=listed(run, told),
            )
        )


def _wins_by_wilds(run: ToldRun) -> Iterator[Finding]:
    told, rising, known_to = {}, True, set()
    for cell in run.cells:
        terms = [(str(n), f"win|n_wilds={n}") for n in range(_MOST_WILDS)]
        rows = _narrow(run, cell, terms, "all")
        if len(rows) < 2:
            continue
        rising &= all(above(more, less) for (_, less), (_, more) in pairwise(rows))
        rising &= [number for number, _ in rows] == [str(n) for n in range(len(rows))]
        known_to.add(rows[-1][0])
        told[cell] = _by_number(run, _few_and_some(rows), percent)
    if told:
        verdict = run.say(
            "從 0 張到 {most} 張，每多一張胡率都更高。",
            " From 0 to {most}, each {wild} more goes with more wins.",
            wild=wild(run),
            most=min(known_to),
        )
        yield Finding(
            run.say(
                "起手{wild}數與胡率（相關）——{told}。{verdict}",
                "Win rates by {wild}s dealt (an association): {told}.{verdict}",
                wild=wild(run),
                told=clauses(run, told),
                verdict=verdict if rising else "",
            ),
            key=True,
        )


def _few_and_some(rows: list[tuple[str, Row]]) -> list[tuple[str, Row]]:
    """Return the first of rows by number, and that of some wilds, or the last."""
    some = next((pair for pair in rows[1:] if pair[0] == _SOME_WILDS), rows[-1])
    return [rows[0], some]


def _narrow(
    run: ToldRun, cell: str, terms: list[tuple[str, str]], role: str
) -> list[tuple[str, Row]]:
    """Return the rows of win rates that are known narrowly, with their numbers."""
    found = [(number, run.row(term, cell=cell, role=role)) for number, term in terms]
    return [
        (number, row)
        for number, row in found
        if row is not None and known(row) and row["conf_high"] - row["conf_low"] < _NARROW
    ]


def _by_number(run: ToldRun, rows: list[tuple[str, Row]], tell: Callable[[Row], str]) -> str:
    return listed(
        run,
        [
            run.say("{n} 張 {told}", "{told} with {n}", n=number, told=tell(row))
            for number, row in rows
        ],
    )


def _payoffs_by_wilds(run: ToldRun) -> Iterator[Finding]:
    """Tell mean gains by wilds dealt, and from how many on they are known to be gains."""
    told = {}
    for cell in run.cells:
        found = [
            (str(n), run.row(f"payoff|n_wilds:{n}", cell=cell, role="all"))
            for n in range(_MOST_WILDS)
        ]
        rows = [(number, row) for number, row in found if row is not None and known(row)]
        if len(rows) < 2:
            continue
        text = _by_number(run, _few_and_some(rows), run.signed)
        signs = [run.sign(row) for _, row in rows]
        # A first that gains after one that loses, and none that is undecided or left out.
        whole = [number for number, _ in rows] == [str(n) for n in range(len(rows))]
        if whole and 0 not in signs and signs == sorted(signs) and signs[0] < signs[-1]:
            text += run.say(
                "，{n} 張起為贏",
                ", a gain from {n} on",
                n=rows[signs.index(1)][0],
            )
        told[cell] = text
    if told:
        yield Finding(
            run.say(
                "起手{wild}數與每盤得失（相關）——{told}。",
                "Mean points of a hand by {wild}s dealt (an association): {told}.",
                wild=wild(run),
                told=clauses(run, told),
            ),
            key=True,
        )


def _wins_by_shanten(run: ToldRun) -> Iterator[Finding]:
    """Tell win rates of those who do not deal, nearest and farthest, and whether each step tells.

    A dealer holds a tile more: of seats as near as each other more are dealers, who win more.
    """
    told, falling = {}, True
    for cell in run.cells:
        rows = _narrow(run, cell, [(n, f"win|shanten={n}") for n in _SHANTEN], "other")
        if len(rows) < 2:
            continue
        falling &= all(above(near, far) for (_, near), (_, far) in pairwise(rows))
        falling &= all(int(far) - int(near) == 1 for (near, _), (far, _) in pairwise(rows))
        told[cell] = listed(
            run,
            [
                run.say("{n} 向聽 {share}", "{share} at {n}", n=n, share=percent(row))
                for n, row in (rows[0], rows[-1])
            ],
        )
    if told:
        verdict = run.say(
            "其間每遠一步，胡率都更低。",
            " In between, each step further goes with fewer wins.",
        )
        yield Finding(
            run.say(
                "閒家起手向聽與胡率（相關）——{told}。{verdict}",
                "Win rates of those who do not deal, by shanten as dealt (an association): "
                "{told}.{verdict}",
                told=clauses(run, told),
                verdict=verdict if falling else "",
            )
        )


def _win_slopes(run: ToldRun) -> Iterator[Finding]:
    """Tell what goes with a step and with a wild, by itself and with the other held fixed."""
    for step, fixed, same, what in (
        (
            "shanten=-1",
            "n_wilds=0",
            ("{wild}數同時", "as many {wild}s"),
            ("起手少一向聽", "One shanten less"),
        ),
        (
            "n_wilds=+1",
            "shanten=0",
            ("向聽同時", "the same shanten"),
            ("起手多一張{wild}", "One {wild} more"),
        ),
    ):
        told = {}
        rows = by_cell(run, f"win_slope|{step}", role="all")
        for cell, row in rows.items():
            told[cell] = points(run, row)
            other = run.row(f"win_slope|{step},{fixed}", cell=cell, role="all")
            if other is not None and known(other):
                told[cell] += run.say(
                    "（{same} {n}）",
                    " ({n} at {same})",
                    same=run.say(*same, wild=wild(run)),
                    n=points(run, other),
                )
        if told:
            yield Finding(
                run.say(
                    "{what}，胡率平均差（相關）——{told}。{undecided}",
                    "{what} goes with a win rate that differs by (an association): {told}."
                    "{undecided}",
                    what=run.say(*what, wild=wild(run)),
                    told=clauses(run, told),
                    undecided=_undecided(run, rows),
                )
            )
    yield from _wild_or_step(run)


def _undecided(run: ToldRun, rows: dict[str, Row]) -> str:
    """Say of which cells the sign is not known, if there are any."""
    cells = [cell for cell, row in rows.items() if not run.sign(row)]
    if not cells:
        return ""
    return run.say(
        "{cells} 的正負未能斷定。",
        " The sign is undecided with {cells}.",
        cells=listed(run, cells),
    )


def _wild_or_step(run: ToldRun) -> Iterator[Finding]:
    """Say whether a wild goes with more than a step, each with the other held fixed."""
    signs = set()
    for cell in run.cells:
        one, step = (
            run.row(f"win_slope|{term}", cell=cell, role="all")
            for term in ("n_wilds=+1,shanten=0", "shanten=-1,n_wilds=0")
        )
        if one is not None and step is not None and known(one) and known(step):
            signs.add(int(above(one, step)) - int(above(step, one)))
    if signs == {1} or signs == {-1}:
        more = signs == {1}
        yield Finding(
            run.say(
                "另一項不變時，多一張{wild}的胡率之差，比少一向聽的{more}（相關；區間不相交）。",
                "With the other held fixed, a {wild} more goes with a {more} difference of the "
                "win rate than one shanten less (an association): the intervals do not overlap.",
                wild=wild(run),
                more=run.say("大" if more else "小", "larger" if more else "smaller"),
            )
        )


def _payoff_slopes(run: ToldRun) -> Iterator[Finding]:
    """Tell what goes with a step, a wild, a pair, and with what is shown, in points."""
    told = {}
    for cell in run.cells:
        found = [
            (run.row(f"payoff_slope|{term}", cell=cell, role="all"), zh, en)
            for term, zh, en in _STEPS
        ]
        items = [
            run.say(
                "{what} {n}{undecided}",
                "{n} with {what}{undecided}",
                what=run.say(zh, en, wild=wild(run)),
                n=run.signed(row),
                undecided="" if run.sign(row) else run.say("（正負未定）", " (sign undecided)"),
            )
            for row, zh, en in found
            if row is not None and known(row)
        ]
        if items:
            told[cell] = listed(run, items)
    if told:
        yield Finding(
            run.say(
                "每盤得失平均差幾分（相關）——{told}。",
                "Differences in the points of a hand (associations): {told}.",
                told=clauses(run, told),
            )
        )


def _roles(run: ToldRun) -> Iterator[Finding]:
    """Tell the win rates of dealers and of others, whatever they are dealt."""
    told = {}
    signs = set()
    for cell, dealer in by_cell(run, "win|dealt=any", role="dealer").items():
        other = run.row("win|dealt=any", cell=cell, role="other")
        if other is None or not known(other):
            continue
        told[cell] = run.say(
            "莊家 {dealer}，閒家每家 {other}",
            "the dealer {dealer}, each of the others {other}",
            dealer=percent(dealer),
            other=percent(other),
        )
        signs.add(int(above(dealer, other)) - int(above(other, dealer)))
    if told:
        verdict = {
            frozenset([1]): ("莊家胡得多。", " The dealer wins more often."),
            frozenset([-1]): ("莊家胡得少。", " The dealer wins less often."),
            frozenset([0]): ("孰多未能斷定。", " Who wins more often is undecided."),
        }.get(frozenset(signs), ("", ""))
        yield Finding(
            run.say(
                "不論發到什麼，胡率——{told}。{verdict}",
                "Win rates whatever is dealt: {told}.{verdict}",
                told=clauses(run, told),
                verdict=run.say(*verdict),
            )
        )


STORY = Story(
    _title,
    _question,
    _method,
    _findings,
    ("win_by_wilds", "payoff_by_wilds", "win_by_shanten", "slope", "ready", "mean"),
)
"""What is dealt, and what becomes of it at the table."""
