"""Transcripts of 温岭麻将 that break a rule, each spoilt in one place."""

from test_referee_self import (
    a_draw,
    acts,
    changed,
    inserted,
    on,
    one_more,
    remove_one,
    swap_first,
    the,
    where,
)

# Transcripts that break a rule. Each function spoils the lines and returns where that shows.


def from_next(offset):
    return lambda seat: (seat + offset) % 4


def seat_after_dealer(lines, offset):
    return (lines[0]["dealer"] + offset) % 4


def claims(discard, offset, tile, legal, action, nth=0):
    """A mutation: a seat is asked on a discard, that may not be."""

    def spoil(lines):
        index = where(lines, acts(discard), nth) + 1
        seat = seat_after_dealer(lines, offset)
        while lines[index].get("on") == "discard" and lines[index]["seat"] != seat:
            index += 1
        return inserted(lines, index, seat, "discard", tile, ["pass", *legal], action)

    return spoil


def offers(holds, place, action, nth=0, *, taken=False):
    """A mutation: an action more is offered, and taken or not."""

    def spoil(lines):
        index = where(lines, holds, nth)
        lines[index]["legal"].insert(place, action)
        if taken:
            lines[index]["action"] = action
        return index

    return spoil


def takes_away(holds, nth=0):
    """A mutation: a line is missing."""

    def spoil(lines):
        index = where(lines, holds, nth)
        del lines[index]
        return index

    return spoil


def swapped_draws(lines):
    first, second = where(lines, a_draw), where(lines, a_draw, 1)
    lines[first]["tile"], lines[second]["tile"] = lines[second]["tile"], lines[first]["tile"]
    return first


def chi_by_another_seat(lines):
    """The third player holds 12s, but the second is next."""
    return claims("discard 3s", 2, "3s", ["chi 1s"], "chi 1s")(lines)


def turn_with(tile, offset):
    """The turn of a seat after it drew a tile."""

    def holds(lines):
        seat = seat_after_dealer(lines, offset)
        return 1 + where(
            lines, lambda line: a_draw(line) and line["seat"] == seat and line["tile"] == tile
        )

    return holds


def win_by_a_barred_player(lines):
    index = turn_with("3s", 1)(lines)
    lines[index]["legal"].insert(0, "win")
    lines[index]["action"] = "win"
    return index


def automatic_win_of_a_barred_player(lines):
    """The second player shows its fourth 白."""
    seat = seat_after_dealer(lines, 1)
    shown = where(lines, lambda line: line["type"] == "show" and line["seat"] == seat, 1)
    end = {**lines[-1], "winners": [seat], "how": "replacement"}
    lines[shown + 2 :] = [end]
    return shown + 2


def no_automatic_win(lines):
    """Four 白 are shown, but play goes on."""
    seat, index = lines[-2]["seat"], len(lines) - 1
    return inserted(lines, index, seat, "turn", None, ["discard 1m"], "discard 1m")


def tianhu_in_spite_of_another(lines):
    """The dealer is complete, but the second has four 白."""
    lines[-1] = {**lines[-1], "winners": [lines[0]["dealer"]]}
    return len(lines) - 1


def automatic_win_before_the_replacement(lines):
    del lines[-2]
    return len(lines) - 1


def farther_winner(lines):
    """Both win the discard; the end names the third player and not the second."""
    lines[-1]["winners"] = [seat_after_dealer(lines, 2)]
    return len(lines) - 1


def nearer_passes(lines):
    """The nearer of two passes, but the end is as before."""
    lines[where(lines, on("discard"))]["action"] = "pass"
    return len(lines) - 1


def no_win_over_a_pong(lines):
    """The third player passes, so the second has its pong."""
    lines[where(lines, on("discard"), 1)]["action"] = "pass"
    return len(lines) - 1


def drawn_after_the_end(lines):
    lines[-1] = {
        "type": "draw",
        "seat": (lines[-2]["seat"] + 1) % 4,
        "tile": "1m",
        "from": "wall",
        "left": 76,
    }
    return len(lines) - 1


def no_end(lines):
    lines.pop()
    return len(lines)


def second_end(lines):
    lines.append(lines[-1])
    return len(lines) - 1


def fifth_of_a_kind(lines):
    tiles = lines[0]["wall"]
    tiles[100] = next(name for name in tiles if name != tiles[100])
    return 0


def option_is(**values):
    def spoil(lines):
        lines[0]["rules"].update(values)
        return 0

    return spoil


def missing_option(lines):
    del lines[0]["rules"]["bao"]
    return 0


END, FAMILIAR = the("end"), "bao_familiar"
MUTATIONS = {
    # the end
    "a changed payoff": changed("win_discard", END, payoffs=one_more),
    "a payoff of the wrong sign": changed("win_discard", END, payoffs=lambda v: [-x for x in v]),
    "a payoff too many": changed("win_discard", END, payoffs=lambda values: [*values, 0]),
    "changed points": changed("win_discard", END, points=one_more),
    "a changed base": changed("win_discard", END, base=lambda base: base + 2),
    "a changed fan": changed("win_discard", END, fan=lambda fan: fan + 1),
    "no limit": changed("win_tianhu", END, limit=None),
    "a limit too many": changed("win_discard", END, limit="dihu"),
    "categories in another order": changed("win_tianhu", END, categories=swap_first),
    "a missing category": changed("win_tianhu", END, categories=remove_one(0)),
    "another winner": changed("win_discard", END, winners=lambda seats: [(seats[0] + 1) % 4]),
    "two winners of a discard": ("win_two_may_win", farther_winner),
    "a nearer one passes": ("win_two_may_win", nearer_passes),
    "one winner of two": changed("auto_auto_several", END, winners=remove_one(1)),
    "winners in another order": changed("auto_auto_several", END, winners=swap_first),
    "another discarder": changed("win_discard", END, discarder=from_next(1)),
    "no discarder": changed("win_discard", END, discarder=None),
    "a wrong how": changed("win_shown", END, how="draw"),
    "地胡 called a discard": changed("win_dihu", END, how="discard"),
    "天胡 called a replacement": changed("win_tianhu_after_kong", END, how="replacement"),
    "another seat is liable": changed(FAMILIAR, END, liable=from_next(1)),
    "nobody is liable": changed(FAMILIAR, END, liable=None),
    "no reason": changed(FAMILIAR, END, why=None),
    "another reason": changed(FAMILIAR, END, why="zhongfa"),
    "an exempt seat is liable": changed("bao_exempt", END, liable=0, why="shengpai"),
    "halves lost": changed("points_nothing", END, payoffs=lambda v: [int(x) for x in v]),
    "no end": ("win_discard", no_end),
    "a second end": ("win_discard", second_end),
    "a draw after the end of the wall": ("end_odd", drawn_after_the_end),
    # decisions
    "a removed legal action": changed("de_barred", on("turn"), legal=remove_one(0)),
    "legal actions in another order": changed("de_barred", on("turn"), legal=swap_first),
    "a missing pass": changed("claim_pong_over_chi", on("discard"), legal=remove_one(0)),
    "a missing open kong": changed("claim_kong_over_chi", on("discard"), 1, legal=remove_one(1)),
    "a missing chi": changed("claim_chi_middle", on("discard"), legal=remove_one(1)),
    "a missing kong after a pong": changed(
        "kong_added_after_pong", on("after_pong"), legal=remove_one(0)
    ),
    "a missing win": changed("win_win_over_pong", on("discard"), 1, legal=remove_one(1)),
    "an action that is not legal": changed("de_barred", on("turn"), action="discard 9g"),
    "no action": changed("de_barred", on("turn"), action=None),
    "a tile on a turn": changed("de_barred", on("turn"), tile="E"),
    "no tile on a discard": changed("claim_chi_high", on("discard"), tile=None),
    "another seat decides": changed("de_barred", on("turn"), 1, seat=from_next(1)),
    "after a chi as a turn": changed("claim_chi_high", on("after_pong"), on="turn"),
    "a missing decision": ("claim_chi_high", takes_away(on("discard"))),
    "a missing robbing": ("robbing_rob_declined", takes_away(on("robbing"))),
    "a win before a pong, passed": ("win_win_over_pong", no_win_over_a_pong),
    "a chi by another seat": ("claim_chi_low", chi_by_another_seat),
    "a chi with 得": (
        "de_chi_refused_wild",
        claims("discard 3s", 1, "3s", ["chi 3s"], "chi 3s"),
    ),
    "a claim on a discarded 得": (
        "de_wild_refused",
        claims("discard N", 2, "N", ["pong N"], "pong N"),
    ),
    "a win on a discarded 得": ("de_wild_refused", claims("discard N", 1, "N", ["win"], "win")),
    "a win by a barred seat": ("de_barred", win_by_a_barred_player),
    "a win by a barred seat on a discard": (
        "de_barred_by_discard",
        claims("discard 3s", 1, "3s", ["win"], "win"),
    ),
    "a pong that was passed on": (
        "claim_pong_closed",
        claims("discard 7s", 2, "7s", ["pong 7s"], "pong 7s", nth=1),
    ),
    "a win after a pong": (
        "claim_complete_after_claim",
        offers(on("after_pong"), 0, "win", taken=True),
    ),
    "a kong at the reserve": (
        "kong_refused",
        offers(on("turn"), 0, "concealed_kong C", taken=True),
    ),
    "an open kong at the reserve": ("kong_refused", offers(on("discard"), 1, "open_kong 7s")),
    "robbing by a barred seat": (
        "robbing_rob_barred",
        lambda lines: inserted(
            lines,
            where(lines, acts("added_kong")) + 1,
            seat_after_dealer(lines, 2),
            "robbing",
            "3s",
            ["pass", "win"],
            "win",
        ),
    ),
    # draws and shown tiles
    "swapped draws": ("de_barred", swapped_draws),
    "a wrong left": changed("de_barred", a_draw, left=78),
    "another seat draws": changed("de_barred", a_draw, seat=from_next(1)),
    "a replacement from the wall": changed(
        "win_open_kong", lambda line: line.get("from") == "tail", **{"from": "wall"}
    ),
    "a missing show": ("shown_white", takes_away(the("show"))),
    "a missing show at the deal": ("auto_sibaiban", takes_away(the("show"))),
    "a missing replacement": ("win_shown", takes_away(lambda line: line.get("from") == "tail")),
    "another tile is shown": changed("shown_white", the("show"), tiles="1g"),
    "shown one by one": changed("auto_sibaiban", the("show"), tiles="P"),
    "shown by another": changed("shown_white", the("show"), seat=from_next(1)),
    "a kong without replacement": (
        "win_open_kong",
        takes_away(lambda line: line.get("from") == "tail"),
    ),
    # automatic wins
    "an automatic win passed by": ("auto_sibaiban_play", no_automatic_win),
    "before its replacement": ("auto_sibaiban_play", automatic_win_before_the_replacement),
    "an automatic win of a barred seat": ("auto_barred_auto", automatic_win_of_a_barred_player),
    "天胡 in spite of another": ("auto_auto_beats_tianhu", tianhu_in_spite_of_another),
    # the first lines
    "a fifth of a kind": ("de_barred", fifth_of_a_kind),
    "another hand dealt": changed("de_barred", the("deal"), hands=swap_first),
    "another break": changed("de_barred", the("hand"), **{"break": {"seat": 0, "stack": 99}}),
    "another indicator": changed("de_barred", the("hand"), indicator="S"),
    "other wilds": changed("de_wild_flower", the("hand"), wilds=swap_first),
    "no 闹闹": changed("de_wild_flower", the("hand"), naonao=False),
    "闹闹 as a number": changed("de_wild_flower", the("hand"), naonao=1),
    "闹闹 by option only": ("de_barred", option_is(naonao="always")),
    "a die of seven": changed("de_barred", the("hand"), dice=lambda dice: [*dice[:3], 7]),
    "six dice": changed("de_barred", the("hand"), dice=lambda dice: [*dice, 1, 1]),
    "a dealer who is true": changed("de_barred", the("hand"), dealer=True),
    "a sit": changed("de_barred", the("hand"), sit=1),
    "a pull": changed("de_barred", the("hand"), pulls=[0, 0, 0, 1]),
    "another version": changed("de_barred", the("hand"), version=2),
    "another game": changed("de_barred", the("hand"), game="tianjin"),
    "three strategies": changed("de_barred", the("hand"), strategies=remove_one(0)),
    "a missing option": ("de_barred", missing_option),
    "an option of a wrong type": ("de_barred", option_is(bao=1)),
    "an option out of range": ("de_barred", option_is(huang_stacks=41)),
    "an unknown value": ("de_barred", option_is(ratio="double")),
}
