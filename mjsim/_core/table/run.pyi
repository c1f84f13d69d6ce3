import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from mjsim._core.table.game import TableGame
from mjsim._core.table.player import Player

__all__ = ["FailedHand", "play_block", "play_session", "play_walls"]

class FailedHand(Exception): ...  # noqa: N818  # not an error of its own: its cause is

def play_block(
    walls: BitGenerator,
    noise: BitGenerator | None,
    first: int,
    skip: int,
    game: TableGame,
    players: list[Player],
    sit: int,
    pulls: NDArray[np.uint8],
    notes: int,
    rows: NDArray[np.uint8],
) -> None: ...
def play_session(
    walls: BitGenerator,
    noise: BitGenerator | None,
    first: int,
    dealer: int,
    game: TableGame,
    players: list[Player],
    sit: NDArray[np.int8],
    pulls: NDArray[np.int8],
    notes: int,
    rows: NDArray[np.uint8],
) -> None: ...
def play_walls(
    tiles: NDArray[np.uint8],
    dice: NDArray[np.uint8],
    dealers: NDArray[np.uint8],
    noise: BitGenerator | None,
    skip: int,
    number: int,
    game: TableGame,
    players: list[Player],
    sit: int,
    pulls: NDArray[np.uint8],
    notes: int,
    rows: NDArray[np.uint8],
    *,
    recorded: bool = ...,
) -> list[list[tuple[object, ...]]]: ...
