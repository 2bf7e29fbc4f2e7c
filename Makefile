# Every target works alone, from a fresh clone: python3 (3.11 or newer) and make are all it needs.
# `demo` and `bench` install the runtime dependencies only; the others add the tools for development.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip install --quiet --disable-pip-version-check
# The instruments that compare with PyTorch, and an interpreter that has it.
ORACLE        ?= ../shared/oracle
PYTHON_ORACLE ?= $(PYTHON)

# The repository root holds folders whose names others use too (`autograd`): keep it off sys.path.
export PYTHONSAFEPATH := 1

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: demo test test-all bench lint docs generate oracle clean

demo: $(VENV)/.runtime
	$(PY) examples/train_digits.py

test: $(VENV)/.dev
	$(PY) -m pytest -n 2 -m "not slow"

test-all: $(VENV)/.dev
	$(PY) -m pytest -n 2

# make bench BENCH="--only add,mlp_step --write"
bench: $(VENV)/.runtime
	$(PY) benchmarks/bench.py $(BENCH)

lint: $(VENV)/.dev
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(VENV)/bin/lint-imports

# The pages are tests: their code runs. HTML is made where Sphinx is installed and docs/conf.py is there.
docs: $(VENV)/.dev
	$(PY) -m pytest tests/test_docs.py
	@if [ -f docs/conf.py ] && $(PY) -c "import sphinx" 2>/dev/null; then \
		$(PY) -m sphinx -q -b html docs docs/_build/html; \
	fi

generate: $(VENV)/.dev
	$(PY) dispatch/generated

# The BLAS settings are dropped so that both sides run the kernels of this processor.
oracle:
	@[ -f $(ORACLE)/opinfo.py ] || { echo "no instruments in $(ORACLE); name them: make oracle ORACLE=folder"; exit 2; }
	PYTHONPATH=src $(PYTHON_ORACLE) $(ORACLE)/opinfo.py
	env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE PYTHONPATH=src $(PYTHON_ORACLE) $(ORACLE)/speed.py

clean:
	rm -rf $(VENV) build dist docs/_build benchmarks/.worktree .mypy_cache .ruff_cache .pytest_cache \
		.hypothesis .import_linter_cache src/*.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12"; exit 2; }
	$(PYTHON) -m venv $(VENV)

# Byte code is compiled once here, also where the environment forbids to write it at import.
$(VENV)/.runtime: pyproject.toml | $(PY)
	$(PIP) -e .
	@$(PY) -m compileall -q dispatch autograd backends modes src/redispatch
	@touch $@

$(VENV)/.dev: pyproject.toml | $(PY)
	$(PIP) -e '.[dev]'
	@$(PY) -m compileall -q dispatch autograd backends modes src/redispatch
	@touch $@ $(VENV)/.runtime
