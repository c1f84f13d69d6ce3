"""How often the intervals hold: simulations with known truths, and the page that shows them.

``python tests/stats_coverage.py`` writes docs/coverage.md. Each group of rows has a stream of
its own, so the first trials of a long run are those of a short one.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import gamma, norm
from test_odds_given import population

from mjsim.odds.skewed import mean_of_chances, mean_of_values
from mjsim.stats import (
    BernsteinSequence,
    Estimate,
    Until,
    asymptotic_sequence,
    clopper_pearson,
    clustered_mean,
    clustered_quantile,
    contrasts,
    control_coefficients,
    controlled_mean,
    jackknife,
    mean,
    mean_sequence_asymptotic,
    paired,
    proportion,
    proportion_sequence,
    ratio,
)

PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"
SEED = 20261
LEVEL = 0.95
N_FULL = 10_000
N_FIRST = 400
LOOKS = 25


@dataclass(frozen=True)
class Row:
    """One line of the table, and between which coverages it is held to lie."""

    interval: str
    data: str
    when: str
    low: float
    high: float = 1.0


@dataclass(frozen=True)
class Group:
    """Rows that one trial fills: whether each interval held the truth."""

    rows: tuple[Row, ...]
    trial: Callable[[np.random.Generator], tuple[bool, ...]]


def run(groups: list[Group], n: int) -> list[tuple[Row, int, int]]:
    """Rows with how often they held in the first trials, and in all n."""
    lines = []
    for place, group in enumerate(groups):
        stream = np.random.SeedSequence(SEED, spawn_key=(place,))
        rng = np.random.Generator(np.random.PCG64DXSM(stream))
        held = np.array([group.trial(rng) for _ in range(n)])
        first, every = held[:N_FIRST].sum(axis=0), held.sum(axis=0)
        lines += [(r, int(f), int(e)) for r, f, e in zip(group.rows, first, every, strict=True)]
    return lines


# Populations. A fan law: three hands in four are not won, a win has 2 to 28 fan, mostly few.

WIN = 0.25
FANS = np.arange(2, 29)
FAN_LAW = 0.75 ** (FANS - 2.0) / (0.75 ** (FANS - 2.0)).sum()
FAN_MEAN = float(FANS @ FAN_LAW)
FAN_CUT = np.cumsum(FAN_LAW)[:-1]


def wins(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.random(n) < WIN


def fans(rng: np.random.Generator, n: int) -> np.ndarray:
    """Fan of each hand, 0 where it is not won."""
    return wins(rng, n) * FANS[np.searchsorted(FAN_CUT, rng.random(n), side="right")]


def sessions(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Sums and sizes of sessions; hands of long sessions are worth one more each."""
    sizes = rng.geometric(1 / 4, n)
    hands = fans(rng, int(sizes.sum()))
    luck = rng.exponential(1.0, n) + (sizes > 6)
    return np.add.reduceat(hands, np.cumsum(sizes) - sizes) + sizes * luck, sizes


def _sessions_mean() -> float:
    size = np.arange(1, 500)
    share = 0.25 * 0.75 ** (size - 1.0)
    return WIN * FAN_MEAN + 1.0 + float(share @ (size * (size > 6))) / 4.0


SESSIONS_MEAN = _sessions_mean()


def hold(estimate: Estimate, truth: float) -> bool:
    return estimate.ci_low <= truth <= estimate.ci_high


# Fixed numbers of units


def fixed(
    interval: str,
    data: str,
    when: str,
    estimate: Callable[[np.random.Generator], Estimate],
    truth: float,
    low: float,
    high: float = 1.0,
) -> Group:
    row = Row(interval, data, when, low, high)
    return Group((row,), lambda rng: (hold(estimate(rng), truth),))


def _seats(rng: np.random.Generator, n: int) -> Estimate:
    """Four seats a hand, whose winner the losers pay: without a cluster's error far too sure."""
    common = fans(rng, n)
    own = rng.normal(0.0, 1.0, (n, 4))
    return clustered_mean(4 * common + own.sum(axis=1), 4)


def _pairs(rng: np.random.Generator, n: int) -> Estimate:
    wall = fans(rng, n)
    return paired(wall + fans(rng, n) + 0.5, wall + fans(rng, n)).difference


def _alternatives(rng: np.random.Generator) -> tuple[bool, bool]:
    shift = np.array([0.0, 0.1, 0.1, 0.4])
    n = 300
    wall = fans(rng, n)[:, np.newaxis]
    pairs = contrasts(wall + fans(rng, 4 * n).reshape(n, 4) + shift, range(4)).pairs
    truths = [float(shift[pair.first] - shift[pair.second]) for pair in pairs]
    own = all(hold(pair.difference, t) for pair, t in zip(pairs, truths, strict=True))
    joint = all(hold(pair.simultaneous, t) for pair, t in zip(pairs, truths, strict=True))
    return own, joint


def _controlled(rng: np.random.Generator, n: int) -> Estimate:
    """Deals that are worth half their fan; the coefficient is of an earlier block."""
    deal = fans(rng, n + 50)
    value = deal / 2 + fans(rng, n + 50)
    coefficient = control_coefficients(value[:50], deal[:50])
    return controlled_mean(value[50:], deal[50:], WIN * FAN_MEAN, coefficient).estimate


# Figures that are no means: quantiles of clusters, and what the jackknife gives an error


def quantiles(
    data: str,
    n: int,
    draw: Callable[[np.random.Generator, int], np.ndarray],
    quantile: Callable[[float], float],
    *bands: tuple[float, float],
) -> Group:
    """Rows for the median and the 5 % quantile of n clusters of four."""
    shares = {"median": 0.5, "5 % quantile": 0.05}
    rows = tuple(
        Row(f"woodruff by cluster, {name}", data, f"{n} clusters of 4", *band)
        for name, band in zip(shares, bands, strict=True)
    )
    truths = {share: float(quantile(share)) for share in shares.values()}

    def trial(rng: np.random.Generator) -> tuple[bool, ...]:
        values = draw(rng, n)
        return tuple(hold(clustered_quantile(values, p), truth) for p, truth in truths.items())

    return Group(rows, trial)


def _zero_sum(rng: np.random.Generator, n: int) -> np.ndarray:
    """Standard normal scores of four seats, which sum to zero."""
    scores = rng.normal(0.0, math.sqrt(4 / 3), (n, 4))
    return scores - scores.mean(axis=1, keepdims=True)


def _common(rng: np.random.Generator, n: int) -> np.ndarray:
    """Skewed values, half of whose variance the four have in common."""
    return rng.exponential(1.0, (n, 1)) + rng.exponential(1.0, (n, 4))


FAN_SD = math.sqrt(WIN * float(FANS**2 @ FAN_LAW) - (WIN * FAN_MEAN) ** 2)


def _spread(rng: np.random.Generator, n: int) -> Estimate:
    return jackknife(lambda x: float(x.std(ddof=1)), fans(rng, n))


def _explained(rng: np.random.Generator, n: int) -> Estimate:
    """A variance over what is left of it when a part that is half of it is taken away."""
    left = fans(rng, n)
    pairs = np.stack([left + fans(rng, n), left]).T  # columns lie together: variances are quick

    def figure(x: np.ndarray) -> float:
        plain, rest = x.var(axis=0, ddof=1)
        return float(plain / rest)

    return jackknife(figure, pairs)


# Unknown tiles: most completions are worth little, a few much


def unknown(
    interval: str,
    data: str,
    estimate: Callable[[np.ndarray, int], Estimate],
    draw: Callable[[np.random.Generator], np.ndarray],
    truth: float,
    own: tuple[float, float],
    normal: tuple[float, float],
) -> Group:
    """Rows for an interval of `mjsim.odds` and for the normal one of the same values."""
    rows = (Row(interval, data, "n = 200", *own), Row("normal", data, "n = 200", *normal))

    def trial(rng: np.random.Generator) -> tuple[bool, bool]:
        values = draw(rng)
        seed = int(rng.integers(2**32))
        return hold(estimate(values, seed), truth), hold(mean(values), truth)

    return Group(rows, trial)


def completions(
    interval: str,
    data: str,
    estimate: Callable[[np.ndarray, int], Estimate],
    goal: dict[str, str],
    *bands: tuple[float, float],
) -> Group:
    """Rows for draws without replacement of all completions of a hand."""
    every = population(**goal)
    return unknown(
        interval, data, estimate, lambda r: r.choice(every, 200, replace=False),
        float(every.mean()), *bands,
    )  # fmt: skip


def _rare(rng: np.random.Generator, usual: np.ndarray, rare: float) -> np.ndarray:
    """Usual values, of which one in a hundred becomes a rare one."""
    return np.where(rng.random(len(usual)) < 0.01, rare, usual)


def _chances(values: np.ndarray, seed: int) -> Estimate:
    return mean_of_chances(values, seed=seed)


def _values(values: np.ndarray, seed: int) -> Estimate:
    return mean_of_values(values, seed=seed, game="tianjin")


# Sequences: every interval on the way, and the one at which the rule stops


def looks(
    interval: str,
    data: str,
    step: int,
    sequence: Callable[[np.random.Generator, int], Iterator[Estimate]],
    truth: float,
    rule: Until,
    *,
    low: float,
    high: float = 1.0,
) -> Group:
    """Rows for a sequence that is looked at LOOKS times, step units apart."""
    when = f"every {step} units to {LOOKS * step}"
    stop = f"stopped, {str(rule).split(': ')[1].split(',')[0].replace('_', ' ')}"
    rows = (
        Row(interval, data, f"all looks, {when}", low, high),
        Row(interval, data, f"{stop}; {when}", low),
    )

    def trial(rng: np.random.Generator) -> tuple[bool, bool]:
        held, at_stop = True, None
        for estimate in sequence(rng, step):
            held &= hold(estimate, truth)
            if at_stop is None and rule.decide(estimate):
                at_stop = hold(estimate, truth)
        assert at_stop is not None
        return held, at_stop

    return Group(rows, trial)


def _hits(p: float) -> Callable[[np.random.Generator, int], Iterator[Estimate]]:
    def sequence(rng: np.random.Generator, step: int) -> Iterator[Estimate]:
        hits = np.cumsum(rng.binomial(step, p, LOOKS))
        for look, count in enumerate(hits.tolist(), 1):
            yield proportion_sequence(count, look * step)

    return sequence


def _bernstein(
    draw: Callable[[np.random.Generator, int], np.ndarray], bounds: tuple[float, float]
) -> Callable[[np.random.Generator, int], Iterator[Estimate]]:
    def sequence(rng: np.random.Generator, step: int) -> Iterator[Estimate]:
        state = BernsteinSequence(bounds, tuned_n=LOOKS * step // 2)
        for _ in range(LOOKS):
            state.add(draw(rng, step))
            yield state.estimate()

    return sequence


def _asymptotic(
    draw: Callable[[np.random.Generator, int], np.ndarray],
) -> Callable[[np.random.Generator, int], Iterator[Estimate]]:
    def sequence(rng: np.random.Generator, step: int) -> Iterator[Estimate]:
        values = draw(rng, LOOKS * step)
        for n in range(step, LOOKS * step + 1, step):
            yield mean_sequence_asymptotic(values[:n], tuned_n=LOOKS * step // 2, first_look=step)

    return sequence


def _asymptotic_ratio(rng: np.random.Generator, step: int) -> Iterator[Estimate]:
    fan = fans(rng, LOOKS * step)
    for n in range(step, LOOKS * step + 1, step):
        estimate = ratio(fan[:n], fan[:n] > 0)
        yield asymptotic_sequence(estimate, tuned_n=LOOKS * step // 2, first_look=step)


def _peeking(rng: np.random.Generator) -> tuple[bool, bool]:
    """What the same looks do to intervals that hold at one look."""
    hits = np.cumsum(rng.binomial(100, 0.3, LOOKS))
    values = fans(rng, LOOKS * 100)
    ends = range(100, LOOKS * 100 + 1, 100)
    return (
        all(hold(proportion(int(k), n), 0.3) for k, n in zip(hits, ends, strict=True)),
        all(hold(mean(values[:n]), WIN * FAN_MEAN) for n in ends),
    )


# Bands: "at least" methods from the level up, the others from what their approximation costs.

GROUPS = [
    fixed("wilson", "p = 0.3", "n = 100", lambda r: proportion(r.binomial(100, 0.3), 100), 0.3,
          0.93, 0.96),
    fixed("wilson", "p = 0.001", "n = 5000", lambda r: proportion(r.binomial(5000, 1e-3), 5000),
          1e-3, 0.93, 0.985),
    fixed("clopper-pearson", "p = 0.3", "n = 100",
          lambda r: clopper_pearson(r.binomial(100, 0.3), 100), 0.3, LEVEL),
    fixed("clopper-pearson", "p = 0.001", "n = 5000",
          lambda r: clopper_pearson(r.binomial(5000, 1e-3), 5000), 1e-3, LEVEL),
    fixed("normal", "normal", "n = 300", lambda r: mean(r.normal(1.0, 2.0, 300)), 1.0,
          0.94, 0.96),
    fixed("normal", "fan", "n = 300", lambda r: mean(fans(r, 300)), WIN * FAN_MEAN, 0.92, 0.96),
    fixed("normal", "fan", "n = 3000", lambda r: mean(fans(r, 3000)), WIN * FAN_MEAN, 0.94, 0.96),
    fixed("clustered t", "4 seats a hand, common fan", "300 hands", lambda r: _seats(r, 300),
          WIN * FAN_MEAN, 0.92, 0.96),
    fixed("clustered t", "sessions of unequal size", "30 sessions",
          lambda r: clustered_mean(*sessions(r, 30)), SESSIONS_MEAN, 0.87, 0.96),
    fixed("clustered t", "sessions of unequal size", "300 sessions",
          lambda r: clustered_mean(*sessions(r, 300)), SESSIONS_MEAN, 0.92, 0.96),
    fixed("ratio t", "fan per win", "n = 60", lambda r: ratio((f := fans(r, 60)), f > 0),
          FAN_MEAN, 0.88, 0.96),
    fixed("ratio t", "fan per win", "n = 600", lambda r: ratio((f := fans(r, 600)), f > 0),
          FAN_MEAN, 0.92, 0.96),
    fixed("paired t", "normal, correlated", "n = 5",
          lambda r: paired((w := r.normal(0, 3, 5)) + r.normal(0.5, 1, 5), w).difference, 0.5,
          0.94, 0.96),
    fixed("paired t", "fan on common walls", "n = 300", lambda r: _pairs(r, 300), 0.5, 0.93, 0.97),
    Group(
        (
            Row("paired t, 6 pairs together", "fan on common walls", "n = 300", 0.5, 0.9),
            Row("Bonferroni, 6 pairs together", "fan on common walls", "n = 300", 0.94),
        ),
        _alternatives,
    ),
    fixed("controlled t", "fan, a control", "n = 300", lambda r: _controlled(r, 300),
          1.5 * WIN * FAN_MEAN, 0.92, 0.96),
    looks("beta-binomial sequence", "p = 0.3", 100, _hits(0.3), 0.3,
          Until("p", half_width=0.05, max_n=2500), low=LEVEL),
    looks("beta-binomial sequence", "p = 0.001", 2000, _hits(1e-3), 1e-3,
          Until("p", relative=0.75, max_n=50_000), low=LEVEL),
    looks("empirical Bernstein sequence", "fan in 0 to 28", 200,
          _bernstein(fans, (0, 28)), WIN * FAN_MEAN,
          Until("fan", half_width=0.2, max_n=5000), low=LEVEL),
    looks("empirical Bernstein sequence", "p = 0.001 in 0 to 1", 1000,
          _bernstein(lambda r, n: r.random(n) < 1e-3, (0, 1)), 1e-3,
          Until("p", half_width=0.001, max_n=25_000), low=LEVEL),
    looks("asymptotic sequence", "normal", 100, _asymptotic(lambda r, n: r.normal(1.0, 2.0, n)),
          1.0, Until("x", half_width=0.2, max_n=2500), low=0.94),
    looks("asymptotic sequence", "fan", 100, _asymptotic(fans), WIN * FAN_MEAN,
          Until("fan", half_width=0.25, max_n=2500), low=0.94),
    looks("asymptotic sequence", "fan per win", 200, _asymptotic_ratio, FAN_MEAN,
          Until("fan", half_width=0.4, max_n=5000), low=0.94),
    Group(
        (
            Row("wilson, peeking", "p = 0.3", "all looks, every 100 units to 2500", 0.5, 0.9),
            Row("normal, peeking", "fan", "all looks, every 100 units to 2500", 0.5, 0.9),
        ),
        _peeking,
    ),
    quantiles("scores that sum to zero", 40, _zero_sum, norm.ppf, (0.93, 0.96), (0.93, 0.97)),
    quantiles("scores that sum to zero", 400, _zero_sum, norm.ppf, (0.94, 0.96), (0.94, 0.96)),
    quantiles("skewed, common luck", 40, _common, gamma(2).ppf, (0.93, 0.96), (0.92, 0.96)),
    quantiles("skewed, common luck", 400, _common, gamma(2).ppf, (0.94, 0.96), (0.93, 0.96)),
    fixed("jackknife, standard deviation", "fan", "n = 300", lambda r: _spread(r, 300), FAN_SD,
          0.91, 0.96),
    fixed("jackknife, standard deviation", "fan", "n = 3000", lambda r: _spread(r, 3000), FAN_SD,
          0.935, 0.96),
    fixed("jackknife, ratio of variances", "fan, half of it taken away", "n = 300",
          lambda r: _explained(r, 300), 2.0, 0.92, 0.96),
    fixed("jackknife, ratio of variances", "fan, half of it taken away", "n = 3000",
          lambda r: _explained(r, 3000), 2.0, 0.935, 0.96),
    completions("betting", "chances of completions", _chances, {}, (LEVEL, 1.0), (0.91, 0.95)),
    unknown("betting", "1 in 100 is 1, others 0 to 0.04", _chances,
            lambda r: _rare(r, r.uniform(0.0, 0.04, 200), 1.0), 0.99 * 0.02 + 0.01,
            (LEVEL, 1.0), (0.83, 0.89)),
    completions("bootstrap t", "values of completions", _values, {"goal": "value"},
                (0.93, 0.97), (0.92, 0.96)),
    unknown("bootstrap t", "1 in 100 is 20, others exponential of mean 0.2", _values,
            lambda r: _rare(r, r.exponential(0.2, 200), 20.0), 0.99 * 0.2 + 0.01 * 20.0,
            (0.82, 0.88), (0.83, 0.89)),
]  # fmt: skip


# The chance of no rare value, which the page names.
NONE = 0.99**200


def page(lines: list[tuple[Row, int, int]], n: int) -> str:
    """Text of the document."""
    head = f"""# Coverage

How often intervals of level {LEVEL} held the known truth, each in {n} simulated samples (seed
{SEED}), ± one standard error. `tests/stats_coverage.py` writes this page; the suite compares it.

- *fan*: three in four 0, the others 2 to 28, each a quarter rarer than the one before. *sessions*:
  4 hands in the mean, luck in common, hands of long sessions worth more.
- *scores that sum to zero*: normal, of four seats. *skewed, common luck*: an exponential value plus
  one that the four of a cluster share.
- *jackknife*: over 20 groups, whose error has 19 degrees of freedom.
- *completions*: 200 of all ways to fill `46m123pPPPFFF??` (indicator E, three draws), drawn
  without replacement. *bootstrap t*: 2000 resamples. *1 in 100*: {100 * NONE:.0f} % of the
  samples hold none of the rare values, and the bootstrap can't know what a sample lacks.
- *all looks*: the intervals of all looks of a run held together. *stopped*: the interval held at
  which the rule stopped.
- *band*: what the suite holds a row to. Where it begins at {LEVEL} the method promises that; other
  bands show what an approximation costs with few or skewed data. Peeking with intervals for one
  look, and six pairs without a correction, promise nothing and stand here as a warning.
- *first {N_FIRST}*: hits in the first samples, which the quick suite counts again.

| interval | data | when | coverage | band | first {N_FIRST} |
|---|---|---|---|---|---|
"""
    return head + "".join(line(row, first, every, n) + "\n" for row, first, every in lines)


def line(row: Row, first: int, every: int, n: int) -> str:
    """One line of the table."""
    share = every / n
    # As for any proportion at its edge, (hits + 1) / (n + 2) gives an error that is not 0.
    inner = share if 0 < every < n else (every + 1) / (n + 2)
    error = math.sqrt(inner * (1 - inner) / n)
    band = f"≥ {row.low:g}" if row.high == 1.0 else f"{row.low:g} to {row.high:g}"
    return (
        f"| {row.interval} | {row.data} | {row.when} | {share:.4f} ± {error:.4f} | {band} "
        f"| {first} |"
    )


def write(path: Path = PAGE, n: int = N_FULL) -> None:
    """Run all simulations and write the page."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(page(run(GROUPS, n), n), encoding="utf-8")


if __name__ == "__main__":
    write()
