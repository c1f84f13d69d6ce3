"""The story of ``deals``: what is dealt, beside what is exact."""

from collections.abc import Iterator, Sequence
from typing import Final

from mjsim.experiments.tidy import ERROR_RATE, VERDICT
from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.telling import (
    category,
    exactly,
    known,
    listed,
    percent,
    quoted,
    wild,
)
from mjsim.report.story import Story

__all__ = ["STORY"]

_FEW: Final = 3
_WILDS: Final = {"tianjin": "n_wilds", "wenling": "n_de"}


def _title(run: ToldRun) -> str:
    return run.say("發牌：起手是什麼樣", "Deals: what an opening looks like")


def _question(run: ToldRun) -> str:
    if run.game == "wenling":
        return run.say(
            "補牌之後，各家起手有幾張得、離聽牌幾步、亮了幾張？起手就有腊子的多不多？模擬與精確值合不合？",
            "After the replacements, how many wilds does a seat hold, how far is it from ready, "
            "how many tiles has it shown? How often does somebody win at once? Does the sample "
            "agree with what is exact?",
        )
    return run.say(
        "莊家起手十四張，離聽牌幾步、有幾張混、多久一次天胡、天胡值多少？模擬與精確值合不合？",
        "Of the dealer's fourteen tiles: how far from ready, with how many wilds, how often "
        "complete, and worth what? Does the sample agree with what is exact?",
    )


def _method(run: ToldRun) -> Iterator[str]:
    indicator = str(run.design.get("indicator", "random"))
    turned = (
        run.say("指示牌每盤隨機翻出。", "The indicator is drawn anew in each hand.")
        if indicator == "random"
        else run.say(
            "每盤的指示牌都是 {tile}。", "The indicator is {tile} in every hand.", tile=indicator
        )
    )
    if run.game == "wenling":
        text = run.say(
            "只發牌、補牌，不打。{turned}「得」是百搭，「亮」是補牌時亮出的牌；"
            "三得、四白板之類的腊子，起手有了就算胡。「闹闹」與「非闹闹」分開列。",
            "Tiles are dealt and replaced, and not played. {turned} 得 is a wild; tiles shown are "
            "those replaced at the deal; 腊子 such as 三得 or 四白板 win at once. What is given "
            "闹闹, or its absence, is told apart.",
            turned=turned,
        )
        yield quoted(run, text)
        yield run.say(
            "莊家起手比閒家多一張，所以分開計。三個閒家同在一副牌裡，彼此不獨立，按盤合計。",
            "The dealer holds a tile more than the others, and is counted apart. The three others "
            "share a hand and are not independent: they are counted by hand.",
        )
    else:
        yield run.say(
            "只看莊家起手的十四張，不打。{turned}向聽是離聽牌還差幾步：0 是聽牌，-1 是成牌。"
            "成牌者照天胡計番。",
            "Only the dealer's first fourteen tiles are looked at, and nothing is played. {turned} "
            "Shanten is how many steps are missing to be ready: 0 is ready, -1 complete. What is "
            "complete is scored as 天胡.",
            turned=turned,
        )
    yield run.say(
        "精確值由逐一計數得出，沒有誤差；它與程序是否說的是同一件事，由這次抽樣來核對。",
        "Exact values are counted out and have no error; the sample checks that they and the "
        "program speak of the same thing.",
    )


def _findings(run: ToldRun) -> Iterator[Finding]:
    if run.game == "wenling":
        yield from _at_once(run)
        yield from _modes(run)
    yield from _complete(run)
    yield from _steps(run)
    yield from _wilds(run)
    yield from _shown(run)
    yield from _worth(run)
    yield from _categories(run)
    yield from _verdict(run)


def _row(run: ToldRun, term: str, role: str = "", mode: str = "") -> Row | None:
    """Return the row of a term that has an interval; of 天津 there are no roles and modes."""
    rows = [
        row
        for row in run.rows(term=term)
        if (not role or row.get("role", role) == role)
        and row.get("mode", "all") == (mode or "all")
        and known(row)
    ]
    return rows[0] if len(rows) == 1 else None


def _beside(run: ToldRun, row: Row) -> str:
    """Return what is exact, with what was found; or only that, where nothing is."""
    found = percent(row) if _is_share(row) else run.told(row)
    if row["exact"] is None:
        return found
    return run.say(
        "精確值 {exact}，抽樣 {found}",
        "{exact} exactly, {found} in the sample",
        exact=exactly(run, row),
        found=found,
    )


def _is_share(row: Row) -> bool:
    return not row["term"].startswith("mean_")


def _roles(run: ToldRun) -> Sequence[tuple[str, str]]:
    if run.game == "wenling":
        return (
            ("dealer", run.say("莊家", "the dealer")),
            ("other", run.say("閒家", "others")),
        )
    return (("", ""),)  # nobody else is looked at


def _by_role(run: ToldRun, term: str) -> str:
    """Return a term of each role, empty if there is none."""
    told = [
        f"{who} {_beside(run, row)}".strip()
        for role, who in _roles(run)
        for row in [_row(run, term, role)]
        if row is not None
    ]
    return run.say("；", "; ").join(told)


def _at_once(run: ToldRun) -> Iterator[Finding]:
    row = _row(run, "is_automatic", "all")
    if row is not None:
        yield Finding(
            run.say(
                "起手就有人腊子：{told}。",
                "Somebody wins at once with a 腊子: {told}.",
                told=_beside(run, row),
            ),
            key=True,
        )
    rows = [
        row
        for row in run.rows("automatic", role="all")
        if row["mode"] == "all" and row["exact"] and known(row)
    ]
    rows.sort(key=lambda row: -float(row["exact"]))
    if rows:
        yield Finding(
            run.say(
                "按精確概率排，有人起手{told}。",
                "By their exact chances, somebody has {told}.",
                told=listed(
                    run,
                    [
                        run.say(
                            "{name} {chance}",
                            "{name} {chance}",
                            name=name,
                            chance=exactly(run, row),
                        )
                        for row in rows
                        for name in [_automatic(run, row)]
                    ],
                ),
            )
        )


def _automatic(run: ToldRun, row: Row) -> str:
    name = row["term"].partition("=")[2]
    label = row["label"].split()[-1].removeprefix("有人")
    return category(run, {**row, "label": label}, name)


def _modes(run: ToldRun) -> Iterator[Finding]:
    naonao = _row(run, "is_naonao", "all")
    if naonao is not None:
        yield Finding(run.say("闹闹：{told}。", "闹闹 holds: {told}.", told=_beside(run, naonao)))
    with_, without = (_row(run, "is_automatic", "all", mode) for mode in ("naonao", "normal"))
    if with_ is not None and without is not None and with_["exact"] and without["exact"]:
        more = with_["exact"] > without["exact"]
        yield Finding(
            run.say(
                "起手腊子，闹闹時 {with_}，非闹闹時 {without}；按精確值，闹闹時{more}。",
                "A 腊子 at once comes with 闹闹 in {with_}, without in {without}: by the exact "
                "values it is {more} with 闹闹.",
                with_=_beside(run, with_),
                without=_beside(run, without),
                more=run.say(
                    "較多" if more else "不較多", "more frequent" if more else "no more so"
                ),
            )
        )


def _complete(run: ToldRun) -> Iterator[Finding]:
    told = _row(run, "is_complete", "dealer")
    if told is not None:
        yield Finding(
            run.say(
                "莊家起手成牌：{told}。",
                "The dealer is complete as dealt: {told}.",
                told=_beside(run, told),
            ),
            key=True,
        )


def _steps(run: ToldRun) -> Iterator[Finding]:
    ready = _by_role(run, "shanten=0")
    if ready:
        yield Finding(
            run.say(
                "起手聽牌（未成牌）：{told}。",
                "Ready as dealt, and not complete: {told}.",
                told=ready,
            ),
            key=True,
        )
    means = _by_role(run, "mean_shanten")
    if means:
        yield Finding(
            run.say("平均向聽數：{told}。", "Mean shanten: {told}.", told=means),
        )
    told = []
    for role, who in _roles(run):
        rows = [row for row in run.rows("shanten", role=role or None) if known(row)]
        likely = max(rows, key=lambda row: row["exact"] or 0.0, default=None)
        if likely is not None and likely["exact"]:
            told.append(
                run.say(
                    "{who} {n} 向聽，{told}",
                    "{who} {n}, {told}",
                    who=who,
                    n=likely["term"].partition("=")[2],
                    told=_beside(run, likely),
                ).strip()
            )
    if told:
        yield Finding(
            run.say(
                "按精確概率，最常見的是：{told}。",
                "By the exact chances the most frequent shanten is: {told}.",
                told=run.say("；", "; ").join(told),
            )
        )


def _wilds(run: ToldRun) -> Iterator[Finding]:
    name = _WILDS[run.game]
    for held, zh, en in (
        (0, "起手一張{wild}也沒有：{told}。", "Without a {wild}: {told}."),
        (2, "起手兩張{wild}：{told}。", "With two {wild}s: {told}."),
    ):
        told = _by_role(run, f"{name}={held}")
        if told:
            yield Finding(run.say(zh, en, wild=wild(run), told=told))


def _shown(run: ToldRun) -> Iterator[Finding]:
    told = _by_role(run, "mean_n_shown")
    if told:
        yield Finding(
            run.say("平均亮牌數：{told}。", "Tiles shown, on average: {told}.", told=told)
        )


def _worth(run: ToldRun) -> Iterator[Finding]:
    """Tell what complete deals are worth, on average."""
    row = _row(run, "mean_fan_complete") or _row(run, "mean_points_complete", "dealer")
    if row is not None and row["std_error"] and row["conf_low"] >= 0.0:
        yield Finding(
            run.say(
                "起手成牌者，平均{unit}數：{told}。",
                "Complete deals are worth, in {unit} on average: {told}.",
                unit=run.say(
                    "分" if run.game == "wenling" else "番",
                    "points" if run.game == "wenling" else "fan",
                ),
                told=_beside(run, row),
            )
        )


def _categories(run: ToldRun) -> Iterator[Finding]:
    """Tell the most likely 番種 of complete deals, by their exact chances."""
    rows = [
        row
        for row in run.rows("category")
        if row["exact"] and known(row) and row["term"] != "category=tianhu"
    ]
    rows.sort(key=lambda row: -float(row["exact"]))
    told = [
        run.say(
            "{name}，{told}",
            "{name}, {told}",
            name=category(run, row, row["term"].partition("=")[2]),
            told=_beside(run, row),
        )
        for row in rows[:_FEW]
    ]
    if told:
        yield Finding(
            run.say(
                "天胡之中，按精確概率最常兼有的番種（佔每次發牌）：{told}。",
                "Besides 天胡, the categories most likely in a deal, by their exact chances: "
                "{told}.",
                told=run.say("；", "; ").join(told),
            )
        )


def _verdict(run: ToldRun) -> Iterator[Finding]:
    """Say how the whole agrees, and which estimates lie apart from what is exact."""
    for row in run.rows(VERDICT, term=VERDICT):
        n = sum(other["p_value"] is not None for other in run.rows()) - 1
        if n < 1:
            return
        agrees = row["estimate"] == 1.0
        yield Finding(
            run.say(
                "與精確值作 {n} 項檢驗，最小校正 p 為 {p:.2g}：{verdict}"
                "（低於 {rate:g} 才算不合）。",
                "Of {n} tests against exact values the smallest corrected p is {p:.2g}: "
                "{verdict} (below {rate:g} they would not agree).",
                n=n,
                p=row["p_adjusted"],
                rate=ERROR_RATE,
                verdict=run.say(
                    "相合" if agrees else "不合，此次運行不可取信",
                    "they agree" if agrees else "they do not agree, do not rely on this run",
                ),
            ),
            key=True,
        )


STORY = Story(
    _title,
    _question,
    _method,
    _findings,
    ("is_complete", "shanten", "n_wilds", "n_de", "fan", "category", "automatic", "mean"),
)
"""What is dealt, beside what is exact."""
