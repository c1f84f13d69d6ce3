"""Experiment ``rules``: what an option of the rules changes, on the same walls as its default."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

import polars as pl

from mjsim.blocks import Block
from mjsim.errors import InputError
from mjsim.experiments.cells import Cell, CellsTask, alike_cells, run_cells
from mjsim.experiments.result import Result
from mjsim.experiments.rules_results import BETWEEN, COLUMNS, RESULTS, results_of
from mjsim.experiments.runner import check_size
from mjsim.options import GameRules, read_value
from mjsim.playing.games import PLAYED
from mjsim.playing.table import read_table
from mjsim.playing.variants import check_variants
from mjsim.streams import BLOCK_SIZE, Stream, check_game

__all__ = ["OPTIONS", "read_options", "run_rules"]

OPTIONS = {
    "tianjin": (
        "min_fan=1", "min_fan=3", "su_ben_long=true", "chan_points=2", "tianhu=8",
        "allow_jin_gang=false", "kong_points_on_draw=false", "gangkai_stack=true", "dihu=true",
        "tian_ting=true",
    ),
    "wenling": (
        "de_restore_fan=1", "ron_triplet=concealed", "ratio=dealer_double", "ratio=idle_half",
        "bao=false", "bao_dragons=false", "loser_sifeng=false", "pang_selfdraw=true",
        "naonao=always", "huang_stacks=4",
    ),
}  # fmt: skip
"""What is compared with the default if nothing is asked for, by game."""

_MOST = 31  # the engine settles a hand under 32 rules


def read_options(
    rules: GameRules, options: Mapping[str, object] | Sequence[str]
) -> dict[str, GameRules]:
    """Return rules by what they change, or raise an InputError.

    Parameters
    ----------
    rules : Rules
        What is changed.
    options : mapping of str to object, or sequence of str
        Values by option, several of them in a tuple; or texts ``OPTION=VALUE``.

    Examples
    --------
    >>> from mjsim.tianjin import Rules
    >>> [each.min_fan for each in read_options(Rules(), {"min_fan": (1, 3)}).values()]
    [1, 3]
    >>> list(read_options(Rules(), ["dihu=yes", "min_fan_exempt=su"]))
    ['dihu=true', 'min_fan_exempt=su']
    >>> read_options(Rules(), {"min_fan": 2})
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: options: min_fan=2 changes nothing
    """
    found: dict[str, GameRules] = {}
    for name, value in _changes(rules, options):
        changed = rules.replace(**{name: value})
        title = f"{name}={_text(getattr(changed, name))}"
        if changed == rules:
            raise InputError(f"options: {title} changes nothing")
        if title in found:
            raise InputError(f"options: {title} comes twice")
        found[title] = changed
    if not 1 <= len(found) <= _MOST:
        raise InputError(f"options: 1 to {_MOST} of them, not {len(found)}")
    return found


def _changes(
    rules: GameRules, options: Mapping[str, object] | Sequence[str]
) -> Iterator[tuple[str, object]]:
    if isinstance(options, Mapping):
        for name, values in options.items():
            for value in values if isinstance(values, tuple) else (values,):
                yield name, value
        return
    if isinstance(options, str):
        raise InputError(f"options: several OPTION=VALUE, not the text {options!r}")
    for change in options:
        name, equals, text = str(change).partition("=")
        name = name.strip()
        if not equals:
            raise InputError(f"options: {change!r} is not OPTION=VALUE")
        if name not in rules.to_dict():
            raise InputError(f"options: no option {name!r}")
        yield name, read_value(name, text.strip(), getattr(rules, name))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(sorted(value)) if isinstance(value, frozenset) else str(value)


def run_rules(
    out: Path | str,
    n: int,
    *,
    seed: int,
    game: str = "tianjin",
    strategies: Sequence[object] = ("speed", "value"),
    rules: GameRules | None = None,
    options: Mapping[str, object] | Sequence[str] | None = None,
    workers: int = 1,
    engine: str | Executor = "auto",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Compare options of the rules with their defaults; four of each strategy play.

    An option that changes nothing that is legal, nor anything that the strategy reads, is
    rescored: it settles the hands that were played under the default. Any other is replayed, on
    the same walls. In each run the rescored ones are replayed on the first block, too, and must
    come out the same.

    Parameters
    ----------
    out : Path
        Run folder; what is there goes on.
    n : int
        Hands for each strategy and setting that is played.
    seed : int
    game : {"tianjin", "wenling"}
    strategies : sequence
        As for `mjsim.strategies.read_strategy`.
    rules : Rules, optional
        The default that options are compared with.
    options : mapping of str to object, or sequence of str
        As for `read_options`; `OPTIONS` if left out.
    workers, engine, progress
        As for `mjsim.experiments.runner.fill`.

    Returns
    -------
    Result
        By strategy and option, ``how`` says whether it was rescored or replayed. Family
        ``value``: mean payoff of the dealer and of a winner, mean fan or points of a win, share
        of drawn hands, standard deviation of a seat's payoff. Family ``difference``: each less
        that of the default, paired by wall. ``changed``: the share of hands that pay otherwise;
        ``pairing``: the variance of the dealer's difference on other walls over that on the same.

    Raises
    ------
    InputError
        If an argument can't be; if a rescored option changes what a strategy plays, although it
        declares not to read it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_rules(folder, 1000, seed=1, strategies=["speed"],
    ...                        options={"min_fan": 3, "chan_points": 2})
    >>> drawn = result.results.filter(pl.col("term") == "drawn_less_default")
    >>> drawn.select("option", "how", pl.col("estimate").round(2)).rows()
    [('chan_points=2', 'rescored', 0.0), ('min_fan=3', 'replayed', 0.2)]
    """
    check_game(game)
    check_size(n, "n")
    default = rules or PLAYED[game].default()
    settings = read_options(default, OPTIONS[game] if options is None else options)
    cells = [
        cell for base in alike_cells(game, strategies, rules) for cell in _cells(base, settings)
    ]
    _check_rescored(cells, seed, min(n, BLOCK_SIZE[Stream.WALLS]), COLUMNS[game])
    return run_cells(
        "rules",
        out,
        n,
        cells,
        COLUMNS[game],
        seed=seed,
        results=results_of,
        table=RESULTS,
        workers=workers,
        engine=engine,
        progress=progress,
    )


def _cells(base: Cell, settings: Mapping[str, GameRules]) -> Iterator[Cell]:
    """Yield the default, the settings that settle its hands, and those that are played."""
    table = base.table
    players = table.strategies

    def settles(changed: GameRules) -> bool:
        try:
            check_variants(table.rules, [changed], players)
        except InputError:
            return False
        return True

    yield base
    for settled in (True, False):
        for title, changed in settings.items():
            if settles(changed) == settled:
                name = f"{base.name}{BETWEEN}{title}"
                yield Cell(name, read_table(table.game, players, changed), settled=settled)


def _check_rescored(cells: Sequence[Cell], seed: int, n: int, columns: Sequence[str]) -> None:
    """Replay what is rescored on the first hands, or raise an InputError that names the option."""
    wanted = ("hand_id", "seat", *columns)
    group: list[Cell] = []
    for cell in [*cells, None]:
        if cell is not None and (cell.settled or not group):
            group.append(cell)
            continue
        if len(group) > 1:
            block = Block(0, 0, n)
            found = CellsTask(tuple(group), seed, wanted)(block)
            for number, each in enumerate(group[1:], 1):
                alone = CellsTask((Cell(each.name, each.table),), seed, wanted)(block)
                if not _same(alone, found.filter(pl.col("cell") == number)):
                    raise InputError(
                        f"rules: {each.name}: plays otherwise than under the default, although "
                        "the strategy declares not to read this option"
                    )
        group = [] if cell is None else [cell]


def _same(one: pl.DataFrame, other: pl.DataFrame) -> bool:
    return one.drop("cell").equals(other.drop("cell"))
