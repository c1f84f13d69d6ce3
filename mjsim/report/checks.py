"""How a run agrees with what is exact, in sentences."""

from collections.abc import Iterator

from mjsim.experiments.tidy import ERROR_RATE, VERDICT
from mjsim.report.run import ToldRun

__all__ = ["checks"]


def checks(told: ToldRun) -> Iterator[str]:
    """Yield the verdict on all exact values, and the tests of whole families.

    Parameters
    ----------
    told : ToldRun
    """
    compared = [row for row in told.rows() if row["p_value"] is not None]
    known = sum(row["family"] != VERDICT for row in compared)
    for row in told.rows(VERDICT):
        p = row["p_adjusted"]
        if row["term"] != VERDICT:
            yield told.say(
                "{label}：χ² = {value:.2f}（{method}），p = {p:.2g}。",
                "{term}: χ² = {value:.2f} ({method}), p = {p:.2g}.",
                label=row["label"],
                term=row["term"],
                value=row["estimate"],
                method=row["method"],
                p=row["p_value"],
            )
        elif not known:
            continue
        elif row["estimate"] == 1.0:
            yield told.say(
                "{n} 個估計有精確值可比，皆相符：最小校正 p 為 {p:.2g}，小於 {rate:g} 者方為不符。",
                "{n} estimates have exact values beside them and agree: the smallest corrected p "
                "is {p:.2g}, and below {rate:g} would be a contradiction.",
                n=known,
                p=p,
                rate=ERROR_RATE,
            )
        else:
            yield told.say(
                "與精確值不符：{n} 個估計中最小校正 p 為 {p:.2g}。此次運行不可取信。",
                "CONTRADICTS the exact values: of {n} estimates the smallest corrected p is "
                "{p:.2g}. Do not rely on this run.",
                n=known,
                p=p,
            )
