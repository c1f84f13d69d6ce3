"""Composed hands for the rare branches: what is prescribed, and what each of them must reach.

Players are named by their place in the order of play from the dealer on. `READY` is a pure
dragon that waits for 1s and 2s, `PLAIN` one without any factor for the same tiles. The wilds are
mostly E and S.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from referee.driver import drive
from referee.rules import default_rules
from referee.script import Plan, Script, plan
from referee.walls import compose, junk_draws

READY = "123456789p1122s"
PLAIN = "111456789p1122s"
DIHU = {"dihu": True}
TIAN_TING = {"tian_ting": True}


@dataclass(frozen=True)
class Scenario:
    """One composed hand.

    Attributes
    ----------
    reaches : str
        Names of the branches that it reaches, each time.
    wall : dict, or callable that makes one of an rng
        Arguments of `compose`.
    plans : dict of int to Plan
        By place in the order of play; the others claim nothing and discard at random.
    rules : dict
        Changes of the preset.
    preset : str
    sit, pull : int or None
        Fixed stakes, `pull` that of all others; None for random ones.
    """

    reaches: str
    wall: Any
    plans: dict[int, Plan] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    preset: str = "platform"
    sit: int | None = None
    pull: int | None = None

    @property
    def branches(self):
        return tuple(self.reaches.split())

    def deal(self, rng):
        """Arguments for a hand: wall, dice, dealer, sit, pulls, rules, and the player."""
        recipe = self.wall(rng) if callable(self.wall) else self.wall
        wall, dice = compose(rng, **{"indicator": "E", **recipe})
        dealer = rng.randrange(4)
        sit = rng.randrange(2) if self.sit is None else self.sit
        pulls = [rng.randrange(3) if self.pull is None else self.pull for _ in range(4)]
        pulls[dealer] = 0
        return {
            "wall": wall,
            "dice": dice,
            "dealer": dealer,
            "sit": sit,
            "pulls": pulls,
            "rules": default_rules(self.preset, **self.rules),
            "choose": Script(random.Random(rng.random()), self.plans, dealer).choose,
        }

    def play(self, rng):
        """The transcript of one hand."""
        return drive(**self.deal(rng))


def hands(**by_place):
    """Hands by place in the order of play: dealer, second, third, fourth."""
    return tuple(by_place.get(name, "") for name in ("dealer", "second", "third", "fourth"))


def everyone(tiles, n=4):
    return (tiles,) * n + ("",) * (4 - n)


def winner_by_last_kong(rng):
    """The second keeps its hand by drawing nothing but 萬, and kongs on the last ordinary draw."""
    return {
        "hands": hands(second="CCC456789p1122s"),
        "draws": junk_draws(rng, 1, 80) + " C",
        "tail": "1s",
        "set_apart": 1,
    }


WINS = {
    "tianhu": Scenario(
        "win dealer_wins win_deal", {"hands": hands(dealer=READY + "1s")}, {0: plan("win")}
    ),
    "dihu": Scenario(
        "other_wins win_first",
        {"hands": hands(third=READY), "draws": "? 1s"},
        {2: plan("win")},
        DIHU,
    ),
    "dihu_off": Scenario(
        "win_draw win_first_undoubled",
        {"hands": hands(fourth=READY), "draws": "? ? 2s"},
        {3: plan("win")},
    ),
    "dihu_after_dealers_kong": Scenario(
        "concealed_kong dealer_kong_before_first_discard win_first_undoubled kong_points_of_loser"
        " stakes_paid sit_paid",
        {"hands": hands(dealer="CCCC", second=READY), "draws": "1s"},
        {0: plan("concealed_kong"), 1: plan("win")},
        DIHU,
        sit=1,
    ),
    "dihu_after_claim": Scenario(
        "win_first_undoubled win_first_after_claim",
        {"hands": hands(dealer="7s", second="77s", third=READY), "draws": "1s"},
        {0: plan("discard 7s"), 1: plan("pong 7s"), 2: plan("win")},
        DIHU,
    ),
    "dealers_second_draw": Scenario(
        "dealer_second_draw_win dealer_wins stakes_paid pull_paid base_paid",
        {"hands": hands(dealer=READY + "N"), "draws": "? ? ? 1s"},
        {0: plan("win", keep=READY)},
        {"base": 5, "dihu": True},
        pull=2,
    ),
    "declined": Scenario("declined_own_kong", {"hands": hands(dealer="CCCC")}),
    "declined_tianhu": Scenario("declined_win", {"hands": hands(dealer=READY + "1s")}),
    "plain": Scenario(
        "min_fan_refused",
        {"hands": hands(second="111456789p112sE"), "draws": "2s"},
        {1: plan("win")},
    ),
    "plain_wins": Scenario(
        "win_tiliu",
        {"hands": hands(second="111456789p112sE"), "draws": "2s"},
        {1: plan("win")},
        {"min_fan": 1},
    ),
    "exempt": Scenario(
        "exempt_win",
        {"hands": hands(second=PLAIN), "draws": "2s"},
        {1: plan("win")},
        {"min_fan": 3, "min_fan_exempt": ["su"]},
    ),
    "su_ben_long": Scenario(
        "su_ben_long_win win_first",
        {"hands": hands(second="123456789m1123p"), "draws": "4p", "indicator": "5m"},
        {1: plan("win")},
        preset="traditional",
    ),
}

KONGS = {
    "gangkai": Scenario(
        "win_kong concealed_kong other_kong_before_first_discard",
        {"hands": hands(second="CCC456789p1122s"), "draws": "C", "tail": "1s"},
        {1: plan("win", "concealed_kong")},
    ),
    "gangkai_chain": Scenario(
        "win_kong win_kong_chain kong_chain gangkai_stack_win dead_wall_kong dead_wall_exceeded",
        {"hands": hands(second="CCCFFF456p1122s"), "draws": "C", "tail": "F 1s"},
        {1: plan("win", "concealed_kong")},
        {"gangkai_stack": True, "dead_wall": 1},
    ),
    "gangkai_stack_needed": Scenario(
        "gangkai_stack_needed gangkai_stack_win",
        {"hands": hands(second="CCCFFF456p23sPE"), "draws": "C", "tail": "F 4s"},
        {1: plan("win", "concealed_kong")},
        {"gangkai_stack": True, "min_fan": 3},
    ),
    "gangkai_stack_off": Scenario(
        "win_kong_chain",
        {"hands": hands(second="CCCFFF456p23sPE"), "draws": "C", "tail": "F 4s"},
        {1: plan("win", "concealed_kong")},
    ),
    "four_kongs": Scenario(
        "win_four_melds indicator_stack win_kong_chain",
        {
            "hands": hands(second="CCCFFFPPPNNN1s"),
            "draws": "C",
            "tail": "F P N 1s",
            "dice": [3, 4, 5, 6, 1, 1],
        },
        {1: plan("win", "concealed_kong")},
    ),
    "gangkai_from_discard": Scenario(
        "open_kong win_kong win_after_open_kong",
        {"hands": hands(dealer="C", third="CCC456789p1122s"), "tail": "1s"},
        {0: plan("discard C"), 2: plan("win", "open_kong")},
    ),
    "gangkai_chain_open": Scenario(
        "win_kong_chain win_kong_chain_open kong_chain gangkai_stack_win",
        {"hands": hands(dealer="C", fourth="CCCFFF456p1122s"), "tail": "F 1s"},
        {0: plan("discard C"), 3: plan("win", "open_kong", "concealed_kong")},
        {"gangkai_stack": True},
    ),
    "gangkai_again": Scenario(
        "win_kong win_kong_again",
        {"hands": hands(second="CCCFFF456p1122s"), "draws": "C ? ? ? F", "tail": "9m 1s"},
        {1: plan("win", "concealed_kong", "discard 9m")},
        {"gangkai_stack": True},
    ),
    "gangkai_first": Scenario(
        "win_kong other_kong_before_first_discard",
        {"hands": hands(second="CCC456789p1122s"), "draws": "C", "tail": "1s"},
        {1: plan("win", "concealed_kong")},
        DIHU,
    ),
    "jin_gang": Scenario(
        "jin_gang win_with_jin_gang",
        {
            "hands": hands(second="11m555p123789sCC"),
            "draws": "5p",
            "tail": "C",
            "indicator": "4p",
        },
        {1: plan("concealed_kong", "win")},
    ),
    "no_jin_gang": Scenario(
        "no_jin_gang_refused win",
        {"hands": hands(second="11m555p123789sCC"), "draws": "5p", "indicator": "4p"},
        {1: plan("concealed_kong", "win")},
        {"allow_jin_gang": False},
    ),
    "pong_then_added": Scenario(
        "pong added_kong",
        {"hands": hands(dealer="7s", second="77s"), "draws": "? ? ? 7s"},
        {0: plan("discard 7s"), 1: plan("added_kong", "pong 7s")},
    ),
    "pong_with_three": Scenario(
        "open_kong_as_pong pong_kong_refused added_kong added_kong_later",
        {"hands": hands(dealer="7s", second="777s"), "draws": "? ? ? 9m", "bury": "9m"},
        {0: plan("discard 7s"), 1: plan("added_kong", "pong 7s", keep="7s")},
    ),
    "pong_complete": Scenario(
        "pong pong_complete",
        {"hands": hands(dealer="7s", fourth="11m123456789p77s")},
        {0: plan("discard 7s"), 3: plan("pong 7s")},
    ),
    "nothing_claimed": Scenario(
        "declined_pong declined_open_kong",
        {"hands": hands(dealer="7s", third="777s")},
        {0: plan("discard 7s")},
    ),
}

BARRED = {
    "barred": Scenario(
        "xiao_xiang_gong xiao_xiang_gong_complete claim_refused_wild",
        {"hands": hands(dealer=READY + "E", third="EE"), "draws": "? ? ? 1s"},
        {0: plan("discard E", "win", keep=READY), 2: plan(keep="ES")},
    ),
    "barred_after_pong": Scenario(
        "pong xiao_xiang_gong_after_pong",
        {"hands": hands(dealer="7s", third="77sE")},
        {0: plan("discard 7s"), 2: plan("pong 7s", "discard E")},
    ),
    "barred_jin_gang": Scenario(
        "xiao_xiang_gong_jin_gang jin_gang draw_with_kongs",
        {"hands": hands(dealer="4555p"), "draws": "? ? ? 5p", "indicator": "4p"},
        {0: plan("discard 4p", "concealed_kong 5p", keep="5p")},
        {"jin_gang_points": 8},
    ),
    "barred_claims": Scenario(
        "xiao_xiang_gong_pong xiao_xiang_gong_kong open_kong",
        {"hands": hands(dealer="E55577s", second="57s")},
        {
            0: plan("discard E", "pong 7s", "open_kong 5s", keep="5s7s"),
            1: plan("discard 7s", "discard 5s"),
        },
    ),
}

CHAN = {
    "chan_drawn": Scenario(
        "chan chan_then_draw draw stakes_paid indicator_passed",
        {"hands": everyone("9m")},
        {place: plan("discard 9m") for place in range(4)},
        sit=1,
    ),
    "chan_won": Scenario(
        "chan chan_then_win",
        {"hands": ("9m", "9m123456789p112s", "9m", "9m"), "draws": "2s ? ? ? 1s"},
        {
            place: plan("win", "discard 9m") if place == 1 else plan("discard 9m")
            for place in range(4)
        },
        preset="traditional",
    ),
    "chan_after_kong": Scenario(
        "chan chan_after_kong other_kong_before_first_discard draw_with_kongs half_stack_drawn",
        {"hands": ("9m", "9m", "9mCCCC", "9m")},
        {place: plan("concealed_kong C", "discard 9m") for place in range(4)},
    ),
    "chan_after_dealers_kong": Scenario(
        "chan chan_after_kong chan_after_dealers_kong dealer_kong_before_first_discard base_paid",
        {"hands": ("9mCCCC", "9m", "9m", "9m")},
        {place: plan("concealed_kong C", "discard 9m") for place in range(4)},
        {"base": 3},
    ),
    "chan_at_the_end": Scenario(
        "chan chan_then_draw dead_wall_reached",
        {"hands": everyone("9m")},
        {place: plan("discard 9m") for place in range(4)},
        {"dead_wall": 79},
    ),
    "chan_broken_by_draw": Scenario(
        "chan_broken chan_broken_by_draw dead_wall_reached",
        {"hands": everyone("9m")},
        {place: plan("discard 9m") for place in range(4)},
        {"dead_wall": 80},
    ),
    "chan_wild": Scenario(
        "chan chan_wild xiao_xiang_gong draw",
        {"hands": everyone("9m"), "indicator": "8m"},
        {place: plan("discard 9m") for place in range(4)},
    ),
    "chan_broken": Scenario(
        "chan_broken chan_broken_by_discard",
        {"hands": everyone("9m", 3), "bury": "9m", "draws": "? ? 8m"},
        {place: plan("discard 9m") for place in range(3)},
    ),
    "chan_broken_by_win": Scenario(
        "chan_broken chan_broken_by_win win_first",
        {"hands": ("9m", "9m", "9m", READY), "draws": "? ? 1s"},
        {0: plan("discard 9m"), 1: plan("discard 9m"), 2: plan("discard 9m"), 3: plan("win")},
        DIHU,
    ),
    "chan_broken_by_claim": Scenario(
        "chan_broken_by_claim declined_pong pong",
        {"hands": ("9m", "9m", "", "99m")},
        {0: plan("discard 9m"), 1: plan("discard 9m"), 3: plan("pong 9m", passes=1)},
    ),
}

ENDS = {
    "no_tile_for_a_kong": Scenario(
        "kong_refused_no_tile draw",
        {"hands": hands(third="CCC"), "last": "C"},
        {2: plan("concealed_kong C", keep="C")},
    ),
    "kong_for_the_last_tile": Scenario(
        "kong_takes_last_tile half_stack_taken draw_with_kongs",
        {"hands": hands(second="CCC"), "last": "C ?"},
        {1: plan("concealed_kong C", keep="C")},
    ),
    "last_discard": Scenario(
        "last_claim_refused draw",
        {"hands": hands(fourth="NN"), "last": "N"},
        {2: plan("discard N"), 3: plan(keep="N")},
    ),
    "last_claim_free": Scenario(
        "last_claim_refused last_claim_refused_by_option",
        {"hands": hands(second="NN"), "last": "N ? ? ?"},
        {3: plan("discard N"), 1: plan(keep="N")},
        {"last_claim_free_tiles": 4},
    ),
    "added_kong_last": Scenario(
        "added_kong added_kong_last_free",
        {"hands": hands(dealer="7s", second="77s"), "last": "? 7s ? ?"},
        {0: plan("discard 7s"), 1: plan("added_kong", "pong 7s")},
        {"last_claim_free_tiles": 4},
    ),
    "dead_wall": Scenario(
        "last_claim_refused last_claim_refused_dead_wall dead_wall_reached draw",
        {"hands": hands(third="NN"), "last": "N", "set_apart": 14},
        {0: plan("discard N"), 2: plan(keep="N")},
        {"dead_wall": 14},
    ),
    "dead_wall_kong": Scenario(
        "kong_after_ordinary_tiles dead_wall_kong draw_kongs_unpaid",
        {"hands": hands(dealer="CCC"), "last": "C", "set_apart": 14},
        {0: plan("concealed_kong C", keep="C")},
        {"dead_wall": 14, "kong_points_on_draw": False},
    ),
    "only_a_dead_wall": Scenario(
        "last_claim_refused_dead_wall dead_wall_reached draw_with_kongs",
        {"hands": hands(dealer="NCCCC", second="NNN")},
        {0: plan("concealed_kong C", "discard N"), 1: plan("open_kong", "pong")},
        {"dead_wall": 82},
    ),
    "no_claims_at_all": Scenario(
        "last_claim_refused_by_option",
        {"hands": hands(dealer="N", second="NNN")},
        {0: plan("discard N"), 1: plan("open_kong", "pong")},
        {"last_claim_free_tiles": 82},
    ),
    "win_with_the_last_tile": Scenario(
        "win_kong win_last_tile kong_takes_last_tile kong_after_ordinary_tiles",
        winner_by_last_kong,
        {1: plan("win", "concealed_kong", keep="C456789p1122s")},
        {"dead_wall": 1},
    ),
}

DECLARED = {
    "two_declare": Scenario(
        "tian_ting_offered tian_ting_declared tian_ting_two tian_ting_win tian_ting_first_win"
        " win_first",
        {"hands": hands(second=READY, fourth="1122p123456789s"), "draws": "1s"},
        {1: plan("tian_ting", "win"), 3: plan("tian_ting", "win")},
        preset="traditional",
    ),
    "not_declared": Scenario(
        "tian_ting_offered tian_ting_declined win_first",
        {"hands": hands(third=READY), "draws": "? 1s"},
        {2: plan("win")},
        preset="traditional",
    ),
    "declared_after_kong": Scenario(
        "tian_ting_after_kong tian_ting_win win_first_undoubled",
        {"hands": hands(dealer="CCCC", second=READY), "draws": "2s"},
        {0: plan("concealed_kong"), 1: plan("tian_ting")},
        preset="traditional",
    ),
    "declared_then_claimed": Scenario(
        "tian_ting_then_claim pong",
        {"hands": hands(dealer="7s", second=READY, third="77s")},
        {0: plan("discard 7s"), 1: plan("tian_ting"), 2: plan("pong 7s")},
        preset="traditional",
    ),
    "declared_on_a_wild": Scenario(
        "tian_ting_on_wild xiao_xiang_gong claim_refused_wild",
        {"hands": hands(dealer="E", third=READY, fourth="EE"), "draws": "? 9m"},
        {0: plan("discard E"), 2: plan("tian_ting")},
        TIAN_TING,
    ),
    "declared_and_lost": Scenario(
        "tian_ting_lost tian_ting_discard tian_ting_declined",
        {"hands": hands(second=READY, third="1122p123456789s"), "draws": "9m 1p"},
        {1: plan("tian_ting"), 2: plan("win")},
        preset="traditional",
    ),
    "declared_wins_later": Scenario(
        "tian_ting_win tian_ting_discard win_draw",
        {"hands": hands(second=PLAIN), "draws": "9m ? ? ? 2s"},
        {1: plan("tian_ting")},
        preset="traditional",
    ),
    "declarer_claims_not": Scenario(
        "declarer_claim_refused",
        {"hands": hands(second=READY, third="1s"), "draws": "9m 8m"},
        {1: plan("tian_ting"), 2: plan("discard 1s")},
        TIAN_TING,
    ),
    "declarer_kongs_not": Scenario(
        "declarer_kong_refused",
        {"hands": hands(second=PLAIN), "draws": "1p"},
        {1: plan("tian_ting")},
        TIAN_TING,
    ),
    "declarer_barred": Scenario(
        "tian_ting_barred min_fan_refused xiao_xiang_gong xiao_xiang_gong_complete",
        {"hands": hands(second=PLAIN), "draws": "E ? ? ? 1s"},
        {1: plan("tian_ting")},
        {"tian_ting": True, "min_fan": 3},
    ),
}

SCENARIOS = {**WINS, **KONGS, **BARRED, **CHAN, **ENDS, **DECLARED}
