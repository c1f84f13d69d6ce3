"""Strategies in Python; at the top of a module, for processes import them."""

import random

from mjsim.playing import ActionType, Phase


class First:
    """Takes the first legal action."""

    def new_hand(self):
        pass

    def choose(self, view, actions):
        return 0


class Last(First):
    """Discards the highest kind and wants nothing else."""

    def choose(self, view, actions):
        return len(actions) - 1 if view.phase in (Phase.TURN, Phase.AFTER_PONG) else 0


class Eager(First):
    """Often takes the first action that is no pass, and keeps what it saw if asked to."""

    seen = None

    def __init__(self, seed=0, often=0.6):
        self.seed, self.often = seed, often

    def new_hand(self):
        self.rng = random.Random(self.seed)

    def choose(self, view, actions):
        if self.seen is not None:
            self.seen.append((view.tobytes(), actions))
        if self.rng.random() < self.often:
            return int(actions[0] == ActionType.PASS << 8)
        return self.rng.randrange(len(actions))
