"""Experiment ``deals``: what is dealt, counted and beside what is exact."""

from collections.abc import Callable
from concurrent.futures import Executor
from importlib import import_module
from pathlib import Path
from typing import Final, get_args

from mjsim.errors import InputError
from mjsim.experiments.deals_plan import Keep, Plan
from mjsim.experiments.design import indicator_name, read_indicator, rules_name
from mjsim.experiments.result import Result
from mjsim.experiments.runner import check_size, fill, how_run
from mjsim.experiments.sequences import as_looked_at
from mjsim.options import GameRules
from mjsim.store import RunConfig, RunFolder
from mjsim.streams import BLOCK_SIZE, RNG, check_game

__all__ = ["Keep", "run_deals"]

_PLANS: Final = {
    "tianjin": "mjsim.experiments.deals_tianjin",
    "wenling": "mjsim.experiments.deals_wenling",
}


def _plan_of(game: str) -> Plan:
    check_game(game, tuple(_PLANS))
    plan: Plan = import_module(_PLANS[game]).PLAN
    return plan


def run_deals(
    out: Path | str,
    hands: int,
    *,
    game: str = "tianjin",
    seed: int,
    indicator: str | int | None = None,
    rules: GameRules | None = None,
    workers: int = 1,
    engine: str | Executor = "auto",
    keep: Keep = "hands",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Deal many times, and see what comes.

    In 天津麻將 the dealer's first 14 tiles and what they are worth as 天胡; in 温岭麻将 the
    openings of all four seats after the initial replacements.

    Parameters
    ----------
    out : Path or str
        Run folder. A run of the same configuration that is there is resumed, or extended.
    hands : int
        Hands of the whole run.
    game : {"tianjin", "wenling"}
    seed : int
        The hands are those that `mjsim.tally` counts, in 温岭麻将 those of `mjsim.deal`; a longer
        run extends a shorter one.
    indicator : str or int, optional
        The tile turned up in every hand; drawn in each if left out.
    rules : Rules, optional
        Of the game; ``Rules.platform()`` or ``Rules.seed()`` if left out.
    workers : int, default 1
        Threads or processes.
    engine : str or Executor, default "auto"
        As for `mjsim.engines.map_blocks`.
    keep : {"hands", "counts"}
        A row for each hand (in 温岭麻将 for each of its seats), or only how many hands of a block
        are alike: small, and faster. The results are the same.
    progress : callable, optional
        Takes the number of hands just done; those found in the folder count at once.

    Returns
    -------
    Result
        In 天津麻將 its table has the terms ``n_wilds=k``, ``shanten=k``, ``is_complete``,
        ``fan=k`` (0: not complete), ``category=id``, ``mean_shanten`` and ``mean_fan_complete``,
        each beside its exact value; then the chi-square tests and the verdict, ``agreement``.

        In 温岭麻将, by ``role``: ``n_de=k`` (得 held), ``shanten=k``, ``n_shown=k`` (10: or more),
        ``automatic=id`` (W5), ``mean_shanten``, ``mean_n_shown`` of the dealer and of the others;
        for all seats ``is_naonao``, and, also given the ``mode``, that some seat has
        ``automatic=id`` or any, ``is_automatic``; ``is_complete`` of the dealer. Without an exact
        value: ``is_tianhu`` (the dealer is complete, and nobody wins automatically), and
        ``points=k`` and ``mean_points_complete`` of the complete dealers, as self-draws of
        whichever of their tiles gives most.

    Raises
    ------
    InputError
        If an argument can't be, or the folder holds another run.
    BlockError
        If a block fails.

    Notes
    -----
    Nothing depends on workers, engine, order of blocks, on where a run was resumed, or on what
    it keeps.

    Examples
    --------
    >>> import tempfile
    >>> import polars as pl
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = run_deals(folder, 20_000, seed=1, indicator="E", keep="counts")
    >>> result.agrees
    True
    >>> row = result.results.row(by_predicate=pl.col("term") == "shanten=0", named=True)
    >>> row["label"], row["n_success"], round(row["exact"], 4), round(row["z"], 2)
    ('聽牌', 245, 0.0127, -0.6)
    """
    plan = _plan_of(game)
    check_size(hands, "hands")
    if keep not in get_args(Keep):
        raise InputError(f"keep: {', '.join(get_args(Keep))}, not {keep!r}")
    rules = plan.rules() if rules is None else rules
    if not isinstance(rules, plan.rules):
        raise InputError(
            f"rules: those of {game} are wanted, not {type(rules).__name__} of "
            f"{getattr(rules, 'GAME', 'no game')}"
        )
    shown = read_indicator(indicator, plan.n_kinds)
    task = plan.task(seed, shown, rules, keep)
    name = rules_name(rules)
    config = RunConfig(
        experiment="deals",
        game=str(game),
        design={
            "indicator": indicator_name(shown),
            "rules": name.preset,
            "changes": name.changes,
        },
        rules_sha256=rules.digest,
        seed=seed,
        stream=plan.stream.name.lower(),
        rng=RNG,
        block_size=BLOCK_SIZE[plan.stream],
    )
    with RunFolder.start(
        out,
        config,
        plan.tables[keep],
        n_hands=hands,
        blocks_per_part=plan.blocks_per_part[keep],
        how=how_run(task, workers, engine),
    ) as run:
        fill(run, task, workers=workers, engine=engine, progress=progress)
        run.flush()
        with as_looked_at(run.manifest):
            run.write_results(plan.results_of(run, shown, rules), plan.results)
        return Result("deals", run.path, run.results())
