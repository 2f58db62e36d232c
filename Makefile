# The two commands of the README: `make run` and `make test`. Both set everything up by themselves.
PYTHON ?= python3
BIN := .venv/bin

# Node is the machine's, or where that is older than 22 the one that lies in .venv/bin.
TERMINAL := cd terminal && PATH="$(CURDIR)/$(BIN):$$PATH"
PAGES := src/croupier/server/pages/dist/index.html

# The tests start the program some hundred times: it is compiled once, whatever the machine is set to.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run demo test setup check format types screenshots bench torture randomness surveillance soak mutants golden lock clean

run: setup            ## the whole house with a table of every game: open the address that it prints, and play
	@mkdir -p build && cd build && ../$(BIN)/croupier serve

demo: setup           ## choose a game and play it in the terminal
	@$(BIN)/croupier demo

test: setup           ## everything that must hold
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy src tests benchmarks examples
	$(BIN)/lint-imports
	$(TERMINAL) npm run --silent check
	$(TERMINAL) npm run --silent test
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder --reruns 1 -r fER
	$(BIN)/croupier rulebook --coverage --quiet

check: setup format   ## what to run before every commit: format, lint, types, imports, fast tests
	$(BIN)/ruff check --fix .
	$(BIN)/mypy src tests benchmarks examples
	$(BIN)/lint-imports
	$(TERMINAL) npm run --silent check
	HYPOTHESIS_PROFILE=fast $(BIN)/pytest -n auto

setup: .venv/ready $(PAGES)  ## leaves the program at .venv/bin/croupier, and the terminals beside the server

format: setup
	$(BIN)/ruff format .

types: setup          ## the types of the API for the terminals, after a change of the server's structs
	$(BIN)/python -m croupier.server.typescript > terminal/src/api/types.ts

screenshots: setup    ## pictures of every page at three widths, in build/screenshots: look at them
	$(BIN)/python tests/support/screenshots.py build/screenshots

bench: setup          ## how fast, each figure beside a baseline of the same run
	$(BIN)/python benchmarks/settle.py
	$(BIN)/python benchmarks/stream.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/protection.py
	$(BIN)/python benchmarks/simulate.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python benchmarks/surveillance.py
	$(BIN)/python benchmarks/records.py
	$(BIN)/python benchmarks/load.py
	$(BIN)/python benchmarks/hostile.py
	$(BIN)/python benchmarks/pages.py

torture: setup        ## kill the house hundreds of times in the middle of play, with a second house, lost answers, pauses, a full disk; on both stores
	TORTURE=150 $(BIN)/pytest -s tests/server/test_torture.py

randomness: setup     ## whether the cards of the simulation and of the house come as they should by chance
	RANDOMNESS=1e8 $(BIN)/pytest -s tests/simulation/test_randomness.py tests/simulation/test_random_families.py

surveillance: setup   ## a year of honest play and many planted cheats: how often alarms are false, how soon they are true
	SURVEILLANCE=12 $(BIN)/pytest -s tests/house/test_surveillance.py tests/house/test_watching.py

soak: setup           ## what must hold always, with many more examples; thousands of casino hours, with crashes and duplicates
	HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -n auto $(filter-out %/test_house_always.py,$(wildcard tests/*/test_*_always.py))
	SOAK=2000 $(BIN)/pytest -x -n auto tests/house/test_house_always.py

mutants: setup        ## small changes to the rules, each of which some test must notice: who survives is named
	$(BIN)/python tests/support/mutating.py --fresh

golden: setup         ## write the recorded play-throughs, answers, forms, offers, replies and the README's picture anew; read what has changed
	REGENERATE=1 $(BIN)/pytest tests/games/test_playthrough.py tests/games/test_playthrough_baccarat.py tests/games/test_forms_read.py tests/rules/test_offers_exact.py tests/rules/test_replies_exact.py tests/rules/test_baccarat_answers.py tests/rules/test_families.py tests/odds/test_odds_baccarat.py tests/odds/test_odds_blackjack.py tests/house/test_roads.py tests/house/test_verify_vectors.py
	$(BIN)/python -c 'from pathlib import Path; from croupier.demo import picture; picture(Path("docs/demo.svg"))'

lock: setup           ## pin every dependency by hash, naming no host
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --generate-hashes --upgrade --quiet \
	  --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --output-file requirements.lock

clean:
	rm -rf .venv build dist .*_cache terminal/node_modules $(dir $(PAGES))

# Debian ships Python without venv; where root may install it, do so.
.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Croupier needs Python 3.11 or newer."; exit 1; }
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv .venv; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

terminal/node_modules/ready: terminal/package-lock.json terminal/node.lock .venv/ready
	@PATH="$(CURDIR)/$(BIN):$$PATH"; node -e 'process.exit(parseInt(process.versions.node) < 22)' 2>/dev/null && command -v npm >/dev/null || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement terminal/node.lock
	$(TERMINAL) npm ci --silent
	@touch $@

$(PAGES): terminal/node_modules/ready terminal/index.html terminal/package.json $(wildcard terminal/*.ts terminal/*.js) $(shell find terminal/src -type f) src/croupier/words/names.json
	$(TERMINAL) npm run --silent build -- --logLevel warn
	@touch $@
