"""Names of tiles and what the table says with them."""

from oracle.notation import write_tiles

NAMES = tuple(write_tiles([kind]) for kind in range(34))
KINDS = {name: kind for kind, name in enumerate(NAMES)}
FULL_SET = tuple(kind for kind in range(34) for _ in range(4))


def say(action, kind=None):
    """An action as written in a transcript."""
    return action if kind is None else f"{action} {NAMES[kind]}"


def heard(text):
    """The action and the kind of a text that `say` wrote."""
    action, _, name = text.partition(" ")
    return action, KINDS[name] if name else None
