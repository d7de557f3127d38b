# What a developer, a newcomer and CI type. `make help` lists it.

PYTHON ?= python3
PORT ?= 8000
export CAROLUS_DATA ?= ./data

BIN := .venv/bin
INSTALLED := .venv/installed

.DEFAULT_GOAL := help
.PHONY: help install serve test

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(INSTALLED) ## make .venv from requirements.lock (again only when the lock or pyproject.toml changed)

$(INSTALLED): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Carolus needs Python 3.11 or newer; try PYTHON=/path/to/python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --no-index --editable .
	@touch $@

serve: $(INSTALLED) ## run the service on 127.0.0.1 (PORT=8000, CAROLUS_DATA=./data)
	$(BIN)/carolus serve --port $(PORT)

test: $(INSTALLED) ## run the tests
	$(BIN)/python -m pytest
