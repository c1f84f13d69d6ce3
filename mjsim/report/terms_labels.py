"""English labels of terms by experiment: what their ids look like, and what is said."""

import re
from collections.abc import Mapping
from typing import Final

from mjsim.report.run import Row
from mjsim.report.terms_stakes import STAKES, stakes_parts
from mjsim.report.terms_words import WORTH, english_part

__all__ = ["english_label"]

_FEATURES: Final = (
    (r"shanten=(?P<shanten>-?\d+)", "{shanten}"),
    (r"n_(wilds|de)=(?P<wilds>\d+)", "{wilds}"),
    (r"n_pairs=(?P<pairs>\d+)", "{pairs}"),
    (r"n_shown=(?P<most_shown>\d+)", "{most_shown}"),
    (r"n_flowers=(?P<flowers>\d+)", "{flowers}"),
    (r"n_bai=(?P<bai>\d+)", "{bai}"),
)
_MEAN_FEATURE: Final = (
    r"mean_(?P<feature>shanten|n_wilds|n_pairs|n_shown|n_flowers|n_bai)",
    "mean {feature}",
)
_AGREEMENT: Final = (
    ("agreement", "agreement with exact values"),
    (r"chi2:(?P<feature>\w+)", "{feature}: all values together, χ²"),
)
_DRAWN: Final = ("drawn", "hands drawn")
_OUTCOME: Final = r"(?P<outcome>win|payoff)"
_ASSOCIATED: Final = " (association)"

_CATEGORIES: Final = (
    _DRAWN,
    (r"(per_hand|per_win)=(?P<category>\w+)", "{category}"),
    (r"possible_per_win=(?P<category>\w+)", "{category}, possible"),
    (r"fan=(?P<fan>\d+)", "{fan}"),
    (r"points=(?P<points>\d+)", "{points}"),
    (r"mean_(fan|points)", "mean {worth} of a win"),
    ("mean_win_turn", "mean turn of the win"),
    (r"winner=(?P<role>dealer|(seat|place)[0-3])", "{role}"),
    (r"wilds=(?P<wilds>\d+)", "{wilds}"),
    (r"mean_with_wilds:(?P<wilds>\d+)", "mean {worth} with {wilds}"),
)
_DEALS: Final = (
    *_FEATURES,
    _MEAN_FEATURE,
    ("is_complete", "complete at the deal"),
    (r"fan=(?P<fan>\d+)", "{fan}"),
    (r"category=(?P<category>\w+)", "{category}"),
    (r"possible=(?P<category>\w+)", "{category}, possible"),
    ("mean_fan_complete", "mean fan of complete hands"),
    (r"automatic=(?P<category>\w+)", "{mode}{category}"),
    ("is_automatic", "{mode}any 腊子 at the deal"),
    ("is_naonao", "闹闹"),
    ("is_tianhu", "天胡, the dealer complete and nobody with a 腊子"),
    (r"points=(?P<points>\d+)", "{points}"),
    ("mean_points_complete", "mean points of complete hands"),
)
_OPENINGS: Final = (
    *_FEATURES,
    _MEAN_FEATURE,
    ("ready=dealt", "ready or complete"),
    (_OUTCOME + r"\|dealt[=:]any", "{outcome}"),
    (
        _OUTCOME + r"\|shanten[=:](?P<shanten>-?\d+),n_wilds[=:](?P<wilds>\d+)",
        "{shanten}, {wilds}: {outcome}" + _ASSOCIATED,
    ),
    *(
        (_OUTCOME + r"\|" + feature.replace("=", "[=:]", 1), said + ": {outcome}" + _ASSOCIATED)
        for feature, said in _FEATURES
    ),
    (
        _OUTCOME + r"_slope\|(?P<step>\w+)[=:][+-]1,(?P<feature>\w+)[=:]0",
        "{step}, {feature} alike: difference in {outcome}" + _ASSOCIATED,
    ),
    (
        _OUTCOME + r"_slope\|(?P<step>\w+)[=:][+-]1",
        "{step}: difference in {outcome}" + _ASSOCIATED,
    ),
)
_POINTS: Final = (
    _DRAWN,
    (r"(winner|loser)_points=(?P<points>\d+(-\d+)?)", "{points}"),
    ("winner_points", "mean points of a win"),
    ("winner_base", "mean base 胡数 of a win, automatic 腊子 left out"),
    ("winner_fan", "mean fan of a win, automatic 腊子 left out"),
    ("winner_uncapped", "mean points of a win without the cap, automatic 腊子 left out"),
    ("beyond_cap", "above 500 points without the cap"),
    ("uncapped_beyond_cap", "mean points of those above 500 without the cap"),
    ("winner_payoff", "mean gain of a win"),
    (r"(per_hand|per_win)=(?P<category>\w+)", "{category}"),
    ("loser_points", "mean points of losers"),
    ("loser_payoff", "mean gain of losers"),
    (r"bao=(?P<why>\w+)", "包三家: {why}"),
    (r"bao_paid:(?P<why>\w+)", "paid in all: {why}"),
    (r"bao_cost:(?P<why>\w+)", "paid beyond its own share: {why}"),
    ("naonao", "闹闹"),
    (r"(?P<asked>\w+)\|naonao_less_normal", "{asked}: 闹闹 less other hands" + _ASSOCIATED),
    (r"(?P<asked>\w+)\|(?P<times>naonao|normal)", "{asked}, {times}"),
    (r"de_dealt=(?P<wilds>\d+)", "{wilds}"),
    (
        _OUTCOME + r"\|de_dealt[=:](?P<wilds>\d+)",
        "{wilds} dealt: {outcome}" + _ASSOCIATED,
    ),
    (_OUTCOME + r"\|de[=:](?P<wilds>\d+)", "{wilds} at the end: {outcome}" + _ASSOCIATED),
    (r"de=(?P<wilds>\d+)\|win", "{wilds} at the end: share of winners"),
    (r"shown=(?P<shown>\d+\+?)", "{shown}"),
    (_OUTCOME + r"\|shown[=:](?P<shown>\d+\+?)", "{shown}: {outcome}" + _ASSOCIATED),
    ("shown", "mean tiles shown"),
)
_VALUES: Final = (
    ("dealer_payoff", "dealer's gain a hand"),
    ("winner_payoff", "winner's gain a win"),
    (r"mean_(fan|points)", "mean {worth} of a win"),
    ("drawn", "share of hands drawn"),
    ("sd_payoff", "standard deviation of a seat's gain"),
)
_RULES: Final = (
    *_VALUES,
    *((f"{term}_less_default", f"{said}, less the default's") for term, said in _VALUES),
    ("changed", "hands that pay otherwise"),
    ("variance_reduction", "variance on other walls over that on the same"),
)
_SPREAD: Final = r"(?P<spread>score|drawdown)_"
_SESSIONS: Final = (
    (_SPREAD + "mean", "{spread}: mean"),
    (_SPREAD + "sd", "{spread}: standard deviation"),
    (_SPREAD + r"q0*(?P<n>\d+)", "{spread}: {n} % quantile"),
    (r"ruin\((?P<n>[^)]+)\)", "falls {n} points or more below the start"),
    ("stays", "the dealer stays"),
    ("streak_mean", "mean hands of a streak that ended"),
    ("streak_longest", "longest streak of a session, mean"),
    (r"streak=(?P<hands>\d+\+?)", "streak of {hands}, of those that ended"),
    (r"stays\|streak=(?P<hands>\d+\+?)", "the dealer stays after {hands}"),
    (r"ahead_after=(?P<hands>\d+)", "above 0 after {hands}"),
    (r"leads_after=(?P<hands>\d+)", "above the three others after {hands}"),
    (r"hands_until_ahead:(?P<percent>[\d.]+)", "hands until above 0 with chance {percent}"),
)
_STRATEGIES: Final = (
    ("gain", "gain a hand"),
    ("gain_less_luck", "gain a hand, less luck"),
    ("gain_luck_reduction", "variance of the gain over that less luck"),
    (r"gain_less:(?P<strategy>.+)", "gain a hand, less that of {strategy} in its place"),
    ("win_share", "win rate"),
    ("variance_reduction", "variance of four hands apart over four rotations of a wall"),
    (r"walls_for_(?P<n>[\d.]+)", "walls to see a gain of {n}"),
)
_MOMENT: Final = r"(?P<moment>ready|able|win)"
_SO: Final = r"(?P<so>ready|able)"
_WHAT: Final = r"(?P<what>kinds|tiles|win_tiles)"
_WAITS: Final = (
    (_MOMENT + "_" + _WHAT, "{moment}: mean {what}"),
    (r"(ready|able|win)_kinds=(?P<kinds>\d+\+?)", "{kinds}"),
    (r"(?P<moment>ready|able)_turn", "mean turn {moment}"),
    (r"ever_" + _SO, "ever {so}"),
    (r"(ready|able)_turn=never", "never"),
    (r"(ready|able)_turn=(?P<turn>\d+\+?)", "{turn}"),
    (r"win\|" + _SO, "once {so}"),
    (r"win\|(?P<moment>ready|able)_kinds=(?P<kinds>\d+\+?)", "{moment} with {kinds}"),
    (r"win\|(?P<moment>ready|able)_turn=(?P<turn>\d+\+?)", "{moment} {turn}"),
    (_MOMENT + "_" + _WHAT + r"\|wilds_dealt:(?P<wilds>\d+)", "{wilds} dealt, {moment}: {what}"),
    (_MOMENT + "_" + _WHAT + r"\|wilds:(?P<wilds>\d+)", "{wilds} at the win, {moment}: {what}"),
    (_MOMENT + "_" + _WHAT + r"\|turn:(?P<turn>\d+\+?)", "{moment} {turn}: {what}"),
    (_MOMENT + "_" + _WHAT + r"\|(?P<category>\w+)", "{category}: {what}"),
)

_TERMS: Final[Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]] = {
    experiment: tuple((re.compile(term), said) for term, said in (*terms, *_AGREEMENT))
    for experiment, terms in {
        "categories": _CATEGORIES,
        "deals": _DEALS,
        "openings": _OPENINGS,
        "points": _POINTS,
        "rules": _RULES,
        "sessions": _SESSIONS,
        "stakes": STAKES,
        "strategies": _STRATEGIES,
        "waits": _WAITS,
    }.items()
}
_MODES: Final = {"normal": "not 闹闹: ", "naonao": "闹闹: "}


def english_label(row: Row) -> str | None:
    """Say in English what a row of results is, by its term.

    Roles, cells and options are left to columns of their own.

    Parameters
    ----------
    row : Row

    Returns
    -------
    str or None
        None if the experiment has no such term.

    Examples
    --------
    >>> english_label({"experiment": "openings", "game": "tianjin", "role": "dealer",
    ...                "label": "", "term": "payoff|shanten:2,n_wilds:1"})
    '2-shanten, 1 wild: gain a hand (association)'
    """
    game = row["game"]
    for pattern, said in _TERMS.get(row["experiment"], ()):
        found = pattern.fullmatch(row["term"])
        if found is None:
            continue
        try:
            parts = {
                name: english_part(name, value, game)
                for name, value in found.groupdict().items()
                if value is not None
            }
            if row["experiment"] == "stakes":
                parts |= stakes_parts(row)
            parts["worth"] = WORTH[game][1]
            parts["mode"] = _MODES.get(row.get("mode", ""), "")
            return said.format(**parts)
        except KeyError:  # a word that is new
            continue
    return None
