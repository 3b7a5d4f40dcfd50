#!/usr/bin/env bash
# What is claimed of kata on a GPU, shown on this machine's:
#
#   evidence.sh KATA OUT verify [ROUNDS [EXERCISE...]]
#                                          every solution, stub and mutant, that
#                                          often: verified.txt, measured.tsv
#   evidence.sh KATA OUT selftest [RUNS]   every program that lies, every honest
#                                          one: selftest.txt
#   evidence.sh KATA OUT timing [RUNS [SIZE...]]
#                                          timing.sh: timing.tsv
#   evidence.sh KATA OUT model SET         the model's kernels of that set:
#                                          model.SET.tsv
#   evidence.sh KATA OUT short [RUNS]      what moves the time of a short kernel,
#                                          in that many processes, back to back
#                                          and with pauses: short.tsv
#   evidence.sh KATA OUT persist [RUNS]    what persists in L2 behind a flush, and
#                                          what a reset costs: persist.tsv; and
#                                          that kata sees a program that does so
#
# Each file says on which GPU and when. Exit status 1: not as it should be.
# verify and selftest add to what an earlier call has written of the same day
# and GPU, so that a long proof may come in pieces.
set -u
kata=$(realpath "$1")
out=$2
what=$3
repo=$(cd "$(dirname "$0")/../../.." && pwd)
mkdir -p "$out"
jobs=$(($(nproc) > 4 ? $(nproc) - 2 : 2))
gpu="$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader |
    head -1 | sed 's/, /, driver /'), $(date +%F)"
export KATA_ROOT=$repo

# A file that begins with where and when; what there is of another day goes.
begin() {
    file=$out/$1
    [ -e "$file" ] && head -1 "$file" | grep -qF "$gpu" ||
        printf '# kata %s --on gpu: %s\n' "$2" "$gpu" >"$file"
}

bad=0
case $what in
verify)
    rounds=${4:-1}
    begin verified.txt verify
    printf '# %s rounds, each with other seeds, %s at once\n' "$rounds" \
        "$jobs" >>"$file"
    # Papers need no GPU; exercises that none can judge here say so.
    "$kata" verify "${@:5}" --on gpu --rounds "$rounds" --jobs "$jobs" \
        --measured "$out/measured.tsv" | tee -a "$file"
    [ "${PIPESTATUS[0]}" = 0 ] || bad=1
    ;;
selftest)
    begin selftest.txt selftest
    for run in $(seq "${4:-1}"); do
        printf '# run %s, %s\n' "$run" "$(date +%T)" >>"$file"
        "$kata" selftest --on gpu --jobs "$jobs" | tee -a "$file"
        [ "${PIPESTATUS[0]}" = 0 ] || bad=1
    done
    ;;
timing)
    bash "$repo/harness/tests/gpu/timing.sh" "$kata" "$out" "${4:-20}" \
        "${@:5}" || bad=1
    ;;
model)
    set=$4
    bash "$repo/harness/tests/model/run.sh" measure --set "$set" \
        >"$out/model.$set.tsv" || bad=1
    ;;
short)
    nvcc -std=c++17 -O3 -arch=native -o "$out/short" \
        "$repo/harness/tests/gpu/short.cu" || exit 1
    printf '# %s\n# way\tgap_us\tn\tmedian_us\tmean_us\tleast_us\n' "$gpu" \
        >"$out/short.tsv"
    for run in $(seq "${4:-20}"); do
        for gap_us in 0 3000; do
            timeout 60 "$out/short" $gap_us >>"$out/short.tsv" || bad=1
        done
    done
    rm "$out/short"
    ;;
persist)
    nvcc -std=c++17 -O3 -arch=native -o "$out/persist" \
        "$repo/harness/tests/gpu/persist.cu" || exit 1
    printf '# %s\n' "$gpu" >"$out/persist.tsv"
    for run in $(seq "${4:-3}"); do
        timeout 60 "$out/persist" >>"$out/persist.tsv" || bad=1
    done
    rm "$out/persist"
    # vector-add at a size that fits into what is set aside: by its solution, by
    # a program that keeps the inputs there, and by one that keeps a table of its
    # own: kata must say so of both, and the inputs gain nothing.
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    mkdir "$root/harness"
    cp -r "$repo/exercises" "$repo/solutions" "$repo/curriculum" "$root"
    cp -r "$repo/harness/bench" "$root/harness"
    sed -i "s/^  n: 32M/  n: 512K/" \
        "$root/exercises/basics/vector-add/exercise.yaml"
    seen=0
    for file in "$repo/solutions/basics/vector-add/vector-add.cu" \
        "$repo/harness/tests/gpu/persisting-add.cu" \
        "$repo/harness/tests/gpu/persisting-table.cu"; do
        KATA_ROOT=$root "$kata" check vector-add --on gpu --json --no-record \
            --file "$file" >"$root/check.json"
        python3 - "$root" "$(basename "$file")" <<'END' || seen=1
import json, os, sys
root, name = sys.argv[1:]
t = json.load(open(root + "/check.json"))["time"] or sys.exit("no time of " + name)
us, usual = t["median_us"], root + "/usual"
print("%s\tpersists %s\t%.3f us" % (name, t["persists"], us))
if not os.path.exists(usual):
    open(usual, "w").write(str(us))
gained = us < 0.97 * float(open(usual).read())
sys.exit(gained or t["persists"] != name.startswith("persisting"))
END
    done >"$root/said"
    tee -a "$out/persist.tsv" <"$root/said"
    [ "$seen" = 0 ] || bad=1
    ;;
*)
    echo "evidence.sh: verify, selftest, timing, model, short or persist, not '$what'" >&2
    exit 2
    ;;
esac
exit $bad
