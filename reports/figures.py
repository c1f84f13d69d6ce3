"""Draw the figures that the README shows, from the runs of the finished reports."""

import sys
from pathlib import Path

from mjsim.plots import figures, save_figure

SHOWN = {"categories": ("tianjin-categories", "categories"), "stakes": ("tianjin-stakes", "edges")}
"""Names of the files: run and figure."""


def main(runs: Path, out: Path) -> None:
    """Draw them out of the run folders in `runs` into `out`."""
    for name, (run, figure) in SHOWN.items():
        path = save_figure(figures(runs / run, "en")[figure], out / f"{name}.png")
        path.with_suffix(".svg").unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
