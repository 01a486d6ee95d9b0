# Every target sets itself up in .venv; only python3 (with venv), git and make are needed.
# ARGS is handed on: make play ARGS="--help", make test ARGS="-k archer".

PYTHON ?= python3
ARGS ?=
GAMES ?= 1000000

VENV := .venv
BIN := $(VENV)/bin
CHECKERS := build/checkers
SCRIPTS := src/intrigue/web/static/js
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -c constraints.txt
SITE := -e '.[web,fast]'
PYTEST := $(BIN)/python -m pytest -q -n auto --dist worksteal
PINS := pyproject.toml constraints.txt src/intrigue/web/package.json
APT := DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends

# Tests start hundreds of processes, and every worker rewrites every test: bytecode is kept, whatever the shell prefers.
unexport PYTHONDONTWRITEBYTECODE

# Makes .venv if need be, then installs $(1); pip is heard only when it fails.
define set_up
@echo "Setting up (once, about a minute) ..."
@test -e $(VENV)/.made || { \
  command -v "$(PYTHON)" >/dev/null || { echo "Python is missing: install the package python3." >&2; exit 1; }; \
  "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
    { echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.11" >&2; exit 1; }; \
  "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
    { echo "Python cannot make virtual environments: install the package python3-venv." >&2; exit 1; }; \
  "$(PYTHON)" -m venv --clear $(VENV) && touch $(VENV)/.made; }
@{ $(PIP) setuptools && $(PIP) $(1); } >$(VENV)/pip.log 2>&1 || \
  { cat $(VENV)/pip.log >&2; echo "Setting up failed; pip's words are above." >&2; exit 1; }
@touch $@
endef

.NOTPARALLEL:
.PHONY: help play terminal test test-rest test-full check check-deploy format art screenshots wheel bench parity golden clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.play ## start the site and open it
	@$(BIN)/intrigue serve $(ARGS)

terminal: $(VENV)/.play ## play in the terminal
	@$(BIN)/intrigue play $(ARGS)

test: chromium $(VENV)/.dev $(VENV)/.browser-code ## run the tests, but for those that take long
	@$(PYTEST) -m "not full" $(ARGS)

test-rest: chromium $(VENV)/.dev $(VENV)/.browser-code ## run the tests that `make test` leaves out
	@$(PYTEST) -m full $(ARGS)

test-full: chromium $(VENV)/.dev $(VENV)/.browser-code ## run all tests
	@$(PYTEST) $(ARGS)

check: $(VENV)/.dev $(VENV)/.browser-code $(VENV)/.checkers ## check format, lint and types of the code and of the browser's scripts
	@$(BIN)/ruff format --check
	@$(BIN)/ruff check
	@$(BIN)/mypy
	@$(CHECKERS)/biomejs lint --error-on-warnings $(SCRIPTS)
	@$(CHECKERS)/typescript/tsc --project tsconfig.json
	@$(CHECKERS)/typescript/tsc --project tsconfig.worker.json

check-deploy: $(VENV)/.dev $(VENV)/.browser-code ## try deploy/ with systemd, nginx and TLS, and servers in namespaces (as root)
	@test "$$(id -u)" = 0 || { echo "This needs root: it installs and starts nginx, and makes network namespaces." >&2; exit 1; }
	@for program in systemd-analyze nginx openssl ip; do command -v $$program >/dev/null || missing=1; done; test -z "$$missing" || { \
	  echo "Installing nginx, systemd, openssl and iproute2 ..."; \
	  { apt-get update && $(APT) nginx-light systemd openssl iproute2; } \
	    >$(VENV)/apt.log 2>&1 || { tail -5 $(VENV)/apt.log >&2; echo "They could not be installed." >&2; exit 1; }; }
	@$(BIN)/python tools/deploy_trial.py
	@$(BIN)/python bench/namespaces.py

format: $(VENV)/.dev $(VENV)/.checkers ## format the code and mend what lint can
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix
	@$(CHECKERS)/biomejs lint --error-on-warnings --write $(SCRIPTS)

art: chromium $(VENV)/.dev $(VENV)/.browser-code ## draw the pictures of the site anew
	@cd tools && $(abspath $(BIN))/python -m art
	@$(BIN)/python tools/site_pictures.py

screenshots: chromium $(VENV)/.dev $(VENV)/.browser-code ## draw every page in all variants, and the pictures of the documents
	@$(BIN)/python tools/screenshots.py $(ARGS)

wheel: $(VENV)/.play ## build the wheel into dist/
	@$(BIN)/python tools/browser_code.py page
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w dist .

bench: $(VENV)/.bench ## measure speed, beside other game libraries
	@mkdir -p build
	@$(BIN)/intrigue bench $$(test -e $(VENV)/.peers && echo --peers) --out build/bench.json $(ARGS)

parity: $(VENV)/.play ## compare the fast engine with the plain one, game by game
	@$(BIN)/python bench/parity.py --games $(GAMES) $(ARGS)

golden: $(VENV)/.dev ## write the golden playthroughs anew
	@$(BIN)/python tests/golden/regenerate.py $(ARGS)

clean: ## remove .venv and everything built
	@rm -rf $(VENV) build dist src/*.egg-info src/intrigue/web/static/vendor .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find src tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# Tests need a browser; who may not install one is told its package, before anything else is set up.
.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || { \
	  test "$$(id -u)" = 0 || { echo "The tests need Chromium: install the package chromium." >&2; exit 1; }; \
	  echo "Installing Chromium (once, about a minute) ..."; mkdir -p $(VENV); \
	  { apt-get update && $(APT) chromium fonts-dejavu; } >$(VENV)/apt.log 2>&1 || \
	    { tail -5 $(VENV)/apt.log >&2; echo "Chromium could not be installed." >&2; exit 1; }; \
	  $(APT) chromium-headless-shell >>$(VENV)/apt.log 2>&1 || true; } # the same for less work, where Debian has it

$(VENV)/.browser-code: package.json src/intrigue/web/package.json tools/browser_code.py
	@$(BIN)/python tools/browser_code.py
	@touch $@

$(VENV)/.checkers: package.json tools/browser_code.py
	@$(BIN)/python tools/browser_code.py checkers
	@touch $@

$(VENV)/.play: $(PINS)
	$(call set_up,$(SITE))

$(VENV)/.dev: $(PINS)
	$(call set_up,-e '.[dev]')

# The peers are a comparison, not a need: without them the bench runs alone, and the next run tries again.
$(VENV)/.bench: $(VENV)/.play constraints-peers.txt
	@echo "Setting up the other libraries (once, about a minute) ..."
	@rm -f $(VENV)/.peers
	@if $(PIP) -c constraints-peers.txt -e '.[web,fast,peers]' >$(VENV)/pip.log 2>&1; then touch $(VENV)/.peers $@; \
	else echo "The other libraries could not be installed (see $(VENV)/pip.log); measuring without them."; fi
