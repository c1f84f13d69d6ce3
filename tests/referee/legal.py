"""Legal actions of a seat, in the order of a transcript; refusals are counted on the way (T4)."""

from oracle.notation import PONG

from referee.complete import fits
from referee.tiles import say
from referee.worth import worth


def turn_worth(table, seat):
    """What the seat's hand is worth after its draw, or None if it is not complete."""
    melds = table.melds[seat]
    if not fits(table.hands[seat], table.wilds, len(melds)):
        return None
    return worth(
        table.hands[seat],
        melds,
        table.last,
        table.indicator,
        table.how,
        tian_ting=table.declared[seat],
        kongs_in_a_row=table.kongs_in_a_row,
        rules=table.rules,
    )


def own_kongs(table, seat):
    """Kongs that the seat's tiles make, whether or not the rules allow one now."""
    hand = table.hands[seat]
    found = [("concealed_kong", kind) for kind, count in enumerate(hand) if count == 4]
    ponged = sorted(kind for meld_type, kind in table.melds[seat] if meld_type == PONG)
    return found + [("added_kong", kind) for kind in ponged if hand[kind]]


def may_win(table, seat):
    """Whether the seat may declare a win after its draw."""
    found = turn_worth(table, seat)
    if found is None:
        return False
    if table.barred[seat]:
        table.seen["xiao_xiang_gong_complete"] += found.wins
        return False
    if not found.wins:
        table.seen["min_fan_refused"] += 1
    elif not found.wins_unstacked:
        table.seen["gangkai_stack_needed"] += 1
    return found.wins


def allowed_kongs(table, seat):
    """The seat's own kongs that the rules allow after its draw."""
    kongs = own_kongs(table, seat)
    if not kongs:
        return []
    if table.declared[seat]:
        table.seen["declarer_kong_refused"] += 1
        return []
    if not table.rules.scoring.allow_jin_gang:
        played = [kong for kong in kongs if kong[1] not in table.wilds]
        table.seen["no_jin_gang_refused"] += len(played) < len(kongs)
        kongs = played
    if not table.wall.left:
        table.seen["kong_refused_no_tile"] += bool(kongs)
        return []
    return kongs


def discards(table, seat):
    return [say("discard", kind) for kind, count in enumerate(table.hands[seat]) if count]


def turn(table, seat):
    """After a draw: win, kongs, discards; one that declared 天聽 has no choice."""
    wins = may_win(table, seat)
    kongs = allowed_kongs(table, seat)
    if table.declared[seat]:
        return ["win"] if wins else [say("discard", table.last)]
    return ["win"] * wins + [say(*kong) for kong in kongs] + discards(table, seat)


def after_pong(table, seat):
    """Only a discard; a hand that is complete or holds a kong has to wait for its next draw."""
    table.seen["pong_complete"] += fits(table.hands[seat], table.wilds, len(table.melds[seat]))
    table.seen["pong_kong_refused"] += bool(own_kongs(table, seat))
    return discards(table, seat)


def on_discard(table, seat, kind):
    """What the seat may do with another's discard; an empty list if only pass."""
    held = table.hands[seat][kind]
    if held < 2:
        return []
    if kind in table.wilds:
        table.seen["claim_refused_wild"] += 1
        return []
    if table.declared[seat]:
        table.seen["declarer_claim_refused"] += 1
        return []
    if table.wall.ordinary_left <= table.rules.last_claim_free_tiles:
        table.seen["last_claim_refused"] += 1
        table.seen["last_claim_refused_by_option"] += table.wall.ordinary_left > 0
        table.seen["last_claim_refused_dead_wall"] += table.wall.left > table.wall.ordinary_left
        return []
    # An ordinary tile is left, so there is one for a kong.
    kong = [say("open_kong", kind)] if held == 3 else []
    return ["pass", *kong, say("pong", kind)]


def on_tian_ting(table, seat):
    """Whether the seat may declare 天聽: some kind completes its 13 tiles."""
    if fits(table.hands[seat], table.wilds, 0):
        table.seen["tian_ting_offered"] += 1
        return ["pass", "tian_ting"]
    return []
