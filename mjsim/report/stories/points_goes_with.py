"""What goes with 闹闹, wilds and shown tiles in ``points``: associations, each by its sign."""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.signs import by_sign, sentence, turned
from mjsim.report.stories.telling import (
    above,
    by_cell,
    clauses,
    known,
    listed,
    percent,
    points,
    side_by_side,
)

__all__ = ["goes_with"]

_DE: Final = range(4)
_SOME_DE: Final = 2
_LEAST_SHOWN: Final = 0.001  # of the seats, for a number of tiles to be told
_FIRST: Final = ("winner_points", "dealer_payoff")
_OTHER: Final = ("loser_points", "winner_limit", "drawn")
_SHARES: Final = ("winner_limit", "drawn")
_NAONAO: Final = {
    "winner_points": ("胡者平均分數", "the mean points of a win"),
    "winner_payoff": ("胡者每胡得分", "what a win brings in"),
    "winner_limit": ("胡牌中腊子之比", "the share of limit hands among wins"),
    "loser_points": ("未胡者平均分數", "the mean points of those who did not win"),
    "dealer_payoff": ("莊家每盤得分", "the dealer's payoff a hand"),
    "drawn": ("黃牌之比", "the share of hands drawn"),
    "dispersion": ("一家得分之均方", "the mean square of a seat's payoff"),
}


def goes_with(run: ToldRun) -> Iterator[Finding]:
    """Tell what was observed and not assigned: 闹闹, wilds held at the end, tiles shown.

    Parameters
    ----------
    run : ToldRun
        Of ``points``.

    Yields
    ------
    Finding
        Last whether any conclusion on 闹闹 turns over from one strategy to another.
    """
    yield from _naonao(run)
    yield from _de(run)
    yield from _shown(run)
    yield from turned(run, _flipped)


def _less_normal(run: ToldRun, of: str) -> dict[str, Row]:
    return by_cell(run, f"{of}|naonao_less_normal", family="naonao")


def _naonao(run: ToldRun) -> Iterator[Finding]:
    """Tell what goes with 闹闹, against other hands."""
    claims = {
        1: ("較高，{each}", "higher, {each}"),
        -1: ("較低，{each}", "lower, {each}"),
        0: ("高低未定，{each}", "undecided, {each}"),
    }
    start = run.say(
        "鬧鬧的盤與平常的盤相比（相關，不是因果）：",
        "hands of 闹闹 against other hands (an association): ",
    )
    for terms in (_FIRST, _OTHER):
        told = []
        for term in terms:
            rows = _less_normal(run, term)
            show: Callable[[Row], str] = (
                (lambda row: points(run, row)) if term in _SHARES else run.signed
            )

            def each(those: Mapping[str, Row], show: Callable[[Row], str] = show) -> str:
                return side_by_side(run, those, show)

            if rows:
                name = run.say(*_NAONAO[term]) + run.say("", " ")
                told.append(name + run.say("，", ", ").join(by_sign(run, rows, claims, each)))
        if told:
            yield Finding(sentence(run, told, start), key=terms is _FIRST)


def _de(run: ToldRun) -> Iterator[Finding]:
    """Tell payoff and wins by the wilds held at the end, and whether more go with more."""
    told, rising, ends = {}, [], set()
    for cell in run.cells:
        rows = {
            de: row
            for de in _DE
            for row in [run.row(f"payoff|de:{de}", cell=cell, family="de")]
            if row is not None and known(row) and row["std_error"]
        }
        texts = []
        # Three are too rare, and win at once.
        few = [de for de in rows if de in (min(rows), min(max(rows), _SOME_DE))]
        for de, row in ((de, rows[de]) for de in few):
            share = run.row(f"win|de={de}", cell=cell, family="de")
            won = "" if share is None else run.say("，胡 ", ", won ") + percent(share)
            texts.append(
                run.say(
                    "{de} 張 {pay}{won}", "{de}: {pay}{won}", de=de, pay=run.signed(row), won=won
                )
            )
        if texts:
            told[cell] = run.say("；", "; ").join(texts)
            whole = len(rows) > 1 and list(rows) == list(range(len(rows)))
            rising.append(whole and all(above(b, a) for a, b in pairwise(rows.values())))
            ends.add(max(rows))
    if not told:
        return
    start = run.say(
        "終局手裡的得與每盤得分（相關）——",
        "wilds held at the end, and the payoff (an association): ",
    )
    parts = [clauses(run, told)]
    if all(rising):
        parts.append(
            run.say(
                "從 0 張到 {most} 張，得越多，得分越高",
                "from 0 to {most}, the more wilds, the higher the payoff",
                most=min(ends),
            )
        )
    yield Finding(sentence(run, parts, start))


def _shown(run: ToldRun) -> Iterator[Finding]:
    """Tell how many tiles a seat shows, and payoffs with the fewest and the most."""
    means = by_cell(run, "shown", family="mean")
    if not means:
        return
    told = [
        run.say(
            "一家平均亮牌：{each}",
            "tiles that a seat shows, on average: {each}",
            each=side_by_side(run, means, run.told),
        )
    ]
    ends = {}
    for cell in run.cells:
        found = {}
        for row in run.rows("shown", cell=cell):
            tiles = row["term"].partition("=")[2]
            if row["term"].startswith("shown=") and row["estimate"] >= _LEAST_SHOWN:
                payoff = run.row(f"payoff|shown:{tiles}", cell=cell, family="shown")
                if payoff is not None and known(payoff) and payoff["std_error"]:
                    found[tiles] = payoff
        pair = [(tiles, found[tiles]) for tiles in (*list(found)[:1], *list(found)[1:][-1:])]
        if pair:
            ends[cell] = listed(
                run,
                [
                    run.say("{n} 張得 {pay}", "{n} tiles {pay}", n=tiles, pay=run.signed(row))
                    for tiles, row in pair
                ],
            )
    if ends:
        told.append(
            run.say(
                "亮得最少與最多者的每盤得分（相關，略去極少見的張數）：{each}",
                "payoffs with the fewest and the most, very rare numbers left aside (an "
                "association): {each}",
                each=run.say("，", ", ").join(
                    run.say("{cell} {text}", "{text} with {cell}", cell=cell, text=text)
                    for cell, text in ends.items()
                ),
            )
        )
    yield Finding(sentence(run, told))


def _flipped(run: ToldRun, row: Row) -> str:
    term = row["term"].partition("|")[0]
    name = run.say(*_NAONAO[term]) if term in _NAONAO else term
    return run.say("{name}，鬧鬧之差（相關）", "{name} in 闹闹, less other hands,", name=name)
