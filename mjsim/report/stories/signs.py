"""Signs as claims, and which turn over from one strategy to another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import polars as pl

from mjsim.experiments.flips import FINDINGS, flips
from mjsim.experiments.tidy import ERROR_RATE
from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun

__all__ = ["Claims", "by_sign", "sentence", "turned"]

Claims: TypeAlias = Mapping[int, tuple[str, str]]
"""What is said of rows above 0 (1), below (-1) and of undecided ones (0): in traditional Chinese
and in English, with ``{each}`` for their numbers."""


def sentence(run: ToldRun, clauses: Sequence[str], start: str = "") -> str:
    """Return clauses as one sentence.

    Parameters
    ----------
    run : ToldRun
    clauses : sequence of str
        One or more.
    start : str, optional
        What they all are of.
    """
    text = start + run.say("；", "; ").join(clauses) + run.say("。", ".")
    return text[0].upper() + text[1:]


def by_sign(
    run: ToldRun,
    rows: Mapping[str, Row],
    claims: Claims,
    each: Callable[[Mapping[str, Row]], str],
) -> list[str]:
    """Claim of rows what their signs allow.

    Parameters
    ----------
    run : ToldRun
    rows : mapping of str to Row
        By name.
    claims : Claims
    each : callable
        Tells those rows that are of one sign, by name.

    Returns
    -------
    list of str
        Clauses: those above 0, those below, those that are undecided.
    """
    found = []
    for sign in (1, -1, 0):
        those = {name: row for name, row in rows.items() if run.sign(row) == sign}
        if those:
            found.append(run.say(*claims[sign], each=each(those)))
    return found


def turned(run: ToldRun, name: Callable[[ToldRun, Row], str]) -> Iterator[Finding]:
    """Say which conclusions turn over from one strategy to another, if any could.

    Parameters
    ----------
    run : ToldRun
    name : callable
        Of a run and a row of `mjsim.experiments.flips.flips`: what the row is of.

    Yields
    ------
    Finding
        One for each conclusion that turns over; or that none does.
    """
    found = flips(run.run.results)
    if found.is_empty():
        return
    terms = found.partition_by(found.columns[: found.columns.index("strategy")])
    flip, only, *_ = FINDINGS
    flipped = [rows for rows in terms if rows["finding"][0] == flip]
    yield from (Finding(_turned(run, name, rows), key=True) for rows in flipped)
    if not flipped:
        partly = sum(rows["finding"][0] == only for rows in terms)
        yield Finding(
            run.say(
                "逐項比較各打法之下的正負，共 {n} 項（經 Holm 校正，總錯誤率 {rate}）：沒有一項"
                "相反。{partly}",
                "{n} signs were compared between the strategies, corrected by Holm at an error "
                "rate of {rate} in all: no sign turns over.{partly}",
                n=len(terms),
                rate=f"{100 * ERROR_RATE:g} %",
                partly=_partly(run, partly),
            )
        )


def _partly(run: ToldRun, partly: int) -> str:
    if not partly:
        return ""
    return run.say(
        "其中 {n} 項只在部分打法下定得出正負；這不表示打法之間有差別，可能只是盤數不夠。",
        " In {n} of them the sign is decided with some strategies only, which may be for want of "
        "hands, and shows no difference between the strategies.",
        n=partly,
    )


def _turned(run: ToldRun, name: Callable[[ToldRun, Row], str], rows: pl.DataFrame) -> str:
    """Say that a conclusion turns over, with its number under each strategy."""
    words = {
        1: ("{who} 為正（{number}）", "above 0 with {who} ({number})"),
        -1: ("{who} 為負（{number}）", "below 0 with {who} ({number})"),
        0: ("{who} 未定（{number}）", "undecided with {who} ({number})"),
    }
    each = sorted(rows.iter_rows(named=True), key=lambda row: -row["sign"] or 3)
    signs = [
        run.say(*words[row["sign"]], who=row["strategy"], number=run.signed(row)) for row in each
    ]
    clause = run.say(
        "結論隨打法而相反：{name}，{signs}",
        "a conclusion turns over with the strategy: {name} is {signs}",
        name=name(run, each[0]),
        signs=run.say("，", ", ").join(signs),
    )
    return sentence(run, [clause])
