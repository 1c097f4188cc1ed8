# Two commands matter: `make play` and `make test`. Both set up everything first, into .venv and nowhere else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := src/chieu/core/luck.py src/chieu/core/masks.py $(wildcard src/chieu/games/*/*.py)

.PHONY: play test check format compile bench clean constraints

play: $(VENV)/compiled
	@$(BIN)/chieu play

test: check $(VENV)/compiled
	$(BIN)/python -m pytest -n 2

# The fast loop: formatting, lint, strict types, import contracts, and the tests of the kernels and laws.
check: $(VENV)/ready
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

compile: $(VENV)/compiled

$(VENV)/ready: pyproject.toml constraints.txt
	@echo "setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt uv
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --group dev
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --no-build-isolation --editable .
	@touch $@

$(VENV)/compiled: $(VENV)/ready hatch_build.py $(KERNELS)
	@$(BIN)/python hatch_build.py
	@touch $@

# Chiếu beside its peers, in one run; writes bench/results.md.
bench: $(VENV)/compiled bench/.venv/ready
	$(BIN)/python bench/run.py

bench/.venv/ready: bench/peers.txt
	@$(PYTHON) -m venv bench/.venv
	@$(BIN)/uv pip install --quiet --python bench/.venv/bin/python --requirement bench/peers.txt
	@touch $@

# Pins every version. Names no package index, so that any mirror will do.
constraints:
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --no-emit-index-url --group dev pyproject.toml --output-file constraints.txt
	echo "uv==$$($(BIN)/uv --version | cut -d' ' -f2)" >> constraints.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete
