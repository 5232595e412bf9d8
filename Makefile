# Frente: `make` alone lists the targets. Everything happens in .venv; nothing outside this folder is changed,
# except that a missing Debian package (python3-venv; for the tests Chromium, Firefox, PostgreSQL and Node; a compiler for
# `make fast`) is installed when run as root.

PYTHON ?= python3
JOBS   ?= 2
BIN    := .venv/bin
PIP    := $(BIN)/pip install -q --disable-pip-version-check

.NOTPARALLEL:
.PHONY: help play test lint types layers client pytest cover mutants soak attack bench lock fast slow clean

help:                 ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

play: .venv/.play     ## the web app on this machine; opens the browser, Ctrl-C ends it
	$(BIN)/frente

test: lint types layers client pytest   ## everything that must hold: lint, types, layers, client, tests

lint: .venv/.test     ## ruff; marked tests that cannot fail
	$(BIN)/ruff check src scripts tests examples
	$(BIN)/python scripts/cannotfail.py

types: .venv/.test    ## mypy --strict
	$(BIN)/mypy

layers: .venv/.test   ## who may import whom
	$(BIN)/python scripts/layers.py

client: node_modules/.done   ## types of the browser client
	npm run --silent types

pytest: .venv/.test node_modules/.done   ## the tests alone
	@scripts/need.sh browser $(BIN)/python
	@scripts/need.sh database $(BIN)/python
	$(BIN)/pytest -n $(JOBS) --hypothesis-profile=ci -m 'not whole'
	$(BIN)/pytest -n $(JOBS) --hypothesis-profile=ci -m whole

# The trace makes tests four times as slow, and compiled modules leave none: only the tests of single rules and functions.
cover: .venv/.test slow   ## which lines of the Python build the tests of single rules and functions reach
	$(BIN)/pytest -n $(JOBS) --hypothesis-profile=ci -m 'not whole' --cov

mutants: .venv/.test  ## do the tests fail without their rule? GAME=storm RULE=9.7e SAMPLE=300 SEED=1 MINUTES=30
	$(BIN)/python scripts/mutants.py $(GAME) $(if $(RULE),--rule $(RULE)) $(if $(SAMPLE),--sample $(SAMPLE)) \
	    $(if $(SEED),--seed $(SEED)) $(if $(MINUTES),--minutes $(MINUTES)) --jobs $(JOBS)

soak: .venv/.test     ## whole games in thousands: at random and by captains, pages asking; on the server; crashes (takes long)
	@scripts/need.sh browser $(BIN)/python
	$(BIN)/python scripts/soak.py --jobs $(JOBS)
	$(BIN)/pytest -n $(JOBS) -o timeout=3600 --every-scenario tests/server/test_captains.py tests/web/test_watch.py
	$(BIN)/python scripts/crash_soak.py --kills 1000 --faults 20
	$(BIN)/python scripts/crash_soak.py --database postgres --kills 200 --restarts 20
	$(BIN)/python scripts/processes_soak.py --kills 200

attack: .venv/.test   ## what one client could do to a server, tried on one of our own
	$(BIN)/python scripts/attack/run.py

lock: | $(BIN)/python ## the newest versions of all we use, with their hashes, into requirements.lock
	$(PIP) uv
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python scripts/lock.py

bench: .venv/.play    ## speed of the engine, server work per act, a load run
	$(BIN)/frente bench

fast: .venv/.test     ## compile kernel, geo, kit, games and ai beside their sources (`make fast test` tests that build)
	@scripts/need.sh compiler $(BIN)/python
	$(BIN)/python scripts/compile.py

slow:                 ## remove the compiled modules: back to plain Python
	find src \( -name '*.so' -o -name _woven.py \) -delete
	rm -rf build/mypyc

clean: slow           ## remove everything that was made here, .venv too
	rm -rf .venv node_modules build dist src/*.egg-info .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src scripts tests -name __pycache__ -exec rm -rf {} +

$(BIN)/python:
	@scripts/need.sh venv $(PYTHON)
	$(PYTHON) -m venv .venv

# Exact versions, each checked against its hash. The lock is complete, so nothing is looked up besides (an older pip would
# find a newer release for a name with an extra, and refuse it for want of a hash); then the project itself.
.venv/.play: requirements.lock pyproject.toml | $(BIN)/python
	@sed '/^# TESTS/,$$d' requirements.lock > .venv/play.lock
	$(PIP) --no-deps --require-hashes -r .venv/play.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.test: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) --no-deps --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@ .venv/.play

node_modules/.done: package.json | $(BIN)/python
	@scripts/need.sh node $(BIN)/python
	npm install --silent --no-audit --no-fund --no-package-lock
	@touch $@
