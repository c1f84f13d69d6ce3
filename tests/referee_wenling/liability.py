"""Who pays for all after a win on a discard (包三家, W10)."""

from oracle.shanten import shanten
from oracle.wenling import CHI, CONCEALED_KONG, DRAGONS, OPEN_KONG, PONG, meld_tiles

from referee_wenling.complete import fits

ZHONG_FA = DRAGONS[:2]
LAID_OPEN = (CHI, PONG, OPEN_KONG)


def familiar(table):
    """Kinds that are no 生牌: discarded before the last discard, or in a chi, pong or open kong."""
    kinds = {kind for _, kind in table.discards[:-1]}
    for melds in table.melds:
        for meld in melds:
            if meld[0] in LAID_OPEN:
                kinds.update(meld_tiles(meld))
    return kinds


def is_ready(table, seat):
    """Whether some kind, live or not, completes the seat's concealed tiles."""
    return fits(table.hands[seat], table.wilds, len(table.melds[seat]))


def steps(table, seat):
    """Steps from ready of the tiles left after a discard, by shape, 得 counted."""
    return shanten(table.hands[seat], table.wilds)


def by_sheng(table, seat, kind):
    """Whether discarding a 生牌 in the 生牌 stage makes the discarder liable."""
    seen = table.seen
    if not table.in_sheng_stage:
        return False
    known = familiar(table)
    if kind in known:
        seen["bao_not_for_familiar"] += 1
        return False
    held = {k for k, count in enumerate(table.hands[seat]) if count}
    ready = is_ready(table, seat)
    if not held & known and not ready:
        seen["bao_exempt"] += 1
        # 生牌 is judged before this discard: another copy of it is one still.
        seen["bao_exempt_own_kind"] += kind in held
        seen["bao_exempt_wild"] += bool(held & {*table.wilds})
        seen["bao_exempt_concealed_kong"] += any(m[0] == CONCEALED_KONG for m in table.melds[seat])
        return False
    seen["bao_ready"] += ready and not held & known
    seen["bao_familiar"] += bool(held & known) and not ready
    seen["bao_ready_familiar"] += bool(held & known) and ready
    seen["bao_familiar_wild"] += bool(held & known) and not held & known - {*table.wilds}
    return True


def by_dragon(table, seat, kind):
    """Whether discarding 中 or 发 far from ready makes the discarder liable."""
    if kind not in ZHONG_FA or table.naonao:  # in 闹闹 none is held that could be won
        return False
    far = steps(table, seat) >= 2
    table.seen["zhongfa_far" if far else "zhongfa_near"] += 1
    table.seen["zhongfa_one_step"] += steps(table, seat) == 1
    if far and not table.rules.bao_dragons:
        table.seen["bao_dragons_off"] += 1
        return False
    return far


def liable(table, discarder):
    """Why the discarder of the last tile, that another won, pays for all; None if not.

    If both reasons hold the first of the page counts, 生牌; payments are the same.
    """
    kind = table.discards[-1][1]
    sheng, dragon = by_sheng(table, discarder, kind), by_dragon(table, discarder, kind)
    if not table.rules.scoring.bao:
        table.seen["bao_off"] += sheng or dragon
        return None
    table.seen["bao_both"] += sheng and dragon
    if sheng:
        return "shengpai"
    return "zhongfa" if dragon else None
