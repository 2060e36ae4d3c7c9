PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: demo test check clean

# Sets up a virtual environment once, and again whenever the dependencies change.
$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $(READY)

demo: $(READY)
	@echo '$$ clinic show puzzles/clin9ic/mid-game.toml'
	@$(BIN)/clinic show puzzles/clin9ic/mid-game.toml
	@echo; echo '$$ clinic replay puzzles/clin9ic/complete-game.toml'
	@$(BIN)/clinic replay puzzles/clin9ic/complete-game.toml
	@echo; echo '$$ clinic show puzzles/clinic_solo/mid-game.toml'
	@$(BIN)/clinic show puzzles/clinic_solo/mid-game.toml
	@echo; echo '$$ clinic replay puzzles/clinic_solo/complete-game.toml'
	@$(BIN)/clinic replay puzzles/clinic_solo/complete-game.toml
	@echo; echo '$$ clinic solve puzzles/clin9ic/last-round.toml'
	@$(BIN)/clinic solve puzzles/clin9ic/last-round.toml
	@echo; echo '$$ clinic solve puzzles/clinic_solo/last-round.toml --time 10s'
	@$(BIN)/clinic solve puzzles/clinic_solo/last-round.toml --time 10s
	@echo; echo 'Now play one yourself: $(BIN)/clinic play, or $(BIN)/clinic play --game clinic'

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: check
	$(BIN)/pytest

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
