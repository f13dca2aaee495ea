#!/usr/bin/env bash
# run.sh [ROUNDS] [CASE..]: our work queue beside client-go's, in turn, so that both see the same machine.
# Prints the medians of passes in a second, and how many times as many ours does.
set -euo pipefail
cd "$(dirname "$0")"
rounds=${1:-7}
shift || true
cases=${*:-drain change requeue retry trickle}
target=$(cargo metadata --offline --format-version 1 --no-deps --manifest-path ../../../Cargo.toml |
  sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
export CARGO_TARGET_DIR=$target/bench-queue

cp ../../../Cargo.lock Cargo.lock
cargo build --release --offline --quiet
(cd go && go build -o "$CARGO_TARGET_DIR/client-go" .)

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '%-8s %7s %12s %12s %12s %7s %8s\n' case workers ours client-go metered ratio metered
for case in $cases; do
  passes=500000
  [ "$case" != trickle ] || passes=200000
  for workers in 1 2 16; do
    rm -f "$work"/*
    for ((round = 0; round < rounds; round++)); do
      "$CARGO_TARGET_DIR/client-go" "$case" "$workers" "$passes" bare >>"$work/bare"
      "$CARGO_TARGET_DIR/release/queue-bench" "$case" "$workers" "$passes" >>"$work/ours"
      "$CARGO_TARGET_DIR/client-go" "$case" "$workers" "$passes" metered >>"$work/metered"
    done
    ours=$(median <"$work/ours") bare=$(median <"$work/bare") metered=$(median <"$work/metered")
    awk -v name="$case" -v w="$workers" -v o="$ours" -v b="$bare" -v m="$metered" \
      'BEGIN { printf "%-8s %7d %12d %12d %12d %7.2f %8.2f\n", name, w, o, b, m, o / b, o / m }'
  done
done
