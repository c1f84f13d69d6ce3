"""Engines: the same results on all of them, bounded memory, clean ends."""

import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import neg
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from rich.console import Console

from mjsim.engines import BlockError, choose_engine, map_blocks, progress_bar
from mjsim.errors import InputError
from mjsim.store import Column, RunConfig, RunFolder, hands_table, sha256_of

TABLE = hands_table("draws", Column("draw", pl.Int64, "a draw", low=0))
CONFIG = RunConfig(
    experiment="draws",
    game="none",
    rules_sha256=sha256_of(None),
    seed=11,
    stream="draws",
    block_size=100,
)


def draws(block):
    """A toy experiment: one random stream a block."""
    stream = np.random.SeedSequence(CONFIG.seed, spawn_key=(0, block.index))
    values = np.random.Generator(np.random.PCG64DXSM(stream)).integers(0, 1000, CONFIG.block_size)
    hands = range(block.first_hand, block.first_hand + block.n_hands)
    return TABLE.frame({"hand_id": hands, "draw": values[: block.n_hands]})


def fails_at_7(block):
    time.sleep(0.001)
    if block == 7:
        raise ZeroDivisionError("seven")
    return -block


def refuses(block):
    raise InputError(f"row {block}: five of 5m")


def dies(block):
    os._exit(3)


def process_id(block):
    return os.getpid()


class Scaled:
    """A task with settings, which says that it may run on threads."""

    nogil = True

    def __init__(self, factor):
        self.factor = factor

    def __call__(self, block):
        return self.factor * block


class Unpicklable:
    def __reduce__(self):
        raise TypeError("cannot pickle")

    def __call__(self, block):
        return block


ALL = [("here", 1), ("threads", 3), ("processes", 2), ("auto", 1), ("auto", 2)]


@pytest.mark.parametrize(("engine", "workers"), ALL)
def test_every_engine_does_every_block_once(engine, workers):
    pairs = list(map_blocks(Scaled(3), range(50), engine=engine, workers=workers))
    assert sorted(pairs) == [(block, 3 * block) for block in range(50)]


@pytest.mark.parametrize(("engine", "workers"), ALL)
def test_no_blocks(engine, workers):
    assert list(map_blocks(neg, [], engine=engine, workers=workers)) == []


def test_an_executor_of_ones_own_stays_open():
    with ThreadPoolExecutor(2) as executor:
        assert len(list(map_blocks(neg, range(9), engine=executor))) == 9
        with pytest.raises(BlockError, match="block 7"):
            list(map_blocks(fails_at_7, range(9), engine=executor))
        assert executor.submit(neg, 1).result() == -1
    with pytest.raises(BlockError, match="block 0: RuntimeError: cannot schedule"):
        list(map_blocks(neg, range(9), engine=executor))


def test_auto():
    def python_task(block):
        return block

    assert choose_engine(Scaled(1), 1) == "here"
    assert choose_engine(Scaled(1), 2) == "threads"
    assert choose_engine(partial(Scaled(1)), 2) == "threads"
    assert choose_engine(python_task, 2) == "processes"
    assert choose_engine(partial(python_task), 2) == "processes"
    ids = {result for _, result in map_blocks(process_id, range(8), workers=2)}
    assert os.getpid() not in ids
    assert 1 <= len(ids) <= 2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"workers": 0}, "workers: 0"),
        ({"in_flight": 0}, "in_flight: 0"),
        ({"engine": "spark"}, "engine: 'spark' is none of auto, here, threads, processes, dask"),
    ],
)
def test_bad_settings_are_refused_at_once(settings, message):
    with pytest.raises(InputError, match=message):
        map_blocks(neg, range(3), **settings)


@pytest.mark.parametrize("task", [lambda block: block, Unpicklable()])
def test_a_task_that_cannot_be_sent(task):
    with pytest.raises(InputError, match="task: cannot be sent to a process"):
        list(map_blocks(task, range(3), engine="processes"))


# Memory


@pytest.mark.parametrize("in_flight", [None, 1, 3])
def test_blocks_in_flight_are_bounded(in_flight):
    """Neither the source nor the results run ahead of the consumer."""
    taken = 0
    bound = 4 if in_flight is None else in_flight

    def source():
        nonlocal taken
        for block in range(200):
            taken += 1
            yield block

    pairs = map_blocks(neg, source(), engine="threads", workers=2, in_flight=in_flight)
    for n_yielded, _ in enumerate(pairs, 1):
        if n_yielded % 50 == 0:
            time.sleep(0.01)  # a slow consumer
        assert taken <= n_yielded + bound
    assert n_yielded == 200


# Failures


@pytest.mark.parametrize(("engine", "workers"), [("here", 1), ("threads", 2), ("processes", 2)])
def test_a_failed_block_is_named_and_the_others_kept(engine, workers):
    kept = []
    with pytest.raises(BlockError, match=r"block 7: ZeroDivisionError: seven") as caught:
        kept.extend(map_blocks(fails_at_7, range(10**9), engine=engine, workers=workers))
    assert caught.value.block == 7
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    blocks = {block for block, _ in kept}
    assert blocks >= set(range(7 if engine == "here" else 4))
    assert len(blocks) == len(kept) < 20


@pytest.mark.parametrize(("engine", "workers"), [("here", 1), ("threads", 2), ("processes", 2)])
def test_bad_input_stays_bad_input(engine, workers):
    with pytest.raises(InputError, match="block 0: row 0: five of 5m"):
        list(map_blocks(refuses, range(1), engine=engine, workers=workers))


def test_a_dead_worker():
    with pytest.raises(BlockError, match=r"block \d: a worker process died"):
        list(map_blocks(dies, range(3), engine="processes", workers=1))


def test_a_broken_source():
    def source():
        yield 1
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(map_blocks(neg, source(), engine="threads", workers=2))


def test_closing_early_ends_the_workers():
    before = threading.active_count()
    pairs = map_blocks(neg, range(10**9), engine="threads", workers=3)
    next(pairs)
    assert threading.active_count() > before
    pairs.close()
    assert threading.active_count() == before


# Ctrl-C

INTERRUPTED = """
import sys
sys.path.insert(0, sys.argv[1])
from test_engines import Held
from mjsim.engines import map_blocks
kept = set()
try:
    # A block is only submitted once all but two before it were taken in.
    for block, _ in map_blocks(
        Held(sys.argv[3]), range(10**9), engine=sys.argv[2], workers=2, in_flight=2
    ):
        kept.add(block)
except KeyboardInterrupt:
    print("interrupted", sorted(kept), flush=True)
"""

HELD = 3  # and all later blocks


class Held:
    """Says which block has begun; the first pass, the others wait to be let go."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def __call__(self, block):
        (self.folder / f"{block}").touch()
        while block >= HELD and not (self.folder / "go").exists():
            time.sleep(0.01)
        return block


@pytest.mark.parametrize(("engine", "under_way"), [("here", 1), ("threads", 2), ("processes", 2)])
def test_ctrl_c(engine, under_way, tmp_path):
    here = Path(__file__).parent
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(here), engine, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=here.parent,
        start_new_session=True,
    )
    begun = HELD + under_way
    with process:
        # From here on nothing is finished before "go", so that the signal finds it waiting.
        while not (tmp_path / f"{begun - 1}").exists():
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.01)
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to parent and workers
        if engine != "here":
            time.sleep(0.1)
        (tmp_path / "go").touch()
        out, err = process.communicate(timeout=30)
    assert err == ""
    # Those under way were finished and kept, but for the one that the signal itself fell into.
    assert out == f"interrupted {[*range(HELD if engine == 'here' else begun)]}\n"
    assert process.returncode == 0
    assert not (tmp_path / f"{begun}").exists(), "begun after the signal"


# Independence


def digest_of(path, n_hands=2050, shuffle=None, **how):
    with RunFolder.start(path, CONFIG, TABLE, n_hands=n_hands, blocks_per_part=4) as run:
        blocks = list(run.missing())
        if shuffle is not None:
            np.random.default_rng(shuffle).shuffle(blocks)
        for block, frame in map_blocks(draws, blocks, **how):
            run.add(block, frame)
    return run.digest()


def test_results_do_not_depend_on_how_they_are_run(tmp_path):
    ways = [
        {"workers": 1},
        {"workers": 2},
        {"workers": 7, "engine": "threads"},
        {"workers": 7, "engine": "processes"},
        {"workers": 1, "shuffle": 1},
        {"workers": 2, "shuffle": 2, "engine": "threads"},
        {"workers": 7, "shuffle": 3, "engine": "threads", "in_flight": 30},
    ]
    digests = {digest_of(tmp_path / str(i), **way) for i, way in enumerate(ways)}
    assert len(digests) == 1
    digest_of(tmp_path / "longer", n_hands=730, workers=2, shuffle=4, engine="threads")
    assert digests == {digest_of(tmp_path / "longer", workers=1)}
    files = {way: sorted(p.name for p in (tmp_path / way / "hands").iterdir()) for way in "016"}
    assert files["0"] == files["1"] == files["6"]
    for name in files["0"]:
        content = {(tmp_path / way / "hands" / name).read_bytes() for way in "016"}
        assert len(content) == 1


# Dask


def test_dask_is_asked_for_by_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"engine dask: needs pip install \"mjsim\[dask\]\""):
        map_blocks(neg, range(3), engine="dask")


@pytest.mark.filterwarnings("ignore")  # the warnings are Dask's own
def test_dask(tmp_path):
    pytest.importorskip("distributed")
    here = digest_of(tmp_path / "here")
    assert digest_of(tmp_path / "dask", engine="dask", workers=2) == here
    with pytest.raises(BlockError, match="block 7: ZeroDivisionError"):
        list(map_blocks(fails_at_7, range(20), engine="dask", workers=1))


# Progress


def test_progress_is_told_of_each_block():
    told = []
    pairs = map_blocks(neg, range(9), workers=2, engine="threads", progress=told.append)
    assert [block for block, _ in pairs] == told


def test_a_bar_on_a_terminal():
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100)
    with progress_bar("deals", 4_000, done=1_000, console=console) as advance:
        for _ in range(3):
            time.sleep(0.02)
            advance(1_000)
    text = screen.getvalue()
    assert "deals" in text
    assert "4,000 of 4,000 hands" in text
    assert "hands/s" in text
    assert "0:00:00" in text


def test_a_text_below_the_bar():
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=80)
    with progress_bar("categories", 1_000_000, console=console) as bar:
        bar(12_000)
        for text in ("drawn 0.5", "drawn 0.25"):
            bar.say(text)
            assert screen.getvalue().rstrip().endswith(text)
        bar(1_000)
        time.sleep(0.15)  # so long is a frame on the screen
    lines = screen.getvalue().splitlines()
    assert sum("drawn 0.25" in line for line in lines) >= 2  # it stays
    counts = [line for line in lines if " of 1,000,000 hands" in line]
    assert "13,000" in counts[-1]
    # The last column is there, so that nothing was cut off at 80.
    assert all(re.search(r"-:--:--|\d:\d\d:\d\d", line) for line in counts)


def test_nothing_in_a_pipe(capfd):
    with progress_bar("deals", 4_000) as advance:
        advance(4_000)
        advance.say("drawn 0.5")
    assert capfd.readouterr() == ("", "")


def test_import_is_light():
    code = (
        "import sys, mjsim.engines; "
        "print(sorted({'rich', 'distributed', 'polars', 'numpy'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
