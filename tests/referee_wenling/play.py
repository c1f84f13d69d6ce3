"""A whole hand: yields the lines of its transcript and is sent the actions chosen."""

from referee.play import others

from referee_wenling import branches, legal
from referee_wenling.ending import Win, automatic_at_the_deal, automatic_in_play, end_line
from referee_wenling.tiles import NAMES, heard


def ask(table, seat, on, tile, actions):
    """Yield a decision, without its action; returns the action sent."""
    chosen = yield {
        "type": "choice",
        "seat": seat,
        "on": on,
        "tile": None if tile is None else NAMES[tile],
        "legal": actions,
    }
    return heard(chosen)


def first_rounds(table):
    """W4: in each round every seat shows all it holds and draws as many, until nobody shows."""
    rounds, nobody = 0, False
    while not nobody:
        rounds, nobody = rounds + 1, True
        for seat in table.order:
            kinds = [k for k in sorted(table.to_show) for _ in range(table.hands[seat][k])]
            if kinds:
                nobody = False
                branches.on_first_show(table, seat, kinds, rounds)
                yield table.show(seat, kinds)
                for _ in kinds:
                    yield table.replace(seat, "shown")
    table.replaced = None


def draw(table, seat, cause=None):
    """A draw, its tile shown and replaced as long as it has to be.

    Returns whether the seat has its tile: if the wall has no tile left for a shown one (which
    takes a `huang_stacks` far below the 8 of the rules) nobody can go on, and the hand is drawn.
    """
    yield table.replace(seat, cause) if cause else table.draw(seat)
    in_a_row = 0
    while table.last in table.to_show:
        in_a_row += 1
        branches.on_show(table, seat, in_a_row)
        yield table.show(seat, [table.last])
        if not table.wall.left:
            return False
        yield table.replace(seat, "shown")
    branches.on_drawn(table, seat)
    return True


def ask_claims(table, discarder, kind):
    """Ask all what they do with a discard; returns the claim that holds, (seat, action, kind).

    A win goes before a pong and a kong, these before a chi, and of several wins the first one.
    """
    asked = []
    for seat in others(discarder):
        actions = legal.on_discard(table, seat, discarder, kind)
        if actions:
            action, claimed = yield from ask(table, seat, "discard", kind, actions)
            asked.append((seat, actions, action, claimed))
    # A pong passed on is closed until the own next draw: whatever else was done with the tile.
    for seat, actions, action, _ in asked:
        offered = any(text.startswith("pong") for text in actions)
        if offered and action not in ("pong", "open_kong"):
            table.closed[seat].add(kind)
    holds = None
    for best in (("win",), ("open_kong", "pong"), ("chi",)):
        made = [(seat, action, claimed) for seat, _, action, claimed in asked if action in best]
        if made:
            holds = made[0]
            break
    branches.on_claims(table, discarder, kind, asked, holds)
    return holds


def ask_robbing(table, konger, kind):
    """Ask all whether they rob an added kong; returns the seat that does, or None."""
    asked = []
    for seat in others(konger):
        actions = legal.robbing(table, seat, kind)
        if actions:
            action, _ = yield from ask(table, seat, "robbing", kind, actions)
            asked.append((seat, action))
    branches.on_robbing(table, konger, kind, asked)
    return next((seat for seat, action in asked if action == "win"), None)


def play(table):
    """Yield line after line; a ``choice`` line has to be answered with one of its actions.

    Parameters
    ----------
    table : Table
        Of this hand alone; it is changed.
    """
    yield table.hand_line()
    yield table.deal_line()
    yield from first_rounds(table)
    win = automatic_at_the_deal(table)
    if win is None:
        win = yield from turns(table)
    end = end_line(table, win)
    branches.on_end(table, end, win)
    yield end


def turns(table):
    """From the dealer's first turn to the end; returns the `Win`, or None for a drawn hand."""
    seat, on = table.dealer, "turn"
    while True:
        actions = getattr(legal, on)(table, seat)
        action, kind = yield from ask(table, seat, on, None, actions)
        branches.on_choice(table, seat, on, actions, action, kind)
        if action == "win":
            return Win([seat], table.how_drawn())
        if action != "discard":
            if action == "added_kong":
                # The tile leaves the hand; robbed, the kong is a triplet again and it is gone.
                table.hands[seat][kind] -= 1
                robber = yield from ask_robbing(table, seat, kind)
                if robber is not None:
                    return Win([robber], "robbed", (), seat, kind)
            table.own_kong(seat, action, kind)
            cause = "kong"
        else:
            table.discard(seat, kind)
            claim = yield from ask_claims(table, seat, kind)
            if claim is None:
                # W7: an ordinary draw is due.
                if table.at_reserve:
                    return None
                seat, cause = (seat + 1) % 4, None
            else:
                discarder, (seat, action, claimed) = seat, claim
                if action == "win":
                    how = "first_discard" if len(table.discards) == 1 else "discard"
                    return Win([seat], how, (), discarder, kind)
                table.claim(seat, action, claimed, kind)
                if action != "open_kong":
                    on = "after_pong"
                    continue
                cause = "kong"
        on = "turn"
        has_tile = yield from draw(table, seat, cause)
        win = automatic_in_play(table, seat)
        if win is not None or not has_tile:
            return win
