#!/usr/bin/env bash
# Checks the page: its types, and games in a real browser against the real program.
# Needs Node 20 or later. Chromium is installed by apt where it is missing and this may be done; CHROMIUM names another.
# GRIDSOLVE names the program to test; without it, it is built as `cargo test` builds it.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v node >/dev/null || [ "$(node -p 'parseInt(process.versions.node)')" -lt 20 ]; then
    echo "the tests of the page need Node 20 or later" >&2
    exit 1
fi

if [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "the tests of the page need Chromium: run \"apt-get install chromium\" as root, or set CHROMIUM to the program" >&2
        exit 1
    fi
    apt-get install -y --no-install-recommends chromium >&2 ||
        { apt-get update >&2 && apt-get install -y --no-install-recommends chromium >&2; }
fi

npm ci --no-fund --no-audit --loglevel=error >&2
npx --no-install tsc --project tsconfig.json

if [ -z "${GRIDSOLVE:-}" ]; then
    cargo build --profile test --locked --bin gridsolve --manifest-path ../../Cargo.toml
    GRIDSOLVE="$(cd ../.. && pwd)/target/debug/gridsolve"
fi
export GRIDSOLVE
exec node --test --test-reporter=spec ./*.test.js
