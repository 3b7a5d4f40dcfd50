#!/usr/bin/env bash
# What the simulated H200 says of every kernel that a GPU's gates have judged:
# each shipped solution, the mutants that are there to be slow, the baselines.
#
#   bash harness/tests/model/gates.sh KATA [EXERCISE...]
#
# gates.counts.tsv on stdout. A line is a launch: exercise, file, size, us of the whole, launches in all,
# bytes, then what the model reads of the launch. Sizes: "small", the one that
# kata simulates, and "full", the one that it measures on a GPU. Ten minutes.
set -eu
kata=$(realpath "$1")
repo=$(cd "$(dirname "$0")/../../.." && pwd)
only=" ${*:2} "
measured=$repo/harness/tests/model/gates.h200.tsv
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/full"
ln -s "$repo"/* "$tmp/full/"
rm "$tmp/full/exercises"
cp -R "$repo/exercises" "$tmp/full/exercises"
sed -i '/^limits:/d; /^  sim: /d; /^measure:/i limits: {seconds: 600}' \
    "$tmp"/full/exercises/*/*/exercise.yaml
export KATA_DB=$tmp/record.db KATA_WORK=$tmp/work

rows() { # size, root, exercise, file
    KATA_ROOT=$2 timeout 3000 "$kata" check "$3" --on sim --gpu h200 --json --no-record \
        --file "$4" >"$tmp/c.json" || true
    python3 - "$3" "$(basename "$4")" "$1" "$tmp/c.json" \
        "$repo/harness/sim/counters.def" <<'END' || true
import json, re, sys
d = json.load(open(sys.argv[4]))
names = re.findall(r"^COUNTER\((\w+)", open(sys.argv[5]).read(), re.M)
if not d.get("time"):
    sys.exit("%s %s: not timed: %s" % (*sys.argv[1:3], d.get("summary", d)))
times = lambda s: eval(s.replace(",", "*"))
kernels = d["kernels"]
for k in kernels[:4]:
    print(*sys.argv[1:4], "%.4f" % d["time"]["median_us"], len(kernels),
          "%.0f" % d["time"]["bytes"], k["us"], k["limiter"],
          times(k["grid"]), times(k["block"]), k["registers"],
          k["smem_bytes"], "%.4f" % k["longest"],
          "%.4f" % k["busiest"], "%.4f" % k["skew"], k["hops"],
          *(k["counters"].get(n, 0) for n in names), sep="\t")
END
}

names=$(sed -n 's/^COUNTER(\([a-z0-9_]*\).*/\1/p' "$repo/harness/sim/counters.def")
printf '#%s' exercise
# shellcheck disable=SC2086
printf '\t%s' file size event_us launches bytes us limiter blocks threads \
    regs smem longest busiest skew hops $names
echo
{
    cut -f1,2 "$measured" | grep -v '^#'
    # What fractions of a library are held against.
    sed -n 's/\tfraction_of_.*//p' "$measured" |
        sed 's/\t.*/\tbaseline.cu/'
} | sort -u | while IFS=$'\t' read -r id file
do
    [ "$only" = "  " ] || [[ $only == *" $id "* ]] || continue
    sol=$(dirname "$(ls -d "$repo"/solutions/*/"$id"/reference.c)")
    [ -e "$sol/$file" ] || sol=$sol/mutants
    rows small "$repo" "$id" "$sol/$file" </dev/null
    rows full "$tmp/full" "$id" "$sol/$file" </dev/null
done
