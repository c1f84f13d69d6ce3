"""How ``strategies`` is told."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from mjsim.report.model import Finding
from mjsim.report.run import Row, ToldRun
from mjsim.report.stories.signs import by_sign, sentence, turned
from mjsim.report.stories.telling import above, known, listed, percent, side_by_side
from mjsim.report.story import Story

__all__ = ["STORY"]

_AMONG: Final = " among "
_MOST_KEY: Final = 4
_SEVERAL: Final = 3


def _title(run: ToldRun) -> str:
    return run.say("打法較量：一家對三家", "Strategies against each other: one among three")


def _question(run: ToldRun) -> str:
    return run.say(
        "一家改用另一種打法，其餘三家不改，這一家每盤多得還是少得？要看多少副牌才看得出來？",
        "What does one player gain or lose who plays otherwise than the three others, and how "
        "many walls does it take to see it?",
    )


def _method(run: ToldRun) -> Iterator[str]:
    yield run.say(
        "一家用一種打法，另三家用另一種；這一家輪流坐遍四座，同一副牌牆打四盤，四盤的平均算作一次"
        "觀察。每兩種打法正反各打一遍，甲對三家乙，乙對三家甲；兩邊的得失並不互為相反數。",
        "One player plays one strategy, the three others another. The one sits in each of the four "
        "seats in turn, so that each wall is played four times; the mean of the four is one "
        "trial. Any two strategies meet both ways, one among three of the other, and the two gains "
        "are not each other's opposites.",
    )
    if run.rows("gain", term="gain_less_luck"):
        yield run.say(
            "扣除手氣：摸牌時，牆裡剩下的每張牌機會相同，所摸的一張比它們的平均好多少、差多少，"
            "就是手氣，平均為零。扣去之後，估的仍是同一個平均，起伏縮小，區間變窄。起手的手氣由"
            "輪坐四座大致抵銷。",
            "Less luck: when a tile is drawn, each tile left in the wall is as likely, and by how "
            "much the drawn one is better or worse than their mean is luck, which is 0 on average. "
            "Taking it out estimates the same mean gain, with a narrower interval. The luck of the "
            "deal largely cancels in the four seats.",
        )
    yield run.say(
        "結果只說一家對三家。兩家對兩家、三種打法同桌，或換一套規則，結果可以不同。",
        "The results are of one among three. Two among two, three strategies at one table, or "
        "other rules may come out otherwise.",
    )


def _findings(run: ToldRun) -> Iterator[Finding]:
    gains = _rows(run, "gain", "gain")
    wins = _rows(run, "wins", "win_share")
    pairs = list(_pairs(gains))
    for number, (first, second) in enumerate(pairs):
        yield Finding(_gain(run, gains, first, second), key=number < _MOST_KEY)
    yield from _best(run, gains)
    yield from _contrasts(run)
    yield from _less_luck(run)
    for first, second in pairs:
        if first in wins and second in wins:
            yield Finding(_wins(run, wins, gains, first, second), key=len(pairs) == 1)
    yield from _walls(run)
    yield from turned(run, _flipped)


def _rows(run: ToldRun, family: str, term: str) -> dict[str, Row]:
    """Return the rows of a term that have an interval, by cell."""
    return {row["cell"]: row for row in run.rows(family, term=term) if known(row)}


def _one(cell: str) -> str:
    """Return who is the one among three."""
    return cell.partition(_AMONG)[0]


def _pairs(gains: Mapping[str, Row]) -> Iterator[tuple[str, str]]:
    """Yield both cells of any two strategies, first the one that gains more."""
    for one, other in combinations(dict.fromkeys(map(_one, gains)), 2):
        pair = (f"{one}{_AMONG}{other}", f"{other}{_AMONG}{one}")
        if gains.keys() >= set(pair):
            first, second = sorted(pair, key=lambda cell: -gains[cell]["estimate"])
            yield first, second


def _gain(run: ToldRun, gains: Mapping[str, Row], first: str, second: str) -> str:
    """Say what two strategies gain from each other, both ways."""
    verdicts = {
        (1, -1): ("兩面都是 {one} 佔優", "{one} has the better of it both ways"),
        (1, 0): (
            "{one} 作一家時佔優，反過來未定",
            "as the one, {one} has the better of it; the other way round is undecided",
        ),
        (0, -1): (
            "{other} 作一家時吃虧，反過來未定",
            "as the one, {other} has the worse of it; the other way round is undecided",
        ),
        # The larger estimate may be the one that is undecided.
        (0, 1): (
            "{other} 作一家時佔優，反過來未定",
            "as the one, {other} has the better of it; the other way round is undecided",
        ),
        (-1, 0): (
            "{one} 作一家時吃虧，反過來未定",
            "as the one, {one} has the worse of it; the other way round is undecided",
        ),
        (1, 1): ("兩種都是作一家時佔優", "whichever is the one has the better of it"),
        (-1, -1): ("兩種都是作一家時吃虧", "whichever is the one has the worse of it"),
        (0, 0): (
            "以這麼多副牌，高下未定",
            "which is better is undecided at so many walls",
        ),
    }
    one, other = _one(first), _one(second)
    both = {"one": one, "other": other}
    clauses = [
        run.say(
            "一家 {one} 對三家 {other}，每盤得 {gain} 分",
            "among three {other}, one {one} gains {gain} points a hand",
            gain=run.signed(gains[first]),
            **both,
        ),
        run.say(
            "反過來，一家 {other} 對三家 {one}，{gain} 分",
            "among three {one}, one {other} gains {gain}",
            gain=run.signed(gains[second]),
            **both,
        ),
        run.say(*verdicts[run.sign(gains[first]), run.sign(gains[second])], **both),
    ]
    return sentence(run, clauses)


def _best(run: ToldRun, gains: Mapping[str, Row]) -> Iterator[Finding]:
    """Name the strategies that gain among three of each other, if three or more were tried."""
    players = list(dict.fromkeys(map(_one, gains)))
    if len(players) < _SEVERAL:
        return
    ahead = [
        one
        for one in players
        if all(run.sign(row) > 0 for cell, row in gains.items() if _one(cell) == one)
    ]
    if ahead:
        yield Finding(
            run.say(
                "不論三家用所試的哪一種別的打法，作一家都佔優的是 {who}。",
                "Whichever other strategy the three play, the one gains with {who}.",
                who=listed(run, ahead),
            ),
            key=True,
        )
    else:
        yield Finding(
            run.say(
                "所試的打法裡，沒有一種可以斷定：不論三家用哪一種，作一家都佔優。",
                "No strategy tried is known to gain among three of every other.",
            )
        )


def _contrasts(run: ToldRun) -> Iterator[Finding]:
    """Compare strategies in one place among the same three."""
    named = {}
    for row in filter(known, run.rows("contrast")):
        one, _, other = row["cell"].partition(_AMONG)
        parts = {"one": one, "other": other, "less": row["term"].partition(":")[2]}
        name = run.say(
            "{one} 比 {less}（對三家 {other}）", "{one} than {less} (among three {other})", **parts
        )
        named[name] = row
    if not named:
        return
    start = run.say(
        "同一位置對同樣三家，每盤得分之差，各區間同時成立：",
        "in one place among the same three, in points a hand, intervals that hold together: ",
    )
    claims = {
        1: ("較多的是 {each}", "more with {each}"),
        -1: ("較少的是 {each}", "less with {each}"),
        0: ("未定的是 {each}", "undecided, {each}"),
    }

    def each(rows: Mapping[str, Row]) -> str:
        return listed(run, [f"{name} {run.signed(row)}" for name, row in rows.items()])

    yield Finding(sentence(run, by_sign(run, named, claims, each), start))


def _less_luck(run: ToldRun) -> Iterator[Finding]:
    """Tell gains less luck, and how much smaller their variance is."""
    left = _rows(run, "gain", "gain_less_luck")
    if left:
        start = run.say(
            "扣除摸牌的手氣，每盤得分：", "less the luck of the draws, in points a hand: "
        )
        claims = {
            1: ("佔優，{each}", "a gain of {each}"),
            -1: ("吃虧，{each}", "a loss, {each}"),
            0: ("未定，{each}", "undecided, {each}"),
        }
        told = by_sign(run, left, claims, lambda rows: side_by_side(run, rows, run.signed))
        yield Finding(sentence(run, told, start))
    smaller = _rows(run, "design", "gain_luck_reduction")
    if smaller:
        yield Finding(
            run.say(
                "扣除手氣，方差可除以：{each}；要同樣的精度，牌牆數也就可除以這麼多。",
                "Taking luck out divides the variance by {each}: so many times fewer walls are as "
                "precise.",
                each=side_by_side(run, smaller, run.told),
            )
        )


def _wins(
    run: ToldRun, wins: Mapping[str, Row], gains: Mapping[str, Row], first: str, second: str
) -> str:
    """Set the win rates of two strategies beside each other, each as the one among three."""
    if above(wins[first], wins[second]):
        verdict = ("{one} 胡得較多", "{one} wins more often")
    elif not above(wins[second], wins[first]):
        verdict = (
            "兩個區間相交，誰胡得多未定",
            "the intervals overlap, and which wins more often is undecided",
        )
    elif run.sign(gains[first]) > 0:
        verdict = (
            "{one} 作一家得分為正，胡得卻比 {other} 作一家時少",
            "as the one, {one} gains, and yet wins less often than {other} does as the one",
        )
    else:
        verdict = ("{other} 胡得較多", "{other} wins more often")
    clauses = [
        run.say(
            "一家的胡牌率：{each}",
            "the share of hands that the one wins is {each}",
            each=side_by_side(
                run,
                {cell: wins[cell] for cell in (first, second)},
                percent,
            ),
        ),
        run.say(*verdict, one=_one(first), other=_one(second)),
    ]
    return sentence(run, clauses)


def _walls(run: ToldRun) -> Iterator[Finding]:
    """Tell how many walls show a gain, and what the four seats save."""
    needed = {
        row["cell"]: row
        for row in run.rows("design")
        if row["term"].startswith("walls_for_") and known(row)
    }
    if needed:
        yield Finding(
            run.say(
                "要看出每盤 {gain} 分之差（雙側 5 %，把握 80 %），所需牌牆數：{each}；每副打四盤。",
                "To see a gain of {gain} points a hand (5 % two-sided, power 80 %) takes so many "
                "walls, of four hands each: {each}.",
                gain=next(iter(needed.values()))["term"].removeprefix("walls_for_"),
                each=side_by_side(run, needed, run.told),
            )
        )
    saved = _rows(run, "design", "variance_reduction")
    if saved:
        yield Finding(
            run.say(
                "一副牌牆輪坐四座打四盤，比起換四副牌牆打四盤，方差可除以：{each}。",
                "Four hands on one wall, one from each seat, instead of on four walls, divide the "
                "variance by {each}.",
                each=side_by_side(run, saved, run.told),
            )
        )


def _flipped(run: ToldRun, row: Row) -> str:
    return run.say(
        "{who} 一家對三家的每盤得分（按三家的打法）",
        "the gain of {who} among three, by what the three play,",
        who=row["player"],
    )


STORY: Final = Story(_title, _question, _method, _findings, ("gain", "contrast", "wins", "design"))
"""What one strategy gains among three of another, both ways."""
