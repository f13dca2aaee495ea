#!/usr/bin/env bash
# make.sh: what controller-gen makes of the mistakes beside this file. It needs Go and the network; the tests need neither.
set -euo pipefail
cd "$(dirname "$0")"
rm -rf crd
for package in kinds recursive inlined; do
  go run sigs.k8s.io/controller-tools/cmd/controller-gen@v0.21.0 crd:maxDescLen=0 "paths=./$package" output:crd:dir=crd
done
for file in crd/gen.peers.test_*.yaml; do
  mv "$file" "crd/${file#crd/gen.peers.test_}"
done
