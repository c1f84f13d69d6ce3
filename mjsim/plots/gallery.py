"""All figures of a run."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mjsim.plots.convergence import TERMS
from mjsim.plots.data import NothingToDraw, read_run
from mjsim.plots.forest import RULES_TERMS
from mjsim.plots.style import house_style, save_figure
from mjsim.plots.words import Lang

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["DRAWN", "figures", "plot_main"]

DRAWN: Final = {
    "categories": {
        "categories": "wins.figure_categories",
        "worth": "wins.figure_worth",
        "win_turn": "wins.figure_turns",
    },
    "deals": {"deals": "deals.figure_deals", "shanten": "dealt.figure_shanten"},
    "openings": {
        "openings": "dealt.figure_openings",
        "shanten": "dealt.figure_shanten",
    },
    "points": {"points": "wins.figure_points"},
    "rules": {"rules": "forest.figure_rules"},
    "sessions": {"sessions": "sessions.figure_sessions"},
    "stakes": {"stakes": "stakes.figure_stakes", "edges": "stakes.figure_edges"},
    "strategies": {"strategies": "forest.figure_strategies"},
    "waits": {"waits": "waits.figure_waits"},
}
"""Figures by experiment and name; the first is the one that stands for the run."""


def figures(folder: Path | str, lang: Lang = "zh") -> "dict[str, Figure]":
    """Draw everything that a run has a figure of.

    Parameters
    ----------
    folder : Path or str
        Run folder. Without its hands the figures drawn from them are left out.
    lang : {"zh", "en"}
        The figure ``deals`` is in both.

    Returns
    -------
    dict of str to matplotlib.figure.Figure
        By name, the one that stands for the run first; ``stakes: value`` and the like where
        there is one for each strategy, term or pair. What the run has not enough for is left out.

    Raises
    ------
    InputError
        If the folder holds no results of an experiment that has figures, or they are broken, or
        the language is another.

    Examples
    --------
    >>> import tempfile
    >>> from mjsim.experiments import run_categories
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = run_categories(folder, 2000, seed=1)
    ...     found = figures(folder, "en")
    >>> list(found), found["win_turn"].axes[0].get_xlabel()
    (['categories', 'worth', 'win_turn', 'convergence'], 'turn')
    """
    found: dict[str, Figure] = {}
    for name, draw in _all_of(Path(folder), lang):
        try:
            found[name] = draw()
        except NothingToDraw:
            continue
    return found


def _all_of(folder: Path, lang: Lang) -> "Iterator[tuple[str, Callable[[], Figure]]]":
    """Yield names of figures and what draws them."""
    run = read_run(folder, lang, *DRAWN)
    for name, where in DRAWN[run.experiment].items():
        function = _function(where)
        if name == "deals":
            yield name, partial(_deals, function, folder)
            continue
        yield name, partial(function, folder, lang)
        for option, values in _more(name, run.cells).items():
            for value in values:
                yield f"{name}: {value}", partial(function, folder, lang, **{option: value})
    if run.experiment in TERMS:
        yield "convergence", partial(_function("convergence.figure_convergence"), folder, lang)


def _more(name: str, cells: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return what else a figure can be drawn of: an option, and its other values."""
    if name == "rules":
        return {"term": RULES_TERMS[1:]}
    if name == "stakes":
        strategies = tuple(dict.fromkeys(cell.partition(" · ")[0] for cell in cells))
        return {"strategy": strategies[1:]}
    if name == "sessions":
        first = next((cell for cell in cells if " among " in cell), cells[0])
        return {"cell": tuple(cell for cell in cells if cell != first)}
    return {}


def _function(where: str) -> Callable[..., Any]:
    module, _, name = where.partition(".")
    found: Callable[..., Any] = getattr(import_module(f"mjsim.plots.{module}"), name)
    return found


def _deals(function: "Callable[[Path], Figure]", folder: Path) -> "Figure":
    with house_style():
        return function(folder)


def plot_main(experiment: str, folder: Path | str) -> Path:
    """Draw the figure that stands for a run into its folder.

    Parameters
    ----------
    experiment : str
        Name of the experiment, and of the file.
    folder : Path or str
        Run folder.

    Returns
    -------
    Path
        The PNG file; the SVG lies beside it.

    Raises
    ------
    InputError
        If the folder holds no results of the experiment, they are broken, or nothing is there to
        be drawn.
    """
    folder = Path(folder)
    where = next(iter(DRAWN[experiment].values()))
    return save_figure(_function(where)(folder), folder / f"{experiment}.png")
