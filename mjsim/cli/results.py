"""Tidy results in words: estimates, their errors and what is exact, side by side."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from mjsim.cli.jsonout import finite
from mjsim.cli.tables import facts, fits, print_all, table

if TYPE_CHECKING:
    import polars as pl
    from rich.console import RenderableType
    from rich.table import Table

    from mjsim.stats import Estimate

__all__ = ["flips_dict", "print_results", "result_dicts"]

_VERDICT = "agreement"
_ALARM = 0.01
_NUMBERS = ("estimate", "se", "95 % interval", "n", "exact", "z")
_MOST_LINES = 12


def result_dicts(results: "pl.DataFrame") -> list[dict[str, Any]]:
    """Return the rows of results as JSON can hold them: what is not finite is null."""
    return [
        {name: finite(value) if isinstance(value, float) else value for name, value in row.items()}
        for row in results.iter_rows(named=True)
    ]


def flips_dict(results: "pl.DataFrame") -> dict[str, Any]:
    """Return what `mjsim.experiments.flips.flips` finds, as JSON can hold it."""
    from mjsim.experiments.flips import FINDINGS, flips
    from mjsim.experiments.tidy import ERROR_RATE

    found = flips(results)
    flip, only, *_ = FINDINGS
    return {
        "n_compared": len(_terms(found)),
        "error_rate": ERROR_RATE,
        "flips": result_dicts(found.filter(found["finding"] == flip)),
        "decided_only": result_dicts(found.filter(found["finding"] == only)),
    }


def print_results(
    results: "pl.DataFrame", head: Mapping[str, Any], files: Mapping[str, Any]
) -> None:
    """Print what ran, its results, one section a family, the verdict, and where files lie.

    Before the verdict: which signs turn over from one strategy to another, if any could.
    """
    verdict = [
        (f"{row['term']} {row['label']}", _judged(row))
        for row in results.iter_rows(named=True)
        if row["family"] == _VERDICT
    ]
    estimates = results.filter(results["family"] != _VERDICT)
    # As much as the terminal has room for; the number of hands is in the head, too.
    shown = _table(estimates, ())
    for left_out in (("term",), ("term", "n")):
        if fits(shown):
            break
        shown = _table(estimates, left_out)
    lines = _flip_lines(results)
    turned: list[RenderableType] = ["", *lines] if lines else []
    print_all(facts(_texts(head)), "", shown, *turned, "", facts(verdict), "", facts(_texts(files)))


def _terms(found: "pl.DataFrame") -> list[list[dict[str, Any]]]:
    """Return the rows of `flips` by term."""
    apart = found.columns[: found.columns.index("strategy")]
    return [list(part.iter_rows(named=True)) for part in found.partition_by(apart)]


def _flip_lines(results: "pl.DataFrame") -> list[Text]:
    """Say which conclusions differ between strategies; nothing where none are compared."""
    from mjsim.experiments.flips import FINDINGS, flips

    terms = _terms(flips(results))
    flip, only, *_ = FINDINGS
    flipped = [rows for rows in terms if rows[0]["finding"] == flip]
    partly = [rows for rows in terms if rows[0]["finding"] == only]
    lines = [Text(f"結論相反 flips: {_signs(rows)}", style="bold red") for rows in flipped]
    if terms and not flipped:
        number = f"{len(terms)} signed term{'s' if len(terms) > 1 else ''} compared"
        lines.append(Text(f"no conclusion flips between the strategies ({number})"))
    for rows in partly[:_MOST_LINES]:
        with_ = ", ".join(row["strategy"] for row in rows if row["sign"])
        lines.append(Text(f"decided only with {with_}: {_signs(rows)}"))
    if len(partly) > _MOST_LINES:
        lines.append(Text(f"and {len(partly) - _MOST_LINES} more; --json has them all"))
    return lines


def _signs(rows: list[dict[str, Any]]) -> str:
    """Return a term of `flips`, and its sign under each strategy."""
    from mjsim.stats.shown import digits_of

    first = rows[0]
    names = list(first)
    between = names[names.index("term") + 1 : names.index("strategy")]
    labels = {row["label"] for row in rows}
    what = [
        first["term"],
        *(first[name] for name in between),
        *(labels if len(labels) == 1 else ()),
    ]
    told = []
    for row in sorted(rows, key=lambda row: -row["sign"] or 3):
        places = digits_of(row["std_error"] or 0.0)
        value = f"{row['estimate']:.{places}f} ± {row['std_error'] or 0.0:.{places}f}"
        sign = {1: "+", 0: "undecided", -1: "−"}[row["sign"]]
        told.append(f"{sign} with {row['strategy']} ({value.replace('-', '−')})")
    return f"{' '.join(filter(None, what))}: {', '.join(told)}"


def _texts(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in values.items() if value is not None]


def _table(estimates: "pl.DataFrame", left_out: Collection[str]) -> "Table":
    """Return the table of estimates, with what is varied in front."""
    from mjsim.experiments.telling import varied_columns
    from mjsim.store import estimate_of

    varied = varied_columns(estimates)
    names = [*varied, "term", "", *_NUMBERS]
    kept = [name for name in names if name not in left_out]
    shown = table(*kept, right=_NUMBERS)
    section = None
    for row in estimates.iter_rows(named=True):
        here = (*(row[name] for name in varied), row["family"])
        if section not in (None, here):
            shown.add_section()
        section = here
        cells = [*(str(row[name]) for name in varied), row["term"], row["label"]]
        cells += _cells(estimate_of(row), row)
        texts = {name: Text(cell) for name, cell in zip(names, cells, strict=True)}
        if row["p_adjusted"] is not None and row["p_adjusted"] <= _ALARM:
            texts["z"].stylize("bold red")
        shown.add_row(*(texts[name] for name in kept))
    return shown


def _cells(estimate: "Estimate", row: Mapping[str, Any]) -> list[str]:
    """Return the numbers of a row with the digits that the error leaves; shares in percent."""
    from mjsim.experiments.telling import is_share
    from mjsim.stats.shown import shown

    texts = shown(estimate, share=is_share(row))
    return [texts.value, texts.se, texts.interval, f"{estimate.n:,}", texts.exact, _z(row)]


def _z(row: Mapping[str, Any]) -> str:
    if row["z"] is not None:
        return f"{row['z']:+.2f}"
    return "" if row["p_value"] is None else f"p {row['p_value']:.2g}"


def _judged(row: Mapping[str, Any]) -> Text:
    """Return a test of a whole family, or the verdict over all."""
    if row["term"] != _VERDICT:
        return Text(f"χ² {row['estimate']:.2f}, {row['method']}, p {row['p_value']:.2g}")
    agrees = row["estimate"] == 1.0
    text = f"smallest corrected p {row['p_adjusted']:.2g}, {row['method']}"
    return Text(f"{'yes' if agrees else 'NO'}: {text}", style="" if agrees else "bold red")
