"""Run folders, killed and broken in many ways."""

import json
import os
import socket
from pathlib import Path

import msgspec
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_runs import (
    CONFIG,
    ESTIMATES,
    SEED,
    SIZE,
    TOY,
    eventually,
    fill,
    in_child,
    parts_on_disk,
    rows_of,
    run_and_kill,
    start,
    toy,
    tree,
    whole,
)

from mjsim.engines import map_blocks
from mjsim.errors import InputError
from mjsim.store import (
    RESULTS,
    Block,
    Column,
    RunFolder,
    RunReader,
    blocks_of,
    hands_table,
    read_manifest,
    read_metadata,
    sha256_of,
)

# Run folders


def test_a_run(tmp_path):
    path = tmp_path / "new" / "run"
    run = fill(path)
    assert tree(path) == [
        "hands",
        *(f"hands/part-{a:08d}-{b:08d}.parquet" for a, b in [(0, 2), (3, 5), (6, 8), (9, 9)]),
        "manifest.json",
    ]
    reader = RunReader(path, TOY)
    assert reader.digest() == run.digest() == whole()
    assert (reader.n_hands_done, reader.n_hands_prefix) == (95, 95)
    assert reader.hands().equals(pl.concat([toy(block) for block in blocks_of(95, SIZE)]))
    assert reader.hands(37)["hand_id"].max() == 36
    assert reader.digest(37) == whole(37)


def test_create_and_resume(tmp_path):
    with pytest.raises(InputError, match="holds no run"):
        RunFolder.resume(tmp_path / "none", CONFIG, TOY, n_hands=10)
    assert tree(tmp_path) == []
    RunFolder.create(tmp_path, CONFIG, TOY, n_hands=10).close()
    with pytest.raises(InputError, match="holds a run already"):
        RunFolder.create(tmp_path, CONFIG, TOY, n_hands=10)
    with RunFolder.resume(tmp_path, CONFIG, TOY, n_hands=10) as run:
        assert len(list(run.missing())) == 1


def test_results_of_a_run(tmp_path):
    frame = RESULTS.frame(rows_of(ESTIMATES))
    with start(tmp_path) as run:
        blocks = list(run.missing())
        for block in blocks[:4]:
            run.add(block, toy(block))
        with pytest.raises(InputError, match="results of 95 hands, 40 done"):
            run.write_results(frame, RESULTS)
        run.write_results(frame, RESULTS, n_hands=40)  # as a stopping rule would
        assert read_metadata(tmp_path / "results.parquet")["mjsim.n_hands"] == "40"
        for block in blocks[4:]:
            run.add(block, toy(block))
        run.write_results(frame, RESULTS)
    assert read_metadata(tmp_path / "results.parquet")["mjsim.n_hands"] == "95"
    assert read_manifest(tmp_path).results_n_hands == 95
    assert RunReader(tmp_path, TOY).results().equals(frame)


def test_longer_run_extends_a_shorter_one(tmp_path):
    for n_hands in (7, 15, 95, 100, 100, 203):
        before = {file: file.stat().st_mtime_ns for file in (tmp_path / "hands").glob("*")}
        run = fill(tmp_path, n_hands)
        assert run.digest() == whole(n_hands)
        after = {file: file.stat().st_mtime_ns for file in (tmp_path / "hands").glob("*")}
        # All but the one short block at the end is kept as it was.
        assert len(before.items() - after.items()) <= 1
    with pytest.raises(InputError, match=r"n_hands is 203, not 100 \(a run can only grow\)"):
        start(tmp_path, 100)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 60), st.integers(0, 8), st.integers(1, 4)), max_size=4),
    st.randoms(use_true_random=False),
)
def test_any_history_gives_the_same_run(tmp_path_factory, history, chance):
    """Sessions that grow the run, add some blocks in any order, and stop."""
    path = tmp_path_factory.mktemp("run")
    n_hands = 1
    for more, n_blocks, blocks_per_part in [*history, (1, 100, 2)]:
        n_hands += more
        with start(path, n_hands, blocks_per_part=blocks_per_part) as run:
            blocks = list(run.missing())
            chance.shuffle(blocks)
            for block in blocks[:n_blocks]:
                run.add(block, toy(block))
        reader = RunReader(path, TOY)
        assert reader.digest(reader.n_hands_prefix or None) is not None
    assert RunReader(path, TOY).digest() == whole(n_hands)
    assert run.n_hands_done == n_hands


def test_an_exception_keeps_finished_blocks(tmp_path):
    def interrupted():
        with start(tmp_path) as run:
            for block in run.missing():
                if block.index == 5:
                    raise KeyboardInterrupt
                run.add(block, toy(block))

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert read_manifest(tmp_path).blocks_done == [(0, 4)]
    with start(tmp_path) as run:
        assert [block.index for block in run.missing()] == [5, 6, 7, 8, 9]
    assert fill(tmp_path).digest() == whole()


def test_a_bad_block_is_the_error_to_hear_of(tmp_path):
    bad = toy(Block(0, 0, SIZE)).with_columns(seat=pl.lit(9, pl.Int8))

    def run_bad():
        with start(tmp_path, blocks_per_part=1) as run:
            run.add(Block(0, 0, SIZE), bad)

    with pytest.raises(InputError, match="seat above 3"):
        run_bad()
    assert tree(tmp_path) == ["hands", "manifest.json"]
    assert fill(tmp_path).digest() == whole()


@pytest.mark.parametrize(
    ("block", "frame", "message"),
    [
        (Block(10, 100, 10), None, "is none of"),
        (Block(9, 90, 10), None, "is none of"),
        (Block(3, 31, 10), None, "is none of"),
        (Block(0, 0, 10), None, "is in .* already"),
        (Block(4, 40, 10), toy(Block(3, 30, 10)), "hand_id outside 40 to 49"),
        (Block(4, 40, 10), pl.DataFrame({"hand_id": ["a"]}), "block 4 .*: no column seat"),
    ],
)
def test_bad_blocks(tmp_path, block, frame, message):
    with start(tmp_path) as run:
        run.add(Block(0, 0, 10), toy(Block(0, 0, 10)))
        with pytest.raises(InputError, match=message):
            run.add(block, toy(block) if frame is None else frame)


def test_a_closed_folder_takes_no_blocks(tmp_path):
    run = fill(tmp_path, 10)
    run.close()
    with pytest.raises(InputError, match="is closed"):
        run.add(Block(0, 0, 10), toy(Block(0, 0, 10)))


def test_ctrl_c_while_writing_keeps_the_blocks(tmp_path, monkeypatch):
    def interrupted(*_):
        monkeypatch.undo()
        raise KeyboardInterrupt

    def run_interrupted():
        with start(tmp_path) as run:
            for block in run.missing():
                if block.index == 2:
                    monkeypatch.setattr(os, "replace", interrupted)
                run.add(block, toy(block))

    with pytest.raises(KeyboardInterrupt):
        run_interrupted()
    assert read_manifest(tmp_path).blocks_done == [(0, 2)]
    assert fill(tmp_path).digest() == whole()


def test_one_bad_part_does_not_cost_the_others(tmp_path):
    run = start(tmp_path)
    twice = toy(Block(0, 0, 10)).with_columns(seat=pl.lit(0, pl.Int8))
    run.add(Block(0, 0, 10), twice)
    run.add(Block(4, 40, 10), toy(Block(4, 40, 10)))
    with pytest.raises(InputError, match="comes twice"):
        run.close()
    assert RunReader(tmp_path, TOY).manifest.blocks_done == [(4, 4)]
    assert fill(tmp_path).digest() == whole()


def test_counts_by_block(tmp_path):
    table = hands_table(
        "tally",
        Column("block", pl.Int64, "block", low=0),
        Column("value", pl.Int64, "value"),
        Column("n_hands", pl.Int64, "hands"),
        key=("block", "value"),
    )
    config = msgspec.structs.replace(CONFIG, experiment="tally")

    def rows(block):
        return table.frame([{"block": block.index, "value": 3, "n_hands": block.n_hands}])

    with RunFolder.start(tmp_path, config, table, n_hands=45) as run:
        with pytest.raises(InputError, match="block outside 1 to 1"):
            run.add(Block(1, 10, 10), rows(Block(0, 0, 10)))
        for block in run.missing():
            run.add(block, rows(block))
        assert run.hands(45)["n_hands"].sum() == 45
        assert run.hands(20)["n_hands"].sum() == 20
        with pytest.raises(InputError, match="cannot be cut at 25"):
            run.scan(25)
        with pytest.raises(InputError, match="46 hands are wanted, 45 are done"):
            run.scan(46)


# Folders that are another run, or none


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 8}, f"seed is {SEED}, not 8"),
        ({"game": "wenling"}, "game is tianjin, not wenling"),
        ({"experiment": "other"}, "experiment is toy, not other"),
        ({"rules_sha256": sha256_of({})}, "rules_sha256 is"),
        ({"stream": "x"}, "stream is toy, not x"),
        ({"rng": "SFC64"}, "rng is PCG64DXSM, not SFC64"),
        ({"block_size": 20}, "block_size is 10, not 20"),
        ({"design": {"level": 2, "new": "a"}}, 'level is 1, not 2; new is missing, not "a"'),
    ],
)
def test_another_configuration(tmp_path, changes, message):
    fill(tmp_path)
    before = tree(tmp_path)
    with pytest.raises(InputError, match=f"holds another run: {message}"):
        RunFolder.start(tmp_path, msgspec.structs.replace(CONFIG, **changes), TOY, n_hands=95)
    assert tree(tmp_path) == before


def test_another_table_or_version(tmp_path, monkeypatch):
    fill(tmp_path)
    table = hands_table("toy", version=2)
    with pytest.raises(InputError, match=r"table is mjsim.hands.toy/1, not mjsim.hands.toy/2"):
        RunFolder.start(tmp_path, CONFIG, table, n_hands=95)
    with pytest.raises(InputError, match=r"holds table mjsim.hands.toy/1"):
        RunReader(tmp_path, table)
    monkeypatch.setattr("mjsim.store.run.mjsim_version", lambda: "99.0")
    with pytest.raises(InputError, match=r"mjsim is .*, not 99.0"):
        start(tmp_path)


def test_folder_of_something_else(tmp_path):
    (tmp_path / "thesis.txt").write_text("important")
    with pytest.raises(InputError, match="is not empty"):
        start(tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "important"
    assert not (tmp_path / ".lock").exists()


def test_manifest_lost(tmp_path):
    fill(tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(InputError, match=r"is not empty and has no manifest.json"):
        start(tmp_path)


def test_folder_that_cannot_be(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for path in (file, file / "below", Path("/proc/mjsim")):
        with pytest.raises(InputError, match="cannot be written"):
            start(path)
        with pytest.raises(InputError, match="holds no run"):
            RunReader(path, TOY)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes anywhere")
def test_read_only_folder(tmp_path):
    fill(tmp_path)
    for folder in (tmp_path, tmp_path / "hands"):
        folder.chmod(0o555)
        try:
            with pytest.raises(InputError, match="cannot be written"):
                start(tmp_path)
            assert RunReader(tmp_path, TOY).digest() == whole()
        finally:
            folder.chmod(0o755)


def test_read_only_file_system(tmp_path, monkeypatch):
    """The same for root, to whom a mode is no obstacle."""
    fill(tmp_path)
    plain = os.open

    def read_only(path, flags, *args, **kwargs):
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(30, "Read-only file system", str(path))
        return plain(path, flags, *args, **kwargs)

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(InputError, match="cannot be written: Read-only file system"):
        start(tmp_path)
    assert RunReader(tmp_path, TOY).digest() == whole()


# What kills leave behind


def test_temporary_files_are_removed(tmp_path):
    fill(tmp_path)
    for name in ("manifest.json.tmp", "results.parquet.tmp", "hands/part-00000000.parquet.tmp"):
        (tmp_path / name).write_bytes(b"half")
    before = [name for name in tree(tmp_path) if not name.endswith(".tmp")]
    start(tmp_path).close()
    assert tree(tmp_path) == before


def test_killed_before_the_first_manifest(tmp_path):
    (tmp_path / "hands").mkdir()
    (tmp_path / ".lock").write_text("process 1 on nowhere")
    (tmp_path / "manifest.json.tmp").write_bytes(b"{")
    assert fill(tmp_path).digest() == whole()


def forget(path, blocks_done, n_hands_done):
    """Set the manifest back, as if the process had been killed before writing it."""
    file = path / "manifest.json"
    content = json.loads(file.read_bytes())
    file.write_text(
        json.dumps(content | {"blocks_done": blocks_done, "n_hands_done": n_hands_done})
    )


def test_unknown_parts_are_adopted(tmp_path):
    fill(tmp_path)
    forget(tmp_path, [[0, 2]], 30)
    reader = RunReader(tmp_path, TOY)
    assert reader.n_hands_done == 30  # a reader sees what the manifest says
    with start(tmp_path) as run:
        assert list(run.missing()) == []
    assert run.digest() == whole()
    assert read_manifest(tmp_path).blocks_done == [(0, 9)]


def test_lost_parts_are_run_again(tmp_path):
    fill(tmp_path)
    (tmp_path / "hands" / "part-00000003-00000005.parquet").unlink()
    with pytest.raises(InputError, match="missing; resume the run"):
        RunReader(tmp_path, TOY)
    with start(tmp_path) as run:
        assert [block.index for block in run.missing()] == [3, 4, 5]
        assert (run.n_hands_done, run.n_hands_prefix) == (65, 30)
    assert fill(tmp_path).digest() == whole()


def test_replaced_short_block(tmp_path):
    """Killed between writing the fuller part and removing the short one."""
    fill(tmp_path, 25)
    short = tmp_path / "hands" / "part-00000002-00000002.parquet"
    content = short.read_bytes()
    fill(tmp_path, 60, blocks_per_part=6)
    assert not short.exists()
    short.write_bytes(content)
    assert RunReader(tmp_path, TOY).digest() == whole(60)
    with start(tmp_path, 60) as run:
        assert not short.exists()
    assert run.digest() == whole(60)


def test_parts_that_contradict(tmp_path):
    fill(tmp_path)
    hands = tmp_path / "hands"
    part = hands / "part-00000003-00000005.parquet"
    frame, metadata = pl.read_parquet(part), read_metadata(part)
    metadata.pop("ARROW:schema")
    part.unlink()
    forget(tmp_path, [[0, 2], [6, 9]], 65)

    def attempt(message, name=part.name, frame=frame, **changes):
        frame.write_parquet(hands / name, metadata=metadata | changes)
        with pytest.raises(InputError, match=message):
            start(tmp_path)
        (hands / name).unlink()

    attempt("seed is 5, not", **{"mjsim.seed": "5"})
    attempt("version is 9, not", **{"mjsim.version": "9"})
    attempt("schema is x, not", **{"mjsim.schema": "x"})
    attempt("is no part", name="part-3-5.parquet")
    attempt("does not say how many", **{"mjsim.n_hands": ""})
    attempt("29 hands do not fill", **{"mjsim.n_hands": "29"})
    attempt("overlap", name="part-00000002-00000004.parquet")
    attempt("lies beyond", name="part-00000011-00000013.parquet")
    attempt("60 rows, not 61", **{"mjsim.n_rows": "61"})
    attempt("seat above 3", frame=frame.with_columns(seat=pl.lit(9, pl.Int8)))
    attempt("no column seat", frame=frame.drop("seat"))
    (hands / part.name).write_bytes(b"PAR1")
    with pytest.raises(InputError, match=f"{part.name}: is broken"):
        start(tmp_path)
    (hands / part.name).unlink()
    assert fill(tmp_path).digest() == whole()


def test_resume_after_a_kill(tmp_path):
    """SIGKILL at three moments; no finished part is lost, and no worker left behind."""
    finished: dict[Path, int] = {}
    for n_parts in (2, 5, 9):
        run_and_kill(tmp_path, n_parts)
        kept = parts_on_disk(tmp_path)
        assert finished.items() <= kept.items()
        finished = kept
    with start(tmp_path, 600) as run:
        n_left = sum(1 for _ in run.missing())
        assert n_left < 60
        assert n_left == 60 - sum(part.last - part.first + 1 for part in run.parts)
        for block, frame in map_blocks(toy, run.missing(), workers=2, engine="threads"):
            run.add(block, frame)
    assert run.digest() == whole(600)
    assert finished.items() <= parts_on_disk(tmp_path).items()


def test_one_writer_at_a_time(tmp_path):
    with start(tmp_path):
        message = rf"{tmp_path}: is in use by process {os.getpid()} on {socket.gethostname()}"
        with pytest.raises(InputError, match=message):
            start(tmp_path)
        code = f"import toy_runs; toy_runs.start({str(tmp_path)!r})"
        with in_child(code) as process:
            _, error = process.communicate()
        assert f"InputError: {tmp_path}: is in use by process {os.getpid()}" in error
        RunReader(tmp_path, TOY)  # reading needs no lock
    start(tmp_path).close()


def test_a_killed_holder_frees_the_lock(tmp_path):
    code = f"import toy_runs, time; run = toy_runs.start({str(tmp_path)!r}); time.sleep(60)"
    with in_child(code) as process:
        eventually((tmp_path / "manifest.json").exists)
        process.kill()
    start(tmp_path).close()
    assert tree(tmp_path) == ["hands", "manifest.json"]
