"""Players that follow a plan: what they like to do first, what they avoid, else at random."""

from dataclasses import dataclass


def names_in(text):
    """The names of single tiles in a run of tiles, of either game."""
    digits = ""
    for letter in text:
        if letter.isdigit():
            digits += letter
        else:
            yield from (digit + letter for digit in digits or ("",))
            digits = ""


def begins(action, prefix):
    """Whether a text of an action is `prefix`, or that with a tile."""
    return action == prefix or action.startswith(prefix + " ")


@dataclass(frozen=True)
class Plan:
    """What one seat does.

    Attributes
    ----------
    prefer : tuple of str
        Actions such as ``win``, ``pong 5m``, ``discard``; the first that is legal is done.
    avoid : tuple of str
        Actions that are not done while there is another one.
    keep : str
        Kinds that are not discarded while another can be.
    passes : int
        So many first decisions on a discard are passed whatever is preferred.
    """

    prefer: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    keep: str = ""
    passes: int = 0

    @property
    def avoided(self):
        return (*self.avoid, *(f"discard {name}" for name in sorted(set(names_in(self.keep)))))


QUIET = ("win", "concealed_kong", "added_kong", "open_kong", "pong")
PASSIVE = Plan(prefer=("pass",), avoid=QUIET)


def plan(*prefer, keep="", passes=0):
    """Only what is named, and discards."""
    return Plan((*prefer, "pass"), QUIET, keep, passes)


class Script:
    """A player by plans: ``choose(on, seat, legal)`` is an index into `legal`.

    Parameters
    ----------
    rng : random.Random
    plans : dict of int to Plan
        By place in the order of play: 0 is the dealer.
    dealer : int
    otherwise : Plan
        For the other seats; by default they claim nothing, never win and discard at random.
    """

    def __init__(self, rng, plans=None, dealer=0, otherwise=PASSIVE):
        self.rng, self.dealer = rng, dealer
        plans = plans or {}
        self.plans = [plans.get(offset, otherwise) for offset in range(4)]
        self.avoided = [plan.avoided for plan in self.plans]
        self.passes = [plan.passes for plan in self.plans]

    def choose(self, on, seat, legal, table=None):
        offset = (seat - self.dealer) % 4
        if on == "discard" and self.passes[offset]:
            self.passes[offset] -= 1
            return legal.index("pass")
        for prefix in self.plans[offset].prefer:
            liked = [i for i, action in enumerate(legal) if begins(action, prefix)]
            if liked:
                return self.rng.choice(liked)
        avoided = self.avoided[offset]
        free = [
            i
            for i, action in enumerate(legal)
            if not any(begins(action, prefix) for prefix in avoided)
        ]
        return self.rng.choice(free or range(len(legal)))
