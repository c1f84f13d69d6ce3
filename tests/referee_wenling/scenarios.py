"""Composed hands for the rare branches: what is prescribed, and what each of them must reach.

Players are named by their place in the order of play from the dealer on. `READY` waits for 3s and
6s, of which all other copies are mostly buried; `FAR` has no sequence, triplet or neighbours. The
得 are mostly N.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from referee.script import Plan, Script, plan

from referee_wenling.driver import drive
from referee_wenling.rules import default_rules
from referee_wenling.walls import compose

READY = "123456m123456p4599s"
READY_8 = "123456m123456p4588s"
READY_7 = "123456m123456p4577s"
READY_FOR_ALL = "123456m123456p456sN"
READY_FOR_C = "123456m123456pCC99s"
WITH_KONG = "123456m123p4599s"
FAR = "1147m2589p279sESWFF"
FAR_15 = "1147m2589p279sESWF"
ONE_STEP = "1123456m123456p479s"
NOTHING = "147m2589p1479sESWCF"
BURIED = "36s"


@dataclass(frozen=True)
class Scenario:
    """One composed hand.

    Attributes
    ----------
    reaches : str
        Names of the branches that it reaches, each time.
    wall : dict
        Arguments of `compose`.
    plans : dict of int to Plan
        By place in the order of play; the others claim nothing and discard at random.
    rules : dict
        Changes of the preset.
    preset : str
    """

    reaches: str
    wall: dict[str, Any]
    plans: dict[int, Plan] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    preset: str = "seed"

    @property
    def branches(self):
        return tuple(self.reaches.split())

    def deal(self, rng):
        """Arguments for a hand: wall, dice, dealer, rules, and the player."""
        rules = default_rules(self.preset, **self.rules)
        recipe = {"indicator": "N", "naonao": rules["naonao"], **self.wall}
        wall, dice = compose(rng, **recipe)
        dealer = rng.randrange(4)
        return {
            "wall": wall,
            "dice": dice,
            "dealer": dealer,
            "rules": rules,
            "choose": Script(random.Random(rng.random()), self.plans, dealer).choose,
        }

    def play(self, rng):
        """The transcript of one hand."""
        return drive(**self.deal(rng))


def wall(*, draws="", tail="", bury="", indicator="N", places=None, **by_place):
    """Arguments of `compose`; hands by place: dealer, second, third, fourth."""
    hands = tuple(by_place.pop(name, "") for name in ("dealer", "second", "third", "fourth"))
    if by_place:
        raise TypeError(f"no such places: {sorted(by_place)}")
    return {
        "hands": hands,
        "draws": draws,
        "tail": tail,
        "bury": bury,
        "indicator": indicator,
        "places": places,
    }


def ready(**more):
    """`wall` with what completes READY buried."""
    return wall(bury=BURIED, **more)


WIN = plan("win")
WIN_LATER = plan("win", passes=1)
SHORT = {"huang_stacks": 37}
"""Four ordinary draws."""


def auto(limit, tiles, last, indicator):
    """The third player lacks one tile for an automatic win, and draws it."""
    return Scenario(
        f"auto_{limit}_play", wall(third=tiles, draws=f"1s {last}", indicator=indicator)
    )


AUTO = {
    "sande": Scenario("auto_sande_deal auto_dealers_17", wall(second="NNN")),
    "sibaiban": Scenario(
        "auto_sibaiban_deal auto_dealer first_show first_show_several", wall(dealer="PPPP")
    ),
    "sihonghua": Scenario("auto_sihonghua_deal auto_dealers_17", wall(third="1234g")),
    "siheihua": Scenario("auto_siheihua_deal", wall(fourth="1234f")),
    "sihongzhong": Scenario("auto_sihongzhong_deal naonao", wall(second="CCCC", indicator="F")),
    "sifacai": Scenario("auto_sifacai_deal naonao", wall(second="FFFF", indicator="1g")),
    "sande_play": auto("sande", "NN", "N", "N"),
    "sibaiban_play": auto("sibaiban", "PPP", "P", "N"),
    "sihonghua_play": auto("sihonghua", "123g", "4g", "N"),
    "siheihua_play": auto("siheihua", "134f", "2f", "N"),
    "sihongzhong_play": auto("sihongzhong", "CCC", "C", "F"),
    "sifacai_play": auto("sifacai", "FFF", "F", "P"),
    "auto_draw": Scenario(
        "auto_draw auto_sande_play", wall(second="23g", draws="4g", indicator="1g")
    ),
    "auto_shown": Scenario(
        "auto_by_shown auto_sande_play show_flower show_white show_two show_three",
        wall(fourth="NN", draws="1s 1s 1f", tail="P 3g N"),
    ),
    "auto_kong": Scenario(
        "auto_by_kong auto_sande_play concealed_kong",
        wall(second="NNCCCC", tail="N"),
        {1: plan("concealed_kong")},
    ),
    "auto_dealers_kong": Scenario(
        "auto_by_kong auto_by_dealers_kong auto_sande_play",
        wall(dealer="NNCCCC", tail="N"),
        {0: plan("concealed_kong")},
    ),
    "auto_shown_after_kong": Scenario(
        "auto_by_shown auto_by_dealers_kong auto_sihonghua_play show_after_kong",
        # Three of the tail for the flowers of the deal, then that of the kong.
        wall(dealer="123gCCCC", tail="9m 8m 7m 4g"),
        {0: plan("concealed_kong")},
    ),
    "auto_several": Scenario(
        "auto_several_all auto_dealer", wall(dealer="PPPP", third="NNN"), {}, {"ratio": "idle_half"}
    ),
    "auto_three": Scenario(
        "auto_several_all auto_several_three auto_dealers_17",
        wall(second="PPPP", third="NNN", fourth="1234f"),
        preset="parlour",
    ),
    "auto_first_seat": Scenario(
        "auto_several_first_seat auto_dealers_17",
        wall(second="NNN", fourth="1234f4g"),
        {},
        {"multi_auto": "first_seat"},
    ),
    "auto_two_limits": Scenario("auto_two_limits", wall(second="1234g1234f")),
    "auto_second_round": Scenario(
        "auto_after_two_rounds first_show_second_round first_show_third_round",
        wall(third="PPP1g", tail="2g 9m 9m 9m P"),
    ),
    "auto_beats_tianhu": Scenario(
        "auto_beats_tianhu auto_dealers_17", ready(dealer=READY + "3s", second="PPPP")
    ),
    "barred_auto": Scenario(
        "barred_auto wild_discarded",
        wall(second="PPPN", draws="1s 1s 1s 1s P"),
        {1: plan("discard N")},
    ),
}
WINS = {
    "tianhu": Scenario("win_deal limit_tianhu dealer_wins", ready(dealer=READY + "3s"), {0: WIN}),
    "tianhu_after_kong": Scenario(
        "win_deal win_deal_after_kong concealed_kong",
        ready(dealer=WITH_KONG + "CCCC", tail="3s"),
        {0: plan("win", "concealed_kong")},
    ),
    "tianhu_after_shown": Scenario(
        "win_deal win_deal_after_shown first_show_second_round",
        ready(dealer=READY + "1g", tail="P 6s"),
        {0: WIN},
    ),
    "tianhu_declined": Scenario("win_declined", ready(dealer=READY + "3s"), {}, SHORT),
    "five_kongs": Scenario(
        "win_five_melds win_deal_after_kong",
        wall(dealer="1111222233334444m5s", tail="5s 5s 5s F F"),
        {0: plan("concealed_kong", "win")},
    ),
    "dihu": Scenario(
        "win_first_discard limit_dihu",
        ready(dealer="3s", second=READY),
        {0: plan("discard 3s"), 1: WIN},
    ),
    "dihu_off": Scenario(
        "win_first_discard_off",
        ready(dealer="3s", third=READY),
        {0: plan("discard 3s"), 2: WIN},
        {"dihu": "first_draw"},
    ),
    "dihu_both": Scenario(
        "win_first_discard limit_dihu",
        ready(dealer="6s", fourth=READY),
        {0: plan("discard 6s"), 3: WIN},
        {"dihu": "both"},
    ),
    "first_draw": Scenario(
        "win_first_draw limit_dihu",
        ready(third=READY, draws="1s 3s"),
        {2: WIN},
        {"dihu": "first_draw"},
    ),
    "first_draw_both": Scenario(
        "win_first_draw win_first_draw_shown limit_dihu",
        ready(second=READY, draws="1g", tail="3s"),
        {1: WIN},
        {"dihu": "both"},
    ),
    "first_draw_off": Scenario("win_first_draw_off", ready(second=READY, draws="3s"), {1: WIN}),
    "first_draw_shown_off": Scenario(
        "win_by_shown win_first_draw_shown_off",
        ready(second=READY, draws="1g", tail="3s"),
        {1: WIN},
    ),
    "first_draw_after_claim": Scenario(
        "win_draw win_first_draw_after_claim",
        ready(dealer="7s", second="77s", third=READY, draws="3s"),
        {0: plan("discard 7s"), 1: plan("pong 7s"), 2: WIN},
        {"dihu": "both"},
    ),
    "first_draw_after_kong": Scenario(
        "win_draw win_first_draw_after_kong",
        ready(dealer="CCCC", second=READY, draws="6s"),
        {0: plan("concealed_kong"), 1: WIN},
        {"dihu": "first_draw"},
    ),
    "first_draw_after_own_kong": Scenario(
        "win_by_kong win_first_draw_after_own_kong",
        ready(second=WITH_KONG + "CCC", draws="C", tail="3s"),
        {1: plan("win", "concealed_kong")},
        {"dihu": "both"},
    ),
    "draw": Scenario(
        "win_draw",
        ready(second=READY, draws="1s ? ? ? 3s"),
        {1: plan("win", keep=READY)},
    ),
    "discard": Scenario(
        "win_discard before_sheng_stage",
        ready(second="3s", third=READY, draws="1s"),
        {1: plan("discard 3s"), 2: WIN},
    ),
    "open_kong": Scenario(
        "win_by_kong win_by_open_kong open_kong",
        ready(dealer="C", third=WITH_KONG + "CCC", tail="3s"),
        {0: plan("discard C"), 2: plan("win", "open_kong")},
    ),
    "shown": Scenario(
        "win_by_shown show_flower",
        ready(second=READY, draws="1s ? ? ? 1f", tail="3s"),
        {1: plan("win", keep=READY)},
    ),
    "shown_after_kong": Scenario(
        "win_by_shown win_by_shown_after_kong show_after_kong show_two show_white",
        ready(second=WITH_KONG + "CCC", draws="C", tail="1g P 3s"),
        {1: plan("win", "concealed_kong")},
    ),
    "wild_drawn": Scenario(
        "win_wild_drawn win_by_two_wilds",
        ready(second=READY_FOR_ALL, draws="N"),
        {1: WIN_LATER},
    ),
    "two_may_win": Scenario(
        "two_may_win nearest_wins",
        ready(dealer="3s", second=READY, third=READY_8),
        {0: plan("discard 3s"), 1: WIN, 2: WIN},
    ),
    "three_may_win": Scenario(
        "three_may_win nearest_wins farther_wins win_declined",
        ready(dealer="3s", second=READY, third=READY_8, fourth=READY_7),
        {0: plan("discard 3s"), 2: WIN, 3: WIN},
    ),
    "win_over_pong": Scenario(
        "win_over_pong",
        ready(dealer="3s", second="33s", third=READY),
        {0: plan("discard 3s"), 1: plan("pong"), 2: WIN},
    ),
    "win_over_chi": Scenario(
        "win_over_chi",
        ready(dealer="3s", second="12s", fourth=READY),
        {0: plan("discard 3s"), 1: plan("chi"), 3: WIN},
    ),
}

DE = {
    "barred": Scenario(
        "wild_discarded barred_complete_draw win_declined",
        ready(second=READY, draws="N 1s 1s 1s 3s"),
        {1: plan("discard N", "win", keep=READY)},
    ),
    "barred_by_discard": Scenario(
        "barred_complete_discard",
        ready(second=READY, third="3s", draws="N 1s"),
        {1: plan("discard N", "win", keep=READY), 2: plan("discard 3s")},
    ),
    "barred_points": Scenario(
        "barred_points loser_fan",
        ready(second=READY, third="NWWW", draws="1s ? ? ? 3s"),
        {1: plan("win", keep=READY), 2: plan("discard N", keep="W")},
    ),
    "barred_kong": Scenario(
        "barred_kong concealed_kong kong_declined",
        wall(dealer="NCCCC", draws="? ? ? 1s"),
        {0: plan("discard N", "concealed_kong")},
        {"huang_stacks": 36},
    ),
    "barred_open_kong": Scenario(
        "barred_kong open_kong",
        wall(dealer="N777s", second="7s"),
        {0: plan("discard N", "open_kong"), 1: plan("discard 7s")},
        SHORT,
    ),
    "wild_refused": Scenario(
        "wild_claim_refused wild_win_refused wild_discarded",
        ready(dealer="N", second=READY, third="NN"),
        {0: plan("discard N")},
        {"huang_stacks": 39},
    ),
    "wild_chi_refused": Scenario(
        "wild_chi_refused",
        wall(dealer="3s", second="45s", indicator="3s"),
        {0: plan("discard 3s")},
        {"huang_stacks": 39},
    ),
    "chi_refused_wild": Scenario(
        "chi_refused_wild",
        wall(dealer="3s", second="45s", indicator="4s"),
        {0: plan("discard 3s")},
        {"huang_stacks": 39},
    ),
    "wild_white": Scenario(
        "wild_white_kept naonao", wall(second="", draws="P", indicator="P"), {}, SHORT
    ),
    "wild_flower": Scenario("wild_flower_kept naonao", wall(draws="3f", indicator="1f"), {}, SHORT),
    "wild_dragon": Scenario("wild_dragon_kept naonao", wall(draws="C", indicator="C"), {}, SHORT),
    "wild_fa": Scenario("wild_dragon_kept show_zhong", wall(draws="F C", indicator="F"), {}, SHORT),
}

CLAIMS = {
    "pong_over_chi": Scenario(
        "pong pong_over_chi",
        wall(dealer="3s", second="12s", fourth="33s"),
        {0: plan("discard 3s"), 1: plan("chi"), 3: plan("pong 3s")},
        SHORT,
    ),
    "kong_over_chi": Scenario(
        "open_kong kong_over_chi",
        wall(dealer="3s", second="12s", third="333s"),
        {0: plan("discard 3s"), 1: plan("chi"), 2: plan("open_kong 3s")},
        SHORT,
    ),
    "chi_low": Scenario(
        "chi_low chi_refused_seat",
        wall(dealer="3s", second="45s", third="12s"),
        {0: plan("discard 3s"), 1: plan("chi 3s")},
        SHORT,
    ),
    "chi_middle": Scenario(
        "chi_middle chi_refused_seat chi_choice",
        wall(dealer="3s", second="1245s", fourth="45s"),
        {0: plan("discard 3s"), 1: plan("chi 2s")},
        SHORT,
    ),
    "chi_high": Scenario(
        "chi_high",
        wall(dealer="9m", second="78m"),
        {0: plan("discard 9m"), 1: plan("chi 7m")},
        SHORT,
    ),
    "chi_declined": Scenario(
        "chi_declined pong_declined open_kong_declined",
        wall(dealer="3s", second="45s", third="333s"),
        {0: plan("discard 3s")},
        SHORT,
    ),
    "complete_after_claim": Scenario(
        "pong complete_after_claim",
        wall(dealer="3s", second="123456m123456p3355s"),
        {0: plan("discard 3s"), 1: plan("pong 3s")},
        SHORT,
    ),
    "pong_closed": Scenario(
        "pong_declined pong_closed",
        wall(dealer="7s", second="7s", third="77s"),
        {0: plan("discard 7s"), 1: plan("discard 7s"), 2: plan("pong 7s", passes=1)},
        SHORT,
    ),
    "pong_passed_for_chi": Scenario(
        "pong_passed_for_chi pong_closed pong_closed_after_claim chi_low",
        wall(dealer="5s", second="5567s", third="5s"),
        {0: plan("discard 5s"), 1: plan("chi 5s", keep="5s"), 2: plan("discard 5s")},
        SHORT,
    ),
    "pong_reopened": Scenario(
        "pong_declined pong_reopened pong",
        wall(dealer="7s", third="77s", fourth="7s", draws="1m 1m 1m"),
        {
            0: plan("discard 7s"),
            2: plan("pong 7s", keep="7s", passes=1),
            3: plan("discard 7s"),
        },
        SHORT,
    ),
    "pong_reopened_by_replacement": Scenario(
        "pong_reopened open_kong",
        wall(dealer="7s", second="C", third="7s", fourth="77sCCC", draws="1m 1m"),
        {
            0: plan("discard 7s"),
            1: plan("discard C"),
            2: plan("discard 7s"),
            3: plan("open_kong C", "pong 7s", keep="7s", passes=1),
        },
        {"huang_stacks": 36},
    ),
    "pong_closed_after_claim": Scenario(
        "pong_closed pong_closed_after_claim chi_low",
        wall(dealer="7s", third="3s", fourth="77s45s", draws="1m 1m 1m 7s"),
        {
            0: plan("discard 7s"),
            1: plan("discard 7s"),
            2: plan("discard 3s"),
            3: plan("chi 3s", "pong 7s", keep="7s", passes=1),
        },
        {"huang_stacks": 36},
    ),
}

KONGS = {
    "added": Scenario(
        "pong added_kong rob_nobody",
        wall(dealer="7s", second="77s", draws="1m 1m 1m 7s"),
        {0: plan("discard 7s"), 1: plan("pong 7s", "added_kong")},
        {"huang_stacks": 36},
    ),
    "added_after_pong": Scenario(
        "open_kong_as_pong added_kong_after_pong",
        wall(dealer="7s", second="777s"),
        {0: plan("discard 7s"), 1: plan("pong 7s", "added_kong")},
        SHORT,
    ),
    "added_later": Scenario(
        "added_kong added_kong_later kong_declined",
        wall(dealer="7s", second="777s9p", draws="1m 1m 1m 1m", bury="9p"),
        {0: plan("discard 7s"), 1: plan("pong 7s", "discard 9p", "added_kong")},
        {"huang_stacks": 36},
    ),
    "added_after_chi": Scenario(
        "added_kong_after_chi chi_low",
        wall(dealer="7s3s", second="777s9p45s", draws="1m 1m 1m", bury="9p"),
        {
            0: plan("discard 7s", "discard 3s"),
            1: plan("pong 7s", "chi 3s", "discard 9p", "added_kong"),
        },
        {"huang_stacks": 36},
    ),
    "concealed_after_pong": Scenario(
        "concealed_kong_after_pong",
        wall(dealer="7s", third="77s1111p"),
        {0: plan("discard 7s"), 2: plan("pong 7s", "concealed_kong")},
        SHORT,
    ),
    "concealed_after_chi": Scenario(
        "concealed_kong_after_chi",
        wall(dealer="3s", second="45s1111p"),
        {0: plan("discard 3s"), 1: plan("chi 3s", "concealed_kong")},
        SHORT,
    ),
    "refused": Scenario(
        "kong_refused_reserve last_kong_refused drawn drawn_equality drawn_undealt",
        wall(dealer="CCCC7s", third="777s"),
        {0: plan("concealed_kong", "discard 7s"), 2: plan("open_kong")},
        {"huang_stacks": 39},
    ),
}


def robbed(reaches, third, fourth=None, **more):
    """The second player adds to its pong the 3s that others wait for; they passed once."""
    hands = {"dealer": "3s", "second": "33s", "third": READY}
    if fourth:
        hands["fourth"] = READY_8
    plans = {0: plan("discard 3s"), 1: plan("pong 3s", "added_kong"), 2: third}
    if fourth:
        plans[3] = fourth
    return Scenario(
        f"added_kong {reaches}",
        ready(draws="1s 1s 9m 3s", **hands),
        plans,
        {"huang_stacks": 36, **more},
    )


ROBS = plan("win", keep=READY + "8s", passes=1)
LETS = plan(keep=READY + "8s")

ROBBING = {
    "robbed": robbed("win_robbed", ROBS),
    "robbed_in_stage": robbed("win_robbed robbed_in_stage", ROBS, sheng_stacks=40),
    "rob_declined": robbed("rob_declined", LETS),
    "rob_two": robbed("win_robbed rob_two rob_nearest", ROBS, ROBS),
    "rob_farther": robbed("win_robbed rob_two rob_farther", LETS, ROBS),
    "rob_two_declined": robbed("rob_two rob_declined", LETS, LETS),
    "rob_barred": Scenario(
        "barred_complete_robbing rob_nobody",
        ready(dealer="3s", second="33s", third=READY, draws="N 1s 1s 3s"),
        {
            0: plan("discard 3s"),
            1: plan("pong 3s", "added_kong"),
            2: plan("discard N", "win", keep=READY, passes=1),
        },
        {"huang_stacks": 36},
    ),
    "robbed_zhongfa": Scenario(
        "win_robbed robbed_zhongfa added_kong_after_pong",
        ready(dealer="C", second="1147m2589p279sESCCC", third=READY_FOR_ALL),
        {0: plan("discard C"), 1: plan("pong C", "added_kong"), 2: plan("win", passes=1)},
    ),
}

SHOWN = {
    "white": Scenario("show_white", wall(draws="P"), {}, SHORT),
    "naonao": Scenario(
        "naonao show_zhong show_fa show_two first_show",
        wall(draws="C", tail="9m F", second="C", indicator="2f"),
        {},
        SHORT,
    ),
    "by_winds": Scenario(
        "naonao naonao_by_winds show_zhong win_first_draw_shown_off",
        ready(second=READY, draws="C", tail="3s", indicator="W"),
        {1: WIN},
        {"naonao": "with_winds"},
    ),
    "always": Scenario(
        "naonao naonao_by_always show_fa win_first_draw_shown",
        ready(second=READY, draws="F", tail="6s", indicator="9m"),
        {1: WIN},
        {"naonao": "always", "dihu": "both"},
    ),
    "at_reserve": Scenario(
        "show_at_reserve drawn drawn_jumped",
        wall(draws="1s 1g"),
        {},
        {"huang_stacks": 38},
    ),
    # Ten replacements leave an even number: of the last two tiles one replaces the other.
    "without_replacement": Scenario(
        "show_without_replacement drawn",
        wall(
            dealer="NP1g1f",
            second="NP2g2f",
            third="NP3g3f",
            fourth="P",
            places={132: "4g", 133: "4f"},
        ),
        {},
        {"huang_stacks": 0},
    ),
}
ENDS = {
    "drawn": Scenario(
        "drawn drawn_equality",
        wall(dealer="NP1g1f", second="NP2g2f", third="NP3g3f", fourth="P4g4f"),
    ),
    "odd": Scenario(
        "drawn drawn_equality drawn_odd",
        wall(dealer="CCCC"),
        {0: plan("concealed_kong")},
        {"huang_stacks": 38},
    ),
    "jumped": Scenario(
        "drawn drawn_jumped kong_reaches_reserve",
        wall(second="CCCC"),
        {1: plan("concealed_kong")},
        {"huang_stacks": 38},
    ),
    "jumped_by_open_kong": Scenario(
        "drawn drawn_jumped kong_reaches_reserve open_kong",
        wall(second="C", third="CCC"),
        {1: plan("discard C"), 2: plan("open_kong")},
        {"huang_stacks": 38},
    ),
    "last_won": Scenario(
        "last_discard_won before_sheng_stage win_discard",
        ready(third="3s", fourth=READY, draws="1s 1s"),
        {2: plan("discard 3s"), 3: WIN},
        {"huang_stacks": 38, "sheng_stacks": 0},
    ),
    "last_ponged": Scenario(
        "last_discard_ponged last_kong_refused drawn kong_refused_reserve",
        wall(dealer="7s", fourth="777s"),
        {0: plan("discard 7s"), 3: plan("open_kong", "pong 7s", "added_kong")},
        {"huang_stacks": 39},
    ),
    "last_chied": Scenario(
        "last_discard_chied drawn",
        wall(dealer="7s", second="68s"),
        {0: plan("discard 7s"), 1: plan("chi 6s")},
        {"huang_stacks": 40},
    ),
}

SHENG = {"sheng_stacks": 40}
NO_SHENG = {"sheng_stacks": 0}
LOSES_3S = plan("discard 3s")
LOSES_C = plan("discard C")


def second_loses(reaches, second, dealer="E", rules=None, preset="seed", draw="1s"):
    """The dealer discards a tile, the second 3s, and the third wins it."""
    return Scenario(
        reaches,
        ready(dealer=dealer, second=second, third=READY, draws=draw),
        {0: plan(f"discard {dealer}"), 1: LOSES_3S, 2: WIN},
        {**SHENG, **(rules or {})},
        preset,
    )


def c_is_won(reaches, second, rules=None):
    """The second draws a 中 and discards it, and the third wins it."""
    return Scenario(
        reaches,
        wall(dealer="E", second=second, third=READY_FOR_C, draws="C", bury="C9s"),
        {0: plan("discard E"), 1: LOSES_C, 2: WIN},
        {**NO_SHENG, **(rules or {})},
    )


BAO = {
    "exempt": Scenario(
        "sheng_stage bao_exempt win_first_discard",
        ready(dealer="3s" + FAR, second=READY),
        {0: LOSES_3S, 1: WIN},
        SHENG,
    ),
    "exempt_own_kind": Scenario(
        "bao_exempt bao_exempt_own_kind",
        ready(dealer="33s" + FAR_15, second=READY),
        {0: LOSES_3S, 1: WIN},
        SHENG,
    ),
    "exempt_wild": Scenario(
        "bao_exempt bao_exempt_wild",
        ready(dealer="3sN" + FAR_15, fourth=READY),
        {0: LOSES_3S, 3: WIN},
        SHENG,
    ),
    "exempt_concealed_kong": Scenario(
        "bao_exempt bao_exempt_concealed_kong win_first_discard_after_kong",
        ready(dealer="CCCC3s147m2589p27sESW", tail="9m", second=READY),
        {0: plan("concealed_kong", "discard 3s"), 1: WIN},
        SHENG,
    ),
    "familiar": second_loses("sheng_stage bao_shengpai bao_familiar", "3s" + FAR_15),
    "familiar_wild": second_loses(
        "bao_shengpai bao_familiar bao_familiar_wild", "3sN1147m2589p279sESWF"[:-1], "N"
    ),
    "ready": second_loses("bao_shengpai bao_ready", READY_8, draw="3s"),
    "ready_familiar": second_loses("bao_shengpai bao_ready_familiar", READY_8, "1m", draw="3s"),
    "dealer_double": second_loses(
        "bao_shengpai bao_ratio ratio_double", "3s" + FAR_15, preset="parlour"
    ),
    "idle_half": second_loses(
        "bao_shengpai bao_ratio ratio_half", "3s" + FAR_15, rules={"ratio": "idle_half"}
    ),
    "bao_off": second_loses("bao_off", "3s" + FAR_15, rules={"bao": False}),
    "not_for_familiar": Scenario(
        "sheng_stage bao_not_for_familiar",
        ready(dealer="3s", second="3s", third=READY, draws="1s"),
        {0: LOSES_3S, 1: LOSES_3S, 2: plan("win", passes=1)},
        SHENG,
    ),
    "zhongfa": c_is_won("bao_zhongfa zhongfa_far before_sheng_stage", FAR),
    "zhongfa_one_step": c_is_won("zhongfa_near zhongfa_one_step", ONE_STEP),
    "zhongfa_ready": c_is_won("zhongfa_near", READY_8),
    "bao_dragons_off": c_is_won("zhongfa_far bao_dragons_off", FAR, rules={"bao_dragons": False}),
    "bao_off_dragons": c_is_won("zhongfa_far bao_off", FAR, rules={"bao": False}),
    "both": c_is_won("bao_shengpai bao_both bao_familiar zhongfa_far", FAR, SHENG),
}


def option(name, value, hand, how, indicator, reaches="", **more):
    """The second player draws a tile, or the third wins it when the second discards it."""
    action, tile = how.split()
    if action == "draw":
        return Scenario(
            f"by_{name} {reaches}",
            wall(second=hand, draws=tile, indicator=indicator, bury=tile),
            {1: WIN_LATER},
            {name: value, **more},
        )
    return Scenario(
        f"by_{name} {reaches}",
        wall(second=tile, third=hand, draws="1s", indicator=indicator, bury=tile),
        {1: plan(f"discard {tile}"), 2: WIN},
        {name: value, **more},
    )


def lost(reaches, third, rules=None, indicator="N", **more):
    """The second player wins at once, the third has points."""
    return Scenario(
        reaches,
        ready(second=READY, third=third, draws="3s", indicator=indicator, **more),
        {1: WIN},
        rules or {},
    )


FOUR_WINDS = "EEESSSNNNWW"

POINTS = {
    "sifenghuiqi": Scenario(
        "limit_sifenghuiqi",
        wall(second="12345mEEESSSWWWNN", draws="6m", indicator="5p", bury="36m"),
        {1: WIN},
    ),
    "shuangdehuanyuan": Scenario(
        "limit_shuangdehuanyuan win_by_two_wilds",
        wall(second="55678m112233p34578s", draws="9s", indicator="1p", bury="69s"),
        {1: WIN_LATER},
    ),
    "capped": Scenario(
        "capped",
        wall(second="1112223334445566p", draws="6p", bury="56p"),
        {1: WIN_LATER},
    ),
    "loser_sifeng": lost("loser_sifeng", FOUR_WINDS, indicator="9m"),
    "loser_sifeng_off": lost("by_loser_sifeng", FOUR_WINDS, {"loser_sifeng": False}, "9m"),
    "loser_capped": lost("loser_capped loser_fan", "PPPWWWCCC", tail="9m 8m 7m"),
    "loser_wild": lost("loser_wild", "NFF"),
    "nothing": Scenario(
        "losers_level ratio_half half_payoff win_first_draw_off",
        ready(dealer="9m" + NOTHING, second=READY_8, third=NOTHING, fourth=NOTHING, draws="3s"),
        {1: WIN},
        {"ratio": "idle_half"},
    ),
    "double": Scenario(
        "ratio_double limit_tianhu", ready(dealer=READY + "3s"), {0: WIN}, {}, "parlour"
    ),
    "ron_triplet": option("ron_triplet", "concealed", "5567899m234p345789s", "discard 9m", "N"),
    "de_restore_fan": option("de_restore_fan", 1, "12355678m123p34578s", "draw 9s", "1p"),
    "pang_selfdraw": option("pang_selfdraw", True, "12355678m234p34578s", "discard 9s", "N"),
    "restored_pair": option(
        "restored_pair", False, "123678m23455p34578s", "draw 9s", "5p", "win_by_two_wilds"
    ),
    "all_honours_fan": option("all_honours_fan", 4, "5pEEEESSSCCWWWFFF", "draw C", "5p"),
}

SCENARIOS = {
    f"{group}_{name}": scenario
    for group, scenarios in (
        ("auto", AUTO),
        ("win", WINS),
        ("de", DE),
        ("claim", CLAIMS),
        ("kong", KONGS),
        ("robbing", ROBBING),
        ("shown", SHOWN),
        ("end", ENDS),
        ("bao", BAO),
        ("points", POINTS),
    )
    for name, scenario in scenarios.items()
}
