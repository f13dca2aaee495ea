#!/usr/bin/env bash
# check.sh [RUNS]: `cargo check` after a change of MyApp's spec, by the macros and by hand, side by side.
set -euo pipefail
cd "$(dirname "$0")"
runs=${1:-15}
target=$(cargo metadata --offline --format-version 1 --no-deps --manifest-path ../../Cargo.toml |
  sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
export CARGO_TARGET_DIR=$target/bench

# The declaration that is measured is the one of the operator.
{
  cat by_macro/head.rs
  sed -n '/^\/\/\/ A web application/,/^impl Reconcile/p' ../../operator/src/myapp.rs | sed '$d'
} >by_macro/src/lib.rs

cp ../../Cargo.lock Cargo.lock
cargo check --offline --quiet

work=$(mktemp -d)
cp by_hand/src/lib.rs "$work/by_hand.rs"
restore() {
  cp "$work/by_hand.rs" by_hand/src/lib.rs
  rm -rf "$work"
}
trap restore EXIT

# Seconds of the wall and of the processors, each to its file.
timed() {
  local TIMEFORMAT='%R %U %S' numbers
  numbers=$({ time cargo check --offline --quiet --package "$1" >/dev/null 2>"$work/errors"; } 2>&1)
  awk '{ print $1 }' <<<"$numbers" >>"$work/$2-$1-wall"
  awk '{ print $2 + $3 }' <<<"$numbers" >>"$work/$2-$1-cpu"
}
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }
touched() { touch "by_${1#by-}/src/lib.rs"; }
edited() { sed -i "s|/// How many pods should run.*|/// How many pods should run: $2.|" "by_${1#by-}/src/lib.rs"; }

measure() {
  local how=$1 change=$2
  for ((run = 0; run <= runs; run++)); do
    # The order alternates, and the first pair only warms up.
    for package in $([ $((run % 2)) = 0 ] && echo by-hand by-macro || echo by-macro by-hand); do
      "$change" "$package" "$run"
      timed "$package" "$([ "$run" = 0 ] && echo warm || echo "$how")"
    done
  done
  for clock in wall cpu; do
    local hand macro
    paste "$work/$how-by-macro-$clock" "$work/$how-by-hand-$clock" | awk '{ print $1 / $2 }' >"$work/ratio"
    hand=$(median "$work/$how-by-hand-$clock") macro=$(median "$work/$how-by-macro-$clock")
    printf '%-24s %-5s by hand %6.3f s   by macro %6.3f s   ratio of pairs %.3f\n' \
      "$how" "$clock" "$hand" "$macro" "$(median "$work/ratio")"
  done
}

echo "$runs pairs, medians"
measure touched touched
measure edited edited
export CARGO_INCREMENTAL=0
measure edited-not-incremental edited
