#!/usr/bin/env bash
# Builds and runs the kernel set.
#
#   run.sh count LIBS [MEASURE'S ARGUMENTS]   on the simulated H200: counts.tsv
#                                             on stdout. LIBS: the folder of
#                                             libkatasim.a
#   run.sh measure [MEASURE'S ARGUMENTS]      on this machine's GPU: its times,
#                                             with a line that says where
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
out=$root/.build/model
mkdir -p "$out"
nvcc=${KATA_NVCC:-$(command -v nvcc || echo "$root/.build/toolkit/bin/nvcc")}
how=$1
shift
if [ "$how" = count ]; then
    lib=$1
    shift
    flags="-cudart none -gencode arch=compute_90,code=[compute_90,sm_90]
           -no-compress"
else
    flags="-arch=native"
fi

stale() { # stale OBJECT SOURCE
    [ ! -e "$1" ] || [ "$2" -nt "$1" ] || [ "$here/variants.h" -nt "$1" ] ||
        [ "$here/third/groups.h" -nt "$1" ] ||
        [ "$root/harness/sim/counters.def" -nt "$1" ]
}
objects=
for source in "$here"/*.cu "$here"/second/*.cu "$here"/third/*.cu; do
    [ -e "$source" ] || continue # no third set yet
    object=${source#"$here"/}
    object=$out/$how-${object//\//-}.o
    objects="$objects $object"
    stale "$object" "$source" || continue
    # shellcheck disable=SC2086 # flags are several
    "$nvcc" $flags -O3 -std=c++17 -lineinfo -I"$root/harness" -c "$source" \
        -o "$object"
done
# shellcheck disable=SC2086
if [ "$how" = count ]; then
    ${CXX:-g++} -o "$out/count" $objects "$lib/libkatasim.a" -lpthread -lm -ldl
    KATASIM_GPU=h200 "$out/count" "$@"
else
    "$nvcc" -arch=native -o "$out/measure" $objects
    query=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader |
        head -1)
    printf '# %s, %s\n' "${query/, /, driver }" "$(date +%F)"
    "$out/measure" "$@"
fi
