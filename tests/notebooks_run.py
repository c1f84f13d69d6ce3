"""Running the notebooks anew: whether they give the outputs that they hold.

``python tests/notebooks_run.py`` executes all of them and says where they differ;
``--write`` puts the fresh outputs into the files. Names such as ``04-waits`` choose some.
"""

import argparse
import contextlib
import copy
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import nbformat
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
SECONDS = 60
"""What a notebook may take in all."""

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# What would change how tables are printed, or what is said on stderr.
_UNWANTED = ("COLUMNS", "LINES", "POLARS_", "PYTHONWARNINGS", "MPL", "IPYTHON")


def notebook_paths() -> list[Path]:
    """Return the notebooks in reading order."""
    return sorted(NOTEBOOKS.glob("*.ipynb"))


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def write(notebook: NotebookNode, path: Path) -> None:
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def executed(notebook: NotebookNode, folder: Path, seconds: float = SECONDS) -> NotebookNode:
    """Return a copy with fresh outputs, run by this interpreter in a folder.

    An error of a cell is one of its outputs, and the cells after it are not run; a notebook that
    takes too long raises a CellTimeoutError.
    """
    fresh = tidied(notebook)
    # Neither another kernel of this name nor a start-up file of the user's is wanted.
    specs = KernelSpecManager(kernel_dirs=[])
    end = time.monotonic() + seconds
    client = NotebookClient(
        fresh,
        km=AsyncKernelManager(kernel_name="python3", kernel_spec_manager=specs),
        extra_arguments=["--log-level=ERROR"],  # it warns of what a kernel on one's own host is
        timeout_func=lambda cell: max(1, round(end - time.monotonic())),
        resources={"metadata": {"path": str(folder)}},
    )
    with tempfile.TemporaryDirectory() as home, contextlib.suppress(CellExecutionError):
        # The error is among the outputs. A kernel of a manager that is handed over runs on
        # unless it is asked for to be stopped.
        client.execute(env=_environment(home), cleanup_kc=True)
    return tidied(fresh, keep_outputs=True)


def _environment(home: str) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith(_UNWANTED)}
    return kept | {"IPYTHONDIR": home, "PYDEVD_DISABLE_FILE_VALIDATION": "1"}


def tidied(notebook: NotebookNode, *, keep_outputs: bool = False) -> NotebookNode:
    """Return a copy with nothing in it that differs from run to run."""
    tidy = copy.deepcopy(notebook)
    tidy.metadata = nbformat.from_dict(_METADATA)
    for cell in tidy.cells:
        cell.metadata = NotebookNode()
        if cell.cell_type == "code" and not keep_outputs:
            cell.outputs, cell.execution_count = [], None
    return tidy


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def printed(cell: NotebookNode) -> list[str]:
    """Return what a cell gave, as text: streams and results; of a picture that there is one."""
    texts: list[str] = []
    for output in cell.outputs:
        if output.output_type == "stream":
            texts.append(f"{output.name}: {output.text}")
        elif output.output_type == "error":
            texts.append(f"{output.ename}: {output.evalue}")
        elif "image/png" in output.data:
            texts.append("picture")
        else:
            texts.append(output.data["text/plain"])
    return texts


def complaints(held: NotebookNode, fresh: NotebookNode) -> list[str]:
    """Say what is wrong with a run, and where it gave something else than the notebook holds."""
    found: list[str] = []
    for number, (old, new) in enumerate(
        zip(code_cells(held), code_cells(fresh), strict=True), start=1
    ):
        where = f"code cell {number}"
        for output in new.outputs:
            if output.output_type == "error":
                found.append(f"{where} raises {output.ename}: {output.evalue}")
            elif output.get("name") == "stderr":
                found.append(f"{where} writes to stderr: {output.text}")
        if _words(old) != _words(new):
            found.append(f"{where} gives\n{_lines(new)}\nand not\n{_lines(old)}")
    return found


def _words(cell: NotebookNode) -> list[list[str]]:
    """Return what a cell gave without how it is laid out, which is the business of libraries."""
    return [text.replace("\\\n", "\n").split() for text in printed(cell)]


def _lines(cell: NotebookNode) -> str:
    return "\n".join(printed(cell)) or "nothing"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run the notebooks anew.")
    parser.add_argument("names", nargs="*", help="such as 04-waits; all if left out")
    parser.add_argument("--write", action="store_true", help="put fresh outputs into the files")
    asked = parser.parse_args(arguments)
    paths = notebook_paths()
    unknown = set(asked.names) - {path.stem for path in paths}
    if unknown:
        parser.error(f"no notebook {', '.join(sorted(unknown))}")
    failed = False
    for path in paths:
        if asked.names and path.stem not in asked.names:
            continue
        held = read(path)
        began = time.monotonic()
        try:
            with tempfile.TemporaryDirectory() as folder:
                fresh = executed(held, Path(folder))
            # What was held does not matter to who replaces it.
            found = complaints(fresh if asked.write else held, fresh)
        except (CellTimeoutError, DeadKernelError) as error:
            found = [str(error).splitlines()[0]]
        took = time.monotonic() - began
        print(f"{path.stem}  {took:.1f} s  {'failed' if found else 'ok'}", flush=True)
        for complaint in found:
            print(complaint, file=sys.stderr)
        if asked.write and not found:
            write(fresh, path)
        failed |= bool(found)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
