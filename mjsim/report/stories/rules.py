"""How ``rules`` is told: what each option changes, and what changes nothing that can be seen."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mjsim.experiments.tidy import MIN_TRIALS
from mjsim.report.command import rules_of
from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.signs import sentence, turned
from mjsim.report.stories.telling import drawn_hand, listed, points, side_by_side
from mjsim.report.story import Story
from mjsim.report.terms import variant_name
from mjsim.report.terms_options import option_said
from mjsim.stats import holm, normal_quantile, two_sided_p, two_sided_t

__all__ = ["STORY"]

_ERROR_RATE: Final = 0.05
_MOST: Final = 3
_MOST_KEY: Final = 2
_SUFFIX: Final = "_less_default"
_JACKKNIFE: Final = re.compile(r"jackknife over (\d+) groups")
_QUANTITIES: Final = {
    "dealer_payoff": ("莊家每盤得分", "the dealer's payoff a hand", True),
    "winner_payoff": ("胡一盤收進的分", "what a win brings in", True),
    "mean_fan": ("胡牌的平均番數", "the mean fan of wins", False),
    "mean_points": ("胡牌的平均分數", "the mean points of wins", False),
    "drawn": ("{drawn}率", "the share of hands drawn", True),
    "sd_payoff": ("一家得分的標準差", "the standard deviation of a seat's payoff", False),
}
"""What is compared: names, and whether it stands in the summary."""


def _title(run: ToldRun) -> str:
    return run.say("規則改一條，差多少", "Rules: what each option changes")


def _question(run: ToldRun) -> str:
    return run.say(
        "改動一條規則，莊家的得失、一胡的價值、{drawn}與起伏改變多少？哪些規則爭來爭去，其實看不出差別？",
        "What does each option of the rules change of the dealer's payoff, of what a win is worth, "
        "of drawn hands and of the spread, and which make no difference that can be seen?",
        drawn=drawn_hand(run),
    )


def _method(run: ToldRun) -> Iterator[str]:
    options = _options(run)
    if not options:
        return
    defaults = rules_of(run).to_dict()
    tried = [
        run.say(
            "{option}，原為{default}",
            "{option} instead of {default}",
            option=variant_name(run, option),
            default=_named(run, f"{name}={_text(defaults[name])}"),
        )
        for option in options
        for name in [option.partition("=")[0]]
    ]
    yield run.say(
        "每次只改一條，其餘照原來的規則，在同一批牌牆上比較改與不改之差。所試：{tried}。",
        "One option is changed at a time, and compared with the rules as they were on the same "
        "walls. Tried: {tried}.",
        tried=run.say("；", "; ").join(tried),
    )
    yield run.say("", " ").join(_ways(run))
    n_tests = len(_p_values(run))
    yield run.say(
        "比較共 {n} 項，只有區間不含零、並且按項數校正（Holm，總錯誤率 {rate}）之後仍然成立的"
        "，才說有差別；不到 {least} 盤一律不說。看不出差別不等於沒有差別：上限見表中區間。",
        "Of {n} comparisons a difference is claimed only if its interval excludes 0 and it holds "
        "after Holm's correction for their number (error rate {rate} in all), and none from fewer "
        "than {least} hands. That no difference is seen does not say that there is none: the "
        "intervals in the tables say how large it may be.",
        n=n_tests,
        rate=f"{100 * _ERROR_RATE:g} %",
        least=MIN_TRIALS,
    )


def _ways(run: ToldRun) -> Iterator[str]:
    """Say what was rescored and what replayed; strategies may differ in that."""
    rows = run.rows("changed")
    ways = {
        "rescored": (
            "重算（牌照原樣打，只按新規則結算）——{each}。",
            "Rescored, which settles the hands as they were played: {each}.",
        ),
        "replayed": (
            "重打（能打的牌或打法跟著規則改變，差別由規則與打法合成）——{each}。",
            "Replayed, because the option changes what is legal or what the strategy looks at, so "
            "that the rule and the players' answer to it make the difference together: {each}.",
        ),
    }
    for how, both in ways.items():
        cells: dict[str, list[str]] = {}
        for row in rows:
            if row["how"] == how:
                cells.setdefault(row["cell"], []).append(_named(run, row["option"]))
        if cells:
            each = run.say("；", "; ").join(
                run.say(
                    "{cell}：{names}", "with {cell} {names}", cell=cell, names=listed(run, names)
                )
                for cell, names in cells.items()
            )
            yield run.say(*both, each=each)


def _text(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _options(run: ToldRun) -> list[str]:
    return list(dict.fromkeys(row["option"] for row in run.rows("changed")))


def _named(run: ToldRun, option: str) -> str:
    """Call an option and its value as players do."""
    both = option_said(run.game, option)
    if both is None:
        return option
    quoted = "「{zh}」" if run.game == "tianjin" else "“{zh}”"  # as each script has them
    return run.say(quoted, "“{en}”", zh=both[0], en=both[1])


def _key(row: Row) -> tuple[str, str, str]:
    return row["cell"], row["option"], row["term"]


def _p_values(run: ToldRun) -> dict[tuple[str, str, str], float]:
    """Return p values of all differences against 0, corrected by Holm."""
    rows = [row for row in run.rows("difference") if row["std_error"]]
    adjusted = holm([_p_value(row) for row in rows]).tolist()
    return dict(zip(map(_key, rows), adjusted, strict=True))


def _p_value(row: Row) -> float:
    """Return a two-sided p value by the law that the interval is of; 1 of too few hands."""
    value = row["estimate"]
    half = value - row["conf_low"] if value > 0 else row["conf_high"] - value
    if row["n_trials"] < MIN_TRIALS or not 0 < half < float("inf"):
        return 1.0
    groups = _JACKKNIFE.search(row["method"])
    if groups is not None:
        return two_sided_t(value / row["std_error"], int(groups[1]) - 1)
    return two_sided_p(normal_quantile(row["conf_level"]) * value / half)


def _findings(run: ToldRun) -> Iterator[Finding]:
    p_values = _p_values(run)
    rows = run.rows("difference")
    for term, (*_, key) in _QUANTITIES.items():
        of_term = [row for row in rows if row["term"] == term + _SUFFIX]
        show = run.signed
        if of_term:
            yield Finding(
                _quantity(
                    run,
                    _what(run, term),
                    of_term,
                    p_values,
                    (lambda row: points(run, row)) if term == "drawn" else show,
                    _MOST_KEY if key else _MOST,
                ),
                key=key,
            )
    yield from _changed(run)
    yield from _never(run)
    yield from turned(run, _flipped)


def _what(run: ToldRun, term: str) -> str:
    zh, en, _ = _QUANTITIES[term]
    return run.say(zh, en, drawn=drawn_hand(run))


def _sign(run: ToldRun, row: Row, p_values: Mapping[tuple[str, str, str], float]) -> int:
    """Return the sign of a difference, 0 if it is not known."""
    return run.sign(row) if p_values.get(_key(row), 1.0) <= _ERROR_RATE else 0


def _unchanged(row: Row) -> bool:
    """Return whether not a hand differed."""
    return not row["estimate"] and not row["std_error"]


def _quantity(
    run: ToldRun,
    name: str,
    rows: Sequence[Row],
    p_values: Mapping[tuple[str, str, str], float],
    show: Callable[[Row], str],
    most: int,
) -> str:
    """Say which options raise something, which lower it, and which do both or neither.

    Of those that do the same the largest are told, so many, by estimate.
    """
    signs: dict[str, dict[str, int]] = {}
    by_option: dict[str, dict[str, Row]] = {}
    for row in rows:
        signs.setdefault(row["option"], {})[row["cell"]] = _sign(run, row, p_values)
        by_option.setdefault(row["option"], {})[row["cell"]] = row
    kinds: dict[str, list[str]] = {"up": [], "down": [], "both": [], "neither": []}
    for option, found in signs.items():
        up, down = 1 in found.values(), -1 in found.values()
        kind = "both" if up and down else "up" if up else "down" if down else "neither"
        kinds[kind].append(option)

    def told(option: str) -> str:
        rows = {cell: row for cell, row in by_option[option].items() if signs[option][cell]}
        text = side_by_side(run, rows, show)
        for same, both in (
            (False, ("，{cells} 未定", ", undecided with {cells}")),
            (True, ("，{cells} 不變", ", unchanged with {cells}")),
        ):
            rest = [
                cell
                for cell, row in by_option[option].items()
                if cell not in rows and _unchanged(row) == same
            ]
            if rest:
                text += run.say(*both, cells=listed(run, rest))
        return run.say("{name}（{text}）", "{name} ({text})", name=_named(run, option), text=text)

    def largest(option: str) -> float:
        return -max(abs(float(row["estimate"])) for row in by_option[option].values())

    words = {
        "up": ("增加的有：{each}", "raised by {each}"),
        "down": ("減少的有：{each}", "lowered by {each}"),
        "both": ("增減隨打法相反的有：{each}", "turned over by the strategy with {each}"),
    }
    clauses = []
    for kind, both in words.items():
        of_kind = sorted(kinds[kind], key=largest)
        if of_kind:
            each = [told(option) for option in of_kind[:most]]
            more = len(of_kind) - most
            if more > 0:
                each.append(run.say("另外 {n} 條（見表）", "{n} more (in the table)", n=more))
            clauses.append(run.say(*both, each=listed(run, each)))
    quiet = len(kinds["neither"])
    if quiet and clauses:
        clauses.append(
            run.say("其餘 {n} 條看不出差別", "no difference seen in the remaining {n}", n=quiet)
        )
    elif quiet:
        clauses.append(
            run.say(
                "所試的 {n} 條，以這麼多盤都看不出差別",
                "at so many hands no difference is seen (options tried: {n})",
                n=quiet,
            )
        )
    return sentence(run, clauses, run.say("{name}——", "{name}: ", name=name))


def _changed(run: ToldRun) -> Iterator[Finding]:
    """Tell in how many hands the options that touch the most hands change any payoff."""
    by_option: dict[str, dict[str, Row]] = {}
    for row in run.rows("changed"):
        if row["estimate"]:
            by_option.setdefault(row["option"], {})[row["cell"]] = row
    order = sorted(
        by_option, key=lambda option: -max(row["estimate"] for row in by_option[option].values())
    )
    each = [
        run.say(
            "{name}（{text}）",
            "{name} ({text})",
            name=_named(run, option),
            text=side_by_side(run, by_option[option], run.told),
        )
        for option in order
    ]
    several = len(each) > 2 * _MOST
    for names, both in (
        (
            each[:_MOST] if several else each,
            (
                "得分因而不同的盤，以這幾條最多（按估計）：{each}。",
                "The share of hands that pay otherwise, by estimate the largest: {each}.",
            )
            if several
            else ("得分因而不同的盤佔：{each}。", "The share of hands that pay otherwise: {each}."),
        ),
        (
            each[-_MOST:] if several else [],
            (
                "以這幾條最少（按估計，一盤也沒有的不算）：{each}。",
                "By estimate the smallest, those that change nothing left aside: {each}.",
            ),
        ),
    ):
        if names:
            yield Finding(run.say(*both, each=listed(run, names)))


def _never(run: ToldRun) -> Iterator[Finding]:
    """Tell the options that changed no payoff of any strategy."""
    rows = run.rows("changed")
    moved = {row["option"] for row in rows if row["estimate"]}
    never = {row["option"]: row for row in rows if row["option"] not in moved}
    if never:
        bound = max(never.values(), key=lambda row: row["conf_high"])
        yield Finding(
            run.say(
                "一盤得分也沒有改變的：{names}；各自改變得分的盤 {bound}。",
                "Not one hand paid otherwise with {names}: each changes {bound} of hands.",
                names=listed(run, [_named(run, option) for option in never]),
                bound=run.told(bound),
            )
        )


def _flipped(run: ToldRun, row: Row) -> str:
    return run.say(
        "{option}之下，{what}之差",
        "the difference that {option} makes to {what}",
        option=_named(run, row["option"]),
        what=_what(run, row["term"].removesuffix(_SUFFIX)),
    )


STORY: Final = Story(_title, _question, _method, _findings, ("difference", "changed", "value"))
"""What each option of the rules changes, on the same walls as its default."""
