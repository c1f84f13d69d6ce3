"""A toy experiment, and a process of its own that runs it slowly and is killed."""

import math
import random
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
import polars as pl

from mjsim.engines import map_blocks
from mjsim.stats import Estimate, mean, proportion
from mjsim.store import (
    Block,
    Column,
    RunConfig,
    RunFolder,
    blocks_of,
    hands_table,
    result_row,
    sha256_of,
    table_digest,
)

SEED, SIZE = 20260101, 10
TOY = hands_table(
    "toy",
    Column("seat", pl.Int8, "seat", low=0, high=3),
    Column("is_win", pl.Boolean, "whether the seat won"),
    Column("n_waits", pl.Int64, "waits", nullable=True),
    Column("p_win", pl.Float64, "chance of winning", nullable=True),
    key=("hand_id", "seat"),
)
CONFIG = RunConfig(
    experiment="toy",
    game="tianjin",
    design={"level": 1},
    rules_sha256=sha256_of({"min_fan": 2}),
    seed=SEED,
    stream="toy",
    block_size=SIZE,
)


def toy(block: Block, wait_s: float = 0.0) -> pl.DataFrame:
    """Two rows a hand; a short block holds the first hands of the full one."""
    time.sleep(wait_s)
    stream = np.random.SeedSequence(SEED, spawn_key=(0, block.index))
    draws = np.random.Generator(np.random.PCG64DXSM(stream)).integers(0, 9, size=(SIZE, 2))
    hands = np.repeat(np.arange(block.first_hand, block.first_hand + block.n_hands), 2)
    values = draws[: block.n_hands].reshape(-1)
    return TOY.frame(
        {
            "hand_id": hands,
            "seat": np.tile([0, 1], block.n_hands),
            "is_win": values > 4,
            "n_waits": [None] * len(hands),
            "p_win": np.where(values > 4, values / 9, math.nan),
        }
    )


def slow_toy(block):
    return toy(block, wait_s=0.03)


def start(path, n_hands=95, **settings):
    return RunFolder.start(path, CONFIG, TOY, n_hands=n_hands, **{"blocks_per_part": 3} | settings)


def fill(path, n_hands=95, **settings):
    with start(path, n_hands, **settings) as run:
        for block in run.missing():
            run.add(block, toy(block))
    return run


def whole(n_hands=95):
    return table_digest(pl.concat([toy(block) for block in blocks_of(n_hands, SIZE)]), TOY)


def tree(path):
    return sorted(file.relative_to(path).as_posix() for file in path.rglob("*"))


def child(path: str) -> None:
    """Run the toy on two processes, slowly: what the next test kills."""
    with start(path, 600) as run:
        for block, frame in map_blocks(slow_toy, run.missing(), workers=2, engine="processes"):
            run.add(block, frame)


def in_child(code: str) -> subprocess.Popen:
    here = Path(__file__)
    return subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(here.parent)!r})\n{code}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=here.parents[1],
    )


def eventually(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def parts_on_disk(path: Path) -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in path.glob("hands/*.parquet")}


def run_and_kill(path: Path, n_parts: int) -> None:
    """Kill the child once so many parts are finished, and a moment more."""
    with in_child(f"import toy_runs; toy_runs.child({str(path)!r})") as process:
        eventually(lambda: len(parts_on_disk(path)) >= n_parts)
        time.sleep(random.Random(n_parts).uniform(0, 0.1))
        process.kill()
        process.communicate(timeout=30)  # ends when the last worker has closed its output
        assert process.returncode == -signal.SIGKILL


ESTIMATES = [
    proportion(30, 100, exact=Fraction(1, 3)),
    proportion(0, 100),
    proportion(0, 0),
    proportion(1, 1000, exact=Fraction(1, 1000)),
    mean([1, 2, 3], exact=Fraction(2)),
    mean([5, 5]),
    mean([0, 0], bounds=(0, 9)),
    Estimate(0.5, 0.1, 0.3, 0.7, 0.9, "delta", 10, exact=Fraction(2**70, 3**50)),
]


def rows_of(estimates, **design):
    return [
        result_row(e, run_id="ab", game="tianjin", experiment="toy", term=f"t{i}", design=design)
        for i, e in enumerate(estimates)
    ]
