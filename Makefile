# What the project does, one word each. `make help` lists it.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
LOCK   := requirements-dev.lock
# Carries axe-core; the browser driver that it depends on is not needed.
AXE    := axe-playwright-python==0.1.8
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check
# As an installer leaves a program; with PYTHONDONTWRITEBYTECODE set, each command would compile it anew.
COMPILED := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m compileall -q site_builder
# Builds and tests must not depend on these.
unexport SOURCE_DATE_EPOCH PYTHONHASHSEED

.DEFAULT_GOAL := help
.PHONY: help demo serve test check-code type-check pytest browser golden bench lock wheel clean

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.program ## install into .venv and build the demonstration site into dist/
	@# Hence the build ends with exit code 1: written, with problems.
	@echo "One of the runs is broken on purpose: the error that follows is part of the demonstration."
	$(BIN)/site-builder build --out dist || [ $$? -eq 1 ]
	@echo
	@echo "Look at it:  open dist/index.html, or run  $(BIN)/site-builder serve"

serve: $(VENV)/.program ## build, serve on this machine, build again on every change
	$(BIN)/site-builder serve

test: check-code type-check browser pytest ## install what the tests need, then run everything

check-code: $(VENV)/.development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

type-check: $(VENV)/.development
	$(BIN)/mypy

pytest: $(VENV)/.development ## the tests alone
	$(BIN)/python -m pytest -n auto --dist loadgroup

golden: $(VENV)/.development ## write the expected outputs of tests/cases anew; review them like code
	PROOFBOARD_GOLDEN=write $(BIN)/python -m pytest -n 0 -k golden

bench: $(VENV)/.development ## measure the speed of builds and write docs/performance.md
	$(BIN)/python benchmarks/run.py --write

wheel: $(VENV)/.development ## build the wheel into build/
	$(BIN)/python -m build --wheel --outdir build .

lock: $(VENV)/.development ## resolve the newest allowed dependencies into the lock file
	$(PIP) install pip-tools
	$(BIN)/pip-compile --quiet --upgrade --extra dev --strip-extras --no-annotate --no-header \
	  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --output-file $(LOCK) pyproject.toml

browser: ## install Chromium for the tests in a browser, where Debian's packages and root allow
	@if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium chromium-driver >/dev/null; \
	else echo "No Chromium here and no right to install it: the tests in a browser will be skipped."; fi

clean: ## remove what was made, the virtual environment too
	rm -rf $(VENV) .proofboard build .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name it with  make PYTHON=python3.11 …"; exit 1; }
	$(PYTHON) -m venv $(VENV) || \
	  { echo "On Debian:  apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

# The program alone, with the locked versions of what it needs.
$(VENV)/.program: $(VENV)/bin/python pyproject.toml $(LOCK)
	$(PIP) install --constraint $(LOCK) --editable .
	@$(COMPILED)
	@touch $@

# Everything in the lock, then the program.
$(VENV)/.development: $(VENV)/bin/python pyproject.toml $(LOCK)
	$(PIP) install --requirement $(LOCK)
	$(PIP) install --no-deps $(AXE)
	$(PIP) install --no-deps --editable .
	@$(COMPILED)
	@touch $@ $(VENV)/.program
