#!/usr/bin/env bash
# make bench-sim: how fast the simulated device is, with the bars beside it, as
# ratios where another program or another setting is the measure. Prints; judges
# nothing: machines are shared and noisy.
#
#   run.sh LIBS    LIBS: the folder of libkatasim.a
#
# KATASIM_WORKERS chooses how many of the host's cores execute (default 1 here).
# BENCH_REPEATS: launches of each kernel (default 5, after one that is dropped).
set -eu
lib=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
nvcc=${KATA_NVCC:-$(command -v nvcc || echo "$root/.build/toolkit/bin/nvcc")}
[ -x "$nvcc" ] || {
    echo "bench-sim: SKIPPED: there is no nvcc to compile the kernels with"
    exit 0
}
n=${BENCH_REPEATS:-5}

build() { # build NAME LIBRARY
    ${CXX:-g++} -o "$tmp/$1" "$tmp/kernels.o" "$2" -lpthread -lm -ldl
}
device_code() { # device_code SOURCE
    "$nvcc" -cudart none -arch=compute_90 -code=compute_90 -lineinfo \
        -no-compress -std=c++17 -O3 -I"$root/harness" -c "$here/$1.cu" \
        -o "$tmp/$1.o"
}

device_code kernels
device_code nothing
build sim "$lib/libkatasim.a"
${CC:-cc} -O3 -o "$tmp/scalar" "$here/scalar.c"
"$tmp/scalar" >"$tmp/scalar.out"

# name, insts, wall, processor seconds
KATASIM_WORKERS=1 "$tmp/sim" -n "$n" >"$tmp/one"
KATASIM_WORKERS=2 "$tmp/sim" -n "$n" >"$tmp/two"
KATASIM_LEVEL=base KATASIM_WORKERS=1 "$tmp/sim" -n "$n" >"$tmp/base"

printf '%s\n' \
    "G/s: thread instructions of one worker, by processor time; launch: its ms" \
    "2 workers: times as fast by the wall's clock; C: times as long as a loop" \
    "in C at -O3; AVX2: times as fast as without" ""
awk -F'\t' -v dir="$tmp" '
function read(file, of, column,    line, f) {
    while ((getline line <(dir "/" file)) > 0) {
        split(line, f, " ")
        of[f[1]] = f[column]
    }
    close(dir "/" file)
}
function ratio(x, y) { return y > 0 ? sprintf("%.2f", x / y) : "-" }
BEGIN {
    read("one", insts, 2); read("one", wall, 3); read("one", cpu, 4)
    read("two", wall2, 3); read("base", base, 4); read("scalar.out", c, 2)
    format = "%-17s %8s %6s %9s %10s %7s %6s\n"
    printf format, "kernel", "G/s", "bar", "launch", "2 workers", "C", "AVX2"
}
/^#/ { next }
{
    if (!cpu[$1]) { printf "%-17s failed\n", $1; next }
    g = sprintf("%.3f", insts[$1] / cpu[$1] / 1e9)
    printf format, $1, g, $2, sprintf("%.2f", cpu[$1] * 1e3),
        ratio(wall[$1], wall2[$1]), ratio(cpu[$1], c[$1]),
        ratio(base[$1], cpu[$1])
}' "$here/bars.tsv"

# Start-up, and what is needed beside the program's allocations.
${CXX:-g++} -o "$tmp/nothing" "$tmp/nothing.o" "$lib/libkatasim.a" \
    -lpthread -lm -ldl
"$tmp/nothing" | sed 's/^/\n/'
