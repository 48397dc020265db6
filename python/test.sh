#!/usr/bin/env bash
# Builds the Python package, installs it into a virtual environment in target/venv and runs its tests.
# Needs a Rust toolchain and Python 3.10 or later with pip; arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/venv
python=${PYTHON:-python3}
pip() { "$venv/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }

# A virtual environment whose Python is gone is of no use.
"$venv/bin/python" -c '' 2>/dev/null || { rm -rf "$venv"; "$python" -m venv "$venv"; }
pip install --requirement python/requirements.txt
# What is tested is what it does, not how fast: that saves minutes of optimisation.
CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 pip install --force-reinstall --no-deps .
"$venv/bin/ruff" format --check --quiet python docs
"$venv/bin/ruff" check --quiet python docs
"$venv/bin/python" -m mypy python/gridsolve python/benches python/tests/typed_example.py
"$venv/bin/python" -m mypy.stubtest gridsolve._native
# Tests compare with the command line, as `cargo test` builds it.
cargo build --quiet --locked --profile test --bin gridsolve
export GRIDSOLVE_PROGRAM=${CARGO_TARGET_DIR:-target}/debug/gridsolve
"$venv/bin/python" -m pytest --quiet "$@"
