#!/bin/sh
# Makes .build/python: a Python environment with Triton, for exercises of kind
# triton. Changes nothing if it is there. An interrupted run leaves nothing.
#
#   harness/python.sh            fetch what is missing
#   harness/python.sh --check    change nothing; status 1: it is missing
#
# No root is needed. pip fetches from whatever index it is set up to use, and
# takes only the files whose hashes stand in triton/requirements.txt.
set -eu
cd "$(dirname "$0")/.."

build=.build
wanted=harness/triton/requirements.txt
# 190 MB to fetch and 640 MB to keep; both lie there for a moment.
room_mb=1200

say() { printf '%s\n' "python: $*"; }
fail() {
    printf '%s\n' "python: $1" >&2
    [ -z "${2:-}" ] || printf '%s\n' "  hint: $2" >&2
    exit 5
}

complete() { cmp -s "$wanted" "$build/python/requirements.txt"; }

if [ "${1:-}" = --check ]; then complete; exit; fi
if complete; then exit 0; fi

# The versions that Triton has wheels for.
find_python() {
    for at in ${KATA_PYTHON:-python3 python3.12 python3.11 python3.13 \
        python3.10 python3.14}; do
        "$at" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 14))' \
            2>/dev/null && echo "$at" && return
    done
    return 0
}

python=$(find_python)
[ -n "$python" ] || fail "there is no Python 3.10 to 3.14 on the PATH" \
    "install python3 and python3-venv, or name one in KATA_PYTHON"
mkdir -p "$build"
[ "$(df -Pm "$build" | awk 'NR == 2 { print $4 }')" -ge $room_mb ] ||
    fail "the disk of $PWD/$build has too little room" \
        "Triton is 0.7 GB; to unpack it takes $room_mb MB for a while"

part=$build/python.part
rm -rf "$part"
# Whatever happens from here on, no half of it stays.
trap 'rm -rf "$part"' EXIT
trap 'exit 130' INT TERM HUP
"$python" -m venv "$part" >"$build/python.log" 2>&1 || {
    tail -n 3 "$build/python.log" >&2
    fail "$python cannot make an environment" \
        "install its venv module (apt-get install python3-venv)"
}
say "fetching Triton (190 MB to fetch, 0.7 GB on the disk, no root needed)"
quiet=-q
[ ! -t 1 ] || quiet= # a terminal shows how far it is
# shellcheck disable=SC2086 # words are meant
"$part/bin/python" -m pip install $quiet --disable-pip-version-check \
    --no-cache-dir --only-binary :all: --require-hashes -r "$wanted" ||
    fail "pip could not fetch Triton" \
        "its message is above: check the network and pip's index, then make python again"
"$part/bin/python" -I -c 'import triton' 2>"$build/python.log" || {
    tail -n 3 "$build/python.log" >&2
    fail "the Triton that was fetched cannot be loaded" "its message is above"
}
cp "$wanted" "$part/requirements.txt"
rm -rf "$build/python"
mv "$part" "$build/python"
say "ready: $build/python"
