"""Whole hands at a table: ours, and riichienv's with a greedy policy for context."""

import time
from importlib.util import find_spec

import mjsim

STRATEGY_HANDS = 20_000


class Last:
    """A trivial strategy in Python: the last legal action, which is a discard or a pong."""

    def new_hand(self) -> None:
        """Nothing is kept between hands."""

    def choose(self, view: object, actions: tuple[int, ...]) -> int:
        """Take the last."""
        return len(actions) - 1


def table_rows() -> list[tuple[str, object, int, float]]:
    """Return (call, run, hands, target of ns a hand)."""
    n = STRATEGY_HANDS
    waits = ["result", "waits"]
    return [
        (
            "play, speed x 4, the 33 result columns",
            lambda: mjsim.play("tianjin", "speed", n, seed=1),
            n,
            1e9 / 40_000,
        ),
        (
            "play, speed x 4, results and the 11 columns of waits",
            lambda: mjsim.play("tianjin", "speed", n, seed=1, columns=waits),
            n,
            1e9 / 25_000,
        ),
        (
            "play, value x 4, the 33 result columns",
            lambda: mjsim.play("tianjin", "value", n, seed=1),
            n,
            1e9 / 12_000,
        ),
        (
            "play, four trivial Python strategies, the 33 result columns",
            lambda: mjsim.play("tianjin", Last, n // 5, seed=1),
            n // 5,
            1e9 / 3_000,
        ),
        (
            "play wenling, speed x 4, the 39 result columns",
            lambda: mjsim.play("wenling", "speed", n, seed=1),
            n,
            1e9 / 20_000,
        ),
        (
            "play wenling, value x 4, the 39 result columns",
            lambda: mjsim.play("wenling", "value", n // 2, seed=1),
            n // 2,
            1e9 / 5_000,
        ),
    ]


def two_workers(seconds: float = 30.0, repeats: int = 3) -> tuple[float, float, int]:
    """Rates of one and of two workers, in turn, in runs of so many seconds; hands of a run.

    Returns
    -------
    tuple
        Hands a second with one worker, with two, and the number of hands played in each run.
    """
    start = time.perf_counter()
    mjsim.play("tianjin", "speed", STRATEGY_HANDS, seed=1, columns=["payoff"])
    rate = STRATEGY_HANDS / (time.perf_counter() - start)
    n = int(rate * seconds) // 1000 * 1000
    spent = [0.0, 0.0]
    for _ in range(repeats):
        for workers in (1, 2):
            start = time.perf_counter()
            mjsim.play("tianjin", "speed", n, seed=1, columns=["payoff"], workers=workers)
            spent[workers - 1] += time.perf_counter() - start
    return repeats * n / spent[0], repeats * n / spent[1], n


def riichienv_hands(n: int = 200) -> float | None:
    """Hands a second of riichienv with a greedy policy for all four seats; None if not there.

    The policy wins when it may, and otherwise makes the discard that leaves the least shanten,
    without looking at live tiles; it passes on every other claim.
    """
    if not find_spec("riichienv"):
        return None
    from riichienv import ActionType, RiichiEnv, calculate_shanten

    def choose(observation: object) -> object:
        legal = observation.legal_actions()  # type: ignore[attr-defined]
        discards = []
        for action in legal:
            if action.action_type in (ActionType.TSUMO, ActionType.RON):
                return action
            if action.action_type == ActionType.DISCARD:
                discards.append(action)
        if not discards:
            return next(
                (action for action in legal if action.action_type == ActionType.PASS), legal[0]
            )
        hand = list(observation.hand)  # type: ignore[attr-defined]

        def after(action: object) -> int:
            rest = hand.copy()
            rest.remove(action.tile)  # type: ignore[attr-defined]
            return int(calculate_shanten(rest))

        return min(discards, key=after)

    start = time.perf_counter()
    for seed in range(n):
        env = RiichiEnv(game_mode="4p-red-single", seed=seed)
        seen = env.reset()
        while not env.done():
            seen = env.step({seat: choose(each) for seat, each in seen.items()})
    return n / (time.perf_counter() - start)
