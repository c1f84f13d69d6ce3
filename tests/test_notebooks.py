"""Notebooks run anew to what they hold, and hold what a reader may expect.

Their samples have seeds, so the outputs that are committed are what any run gives.
"""

import ast
import math
import os
import re
from functools import cache

import nbformat
import pytest
from nbclient.exceptions import CellTimeoutError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from notebooks_run import (
    NOTEBOOKS,
    SECONDS,
    code_cells,
    complaints,
    executed,
    notebook_paths,
    printed,
    read,
    tidied,
)

PATHS = notebook_paths()
MAGIC = "%matplotlib inline"
MOST_BYTES = 600_000

each = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


@cache
def held(path):
    return read(path)


def code_of(cell):
    return ast.parse("\n".join(x for x in cell.source.splitlines() if not x.startswith("%")))


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def text_of(output):
    """What an output says, pictures left out."""
    if output.output_type == "stream":
        return output.text
    return "\n".join(text for kind, text in output.data.items() if kind.startswith("text/"))


def headings(notebook):
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    return re.findall(r"^#+ (.*)$", "\n".join(texts), re.MULTILINE)


def unsaid_numbers(notebook):
    """Return the decimals of the Markdown that no output above them holds, rounded or not."""
    known, unsaid = [], []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            texts = [cell.source, *map(text_of, cell.outputs)]
            known += [float(x) for text in texts for x in re.findall(r"\d+(?:\.\d+)?", text)]
            continue
        prose = re.sub(r"`[^`]*`", "", cell.source)
        for number in re.findall(r"\d+\.\d+", prose):
            half = 0.5 * 10.0 ** -len(number.partition(".")[2]) + 1e-9
            # Shares are asserted as 0.035 and told as 3.5 %.
            if not any(
                math.isclose(scale * x, float(number), rel_tol=0.0, abs_tol=half)
                for x in known
                for scale in (1, 100)
            ):
                unsaid.append(number)
    return unsaid


@each
def test_gives_what_is_committed(path, tmp_path):
    # A minute when nothing else runs; here other tests do.
    fresh = executed(held(path), tmp_path, 4 * SECONDS)
    assert complaints(held(path), fresh) == []


@each
def test_is_committed_as_it_was_run(path):
    notebook = held(path)
    nbformat.validate(notebook)
    cells = code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert tidied(notebook, keep_outputs=True) == notebook  # no times, no metadata of an editor
    assert path.stat().st_size < MOST_BYTES
    ids = [cell.id for cell in notebook.cells]
    assert ids == [f"c{number:02}" for number in range(1, len(ids) + 1)]


@each
def test_outputs_are_the_same_elsewhere(path):
    kinds = set()
    for cell in code_cells(held(path)):
        for output in cell.outputs:
            kinds.add(output.output_type)
            assert output.output_type != "error"
            assert output.get("name") != "stderr"
            said = text_of(output)
            assert "Traceback" not in said
            assert not re.search(r"(?<![\w.<)/])(/[\w.-]+){2,}", said), said  # a path
            if "image/png" not in output.get("data", {}):
                assert not re.search(r"\bat 0x[0-9a-f]+", said), said
    assert "stream" in kinds or "execute_result" in kinds


@each
def test_conclusion_is_last_and_guarded(path):
    notebook = held(path)
    *_, guard, conclusion = notebook.cells
    assert conclusion.cell_type == "markdown"
    assert conclusion.source.startswith("## Conclusion\n")
    english, chinese = conclusion.source.split("\n\n", 1)[1].rsplit("\n\n", 1)
    assert re.search(r"[a-z]{3}", english)
    assert len(re.findall(r"[\u4e00-\u9fff]", chinese)) > len(chinese) / 2
    assert headings(notebook)[-2:] == ["What the conclusion rests on", "Conclusion"]
    assert guard.cell_type == "code"
    assert any(isinstance(node, ast.Assert) for node in ast.walk(code_of(guard)))
    assert guard.outputs == []


@each
def test_numbers_of_the_text_are_in_outputs(path):
    assert unsaid_numbers(held(path)) == []


@each
def test_uses_what_is_public(path):
    cells = code_cells(held(path))
    assert cells[0].source.splitlines()[0] == MAGIC
    names = [name for cell in cells for name in imported(code_of(cell))]
    assert any(name.split(".")[0] == "mjsim" for name in names)
    assert [name for name in names if any(x.startswith("_") for x in name.split("."))] == []
    assert "mjsim._core" not in "\n".join(cell.source for cell in cells)


def test_readme_lists_them_in_reading_order():
    text = (NOTEBOOKS / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"\]\(([^)]+\.ipynb)\)", text)
    assert listed == [path.name for path in PATHS]
    assert [name[:2] for name in listed] == [f"{n:02}" for n in range(1, len(listed) + 1)]


def notebook_of(*sources):
    cells = [new_code_cell(source, id=f"c{i:02}") for i, source in enumerate(sources, start=1)]
    return new_notebook(cells=cells)


def test_a_run_that_goes_wrong_is_found_out(tmp_path):
    # A changed result, words on stderr, and an error, after which nothing runs.
    notebook = notebook_of(
        "1 + 1", "1 + 2", "import sys; print('oh', file=sys.stderr)", "assert False, 'no'", "5"
    )
    for cell, result in zip(notebook.cells, "23???", strict=True):
        cell.outputs = [new_output("execute_result", data={"text/plain": result})]
    notebook.cells[1].outputs[0].data["text/plain"] = "4"
    fresh = executed(notebook, tmp_path)
    assert printed(fresh.cells[0]) == ["2"]
    assert fresh.cells[4].execution_count is None
    found = "\n".join(complaints(notebook, fresh))
    assert "code cell 1" not in found
    assert "code cell 2 gives\n3\nand not\n4" in found
    assert "code cell 3 writes to stderr: oh" in found
    assert "code cell 4 raises AssertionError: no" in found
    assert "code cell 5 gives\nnothing and not" in found.replace("\nand", " and")


def test_a_warning_is_found_out(tmp_path):
    notebook = notebook_of("import warnings\nwarnings.warn('old')")
    found = complaints(notebook, executed(notebook, tmp_path))
    assert any("writes to stderr" in each and "UserWarning: old" in each for each in found)


def test_a_run_that_takes_too_long_is_stopped(tmp_path):
    with pytest.raises(CellTimeoutError):
        executed(notebook_of("import time", "time.sleep(30)"), tmp_path, seconds=1)


def test_no_kernel_is_left(tmp_path):
    notebook = executed(notebook_of("import os\nos.getpid()", "1 / 0"), tmp_path)
    with pytest.raises(ProcessLookupError):
        os.kill(int(printed(notebook.cells[0])[0]), 0)


def test_a_number_of_nowhere_is_found_out():
    notebook = notebook_of("2.345", "x = 0.035")
    notebook.cells[0].outputs = [new_output("execute_result", data={"text/plain": "2.345"})]
    notebook.cells.append(new_markdown_cell("2.3 and 2.35, 3.5 %, `0.99`, but 2.4 and 7.1"))
    assert unsaid_numbers(notebook) == ["2.4", "7.1"]
