"""Branches of the rules that a hand may reach, and where they are counted.

Refusals are counted in `legal`, each time a seat would be asked or offered something but for one
rule; the others are counted here, when something is done.
"""

from oracle.notation import PONG

BRANCHES = {
    # how a hand is won
    "win": "a hand is won",
    "dealer_wins": "by the dealer",
    "other_wins": "by another",
    "win_draw": "on an ordinary draw that is not 地胡",
    "win_deal": "天胡",
    "win_first": "地胡",
    "win_first_undoubled": "on the first own draw, dihu off or disturbed by a claim or kong",
    "win_first_after_claim": "on the first own draw after a claim, with dihu on",
    "dealer_second_draw_win": "the dealer wins on its first draw after the deal",
    "win_kong": "杠開",
    "win_kong_chain": "杠開 after two or more kongs in a row",
    "win_after_open_kong": "杠開 after a discard was claimed for a kong",
    "win_kong_chain_open": "the first of these kongs claimed a discard",
    "win_kong_again": "after one kong, the winner having made others before",
    "win_last_tile": "with no tile left in the wall",
    "win_with_jin_gang": "with a 金杠 among the melds",
    "win_four_melds": "with four laid melds",
    "win_tiliu": "a 提溜 without any factor, min_fan 1",
    "su_ben_long_win": "素本龍",
    "exempt_win": "below min_fan, by min_fan_exempt",
    "gangkai_stack_win": "doubled once more or oftener by gangkai_stack",
    "gangkai_stack_needed": "a win that only gangkai_stack lets be declared is offered",
    "declined_win": "a win was legal, something else was done",
    # melds
    "pong": "",
    "declined_pong": "a pong was legal, nothing was claimed",
    "open_kong": "",
    "declined_open_kong": "an open kong was legal, nothing was claimed",
    "open_kong_as_pong": "an open kong was legal, a pong was made",
    "added_kong": "",
    "added_kong_later": "with a tile that was not the last one drawn",
    "concealed_kong": "of natural tiles",
    "declined_own_kong": "a concealed or added kong was legal, a discard was made",
    "jin_gang": "金杠",
    "kong_chain": "the second or further kong in a row",
    "dealer_kong_before_first_discard": "",
    "other_kong_before_first_discard": "on the first own turn, before the own first discard",
    "kong_refused_no_tile": "an own kong is refused: no replacement is left",
    "no_jin_gang_refused": "a 金杠 is refused by allow_jin_gang",
    "kong_takes_last_tile": "a replacement leaves no tile",
    "kong_after_ordinary_tiles": "an own kong when only the dead wall is left",
    "added_kong_last_free": "an added kong while last_claim_free_tiles forbids claims",
    "pong_complete": "a hand is complete after its pong, and must discard",
    "pong_kong_refused": "a kong is held after a pong, and must wait",
    "claim_refused_wild": "two or three of a discarded wild are held",
    "last_claim_refused": "a claim is refused by the number of tiles left",
    "last_claim_refused_by_option": "with ordinary tiles left",
    "last_claim_refused_dead_wall": "with a dead wall left",
    # 小相公
    "xiao_xiang_gong": "a wild is discarded",
    "xiao_xiang_gong_complete": "a barred player has what would win",
    "xiao_xiang_gong_after_pong": "the wild is discarded after a pong",
    "xiao_xiang_gong_pong": "",
    "xiao_xiang_gong_kong": "",
    "xiao_xiang_gong_jin_gang": "",
    "min_fan_refused": "complete, but the fan may not be declared",
    # 鏟
    "chan": "鏟 is due",
    "chan_wild": "for four wilds",
    "chan_after_kong": "after a concealed kong within the first round",
    "chan_after_dealers_kong": "after one of the dealer",
    "chan_then_win": "and the hand is won",
    "chan_then_draw": "and the hand is drawn",
    "chan_broken": "three equal first discards without a claim, no 鏟",
    "chan_broken_by_discard": "the fourth player discarded something else",
    "chan_broken_by_win": "the fourth player won",
    "chan_broken_by_draw": "no tile was left for the fourth player",
    "chan_broken_by_claim": "two equal first discards, the second of them was claimed",
    # the wall
    "draw": "流局",
    "draw_with_kongs": "流局 with kong points, paid",
    "draw_kongs_unpaid": "流局 with kong points, unpaid by option",
    "dead_wall_reached": "流局 with tiles left in the dead wall",
    "dead_wall_kong": "a replacement out of the dead wall",
    "dead_wall_exceeded": "a replacement after the dead wall was used up",
    "indicator_stack": "the replacement is the tile under the indicator",
    "indicator_passed": "an ordinary draw is the tile under the indicator",
    "half_stack_drawn": "an ordinary draw is the lower tile of a stack begun by kongs",
    "half_stack_taken": "a replacement is the lower tile of a stack begun by ordinary draws",
    # 天聽
    "tian_ting_offered": "",
    "tian_ting_declared": "",
    "tian_ting_declined": "",
    "tian_ting_two": "two or three declare",
    "tian_ting_on_wild": "declared on a wild discarded",
    "tian_ting_after_kong": "declared after the dealer made a kong",
    "tian_ting_then_claim": "the discard declared on is claimed by another",
    "tian_ting_win": "the declarer wins",
    "tian_ting_first_win": "as 地胡 too",
    "tian_ting_lost": "somebody declared and did not win",
    "tian_ting_discard": "the declarer must discard what it drew",
    "tian_ting_barred": "the declarer must discard a wild",
    "declarer_claim_refused": "the declarer holds two or three of the discard",
    "declarer_kong_refused": "the declarer holds four of a kind",
    # payments
    "stakes_paid": "a payment between the dealer and another is multiplied",
    "sit_paid": "by sit",
    "pull_paid": "by a pull",
    "base_paid": "base is more than 1",
    "kong_points_of_loser": "a loser's kongs are paid after a win",
}


def on_choice(table, seat, on, legal, action, kind):
    """Count what is done, before it is."""
    seen = table.seen
    if action == "win":
        return
    seen["declined_win"] += "win" in legal
    if on == "tian_ting":
        seen["tian_ting_declared" if action == "tian_ting" else "tian_ting_declined"] += 1
        if action == "tian_ting":
            seen["tian_ting_two"] += any(table.declared)
            seen["tian_ting_after_kong"] += not table.calm
            seen["tian_ting_on_wild"] += table.discards[0][1] in table.wilds
    elif on == "discard":
        on_claim(table, seat, legal, action)
    elif action == "discard":
        on_discard(table, seat, on, legal, kind)
    else:
        on_own_kong(table, seat, action, kind)


def on_claim(table, seat, legal, action):
    """A decision on another's discard."""
    seen = table.seen
    may_kong = legal[1].startswith("open_kong")
    if action == "pass":
        seen["declined_pong"] += 1
        seen["declined_open_kong"] += may_kong
        return
    seen[action] += 1
    seen["open_kong_as_pong"] += may_kong and action == "pong"
    seen["tian_ting_then_claim"] += len(table.discards) == 1 and any(table.declared)
    name = "pong" if action == "pong" else "kong"
    seen[f"xiao_xiang_gong_{name}"] += table.barred[seat]
    first = [kind for _, kind in table.discards]
    seen["chan_broken_by_claim"] += table.claimed_at is None and (
        len(first) == 2 and first[0] == first[1]
    )


def on_own_kong(table, seat, action, kind):
    """A concealed or added kong."""
    seen = table.seen
    seen["jin_gang" if kind in table.wilds else action] += 1
    seen["added_kong_later"] += action == "added_kong" and kind != table.last
    seen["xiao_xiang_gong_kong"] += table.barred[seat]
    seen["xiao_xiang_gong_jin_gang"] += table.barred[seat] and kind in table.wilds
    if all(discarder != seat for discarder, _ in table.discards):
        is_dealer = seat == table.dealer
        seen[f"{'dealer' if is_dealer else 'other'}_kong_before_first_discard"] += 1
    free = table.rules.last_claim_free_tiles
    ordinary = table.wall.ordinary_left
    seen["added_kong_last_free"] += action == "added_kong" and 0 < free >= ordinary
    seen["kong_after_ordinary_tiles"] += not ordinary


def on_discard(table, seat, on, legal, kind):
    """A discard."""
    seen = table.seen
    seen["declined_own_kong"] += any("_kong " in action for action in legal)
    if table.declared[seat]:
        seen["tian_ting_discard"] += 1
        seen["tian_ting_barred"] += kind in table.wilds
    seen["xiao_xiang_gong"] += kind in table.wilds
    seen["xiao_xiang_gong_after_pong"] += kind in table.wilds and on == "after_pong"
    first = [*(k for _, k in table.discards), kind]
    if len(first) == 4 and table.claimed_at is None and len(set(first[:3])) == 1:
        if kind != first[0]:
            seen["chan_broken"] += 1
            seen["chan_broken_by_discard"] += 1
        else:
            seen["chan"] += 1
            seen["chan_wild"] += kind in table.wilds
            seen["chan_after_kong"] += not table.calm
            seen["chan_after_dealers_kong"] += bool(table.melds[table.dealer])


def on_draw(table, seat):
    """An ordinary draw was made."""
    place = table.wall.place
    upper_taken = place % 2 == 1 and place - 1 in table.wall.replaced
    table.seen["indicator_passed"] += place == table.wall.indicator + 1
    table.seen["half_stack_drawn"] += upper_taken


def on_replacement(table, seat):
    """The draw after a kong was made."""
    seen, wall = table.seen, table.wall
    seen["kong_chain"] += table.kongs_in_a_row > 1
    seen["indicator_stack"] += wall.place == wall.indicator + 1
    # A place is the lower tile of its stack if it is odd; `front` is the last ordinary draw.
    seen["half_stack_taken"] += wall.place % 2 == 1 and wall.place - 1 == wall.front
    seen["kong_takes_last_tile"] += not wall.left
    seen["dead_wall_kong"] += wall.place in wall.reserved
    seen["dead_wall_exceeded"] += bool(wall.reserved) and wall.place not in wall.reserved


def on_end(table, end, won):
    """The hand is over."""
    seen = table.seen
    kongs = any(end["kong_points"])
    first = [kind for _, kind in table.discards]
    if len(first) == 3 and len(set(first)) == 1 and table.claimed_at is None:
        seen["chan_broken"] += 1
        seen["chan_broken_by_win" if won else "chan_broken_by_draw"] += 1
    if won:
        on_win(table, end, won)
    else:
        paid = table.rules.scoring.kong_points_on_draw
        seen["draw"] += 1
        seen["draw_with_kongs"] += kongs and paid
        seen["draw_kongs_unpaid"] += kongs and not paid
        seen["dead_wall_reached"] += table.wall.left > 0
        seen["chan_then_draw"] += end["chan"]
    declarers = [seat for seat in range(4) if table.declared[seat]]
    seen["tian_ting_lost"] += bool(declarers) and end["winner"] not in declarers
    if any(end["payoffs"]):
        stakes = [
            (table.sit, table.pulls[seat])
            for seat in range(4)
            if seat != table.dealer and pays_dealer(table, end, seat)
        ]
        seen["stakes_paid"] += any(sit + pull for sit, pull in stakes)
        seen["sit_paid"] += any(sit for sit, _ in stakes)
        seen["pull_paid"] += any(pull for _, pull in stakes)
        seen["base_paid"] += table.rules.scoring.base > 1


def pays_dealer(table, end, seat):
    """Whether something is due between a seat and the dealer, either way."""
    kongs_count = end["winner"] is not None or table.rules.scoring.kong_points_on_draw
    points = end["kong_points"]
    return (
        end["winner"] in (seat, table.dealer)
        or (kongs_count and bool(points[seat] or points[table.dealer]))
        or (end["chan"] and table.rules.scoring.chan_points > 0)
    )


def on_win(table, end, won):
    """The hand is won."""
    seen, seat, rules = table.seen, end["winner"], table.rules
    melds = table.melds[seat]
    seen["win"] += 1
    seen["dealer_wins" if seat == table.dealer else "other_wins"] += 1
    seen[f"win_{end['how']}"] += 1
    first = end["how"] == "draw" and table.draws[seat] == 1
    seen["win_first_undoubled"] += first and seat != table.dealer
    seen["win_first_after_claim"] += (
        first and seat != table.dealer and rules.scoring.dihu and table.claimed_at is not None
    )
    seen["dealer_second_draw_win"] += first and seat == table.dealer
    chained = end["how"] == "kong" and table.kongs_in_a_row > 1
    seen["win_kong_chain"] += chained
    seen["win_kong_chain_open"] += chained and table.claimed == "open_kong"
    laid_kongs = sum(meld_type != PONG for meld_type, _ in melds)
    seen["win_kong_again"] += end["how"] == "kong" and 1 == table.kongs_in_a_row < laid_kongs
    seen["gangkai_stack_win"] += chained and rules.gangkai_stack
    seen["win_after_open_kong"] += (
        end["how"] == "kong" and table.kongs_in_a_row == 1 and table.claimed == "open_kong"
    )
    seen["win_last_tile"] += not table.wall.left
    seen["win_with_jin_gang"] += any(kind in table.wilds for _, kind in melds)
    seen["win_four_melds"] += len(melds) == 4
    seen["win_tiliu"] += end["categories"] == ["tiliu"]
    seen["su_ben_long_win"] += "subenlong" in end["categories"]
    seen["exempt_win"] += end["fan"] < rules.scoring.min_fan
    seen["chan_then_win"] += end["chan"]
    others = [points for other, points in enumerate(end["kong_points"]) if other != seat]
    seen["kong_points_of_loser"] += any(others)
    if table.declared[seat]:
        seen["tian_ting_win"] += 1
        seen["tian_ting_first_win"] += end["how"] == "first"
