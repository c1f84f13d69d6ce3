"""Playing many hands: `play`, and the task of a block that every runner shares."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np
import polars as pl

from mjsim._core import FailedHand, Player, TableGame, play_block, row_dtype
from mjsim.blocks import Block, blocks_of
from mjsim.engines import BlockError, Engine, map_blocks
from mjsim.errors import InputError
from mjsim.inputs import several, whole
from mjsim.options import GameRules
from mjsim.playing.columns import frame_of, notes, read_columns, schema_of
from mjsim.playing.errors import StrategyError
from mjsim.playing.games import PLAYED
from mjsim.playing.variants import check_variants
from mjsim.strategies import PythonStrategy, Strategy, read_strategies
from mjsim.streams import BLOCK_SIZE, Stream, bits_of, check_game

__all__ = ["Table", "TableTask", "failed", "play", "play_blocks", "read_table"]

_MOST_VARIANTS = 31  # the engine holds 32 rules, those that are played among them


@dataclass(frozen=True)
class Table:
    """Who plays what, and for how much.

    Attributes
    ----------
    game : str
    strategies : tuple of 4 Strategy
        By seat.
    rules : Rules
    sit : int
        0 or 1.
    pulls : tuple of 4 int
        By seat; the dealer's own is left aside in each hand.
    variants : tuple of Rules
        More rules under which each hand is settled.
    """

    game: str
    strategies: tuple[Strategy, ...]
    rules: GameRules
    sit: int = 0
    pulls: tuple[int, ...] = (0, 0, 0, 0)
    variants: tuple[GameRules, ...] = ()

    def core(self) -> TableGame:
        """Return the rules as the engine takes them."""
        cores: list[Any] = [each.core for each in (self.rules, *self.variants)]
        return TableGame(cores, PLAYED[self.game].wilds)

    def players(self) -> list[Player]:
        """Return new players."""
        return [strategy.player(self.rules) for strategy in self.strategies]

    @property
    def noisy(self) -> bool:
        """Whether some strategy draws noise."""
        return any(strategy.noisy for strategy in self.strategies)

    @property
    def compiled(self) -> bool:
        """Whether every strategy plays without the interpreter's lock."""
        return not any(isinstance(strategy, PythonStrategy) for strategy in self.strategies)


def read_table(
    game: str,
    strategies: object,
    rules: GameRules | None = None,
    sit: int = 0,
    pulls: Sequence[int] = (0, 0, 0, 0),
    variants: Sequence[GameRules] = (),
) -> Table:
    """Check what sits at a table, or raise an InputError.

    Examples
    --------
    >>> read_table("tianjin", "speed", pulls=(0, 0, 3, 0))
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: pulls: a whole number 0 to 2, not 3
    """
    facts = PLAYED[check_game(game)]
    if rules is not None and not isinstance(rules, facts.rules):
        raise InputError(f"rules: of {game}, not {rules!r}")
    played = rules or facts.default()
    pulls = several("pulls", pulls)
    if len(pulls) != 4:
        raise InputError(f"pulls: four numbers, not {len(pulls)}")
    if not facts.has_stakes and (sit or any(pulls)):
        raise InputError(f"sit, pulls: {game} has no 坐莊 and no 拉莊")
    seated = read_strategies(strategies, game)
    check_variants(played, variants, seated)
    return Table(
        game,
        seated,
        played,
        whole("sit", sit, 0, 1),
        tuple(whole("pulls", pull, 0, 2) for pull in pulls),
        tuple(variants),
    )


def failed(error: FailedHand, table: Table, seed: int | None) -> BaseException:
    """Return what to raise for a hand on which a strategy failed."""
    seat, hand, why, _ = error.args
    if isinstance(why, KeyboardInterrupt):
        return why
    label = table.strategies[seat].label
    found = StrategyError(label, seat, seed, hand, f"{type(why).__name__}: {why}")
    found.__cause__ = why
    return found


@dataclass(frozen=True)
class TableTask:
    """Plays a block of hands; the same on every engine.

    Attributes
    ----------
    table : Table
    seed : int
    columns : tuple of str
        Names, as `read_columns` returns them.
    labels : tuple of str
        Of the rules and their variants; a column ``variant`` if there are several.
    """

    table: Table
    seed: int
    columns: tuple[str, ...]
    labels: tuple[str, ...] = ("",)

    @property
    def nogil(self) -> bool:
        """Whether blocks may run in threads."""
        return self.table.compiled

    def schema(self) -> dict[str, Any]:
        """Return the types of the frame's columns."""
        schema = schema_of(self.columns, self.table.game)
        if len(self.labels) > 1:
            schema["variant"] = pl.Enum(self.labels)
        return schema

    def __call__(self, block: Block) -> pl.DataFrame:
        """Return the block's rows: by hand, variant and seat."""
        core = self.table.core()
        dtype = row_dtype(core)
        rows = np.zeros((block.n_hands, core.n_rules, 4, dtype.itemsize), np.uint8)
        game = self.table.game
        noise = bits_of(self.seed, Stream.NOISE, game, block.index) if self.table.noisy else None
        try:
            play_block(
                bits_of(self.seed, Stream.WALLS, game, block.index),
                noise,
                block.first_hand,
                0,
                core,
                self.table.players(),
                self.table.sit,
                np.array(self.table.pulls, np.uint8),
                notes(self.columns),
                rows,
            )
        except FailedHand as error:
            raise failed(error, self.table, self.seed) from error.args[2]
        cells = rows.view(dtype).reshape(-1)
        frame = frame_of(cells, self.columns, game)
        if len(self.labels) > 1:
            names = pl.Series("variant", self.labels, dtype=pl.Enum(self.labels))
            frame = frame.with_columns(names.gather(cells["variant"].astype(np.uint32)))
        return frame


def play(
    game: str,
    strategies: object,
    n_hands: int,
    *,
    seed: int,
    rules: GameRules | None = None,
    sit: int = 0,
    pulls: Sequence[int] = (0, 0, 0, 0),
    columns: Sequence[str] | str | None = None,
    workers: int = 1,
    variants: Mapping[str, GameRules] | None = None,
    engine: str | Executor = "auto",
    progress: Callable[[Block], object] | None = None,
) -> pl.DataFrame:
    """Play hands 0 to ``n_hands - 1`` of a seed; hands are independent of each other.

    The wall of hand i is the one whose opening `mjsim.deal` shows, whatever strategies play; its
    dealer is seat i mod 4.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    strategies : str, mapping, type, Strategy or sequence of 4
        By seat, or one for all; see `mjsim.strategies.read_strategy`.
    n_hands : int
    seed : int
    rules : Rules, optional
        ``tianjin.Rules.platform()`` or ``wenling.Rules.seed()`` if left out.
    sit : int
        坐莊 of every dealer, 0 or 1 (T2); 温岭麻将 has no stakes.
    pulls : sequence of 4 int
        拉莊 by seat, 0-2; in a hand the dealer's own is left aside.
    columns : sequence of str, optional
        Names or groups of ``mjsim.playing.COLUMNS[game]``; the group ``result`` if left out.
        ``hand_id`` and ``seat`` are always there.
    workers : int
        Threads, or processes if a strategy is written in Python. The rows do not depend on it.
    variants : mapping of str to Rules, optional
        More rules under which each hand is settled as it was played; a column ``variant`` says
        which, ``played`` for `rules`. They may differ in what is paid, not in what is legal nor in
        what a strategy declares to read.
    engine : str or concurrent.futures.Executor
        As for `mjsim.engines.map_blocks`.
    progress : callable, optional
        Takes each finished block.

    Returns
    -------
    polars.DataFrame
        A row for each hand, variant and seat, in this order.

    Raises
    ------
    InputError
        If an argument can't be.
    StrategyError
        If a strategy fails; its attribute ``finished`` holds the rows of finished blocks.

    Examples
    --------
    >>> hands = play("tianjin", "speed", 1000, seed=1, columns=["payoff", "fan"])
    >>> hands.height, hands["payoff"].sum(), hands["fan"].drop_nulls().max()
    (4000, 0.0, 12)
    """
    named = _named(variants)
    table = read_table(game, strategies, rules, sit, pulls, tuple(named.values()))
    wanted = tuple(read_columns(columns, table.game))
    if not isinstance(n_hands, int) or isinstance(n_hands, bool) or n_hands < 0:
        raise InputError(f"n_hands: a whole number from 0, not {n_hands!r}")
    bits_of(seed, Stream.WALLS, game, 0)  # refuses a seed that can't be
    workers = whole("workers", workers, 1)
    task = TableTask(table, seed, wanted, ("played", *named) if named else ("",))
    blocks = blocks_of(n_hands, BLOCK_SIZE[Stream.WALLS]) if n_hands else iter(())
    return play_blocks(
        task, blocks, workers=workers, engine=cast("Engine | Executor", engine), progress=progress
    )


class _Frames(Protocol):
    """A task that makes frames of one schema."""

    def schema(self) -> dict[str, Any]:
        """Return the types of the columns."""

    def __call__(self, block: Block) -> pl.DataFrame:
        """Return the rows of a block."""


def play_blocks(
    task: _Frames,
    blocks: Iterable[Block],
    *,
    workers: int,
    engine: Engine | Executor,
    progress: Callable[[Block], object] | None,
) -> pl.DataFrame:
    """Run a task on blocks and join its frames in order; a failed strategy loses none of them."""
    done: dict[int, pl.DataFrame] = {}
    pairs = map_blocks(task, blocks, workers=workers, engine=engine, progress=progress)
    try:
        with closing(cast("Any", pairs)):
            for block, frame in pairs:
                done[block.index] = frame
    except BlockError as error:
        if isinstance(error.__cause__, StrategyError):
            error.__cause__.finished = _joined(done, task)
            raise error.__cause__ from error.__cause__.__cause__
        raise
    return _joined(done, task)


def _named(variants: object) -> dict[str, GameRules]:
    """Read rules by name."""
    if variants is None:
        return {}
    if not isinstance(variants, Mapping):
        raise InputError(f"variants: rules by name, not {type(variants).__name__}")
    for name in variants:
        if not isinstance(name, str):
            raise InputError(f"variants: a name is a text, not {name!r}")
    if "played" in variants:
        raise InputError("variants: 'played' is the name of the rules themselves")
    if len(variants) > _MOST_VARIANTS:
        raise InputError(f"variants: {_MOST_VARIANTS} at most, not {len(variants)}")
    return dict(variants)


def _joined(done: Mapping[int, pl.DataFrame], task: _Frames) -> pl.DataFrame:
    if not done:
        return pl.DataFrame(schema=task.schema())
    return pl.concat([done[index] for index in sorted(done)])
