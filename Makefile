# Everything runs in .venv, which the first target makes and fills.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := out/demo

.PHONY: demo test test-slow test-debug lint nightly notebooks reports bench clean

demo: $(VENV)/.installed
	rm -rf $(DEMO)
	$(BIN)/mjsim run deals --game tianjin --hands 10000000 --seed 1 --workers 2 --out $(DEMO)

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2

test-slow: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2 -m slow

# The kernels with Cython's checks of views and objects on, in a build of their own.
test-debug: $(VENV)/.installed-dev
	rm -rf build/debug
	mkdir -p build/debug
	cp -r docs ext mjsim notebooks reports tests pyproject.toml setup.py README.md LICENSE build/debug/
	find build/debug -name '*.so' -delete
	$(PYTHON) -m venv build/debug/.venv
	cd build/debug && MJSIM_DEBUG=1 .venv/bin/pip install --quiet --editable '.[dev]'
	cd build/debug && .venv/bin/python -m pytest -n 2

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cython-lint ext
	$(BIN)/python -m mypy
	$(BIN)/python -m mypy.stubtest mjsim._core --allowlist .ci/stubtest-allowlist

# Every experiment at the table at length, into out/nightly: hours, not minutes.
nightly: $(VENV)/.installed
	for game in tianjin wenling; do \
	  for name in categories waits openings strategies rules; do \
	    $(BIN)/mjsim run $$name --game $$game --hands 1000000 --seed 1 --workers 2 \
	      --out out/nightly/$$game-$$name || exit 1; \
	  done; \
	  $(BIN)/mjsim run sessions --game $$game --hands 25000 --seed 1 --workers 2 \
	    --out out/nightly/$$game-sessions || exit 1; \
	done
	$(BIN)/mjsim run stakes --hands 1000000 --seed 1 --workers 2 --out out/nightly/tianjin-stakes
	$(BIN)/mjsim run points --game wenling --hands 1000000 --seed 1 --workers 2 \
	  --out out/nightly/wenling-points

# The notebooks run anew, with their outputs written back.
notebooks: $(VENV)/.installed-dev
	$(BIN)/python tests/notebooks_run.py --write

# The finished reports, from runs of 10^6 hands in out/reports: half an hour where there are none.
RUN = $(BIN)/mjsim run --hands 1000000 --seed 1 --workers 2
RUNS := out/reports
reports: $(VENV)/.installed-dev
	for name in categories waits stakes strategies; do \
	  $(RUN) $$name --game tianjin --out $(RUNS)/tianjin-$$name || exit 1; \
	done
	for name in points categories; do \
	  $(RUN) $$name --game wenling --out $(RUNS)/wenling-$$name || exit 1; \
	done
	$(BIN)/mjsim report $(addprefix $(RUNS)/tianjin-,categories waits stakes strategies) --lang zh \
	  --title 天津麻將：番種、聽牌與坐拉 --out reports/tianjin-odds-and-stakes.zh
	$(BIN)/mjsim report $(addprefix $(RUNS)/tianjin-,categories waits stakes strategies) --lang en \
	  --title 'Tianjin mahjong: odds and stakes' --out reports/tianjin-odds-and-stakes.en
	$(BIN)/mjsim report $(addprefix $(RUNS)/wenling-,points categories) --lang zh \
	  --title 温岭麻将：分数与番种 --out reports/wenling-points.zh
	$(BIN)/mjsim report $(addprefix $(RUNS)/wenling-,points categories) --lang en \
	  --title 'Wenling mahjong: points' --out reports/wenling-points.en
	$(BIN)/python reports/figures.py $(RUNS) docs

bench: $(VENV)/.installed-bench
	$(BIN)/python tests/bench/run.py

clean:
	rm -rf $(VENV) build out
	find mjsim -name '*.so' -delete

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

SOURCES := pyproject.toml setup.py $(shell find ext -name '*.p*')

$(VENV)/.installed: $(SOURCES) | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/.installed-dev: $(SOURCES) | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: $(SOURCES) | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable '.[dev,bench]'
	touch $@ $(VENV)/.installed $(VENV)/.installed-dev
