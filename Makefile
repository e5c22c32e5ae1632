# Every target works on a fresh clone: the environment is made first when it is missing or the lock is newer.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
SAMPLE := data/sample
# Benchmark and size of each part of the sample; 1 is the size of the paper's data.
SAMPLES := mer_bench:0.05 emogenie:0.03 mame_re:0.02 arteculture:0.02
export DBT_SEND_ANONYMOUS_USAGE_STATS := false

.PHONY: help setup run sample build export test lint format docs gallery bench lock clean

help:  ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY)  ## Make .venv with the locked packages and this project

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

run: $(READY) sample build export  ## Land the bundled sample, build, export, and say where to look
	@cat docs/after_run.txt

sample: $(READY)
	@for part in $(SAMPLES); do test -e $(SAMPLE)/$${part%:*} || \
	    $(BIN)/ingest simulate $${part%:*} --out $(SAMPLE)/$${part%:*} --seed 42 --scale $${part#*:} || exit 1; done
	$(BIN)/ingest load data

build: $(READY)  ## Land new files of data/ and run dbt build
	@$(BIN)/python -m ingest.lock
	$(BIN)/dbt build --quiet

export: $(READY)
	$(BIN)/analysis export --all
	$(BIN)/analysis report

test: $(READY)  ## Run every test, dbt's included
	$(BIN)/python -m pytest

lint: $(READY)  ## Check format, types and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/sqlfmt --check --quiet models macros tests/dbt

format: $(READY)  ## Format Python and SQL
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/sqlfmt --quiet models macros tests/dbt

docs: $(READY)  ## Make dbt's documentation in target/
	$(BIN)/dbt docs generate --static

gallery: $(READY)  ## Draw every chart at full and at smallest data into exports/gallery.html
	$(BIN)/python -m analysis.gallery

bench: $(READY)  ## Measure speed and memory against peers; see docs/benchmarks.md
	$(BIN)/python benchmarks/ingest_judgements.py
	$(BIN)/python benchmarks/build.py
	$(BIN)/python benchmarks/report.py

lock:  ## Write requirements.lock anew from pyproject.toml
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet pip-tools
	.venv-lock/bin/pip-compile --quiet --no-strip-extras --allow-unsafe --generate-hashes --no-emit-index-url --no-emit-trusted-host \
	    --no-emit-find-links --no-header --all-build-deps --extra test --extra lint --output-file requirements.lock pyproject.toml
	rm -rf .venv-lock

clean:  ## Remove what builds made; data/, exports/ and the warehouse stay
	rm -rf target logs .pytest_cache .mypy_cache .ruff_cache .hypothesis
