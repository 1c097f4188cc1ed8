# The main commands are `make play` and `make test`. Both first install everything they need into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NPM := $(BIN)/python -m build_hooks.node
KERNELS := $(shell find src/chieu/core src/chieu/games src/chieu/fairness src/chieu/online/protocol src/chieu/online/table src/chieu/online/service -name '*.py')  # compiled code depends on the types of what it imports
PAGE := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/generated/*' -not -name '*.test.ts') $(wildcard src/chieu/pictures/*.*)

# Build kernels and page in parallel, and run the checks that need neither meanwhile.
MAKEFLAGS += --jobs=2

.PHONY: play test client texts check format compile web docs bench bench-envs clean constraints

# Start the server and open the page. PORT=0 takes any free port; HOST=0.0.0.0 lets others in your network join.
PORT ?= 8000
HOST ?= 127.0.0.1
play: $(VENV)/compiled $(VENV)/page
	@$(BIN)/chieu serve --open --host $(HOST) --port $(PORT)

test: check client $(VENV)/compiled
	$(BIN)/python -m pytest -n 3 --dist worksteal  # three workers on two cores, as the browser and chat tests mostly wait

# The page's tests compare its sentences with those of Python. Nothing may import Python code while it is being compiled.
client: $(VENV)/page | $(if $(filter test,$(MAKECMDGOALS)),$(VENV)/compiled)
	$(NPM) run check
	$(NPM) run test

# The texts of the page in all languages, side by side. TEXTS=FOLDER prints the catalogues of another folder.
TEXTS ?= web/src/text
texts:
	@$(PYTHON) -m build_hooks.texts $(TEXTS)

# The fast loop: formatting, lint, strict types, import contracts, how prose is written. Runs no tests.
check: $(VENV)/ready
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m build_hooks.prose

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

compile: $(VENV)/compiled

web: $(VENV)/page

$(VENV)/ready: pyproject.toml constraints.txt
	@echo "setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' constraints.txt > $(VENV)/uv.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(VENV)/uv.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --group dev
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --no-build-isolation --editable '.[server]'
	@touch $@

$(VENV)/compiled: $(VENV)/ready build_hooks/kernels.py $(KERNELS)
	@$(BIN)/python -m build_hooks.kernels
	@touch $@

# Node comes from PyPI if the system has none.
$(VENV)/page: $(VENV)/ready build_hooks/page.py build_hooks/node.py $(PAGE)
	@if $(NPM) --missing; then $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --group node; fi
	@$(BIN)/python -m build_hooks.page
	@touch $@

# Guide and reference, readable offline from build/site/index.html.
docs: $(VENV)/ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "build/site/index.html"

# Compare Chiếu with its peers in one run; writes bench/results.md.
bench: $(VENV)/compiled bench/.venv/ready
	$(BIN)/python bench/run.py

# Compare environments with RLCard's, and measure many deals at once; writes its part of bench/results.md.
bench-envs: $(VENV)/compiled bench/.venv/ready
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
	find src -name '*.so' -delete
	rm -rf src/chieu/web web/node_modules web/generated
