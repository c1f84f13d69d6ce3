"""A whole hand: yields the lines of its transcript and is sent the actions chosen."""

from referee import branches, legal
from referee.ending import end_line
from referee.tiles import NAMES, heard


def ask(table, seat, on, tile, actions):
    """Yield a decision, without its action; returns the action sent, and counts it."""
    chosen = yield {
        "type": "choice",
        "seat": seat,
        "on": on,
        "tile": None if tile is None else NAMES[tile],
        "legal": actions,
    }
    action, kind = heard(chosen)
    branches.on_choice(table, seat, on, actions, action, kind)
    return action, kind


def others(seat):
    """The other seats in the order of play."""
    return [(seat + offset) % 4 for offset in (1, 2, 3)]


def ask_tian_ting(table, kind):
    """Right after the hand's first discard: who declares 天聽."""
    for seat in others(table.dealer):
        actions = legal.on_tian_ting(table, seat)
        if actions:
            action, _ = yield from ask(table, seat, "tian_ting", kind, actions)
            table.declared[seat] = action == "tian_ting"


def ask_claims(table, discarder, kind):
    """Who claims a discard, and how: (seat, action), or None. All are asked first."""
    claimed = None
    for seat in others(discarder):
        actions = legal.on_discard(table, seat, kind)
        if actions:
            action, _ = yield from ask(table, seat, "discard", kind, actions)
            if action != "pass":
                claimed = seat, action
    return claimed


def replacement(table, seat):
    """The line of the draw after a kong."""
    line = table.replace(seat)
    branches.on_replacement(table, seat)
    return line


def play(table):
    """Yield line after line; a ``choice`` line has to be answered with one of its actions.

    Parameters
    ----------
    table : Table
        Of this hand alone; it is changed.
    """
    yield table.hand_line()
    yield table.deal_line()
    seat, on = table.dealer, "turn"
    while True:
        won = None
        actions = getattr(legal, on)(table, seat)
        action, kind = yield from ask(table, seat, on, None, actions)
        if action == "win":
            won = legal.turn_worth(table, seat)
            break
        if action != "discard":
            table.own_kong(seat, action, kind)
            on = "turn"
            yield replacement(table, seat)
            continue
        table.discard(seat, kind)
        if len(table.discards) == 1 and table.rules.scoring.tian_ting:
            yield from ask_tian_ting(table, kind)
        claimed = yield from ask_claims(table, seat, kind)
        if claimed is not None:
            seat, action = claimed
            table.claim(seat, action, kind)
            if action == "pong":
                on = "after_pong"
            else:
                on = "turn"
                yield replacement(table, seat)
            continue
        if not table.wall.ordinary_left:
            break
        seat, on = (seat + 1) % 4, "turn"
        line = table.draw(seat)
        branches.on_draw(table, seat)
        yield line
    end = end_line(table, seat if won else None, won)
    branches.on_end(table, end, won)
    yield end
