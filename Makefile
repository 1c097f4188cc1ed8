# The main commands are `make play` and `make test`. Both first install what they need into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NPM := $(BIN)/python -m build_hooks.node
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt
PAGE := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/generated/*' -not -name '*.test.ts') $(wildcard src/chieu/pictures/*.*)

# Compile the kernels, build the page and run the checks in parallel.
MAKEFLAGS += --jobs=2

.PHONY: play test client texts check format compile release-kernels web docs bench bench-envs clean constraints

# Start the server and open the page. PORT=0 takes any free port; HOST=0.0.0.0 lets others in your network join.
PORT ?= 8000
HOST ?= 127.0.0.1
play: $(VENV)/page
	@$(BIN)/python -m build_hooks.kernels --background
	@$(BIN)/chieu serve --open --host $(HOST) --port $(PORT)

test: check client compile
	$(BIN)/python -m pytest -n 4 --dist worksteal  # four workers on two cores, as the browser and chat tests mostly wait

client: $(VENV)/page $(VENV)/ready
	$(NPM) run check
	$(NPM) run test

# The texts of the page in all languages, side by side. TEXTS=FOLDER prints the catalogues of another folder.
TEXTS ?= web/src/text
texts:
	@$(PYTHON) -m build_hooks.texts $(TEXTS)

# The fast loop: formatting, lint, strict types, import contracts, how prose is written, and one start of the server.
# Runs no tests. The page is built only if there is none.
check: $(VENV)/ready | $(if $(wildcard src/chieu/web/index.html),,$(VENV)/page)
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m build_hooks.prose
	$(BIN)/chieu serve --check --data build/check/tables.db

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Compile the kernels, unless the present sources are compiled already.
compile: $(VENV)/compiler
	@$(BIN)/python -m build_hooks.kernels

# As for a wheel, for benchmarks.
release-kernels: $(VENV)/compiler
	@$(BIN)/python -m build_hooks.kernels --release

web: $(VENV)/page

# The server alone, so that `make play` waits for nothing else.
$(VENV)/server: pyproject.toml constraints.txt
	@echo "setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' constraints.txt > $(VENV)/uv.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(VENV)/uv.txt
	@$(INSTALL) hatchling editables
	@$(INSTALL) --no-build-isolation --editable '.[server]'
	@touch $@

$(VENV)/compiler: $(VENV)/server
	@$(INSTALL) --group compile
	@touch $@

$(VENV)/ready: $(VENV)/compiler
	@$(INSTALL) --group dev
	@touch $@

# Node comes from PyPI if the system has none.
$(VENV)/page: $(VENV)/server build_hooks/page.py build_hooks/node.py $(PAGE)
	@if $(NPM) --missing; then $(INSTALL) --group node; fi
	@$(BIN)/python -m build_hooks.page
	@touch $@

# Guide and reference, readable offline from build/site/index.html.
docs: $(VENV)/ready
	@$(BIN)/python -m build_hooks.site
	@echo "build/site/index.html"

# Compare Chiếu with its peers in one run; writes bench/results.md.
bench: $(VENV)/ready release-kernels bench/.venv/ready
	$(BIN)/python bench/run.py

# Compare environments with RLCard's, and measure many deals at once; writes its part of bench/results.md.
bench-envs: $(VENV)/ready release-kernels bench/.venv/ready
	$(BIN)/python bench/envs.py

bench/.venv/ready: bench/peers.txt
	@$(PYTHON) -m venv bench/.venv
	@$(BIN)/uv pip install --quiet --python bench/.venv/bin/python --requirement bench/peers.txt
	@touch $@

# Pin every version, and every file by hash. Names no package index, so that any mirror works.
constraints:
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --all-extras --group dev --group node pyproject.toml --output-file constraints.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf src/chieu/web web/node_modules web/generated
