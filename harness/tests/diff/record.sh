#!/bin/sh
# Runs the differential programs on this machine's GPU and keeps what they say.
#
#   record.sh [NAME...]     PREBUILT=dir: binaries of these names, no nvcc
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if [ $# -eq 0 ]; then set -- $(cd "$here" && ls *.cu | sed 's/\.cu$//'); fi
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1)
toolkit=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
for name; do
    binary=${PREBUILT:+$PREBUILT/$name}
    if [ -z "$binary" ]; then
        binary=$tmp/$name
        nvcc -arch=native -std=c++17 -O3 -o "$binary" "$here/$name.cu"
    fi
    {
        echo "# $gpu, CUDA $toolkit, $(date +%F)"
        "$binary"
    } >"$tmp/out" || { echo "$name failed:"; tail -3 "$tmp/out"; continue; }
    cp "$tmp/out" "${OUT_DIR:-$here/h200}/$name.out"
    echo "$name: $(grep -c '^== ' "$tmp/out") programs"
done
