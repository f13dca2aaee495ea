#!/usr/bin/env bash
# macros.sh [RUNS]: how long the macros crate itself compiles, its dependencies being there.
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-5}

measure() {
  local TIMEFORMAT=%R times=()
  cargo build --offline --quiet --package kubewright-macros
  for ((run = 0; run < runs; run++)); do
    touch macros/src/lib.rs
    times+=("$({ time cargo build --offline --quiet --package kubewright-macros 2>/dev/null; } 2>&1)")
  done
  printf '%-16s median of %d: %s s\n' "$1" "$runs" "$(printf '%s\n' "${times[@]}" | sort -n | sed -n "$(((runs + 1) / 2))p")"
}

CARGO_INCREMENTAL=0 measure 'not incremental'
CARGO_INCREMENTAL=1 measure incremental
