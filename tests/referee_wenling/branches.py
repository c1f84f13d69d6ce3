"""Branches of the rules that a hand may reach, and where they are counted.

Refusals are counted in `legal` and what makes liable in `liability`, each time but for that rule
something would be offered or due; the others are counted here, when something is done.
"""

from dataclasses import replace

from oracle.wenling import CHI, CONCEALED_KONG, FA, LIMITS, MOST_POINTS, ZHONG
from oracle.wenling_options import Options

from referee_wenling.ending import automatic_of, settled
from referee_wenling.legal import is_complete
from referee_wenling.liability import steps
from referee_wenling.worth import loser_score, winner_worth

AUTOMATIC = LIMITS[:6]

BRANCHES = {
    # automatic wins (W5)
    **{f"auto_{limit}_deal": f"{limit} at the deal" for limit in AUTOMATIC},
    **{f"auto_{limit}_play": f"{limit} in play" for limit in AUTOMATIC},
    "auto_several_all": "several automatic wins at the deal, all win",
    "auto_several_three": "three or four of them",
    "auto_several_first_seat": "several, only the first wins",
    "auto_two_limits": "one seat reaches two automatic wins at once",
    "auto_after_two_rounds": "at the deal, by a replacement of the second round or later",
    "auto_dealer": "the dealer wins automatically at the deal",
    "auto_draw": "in play, by an ordinary draw",
    "auto_by_shown": "in play, by the replacement of a shown tile",
    "auto_by_kong": "in play, by the replacement of a kong",
    "auto_by_dealers_kong": "before the first discard",
    "auto_beats_tianhu": "a merely complete dealer is beaten at the deal",
    "auto_dealers_17": "the 17 tiles of a dealer count who did not win",
    "barred_auto": "a barred seat has an automatic win",
    # how a hand is won
    "win_deal": "天胡",
    "win_deal_after_kong": "after a concealed kong",
    "win_deal_after_shown": "after the dealer's initial replacement",
    "win_first_discard": "地胡 on the dealer's first discard",
    "win_first_discard_off": "a win on it while option dihu has first draws only",
    "win_first_discard_after_kong": "after a concealed kong of the dealer",
    "win_first_draw": "地胡 by the first own draw",
    "win_first_draw_off": "a win by it while option dihu has the first discard only",
    "win_first_draw_shown": "地胡 by the replacement of a tile shown at the first draw",
    "win_first_draw_shown_off": "such a win is 杠上开花 while option dihu has the discard only",
    "win_first_draw_after_claim": "by the first own draw after a claim, no 地胡",
    "win_first_draw_after_kong": "after another's kong, no 地胡",
    "win_first_draw_after_own_kong": "after an own kong on this turn, no 地胡",
    "win_draw": "",
    "win_discard": "",
    "win_by_kong": "on the replacement of a kong",
    "win_by_open_kong": "the kong claimed a discard",
    "win_by_shown": "on the replacement of a shown tile",
    "win_by_shown_after_kong": "shown on the replacement of a kong",
    "win_robbed": "抢杠胡",
    "win_declined": "a win was legal, something else was done",
    "dealer_wins": "",
    "win_five_melds": "all five melds are laid",
    "win_wild_drawn": "自摸得",
    "win_by_two_wilds": "with two 得",
    "barred_complete_draw": "a barred seat is complete",
    "barred_complete_discard": "another's discard would complete it",
    "barred_complete_robbing": "a tile added to a pong would complete it",
    "barred_points": "a barred seat has points as a loser",
    # claims
    "two_may_win": "two seats may win a discard",
    "three_may_win": "three may",
    "nearest_wins": "two or three choose to win it, the nearest does",
    "farther_wins": "a nearer one passes",
    "win_over_pong": "another chose a pong or an open kong",
    "win_over_chi": "another chose a chi",
    "pong_over_chi": "",
    "kong_over_chi": "",
    "chi_low": "with the lowest tile of the sequence",
    "chi_middle": "",
    "chi_high": "",
    "chi_choice": "several chis were legal",
    "chi_refused_seat": "another than the next seat holds the two tiles",
    "chi_refused_wild": "one of the two tiles is a 得",
    "chi_declined": "",
    "pong": "",
    "pong_declined": "",
    "pong_passed_for_chi": "a pong was legal, a chi was made",
    "pong_closed": "a pong is refused that the seat passed on before",
    "pong_closed_after_claim": "though it claimed a tile since",
    "pong_reopened": "a pong is offered again, the seat having drawn since",
    "complete_after_claim": "a hand is complete after its chi or pong, and must discard",
    "wild_discarded": "",
    "wild_claim_refused": "two of a discarded 得 are held",
    "wild_chi_refused": "a discarded 得 would make a sequence for the next seat",
    "wild_win_refused": "a discarded 得 would complete a hand",
    # kongs
    "open_kong": "",
    "open_kong_declined": "",
    "open_kong_as_pong": "an open kong was legal, a pong was made",
    "added_kong": "after a draw",
    "added_kong_later": "with a tile that was not the last one drawn",
    "added_kong_after_pong": "right after an own pong",
    "added_kong_after_chi": "right after an own chi",
    "concealed_kong": "after a draw",
    "concealed_kong_after_pong": "",
    "concealed_kong_after_chi": "",
    "kong_declined": "a concealed or added kong was legal, a discard was made",
    "kong_refused_reserve": "no replacement above the reserve, on the own turn",
    "last_kong_refused": "none for an open kong of a discard",
    "kong_reaches_reserve": "nothing above the reserve is left after a kong",
    "barred_kong": "by a seat that discarded a 得",
    "rob_declined": "the kong could be robbed",
    "rob_two": "two or three may rob",
    "rob_nearest": "two or three choose to, the nearest does",
    "rob_farther": "a nearer one passes",
    "rob_nobody": "an added kong that nobody can rob",
    # shown tiles (W4)
    "first_show": "tiles are shown at the deal",
    "first_show_second_round": "",
    "first_show_third_round": "",
    "first_show_several": "two or more at once",
    "show_white": "a 白 is shown in play",
    "show_flower": "a flower is",
    "show_zhong": "a 中 is, in 闹闹",
    "show_fa": "a 发 is",
    "show_two": "the replacement of a shown tile is shown, too",
    "show_three": "and the next one",
    "show_after_kong": "the replacement of a kong is shown",
    "show_at_reserve": "a shown tile is replaced out of the reserve",
    "show_without_replacement": "no tile is left to replace a shown one",
    "wild_white_kept": "a 白 that is 得 is drawn and kept",
    "wild_flower_kept": "a flower that is 得 is",
    "wild_dragon_kept": "a 中 or 发 that is 得 is, in 闹闹",
    "naonao": "",
    "naonao_by_winds": "by option",
    "naonao_by_always": "by option",
    # the end of the wall (W7)
    "drawn": "黄牌",
    "drawn_equality": "at equality",
    "drawn_odd": "at equality with an odd number of replacements",
    "drawn_jumped": "a replacement jumped over equality",
    "drawn_undealt": "before anybody but the dealer had a tile to draw",
    "last_discard_won": "after the last draw",
    "last_discard_ponged": "",
    "last_discard_chied": "",
    # liability (W10)
    "sheng_stage": "a discard in the 生牌 stage is won",
    "before_sheng_stage": "one before it is",
    "bao_not_for_familiar": "in the stage, but it is no 生牌",
    "bao_exempt": "a 生牌, but its discarder holds nothing else and is not ready",
    "bao_exempt_own_kind": "and holds another copy of the discard",
    "bao_exempt_wild": "and holds a 得",
    "bao_exempt_concealed_kong": "and has a concealed kong",
    "bao_shengpai": "liable for a 生牌",
    "bao_ready": "with nothing but 生牌 left, for the discarder is ready",
    "bao_familiar": "not ready, for a tile is no 生牌",
    "bao_ready_familiar": "both",
    "bao_familiar_wild": "only a 得 is no 生牌",
    "bao_zhongfa": "liable for a 中 or 发",
    "bao_both": "for both reasons",
    "zhongfa_far": "a 中 or 发 is won, its discarder two or more steps from ready",
    "zhongfa_near": "less than two",
    "zhongfa_one_step": "exactly one",
    "robbed_zhongfa": "a 中 or 发 is robbed from a seat far from ready: nobody is liable",
    "robbed_in_stage": "a kong is robbed in the 生牌 stage",
    "bao_off": "a seat would be liable but for the option",
    "bao_dragons_off": "for a 中 or 发",
    "bao_ratio": "liable, and not every payment is alike by option ratio",
    # points
    **{f"limit_{limit}": "" for limit in LIMITS[6:]},
    "capped": "500 without a limit, more were it not capped",
    "loser_sifeng": "四风会齐 of a seat that did not win",
    "loser_capped": "another one of 500",
    "loser_wild": "a loser with points holds a 得",
    "loser_fan": "a loser with points has fan",
    "losers_level": "the points of two losers are the same",
    "ratio_double": "option ratio changes what is paid",
    "ratio_half": "",
    "half_payoff": "a payoff is no whole number",
    # options without which the winner's or a loser's worth would be another one
    **{
        f"by_{name}": "the option changes the worth of a hand"
        for name in (
            "ron_triplet",
            "de_restore_fan",
            "pang_selfdraw",
            "restored_pair",
            "all_honours_fan",
            "loser_sifeng",
        )
    },
}


def on_first_show(table, seat, kinds, rounds):
    """Tiles are shown at the deal."""
    seen = table.seen
    seen["first_show"] += 1
    seen["first_show_second_round"] += rounds == 2
    seen["first_show_third_round"] += rounds == 3
    seen["first_show_several"] += len(kinds) > 1
    table.rounds = rounds


def on_show(table, seat, in_a_row):
    """The tile drawn is going to be shown."""
    seen, kind = table.seen, table.last
    name = {ZHONG: "zhong", FA: "fa"}.get(kind, "white" if kind < 34 else "flower")
    seen[f"show_{name}"] += 1
    seen["show_two"] += in_a_row == 2
    seen["show_three"] += in_a_row == 3
    table.shown_after_kong = table.replaced == "kong" or (in_a_row > 1 and table.shown_after_kong)
    seen["show_after_kong"] += table.replaced == "kong"
    seen["show_at_reserve"] += table.wall.left > 0 and table.at_reserve
    seen["show_without_replacement"] += not table.wall.left


def on_drawn(table, seat):
    """A seat has its tile, and nothing to show any more."""
    seen, kind = table.seen, table.last
    if kind in table.wilds:
        seen["wild_white_kept"] += kind == 33
        seen["wild_flower_kept"] += kind > 33
        seen["wild_dragon_kept"] += kind in (ZHONG, FA)


def on_choice(table, seat, on, legal, action, kind):
    """A decision on the own turn, before it is carried out."""
    seen = table.seen
    if action == "win":
        return
    seen["win_declined"] += "win" in legal
    if action == "discard":
        seen["kong_declined"] += any("_kong " in text for text in legal)
        seen["wild_discarded"] += kind in table.wilds
        return
    if on == "turn":
        seen[action] += 1
        seen["added_kong_later"] += action == "added_kong" and kind != table.last
    else:
        claimed = "chi" if table.melds[seat][-1][0] == CHI else "pong"
        seen[f"{action}_after_{claimed}"] += 1
    seen["barred_kong"] += table.barred[seat]
    seen["kong_reaches_reserve"] += table.wall.left - 1 <= table.wall.last_of(
        table.rules.huang_stacks
    )


def on_claims(table, discarder, kind, asked, holds):
    """All had their say on a discard; `holds` is the claim that is carried out."""
    seen = table.seen
    may_win = [seat for seat, legal, _, _ in asked if "win" in legal]
    wins = [seat for seat, _, action, _ in asked if action == "win"]
    chosen = {action for _, _, action, _ in asked}
    seen["two_may_win"] += len(may_win) == 2
    seen["three_may_win"] += len(may_win) == 3
    seen["nearest_wins"] += len(wins) > 1
    seen["farther_wins"] += bool(wins) and wins[0] != may_win[0]
    seen["win_over_pong"] += bool(wins) and bool(chosen & {"pong", "open_kong"})
    seen["win_over_chi"] += bool(wins) and "chi" in chosen
    for _, legal, action, _ in asked:
        offered = {text.partition(" ")[0] for text in legal}
        seen["win_declined"] += "win" in offered and action != "win"
        if action == "pass":
            seen["pong_declined"] += "pong" in offered
            seen["open_kong_declined"] += "open_kong" in offered
            seen["chi_declined"] += "chi" in offered
    if holds is None:
        return
    seat, action, claimed = holds
    legal = next(legal for other, legal, _, _ in asked if other == seat)
    offered = [text.partition(" ")[0] for text in legal]
    if action == "win":
        seen["last_discard_won"] += table.at_reserve
        return
    seen["last_discard_ponged"] += action == "pong" and table.at_reserve
    seen["last_discard_chied"] += action == "chi" and table.at_reserve
    if action == "chi":
        seen[("chi_low", "chi_middle", "chi_high")[kind - claimed]] += 1
        seen["chi_choice"] += offered.count("chi") > 1
        seen["pong_passed_for_chi"] += "pong" in offered
        return
    seen[action] += 1
    seen["open_kong_as_pong"] += action == "pong" and "open_kong" in offered
    seen["pong_over_chi" if action == "pong" else "kong_over_chi"] += "chi" in chosen
    if action == "open_kong":
        seen["barred_kong"] += table.barred[seat]
        seen["kong_reaches_reserve"] += table.wall.left - 1 <= table.reserve


def on_robbing(table, konger, kind, asked):
    """All had their say on an added kong."""
    seen = table.seen
    wins = [seat for seat, action in asked if action == "win"]
    seen["rob_nobody"] += not asked
    seen["rob_declined"] += bool(asked) and not wins
    seen["rob_two"] += len(asked) > 1
    seen["rob_nearest"] += len(wins) > 1
    seen["rob_farther"] += bool(wins) and wins[0] != asked[0][0]


def on_end(table, end, win):
    """The hand is over."""
    seen, options = table.seen, table.rules.scoring
    seen["naonao"] += table.naonao
    seen["naonao_by_winds"] += (
        table.naonao and options.naonao == "with_winds" and (27 <= table.indicator < 31)
    )
    seen["naonao_by_always"] += options.naonao == "always" and table.indicator < 31
    if win is None:
        on_drawn_hand(table)
        return
    if win.limits:
        on_automatic(table, win)
    else:
        on_win(table, end, win)
    on_losers(table, end, win)
    if options.ratio != "flat":
        flat = settled(
            table, end["points"], win.winners, end["liable"], replace(options, ratio="flat")
        )
        name = "ratio_double" if options.ratio == "dealer_double" else "ratio_half"
        seen[name] += flat != end["payoffs"]
        seen["bao_ratio"] += flat != end["payoffs"] and end["liable"] is not None
    seen["half_payoff"] += any(type(payoff) is float for payoff in end["payoffs"])


def on_drawn_hand(table):
    """黄牌."""
    seen, left = table.seen, table.wall.left
    if not seen["show_without_replacement"]:
        at_equality = left == table.reserve
        seen["drawn_equality" if at_equality else "drawn_jumped"] += 1
        seen["drawn_odd"] += at_equality and table.wall.replacements % 2
    seen["drawn"] += 1
    seen["drawn_undealt"] += not any(table.draws)


def on_automatic(table, win):
    """An automatic win."""
    seen = table.seen
    for seat in win.winners:
        limits = automatic_of(table, seat)
        seen["auto_two_limits"] += len(limits) > 1
        for limit in limits:
            seen[f"auto_{limit}_{'deal' if win.how == 'deal' else 'play'}"] += 1
    if win.how == "deal":
        able = [seat for seat in range(4) if automatic_of(table, seat)]
        if len(able) > 1:
            all_win = table.rules.scoring.multi_auto == "all"
            seen["auto_several_all" if all_win else "auto_several_first_seat"] += 1
            seen["auto_several_three"] += all_win and len(able) > 2
        seen["auto_after_two_rounds"] += table.rounds > 1
        seen["auto_dealer"] += table.dealer in win.winners
        if table.dealer not in win.winners:
            seen["auto_dealers_17"] += 1
            seen["auto_beats_tianhu"] += is_complete(table, table.dealer)
    elif win.how == "draw":
        seen["auto_draw"] += 1
    else:
        seen[f"auto_by_{table.replaced}"] += 1
        seen["auto_by_dealers_kong"] += not table.discards


def on_win(table, end, win):
    """A win that is none by W5."""
    seen, (seat,), how = table.seen, win.winners, win.how
    options = table.rules.scoring
    melds = table.melds[seat]
    seen["dealer_wins"] += seat == table.dealer
    seen["win_five_melds"] += len(melds) == 5
    seen["win_wild_drawn"] += "zimode" in end["categories"]
    seen["win_by_two_wilds"] += "liangde" in end["categories"]
    if how == "deal":
        seen["win_deal"] += 1
        seen["win_deal_after_kong"] += bool(melds)
        seen["win_deal_after_shown"] += bool(table.shown[seat])
    elif how == "first_discard":
        limited = end["limit"] == "dihu"
        seen["win_first_discard" if limited else "win_first_discard_off"] += 1
        kongs = [meld for meld in table.melds[win.discarder] if meld[0] == CONCEALED_KONG]
        seen["win_first_discard_after_kong"] += bool(kongs)
    elif how == "first_draw":
        limited = end["limit"] == "dihu"
        seen["win_first_draw" if limited else "win_first_draw_off"] += 1
        seen["win_first_draw_shown"] += table.replaced == "shown"
    elif how == "replacement":
        seen[f"win_by_{table.replaced}"] += 1
        open_kong = table.replaced == "kong" and table.last_kong == "open_kong"
        seen["win_by_open_kong"] += open_kong
        seen["win_by_shown_after_kong"] += table.replaced == "shown" and table.shown_after_kong
        seen["win_first_draw_shown_off"] += table.first
    elif how == "robbed":
        seen["win_robbed"] += 1
        far = win.tile in (ZHONG, FA) and steps(table, win.discarder) >= 2
        seen["robbed_zhongfa"] += far and not table.naonao
        seen["robbed_in_stage"] += table.in_sheng_stage
    else:
        seen[f"win_{how}"] += 1
    if table.draws[seat] == 1 and seat != table.dealer and how in ("draw", "replacement"):
        on_late_first_draw(table, seat)
    if how in ("discard", "first_discard"):
        seen["sheng_stage" if table.in_sheng_stage else "before_sheng_stage"] += 1
        if end["why"]:
            seen[f"bao_{end['why']}"] += 1
    worth = end["points"][seat]
    plain = (end["base"] + 20) << end["fan"]
    seen["capped"] += end["limit"] is None and worth == MOST_POINTS and plain > MOST_POINTS
    for limit in LIMITS[6:]:
        seen[f"limit_{limit}"] += limit in end["categories"]
    default = Options()
    for name in (
        "ron_triplet",
        "de_restore_fan",
        "pang_selfdraw",
        "restored_pair",
        "all_honours_fan",
    ):
        if getattr(options, name) != getattr(default, name):
            other = replace(options, **{name: getattr(default, name)})
            seen[f"by_{name}"] += winner_worth(table, seat, how, win.tile, other) != (
                winner_worth(table, seat, how, win.tile)
            )


def on_late_first_draw(table, seat):
    """A win by the first own draw that is no 地胡 any more."""
    own_kong = table.replaced == "kong"
    others_kong = any(
        meld[0] == CONCEALED_KONG
        for other in range(4)
        if other != seat
        for meld in table.melds[other]
    )
    table.seen["win_first_draw_after_own_kong"] += own_kong
    table.seen["win_first_draw_after_kong"] += others_kong and not own_kong
    laid = any(meld[0] != CONCEALED_KONG for melds in table.melds for meld in melds)
    table.seen["win_first_draw_after_claim"] += laid and not own_kong


def on_losers(table, end, win):
    """The points of those who did not win."""
    seen, options = table.seen, table.rules.scoring
    losers = [seat for seat in range(4) if seat not in win.winners]
    for seat in losers:
        points, base, fan = loser_score(table, seat)
        seen["loser_sifeng"] += base is None
        seen["loser_capped"] += base is not None and points == MOST_POINTS
        seen["loser_wild"] += bool(base) and table.wilds_of(seat) > 0
        seen["loser_fan"] += bool(base) and fan > 0
        seen["barred_points"] += points > 0 and table.barred[seat]
        if not options.loser_sifeng:
            other = loser_score(table, seat, replace(options, loser_sifeng=True))
            seen["by_loser_sifeng"] += other[0] != points
    points = [end["points"][seat] for seat in losers]
    seen["losers_level"] += len(set(points)) < len(points)
