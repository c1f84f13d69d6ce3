"""``mjsim compare``: two runs of one experiment, term by term."""

from pathlib import Path
from typing import Annotated

import typer

from mjsim.cli.options import AsJson

__all__ = ["compare"]

_ALARM = 0.01
_SHORT = {"independent": "independent", "sum of errors": "sum"}


def compare(
    first: Annotated[Path, typer.Argument(metavar="RUN_A", help="A run folder.")],
    second: Annotated[Path, typer.Argument(metavar="RUN_B", help="Another of its experiment.")],
    groups: Annotated[
        int,
        typer.Option(
            "--groups",
            min=0,
            help="Runs of one seed play the same walls: the error of a difference is that of a "
            "jackknife over so many groups of blocks, 20 at least. It takes as long as making "
            "each run's results once for each group: at 10^5 hands and 40 groups a quarter of a "
            "minute for categories, some minutes for waits. 0: the sum of both errors, at once.",
        ),
    ] = 40,
    as_json: AsJson = False,
) -> None:
    """Compare two runs: the difference of each term, B less A, with its error."""
    from mjsim.cli.jsonout import print_json
    from mjsim.cli.results import result_dicts
    from mjsim.cli.tables import facts, print_all, table
    from mjsim.engines import progress_bar
    from mjsim.experiments.compare import compare_runs
    from mjsim.stats.shown import digits_of

    with progress_bar("compare", 2 * groups + 2, unit="results") as progress:
        found = compare_runs(first, second, groups=groups, progress=progress)
    if as_json:
        print_json({"first": str(first), "second": str(second), "terms": result_dicts(found)})
        return
    varied = [
        name
        for name in found.columns[: found.columns.index("label")]
        if name == "term" or found[name].n_unique() > 1
    ]
    methods = found["method"].unique(maintain_order=True).to_list()
    numbers = ("A", "B", "B - A", "se", "95 % interval", "p (Holm)", "gain")
    shown = table(*varied, "", *numbers, "error", right=numbers)
    for row in found.iter_rows(named=True):
        places = digits_of(row["std_error"])
        a, b, difference, se, low, high = (
            f"{row[name]:.{places}f}"
            for name in ("first", "second", "difference", "std_error", "conf_low", "conf_high")
        )
        p, gain = row["p_adjusted"], "" if row["gain"] is None else f"{row['gain']:.1f}"
        style = "bold red" if p <= _ALARM else ""
        cells = [*(str(row[name]) for name in varied), row["label"]]
        cells += [a, b, difference, se, f"[{low}, {high}]", f"{p:.2g}", gain]
        shown.add_row(*cells, _SHORT.get(row["method"], "paired"), style=style)
    counts = [f"{method}: {(found['method'] == method).sum()} terms" for method in methods]
    print_all(
        facts([("A", str(first)), ("B", str(second)), ("error", "; ".join(counts))]), "", shown
    )
