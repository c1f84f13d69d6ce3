"""From the payoffs of ``stakes`` to the rows of its game: best replies and the equilibrium."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from mjsim.experiments.sequences import looked_at
from mjsim.experiments.stakes_decisions import (
    Decision,
    Judged,
    apart,
    decisions_of,
    judge,
    least_gap,
    others_of,
)
from mjsim.experiments.stakes_equilibrium import Solution, solve
from mjsim.experiments.stakes_payoffs import Payoffs, Settled
from mjsim.experiments.stakes_settings import ROLES, SETTINGS, ZH, Setting
from mjsim.experiments.table_counts import CellSheet, Floats
from mjsim.stats import Estimate, mean, paired

__all__ = ["Game", "add_games", "game_of", "regret"]

_LEVEL = 0.95
_PAIRS = 27 * 27  # profiles after sitting, each with each after staying


@dataclass(frozen=True)
class Game:
    """The stake game of one strategy, solved.

    Attributes
    ----------
    solution : Solution
    decisions : tuple of Decision
    path : tuple of 4 Decision
        Those by which the roles choose what is recommended.
    values, advantages, regrets : tuple of 4 Estimate
        By role: of the recommended profile its value, how much better it is than the role's next
        best choice (negative if another is better), and the most that the role can gain.
    """

    solution: Solution
    decisions: tuple[Decision, ...]
    path: tuple[Decision, ...]
    values: tuple[Estimate, ...]
    advantages: tuple[Estimate, ...]
    regrets: tuple[Estimate, ...]


def regret(chosen: Floats, others: Sequence[Floats], seed: int) -> Estimate:
    """Estimate what could be gained by choosing otherwise.

    Parameters
    ----------
    chosen : float64[n]
        Payoffs of the choice.
    others : sequence of float64[n]
        Payoffs of each other choice, on the same hands.
    seed : int

    Returns
    -------
    Estimate
        The largest mean gain of another choice, 0 if none gains. The interval holds for the
        largest: its ends are the largest ends of the gains' intervals, which hold together by
        Bonferroni's correction. The error is that of the largest gain.

    Examples
    --------
    >>> chosen = np.array([1.0, 2.0, 3.0, 2.0] * 100)
    >>> found = regret(chosen, [chosen - 1.0 + chosen % 2, chosen * 0.9], 1)
    >>> round(found.value, 3), found.ci_low
    (0.0, 0.0)
    """
    level = 1.0 - (1.0 - _LEVEL) / len(others)
    gains = [paired(other, chosen, level=level, seed=seed).difference for other in others]
    looks = [looked_at(gain) for gain in gains]
    most = max(gains, key=lambda gain: gain.value)
    sequence = any(often for _, often in looks)
    words, method = f"largest of {len(others)}, Bonferroni", looks[0][0].method
    return replace(
        most,
        value=max(0.0, most.value),
        # The bounds are no interval around the value: they must not be made anew.
        se=math.nan if sequence else most.se,
        ci_low=max(0.0, *(gain.ci_low for gain, _ in looks)),
        ci_high=max(0.0, *(gain.ci_high for gain, _ in looks)),
        level=_LEVEL,
        method=f"{words}, {method}" if sequence else f"{method}, {words}",
    )


def game_of(payoffs: Payoffs, seed: int) -> Game | None:
    """Solve the stake game; None unless all 54 settings are there."""
    if len(payoffs.settings) < len(SETTINGS):
        return None
    values = np.array([payoffs.of(setting).mean(axis=0) for setting in SETTINGS])
    solution = solve(values.reshape(2, 3, 3, 3, len(ROLES)))
    decisions = tuple(decisions_of(payoffs, seed))
    options = [_options(solution, role) for role in range(len(ROLES))]
    own = [
        {choice: payoffs.of(setting)[:, role] for choice, setting in each.items()}
        for role, each in enumerate(options)
    ]
    taken = [_chosen(solution, role) for role in range(len(ROLES))]
    rivals = [
        [values for choice, values in each.items() if choice != chosen]
        for each, chosen in zip(own, taken, strict=True)
    ]
    mine = [each[chosen] for each, chosen in zip(own, taken, strict=True)]
    path = tuple(_path(payoffs, solution, decisions, role, seed) for role in range(len(ROLES)))
    return Game(
        solution,
        decisions,
        path,
        tuple(mean(each, seed=seed) for each in mine),
        tuple(
            _advantage(each, other, found.n_compared, seed)
            for each, other, found in zip(mine, rivals, path, strict=True)
        ),
        tuple(regret(each, other, seed) for each, other in zip(mine, rivals, strict=True)),
    )


def _chosen(solution: Solution, role: int) -> int:
    return solution.path.sit if role == 0 else solution.path.pulls[role - 1]


def _options(solution: Solution, role: int) -> dict[int, Setting]:
    """Return what is played by each choice of a role, the others choosing as is recommended.

    The three see what the dealer chooses.
    """
    if role == 0:
        return {sit: Setting(sit, solution.replies[sit]) for sit in range(2)}
    return {pull: solution.path.choosing(role, pull) for pull in range(3)}


def _advantage(chosen: Floats, others: Sequence[Floats], n_compared: int, seed: int) -> Estimate:
    """Return how much better a choice is than the next best, the others' choices as they are."""
    n_pairs = n_compared * math.comb(len(others) + 1, 2)
    return least_gap([apart(chosen, other, n_pairs, seed) for other in others], n_pairs)


def _path(
    payoffs: Payoffs, solution: Solution, decisions: Sequence[Decision], role: int, seed: int
) -> Decision:
    """Return the decision by which a role chooses what is recommended.

    The dealer's, where the three reply otherwise once it sits, is not among the best replies:
    it is a comparison that was picked out of all there could be.
    """
    stay, sit = solution.replies
    if role == 0 and stay != sit:
        options = _options(solution, 0)
        own = {each: payoffs.of(setting)[:, 0] for each, setting in options.items()}
        taken = solution.path.sit
        gap = apart(own[taken], own[1 - taken], _PAIRS, seed)
        return Decision(0, "replies", taken, (gap,), n_compared=_PAIRS)
    if role == 0:
        others = f"pulls{','.join(map(str, sit))}"
    else:
        settled = isinstance(payoffs, Settled)
        others = "always" if settled else others_of(role, solution.path)
    return next(each for each in decisions if each.role == role and each.others == others)


def add_games(games: Sequence[tuple[CellSheet, Game]], n_hands: int) -> None:
    """Add best replies and equilibria; what is decided is decided for all games together.

    Parameters
    ----------
    games : sequence of (CellSheet, Game)
        Of every strategy of the run.
    n_hands : int

    Notes
    -----
    Family ``equilibrium``: for each role ``value``, ``advantage`` over the next best choice, its
    ``p`` (Holm's, over all comparisons of the run) and ``regret``, whose intervals hold for all
    choices of the role together; the number of pure equilibria
    after the dealer stays and after it sits. Family ``profile``: what each role chooses. Family
    ``best_reply``: a row for each decision, and its p.
    """
    every = [
        decision
        for _, game in games
        for decision in (*game.decisions, *(each for each in game.path if each.others == "replies"))
    ]
    judged = iter(zip(every, judge(every), strict=True)) if every else iter(())
    for own, game in games:
        extra = sum(each.others == "replies" for each in game.path)
        found = [next(judged) for _ in range(len(game.decisions) + extra)]
        verdicts = {(decision.role, decision.others): verdict for decision, verdict in found}
        _add_equilibrium(own, game, verdicts, n_hands)
        for decision, verdict in found:
            _add_decision(own, decision, verdict, n_hands)


def _zh(role: int, choice: int) -> str:
    return f"{ZH[role]}坐{choice}" if role == 0 else f"{ZH[role]}拉{choice}"


def _figure(value: float, method: str, n_hands: int) -> Estimate:
    """Return a figure that has no error of its own."""
    return Estimate(value, math.nan, -math.inf, math.inf, _LEVEL, method, n_hands)


def _add_p(
    own: CellSheet, family: str, term: str, zh: str, verdict: Judged, n_hands: int, role: str
) -> None:
    if verdict.p_adjusted is not None:
        method = f"holm over {verdict.n_tests} tests"
        p = _figure(verdict.p_adjusted, method, n_hands)
        own.put(family, term, f"{zh}：校正之 p", p, role=role)


def _add_decision(own: CellSheet, decision: Decision, verdict: Judged, n_hands: int) -> None:
    role = ROLES[decision.role]
    name = _zh(decision.role, decision.choice)
    zh = f"最佳應對 {name}" if verdict.decided else f"最佳應對未定，似為 {name}"
    own.put("best_reply", decision.term, f"{zh}，勝次佳", decision.least, role=role)
    _add_p(own, "best_reply", f"p {decision.term}", zh, verdict, n_hands, role)


def _add_equilibrium(
    own: CellSheet, game: Game, verdicts: dict[tuple[int, str], Judged], n_hands: int
) -> None:
    for sit, pure in enumerate(game.solution.equilibria):
        listed = "；".join(f"拉{','.join(map(str, pulls))}" for pulls in pure) or "無"
        count = _figure(len(pure), "enumeration of 27 profiles", n_hands)
        own.put("equilibrium", f"pure equilibria|sit{sit}", f"坐{sit} 後純均衡：{listed}", count)
    for number, role in enumerate(ROLES):
        decision = game.path[number]
        verdict = verdicts[number, decision.others]
        chosen = _chosen(game.solution, number)
        if decision.choice != chosen:  # without an equilibrium another choice is better
            verdict = Judged(False, None, verdict.n_tests)
        zh = f"均衡 {_zh(number, chosen)}" + ("" if verdict.decided else "（未定）")
        own.put("equilibrium", "value", f"{zh}：得分", game.values[number], role=role)
        own.put("equilibrium", "advantage", f"{zh}：勝次佳", game.advantages[number], role=role)
        _add_p(own, "equilibrium", "p", zh, verdict, n_hands, role)
        own.put("equilibrium", "regret", f"{zh}：另選至多多得", game.regrets[number], role=role)
        profile = _figure(chosen, "backward induction", n_hands)
        own.put("profile", "choice", zh, profile, role=role)
