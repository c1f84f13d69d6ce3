"""Names of the 42 kinds and what the table says with them."""

from oracle.wenling import copies_there_are
from oracle.wenling_hands import write_tiles

N_KINDS = 42
NAMES = tuple(write_tiles([kind]) for kind in range(N_KINDS))
KINDS = {name: kind for kind, name in enumerate(NAMES)}
FULL_SET = tuple(kind for kind in range(N_KINDS) for _ in range(copies_there_are(kind)))


def say(action, kind=None):
    """An action as written in a transcript."""
    return action if kind is None else f"{action} {NAMES[kind]}"


def heard(text):
    """The action and the kind of a text that `say` wrote."""
    action, _, name = text.partition(" ")
    return action, KINDS[name] if name else None


def listed(counts):
    """Kinds in order, as often as they are counted."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def written(counts):
    """Counted tiles in notation, sorted by kind."""
    return write_tiles(listed(counts))
