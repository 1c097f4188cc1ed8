# Two commands matter: `make play` and `make test`. Both set up everything first, into .venv and nowhere else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NPM := $(BIN)/python -m build_hooks.node
KERNELS := $(shell find src/chieu/core src/chieu/games src/chieu/fairness src/chieu/online/protocol src/chieu/online/table src/chieu/online/service -name '*.py')  # compiled code depends on the types of what it imports
PAGE := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/generated/*' -not -name '*.test.ts') $(wildcard src/chieu/pictures/*.*)

# The kernels and the page are built side by side, and what can be checked without them meanwhile.
MAKEFLAGS += --jobs=2

.PHONY: play test client texts check format compile web docs bench bench-envs clean constraints

# Starts the server and opens the page. PORT=0 takes any free port; HOST=0.0.0.0 lets others in your network join.
PORT ?= 8000
HOST ?= 127.0.0.1
play: $(VENV)/compiled $(VENV)/page
	@$(BIN)/chieu serve --open --host $(HOST) --port $(PORT)

test: check client $(VENV)/compiled
	$(BIN)/python -m pytest -n 3 --dist worksteal  # on two cores: people in browsers and chats mostly wait for one another

# The page's tests compare its sentences with those that Python makes. Nothing may import Python code while it is compiled.
client: $(VENV)/page | $(if $(filter test,$(MAKECMDGOALS)),$(VENV)/compiled)
	$(NPM) run check
	$(NPM) run test

# The texts of the page in all languages, side by side. TEXTS=FOLDER prints the catalogues of another folder.
TEXTS ?= web/src/text
texts:
	@$(PYTHON) -m build_hooks.texts $(TEXTS)

# The fast loop: formatting, lint, strict types, import contracts. Runs no tests.
check: $(VENV)/ready
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

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

# Node comes from PyPI where the system has none.
$(VENV)/page: $(VENV)/ready build_hooks/page.py build_hooks/node.py $(PAGE)
	@if $(NPM) --missing; then $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --group node; fi
	@$(BIN)/python -m build_hooks.page
	@touch $@

# The guide and the reference, to be read without a network from build/site/index.html.
docs: $(VENV)/ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "build/site/index.html"

# Chiếu beside its peers, in one run; writes bench/results.md.
bench: $(VENV)/compiled bench/.venv/ready
	$(BIN)/python bench/run.py

# Environments beside RLCard's, and many deals at once; writes its part of bench/results.md.
bench-envs: $(VENV)/compiled bench/.venv/ready
	$(BIN)/python bench/envs.py

bench/.venv/ready: bench/peers.txt
	@$(PYTHON) -m venv bench/.venv
	@$(BIN)/uv pip install --quiet --python bench/.venv/bin/python --requirement bench/peers.txt
	@touch $@

# Pins every version, and by hashes every file of it. Names no package index, so that any mirror will do.
constraints:
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --all-extras --group dev --group node pyproject.toml --output-file constraints.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete
	rm -rf src/chieu/web web/node_modules web/generated
