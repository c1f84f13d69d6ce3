from typing import final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from mjsim._core.games.tianjin import TianjinRules
from mjsim._core.games.wenling import WenlingRules
from mjsim._core.keys import Wilds

__all__ = ["Solo"]

@final
class Solo:
    @property
    def draws(self) -> int: ...
    @property
    def roots(self) -> list[int]: ...
    @property
    def n_states(self) -> int: ...
    @property
    def n_left(self) -> int: ...
    @property
    def n_nodes(self) -> int: ...
    @property
    def n_edges(self) -> int: ...
    @property
    def n_bytes(self) -> int: ...
    def __init__(
        self,
        rules: TianjinRules | WenlingRules,
        wilds: Wilds,
        hand: NDArray[np.uint8],
        roots: list[int],
        melds: NDArray[np.uint8],
        indicator: int,
        live: NDArray[np.uint8],
        *,
        goal: int,
        depth: int,
        seat: int = ...,
        shown: NDArray[np.uint8] | None = ...,
        most_states: int = ...,
    ) -> None: ...
    def distances(self) -> list[int]: ...
    def grow(self, most: int) -> bool: ...
    def begin(self, quit: NDArray[np.float64]) -> None: ...
    def solve(self) -> int: ...
    def root_values(self) -> NDArray[np.float64]: ...
    def curves(self) -> NDArray[np.float64]: ...
    def true_values(self, left: int) -> NDArray[np.float64]: ...
    def try_play(
        self, root: int, bits: BitGenerator, n_trials: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
