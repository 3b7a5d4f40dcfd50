#!/usr/bin/env bash
# What every timed gate says of the solution, and of the mutants that are there
# to be slow, on this machine's GPU: the evidence for the bars.
#
#   bash harness/tests/gpu/gates.sh KATA OUT [RUNS [EXERCISE...]]
#
# Writes OUT/gates.tsv: exercise, file, verdict, metric, of, value, low, high,
# bar. Solutions are run RUNS times (3), mutants once.
set -u
kata=$(realpath "$1")
out=$2
runs=${3:-3}
only=" ${*:4} "
repo=$(cd "$(dirname "$0")/../../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$out"
export KATA_ROOT=$repo KATA_DB=$tmp/record.db KATA_WORK=$tmp/work

rows() { # exercise, file
    "$kata" check "$1" --on gpu --json --no-record --file "$2" >"$tmp/c.json"
    python3 - "$1" "$(basename "$2")" "$tmp/c.json" <<'END'
import json, sys
d = json.load(open(sys.argv[3]))
timed = ("bandwidth", "speedup", "fraction_of_cublas", "fraction_of_cub")
for g in d["gates"]:
    if g["metric"] in timed and g["value"] is not None:
        print(*sys.argv[1:3], d["verdict"], g["metric"],
              g["of"] or g["over"] or "-",
              *("%.4f" % g[k] for k in ("value", "low", "high")),
              g["at_least"], sep="\t")
if not d["gates"]:
    print(*sys.argv[1:3], d["verdict"], d["summary"], sep="\t")
END
}

for yaml in "$repo"/exercises/*/*/exercise.yaml; do
    grep -q '^measure:' "$yaml" || continue
    dir=$(dirname "$yaml")
    id=$(basename "$dir")
    [ "$only" = "  " ] || [[ $only == *" $id "* ]] || continue
    sol=$repo/solutions/$(basename "$(dirname "$dir")")/$id
    for i in $(seq "$runs"); do rows "$id" "$sol/$id.cu"; done
    for mutant in "$sol"/mutants/*.cu; do
        head -1 "$mutant" | grep -q 'gate' && rows "$id" "$mutant"
    done
done | tee "$out/gates.tsv"
