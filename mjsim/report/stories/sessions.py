"""The story of ``sessions``: scores over many hands, ruin, streaks, and who is ahead."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.telling import (
    HIGHER,
    MORE,
    above,
    by_cell,
    clauses,
    known,
    listed,
    one_in,
    ordered,
    percent,
    quoted,
    side_by_side,
)
from mjsim.report.story import Story
from mjsim.stats.shown import digits_of

__all__ = ["STORY"]

_AMONG: Final = " among "
_RARE: Final = 0.05
_MOST_STREAK: Final = 4
_NARROW: Final = 0.2


def _title(run: ToldRun) -> str:
    return run.say("一場下來：輸贏、輸盡、連莊", "Sessions: scores, ruin and streaks")


def _question(run: ToldRun) -> str:
    return run.say(
        "連打 {n}，輸贏能差多少？輸盡本錢的機會多大？莊家能連多久？"
        "打得好的人，要打多少盤才看得出來？",
        "How far apart do scores get over {n}? How likely is ruin, how long do dealers stay? "
        "And after how many hands does a better player show?",
        n=_many(run, _hands(run)),
    )


def _hands(run: ToldRun) -> int:
    return int(run.design["n_hands"])


def _many(run: ToldRun, hands: int) -> str:
    return run.say("{n} 盤", "{n} hand" if hands == 1 else "{n} hands", n=hands)


def _method(run: ToldRun) -> Iterator[str]:
    yield run.say(
        "一場是連續 {n}，莊家按規則連莊、下莊，分數累計。{stakes}四家打法相同的，看分數散得"
        "多開；一家對三家的，看那一家。概率都是對一家而言。",
        "A session is {n} in a row: the deal stays or passes on by the rules, and scores add up. "
        "{stakes}Where the four play alike, it is told how far scores spread; where one plays "
        "among three of another, how that one does. Chances are those of one player.",
        n=_many(run, _hands(run)),
        stakes=_stakes(run),
    )
    text = run.say(
        "「輸盡」是任何時候比開始少了本錢那麼多；分數照樣算下去，不因輸盡而離桌。"
        "「回撤」是從到那時為止的最高分往下跌的最大幅度。表中連莊的盤數只計已經結束的；"
        "一場最長的連莊，場末還沒結束的也算。",
        "Ruin is to fall by what a seat brought below the start, at any time; play goes on all the "
        "same. The drawdown is the largest fall from the best score so far. The tables count "
        "streaks of a dealer that ended; the longest of a session may be the one cut off by its "
        "end.",
    )
    yield quoted(run, text)
    if any(_AMONG in cell for cell in run.cells):
        text = run.say(
            "「打多少盤，得分為正的機會才有 95 %」由一場得分的平均與變異用正態近似推出，假設以後"
            "各場彼此獨立、打法不變；它說的是這兩種打法之間，不是人與人之間。",
            "After how many hands a score above zero has a chance of 95 % follows from mean "
            "and variance of a session's score by the normal approximation, for sessions alike "
            "and independent; it is of these strategies, not of people.",
        )
        yield quoted(run, text)


def _stakes(run: ToldRun) -> str:
    if run.game != "tianjin":
        return ""
    asked = [*_each(run.design.get("sit")), *_each(run.design.get("pulls"))]
    if not any(value is None or value for value in asked):
        return run.say("沒有人坐莊、拉莊。", "Nobody sits (坐莊) or pulls (拉莊). ")
    return run.say("坐莊、拉莊照設定。", "坐莊 and 拉莊 are as set. ")


def _each(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _findings(run: ToldRun) -> Iterator[Finding]:
    yield from _spread(run)
    yield from _sd(run)
    yield from _ruin(run)
    yield from _gain(run)
    yield from _until(run)
    yield from _ahead(run, "ahead")
    yield from _ahead(run, "leads")
    yield from _drawdown(run)
    yield from _stays(run)
    yield from _streaks(run)


def _alike(run: ToldRun) -> list[str]:
    return [cell for cell in run.cells if _AMONG not in cell]


def _role(cell: str) -> str:
    return "seat0" if _AMONG in cell else ""


def _of_each(run: ToldRun, term: str) -> dict[str, Row]:
    """Return the rows of a term: of the one among three, and of all where four play alike."""
    rows = {cell: run.row(term, cell=cell, role=_role(cell)) for cell in run.cells}
    return {cell: row for cell, row in rows.items() if row is not None and known(row)}


def _score(run: ToldRun, row: Row) -> str:
    """Return a score with sign and interval; a quantile of whole numbers as one."""
    ends = [row[name] for name in ("estimate", "conf_low", "conf_high")]
    if all(float(value).is_integer() for value in ends):
        value, low, high = (f"{end:+.0f}" if end else "0" for end in ends)
        return f"{value} [{low}, {high}]".replace("-", "−")
    return run.signed(row)


def _spread(run: ToldRun) -> Iterator[Finding]:
    """Tell what half of the scores of four alike lie between, and how far their ends reach."""
    for low, high, zh, en in (
        (
            "q25",
            "q75",
            "一半的分數在 {low} 與 {high} 之間",
            "half of the scores lie between {low} and {high}",
        ),
        (
            "q05",
            "q95",
            "最差的 5 % 在 {low} 以下，最好的 5 % 在 {high} 以上",
            "the worst 5 % of scores lie below {low}, the best 5 % above {high}",
        ),
    ):
        told = {}
        for cell in _alike(run):
            rows = [run.row(f"score_{name}", cell=cell, role="") for name in (low, high)]
            had = [_score(run, row) for row in rows if row is not None and known(row)]
            if len(had) == len(rows):
                told[cell] = run.say(zh, en, low=had[0], high=had[1])
        if told:
            yield Finding(
                run.say(
                    "四家打法相同，打完 {n}——{told}。",
                    "Between four who play alike, after {n}: {told}.",
                    n=_many(run, _hands(run)),
                    told=clauses(run, told),
                ),
                key=low == "q25",
            )


def _sd(run: ToldRun) -> Iterator[Finding]:
    rows = {cell: row for cell, row in _of_each(run, "score_sd").items() if _AMONG not in cell}
    if rows:
        yield Finding(
            run.say(
                "一場得分的標準差（分）：{told}。{order}",
                "Standard deviation of a session's score, in points: {told}.{order}",
                told=side_by_side(run, rows, run.told),
                order=ordered(run, rows, HIGHER),
            )
        )


def _ruin(run: ToldRun) -> Iterator[Finding]:
    rows: dict[str, Row] = {}
    for cell in run.cells:
        for row in run.rows("ruin", cell=cell, role=_role(cell)):
            if known(row):
                rows[cell] = row
    if rows:
        bankroll = next(iter(rows.values()))["term"].removeprefix("ruin(").removesuffix(")")
        yield Finding(
            run.say(
                "一家帶 {bankroll} 分，{n}之內輸盡的概率：{told}。{order}",
                "The chance of one player to lose {bankroll} points within {n}: {told}.{order}",
                bankroll=bankroll,
                n=_many(run, _hands(run)),
                told=side_by_side(run, rows, lambda row: _seldom(run, row)),
                order=ordered(run, rows, HIGHER),
            ),
            key=True,
        )


def _seldom(run: ToldRun, row: Row) -> str:
    often = one_in(row) if row["estimate"] < _RARE else None
    if often is None:
        return percent(row)
    return run.say(
        "{share}（平均 {often} 場一次）",
        "{share} (1 in {often} sessions)",
        share=percent(row),
        often=often,
    )


def _gain(run: ToldRun) -> Iterator[Finding]:
    """Tell the mean score of each one among three, and whether it gains."""
    told = {}
    for cell in run.cells:
        row = run.row("score_mean", cell=cell, role="seat0") if _AMONG in cell else None
        if row is not None and known(row):
            told[cell] = run.say(
                "{n} 分（{sign}）",
                "{n} points ({sign})",
                n=run.signed(row),
                sign={
                    1: run.say("贏", "a gain"),
                    -1: run.say("輸", "a loss"),
                    0: run.say("輸贏未定", "undecided"),
                }[run.sign(row)],
            )
    if told:
        yield Finding(
            run.say(
                "一家對三家，打完 {n}，那一家平均——{told}。",
                "After {n} the one among three has, on average: {told}.",
                n=_many(run, _hands(run)),
                told=clauses(run, told),
            ),
            key=True,
        )


def _until(run: ToldRun) -> Iterator[Finding]:
    rows = by_cell(run, "hands_until_ahead:0.95", role="seat0")
    if rows:
        yield Finding(
            run.say(
                "打多少盤，那一家得分為正的機會才有 95 %（正態近似）：{told}。",
                "Hands until the one has a score above zero with a chance of 95 % (normal "
                "approximation): {told}.",
                told=side_by_side(run, rows, lambda row: _in_sessions(run, row)),
            ),
            key=True,
        )


def _in_sessions(run: ToldRun, row: Row) -> str:
    """Return a number of hands, and how many sessions that is."""
    hands, se = _hands(run), row["std_error"]
    if hands == 1 or not se:
        return run.told(row)
    places = digits_of(se / hands)
    value, low, high = (
        f"{row[name] / hands:.{places}f}" for name in ("estimate", "conf_low", "conf_high")
    )
    return run.say(
        "{told}（即 {n} 場）",
        "{told} (that is {n} sessions)",
        told=run.told(row),
        n=f"{value} [{low}, {high}]",
    )


def _ahead(run: ToldRun, family: str) -> Iterator[Finding]:
    """Tell how often the one is ahead, or leads, after the first look and after the last."""
    told = {}
    for cell in run.cells:
        rows = [row for row in run.rows(family, cell=cell, role="seat0") if known(row)]
        if not rows:
            continue
        looks = [rows[0], rows[-1]] if len(rows) > 1 else rows
        told[cell] = listed(
            run,
            [
                run.say(
                    "{n}後 {share}",
                    "{share} after {n}",
                    n=_many(run, int(row["term"].partition("=")[2])),
                    share=run.told(row),
                )
                for row in looks
            ],
        )
    if told:
        both = {
            "ahead": (
                "那一家得分為正的概率——{told}。",
                "The chance that the one has a score above zero: {told}.",
            ),
            "leads": (
                "那一家領先另外三家的概率——{told}。",
                "The chance that the one leads all three others: {told}.",
            ),
        }[family]
        yield Finding(run.say(*both, told=clauses(run, told)))


def _drawdown(run: ToldRun) -> Iterator[Finding]:
    found = _of_each(run, "drawdown_mean")
    rows = {cell: row for cell, row in found.items() if row["conf_low"] >= 0.0}
    if rows:
        yield Finding(
            run.say(
                "一場之中最大回撤，平均（分）：{told}。{order}",
                "The largest drawdown of a session, mean in points: {told}.{order}",
                told=side_by_side(run, rows, run.told),
                order=ordered(run, rows, HIGHER),
            )
        )


def _stays(run: ToldRun) -> Iterator[Finding]:
    rows = {cell: row for cell, row in by_cell(run, "stays").items() if cell in _alike(run)}
    told = {}
    for cell, row in rows.items():
        told[cell] = run.say(
            "一盤之後連莊的佔 {share}", "{share} of hands keep the dealer", share=percent(row)
        )
        longest = run.row("streak_longest", cell=cell)
        if longest is not None and known(longest) and longest["std_error"]:
            told[cell] += run.say(
                "，一場最長連莊平均 {n} 盤",
                ", the longest streak of a session is {n} hands on average",
                n=run.told(longest),
            )
    if told:
        yield Finding(
            run.say(
                "連莊——{told}。{order}",
                "How dealers stay: {told}.{order}",
                told=clauses(run, told),
                order=ordered(run, rows, MORE),
            )
        )


def _streaks(run: ToldRun) -> Iterator[Finding]:
    """Tell whether a dealer who has stayed long is likelier to stay, where four play alike."""
    told = {}
    apart = set()
    for cell in _alike(run):
        found = [(n, run.row(f"stays|streak={n}", cell=cell)) for n in range(1, _MOST_STREAK + 1)]
        rows = [
            (n, row)
            for n, row in found
            if row is not None and known(row) and row["conf_high"] - row["conf_low"] < _NARROW
        ]
        if len(rows) < 2:
            continue
        told[cell] = listed(
            run,
            [
                run.say("{n} 盤後 {share}", "{share} after {n}", n=n, share=percent(row))
                for n, row in (rows[0], rows[-1])
            ],
        )
        first, last = rows[0][1], rows[-1][1]
        apart.add(int(above(last, first)) - int(above(first, last)))
    if told:
        verdict: Mapping[frozenset[int], tuple[str, str]] = {
            frozenset([0]): (
                "區間相交：看不出連得久了，再連更容易還是更難。",
                " The intervals overlap: no sign that who stayed longer stays more often, or less.",
            ),
            frozenset([1]): (
                "兩者之中，連得久的較常再連。",
                " Of the two, who stayed longer stays more often.",
            ),
            frozenset([-1]): (
                "兩者之中，連得久的較少再連。",
                " Of the two, who stayed longer stays less often.",
            ),
        }
        yield Finding(
            run.say(
                "當莊若干盤之後，下一盤仍當莊的概率——{told}。{verdict}",
                "The chance to stay after so many hands as the dealer: {told}.{verdict}",
                told=clauses(run, told),
                verdict=run.say(*verdict.get(frozenset(apart), ("", ""))),
            )
        )


STORY = Story(
    _title,
    _question,
    _method,
    _findings,
    ("until_ahead", "ahead", "leads", "ruin", "score", "streak"),
)
"""Scores over many hands, ruin, streaks, and who is ahead."""
