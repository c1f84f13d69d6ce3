"""The story of ``waits``: when a hand is ready, what it waits for, and whether it wins."""

from collections.abc import Callable, Iterable, Iterator, Sequence
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
    exactly,
    known,
    listed,
    ordered,
    percent,
    quoted,
    side_by_side,
    topmost,
    wild,
)
from mjsim.report.story import Story

__all__ = ["STORY"]

_NARROW: Final = 0.1  # the widest interval of a chance to win that is told, of kinds or turns
_KINDS: Final = ("1", "2", "3", "4", "6", "8", "10+")
_TURNS: Final = ("2", "4", "6", "8", "10", "12", "14")
_MOST_WILDS: Final = 4
_LIVE: Final = ("活張較多", "More live tiles", "活張最多", "Most live tiles")


def _title(run: ToldRun) -> str:
    return run.say(
        "聽牌：幾時聽、聽多少、胡不胡", "Waits: when, for how much, and whether they win"
    )


def _question(run: ToldRun) -> str:
    return run.say(
        "第幾巡聽牌？聽牌時有幾種、幾張活張？聽了以後，胡牌的機會多大，與聽得寬、聽得早有什麼關係？",
        "On which turn is a hand ready, for how many kinds and live tiles? How likely is it to win "
        "then, and what does that have to do with wide waits and early ones?",
    )


def _method(run: ToldRun) -> Iterator[str]:
    least = run.rules.get("min_fan")
    floor = run.say(
        "起胡 {n} 番，差一張成牌未必就能胡，所以「聽牌」與「可胡」分開計。",
        " A win needs {n} fan: a hand one tile from complete may wait in vain, so that ready and "
        "able to win are told apart.",
        n=least,
    )
    text = run.say(
        "「聽牌」只看牌形：差一張成牌，不管值多少。「可胡」是聽牌，而且還有活張，平常摸到便能胡。"
        "「初聽」「初可胡」是一盤裡第一次如此；「胡前」是胡牌那一張到手之前。{floor}",
        "Ready goes by shape: one tile from complete, whatever the hand is worth. Able to win is "
        "ready with a live tile that would win on an ordinary draw. First ready and first able are "
        "the first time in a hand; before the win is just before the winning tile.{floor}",
        floor=floor if least is not None and least > 1 else "",
    )
    yield quoted(run, text)
    yield run.say(
        "活張是自己看不見的牌：不在自己手裡，也不在桌面上；別人手裡有沒有，並不知道。"
        "巡數是自己的第幾巡，起手為 0。",
        "Live tiles are those that the seat does not see, in its hand or on the table; others may "
        "hold them. Turns are the seat's own; 0 is as dealt.",
    )
    yield run.say(
        "聽得寬、聽得早的人胡得多或少，只是相關：沒有人指定誰聽什麼，聽得寬的往往{wild}也多，"
        "別人打到哪一步也不一樣。",
        "What goes with wide waits or early ones is an association: nobody was told what to wait "
        "for, and who waits for more also holds more {wild}s, at another stage of the others' "
        "hands.",
        wild=wild(run),
    )


def _findings(run: ToldRun) -> Iterator[Finding]:
    yield from _first_ready(run)
    yield from _when(run)
    yield from _chances(run)
    yield from _able(run)
    yield from _by_kinds(run)
    yield from _by_turn(run)
    yield from _kinds(run)
    yield from _before(run)
    yield from _of_categories(run)
    yield from _of_wilds(run)
    yield from _as_dealt(run)


def _first_ready(run: ToldRun) -> Iterator[Finding]:
    told = {}
    tiles = _tiles(by_cell(run, "ready_tiles", role="", family="mean"))
    for cell, live in tiles.items():
        kinds, able = (
            run.row(term, cell=cell, role="", family="mean")
            for term in ("ready_kinds", "ready_win_tiles")
        )
        if kinds is None or able is None or not (known(kinds) and known(able)):
            continue
        parts = {"kinds": run.told(kinds), "live": run.told(live), "able": run.told(able)}
        alike = able["estimate"] == live["estimate"]
        told[cell] = (
            run.say(
                "{kinds} 種 {live} 張活張",
                "{live} live tiles of {kinds} kinds",
                **parts,
            )
            if alike
            else run.say(
                "{kinds} 種 {live} 張活張，其中能胡的 {able} 張",
                "{live} live tiles of {kinds} kinds, of which {able} may win",
                **parts,
            )
        )
    if told:
        yield Finding(
            run.say(
                "初聽時平均聽——{told}。{order}",
                "On average a hand that is first ready waits for: {told}.{order}",
                told=clauses(run, told),
                order=ordered(run, {cell: tiles[cell] for cell in told}, _LIVE),
            ),
            key=True,
        )


def _when(run: ToldRun) -> Iterator[Finding]:
    """Tell how often a seat is ever ready, and when."""
    evers = by_cell(run, "ever_ready", role="", family="ever")
    if evers:
        yield Finding(
            run.say(
                "一家在一盤裡聽得到牌的概率：{numbers}。{order}",
                "The chance that a seat gets ready in a hand: {numbers}.{order}",
                numbers=side_by_side(run, evers, percent),
                order=ordered(run, evers, HIGHER),
            ),
            key=True,
        )
    yield from _dealers(run, evers)
    turns = _tiles(by_cell(run, "ready_turn", role="", family="mean"))
    if turns:
        yield Finding(
            run.say(
                "聽過牌的人，平均在第幾巡初聽：{numbers}。{order}",
                "Seats that are ever ready are so first, on average, on turn {numbers}.{order}",
                numbers=side_by_side(run, turns, run.told),
                order=ordered(run, turns, LATER),
            )
        )


def _dealers(run: ToldRun, cells: Iterable[str]) -> Iterator[Finding]:
    """Tell how often dealers are ever ready, beside the others."""
    told = {}
    verdicts = set()
    for cell in cells:
        dealer, other = (
            run.row("ever_ready", cell=cell, role=role, family="ever")
            for role in ("dealer", "other")
        )
        if dealer is not None and other is not None and known(dealer) and known(other):
            told[cell] = run.say(
                "莊家 {dealer}，閒家 {other}",
                "the dealer {dealer}, each of the others {other}",
                dealer=percent(dealer),
                other=percent(other),
            )
            verdicts.add(int(above(dealer, other)) - int(above(other, dealer)))
    if told:
        verdict = {
            frozenset([1]): ("莊家較高。", " Higher for the dealer."),
            frozenset([-1]): ("莊家較低。", " Lower for the dealer."),
        }.get(frozenset(verdicts), ("", ""))
        yield Finding(
            run.say(
                "莊家與閒家各有多大概率聽得到牌——{told}。{verdict}",
                "The chance to get ready, dealers and others: {told}.{verdict}",
                told=clauses(run, told),
                verdict=run.say(*verdict),
            )
        )


def _tiles(rows: dict[str, Row]) -> dict[str, Row]:
    """Return the rows of what can't be negative whose intervals know that."""
    return {cell: row for cell, row in rows.items() if row["conf_low"] >= 0.0}


def _chances(run: ToldRun) -> Iterator[Finding]:
    rows = by_cell(run, "win|ready")
    if rows:
        yield Finding(
            run.say(
                "聽過牌的人，最後胡牌的概率：{numbers}。{order}",
                "The chance to win of a seat that is ever ready: {numbers}.{order}",
                numbers=side_by_side(run, rows, percent),
                order=ordered(run, rows, HIGHER),
            ),
            key=True,
        )
    rows = {cell: row for cell, row in by_cell(run, "win|able").items() if _seldom_able(run, cell)}
    if rows:
        yield Finding(
            run.say(
                "曾經可胡的人，最後胡牌的概率：{numbers}。{order}",
                "The chance to win of a seat that is ever able to: {numbers}.{order}",
                numbers=side_by_side(run, rows, percent),
                order=ordered(run, rows, HIGHER),
            )
        )


def _seldom_able(run: ToldRun, cell: str) -> bool:
    """Return whether fewer seats are ever able to win than are ever ready."""
    ready, able = (
        run.row(term, cell=cell, role="", family="ever") for term in ("ever_ready", "ever_able")
    )
    return ready is not None and able is not None and above(ready, able)


def _able(run: ToldRun) -> Iterator[Finding]:
    """Tell of being able to win, where that is not the same as being ready."""
    told = {}
    for cell, ever in by_cell(run, "ever_able", role="", family="ever").items():
        turn = run.row("able_turn", cell=cell, role="", family="mean")
        if turn is not None and known(turn) and _seldom_able(run, cell):
            told[cell] = run.say(
                "{share}，平均在第 {turn} 巡",
                "{share}, on turn {turn} on average",
                share=percent(ever),
                turn=run.told(turn),
            )
    if told:
        yield Finding(
            run.say(
                "曾經可胡的比聽過牌的少——{told}。",
                "Fewer seats are ever able to win than are ever ready: {told}.",
                told=clauses(run, told),
            )
        )


def _by_kinds(run: ToldRun) -> Iterator[Finding]:
    told, direction = _by(
        run,
        "win|ready_kinds=",
        _KINDS,
        lambda kinds, share: run.say(
            "{kinds} {share}", "{share} with {kinds}", kinds=_many(run, kinds), share=share
        ),
    )
    if told:
        verdict = {
            1: ("兩端之中，聽得寬的胡得多。", " Of the two the wider wait wins more often."),
            -1: ("兩端之中，聽得寬的胡得少。", " Of the two the wider wait wins less often."),
        }.get(direction, ("", ""))
        yield Finding(
            run.say(
                "初聽最窄與最寬的（略去少見的），胡牌的概率（相關）——{told}。{verdict}",
                "The chance to win with the fewest and the most kinds waited for when first "
                "ready, rare numbers left aside (an association): {told}.{verdict}",
                told=clauses(run, told),
                verdict=run.say(*verdict),
            )
        )


def _many(run: ToldRun, kinds: str) -> str:
    """Name a number of kinds."""
    if kinds.endswith("+"):
        return run.say("{n} 種以上", "{n} kinds or more", n=kinds[:-1])
    return run.say("{n} 種", "{n} kind" if kinds == "1" else "{n} kinds", n=kinds)


def _by_turn(run: ToldRun) -> Iterator[Finding]:
    told, direction = _by(
        run,
        "win|ready_turn=",
        _TURNS,
        lambda turn, share: run.say(
            "第 {turn} 巡 {share}", "{share} on turn {turn}", turn=turn, share=share
        ),
    )
    if told:
        verdict = {
            1: ("兩端之中，聽得晚的胡得多。", " Of the two the later wins more often."),
            -1: ("兩端之中，聽得早的胡得多。", " Of the two the earlier wins more often."),
        }.get(direction, ("", ""))
        yield Finding(
            run.say(
                "初聽最早與最晚的（略去少見的），胡牌的概率（相關）——{told}。{verdict}",
                "The chance to win when first ready earliest and latest, rare turns left aside "
                "(an association): {told}.{verdict}",
                told=clauses(run, told),
                verdict=run.say(*verdict),
            )
        )


def _by(
    run: ToldRun, term: str, values: Sequence[str], tell: Callable[[str, str], str]
) -> tuple[dict[str, str], int]:
    """Tell the ends of chances to win that are known narrowly, and which is higher, if all agree.

    Parameters
    ----------
    run : ToldRun
    term : str
        What the terms begin with.
    values : sequence of str
        How they go on, in order.
    tell : callable
        Of a value and its share.

    Returns
    -------
    told : dict of str to str
        By cell.
    direction : {-1, 0, 1}
        1 if in every cell the interval of the last value lies above that of the first.
    """
    told = {}
    directions = set()
    for cell in run.cells:
        found = [(value, run.row(f"{term}{value}", cell=cell)) for value in values]
        rows = [
            (value, row)
            for value, row in found
            if row is not None and known(row) and row["conf_high"] - row["conf_low"] < _NARROW
        ]
        if len(rows) < 2:
            continue
        ends = rows[0], rows[-1]
        told[cell] = listed(run, [tell(value, percent(row)) for value, row in ends])
        (_, first), (_, last) = ends
        directions.add(int(above(last, first)) - int(above(first, last)))
    return told, directions.pop() if len(directions) == 1 else 0


def _kinds(run: ToldRun) -> Iterator[Finding]:
    """Tell which number of kinds is the most frequent at first ready."""
    told = {}
    for cell in run.cells:
        top = topmost(row for row in run.rows("ready_kinds", cell=cell) if known(row))
        if top is not None:
            told[cell] = run.say(
                "{kinds}，佔 {share}",
                "{kinds}, {share} of the time",
                kinds=_many(run, top["term"].partition("=")[2]),
                share=run.told(top),
            )
    if told:
        yield Finding(
            run.say(
                "初聽最常見的種數——{told}。",
                "The most frequent number of kinds when first ready: {told}.",
                told=clauses(run, told),
            )
        )


def _before(run: ToldRun) -> Iterator[Finding]:
    rows = _tiles(by_cell(run, "win_win_tiles", role="", family="mean"))
    if rows:
        yield Finding(
            run.say(
                "胡牌的人，胡前平均有幾張能胡的活張：{numbers}。{order}",
                "Live tiles that may win, just before the win, on average: {numbers}.{order}",
                numbers=side_by_side(run, rows, run.told),
                order=ordered(run, rows, MORE),
            )
        )


def _of_categories(run: ToldRun) -> Iterator[Finding]:
    """Tell which 番種 are won with the most live tiles, and which with the fewest."""
    told = {}
    for cell in run.cells:
        rows = [
            row
            for row in run.rows("by_category", cell=cell)
            if row["term"].startswith("win_win_tiles|")
            and known(row)
            and row["std_error"]
            and row["conf_low"] >= 0.0
        ]
        top, low = topmost(rows), topmost(rows, lowest=True)
        if top is None or low is None:
            continue
        told[cell] = run.say(
            "最多的是{most} {high} 張，最少的是{fewest} {low} 張",
            "the most with {most}, {high}, the fewest with {fewest}, {low}",
            most=_named(run, top),
            high=run.told(top),
            fewest=_named(run, low),
            low=run.told(low),
        )
    if told:
        yield Finding(
            run.say(
                "胡前能胡的活張，按番種看（相關）——{told}。",
                "Live tiles that may win, just before the win, by category (an association): "
                "{told}.",
                told=clauses(run, told),
            )
        )


def _named(run: ToldRun, row: Row) -> str:
    return category(run, row, row["term"].partition("|")[2])


def _of_wilds(run: ToldRun) -> Iterator[Finding]:
    told = {}
    for cell in run.cells:
        rows = [
            (held, run.row(f"ready_tiles|wilds_dealt:{held}", cell=cell))
            for held in range(_MOST_WILDS)
        ]
        items = [
            run.say(
                "{n} 張{wild} {tiles}",
                "{tiles} with {n}",
                n=held,
                wild=wild(run),
                tiles=run.told(row),
            )
            for held, row in rows
            if row is not None and known(row) and row["std_error"] and row["conf_low"] >= 0.0
        ]
        if len(items) > 1:
            told[cell] = listed(run, [items[0], items[-1]])
    if told:
        yield Finding(
            run.say(
                "起手{wild}最少與最多的，初聽的活張（相關）——{told}。",
                "Live tiles when first ready, with the fewest and the most {wild}s dealt (an "
                "association): {told}.",
                wild=wild(run),
                told=clauses(run, told),
            )
        )


def _as_dealt(run: ToldRun) -> Iterator[Finding]:
    """Tell the exact chance to be ready as dealt, once: the deals are the same for all."""
    for row in run.rows("ready_turn", term="ready_turn=0", role="other"):
        if row["exact"] is not None and known(row):
            yield Finding(
                run.say(
                    "閒家起手聽牌的精確概率是 {exact}；這裡見到 {found}。",
                    "Seats that do not deal are ready as dealt with an exact chance of {exact}; "
                    "here it was {found}.",
                    exact=exactly(run, row),
                    found=percent(row),
                )
            )
            return


STORY = Story(
    _title,
    _question,
    _method,
    _findings,
    ("mean", "ever", "win_given", "ready_kinds", "ready_turn"),
)
"""When a hand is ready, what it waits for, and whether it wins."""
