"""``mjsim compare``: two runs of one experiment, term by term."""

from pathlib import Path
from typing import Annotated

import typer

from mjsim.cli.options import AsJson

__all__ = ["compare"]

_ALARM = 0.01


def compare(
    first: Annotated[Path, typer.Argument(metavar="RUN_A", help="A run folder.")],
    second: Annotated[Path, typer.Argument(metavar="RUN_B", help="Another of its experiment.")],
    as_json: AsJson = False,
) -> None:
    """Compare two runs: the difference of each term, B less A, with its error."""
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.results import digits_of, result_dicts
    from mjsim.cli.tables import facts, print_all, table
    from mjsim.experiments.compare import compare_runs

    found = compare_runs(first, second)
    if as_json:
        print_json({"first": str(first), "second": str(second), "terms": result_dicts(found)})
        return
    varied = [
        name
        for name in found.columns[: found.columns.index("label")]
        if name == "term" or found[name].n_unique() > 1
    ]
    numbers = ("A", "B", "B - A", "se", "95 % interval", "p (Holm)")
    shown = table(*varied, "", *numbers, right=numbers)
    for row in found.iter_rows(named=True):
        places = digits_of(row["std_error"])
        a, b, difference, se, low, high = (
            f"{row[name]:.{places}f}"
            for name in ("first", "second", "difference", "std_error", "conf_low", "conf_high")
        )
        p = row["p_adjusted"]
        style = "bold red" if p <= _ALARM else ""
        cells = [*(str(row[name]) for name in varied), row["label"]]
        shown.add_row(*cells, a, b, difference, se, f"[{low}, {high}]", f"{p:.2g}", style=style)
    print_all(
        facts([("A", str(first)), ("B", str(second)), ("error", found["method"][0])]), "", shown
    )
