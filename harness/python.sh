#!/bin/sh
# Makes .build/python: a Python environment with NumPy, for exercises of kind
# python, and Triton, for those of kind triton. Fetches what is missing and
# leaves the rest as it is. An interrupted run leaves nothing half made.
#
#   harness/python.sh            NumPy and Triton
#   harness/python.sh numpy      NumPy alone
#   harness/python.sh --check    change nothing; status 1: something is missing
#
# No root is needed. pip fetches from whatever index it is set up to use, and
# takes only the files whose hashes stand in the requirements.txt of each.
set -eu
cd "$(dirname "$0")/.."

build=.build
env=$build/python

say() { printf '%s\n' "python: $*"; }
fail() {
    printf '%s\n' "python: $1" >&2
    [ -z "${2:-}" ] || printf '%s\n' "  hint: $2" >&2
    exit 5
}

wanted_by() {
    case $1 in
    numpy) echo harness/python/requirements.txt ;;
    triton) echo harness/triton/requirements.txt ;;
    esac
}
# Where the environment keeps what was installed last.
mark_of() {
    case $1 in
    numpy) echo "$env/numpy.txt" ;;
    triton) echo "$env/requirements.txt" ;;
    esac
}
complete() { cmp -s "$(wanted_by "$1")" "$(mark_of "$1")"; }

packages="numpy triton"
case ${1:-} in
--check)
    for package in $packages; do complete "$package" || exit 1; done
    exit
    ;;
numpy) packages=numpy ;;
esac

# The versions that Triton has wheels for.
find_python() {
    for at in ${KATA_PYTHON:-python3 python3.12 python3.11 python3.13 \
        python3.10 python3.14}; do
        "$at" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 14))' \
            2>/dev/null && echo "$at" && return
    done
    return 0
}

need_room() {
    [ "$(df -Pm "$build" | awk 'NR == 2 { print $4 }')" -ge "$1" ] ||
        fail "the disk of $PWD/$build has too little room" \
            "to unpack $2 takes $1 MB for a while"
}

make_environment() {
    python=$(find_python)
    [ -n "$python" ] || fail "there is no Python 3.10 to 3.14 on the PATH" \
        "install python3 and python3-venv, or name one in KATA_PYTHON"
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
    rm -rf "$env"
    mv "$part" "$env"
}

install() {
    case $1 in
    numpy) need_room 200 NumPy; say "fetching NumPy (17 MB, no root needed)" ;;
    triton)
        need_room 1200 Triton
        say "fetching Triton (190 MB to fetch, 0.7 GB on the disk, no root needed)"
        ;;
    esac
    quiet=-q
    [ ! -t 1 ] || quiet= # a terminal shows how far it is
    # Until it is whole, it does not count as installed.
    rm -f "$(mark_of "$1")"
    # shellcheck disable=SC2086 # words are meant
    "$env/bin/python" -m pip install $quiet --disable-pip-version-check \
        --no-cache-dir --only-binary :all: --require-hashes \
        -r "$(wanted_by "$1")" ||
        fail "pip could not fetch $1" \
            "its message is above: check the network and pip's index, then make python again"
    "$env/bin/python" -I -c "import $1" 2>"$build/python.log" || {
        tail -n 3 "$build/python.log" >&2
        fail "the $1 that was fetched cannot be loaded" "its message is above"
    }
    cp "$(wanted_by "$1")" "$(mark_of "$1")"
}

mkdir -p "$build"
did=
for package in $packages; do
    complete "$package" && continue
    [ -x "$env/bin/python" ] || make_environment
    install "$package"
    did=yes
done
[ -z "$did" ] || say "ready: $env"
