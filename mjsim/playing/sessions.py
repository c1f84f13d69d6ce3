"""Sessions: consecutive hands of one table, one dealer after the other, scores running."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import polars as pl

from mjsim._core import FailedHand, play_session, row_dtype
from mjsim.blocks import Block, blocks_of
from mjsim.errors import InputError
from mjsim.inputs import whole
from mjsim.options import GameRules
from mjsim.playing.columns import frame_of, notes, read_columns, schema_of
from mjsim.playing.games import PLAYED
from mjsim.playing.table import Table, failed, play_blocks, read_table
from mjsim.streams import BLOCK_SIZE, Stream, bits_of

if TYPE_CHECKING:
    from mjsim.engines import Engine

__all__ = ["MOST_HANDS", "SESSION_COLUMNS", "SessionTask", "play_sessions", "session_task"]

MOST_HANDS = BLOCK_SIZE[Stream.WALLS]
"""Hands of the longest session: it is played on the walls of one block."""

SESSION_COLUMNS: dict[str, Any] = {
    "session_id": pl.Int64,
    "nth": pl.UInt16,
    "hand_id": pl.Int64,
    "seat": pl.UInt8,
    "dealer": pl.UInt8,
    "streak": pl.UInt16,
    "sit": pl.UInt8,
    "pull": pl.UInt8,
    "payoff": pl.Float64,
    "score": pl.Float64,
}
"""Columns that every session has: its number; the hand's number in it, from 0, and among all
walls; seat; dealer; hands that the dealer has dealt in a row; 坐莊 of the dealer and this seat's
own 拉莊; this hand's gain; the gains so far."""


@dataclass(frozen=True)
class SessionTask:
    """Plays one session; its block is a hand long, which stands for the session."""

    table: Table
    seed: int
    n_hands: int
    sit: tuple[int, ...]
    pulls: tuple[int, ...]
    columns: tuple[str, ...]

    @property
    def nogil(self) -> bool:
        """Whether sessions may run in threads."""
        return self.table.compiled

    def schema(self) -> dict[str, Any]:
        """Return the types of the frame's columns."""
        return {**SESSION_COLUMNS, **schema_of(self.columns, self.table.game)}

    def __call__(self, block: Block) -> pl.DataFrame:
        """Return the rows of the block's sessions."""
        sessions = range(block.first_hand, block.first_hand + block.n_hands)
        return pl.concat([self._session(session) for session in sessions])

    def _session(self, session: int) -> pl.DataFrame:
        core = self.table.core()
        dtype = row_dtype(core)
        rows = np.zeros((self.n_hands, 1, 4, dtype.itemsize), np.uint8)
        game = self.table.game
        noisy = self.table.noisy
        noise = bits_of(self.seed, Stream.NOISE, game, session) if noisy else None
        try:
            play_session(
                bits_of(self.seed, Stream.WALLS, game, session),
                noise,
                session * MOST_HANDS,
                session % 4,
                core,
                self.table.players(),
                np.array(self.sit, np.int8),
                np.array(self.pulls, np.int8),
                notes(self.columns),
                rows,
            )
        except FailedHand as error:
            raise failed(error, self.table, self.seed) from error.args[2]
        cells = rows.view(dtype).reshape(-1)
        fixed = [
            pl.Series(name, np.full(len(cells), session), dtype=dtype_)
            if name == "session_id"
            else pl.Series(name, np.ascontiguousarray(cells[name]), dtype=dtype_)
            for name, dtype_ in SESSION_COLUMNS.items()
        ]
        return pl.DataFrame(fixed + frame_of(cells, self.columns, game).get_columns())


def _stakes(name: str, given: object, most: int) -> tuple[int, ...]:
    """Read stakes by seat, one for all perhaps; -1 where the strategy is asked."""
    several = isinstance(given, Sequence) and not isinstance(given, str)
    entries = list(given) if several else [given] * 4  # type: ignore[call-overload]
    if len(entries) != 4:
        raise InputError(f"{name}: four, or one for all seats, not {len(entries)}")
    return tuple(-1 if entry is None else whole(name, entry, 0, most) for entry in entries)


def session_task(
    game: str,
    strategies: object,
    n_hands: int,
    seed: int,
    rules: GameRules | None = None,
    sit: int | Sequence[int | None] | None = 0,
    pulls: int | Sequence[int | None] | None = 0,
    columns: Sequence[str] | str | None = (),
) -> SessionTask:
    """Check the arguments of `play_sessions`, or raise an InputError.

    Examples
    --------
    >>> session_task("wenling", "speed", 3, 1, sit=1)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: sit, pulls: wenling has no 坐莊 and no 拉莊
    """
    table = read_table(game, strategies, rules)
    set_sit, set_pulls = _stakes("sit", sit, 1), _stakes("pulls", pulls, 2)
    if not PLAYED[game].has_stakes and any(set_sit + set_pulls):
        raise InputError(f"sit, pulls: {game} has no 坐莊 and no 拉莊")
    asked = [name for name in read_columns(columns, game) if name not in SESSION_COLUMNS]
    hands = whole("n_hands", n_hands, 1, MOST_HANDS)
    bits_of(seed, Stream.WALLS, game, 0)  # refuses a seed that can't be
    return SessionTask(table, seed, hands, set_sit, set_pulls, tuple(asked))


def play_sessions(
    game: str,
    strategies: object,
    n_sessions: int,
    n_hands: int,
    *,
    seed: int,
    rules: GameRules | None = None,
    sit: int | Sequence[int | None] | None = 0,
    pulls: int | Sequence[int | None] | None = 0,
    columns: Sequence[str] | str | None = (),
    workers: int = 1,
    engine: str | Executor = "auto",
    progress: Callable[[Block], object] | None = None,
) -> pl.DataFrame:
    """Play sessions 0 to ``n_sessions - 1``, each of n hands with the succession of dealers.

    Session s is played on the walls of hands ``1000 s``, ``1000 s + 1`` …; its first dealer is
    seat s mod 4. Longer sessions extend shorter ones.

    Parameters
    ----------
    game : {"tianjin", "wenling"}
    strategies
        As for `mjsim.play`.
    n_sessions : int
    n_hands : int
        Hands of each session, 1 to 1000.
    seed, rules, workers, engine, progress
        As for `mjsim.play`; a block is a session.
    sit, pulls : int, None, or sequence of 4 of these
        坐莊 of a seat when it deals, and its 拉莊 when it does not (T2), one for all or by seat.
        None: the strategy is asked before each deal, in the phase ``STAKES``; it sees the
        running scores.
    columns : sequence of str
        Names or groups of ``mjsim.playing.COLUMNS[game]`` beside `SESSION_COLUMNS`.

    Returns
    -------
    polars.DataFrame
        A row for each session, hand and seat, in this order.

    Raises
    ------
    InputError
        If an argument can't be.
    StrategyError
        If a strategy fails; ``finished`` holds the rows of finished sessions.

    Examples
    --------
    >>> rows = play_sessions("tianjin", "speed", 2, 3, seed=1, sit=1)
    >>> rows.filter(pl.col("seat") == 0).select("session_id", "nth", "dealer", "streak").rows()
    [(0, 0, 0, 1), (0, 1, 0, 2), (0, 2, 1, 1), (1, 0, 1, 1), (1, 1, 2, 1), (1, 2, 3, 1)]
    """
    task = session_task(game, strategies, n_hands, seed, rules, sit, pulls, columns)
    number = whole("n_sessions", n_sessions, 0)
    # A session a block, so that a failed strategy loses its own session only.
    blocks = blocks_of(number, 1) if number else iter(())
    return play_blocks(
        task,
        blocks,
        workers=whole("workers", workers, 1),
        engine=cast("Engine | Executor", engine),
        progress=progress,
    )
