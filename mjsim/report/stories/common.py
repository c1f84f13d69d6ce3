"""What all stories share: players, walls and intervals."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mjsim.experiments.tidy import VERDICT
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.telling import quoted

__all__ = ["common", "preface"]

_PLAYS: Final = {
    "speed": (
        "speed 求快，只求最少步數成牌，步數相同則取活張最多的打法，不問番數分數",
        "speed plays for the fewest steps to a complete hand, then for the most live tiles, "
        "whatever the hand is worth",
    ),
    "random": (
        "random 亂打，凡合規的打法，取哪一種的概率都相同",
        "random takes every legal action with the same chance",
    ),
    "value": (
        "value 求大，估量手牌能胡多少番，連同杠分，有時放過小胡等大的",
        "value plays for the fan that a hand may bring and for kong points, and may pass up a "
        "small win to wait for a larger one",
    ),
    "value:wenling": (
        "value 求大，估量手牌能值多少分，胡與不胡都算，並避開可能要包三家的牌",
        "value plays for the points that a hand may bring, whether it wins or not, and shuns "
        "discards that may make it pay for all (包三家)",
    ),
}

_METHODS: Final = (
    (
        r"^wilson$",
        "各次獨立的佔比用 Wilson 區間",
        "shares of independent trials: Wilson's interval",
    ),
    (
        r"by (unit|hand)|^clustered",
        "同一{unit}裡的各項彼此相關，誤差按整{unit}計算",
        "what belongs to one {unit} is not independent, so that errors are taken over whole "
        "{unit}s",
    ),
    (
        r"^ratio",
        "「每胡」「聽牌者之中」一類是兩個隨機總和之比，用 delta 法",
        "what is counted per win, or among those who are ready, is a ratio of two random sums: "
        "the delta method",
    ),
    (
        r"^(normal|clustered normal|normal by)",
        "平均數用正態區間",
        "means: the normal interval",
    ),
    (r"(^| )t$", "盤數少時用 Student 的 t", "few trials: Student's t"),
    (
        r"^paired",
        "差的誤差逐{unit}計算，相比的兩數彼此相關也算在內",
        "differences: the error is taken {unit} by {unit}, so that what the two numbers share is "
        "allowed for",
    ),
    (
        r"^controlled",
        "扣除手氣者，以摸牌或發牌的運氣為控制變量",
        "less luck: the luck of draws or deals as a control variate",
    ),
    (
        r"^jackknife",
        "標準差一類用分組 jackknife",
        "standard deviations and the like: the jackknife over groups",
    ),
    (
        r"^woodruff",
        "分位數用 Woodruff 法，按整場計算",
        "quantiles: Woodruff's method, over whole sessions",
    ),
    (
        r"Bonferroni",
        "從幾個之中取最大者，區間按個數放寬（Bonferroni）",
        "the largest of several: wider by Bonferroni's correction",
    ),
    (
        r"^(clopper-pearson|bounded)",
        "一次也沒見到（或次次都見到）的，給出精確界限，記作 ≤ 或 ≥",
        "where nothing was seen, or nothing else, exact bounds, written ≤ or ≥",
    ),
    (
        r"sequence",
        "這次運行邊跑邊看，或按規則提早停止，故用置信序列：無論何時停下都成立",
        "the run was looked at, or stopped by a rule, while it went on: confidence sequences, "
        "which hold at every look",
    ),
)
"""Patterns of methods, and how they are told."""

_UNITS: Final = {
    "hands": ("盤", "hand"),
    "walls": ("副牌牆", "wall"),
    "sessions": ("場", "session"),
}


def common(run: ToldRun) -> Iterator[str]:
    """Yield paragraphs that every method ends with: players, walls, intervals, many numbers.

    Parameters
    ----------
    run : ToldRun

    Yields
    ------
    str
        Only what this run has: nobody plays where only deals are looked at.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.experiments import run_categories
    >>> from mjsim.report.run import read_told_run
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = run_categories(folder, 200, seed=1, strategies=["random"])
    ...     told = list(common(read_told_run(folder, "en")))
    >>> told[0][:46], len(told)
    ('The players are programs, not people: random t', 4)
    """
    names = _strategies(run)
    if names:
        yield _who(run, names)
    yield _on_what(run)
    yield from _intervals(run)


def preface(runs: Sequence[ToldRun]) -> str:
    """Return what has to be known before any number is read: who plays, what brackets hold.

    Parameters
    ----------
    runs : sequence of ToldRun
        One or more, of one game.
    """
    first = runs[0]
    names = list(dict.fromkeys(name for run in runs for name in _strategies(run)))
    levels = sorted({row["conf_level"] for run in runs for row in _estimates(run)})
    brackets = first.say(
        "方括號裡是 {level} 區間。",
        "Brackets hold {level} intervals.",
        level=first.say(" 或 ", " or ").join(f"{100 * level:g} %" for level in levels),
    )
    return first.say(
        "{who}{brackets}",
        "{who} {brackets}",
        brackets=brackets,
        who=_who(first, names) if names else "",
    ).strip()


def _strategies(run: ToldRun) -> list[str]:
    """Return who plays, in the order of the cells."""
    cells = run.design.get("cells") or ()
    return list(dict.fromkeys(name for cell in cells for name in cell["strategies"]))


def _who(run: ToldRun, names: Sequence[str]) -> str:
    # What has parameters is told by what it is built on, which is told even if it does not play.
    plain = [name for name in dict.fromkeys(name.partition("(")[0] for name in names) if name]
    told = [_play(run, name) for name in plain]
    told += [
        run.say(
            "{name} 是改了括號裡那些參數的 {plain}",
            "{name} is {plain} with the parameters in brackets",
            name=name,
            plain=name.partition("(")[0],
        )
        for name in names
        if "(" in name and name.partition("(")[0] in _PLAYS
    ]
    return run.say(
        "牌由程序來打，不是真人。{told}。這裡的數字只屬於這些打法；換一種打法，數字就會不同。",
        "The players are programs, not people: {told}. The numbers are of these players; another "
        "way of playing changes them.",
        told=run.say("；", "; ").join(told),
    )


def _play(run: ToldRun, name: str) -> str:
    both = _PLAYS.get(f"{name}:{run.game}") or _PLAYS.get(name)
    if both is None:
        return run.say(
            "{name} 是使用者自己的打法", "{name} is a strategy of the user's own", name=name
        )
    return run.say(*both)


def _on_what(run: ToldRun) -> str:
    unit = run.run.unit
    parts = {
        "n": f"{run.n:,}",
        "seed": run.run.seed,
        "unit": run.say(*_UNITS[unit]),
        "units": unit,
    }
    if not run.cells:
        return run.say(
            "共發 {n} 盤牌，沒有人打。每一盤由種子 {seed} 與盤號決定，誰都能照樣重發。",
            "{n} hands were dealt, and nobody plays. Each follows from the seed {seed} and its "
            "number, and can be dealt again.",
            **parts,
        )
    turns = {
        "sessions": (
            "第一盤由各家輪流當莊，以後按規則連莊或下莊",
            "the first dealer changes from session to session, the later ones follow the rules",
        ),
        "walls": (
            "各打法輪流坐遍四個座位，莊家依次輪換",
            "the players take every seat in turn, and the deal passes from wall to wall",
        ),
    }.get(unit, ("四家輪流當莊", "the four seats deal in turn"))
    many = run.say(
        "各組打的是同一批牌牆。兩個區間不相交，才說孰高孰低；不論兩數因此如何相關，這樣說錯的機會"
        "都不超過區間不含真值的機會。區間相交，則不作判斷。",
        " All groups of players had the same walls. An order is claimed only where two intervals "
        "do not overlap; however the walls tie the two numbers, such a claim is no more often "
        "wrong than an interval misses. Where intervals overlap, nothing is claimed.",
    )
    return run.say(
        "每組打 {n} {unit}：{turns}。每副牌牆由種子 {seed} 與盤號決定，誰都能照樣重打。{many}",
        "Each group of players played {n} {units}; {turns}. Every wall follows from the seed "
        "{seed} and its number, and can be played again.{many}",
        turns=run.say(*turns),
        many=many if len(run.cells) > 1 else "",
        **parts,
    )


def _intervals(run: ToldRun) -> Iterator[str]:
    rows = _estimates(run)
    levels = sorted({row["conf_level"] for row in rows})
    if not levels:
        return
    methods = {row["method"] for row in rows}
    zh, en = _UNITS[run.run.unit]
    told = [
        run.say(in_zh, in_en, unit=run.say(zh, en))
        for pattern, in_zh, in_en in _METHODS
        if any(re.search(pattern, method) for method in methods)
    ]
    text = run.say(
        "方括號裡是 {level} 區間。{told}。",
        "Brackets hold {level} intervals. {told}.",
        level=run.say(" 或 ", " or ").join(f"{100 * level:g} %" for level in levels)
        + (run.say("（表中各行註明）", " (as the results say)") if len(levels) > 1 else ""),
        told=_capital(run.say("；", "; ").join(told)),
    )
    yield quoted(run, text)
    exact = any(row["exact"] is not None for row in rows)
    checked = run.say(
        "有精確值的，估計與精確值並列，並按檢驗的個數校正 p 值（Holm）。",
        " Where an exact value is known it stands beside the estimate, and the p values are "
        "corrected for how many tests there are (Holm).",
    )
    yield run.say(
        "數字很多：每 100 個 {level} 區間，{about} {missed} 個不含真值，差一點就分不開的，單看一個"
        "不足為憑。{checked}",
        "There are many numbers: of 100 intervals of {level} {about} {missed} miss the truth, so "
        "that a single one that only just tells two numbers apart proves little.{checked}",
        about=run.say("至多約有", "at most about")
        if any("sequence" in method for method in methods)
        else run.say("平均約有", "about"),
        level=f"{100 * levels[0]:g} %",
        missed=f"{100 * (1 - levels[0]):.3g}",
        checked=checked if exact else "",
    )


def _estimates(run: ToldRun) -> list[Row]:
    """Return rows with an interval."""
    return [row for row in run.rows() if row["family"] != VERDICT and row["conf_low"] is not None]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
