"""Legal actions of a seat, in the order of a transcript; refusals are counted, too (W6, W7)."""

from oracle.wenling import PONG

from referee_wenling.complete import fits
from referee_wenling.tiles import say


def is_complete(table, seat, extra=None):
    """Whether the seat's tiles, with one more if asked, are five melds and a pair."""
    return fits(table.hands[seat], table.wilds, len(table.melds[seat]), extra)


def may_win_turn(table, seat):
    """Whether the seat may win by the tile that it drew."""
    if not is_complete(table, seat):
        return False
    if table.barred[seat]:
        table.seen["barred_complete_draw"] += 1
        return False
    return True


def may_win_by(table, seat, kind, on):
    """Whether the seat may win by another's tile, a discard or one added to a pong."""
    if not is_complete(table, seat, kind):
        return False
    if table.barred[seat]:
        table.seen[f"barred_complete_{on}"] += 1
        return False
    return True


def own_kongs(table, seat):
    """Concealed and added kongs; all need a replacement above the reserve (W6)."""
    hand = table.hands[seat]
    # No 得 is melded: there are three at most, and of their kind nobody holds a pong.
    kongs = [("concealed_kong", kind) for kind in range(34) if hand[kind] == 4]
    ponged = sorted(kind for meld_type, kind in table.melds[seat] if meld_type == PONG)
    kongs += [("added_kong", kind) for kind in ponged if hand[kind]]
    if kongs and table.at_reserve:
        table.seen["kong_refused_reserve"] += 1
        return []
    return [say(*kong) for kong in kongs]


def discards(table, seat):
    return [say("discard", kind) for kind, count in enumerate(table.hands[seat]) if count]


def turn(table, seat):
    """After a draw, and in the dealer's first turn."""
    wins = may_win_turn(table, seat)
    return ["win"] * wins + own_kongs(table, seat) + discards(table, seat)


def after_pong(table, seat):
    """After one's own pong or chi: no win, but kongs."""
    table.seen["complete_after_claim"] += is_complete(table, seat)
    return own_kongs(table, seat) + discards(table, seat)


def sequences(hand, kind):
    """Lowest kinds of the sequences that a tile makes with two of a hand."""
    if kind >= 27:
        return []
    rank = kind % 9
    starts = range(kind - min(rank, 2), kind - max(rank - 6, 0) + 1)
    return [
        start
        for start in starts
        if all(hand[other] for other in range(start, start + 3) if other != kind)
    ]


def chis(table, seat, discarder, kind):
    """Lowest kinds of the sequences that the seat may claim."""
    starts = sequences(table.hands[seat], kind)
    if starts and seat != (discarder + 1) % 4:
        table.seen["chi_refused_seat"] += 1
        return []
    played = [start for start in starts if not {start, start + 1, start + 2} & {*table.wilds}]
    table.seen["chi_refused_wild"] += len(played) < len(starts)
    return played


def refuse_wild(table, seat, discarder, kind):
    """Nobody claims or wins a discarded 得 (W3): count who could."""
    hand = table.hands[seat]
    table.seen["wild_claim_refused"] += hand[kind] > 1
    next_seat = seat == (discarder + 1) % 4
    table.seen["wild_chi_refused"] += next_seat and bool(sequences(hand, kind))
    # A 得 completes whatever lacks one tile, so the hand without it is looked at.
    table.seen["wild_win_refused"] += is_complete(table, seat)


def on_discard(table, seat, discarder, kind):
    """What the seat on its own may do with a discard; an empty list if only pass."""
    if kind in table.wilds:
        refuse_wild(table, seat, discarder, kind)
        return []
    actions = ["win"] if may_win_by(table, seat, kind, "discard") else []
    held = table.hands[seat][kind]
    if held == 3:
        if table.at_reserve:
            table.seen["last_kong_refused"] += 1
        else:
            actions.append(say("open_kong", kind))
    if held >= 2:
        if kind in table.closed[seat]:
            table.seen["pong_closed"] += 1
            table.seen["pong_closed_after_claim"] += table.since_claim[seat]
        else:
            table.seen["pong_reopened"] += kind in table.reopened[seat]
            actions.append(say("pong", kind))
    actions += [say("chi", start) for start in chis(table, seat, discarder, kind)]
    return ["pass", *actions] if actions else []


def robbing(table, seat, kind):
    """Whether the seat may win by the tile added to a pong."""
    return ["pass", "win"] if may_win_by(table, seat, kind, "robbing") else []
