PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
comma := ,
# Kept compiled, so that none of the many processes that tests start has to compile every module for itself.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test check sanitize clean

# Sets up a virtual environment once, and again whenever the dependencies or the compiled core change.
CORE := $(shell find solvers/native -name '*.[ch]pp') solvers/native/CMakeLists.txt
$(READY): pyproject.toml $(CORE)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $(READY)

# One question, its command and about a screen of its answer.
define ask
	@echo; echo '── $(1)'; echo '$$ clinic $(2)'; $(BIN)/clinic $(2) $(3)
endef

demo: $(READY)
	$(call ask,Where does the game stand?,show clin9ic/last-round)
	$(call ask,What is the best play?,solve clin9ic/last-round)
	$(call ask,Can 65 be reached?,target clin9ic/last-round --score 65,|| test $$? -eq 1)
	$(call ask,What does it cost to build nothing?,whatif clin9ic/last-round --force "arrange a2 a3r over a1 under$(comma) left" --force "build nothing")
	$(call ask,What should a player do who does not know the draws?,advise clin9ic/last-round)
	@echo; echo 'More to try: $(BIN)/clinic puzzles'
	@echo 'Play one yourself: $(BIN)/clinic play, or $(BIN)/clinic play --game clinic'
	@echo 'All of this on a page, by clicking: $(BIN)/clinic web'

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: check
	$(BIN)/pytest

# The compiled core with addresses, undefined behaviour and assertions checked, and the tests of what it does.
SANITIZED := build/sanitize
# Whoever gives a game a core tests it in files of these names, which are found here.
SANITIZED_TESTS := $(foreach name,core kernel layout activation last_round bound_table exact_arithmetic dominance decode_plan policy,$(wildcard tests/solvers/*/test_$(name).py))
runtime = $(shell $(CXX) -print-file-name=$(1))
sanitize: $(READY)
	cmake -S solvers/native -B $(SANITIZED) -DSANITIZE=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER=$(CXX)
	cmake --build $(SANITIZED) --parallel 2
	CLINIC_NATIVE=$(SANITIZED)/core.so LD_PRELOAD='$(call runtime,libasan.so) $(call runtime,libstdc++.so)' \
		ASAN_OPTIONS=detect_leaks=0 $(BIN)/pytest -n 0 -s $(SANITIZED_TESTS)

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
